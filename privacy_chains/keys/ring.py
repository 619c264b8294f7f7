"""Key rings: one key for everything new, and old keys to read what they enciphered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from privacy_chains.errors import KeyMaterialError
from privacy_chains.hazmat.uncopied import Uncopied
from privacy_chains.keys.key import NO_COPY, Closable, Key
from privacy_chains.keys.stored import KEY_BYTES

__all__ = ["KeyRing", "KeySource", "key_of"]


class KeySource(Protocol):
    """The key that new values are enciphered under: a :class:`Key`, or the primary of a :class:`KeyRing`."""

    @property
    def id(self) -> str:
        """The public id of the key in use."""
        ...

    def derive(self, purpose: str, *context: str | bytes, length: int = KEY_BYTES) -> bytes:
        """A sub-key for one purpose and context."""
        ...


class KeyRing(Uncopied):
    """Several keys of one user: a primary for everything new, and old keys to read what they enciphered.

    Pass a ring wherever a key is expected; its primary is used. Rings are immutable: :meth:`rotate` returns a new ring
    that shares the old ring's keys.

    **Guarantee** and **Warning**: those of :class:`Key`. A surrogate does not say which key made it; keep the
    key id that its prompt records.

    Args:
        primary: The key for everything new.
        others: Keys used only for reading.

    Raises:
        KeyMaterialError: Two different keys have the same id, or a key was destroyed.
    """

    __slots__ = ("_keys", "_primary")

    _advice = NO_COPY

    def __init__(self, primary: Key, *others: Key) -> None:
        self._primary = primary
        self._keys: dict[str, Key] = {}
        for key in (primary, *others):
            key.to_bytes()  # a destroyed key is refused
            if self._keys.setdefault(key.id, key) != key:
                msg = f"two different keys have the id {key.id}; leave one of them out and read its prompts on its own"
                raise KeyMaterialError(msg)

    @property
    def primary(self) -> Key:
        """The key for everything new."""
        return self._primary

    @property
    def id(self) -> str:
        """The primary's id."""
        return self._primary.id

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all keys, the primary's first."""
        return tuple(self._keys)

    def derive(self, purpose: str, *context: str | bytes, length: int = KEY_BYTES) -> bytes:
        """A sub-key of the primary.

        Raises:
            KeyMaterialError: The primary was destroyed.
        """
        return self._primary.derive(purpose, *context, length=length)

    def tie(self, memory: Closable) -> None:
        """Close an object when the primary is destroyed. The key holds only a weak reference to it."""
        self._primary.tie(memory)

    def get(self, key_id: str) -> Key:
        """The key with this id.

        Raises:
            KeyMaterialError: The ring has no such key, or it was destroyed.
        """
        key = self._keys.get(key_id)
        if key is None:
            msg = f"the key ring has no key of that id; it has {', '.join(self._keys)}"
            raise KeyMaterialError(msg)
        key.to_bytes()
        return key

    def rotate(self, new: Key) -> KeyRing:
        """A ring whose primary is ``new``. What the current keys enciphered stays readable.

        Destroyed keys are left out.

        Raises:
            KeyMaterialError: ``new`` was destroyed, or another key has its id.
        """
        return KeyRing(new, *(key for key in self if not key.destroyed))

    def destroy(self, key_id: str) -> None:
        """Destroy the key with this id, in every ring that shares it. Later uses of it raise.

        Raises:
            KeyMaterialError: The ring has no such key, or it was destroyed already.
        """
        self.get(key_id).destroy()

    def __iter__(self) -> Iterator[Key]:
        return iter(self._keys.values())

    def __len__(self) -> int:
        return len(self._keys)

    def __contains__(self, key_id: object) -> bool:
        return key_id in self._keys

    def __repr__(self) -> str:
        return f"<KeyRing {', '.join(repr(key) for key in self)}>"


def key_of(source: KeySource, key_id: str) -> KeySource:
    """The key with an id, among the keys that a source reads with.

    Raises:
        KeyMaterialError: The source has no such key.
    """
    if isinstance(source, KeyRing):
        return source.get(key_id)
    if source.id != key_id:
        msg = f"made under the key {key_id}, and this is the key {source.id}; read it with a KeyRing that has both"
        raise KeyMaterialError(msg)
    return source
