"""People and towns that the names of fields announce, whatever the values look like.

A field such as ``nachname`` holds a name, and nothing else. One such as ``name`` may hold the name of anything: it
holds a person's where another field of the same record or table says that it is about a person.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from privacy_chains.detect.patterns.cells import Cell
from privacy_chains.detect.patterns.labels import type_of_label
from privacy_chains.detect.patterns.openings import Opening
from privacy_chains.detect.patterns.reading import FoundValue
from privacy_chains.language.lexicon import word_set
from privacy_chains.language.patterns import worded
from privacy_chains.lazy import lazily

__all__ = [
    "NAME",
    "OPENINGS",
    "TOWN",
    "codes_in_records",
    "holds_words",
    "is_about_people",
    "is_number",
    "names_in_records",
    "towns_in_records",
]

NAME, TOWN = "Name", "birthplace"
"""The labels behind which a name and a town are found."""
_GAP = r"[\s_\-]{0,2}"
_START = r"(?<![^\W_])"
_NAMES = worded(rf"{_START}{{name_field}}\Z", gap=_GAP)
_MAY_NAME = worded(rf"{_START}{{name_label}}\Z", gap=_GAP)
_HOME = worded(rf"{_START}(?:{{home_field}}|{{birthplace}})\Z", gap=_GAP)
_TOWN = worded(rf"{_START}{{town_label}}\Z", gap=_GAP)
_ABOUT_PEOPLE = worded(rf"{_START}(?:{{name_field}}|{{birth_label}}|{{home_field}}|{{age_noun}})\Z", gap=_GAP)
OPENINGS = (Opening(_NAMES), Opening(_MAY_NAME), Opening(_HOME), Opening(_TOWN))
"""The first letters of what announces something."""
_CAPITAL = lazily(r"[^\W\d_a-z]")
_CALLED = worded(r"(?P<what>[^\W\d_]{2,24}?)[ \-]?{number_label}\.?\Z")
"""``Krankenkasse Nr``, ``zorgnummer``: what a number is the number of."""
_CODE = lazily(
    r"(?=(?:[^0-9]*[0-9]){5})(?=[^A-Za-z]*[A-Za-z]|(?:[^0-9]*[0-9]){6})"
    r"[A-Za-z0-9]{1,16}(?:[ ./\-][A-Za-z0-9]{1,16}){0,6}"
)
"""Five digits and a letter, or six, in groups: no page has such a number."""
_DIGITS_OF_CODE = 5
_REACH = 240
"""How far apart two fields of a record may stand."""


def holds_words(head: str) -> bool:
    """Whether a field may hold a name or a town, of which no digit tells."""
    small = head.lower()
    return any(pattern.search(small) for pattern in (_NAMES, _MAY_NAME, _HOME, _TOWN))


def is_about_people(head: str) -> bool:
    """Whether a record that has such a field is about people."""
    return _ABOUT_PEOPLE.search(head.lower()) is not None


def is_number(head: str) -> bool:
    """Whether a field is called the number of something that has no number for a name: ``zorgnummer``, no page."""
    called = _CALLED.search(head.lower())
    return called is not None and called["what"] not in word_set("numbered_thing")


def codes_in_records(text: str, fields: Sequence[tuple[str, Cell]]) -> Iterator[FoundValue]:
    """Identifiers that are whole cells: what is called a number, or has a label, and is written like a code.

    A head that holds a code itself labels nothing: ``My policy number is MTR/77120934``.
    """
    for head, cell in fields:
        if _CODE.fullmatch(text, *cell) and sum(map(str.isdigit, head)) < _DIGITS_OF_CODE:
            kind = type_of_label(head)
            if kind == "ID_NUMBER" or (kind is None and is_number(head)):
                yield FoundValue(*cell, "ID_NUMBER", 0.5)


def names_in_records(text: str, fields: Sequence[tuple[str, Cell]]) -> Iterator[tuple[str, Cell]]:
    """The cells of fields that hold names of people, behind the label that says so.

    Args:
        text: The text.
        fields: Its fields, by where their cells stand.
    """
    return _announced(text, fields, NAME, _NAMES, _MAY_NAME)


def towns_in_records(text: str, fields: Sequence[tuple[str, Cell]]) -> Iterator[tuple[str, Cell]]:
    """The same of towns where people live, listed or not."""
    return _announced(text, fields, TOWN, _HOME, _TOWN)


def _announced(
    text: str,
    fields: Sequence[tuple[str, Cell]],
    label: str,
    surely: re.Pattern[str],
    of_people: re.Pattern[str],
) -> Iterator[tuple[str, Cell]]:
    """The cells that one expression announces, and near fields about people those that the other does."""
    about = [cell.start for head, cell in fields if is_about_people(head)]
    for head, cell in fields:
        if _CAPITAL.match(text, cell.start) is None:
            continue
        small = head.lower()
        if surely.search(small) or (_is_near(cell.start, about) and of_people.search(small)):
            yield label, cell


def _is_near(start: int, others: Sequence[int]) -> bool:
    """Whether another field stands near the one that begins at a place."""
    return bisect_right(others, start + _REACH) > bisect_left(others, start - _REACH)
