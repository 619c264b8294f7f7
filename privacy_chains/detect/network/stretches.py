"""How a text is cut for a network that reads a window at a time.

A text becomes blocks, so that memory stays bounded; a block becomes stretches, which are read by themselves; a stretch
that is longer than a window is read in windows that overlap.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import pairwise
from math import ceil

__all__ = ["WINDOW", "blocks", "stretches", "windows"]

WINDOW = 126
"""The pieces of a window, beside its two special ones."""

_STRIDE = 94  # neighbours share a quarter of a window
_EDGE = (WINDOW - _STRIDE) // 2
_FEWEST = 64  # pieces of paragraphs that are read by themselves
_SENTENCE_COSTS = 24  # pieces by which the end of a line may be farther off than that of a sentence, to cut there
_FULL_STOPS = ".!?"
_FULL_WORD = 4  # letters of a word that is no abbreviation
_BLOCK = 8_192  # code points


def blocks(text: str) -> Iterator[tuple[int, int]]:
    """The text in stretches that end at a line break, a sentence or a space, where there is one."""
    start = 0
    while len(text) - start > _BLOCK:
        middle = start + _BLOCK // 2
        end = start + _BLOCK
        line = text.rfind("\n", middle, end) + 1
        cut = line or text.rfind(". ", middle, end) + 1 or text.rfind(" ", middle, end) + 1 or end
        yield start, cut
        start = cut
    if start < len(text):
        yield start, len(text)


def stretches(text: str, offsets: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """First and last piece of the stretches of a text, half-open: paragraphs, and equal parts of longer ones.

    Parts end with a line or a sentence. Where there is no such end a part is longer than a window, and is read in
    windows that overlap.
    """
    ends: list[tuple[int, _End]] = []
    start = 0
    for index, ((_, before), (begin, _)) in enumerate(pairwise(offsets), 1):
        end = _end(text, before, begin) if begin > before else None
        if end is _End.PARAGRAPH and index - start >= _FEWEST:
            yield from _parts(start, index, ends)
            start, ends = index, []
        elif end:
            ends.append((index, end))
    if start < len(offsets):
        yield from _parts(start, len(offsets), ends)


def _parts(start: int, end: int, ends: Sequence[tuple[int, _End]]) -> Iterator[tuple[int, int]]:
    """A paragraph in as few parts as fit into windows, each cut near its share, where a line or a sentence ends."""
    while end - start > WINDOW:
        share = start + (end - start) / ceil((end - start) / WINDOW)
        near = [
            (abs(cut - share) + (_SENTENCE_COSTS if kind is _End.SENTENCE else 0), cut)
            for cut, kind in ends
            if start < cut <= start + WINDOW
        ]
        cut = min(near)[1] if near else next((cut for cut, _ in ends if cut > start), end)
        yield start, cut
        start = cut
    if start < end:
        yield start, end


class _End(Enum):
    """What ends in a gap between two words."""

    SENTENCE = 1
    LINE = 2
    PARAGRAPH = 3


def _end(text: str, start: int, end: int) -> _End | None:
    """What ends in the gap from ``start`` to ``end``; short words with a full stop may be abbreviations."""
    last = text[start - 1]
    if last not in _FULL_STOPS and text[start:end] == " ":
        return None  # most gaps are such
    breaks = text.count("\n", start, end)
    if breaks:
        return _End.PARAGRAPH if breaks > 1 else _End.LINE
    full = last in "!?" or (last == "." and start > _FULL_WORD and text[start - 1 - _FULL_WORD : start - 1].isalpha())
    return _End.SENTENCE if full and not text[end].islower() else None


def windows(count: int) -> Iterator[tuple[int, int]]:
    """Where the windows over ``count`` pieces begin, and how many at the edge of each the one before reads better.

    Every piece is in a window, and the last window ends with the last piece.
    """
    for start in range(0, count - WINDOW, _STRIDE):
        yield start, _EDGE if start else 0
    if count:
        yield max(0, count - WINDOW), _EDGE if count > WINDOW else 0
