"""Marks: what reads a stored record back exactly, sealed under the key and kept beside the record.

A record is what a store keeps of one document: named leaves (its text, metadata fields, ids). Its mark says, for each
leaf as it is stored, where surrogates stand and what stood there before. Nothing is detected or guessed when reading
back, and any change to a leaf or to the mark is noticed.
"""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NoReturn
from uuid import UUID

from privacy_chains.contract.conversation import Leaf
from privacy_chains.contract.records import DIGEST_BYTES, NOTHING, RECORD_CHANGED, Digests, LeafReading, Marked, Place
from privacy_chains.errors import MarkError, PrivacyError
from privacy_chains.hazmat.siv import KEY_BYTES, open_sealed, seal
from privacy_chains.keys import KeyRing, KeySource, key_of

__all__ = ["Mark", "identities", "identity"]

_RANDOM = frozenset({4, 7, 8})
"""The versions of random UUIDs, and that of :func:`identity`; others are made from names or from hardware."""

_VERSION = b"\x01"
_ID_BYTES = 8


@dataclass(frozen=True, slots=True, repr=False)
class Mark:
    """What reads one record back.

    Attributes:
        key_id: The key that sealed it.
        fields: The record's fields. A store may add others of its own.
        whole: The digest of each field that is sealed as a whole, empty or not.
    """

    key_id: str
    fields: frozenset[str]
    whole: Mapping[str, bytes] = field(repr=False)
    _readings: Mapping[bytes, LeafReading] = field(repr=False)

    @staticmethod
    def seal(key: KeySource, fields: Mapping[str, Iterable[Marked]], whole: Mapping[str, bytes] = NOTHING) -> str:
        """The mark of a record, as text for a metadata field: opaque, and the same for the same record.

        About 13 bytes for each leaf, 20 for each whole field and, for each surrogate, 3 bytes and its original.
        """
        head = _VERSION + bytes.fromhex(key.id)
        names = dict.fromkeys((*fields, *whole))
        pieces = [_varint(len(names))]
        for name in names:
            pieces += (_counted(name.encode("utf-8", "surrogatepass")), _counted(whole.get(name, b"")))
        for name, leaves in fields.items():
            digests = Digests(name)
            pieces += (digests.next(leaf.name, leaf.stored) + _written(leaf.reading) for leaf in leaves)
        sealed = seal(_secret(key), b"".join(pieces), head)
        return _encoded(head + sealed)

    @classmethod
    def open(cls, key: KeySource, sealed: object) -> Mark:
        """Open a mark with the key, or the key of a ring, that sealed it.

        Raises:
            MarkError: It is no mark, or was changed.
            KeyMaterialError: It was sealed under a key that is not here.
        """
        data = _decoded(sealed)
        head, rest = data[: 1 + _ID_BYTES], data[1 + _ID_BYTES :]
        if head[:1] != _VERSION or not rest:
            msg = "the record has no mark that this version reads: it was stored by other means, or changed since"
            raise MarkError(msg)
        key_id = head[1:].hex()
        opened = open_sealed(_secret(key_of(key, key_id)), rest, head)
        if opened is None:
            msg = f"the record's mark was changed since it was sealed under the key {key_id}"
            raise MarkError(msg)
        content = _Bytes(opened)
        names = {content.text(): content.take(content.varint()) for _ in range(content.varint())}
        whole = {name: digest for name, digest in names.items() if digest}
        return cls(key_id, frozenset(names), whole, dict(_entries(content)))

    def marked(self, digest: bytes, name: str, stored: Leaf) -> Marked:
        """A stored leaf with what reads it back.

        Args:
            digest: What :class:`Digests` gives for it.
            name: The name that it stands under.
            stored: What the store returned.

        Raises:
            MarkError: The record never held this leaf at this place: it was changed or moved since.
        """
        reading = self._readings.get(digest)
        if reading is None:
            raise MarkError(RECORD_CHANGED)
        return Marked(name, stored, reading) if isinstance(reading, tuple) else Marked(name, stored, number=reading)

    def holds(self, digest: bytes) -> bool:
        """Whether the record held such a leaf."""
        return digest in self._readings

    def __repr__(self) -> str:
        return f"Mark(key_id={self.key_id!r}, leaves={len(self._readings)})"

    def __reduce__(self) -> NoReturn:
        msg = "an opened Mark holds clear values and is not pickled; keep it sealed, and open it where it is needed"
        raise PrivacyError(msg)


def identities(key: KeySource, index: str, name: str) -> tuple[str, ...]:
    """A record's id under the key in use, and under the old keys of a ring."""
    keys = (key.primary, *(each for each in key if each != key.primary)) if isinstance(key, KeyRing) else (key,)
    return tuple(dict.fromkeys(identity(each, index, name) for each in keys))


def identity(key: KeySource, index: str, name: str) -> str:
    """A record's id in an index: the same in every call, and readable by the record's mark alone.

    A random UUID reveals nothing and stays. An id that somebody chose, or made from a name, becomes a UUID computed
    from it by HMAC-SHA256 under the key.
    """
    if _is_random(name):
        return name
    drawn = key.derive("identity", index, name, length=16)
    return str(UUID(bytes=drawn[:6] + bytes([0x80 | drawn[6] & 0x0F, drawn[7], 0x80 | drawn[8] & 0x3F]) + drawn[9:]))


def _is_random(name: str) -> bool:
    """Whether an id is a random UUID; some programs write it without hyphens."""
    try:
        drawn = UUID(name)
    except ValueError:
        return False
    return drawn.version in _RANDOM and name in {str(drawn), drawn.hex}


def _secret(key: KeySource) -> bytes:
    return key.derive("mark", length=KEY_BYTES)


def _decoded(sealed: object) -> bytes:
    """The bytes of a mark; None if it is not in the form that ``seal`` writes."""
    try:
        data = urlsafe_b64decode(f"{sealed}===") if isinstance(sealed, str) else b""
    except ValueError:
        return b""
    return data if _encoded(data) == sealed else b""


def _encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).decode("ascii").rstrip("=")


def _written(reading: LeafReading) -> bytes:
    """What reads a leaf back, as bytes: 0 and a number, or the count of places plus 1, and the places."""
    if not isinstance(reading, tuple):
        return _varint(0) + _counted(json.dumps(reading).encode("ascii"))
    pieces, position = [_varint(len(reading) + 1)], 0
    for start, end, original in reading:
        pieces += (_varint(start - position), _varint(end - start), _counted(original.encode("utf-8", "surrogatepass")))
        position = end
    return b"".join(pieces)


def _entries(content: _Bytes) -> Iterator[tuple[bytes, LeafReading]]:
    while content.left:
        digest, count = content.take(DIGEST_BYTES), content.varint()
        yield digest, tuple(_places(content, count - 1)) if count else json.loads(content.text())


def _places(content: _Bytes, count: int) -> Iterator[Place]:
    position = 0
    for _ in range(count):
        start = position + content.varint()
        position = start + content.varint()
        yield Place(start, position, content.text())


def _varint(number: int) -> bytes:
    """A number of any size, seven bits a byte, the lowest first (LEB128)."""
    pieces = bytearray()
    while number > 0x7F:
        pieces.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*pieces, number])


def _counted(data: bytes) -> bytes:
    return _varint(len(data)) + data


class _Bytes:
    """Bytes that are consumed from the front."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    @property
    def left(self) -> int:
        return len(self._data) - self._at

    def take(self, count: int) -> bytes:
        self._at += count
        return self._data[self._at - count : self._at]

    def text(self) -> str:
        return self.take(self.varint()).decode("utf-8", "surrogatepass")

    def varint(self) -> int:
        number = shift = 0
        while True:
            byte = self.take(1)[0]
            number |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return number
