"""The kept form: what a model wrote, sealed under the key, so that it goes back to the model byte for byte."""

from __future__ import annotations

import binascii
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass

from privacy_chains.contract.conversation import Leaf
from privacy_chains.hazmat.siv import KEY_BYTES, open_sealed, seal
from privacy_chains.keys import Key

__all__ = ["KeptForm"]

_VERSION = "w1."
_PURPOSE = "kept form of words"


@dataclass(frozen=True, slots=True, repr=False)
class KeptForm:
    """What a model wrote in one message.

    Attributes:
        wrote: Its leaves.
        read: The leaves of the clear message that they were read as.
        json: JSON texts in it, which go back as they are, too.
    """

    wrote: tuple[Leaf, ...]
    read: tuple[Leaf, ...]
    json: tuple[str, ...] = ()

    def sealed(self, key: Key, session: str) -> str:
        """One text that only the key opens, in this session."""
        content = json.dumps([self.wrote, self.read, self.json], separators=(",", ":")).encode()
        token = seal(key.derive(_PURPOSE, length=KEY_BYTES), content, session.encode())
        return _VERSION + urlsafe_b64encode(token).decode()

    @classmethod
    def opened(cls, key: Key, session: str, field: str | None) -> KeptForm | None:
        """The form in a stored field; nothing where it was not sealed under the key, in this session."""
        if field is None or not field.startswith(_VERSION):
            return None
        try:
            token = urlsafe_b64decode(field.removeprefix(_VERSION))
        except (binascii.Error, ValueError):
            return None
        content = open_sealed(key.derive(_PURPOSE, length=KEY_BYTES), token, session.encode())
        return cls(*map(tuple, json.loads(content))) if content is not None else None
