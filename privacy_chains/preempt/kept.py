"""The kept form: what a model wrote, sealed under the key, stored beside the clear message that it was read as.

It proves what goes back to the model byte for byte, and shows no pair of clear text and surrogate to whoever stores it.
"""

from __future__ import annotations

import binascii
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NoReturn

from privacy_chains.contract.conversation import Leaf
from privacy_chains.desanitize import Issued
from privacy_chains.errors import KeyMaterialError, PrivacyError
from privacy_chains.hazmat.siv import KEY_BYTES, open_sealed, seal
from privacy_chains.keys import Key, KeyRing, KeySource
from privacy_chains.lazy import lazily
from privacy_chains.preempt.engine import SCHEME

__all__ = ["KeptForm", "opened", "pairs_in", "sealed"]

_VERSION = "k1"
_FIELD = lazily(r"k1\.([A-Za-z0-9-]{1,16})\.([0-9a-f]{16})\.([A-Za-z0-9_=-]{20,})")
_PURPOSE = "kept form"


@dataclass(frozen=True, slots=True, repr=False)
class KeptForm:
    """What a model wrote in one message.

    Attributes:
        wrote: Its leaves, in the adapter's walking order.
        read: The leaves that they were read as: the clear message that this belongs to.
        json: The JSON texts that it carries, as the model wrote them.
        pairs: The surrogates that were read back in it. They are carried along, since the message that issued them may
            be gone by the time the model uses them again.
    """

    wrote: tuple[Leaf, ...]
    read: tuple[Leaf, ...]
    json: tuple[str, ...] = ()
    pairs: tuple[Issued, ...] = ()

    def __repr__(self) -> str:
        return f"KeptForm(leaves={len(self.wrote)})"

    def __reduce__(self) -> NoReturn:
        msg = "a kept form holds clear values and is not pickled; store it sealed"
        raise PrivacyError(msg)


def sealed(key: KeySource, session: str, kept: KeptForm) -> str:
    """A kept form as one text that only the key opens, in this session."""
    content = json.dumps(
        {
            "wrote": kept.wrote,
            "read": kept.read,
            "json": kept.json,
            "pairs": [_written(pair) for pair in kept.pairs],
        },
        separators=(",", ":"),
    ).encode()
    beside = _beside(SCHEME, key.id, session)
    token = seal(key.derive(_PURPOSE, length=KEY_BYTES), content, *beside)
    return f"{_VERSION}.{SCHEME}.{key.id}.{urlsafe_b64encode(token).decode()}"


def opened(key: KeySource, session: str, field: str | None) -> KeptForm | None:
    """The kept form in a stored field; nothing where it was not sealed under the key, in this session."""
    found = _FIELD.fullmatch(field) if field else None
    maker = _maker(key, found[2]) if found else None
    if found is None or maker is None:
        return None
    try:
        token = urlsafe_b64decode(found[3])
    except (binascii.Error, ValueError):
        return None
    beside = _beside(found[1], found[2], session)
    content = open_sealed(maker.derive(_PURPOSE, length=KEY_BYTES), token, *beside)
    return None if content is None else _read(json.loads(content))


def pairs_in(issued: Iterable[Issued], wrote: Sequence[Leaf], read: Sequence[Leaf]) -> Iterator[Issued]:
    """Of what was issued, the pairs of which both stand in a message, on their side."""
    before, after = ("\n".join(map(str, leaves)).casefold() for leaves in (wrote, read))
    for pair in issued:
        if pair.surrogate.casefold() in before and pair.original.casefold() in after:
            yield pair


def _maker(key: KeySource, key_id: str) -> KeySource | None:
    """The key of an id, where it is there."""
    if isinstance(key, KeyRing):
        try:
            return key.get(key_id)
        except KeyMaterialError:
            return None
    return key if key.id == key_id and not (isinstance(key, Key) and key.destroyed) else None


def _beside(scheme: str, key_id: str, session: str) -> tuple[bytes, ...]:
    return tuple(field.encode("utf-8", "surrogatepass") for field in (_VERSION, scheme, key_id, session))


def _written(pair: Issued) -> list[Any]:
    numbers = [None if number is None else str(number) for number in (pair.number, pair.released)]
    return [pair.entity_type, pair.original, pair.surrogate, pair.reading, *numbers]


def _read(content: dict[str, Any]) -> KeptForm:
    pairs = (
        Issued(*texts, *(None if number is None else Fraction(number) for number in numbers))
        for *texts, number, released in content["pairs"]
        for numbers in [(number, released)]
    )
    return KeptForm(tuple(content["wrote"]), tuple(content["read"]), tuple(content["json"]), tuple(pairs))
