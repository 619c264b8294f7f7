"""References to keys: they say where a key is, and may be pickled, logged and stored. They never hold the key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

from privacy_chains.errors import KeyMaterialError, forgets_values
from privacy_chains.keys.key import Key
from privacy_chains.keys.ring import KeyRing
from privacy_chains.keys.stored import decode
from privacy_chains.lazy import lazily

__all__ = ["KeyReference"]

_FORMS = "'env:NAME', 'file:PATH' or 'call:module:function'"
_NAMED = lazily(r"[^\W\d][\w.]*:[^\W\d]\w*")


@dataclass(frozen=True, slots=True)
class KeyReference:
    """Says where workers read a key: the reference travels, the key never does.

    Attributes:
        text: ``"env:NAME"``, an environment variable; ``"file:PATH"``, a file that only its owner can read; or
            ``"call:module:function"``, a function of an importable module that returns the 32 bytes, for example from a
            key management service.

    Raises:
        KeyMaterialError: The text is a key, or has none of the three forms.
    """

    text: str

    def __post_init__(self) -> None:
        if isinstance(self.text, Key | KeyRing | bytes | bytearray):
            msg = f"a key does not travel to workers: give a reference, {_FORMS}, and each worker reads the key itself"
            raise KeyMaterialError(msg)
        if not isinstance(self.text, str):
            msg = f"a key's reference is a text, {_FORMS}, not {type(self.text).__name__}"
            raise KeyMaterialError(msg)
        kind, _, place = self.text.partition(":")
        if decode(self.text.strip()) is not None or decode(place.strip()) is not None:
            msg = f"a key was given in place of its reference: {_FORMS} says where workers find it"
            raise KeyMaterialError(msg)
        if kind not in {"env", "file", "call"} or not place:
            msg = f"a key's reference is {_FORMS}"
            raise KeyMaterialError(msg)
        if kind == "call" and not _NAMED.fullmatch(place):
            msg = "'call:module:function' names a function that workers can import; nothing else of it travels"
            raise KeyMaterialError(msg)

    @forgets_values
    def read(self) -> Key:
        """Read the key.

        Raises:
            KeyMaterialError: Nothing is there, or what is there is not a key.
        """
        kind, _, place = self.text.partition(":")
        if kind == "env":
            return Key.from_env(place)
        if kind == "file":
            return Key.from_file(place)
        return Key.from_callable(_named(place))

    def __str__(self) -> str:
        return self.text


def _named(place: str) -> Callable[[], bytes]:
    """The function that ``module:function`` names.

    Raises:
        KeyMaterialError: There is no such function.
    """
    module, _, name = place.partition(":")
    try:
        fetch = getattr(import_module(module), name, None)
    except ImportError:
        fetch = None
    if not callable(fetch):
        msg = f"there is no function {place} here; workers have to be able to import what the reference names"
        raise KeyMaterialError(msg)
    found: Callable[[], bytes] = fetch
    return found
