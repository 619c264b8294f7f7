"""The numbers and codes of a text as the network reads them: with their pieces, in a window."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import NamedTuple

from privacy_chains.contract.spans import Span
from privacy_chains.detect.network.graph import FOLDER, Places, States, network_of, within
from privacy_chains.detect.network.stand_ins import Canonical
from privacy_chains.detect.network.stretches import blocks
from privacy_chains.detect.quantities.candidates import Candidate, candidates

__all__ = ["Window", "WindowNumber", "windows_of"]


class WindowNumber(NamedTuple):
    """A number of a window, and where it stands in the text.

    Attributes:
        first: Its first piece in the window.
        last: The piece after its last one.
        start: First code point in the text.
        end: One past its last digit.
        stop: One past its magnitude.
        traits: Properties of its spelling.
        may_be: The types that can be spelled like this.
    """

    first: int
    last: int
    start: int
    end: int
    stop: int
    traits: tuple[str, ...]
    may_be: frozenset[str]


class Window(NamedTuple):
    """A window of text with the numbers to judge in it.

    Attributes:
        text: What is read.
        pieces: The number of its word pieces.
        states: Returns the network's states of the pieces, shape (pieces, width).
        numbers: The numbers.
    """

    text: str
    pieces: int
    states: States
    numbers: Sequence[WindowNumber]


def windows_of(text: str, spans: Sequence[Span]) -> Iterator[Window]:
    """The windows around the numbers outside the spans. Windows overlap: a number may be in two.

    The text is read with stand-ins for the spans, so that the judgement of a number does not depend on their values.

    Args:
        text: The text.
        spans: What was found in it, disjoint and in reading order.
    """
    canonical = Canonical(text, spans)
    for start, end in blocks(canonical.text):
        block, values = canonical.text[start:end], within(canonical.values, start, end)
        free = [one for one in candidates(block) if not _touches(values, one)]
        places = [(one.start, one.stop) for one in free]
        for shown, offsets, states in network_of(FOLDER).windows_around(block, places) if places else ():
            yield Window(shown, len(offsets), states, list(_numbers(canonical, start, free, offsets)))


def _touches(values: Places, one: Candidate) -> bool:
    first = bisect_right(values, one.start, key=itemgetter(1))
    return first < len(values) and values[first][0] < one.stop


def _numbers(canonical: Canonical, start: int, free: Sequence[Candidate], offsets: Places) -> Iterator[WindowNumber]:
    """The candidates that are whole in a window."""
    for one in free:
        first = bisect_right(offsets, one.start, key=itemgetter(1))
        last = bisect_left(offsets, one.end, key=itemgetter(0))
        if first < last and offsets[first][0] <= one.start and one.end <= offsets[last - 1][1]:
            begin, _ = canonical.original(one.start + start, one.start + start + 1)
            end, stop = begin + one.end - one.start, begin + one.stop - one.start
            yield WindowNumber(first, last, begin, end, stop, one.traits, one.may_be)
