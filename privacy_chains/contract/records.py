"""Stored records: what a hosted store keeps for one document, and the proof that reads it back exactly.

A record is named leaves: its text, metadata fields and ids. The proof, its mark, says for each leaf where surrogates
stand in what is stored, and what stood there before. Nothing is detected or guessed when reading back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from math import isfinite
from types import MappingProxyType
from typing import NamedTuple, Protocol, runtime_checkable

from privacy_chains.contract.conversation import Leaf
from privacy_chains.contract.prompt import SpannedPrompt
from privacy_chains.contract.spans import Span
from privacy_chains.errors import MarkError
from privacy_chains.hazmat.kdf import encode_context

__all__ = [
    "DEFAULT_INDEX",
    "DIGEST_BYTES",
    "MARK",
    "NOTHING",
    "RECORD_CHANGED",
    "Digests",
    "LeafReading",
    "Marked",
    "Marker",
    "OpenedMark",
    "Place",
]

DEFAULT_INDEX = "index"
"""The name of an index without a name."""

MARK = "privacy_chains"
"""The metadata field that a mark is stored in."""

RECORD_CHANGED = (
    "the record is not as it was stored: whoever keeps the store can change it, or it was split since, and not by a "
    "PrivateSplitter"
)
"""The error for a record that does not match its mark."""

NOTHING: Mapping[str, bytes] = MappingProxyType({})
"""The whole fields of a record without metadata."""

DIGEST_BYTES = 12
"""The length of a leaf's digest."""


class Place(NamedTuple):
    """Where a surrogate stands in a stored text, in code points, and what stood there before."""

    start: int
    end: int
    original: str


@dataclass(frozen=True, slots=True, repr=False)
class Marked:
    """One leaf of a record: its stored form, and what reads it back.

    Attributes:
        name: Its name; items of a list share one.
        stored: The leaf with surrogates.
        places: Where surrogates stand in a text.
        number: The true number, if it is one.
    """

    name: str
    stored: Leaf
    places: tuple[Place, ...] = ()
    number: int | float | None = None

    @classmethod
    def of_text(cls, name: str, stored: str, spans: Sequence[Span], originals: Sequence[str]) -> Marked:
        """A text, with the spans and originals of the prompt that it was sanitized in."""
        places = (Place(span.start, span.end, value) for span, value in zip(spans, originals, strict=True))
        return cls(name, stored, tuple(place for place in places if stored[place.start : place.end] != place.original))

    @classmethod
    def of_leaf(cls, name: str, stored: Leaf, original: Leaf) -> Marked:
        """A leaf that was replaced as a whole, such as a number or a date."""
        if not isinstance(original, str):
            return cls(name, stored, number=original)
        places = () if stored == original else (Place(0, len(str(stored)), original),)
        return cls(name, stored, places)

    def cut(self, start: int, end: int) -> Marked:
        """The part of a text that a splitter took; a surrogate that it cut in two reads back whole on both sides.

        Raises:
            MarkError: The leaf is a number.
        """
        if not isinstance(self.stored, str):
            msg = "only a text can be split"
            raise MarkError(msg)
        inside = (
            Place(max(place.start, start) - start, min(place.end, end) - start, place.original)
            for place in self.places
            if place.start < end and start < place.end
        )
        return Marked(self.name, self.stored[start:end], tuple(inside))

    @property
    def original(self) -> Leaf:
        """The leaf as it was before it was sanitized."""
        return _original(self.stored, self.reading)

    @property
    def reading(self) -> LeafReading:
        """What reads the leaf back: the places of its surrogates, or its true number."""
        return self.number if self.number is not None else self.places


LeafReading = tuple[Place, ...] | int | float
"""What reads a stored leaf back: the places of its surrogates, or its true number."""


class Digests:
    """Distinguishes the leaves of one field by name and content, and equal ones by their order.

    Args:
        field: The field of the record.
    """

    def __init__(self, field: str) -> None:
        self._field = field
        self._seen: Counter[bytes] = Counter()

    def next(self, name: str, leaf: Leaf) -> bytes:
        """The digest of the next leaf; a number is the same whether a store returns it as whole or as a float."""
        kind = "text" if isinstance(leaf, str) else "number"
        told = encode_context(self._field, name, kind, leaf if isinstance(leaf, str) else _written(leaf))
        self._seen[told] += 1
        return sha256(told + self._seen[told].to_bytes(4, "big")).digest()[:DIGEST_BYTES]


def _written(number: float) -> str:
    return str(Fraction(number)) if isfinite(number) else repr(number)


def _original(stored: Leaf, reading: LeafReading) -> Leaf:
    if isinstance(reading, tuple):
        return _spliced(stored, reading) if isinstance(stored, str) else stored
    return reading


def _spliced(text: str, places: Iterable[Place]) -> str:
    pieces, position = list[str](), 0
    for start, end, original in places:
        pieces += (text[position:start], original)
        position = end
    return "".join([*pieces, text[position:]])


class OpenedMark(Protocol):
    """What reads one record back."""

    @property
    def fields(self) -> frozenset[str]:
        """The record's fields. A store may add others of its own."""
        ...

    @property
    def whole(self) -> Mapping[str, bytes]:
        """The digest of each field that is sealed as a whole, empty or not."""
        ...

    def marked(self, digest: bytes, name: str, stored: Leaf) -> Marked:
        """A stored leaf with what reads it back.

        Raises:
            MarkError: The record never held this leaf at this place.
        """
        ...

    def holds(self, digest: bytes) -> bool:
        """Whether the record held such a leaf."""
        ...


@runtime_checkable
class Marker(Protocol):
    """A method that can seal how it changed a record."""

    def sanitize(self, texts: str | Sequence[str]) -> SpannedPrompt:
        """Sanitize texts jointly."""
        ...

    def seal(self, fields: Mapping[str, Iterable[Marked]], whole: Mapping[str, bytes] = NOTHING) -> str:
        """The mark of a record, for its leaves and its whole fields."""
        ...

    def open(self, sealed: object) -> OpenedMark:
        """The mark that ``seal`` returned.

        Raises:
            MarkError: It was changed since, or is none.
            KeyMaterialError: The key that sealed it is not here.
        """
        ...

    def identities(self, name: str) -> tuple[str, ...]:
        """A record's id in a hosted store, and those that old keys gave it."""
        ...
