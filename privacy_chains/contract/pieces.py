"""A text cut into pieces at its highlights: what a page, a terminal or a notebook writes one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

__all__ = ["TextPiece", "cut"]


class TextPiece(NamedTuple):
    """A stretch of a text.

    Attributes:
        text: The stretch; all pieces of a text, one after the other, are the text.
        highlight: The number of the highlight that it is; None between highlights.
    """

    text: str
    highlight: int | None = None

    def __repr__(self) -> str:
        return f"TextPiece({len(self.text)}, highlight={self.highlight})"


def cut(text: str, places: Iterable[tuple[int, int, int]]) -> tuple[TextPiece, ...]:
    """The pieces of a text; none is empty.

    Args:
        text: Any text.
        places: Start, end and number of each highlight, disjoint and in reading order.
    """
    return tuple(piece for piece in _pieces(text, places) if piece.text)


def _pieces(text: str, places: Iterable[tuple[int, int, int]]) -> Iterator[TextPiece]:
    position = 0
    for start, end, number in places:
        yield TextPiece(text[position:start])
        yield TextPiece(text[start:end], number)
        position = end
    yield TextPiece(text[position:])
