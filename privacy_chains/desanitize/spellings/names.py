"""Names as models write them: in full, with initials, the last name first; and which of them name somebody else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final

from privacy_chains.desanitize.issued import Issued
from privacy_chains.desanitize.spellings.evidence import is_introduced, is_monsieur
from privacy_chains.desanitize.spellings.listed_names import is_everyday, is_given, is_listed, may_be_surname
from privacy_chains.desanitize.spellings.word_forms import (
    COMMA_SEAM,
    INITIAL_SEAM,
    LONGEST_ESCAPE,
    NO_SEAM,
    SEAM_STARTS,
    WORD,
    seam_of,
    split_words,
)
from privacy_chains.desanitize.spellings.words import WordsForm, word_forms
from privacy_chains.desanitize.tokens import WAIT, Found, Wait
from privacy_chains.lazy import lazily

__all__ = [
    "Initialed",
    "beside_another",
    "initial_before",
    "initialed",
    "initials_of",
    "middle_initial",
    "name_forms",
    "runs_of_words",
]

_RUN: Final = lazily(r"[^\W_]+")
_HYPHENS: Final = frozenset("-\u2010\u2011")


def name_forms(entry: int, issued: Issued, start: str = "") -> Iterator[WordsForm]:
    """Every spelling of a name with its first word in full; those that begin with ``start``."""
    yield from word_forms(entry, issued.surrogate, issued.original, start)
    turned = last_first(issued.surrogate, issued.original)
    for form in word_forms(entry, *turned, start) if turned else ():
        yield replace(form, kind="last first" if form.kind == "exact" else form.kind)
    yield from (form for form in half_initialed(entry, issued) if form.words[0].startswith(start))


@dataclass(slots=True)
class Initialed:
    """Names that are written with one initial, by the word after it: text has many an ``I`` and ``A``."""

    initial: str
    forms: dict[str, list[WordsForm]] = field(default_factory=dict)

    @classmethod
    def of(cls, initial: str, forms: Iterable[WordsForm]) -> Initialed:
        """Those of ``forms`` that start with ``initial``."""
        index = cls(initial)
        for form in forms:
            if form.words[0] == initial:
                index.forms.setdefault(form.words[1], []).append(form)
        return index

    def match(self, text: str, start: int, *, final: bool) -> Found | Wait | None:
        """Whether one of the names stands at ``start``; None where the initial may be two people's."""
        at = start + len(self.initial)
        seam = INITIAL_SEAM.match(text, at)
        at = seam.end() if seam is not None else at
        if not final and len(text) - at < LONGEST_ESCAPE and (at == len(text) or text[at] in SEAM_STARTS):
            return WAIT
        word = WORD.match(text, at) if seam is not None else None
        if word is None:
            return None
        if not final and word.end() == len(text) and any(known.startswith(word[0]) for known in self.forms):
            return WAIT
        seen = [form.match(text, start, final=final) for form in self.forms.get(word[0], ())]
        if WAIT not in seen and any(seen) and self.initial == "M" and text[start + 1 : start + 2] == ".":
            titled = is_monsieur(text, start, word.end(), final=final)
            if titled:
                return None if titled is True else WAIT
        if WAIT in seen:
            return WAIT
        found = [one for one in seen if isinstance(one, Found)]
        longest = [one for one in found if one.end == max(other.end for other in found)]
        return longest[0] if len({one.text for one in longest}) == 1 else None


@lru_cache(maxsize=64)
def initial_before(initials: tuple[str, ...], heads: str) -> re.Pattern[str]:
    """What finds one of ``initials`` (group 1) before a word (group 2) that starts with one of ``heads``."""
    return re.compile(
        rf"([{''.join(map(re.escape, initials))}]){INITIAL_SEAM.pattern}(?=([{re.escape(heads)}][^\W_]*))"
    )


def runs_of_words(name: str) -> Iterator[str]:
    """The words of a name, as written, in capitals and as initials, each up to the first mark that combines."""
    for word in WORD.findall(name):
        for cased in (word, word.upper(), word[:1], word[:1].upper()):
            run = _RUN.match(cased)
            if run is not None:
                yield run[0]


def initials_of(name: str) -> set[str]:
    """The initials that a name of several words may be written with, and perhaps more."""
    words = name.split()
    if len(words) < 2:
        return set()
    if not name.isascii() or not name.replace(" ", "").isalpha():
        words = split_words(name)[0]
    initials = {word[0] for word in words[:-1]}
    return initials | {initial.upper() for initial in initials}


def initialed(entry: int, issued: Issued) -> Iterator[WordsForm]:
    """``J. Johnson`` for ``Jane Johnson``: the first word by its initial."""
    words, between = split_words(issued.surrogate)
    write, joints = split_words(issued.original)
    while len(words) > 2 and words[0] == (write or [""])[0]:  # a title stays as it is
        words, between, write, joints = words[1:], between[1:], write[1:], joints[1:]
    if len(words) < 2 or len(words) != len(write) or len(words[0]) < 2:
        return
    double = between[0] in _HYPHENS and len(words) > 2  # Anne-Marie Costa is A. Costa as well
    if not between[0].isspace() and not double:
        return
    if len(write[0]) < 2 or list(map(seam_of, between)) != list(map(seam_of, joints)):
        return
    for case in (str, str.upper):
        initial, theirs = case(words[0][:1]), case(write[0][:1])
        for short, shorter in ((words[-1:], write[-1:]), (words[1:], write[1:])):
            if len(short) == 1 or (len(words) > 2 and not double):
                seams = (INITIAL_SEAM, *map(seam_of, between[1:] if len(short) > 1 else ()))
                yield _initialed_form(entry, (initial, *map(case, short)), (theirs, *map(case, shorter)), seams)
        if len(words) > 2 and not double:
            firsts, others = ([case(word[:1]) for word in name[:-1]] for name in (words, write))
            spelled, written = (*firsts, case(words[-1])), (*others, case(write[-1]))
            yield _initialed_form(entry, spelled, written, (INITIAL_SEAM,) * len(firsts))


def half_initialed(entry: int, issued: Issued) -> Iterator[WordsForm]:
    """``Jane J.``, ``Johnson, J.``, ``Johnson J.`` for ``Jane Johnson``: one word by its initial, with a dot."""
    name, other = _untitled(issued.surrogate.split(), issued.original.split())
    if len(name) < 2 or len(name) != len(other) or not all(word[:1].isalpha() for word in (*name, *other)):
        return
    for case in (str, str.upper):
        (first, last), (ours, theirs) = ((case(words[0]), case(words[-1])) for words in (name, other))
        if min(map(len, (first, last, ours, theirs))) < 2 or "." in first + last + ours + theirs:
            return
        yield from _shortened(entry, (first, f"{last[0]}."), (ours, f"{theirs[0]}."), (seam_of(" "),))
        yield from _shortened(entry, (last, f"{first[0]}."), (theirs, f"{ours[0]}."), (COMMA_SEAM,))
        if len(name) == 3:
            middle, inner = case(name[1][0]), case(other[1][0])
            pair = (last, f"{first[0]}.", f"{middle}."), (theirs, f"{ours[0]}.", f"{inner}.")
            yield from _shortened(entry, *pair, (COMMA_SEAM, NO_SEAM))


def _untitled(name: list[str], other: list[str]) -> tuple[list[str], list[str]]:
    """Two names without the titles that both start with."""
    while len(name) > 2 and len(other) > 2 and name[0] == other[0]:
        name, other = name[1:], other[1:]
    return name, other


def _shortened(
    entry: int, spelled: tuple[str, ...], written: tuple[str, ...], seams: tuple[re.Pattern[str], ...]
) -> Iterator[WordsForm]:
    """The form of a name of which the first word is in full; that may be of several parts: ``Anne-Marie C.``."""
    words, between = split_words(spelled[0])
    write, joints = split_words(written[0])
    if "".join(map(str.__add__, words, [*between, ""])) != spelled[0] or len(words) != len(write) or between != joints:
        return
    inner = tuple(map(seam_of, between))
    yield _initialed_form(entry, (*words, *spelled[1:]), (*write, *written[1:]), (*inner, *seams))


def _initialed_form(
    entry: int, spelled: tuple[str, ...], written: tuple[str, ...], seams: tuple[re.Pattern[str], ...]
) -> WordsForm:
    return WordsForm(spelled, seams, "initials", entry, written, (None,) * len(seams), base=False)


def last_first(surrogate: str, original: str) -> tuple[str, str] | None:
    """``Johnson, Jane D.`` for ``Jane D. Johnson``: a name with an initial in it, its last word first.

    A name without one needs no such form: each of its words is known by itself.
    """
    turned = []
    for name in (surrogate, original):
        words, between = split_words(name)
        if len(words) < 3 or name != "".join(map(str.__add__, words, [*between, ""])):
            return None
        first = "".join(map(str.__add__, words[:-1], [*between[:-1], ""]))
        turned.append((words, f"{words[-1]}, {first}"))
    (words, theirs), (others, ours) = turned
    inner = [word for name in (words, others) for word in name[1:-1]]
    return (theirs, ours) if len(words) == len(others) and any(len(word) == 1 for word in inner) else None


_NEXT_WORD: Final = r"[ \u00a0]([A-Z][a-z]{1,23})(?![\w'\u2019-])"
_WORDS_AHEAD: Final = lazily(rf"(?:[ \u00a0][A-Z]\.?)?{_NEXT_WORD}(?:{_NEXT_WORD})?")
_ARRIVING: Final = lazily(r"[ \u00a0]?(?:[A-Z][a-z]{0,23}['\u2019.-]?[ \u00a0]?){0,3}\Z")
_WORD_BEHIND: Final = lazily(r"(?<![\w'\u2019-])([A-Z][a-z]{3,23})(?:[ \u00a0][A-Z]\.?)?[ \u00a0]\Z")
_BEFORE_INITIAL: Final = lazily(r"(?<![\w'\u2019-])([^\W\d_]{2,24})[ \u00a0]\Z")
_INITIAL: Final = lazily(r"[^\W\d_](?![^\W\d_])")
_AFTER_INITIAL: Final = lazily(r"[ \u00a0]([^\W\d_]{2,24})")
_COMING: Final = lazily(r"(?:[ \u00a0][^\W\d_]{0,24})?\Z")
_MIDDLE: Final = "a middle initial, which stands for no name that was issued"
_ANOTHER: Final = "part of a name beside one that was not issued"


def _is_foreign(other: re.Match[str], names: frozenset[str]) -> bool:
    """Whether the words behind a given name make it that of somebody else: ``Martin Luther King``."""
    word, further = other[1], other[2]
    if word.lower() in names:
        return False
    if may_be_surname(word) or (is_given(word) and not is_everyday(word)):
        return True
    return bool(is_given(word) and further and further.lower() not in names and is_listed(further))


def beside_another(text: str, found: Found, given: bool, names: frozenset[str], *, final: bool) -> str | Wait:  # noqa: FBT001
    """Why one word of a name is left: a surname behind it, or a given name before it, that nobody was given."""
    if given:
        if not final and _ARRIVING.match(text, found.end):
            return WAIT
        ahead = _WORDS_AHEAD.match(text, found.end)
        return _ANOTHER if ahead is not None and _is_foreign(ahead, names) else ""
    other = _WORD_BEHIND.search(text, max(0, found.start - 29), found.start)
    is_foreign = other is not None and is_given(other[1]) and not is_everyday(other[1])
    return _ANOTHER if other is not None and is_foreign and other[1].lower() not in names else ""


def middle_initial(text: str, found: Found, names: frozenset[str], *, final: bool) -> str | Wait:
    """Why an initial is left: the name that it would stand for is there in full, ``Jade J. Ojqemurkie``."""
    if _INITIAL.match(text, found.start):
        behind = text[max(0, found.start - 64) : found.start]
        before = _BEFORE_INITIAL.search(behind)
        middle = before is not None and before[1].lower() in names and before[1][0].isupper()
        return _MIDDLE if middle and not is_introduced(behind) else ""
    if text[found.end - 1] != ".":
        return ""
    if not final and _COMING.match(text, found.end):
        return WAIT
    after = _AFTER_INITIAL.match(text, found.end)
    return _MIDDLE if after is not None and after[1].lower() in names and after[1][0].isupper() else ""
