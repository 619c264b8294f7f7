"""Which session a request belongs to: the one that it names, or the one that its conversation tells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gateway_privacy_chains.record import Fingerprints, Record
from privacy_chains import Leaf, UnsupportedContent
from privacy_chains.keys import KeySource
from privacy_chains.lazy import lazily

__all__ = ["SaidPiece", "named", "session_of", "turns_of"]

_NAME = lazily(r"[\x21-\x7e](?:[\x20-\x7e]{0,198}[\x21-\x7e])?")


class SaidPiece(NamedTuple):
    """One piece of a conversation, as what it says.

    Attributes:
        leaves: Its texts and numbers.
        from_model: Whether the model wrote it.
        from_user: Whether it is the user's.
    """

    leaves: tuple[Leaf, ...]
    from_model: bool
    from_user: bool


def named(given: str | None) -> str | None:
    """The name of a session in a header.

    Raises:
        UnsupportedContent: It is none.
    """
    if given is None or _NAME.fullmatch(given):
        return given
    msg = "the header that names the session holds 1 to 200 visible ASCII characters; nothing was sent"
    raise UnsupportedContent(msg)


def session_of(key: KeySource, said: Sequence[SaidPiece], record: Record) -> str:
    """The session of a conversation that names none.

    Its first message of the user's tells it, or, where that was cut off, an answer that stands after its question.

    **Guarantee**: the name is a keyed hash: it tells nothing of the message without the key.

    **Warning**: conversations of one client that begin with the same words are one session: the same value has the same
    surrogate in them, and the same number the same noise. Name sessions by header where that tells too much.

    Args:
        key: The client's key.
        said: The conversation.
        record: What models wrote.
    """
    first = next((one.leaves for one in said if one.from_user), ())
    name = _name(key, first)
    own, answers = Fingerprints(key, name), [one for one in said if one.from_model]
    if not answers or record.get(own.of_text(one.leaves) for one in answers) is not None:
        return name
    return record.get(reversed(turns_of(key, said))) or name


def turns_of(key: KeySource, said: Sequence[SaidPiece]) -> list[bytes]:
    """The places of a conversation's turns: what was answered to what, in whichever session."""
    prints, places, asked = Fingerprints(key, "turns"), list[bytes](), tuple[Leaf, ...]()
    for one in said:
        if one.from_model:
            places.append(prints.of_text((*asked, "\0", *one.leaves)))
        else:
            asked = one.leaves
    return places


def _name(key: KeySource, leaves: Sequence[Leaf]) -> str:
    return key.derive("gateway session", *(str(leaf).strip() for leaf in leaves), length=16).hex()
