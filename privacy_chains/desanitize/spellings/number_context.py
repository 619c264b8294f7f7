"""Senses: what distinguishes one 47 from another. A small number is restored only if the words around it agree."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

from privacy_chains.contract.entities import OF_BIRTH
from privacy_chains.desanitize.spellings.columns import column_words
from privacy_chains.desanitize.spellings.money import NO_MONEY, Money, is_cut, money_beside, opens_amount
from privacy_chains.language.lexicon import word_set, words
from privacy_chains.language.patterns import worded
from privacy_chains.lazy import lazily

__all__ = [
    "AHEAD",
    "LONGEST_SEX",
    "SEXES",
    "Around",
    "age_units",
    "around",
    "arrived",
    "awaits_name",
    "is_telling",
    "key_words",
    "named_age",
    "neighbours",
    "said_of_a_person",
    "says_sex",
    "type_words",
]

_OF_AGE: Final = 7
AHEAD: Final = 40
"""How many characters after a number its sense is read from."""
_BEHIND: Final = 60
_AFTER = worded(
    r"[ \t\u00a0\u202f\"'”\u2019*_)¹²³\-\u2013]{0,4}([yY][/.][oO](?![^\W_])|[^\W\d_]+)"
    r"(?:[\s\-]{1,2}(?:{elided}['\u2019]|{age_preposition} )?([^\W\d_]+))?"
)
_BEFORE = lazily(r"([^\W\d_]+)[\s\"'“\u2018*_(:=|\-\u2013~≈<>/$€£¥₹]{0,6}\Z")
_ESCAPED = lazily(r"\\{1,8}(?:u([0-9a-fA-F]{4})|[nrtbfv])|&(?:#\w{1,7}|[A-Za-z]{2,8});")
_GLUED = lazily(r"\w*\W")
_CLAUSE = lazily(r"[.!?;\n\d]\s*")
_PAIRED = worded(r"\d+\s?(?:-|\u2013|{to|and|or})\s?\Z")
_WORDS = lazily(r"[^\W\d_]+")
_CAMEL = lazily(r"[^\W\d_][^\W\d_A-Z]*|[A-Z]+")
_HYPHENS: Final = tuple("-\u2010\u2011\u2013")
_LAST_WORD = lazily(r"[^\W_]+\Z")
_SPAN_BEFORE = worded(r"\b{before_span}\s+\Z", re.IGNORECASE)
_SPAN_AFTER = worded(r"[\s-]{1,2}{bare_year}\s+(?:{behind_span}\b|{of:en}\s+(?!{age_noun}\b))")
_NAMED_BEFORE = lazily(r"([^\W\d_]+)[*_]{0,3}(?: ?([(\[])|, )[*_]{0,3}\Z")
_NAME_IS = worded(r"([^\W\d_]+)[*_]{0,3}(?:['\u2019]s|[ \u00a0\n]{is_of_age})(?: {age_adverb})?[ \u00a0\n][*_]{0,3}\Z")
_LISTED_ON = worded(r"(?: {and} |, | & |/)\d")
_CLOSING: Final = tuple("*_")
_NAMED_AFTER = lazily(r",[ \u00a0\n](?:[^\W\d_]{1,5}\.[ \u00a0\n])?([^\W\d_]+)(?:[ \u00a0\n]([^\W\d_]+))?")
_AT_OR_BY = worded(r"\b(?i:{at_age})[ \u00a0\n]\Z")
_IN_PERSON = worded(r",?[ \u00a0\n]{he_or_she}\b")
_PERSON_IN_BRACKETS = worded(r"(?:{he_or_she} \(|{you}, )\Z", re.IGNORECASE)
_PERSON_IS = worded(r"\b{person_is}(?: {age_adverb})?[ \u00a0\n]\Z", re.IGNORECASE)
SEXES: Final = tuple("FMfm")
LONGEST_SEX: Final = 20
_SEX_AFTER = worded(r"[FMfm](?:(?P<marks>[).,;\n]|\Z)|[ ,]{1,2}{behind_sex}\b)")
_BEFORE_SEX = worded(r"(?:(?P<line>\A|\n(?:[-*] )?)|\b(?i:{a}) |\b(?i:{patient_label})(?:\.|:)?(?: {be})?(?: {a})? )\Z")
_NO_UNIT = worded(r"[\s*\"'\u201d]*(?:\Z|[,;:!?)\u2014]|\.(?:\D|\Z))|[\s*\"'\u201d]+{behind_bare_age}\b")


@dataclass(frozen=True, slots=True)
class Around:
    """What stands around a number: the nearest words in small letters, and whether money or a duration is spoken of."""

    left: str = ""
    right: str = ""
    money: Money = NO_MONEY
    type_left: frozenset[str] = frozenset()
    type_right: frozenset[str] = frozenset()
    duration: bool = False
    years: bool = False
    column: frozenset[str] = frozenset()

    def agrees(self, other: Around) -> str | None:
        """The evidence that two numbers are the same one, by their neighbours; None when there is none."""
        if self.right in word_set("age_unit"):
            return None  # a span of time, or an age, which needs no such evidence
        if self.right and self.right == other.right and is_telling(self.right):
            return f"before {self.right}"
        if self.left and self.left == other.left and is_telling(self.left):
            return f"after {self.left}"
        if self.left and self.right and (self.left, self.right) == (other.left, other.right):
            return f"between {self.left} and {self.right}"
        return None

    def speaks_of(self, entity_type: str) -> bool:
        """Whether the words are those of the entity type."""
        if entity_type == "AGE":
            aged = (self.type_left | self.column) & word_set("age_word")
            years = self.years and (not self.duration or self.type_right & word_set("old"))
            return bool(aged or years) and not self.type_right & word_set("not_age")
        words = type_words(entity_type)
        return bool((self.type_left | self.type_right | self.column) & words)


def is_telling(word: str) -> bool:
    """Whether a word has a meaning of its own, unlike a function word."""
    return len(word) >= 3 and word not in word_set("function_word")


def type_words(entity_type: str) -> frozenset[str]:
    """The words that speak of an entity type: its own name, and for ages and births those of all languages."""
    if entity_type == "AGE":
        return word_set("age_word")
    own = frozenset(
        word.lower() for word in entity_type.split("_") if len(word) > 2 and word not in {"NUMBER", "MONEY"}
    )
    return own | _birth_words() if entity_type in OF_BIRTH else own


@cache
def _birth_words() -> frozenset[str]:
    """``born``, ``née``, ``geboren``; words alone, since ``date`` of a longer label tells nothing."""
    labels = word_set("birth_label", "birth_noun")
    said = [word for one in word_set("born", "born_before_on", "born_behind") for word in _WORDS.findall(one)]
    return frozenset(word for word in (*labels, *said) if len(word) > 1 and _WORDS.fullmatch(word))


@cache
def age_units() -> frozenset[str]:
    """What may follow an age without a gap."""
    return word_set("age_unit") | {"y", "yearold", "yearsold"}


def key_words(key: str) -> frozenset[str]:
    """The words of a JSON key: ``annualSalary`` and ``annual_salary`` are annual, salary."""
    return frozenset(word.lower() for word in _CAMEL.findall(key))


def neighbours(near: Around) -> Iterable[str]:
    """The words beside a number that say something."""
    return (word for word in (near.left, near.right) if word and is_telling(word))


def _near(text: str, start: int, end: int) -> tuple[str, str]:
    """What stands on either side of a number, escapes written out."""
    return _unescaped(text[max(0, start - _BEHIND) : start]), _unescaped(text[end : end + AHEAD])


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(_character, text) if "\\" in text or "&" in text else text


def _character(escape: re.Match[str]) -> str:
    if escape[0][0] == "&":
        return html.unescape(escape[0])
    return chr(int(escape[1], 16)) if escape[1] else "\t" if escape[0][-1] == "t" else "\n"


def around(text: str, start: int, end: int) -> Around:
    """The words around ``text[start:end]``; at most ``AHEAD`` characters to the right are looked at."""
    behind, ahead = _near(text, start, end)
    after, before = _AFTER.match(ahead), _BEFORE.search(behind)
    clause = _CLAUSE.split(_PAIRED.sub("", behind))[-1]
    return Around(
        left=before[1].lower() if before else "",
        right=_letters(after[1]) if after else "",
        money=money_beside(behind, ahead),
        type_left=frozenset(_lower(_WORDS.findall(clause)[-3:])),
        type_right=frozenset(_letters(word) for word in (after.groups() if after else ()) if word),
        duration=bool(_SPAN_BEFORE.search(behind) or _SPAN_AFTER.match(ahead)),
        years=after is not None and _tells_age(behind, ahead, after),
        column=column_words(text, start),
    )


def _tells_age(behind: str, ahead: str, after: re.Match[str]) -> bool:
    """Whether the words after a number are the years of an age."""
    first, second = _letters(after[1]), (after[2] or "").lower()
    known, bare = word_set("age_unit"), word_set("bare_year")
    if first not in bare:
        return first in known or second in known - bare - word_set("old") or first.startswith(_glued_units())
    if second in word_set("old_or_of") or ahead[:1] in _HYPHENS:
        return True
    before = behind.rstrip(" \u00a0")
    word = _LAST_WORD.search(before)
    return word is None or word[0].lower() in word_set("before_bare_age")


def named_age(text: str, start: int, end: int) -> tuple[str, ...]:
    """The words of which one has to be a person's name for the number to be an age; none where nothing says so.

    ``Kelmar (47)``, ``Toren Kelmar, 47,``, ``at 47, Mr. Kelmar``, ``by 47, Toren``, ``Toren is 47,``.
    """
    behind, ahead = _near(text, start, end)
    before, closed = _NAMED_BEFORE.search(behind), ahead[ahead[:1] in SEXES :].lstrip("*_")
    if before is not None and closed[:1] == {"(": ")", "[": "]"}.get(before[2], ","):
        return (before[1],)
    if before is not None and before[2] and _LISTED_ON.match(ahead):
        return (before[1],)
    said = _NAME_IS.search(behind)
    if said is not None and _NO_UNIT.match(ahead):
        return (said[1],)
    after = _NAMED_AFTER.match(ahead) if _AT_OR_BY.search(behind) else None
    return tuple(filter(None, after.groups())) if after else ()


def said_of_a_person(text: str, start: int, end: int) -> bool:
    """Whether a bare number is somebody's age: ``you're 47,``, ``she is 47 and``, ``at 47 you``, ``a 47F with``."""
    behind, ahead = _near(text, start, end)
    if text[end : end + 1] in SEXES:
        return _of_a_patient(text, start, end)
    if _PERSON_IS.search(behind):
        return _NO_UNIT.match(ahead) is not None
    if _AT_OR_BY.search(behind):
        return _IN_PERSON.match(ahead) is not None
    return _PERSON_IN_BRACKETS.search(behind) is not None and ahead[:1] in (")", ",")


def says_sex(text: str, start: int, end: int) -> bool:
    """Whether a patient's sex is written behind a number without a gap: ``47F with``, ``Kelmar (47M)``."""
    return text[end : end + 1] in SEXES and (bool(named_age(text, start, end)) or _of_a_patient(text, start, end))


def _of_a_patient(text: str, start: int, end: int) -> bool:
    behind, ahead = _near(text, start, end)
    after, before = _SEX_AFTER.match(ahead[:LONGEST_SEX]), _BEFORE_SEX.search(behind)
    if after is None or before is None:
        return False
    return after["marks"] is None or before["line"] is None  # a line that says 47F is no patient


def awaits_name(text: str, start: int, end: int) -> bool:
    """Whether a name that may still arrive would make the number an age."""
    if len(text) - end >= AHEAD:
        return False
    behind, ahead = _near(text, start, end)
    if ahead[:1] in ("", ",", " ", "\u00a0", "\n") and _AT_OR_BY.search(behind):
        return True
    return (_PERSON_IS.search(behind) or _NAME_IS.search(behind)) is not None


def arrived(text: str, end: int) -> bool:
    """Whether everything that ``around`` looks at after ``end`` is there."""
    if len(text) - end >= AHEAD:
        return True
    ahead = _unescaped(text[end:])
    if ahead.endswith("\\") or is_cut(ahead):
        return False
    after = _AFTER.match(ahead)
    if _GLUED.match(ahead) is None:
        return False
    if after is None:
        return len(ahead) > 6
    if opens_amount(after[1]):
        return False
    return after.end() + (_OF_AGE if after[2] in word_set("age_of") else 0 if after[2] else 2) < len(ahead)


@cache
def _glued_units() -> tuple[str, ...]:
    return words("age_unit_glued")


def _letters(word: str) -> str:
    """A word in small letters; ``y/o`` and ``y.o`` are ``yo``."""
    return word.lower().replace("/", "").replace(".", "")


def _lower(words: Iterable[str]) -> Iterable[str]:
    return (word.lower() for word in words)
