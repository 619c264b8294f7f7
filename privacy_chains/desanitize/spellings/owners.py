"""Owners: whose age a released age is, as far as the sanitized texts say; read beside that person's name alone.

``- Pike, 36`` or a row ``<td>Pike</td><td>36</td>`` has no word for an age. It is recognized because the request itself
gave this age to this person.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from privacy_chains.desanitize.spellings.word_forms import strip_marks
from privacy_chains.language.patterns import worded
from privacy_chains.lazy import lazily

if TYPE_CHECKING:
    from privacy_chains.desanitize.issued import Issued
    from privacy_chains.desanitize.spellings.source_texts import Source

__all__ = ["TIED", "Owner", "full_names", "is_owned", "named_beside", "owners", "subject_before"]

Owner = frozenset[str]
"""The words of a person's surrogate, folded."""
TIED: Final = "beside the name of the person who has it"
_WORDS: Final = lazily(r"[^\W\d_]+")
_ENDS: Final = lazily(r"[.!?]\s+(?=[A-Z\W])|\n")
_FIGURES: Final = lazily(r"[0-9]+")
_PIECE: Final = lazily(r"[^\W\d_]+|[.!?;\n0-9]")
_TITLED: Final = worded(r"\b(?:(?i:{pointed_title})|[A-Z])\.")
_REACH: Final = 120
_SAID: Final = r"(?:{said_of_age}[ \u00a0]?:?[ \u00a0]?){1,3}"
_BETWEEN: Final = worded(
    r"[*_`\"'\u201d\u2019)\]]{0,4}"
    r"(?:[ \u00a0]?[,:;|][ \u00a0]?|\t|[ \u00a0][-\u2013\u2014=][ \u00a0]|[ \u00a0]?=>[ \u00a0]?|[ \u00a0]\\?&[ \u00a0]"
    rf"|\s?(?:</?\w{{1,8}}[^<>]{{0,40}}>\s{{0,8}}){{1,4}}|,?[ \u00a0](?={_SAID}))"
    rf"(?:{_SAID})?[*_`\"'\u201c\u2018(\[]{{0,3}}\Z"
)
"""What stands between a name and an age: a comma, the border of a cell, ``now``."""
_BEHIND: Final = worded(
    r"[*_`\"'\u201d\u2019)\]]{0,2}[ \u00a0]?"
    r"(?:\Z|[\n,;|)\]}<\t]|\.(?!\d)|\\\\|[\u2013\u2014]|-[ \u00a0]|(?:{and|or}|&)[ \u00a0](?!\d))"
)
"""What stands behind an age of which nothing is counted."""
_NAME: Final = lazily(r"(?:[^\W\d_]{1,40}(?:['\u2019-]|\.?[ \u00a0])){0,4}[^\W\d_]{1,40}\Z")


def folded(text: str) -> list[str]:
    """The words of a name, without marks and letter case."""
    return [strip_marks(word).casefold() for word in _WORDS.findall(text)]


def full_names(issued: Iterable[Issued]) -> list[Owner]:
    """The names of people in full."""
    names = (folded(item.surrogate) for item in issued if item.entity_type == "PERSON")
    return [frozenset(words) for words in names if len(words) > 1]


def owners(source: Source, issued: Sequence[Issued], full: Sequence[Owner]) -> Iterator[tuple[int | str, Owner]]:
    """The entry of each age in a sanitized text, and the nearest person: before it, where the text names people first.

    An age that was released unchanged has no entry, and is identified by its figures. It is looked for within a
    sentence or a line; where nobody is named in it, it is the last person before.
    """
    people: list[tuple[int, Owner]] = []
    ages: list[tuple[int, int | str]] = [
        (start, _FIGURES.search(source.text, start, end)[0])  # type: ignore[index]
        for start, end in source.same_ages
        if _FIGURES.search(source.text, start, end)
    ]
    for start in source.starts:
        end, entry, _ = source.spans[start]
        kind = "" if entry is None else issued[entry].entity_type
        if kind == "PERSON":
            people.append((start, _in_full(frozenset(folded(source.text[start:end])), full)))
        elif kind == "AGE" and entry is not None:
            ages.append((start, entry))
    ages.sort(key=lambda age: age[0])
    ends = [0, *(found.end() for found in _ENDS.finditer(source.text)), len(source.text)] if ages and people else []
    for low, high in pairwise(ends):
        yield from _tied([age for age in ages if low <= age[0] < high], people, low, high)


def _tied(
    ages: list[tuple[int, int | str]], people: list[tuple[int, Owner]], low: int, high: int
) -> Iterator[tuple[int | str, Owner]]:
    """The ages of one sentence, each with its owner."""
    near = [(start, owner) for start, owner in people if low <= start < high]
    ahead = bool(ages and near) and ages[0][0] < near[0][0]
    for start, entry in ages:
        before = [owner for place, owner in near or people if place < start]
        behind = [owner for place, owner in near if place > start]
        if ahead and behind:
            yield entry, behind[0]
        elif before:
            yield entry, before[-1]


def _in_full(words: Owner, full: Sequence[Owner]) -> Owner:
    """A person of whom some words are named, in full where it can be one only."""
    known = {name for name in full if words < name}
    return known.pop() if len(known) == 1 else words


def named_beside(text: str, start: int, end: int) -> list[str]:
    """The words right before a bare number that may be somebody's name, folded; none where it counts something."""
    behind = text[max(0, start - _REACH) : start]
    between = _BETWEEN.search(behind) if _BEHIND.match(text, end) else None
    name = _NAME.search(behind, 0, between.start()) if between else None
    return folded(name[0]) if name else []


def subject_before(text: str, start: int, people: frozenset[str]) -> list[str]:
    """The words of the last name before an age, folded: in its sentence, with no other number in between."""
    words: list[str] = []
    behind = _TITLED.sub(lambda title: title[0][:-1], text[max(0, start - _REACH) : start])
    for piece in reversed(_PIECE.findall(behind)):
        word = strip_marks(piece).casefold()
        if word in people or (words and len(word) == 1 and piece.isupper()):
            words.append(word)
        elif words or not piece[0].isalpha():
            break
    return words[::-1]


def is_owned(named: Sequence[str], people: frozenset[str], known: Iterable[Owner]) -> bool:
    """Whether the last of some words are those of one of the owners, and of nobody else.

    Args:
        named: The words.
        people: The words of all people.
        known: The owners.
    """
    words: list[str] = []
    for word in reversed(named):
        if word not in people and len(word) > 1:
            break
        words.append(word)
    whole = {word for word in words if len(word) > 1}
    initials = {word for word in words if len(word) == 1}
    return bool(whole) and any(whole <= owner and initials <= {word[0] for word in owner} for owner in known)
