"""Addresses and towns in the United States, told by the code of a state and a ZIP code behind them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from privacy_chains.detect.patterns.ids import ZIP_VALUE
from privacy_chains.detect.patterns.numerals import AFTER_ID, any_of
from privacy_chains.detect.patterns.reading import FoundValue, ValueReading
from privacy_chains.formats.places import is_listed, us_state_codes
from privacy_chains.lazy import lazily

__all__ = ["find_addresses", "towns_in"]

_REACH = 128
"""Code points before the code of a state within which an address begins."""
_MOST_WORDS = 4

_ZIP = lazily(rf"{ZIP_VALUE}{AFTER_ID}")
_FIVE = lazily(r"[0-9](?<=[A-Z][A-Z][ \u00a0].)[0-9]{4}(?![0-9])")  # a digit first: the search then looks for one
_STATE = lazily(r"(?<![^\s,])[A-Z]{2}[ \u00a0]{1,2}\Z")
_REST = r"[\w'\u2019.\-]*"
_WORD = rf"[A-Z]{_REST}"
_DIRECTION = r"(?:[NSEW]|[NS][EW])\b\.?"
_KIND = any_of(
    "postal_kind",
    any_case=True,
)
_UNIT = rf"{any_of('postal_unit', any_case=True)}\.? #?|#"
# A capital or a digit first: the search then looks for one.
_TOWN = lazily(rf"[A-Z](?<![\w.][A-Z]){_REST}(?: {_WORD}){{0,{_MOST_WORDS - 1}}}(?=,? \Z)")
_ADDRESS = lazily(
    rf"[1-9](?<![\w.,/#$\u20ac\u00a3\-][1-9])[0-9]{{0,5}}[A-Za-z]?(?: {_DIRECTION})?"
    rf"(?: (?:{_WORD}|[1-9][0-9]{{0,3}}(?:st|nd|rd|th))){{1,{_MOST_WORDS}}}? {_KIND}\b\.?(?: {_DIRECTION})?"
    rf"(?:,? (?:{_UNIT})[A-Za-z0-9\-]{{1,6}})?(?:,? ?\r?\n[ \t]*|, ?)"
    rf"{_WORD}(?: [\w'\u2019.\-]+){{0,{_MOST_WORDS - 1}}},? \Z"
)


def find_addresses(reading: ValueReading) -> Iterator[FoundValue]:
    """Addresses that end with a state and a ZIP code; where no street stands before them, the listed town and state."""
    for number in reading.five_digits:
        yield from _before_code(reading.text, number)


def towns_in(text: str) -> Iterator[tuple[int, int]]:
    """Where the listed towns stand before a state and a ZIP code, with no street: whatever they are, they name nobody.

    A town may be a surname as well (Trenton), and its surrogate another that is none, or the other way round.
    """
    for number in _FIVE.finditer(text):
        yield from ((found.start, found.end) for found in [*_before_code(text, number.start())][:-1])


def _before_code(text: str, number: int) -> Iterator[FoundValue]:
    """What five digits end: an address, or a town and then its state."""
    state = _STATE.search(text, max(0, number - 4), number)
    code = _ZIP.match(text, number) if state and state[0][:2] in us_state_codes() else None
    if not state or not code:
        return
    start = max(0, state.start() - _REACH)
    address = _ADDRESS.search(text, start, state.start())
    if address:
        yield FoundValue(address.start(), code.end(), "STREET_ADDRESS", 0.9)
    elif town := _town(text, start, state.start()):
        yield FoundValue(*town, "LOCATION", 0.9)
        yield FoundValue(state.start(), state.start() + 2, "LOCATION", 0.9)


def _town(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Where the longest listed name stands that ends before ``end``."""
    words = _TOWN.search(text, max(start, text.rfind("\n", start, end) + 1), end)
    if not words:
        return None
    starts = [words.start(), *(words.start() + space.end() for space in re.finditer(" ", words[0]))]
    return next(((at, words.end()) for at in starts if is_listed(text[at : words.end()])), None)
