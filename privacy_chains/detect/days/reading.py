"""The dates of a text as the network reads them: with a stand-in in the place of each, in a window."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import NamedTuple

from privacy_chains.contract.spans import Span
from privacy_chains.detect.days.traits import DATE, Company
from privacy_chains.detect.network.graph import FOLDER, Places, States, network_of
from privacy_chains.detect.network.stand_ins import Canonical
from privacy_chains.detect.network.stretches import blocks

__all__ = ["DateWindow", "WindowDate", "windows_of"]


class WindowDate(NamedTuple):
    """A date of a window.

    Attributes:
        first: Its first piece.
        last: The one behind its last piece.
        span: Where it stands in the text.
        traits: What is known of it.
    """

    first: int
    last: int
    span: Span
    traits: tuple[str, ...]


class DateWindow(NamedTuple):
    """A window of text with the dates to judge in it.

    Attributes:
        text: What is read.
        pieces: How many word pieces that is.
        states: Gives what the network makes of them, shape (pieces, width).
        dates: The dates.
    """

    text: str
    pieces: int
    states: States
    dates: Sequence[WindowDate]


def windows_of(text: str, spans: Sequence[Span]) -> Iterator[DateWindow]:
    """The windows around the dates of a text. Windows overlap: a date may be in two.

    Every date reads the same, as every other value of its type does: what it is taken for hangs on no day.

    Args:
        text: The text.
        spans: What was found in it, dates included, disjoint and in reading order.
    """
    canonical, company = Canonical(text, spans), Company(text, spans)
    dates = [(at, span) for at, span in zip(canonical.values, spans, strict=True) if span.entity_type == DATE]
    for start, end in blocks(canonical.text):
        inside = [
            ((first - start, last - start), span) for (first, last), span in dates if start <= first and last <= end
        ]
        places = [place for place, _ in inside]
        block = canonical.text[start:end]
        for shown, offsets, states in network_of(FOLDER).windows_around(block, places) if places else ():
            found = [
                WindowDate(*pieces, span, company.traits(span))
                for place, span in inside
                if (pieces := _pieces_of(offsets, place)) is not None
            ]
            yield DateWindow(shown, len(offsets), states, found)


def _pieces_of(offsets: Places, place: tuple[int, int]) -> tuple[int, int] | None:
    """The first piece of a place and the one behind its last; None where it is not whole in a window."""
    first = bisect_right(offsets, place[0], key=itemgetter(1))
    last = bisect_left(offsets, place[1], key=itemgetter(0))
    whole = first < last and offsets[first][0] <= place[0] and place[1] <= offsets[last - 1][1]
    return (first, last) if whole else None
