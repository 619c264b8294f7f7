"""A user's key: 256 bits, from which everything is derived."""

from __future__ import annotations

import hmac
import os
import secrets
from collections.abc import Callable
from importlib import import_module
from typing import Protocol
from weakref import WeakSet

from privacy_chains.errors import KeyMaterialError, forgets_values
from privacy_chains.hazmat.kdf import derive
from privacy_chains.hazmat.uncopied import Uncopied
from privacy_chains.keys.stored import HOW_TO_STORE, KEY_BYTES, call_outside, decode, name_of_file, read_private

__all__ = ["NO_COPY", "Closable", "Key"]

ID_BYTES = 8
NO_COPY = (
    "a key cannot be pickled or copied; hand over its id and read the key again where it is needed "
    "(Key.from_env, Key.from_file, Key.from_keyring, Key.from_callable), or store it by Key.to_file"
)


class Closable(Protocol):
    """Something that must not stay in memory longer than a key."""

    def close(self) -> None:
        """Forget everything."""
        ...


class Key(Uncopied):
    """A user's key: 256 bits, from which everything is derived.

    Make one with :meth:`generate`, :meth:`from_bytes`, :meth:`from_env`, :meth:`from_file`, :meth:`from_keyring` or
    :meth:`from_callable`. The id is a fingerprint that may be logged and stored; it reveals nothing about the key.

    **Guarantee**: the key is in no repr, pickle, copy, or error message of this class, and leaves it only through
    :meth:`to_bytes` and :meth:`to_file`. Sub-keys and the id are computationally independent (HKDF-SHA256). Once every
    copy of the key is destroyed, nobody can read its surrogates any more.

    **Warning**: Python cannot promise to wipe memory: :meth:`destroy` overwrites the object's own bytes, not what the
    interpreter, a sub-key's holder, a core dump or a swap file may have kept. Whoever holds the key can read every
    surrogate made under it. A lost key cannot be recovered.
    """

    __slots__ = ("_id", "_material", "_tied")

    _advice = NO_COPY
    _id: str
    _material: bytearray
    _tied: WeakSet[Closable]

    def __init__(self) -> None:
        msg = "make a key by Key.generate(), or read one by Key.from_env, Key.from_file, Key.from_keyring, ..."
        raise KeyMaterialError(msg)

    @classmethod
    def generate(cls) -> Key:
        """A new random key, from the operating system's generator."""
        return cls.from_bytes(secrets.token_bytes(KEY_BYTES))

    @classmethod
    @forgets_values
    def from_bytes(cls, material: bytes | bytearray | memoryview) -> Key:
        """Make a key from 32 bytes, which must be uniformly random (not a password, not text).

        Raises:
            KeyMaterialError: The material is not bytes, does not have 32 of them, or repeats a single byte.
        """
        try:
            copy = bytes(memoryview(material))
        except TypeError:
            msg = f"a key is made of bytes, not {type(material).__name__}; make one by Key.generate()"
            raise KeyMaterialError(msg) from None
        if len(copy) != KEY_BYTES:
            msg = f"a key has {KEY_BYTES} bytes, not {len(copy)}; make one by Key.generate()"
            raise KeyMaterialError(msg)
        if len(set(copy)) == 1:  # what a forgotten setting leaves behind
            msg = "a key is random, and these bytes are all the same; make one by Key.generate()"
            raise KeyMaterialError(msg)
        key = object.__new__(cls)
        key._material = bytearray(copy)
        key._tied = WeakSet()
        key._id = derive(copy, "key id", length=ID_BYTES).hex()
        return key

    @classmethod
    @forgets_values
    def from_env(cls, name: str) -> Key:
        """Read the key from an environment variable: 64 hexadecimal digits or base64url.

        Raises:
            KeyMaterialError: The variable is not set, empty, or not a key in one of the two forms.
        """
        if decode(name) is not None:
            msg = "Key.from_env was given a key in place of a variable's name; pass the name"
            raise KeyMaterialError(msg)
        text = os.environ.get(name, "")
        if not text.strip():
            msg = f"the environment variable {name} is {'empty' if name in os.environ else 'not set'}"
            raise KeyMaterialError(msg, hint=HOW_TO_STORE)
        return cls._from_text(text, f"the environment variable {name}")

    @classmethod
    @forgets_values
    def from_file(cls, path: str | os.PathLike[str]) -> Key:
        """Read the key from a file: 64 hexadecimal digits, base64url, or 32 raw bytes.

        On POSIX the file must be readable and writable by its owner alone (mode 0600 or stricter).

        Raises:
            KeyMaterialError: There is no such regular file, others may read or write it, or it holds no key.
        """
        place = name_of_file(path)
        content = read_private(path, place)
        if len(content) == KEY_BYTES and not content.isascii():  # half of a hexadecimal key is no raw key
            return cls.from_bytes(content)
        try:
            text = content.decode("ascii")
        except UnicodeDecodeError:
            text = ""
        return cls._from_text(text, place, f", or {KEY_BYTES} raw bytes")

    @classmethod
    @forgets_values
    def from_keyring(cls, service: str, user: str) -> Key:
        """Read the key from the operating system's key store, through the package ``keyring``.

        Raises:
            KeyMaterialError: ``keyring`` is not installed, the store fails, or it holds no key under these names.
        """
        try:
            get_password: Callable[[str, str], str | None] = import_module("keyring").get_password
        except ImportError:
            msg = "Key.from_keyring needs a package: pip install keyring"
            raise KeyMaterialError(msg) from None
        place = f"the key store's entry ({service}, {user})"
        text = call_outside(lambda: get_password(service, user), place)
        if text is None:
            hint = "store one by keyring.set_password(service, user, key.to_bytes().hex())"
            raise KeyMaterialError(f"{place} does not exist", hint=hint)
        return cls._from_text(text, place)

    @classmethod
    @forgets_values
    def from_callable(cls, fetch: Callable[[], bytes]) -> Key:
        """Make a key from the 32 bytes that ``fetch`` returns, such as a data key from a key management service.

        ``fetch`` is called once, immediately.

        Raises:
            KeyMaterialError: ``fetch`` raised (its own error is not shown, because it may quote the key), or did not
                return 32 bytes.
        """
        return cls.from_bytes(call_outside(fetch, "the callable that fetches the key"))

    @classmethod
    def _from_text(cls, text: str, place: str, raw: str = "") -> Key:
        material = decode(text.strip())
        if material is None:
            forms = f"64 hexadecimal digits, or 43 characters of base64url{raw}"
            raise KeyMaterialError(f"{place} does not hold a key: {forms}", hint=HOW_TO_STORE)
        return cls.from_bytes(material)

    @property
    def id(self) -> str:
        """16 hexadecimal digits, public. The same key has the same id everywhere."""
        return self._id

    @property
    def destroyed(self) -> bool:
        """Whether :meth:`destroy` was called."""
        return not self._material

    def derive(self, purpose: str, *context: str | bytes, length: int = KEY_BYTES) -> bytes:
        """A sub-key of ``length`` bytes for one purpose and context.

        Raises:
            KeyMaterialError: The key was destroyed.
        """
        return derive(self.to_bytes(), purpose, *context, length=length)

    def to_bytes(self) -> bytes:
        """The 32 bytes of the key. Store them where only their owner can read them.

        Raises:
            KeyMaterialError: The key was destroyed.
        """
        material = self._material
        copy = bytes(material)
        if not copy or material is not self._material:  # a thread that destroys swaps first, then overwrites
            msg = f"the key {self.id} was destroyed; what was enciphered under it cannot be read any more"
            raise KeyMaterialError(msg)
        return copy

    @forgets_values
    def to_file(self, path: str | os.PathLike[str]) -> None:
        """Write the key to a new file that only its owner can read (mode 0600).

        Raises:
            KeyMaterialError: The key was destroyed, the file exists already, or it cannot be written.
        """
        line = self.to_bytes().hex() + "\n"
        place = name_of_file(path)
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), 0o600)
            with os.fdopen(descriptor, "w", encoding="ascii") as file:
                file.write(line)
        except FileExistsError:
            msg = f"{place} exists already and is not overwritten: whoever needs the old key would lose it"
            raise KeyMaterialError(msg, path=str(path)) from None
        except OSError as error:
            msg = f"{place} cannot be written: {error.strerror}"
            raise KeyMaterialError(msg, path=str(path)) from None

    def destroy(self) -> None:
        """Overwrite and forget the key. Every later use raises. Delete stored copies yourself."""
        material, self._material = self._material, bytearray()
        for i in range(len(material)):
            material[i] = 0

        for one in list(self._tied):
            one.close()

    def tie(self, memory: Closable) -> None:
        """Close an object when the key is destroyed. The key holds only a weak reference to it."""
        self._tied.add(memory)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Key):
            return NotImplemented
        if self.destroyed or other.destroyed:
            return self is other
        return hmac.compare_digest(self._material, other._material)

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        return f"<Key {self.id}{' destroyed' if self.destroyed else ''}>"
