"""Evidence that an everyday word is a name: ``Cash`` in ``Mr. Cash`` and ``told Cash that``.

A good third of people's names are everyday words, and so are their surrogates. In the middle of a sentence, a capital
shows the name. At the start of a sentence, a heading, a list item or a cell, only the words around do.
"""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from privacy_chains.desanitize.tokens import WAIT, Wait
from privacy_chains.formats.name_lists import lexicon
from privacy_chains.language.lexicon import word_set
from privacy_chains.language.patterns import worded
from privacy_chains.lazy import lazily

__all__ = [
    "DOUBTED",
    "NameEvidence",
    "Setting",
    "SmallLetters",
    "is_family",
    "is_introduced",
    "is_monsieur",
    "is_placed",
    "setting_of",
]

DOUBTED: Final = "a word like any other, and nothing here that tells a name"
_REACH: Final = 64
_NEXT: Final = lazily(r"[\W_]{0,12}[^\W_]{0,24}")
"""What must have arrived after a word before it is judged."""

_INITIALED: Final = lazily(r"[ \u00a0][^\W\d_](?:\.|(?=[ \u00a0]|\Z))[ \u00a0]?([^\W\d_]{0,24})")
"""A middle initial, and the word behind it."""

_GREETING: Final = worded(r"\b{greeting}[ ,]{1,3}\Z", re.IGNORECASE)
_LABEL: Final = worded(r"{name_label}s?[*_\"'\])]{0,3}[:=][ *_\"'`]{0,5}\Z", re.IGNORECASE)
_MARKS: Final = " \t*_\"'`~\u201c\u201d\u2018\u2019\u00ab\u201e"
_OPENED: Final = _MARKS + "([{>#-\u2013\u2014\u2022\u00b7\u25aa\u25cf\u2610\u2713\u2705"
_ITEM: Final = lazily(
    r"(?:\A|[\n|>])[ \t>*#-]{0,12}(?:\d{1,3}(?:\.\d{1,3}){0,3}|[A-Za-z]|[ivx]{1,4})[.)][ \t*_\"]{0,6}\Z"
)
_TAG: Final = lazily(r"<[a-zA-Z][^<>]{0,60}>\s{0,3}\Z")
_STARTS: Final = frozenset(".!?\u2026:\n\r|\u3002\uff01\uff1f\u00bf\u00a1\\")
_ABBREVIATED: Final = worded(r"(?:\b[A-Z]|\b{abbreviation})\.\Z")
_CLOSED: Final = lazily(r",[ \t]{0,3}(?:\r?\n[ \t]{0,3}){1,3}[*_]{0,3}\Z")
_LINE_END: Final = lazily(r"[ \t*_.]{0,4}(?:\r?\n|\Z)")
_CELL_START: Final = lazily(r"(?:[|\t(\[{]|<[a-z]{1,6}>)[ *_\"']{0,4}\Z|[\[{(=,:] ?[\"']\Z")
_CELL_END: Final = lazily(r"[*_\"' ]{0,4}(?:[|\t)\]}]|</)|[\"'][,}\])]|[\"']\Z")
_BEFORE_A_WORD: Final = worded(r"\b{determiner}\s\Z", re.IGNORECASE)
_CAPITAL_NOUNS: Final = worded(r"\b{nouns_have_capitals}\b")
_M_IS_A_TITLE: Final = worded(r"\b{m_is_a_title}\b", re.IGNORECASE)
_COUNTED: Final = worded(r"[ \u00a0](?:#|No\. ?|{the:en} )?\d")
_AGED: Final = worded(r"(?:, | ?\()(?:{relative_word}\b|\d{1,2}\b)")
_POSSESSED: Final = lazily(r"['\u2019](?:s\b|(?!\w))")
_OF_A_DATE: Final = worded(
    r"(?:\d{1,2}(?:\.|{ordinal_ending})?,?\s(?:{of_date:en}\s)?|\b{before_month}[ -])\Z", re.IGNORECASE
)
_FAMILY: Final = worded(r"\b{before_family}\s{1,2}\Z", re.IGNORECASE)
_CAPITAL_BEFORE: Final = lazily(r"(?P<before>.{0,40}?)\b[A-Z][a-z]{1,24} \Z", re.DOTALL)
_WRAPPED: Final = lazily(r"[^\n]{48}[a-z,]\r?\n\Z")
_LAST: Final = lazily(r"(\w{1,32})\.?[*_]{0,3}[ ,\u00a0]{1,3}\Z")
_ZIP: Final = lazily(r" \d{5}(?!\d)")
_PLACED: Final = worded(
    r"(?:[A-Z]\w{0,24},? \(?|\b{in_place:en} |\b(?i:{place_label})[*_\"'\]]{0,3}[:=] ?[\"'*]{0,2})\Z"
)
_IN_A_PLACE: Final = worded(r"\b{in_place}[ \u00a0]\Z")
_PLACED_IF_NO_WORD: Final = worded(r"(?:\b{perhaps_in_place} |[|(\"'=:\t] ?)\Z")


@cache
def _titles() -> frozenset[str]:
    return word_set("title", "honorific") | frozenset(lexicon().roles["titles"])


def is_family(text: str, start: int, ending: str) -> bool:
    """Whether an ending makes a name a family: ``the Millers``, ``Familie Millers``."""
    return ending in ("s", "es") and _FAMILY.search(text, max(0, start - 16), start) is not None


def is_monsieur(text: str, start: int, end: int, *, final: bool) -> bool | Wait:
    """Whether an ``M.`` before the name that ends at ``end`` is a title: by a greeting, or by the language."""
    before, after = text[max(0, start - _REACH) : start], text[end : end + _REACH]
    if _GREETING.search(before) or _M_IS_A_TITLE.search(before):
        return True
    if not final and len(after) < _REACH:
        return WAIT
    return _M_IS_A_TITLE.search(after) is not None


def is_placed(before: str) -> bool:
    """Whether a text ends with a word that a place follows: ``in``, ``from``."""
    return _IN_A_PLACE.search(before) is not None


_SENTENCE: Final = lazily(r"(?:\A|[.!?:]\s|\n\s{0,3}\n)[\W_]{0,6}(?=[^\W\d_])")
_SENTENCE_REACH: Final = 90
_OF_A_WORD: Final = worded(r"\b{before_noun}\s\Z")
_SAID: Final = lazily(r"(?:['\u2019]s)?[,.!?;:)\"]{0,2}(?:\Z|[ \u00a0\n](?![=(\[{+*/<>|&-]))")
_LONGEST_SAID: Final = 6


@dataclass(frozen=True, slots=True)
class SmallLetters:
    """Evidence for a name in small letters: its sentence has only small letters up to it.

    Somebody who starts a sentence with a capital also writes names with one: there, ``wages`` is not a name.
    """

    @staticmethod
    def doubt(text: str, start: int, end: int, *, final: bool) -> str | Wait:
        """Why the word is left; empty where it is a name."""
        if not final and len(text) - end < _LONGEST_SAID:
            return WAIT
        low = max(0, start - _SENTENCE_REACH)
        before = text[low:start]
        begins = [found.end() for found in _SENTENCE.finditer(text[low : start + 1]) if found.start() or not low]
        small = bool(begins) and not any(map(str.isupper, before[begins[-1] :])) and not before[-1:].strip()
        word = _OF_A_WORD.search(before) or _BEFORE_A_WORD.search(before)
        return "" if small and word is None and _SAID.match(text, end) else DOUBTED


Setting = tuple[str, str]
"""The words before a word and behind it; nothing and a colon for a label."""
_WORD_BEFORE: Final = lazily(r"(\w{1,32})[ \u00a0]\Z")
_WORD_BEHIND: Final = lazily(r"[ \u00a0](\w{1,24})")


def setting_of(text: str, start: int, end: int) -> Setting | None:
    """The words around a word, or its place before a colon at the start of a line; None for neither."""
    before, behind = _WORD_BEFORE.search(text, max(0, start - 34), start), _WORD_BEHIND.match(text, end)
    if before and behind:
        return before[1].casefold(), behind[1].casefold()
    starts = text[max(0, start - 1) : start] in ("", "\n")
    return ("", ":") if starts and text[end : end + 1] == ":" else None


@dataclass(frozen=True, slots=True)
class NameEvidence:
    """What distinguishes a name from the same everyday word.

    Attributes:
        word: The name that was issued.
        beside: Words of names that were issued, in small letters: one beside it is evidence.
        is_given: Whether it is a given name, by which a person may be addressed.
        is_place: Whether it is the name of a place.
        settings: The words around it in the sanitized texts: between these, it is the name.
    """

    word: str
    beside: frozenset[str]
    is_given: bool
    is_place: bool
    settings: AbstractSet[Setting] = field(default=frozenset(), compare=False)

    def doubt(self, text: str, start: int, end: int, *, final: bool) -> str | Wait:
        """Why the word is left; empty where it is a name."""
        following = _NEXT.match(text, end)
        after = following[0] if following else ""
        if not final and end + len(after) == len(text):
            return WAIT
        inner = _INITIALED.match(text, end)
        if inner is not None and inner.end() == len(text) and not final:
            return WAIT
        if is_family(text, start, after) or (inner is not None and inner[1].lower() in self.beside):
            return ""
        if setting_of(text, start, end) in self.settings:
            return ""
        before = text[max(0, start - _REACH) : start]
        if len(self.word) == 2 and self.is_place:
            return "" if _is_state(self.word, before, after) else DOUBTED
        return "" if self._is_name(before, after, whole=not before and not after) else DOUBTED

    def _is_name(self, before: str, after: str, *, whole: bool) -> bool:
        """Whether the words around show a name; ``after`` is without marks of bold or quoted text."""
        plain = after.lstrip("*_`")
        if whole or is_introduced(before) or self._is_beside_another(before, after) or _POSSESSED.match(plain):
            return True
        if self._counts(before, plain) or _BEFORE_A_WORD.search(before):
            return False
        if _is_start(before):
            return self._starts_as_name(before, after)
        nouns_too = _CAPITAL_NOUNS.search(before) is not None
        return nouns_too or not (_is_capital(plain) or _follows_a_capital(before))

    def _is_beside_another(self, before: str, after: str) -> bool:
        """Whether another word of a name that was issued stands beside it."""
        last = _LAST.search(before)
        if last is not None and last[1].lower() in self.beside:
            return True
        return after[:1] in (" ", ",") and after.lstrip(" ,").lower() in self.beside

    def _counts(self, before: str, after: str) -> bool:
        """Whether it is a counted thing or a month: ``Page 3``, ``August 5``, ``in August``."""
        if _COUNTED.match(after):
            return True
        return self._is_month and _OF_A_DATE.search(before) is not None

    @property
    def _is_month(self) -> bool:
        return self.word.lower() in word_set("month_and_name")

    def _starts_as_name(self, before: str, after: str) -> bool:
        """Whether it is a name where any word has a capital: by the verb after it, in a cell, below a letter."""
        plain = after.lstrip("*_`")
        word = plain.strip(" ").partition("'")[0].partition("\u2019")[0]
        if plain[:1] == " " and word_set("name_verb") & {word, word.removesuffix("n")}:
            return True
        if _AGED.match(plain) or (_CLOSED.search(before) and _LINE_END.match(after)):
            return True
        if plain[:1] == "," and (self.is_given or self.is_place):
            return not (self._is_month and plain[2:3].isupper())
        if self.is_given and not self._is_month and _is_and(plain):
            return True
        return _CELL_START.search(before) is not None and (not after or _CELL_END.match(after) is not None)


def is_introduced(before: str) -> bool:
    """Whether a title, a greeting or the name of a field stands before a word."""
    last = _LAST.search(before.rstrip("*_"))
    titled = last is not None and last[1].lower() in _titles()
    return titled or _GREETING.search(before) is not None or _LABEL.search(before) is not None


def _is_start(before: str) -> bool:
    """Whether a sentence, a heading, a list item, a line or a cell starts behind ``before``."""
    if _WRAPPED.search(before):
        return False
    if _ITEM.search(before) or _TAG.search(before):
        return True
    left = before.rstrip(_OPENED)
    if not left or before.endswith(("\\n", "\\t")):
        return True
    return left[-1] in _STARTS and not _ABBREVIATED.search(left)


def _is_and(after: str) -> bool:
    return after == " &" or (after[:1] == " " and after[1:] in word_set("and"))


def _is_capital(after: str) -> bool:
    word = after.lstrip(" ")
    return after[:1] == " " and word[:1].isupper() and word.lower() not in word_set("name_suffix")


def _follows_a_capital(before: str) -> bool:
    """Whether a capitalized word that starts no sentence stands before it: ``Safety Day``."""
    capital = _CAPITAL_BEFORE.search(before)
    return capital is not None and not _is_start(capital["before"])


def _is_state(code: str, before: str, after: str) -> bool:
    """Whether two capitals are the code of a state: behind a town, before a ZIP code, in a cell."""
    if code in word_set("state_and_word") and after[:1] in ("?", "!"):  # that is fine, Jane, OK?
        return False
    if not (before or after) or _PLACED.search(before) or _ZIP.match(after):
        return True
    return code not in word_set("state_and_word") and _PLACED_IF_NO_WORD.search(before) is not None
