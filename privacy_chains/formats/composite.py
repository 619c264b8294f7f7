"""Values made of other values: e-mail addresses, URLs, street addresses."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

from privacy_chains.errors import FormatError
from privacy_chains.formats.base import Format, OneLook, Part, Write

__all__ = ["Composite", "Segment"]


class Segment(NamedTuple):
    """A part of the text, with its format."""

    start: int
    end: int
    format: Format


class Composite(OneLook):
    """Enciphers some parts of a text, each with its own format, and keeps everything between them."""

    @abstractmethod
    def segments(self, text: str) -> list[Segment]:
        """The parts to encipher, disjoint and in reading order.

        They are found from what a surrogate keeps, so a surrogate has the same parts.

        Raises:
            FormatError: ``text`` is not a member.
        """

    def read(self, text: str) -> tuple[tuple[Part, ...], Write]:
        inner = [(start, end, *fmt.read(text[start:end])) for start, end, fmt in self.segments(text)]
        parts = tuple([part for _, _, found, _ in inner for part in found])
        if not parts:
            msg = "the value holds nothing to encipher"
            raise FormatError(msg)

        def write(ranks: Sequence[int]) -> str:
            pieces: list[str] = []
            position = used = 0
            for start, end, found, write_segment in inner:
                pieces += (text[position:start], write_segment(ranks[used : used + len(found)]))
                position, used = end, used + len(found)
            return "".join((*pieces, text[position:]))

        return parts, write
