"""Values made of other values: an address of a mailbox, a URL, a street address."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

from privacy_chains.errors import FormatError
from privacy_chains.formats.base import Format, Part

__all__ = ["Composite", "Segment"]


class Segment(NamedTuple):
    """A stretch of the text and the format of what stands there."""

    start: int
    end: int
    format: Format


class Composite(Format):
    """Enciphers some stretches of a text, each by its own format, and keeps what lies between them."""

    @abstractmethod
    def segments(self, text: str) -> list[Segment]:
        """The stretches to encipher, disjoint and in reading order.

        They are found from what a surrogate keeps, so that a surrogate has the same ones.

        Raises:
            FormatError: ``text`` is not a member.
        """

    def split(self, text: str) -> tuple[Part, ...]:
        parts = tuple(part for start, end, inner in self.segments(text) for part in inner.split(text[start:end]))
        if not parts:
            msg = "the value holds nothing to encipher"
            raise FormatError(msg)
        return parts

    def join(self, text: str, ranks: Sequence[int]) -> str:
        pieces: list[str] = []
        position = used = 0
        for start, end, inner in self.segments(text):
            old = text[start:end]
            count = len(inner.split(old))
            pieces += (text[position:start], inner.join(old, ranks[used : used + count]))
            position, used = end, used + count
        return "".join((*pieces, text[position:]))
