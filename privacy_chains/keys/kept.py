"""The kept form: a model's own words, sealed under the key and stored beside the clear message they were read as.

It lets the same bytes go back to the model, and whoever stores it sees no pair of clear text and surrogate.
"""

from __future__ import annotations

import binascii
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from typing import Any, NoReturn

from privacy_chains.contract.conversation import Leaf
from privacy_chains.errors import KeyMaterialError, PrivacyError
from privacy_chains.hazmat.siv import KEY_BYTES, open_sealed, seal
from privacy_chains.keys.key import Key
from privacy_chains.keys.ring import KeyRing, KeySource
from privacy_chains.lazy import lazily

__all__ = ["KeptForm", "KeptForms"]

_VERSION = "k1"
_FIELD = lazily(r"k1\.([A-Za-z0-9-]{1,16})\.([0-9a-f]{16})\.([A-Za-z0-9_=-]{20,})")


@dataclass(frozen=True, slots=True, repr=False)
class KeptForm:
    """A message as the model wrote it.

    Attributes:
        wrote: Its leaves, in the order in which the adapter walks them.
        read: The same leaves after they were read back: those of the clear message that this form belongs to.
        json: The JSON texts in the message, as the model wrote them.
        pairs: The values that were read back in it, as rows of JSON. They travel with the message, because the message
            that issued them may be gone by the time the model uses them again.
    """

    wrote: tuple[Leaf, ...]
    read: tuple[Leaf, ...]
    json: tuple[str, ...] = ()
    pairs: tuple[tuple[Any, ...], ...] = ()

    def __repr__(self) -> str:
        return f"KeptForm(leaves={len(self.wrote)})"

    def __reduce__(self) -> NoReturn:
        msg = "a kept form holds clear values and is not pickled; store it sealed"
        raise PrivacyError(msg)


class KeptForms:
    """Seals and opens the kept forms of one method.

    Args:
        purpose: The purpose of the sub-keys. No method opens what another sealed.
        scheme: The version of the method's surrogates, in letters, digits and hyphens.
    """

    def __init__(self, purpose: str, scheme: str) -> None:
        self._purpose, self._scheme = purpose, scheme

    def seal(self, key: KeySource, session: str, kept: KeptForm) -> str:
        """Seal a kept form as one text that only the key opens, and only in this session."""
        content = {"wrote": kept.wrote, "read": kept.read, "json": kept.json, "pairs": kept.pairs}
        beside = _beside(self._scheme, key.id, session)
        token = seal(self._derived(key), json.dumps(content, separators=(",", ":")).encode(), *beside)
        return f"{_VERSION}.{self._scheme}.{key.id}.{urlsafe_b64encode(token).decode()}"

    def open(self, key: KeySource, session: str, field: str | None) -> KeptForm | None:
        """The kept form in a stored field; None if it was not sealed under the key in this session."""
        found = _FIELD.fullmatch(field) if field else None
        maker = _maker(key, found[2]) if found else None
        if found is None or maker is None:
            return None
        try:
            token = urlsafe_b64decode(found[3])
        except (binascii.Error, ValueError):
            return None
        content = open_sealed(self._derived(maker), token, *_beside(found[1], found[2], session))
        return None if content is None else _read(json.loads(content))

    def _derived(self, key: KeySource) -> bytes:
        return key.derive(self._purpose, length=KEY_BYTES)


def _maker(key: KeySource, key_id: str) -> KeySource | None:
    """The key with an id; None if it is missing."""
    if isinstance(key, KeyRing):
        try:
            return key.get(key_id)
        except KeyMaterialError:
            return None
    return key if key.id == key_id and not (isinstance(key, Key) and key.destroyed) else None


def _beside(scheme: str, key_id: str, session: str) -> tuple[bytes, ...]:
    return tuple(field.encode("utf-8", "surrogatepass") for field in (_VERSION, scheme, key_id, session))


def _read(content: dict[str, Any]) -> KeptForm:
    pairs = tuple(map(tuple, content["pairs"]))
    return KeptForm(tuple(content["wrote"]), tuple(content["read"]), tuple(content["json"]), pairs)
