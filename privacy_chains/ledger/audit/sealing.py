"""The chain of an audit log: each line is sealed together with the seal of the line before it."""

from __future__ import annotations

import hmac
import json
from dataclasses import dataclass
from typing import Any, Protocol

from privacy_chains.errors import AuditError, KeyMaterialError
from privacy_chains.hazmat.hashes import keyed_hash

__all__ = ["FIRST", "Chain", "Head", "Signer", "read_line"]

FIRST = "0" * 64
"""The first line holds this in place of an earlier seal."""

_SEAL = "seal"


class Signer(Protocol):
    """A key, or a key ring whose first key seals."""

    @property
    def id(self) -> str:
        """The id of the sealing key."""
        ...

    def derive(self, purpose: str, *context: str | bytes, length: int = 32) -> bytes:
        """A sub-key of the sealing key."""
        ...


@dataclass(frozen=True, slots=True)
class Head:
    """The end of a log. Keep it somewhere else: it shows whether lines are missing at the end.

    Attributes:
        count: How many lines the log has.
        seal: The seal of the last line.
    """

    count: int
    seal: str

    def __str__(self) -> str:
        return f"{self.count} {self.seal}"

    @classmethod
    def read(cls, text: str) -> Head:
        """Read a head as ``str`` writes it.

        Raises:
            AuditError: The text is not a head.
        """
        count, _, seal = text.strip().partition(" ")
        if not (count.isascii() and count.isdecimal() and len(seal) == len(FIRST)):
            msg = "a head is the number of lines and the seal of the last one, as 'privacy-chains audit head' prints it"
            raise AuditError(msg)
        return cls(int(count), seal)


@dataclass(frozen=True, slots=True, repr=False)
class Chain:
    """Seals and checks lines under a signer's keys.

    **Guarantee**: without a key nobody can make a line, change one, or remove one from the middle in such a way that
    the log still verifies (HMAC-SHA256 under a sub-key, over the line and the seal of the line before it).

    **Warning**: whoever has the key can write another log. Only someone who knows a ``Head`` notices that lines are
    missing at the end.

    Attributes:
        keys: A key, or a key ring.
    """

    keys: Signer

    def line(self, before: Head, fields: dict[str, Any]) -> tuple[bytes, Head]:
        """The next line of a log that ends at a head, and the new head."""
        told = {**fields, "key": self.keys.id, "n": before.count, "previous": before.seal}
        seal = keyed_hash(_secret(self.keys), _written(told))
        return f"{_written({**told, _SEAL: seal})}\n".encode(), Head(before.count + 1, seal)

    def why_broken(self, before: Head, fields: dict[str, Any]) -> str:
        """Why a line does not follow a head; empty if it does."""
        told = {name: value for name, value in fields.items() if name != _SEAL}
        if told.get("n") != before.count:
            return "it has not the next number: lines were taken out, put in or moved"
        if told.get("previous") != before.seal:
            return "it does not follow the line before it"
        key = self._of(str(told.get("key")))
        if key is None:
            return f"it was sealed under the key {_shown(told.get('key'))}, which is not here"
        if not hmac.compare_digest(keyed_hash(_secret(key), _written(told)), str(fields.get(_SEAL))):
            return "its seal is not that of the key: it was changed"
        return ""

    def _of(self, key_id: str) -> Signer | None:
        get = getattr(self.keys, "get", None)
        if get is None:
            return self.keys if self.keys.id == key_id else None
        try:
            found: Signer = get(key_id)
        except KeyMaterialError:
            return None
        return found


def read_line(raw: bytes) -> dict[str, Any] | None:
    """The fields of a line; None unless it has exactly the form in which lines are written."""
    try:
        fields = json.loads(raw)
        same = isinstance(fields, dict) and f"{_written(fields)}\n".encode() == raw
    except (ValueError, RecursionError):
        return None
    return fields if same else None


def _secret(key: Signer) -> bytes:
    return key.derive("audit log")


def _written(fields: dict[str, Any]) -> str:
    return json.dumps(fields, ensure_ascii=True, sort_keys=True, separators=(",", ":"))


def _shown(key_id: object) -> str:
    """An id as it is shown. What is not an id may be anything, so it is not shown."""
    text = str(key_id)
    return text if len(text) == 16 and text.isalnum() and text.isascii() else "of no known form"
