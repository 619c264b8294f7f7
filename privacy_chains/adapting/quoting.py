"""Finding in a stored text what a splitter took from it: chunks, and quotations beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from privacy_chains.contract.conversation import Leaf
from privacy_chains.contract.records import Marked, Place
from privacy_chains.errors import MarkError

__all__ = ["Quotations"]

_Stretch = tuple[int, int]


class Quotations:
    """Finds what a splitter took from one text.

    Args:
        text: The text as it is stored, with what reads it back.
    """

    def __init__(self, text: Marked) -> None:
        self._text = text
        self._stored = str(text.stored)
        self._held = _letters(self._stored)
        self._letters = "".join(self._stored[at] for at in self._held)

    def chunks(self, chunks: Sequence[str]) -> Iterator[_Stretch]:
        """Where chunks begin and end, one after the other.

        A splitter that makes chunks of several sizes starts again for each size.

        Raises:
            MarkError: A chunk is not part of the text, or its values are ambiguous.
        """
        last = (-1, 0)
        for chunk in chunks:
            start = self._start(chunk, *last)
            last = (start, start + len(chunk))
            yield last

    def read(self, name: str, leaf: Leaf) -> Marked:
        """A value that the splitter made of the text, such as the sentences around a chunk, with what reads it back.

        A quotation may differ in white space. What is not a quotation, such as a path of headings, is read by the
        complete surrogates in it.

        Raises:
            MarkError: A surrogate in it stands for several values of the text.
        """
        if not isinstance(leaf, str):
            return Marked.of_leaf(name, leaf, leaf)
        quoted = [Marked(name, leaf, places) for places in self._readings(leaf)]
        if not quoted:
            return Marked(name, leaf, tuple(self._surrogates(leaf)))
        _refuse_several({one.original for one in quoted})
        return quoted[0]

    def _start(self, chunk: str, start: int, end: int) -> int:
        """Where a chunk begins: at the end of the one before; or else after its beginning, so that it ends later."""
        rest = self._stored[end:]
        for following in (end, end + len(rest) - len(rest.lstrip())):
            if self._stored.startswith(chunk, following):
                return following
        following = self._stored.find(chunk, max(start, end - len(chunk)) + 1)
        if following >= 0:
            return following
        return self._elsewhere(chunk, start)

    def _elsewhere(self, chunk: str, last: int) -> int:
        if last >= 0 and self._stored.startswith(chunk, last):
            return last
        places = list(_places(self._stored, chunk))
        if not places:
            msg = "the splitter changed the text it split, so its marks cannot follow: split before sanitizing"
            raise MarkError(msg)
        _refuse_several({self._text.cut(*place).original for place in places})
        return places[0][0]

    def _readings(self, leaf: str) -> Iterator[tuple[Place, ...]]:
        """What reads a quotation back, for each part of the text that it may come from."""
        own = _letters(leaf)
        wanted = "".join(leaf[at] for at in own)
        for start, end in _places(self._letters, wanted) if wanted else ():
            first, last = self._held[start], self._held[end - 1] + 1
            inside = [place for place in self._text.places if place.start < last and first < place.end]
            if any(place.start <= first and last <= place.end and (first, last) != place[:2] for place in inside):
                continue
            positions = dict(zip(self._held[start:end], own, strict=True))
            yield tuple(moved for place in inside for moved in _moved(place, positions))

    def _surrogates(self, leaf: str) -> Iterator[Place]:
        """Complete surrogates of the text in something that is not a quotation of it."""
        known = {self._stored[place.start : place.end]: place.original for place in self._text.places}
        longest_first = sorted(filter(str.strip, known), key=len, reverse=True)
        if not longest_first:
            return
        for found in re.finditer(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)", leaf):
            _refuse_several({self._text.cut(*place).original for place in _places(self._stored, found[0])})
            yield Place(*found.span(), known[found[0]])


def _letters(text: str) -> list[int]:
    """The positions of a text's characters that are not white space."""
    return [at for at, letter in enumerate(text) if not letter.isspace()]


def _moved(place: Place, positions: dict[int, int]) -> Iterator[Place]:
    inside = [positions[at] for at in range(place.start, place.end) if at in positions]
    if inside:
        yield Place(inside[0], inside[-1] + 1, place.original)


def _places(text: str, part: str) -> Iterator[_Stretch]:
    start = text.find(part)
    while start >= 0:
        yield start, start + len(part)
        start = text.find(part, start + 1)


def _refuse_several(readings: set[Leaf]) -> None:
    if len(readings) > 1:
        msg = "the splitter quotes a surrogate that stands for several values: split before sanitizing"
        raise MarkError(msg)
