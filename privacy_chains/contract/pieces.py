"""A text cut into pieces at its marks: what a page, a terminal or a notebook writes one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

__all__ = ["Piece", "cut"]


class Piece(NamedTuple):
    """A stretch of a text.

    Attributes:
        text: The stretch; all pieces of a text, one after the other, are the text.
        mark: The number of the mark that it is; None between marks.
    """

    text: str
    mark: int | None = None

    def __repr__(self) -> str:
        return f"Piece({len(self.text)}, mark={self.mark})"


def cut(text: str, places: Iterable[tuple[int, int, int]]) -> tuple[Piece, ...]:
    """The pieces of a text; none is empty.

    Args:
        text: Any text.
        places: Start, end and number of each mark, disjoint and in reading order.
    """
    return tuple(piece for piece in _pieces(text, places) if piece.text)


def _pieces(text: str, places: Iterable[tuple[int, int, int]]) -> Iterator[Piece]:
    position = 0
    for start, end, number in places:
        yield Piece(text[position:start])
        yield Piece(text[start:end], number)
        position = end
    yield Piece(text[position:])
