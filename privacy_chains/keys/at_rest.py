"""Stored clear data, such as agents' checkpoints and memories, sealed under the key."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from secrets import token_bytes
from typing import NoReturn

from privacy_chains.errors import MarkError, PrivacyError
from privacy_chains.hazmat.siv import KEY_BYTES, open_sealed, seal
from privacy_chains.keys.key import ID_BYTES
from privacy_chains.keys.ring import KeySource, key_of

__all__ = ["AtRest"]

_VERSION = b"\x01"
_NONCE_BYTES = 16
_CHANGED = "what is stored was changed, moved, or never sealed here"


class AtRest:
    """Seals and opens stored data.

    **Guarantee**: without the key nobody learns anything about the data but its length in steps of 64 bytes. Nobody
    without it can make, change or move a sealed text so that it opens in a place (AES-256-SIV with a random 128-bit
    nonce).

    **Warning**: whoever can write to the store can delete a sealed text, or replace it by an older one from the same
    place. Equal names give equal sealed names (``seal_name``).

    Args:
        key: The key, or a ring: its first key seals, its other keys still open.
        purpose: What is stored. Data sealed for one purpose does not open for another.
    """

    def __init__(self, key: KeySource, purpose: str) -> None:
        self._key, self._purpose = key, purpose

    def __repr__(self) -> str:
        return f"AtRest({self._purpose!r}, {self._key!r})"

    def __reduce__(self) -> NoReturn:
        msg = "what seals stored data holds a key and is not pickled; make it again where it is needed"
        raise PrivacyError(msg)

    def seal(self, data: bytes, *place: str) -> bytes:
        """Seal data for the store.

        Args:
            data: The data.
            place: Where the data is stored, such as a conversation's name. It opens nowhere else.
        """
        return self._sealed(data, token_bytes(_NONCE_BYTES), place)

    def open(self, sealed: bytes, *place: str) -> bytes:
        """Open sealed data.

        Raises:
            MarkError: It was not sealed for this place, or changed since.
            KeyMaterialError: The key that sealed it is not here.
        """
        head, rest = sealed[: 1 + ID_BYTES + _NONCE_BYTES], sealed[1 + ID_BYTES + _NONCE_BYTES :]
        if head[:1] != _VERSION or not rest:
            raise MarkError(_CHANGED)
        key = key_of(self._key, head[1 : 1 + ID_BYTES].hex())
        opened = open_sealed(self._secret(key), rest, head, *_fields(place))
        if opened is None:
            raise MarkError(_CHANGED)
        return opened

    def seal_text(self, text: str, *place: str) -> str:
        """Seal a text for the store, as letters and digits."""
        return urlsafe_b64encode(self.seal(text.encode("utf-8", "surrogatepass"), *place)).decode("ascii")

    def open_text(self, sealed: str, *place: str) -> str:
        """Open what ``seal_text`` returned.

        Raises:
            MarkError: It was not sealed for this place, or changed since.
            KeyMaterialError: The key that sealed it is not here.
        """
        return self.open(_decoded(sealed), *place).decode("utf-8", "surrogatepass")

    def seal_name(self, name: str) -> str:
        """Seal a name under which something is stored. Equal names give equal sealed names, so lookups work."""
        return urlsafe_b64encode(self._sealed(name.encode("utf-8", "surrogatepass"), bytes(_NONCE_BYTES), ())).decode(
            "ascii"
        )

    open_name = open_text

    def _sealed(self, data: bytes, nonce: bytes, place: tuple[str, ...]) -> bytes:
        head = _VERSION + bytes.fromhex(self._key.id) + nonce
        return head + seal(self._secret(self._key), data, head, *_fields(place))

    def _secret(self, key: KeySource) -> bytes:
        return key.derive("at rest", self._purpose, length=KEY_BYTES)


def _fields(place: tuple[str, ...]) -> list[bytes]:
    return [one.encode("utf-8", "surrogatepass") for one in place]


def _decoded(sealed: str) -> bytes:
    try:
        return urlsafe_b64decode(sealed.encode("ascii"))
    except (Error, ValueError):
        raise MarkError(_CHANGED) from None
