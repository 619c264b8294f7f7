"""A method that runs after another one: spans that the other has settled are closed to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Protocol, runtime_checkable

from privacy_chains.contract.conversation import Message, SanitizedConversation
from privacy_chains.contract.method import Method
from privacy_chains.contract.prompt import SpannedPrompt
from privacy_chains.contract.spans import Span

__all__ = ["NOTHING_CLOSED", "Sessioned", "Stackable", "in_session"]

NOTHING_CLOSED: Mapping[str, Sequence[Span]] = MappingProxyType({})
"""The value that means: no text has a closed span."""


@runtime_checkable
class Sessioned(Protocol):
    """A method with sessions."""

    def session(self, name: str) -> Method:
        """The method for one conversation."""
        ...


def in_session(method: Method, name: str) -> Method:
    """A session of a method, or the method itself if it has none."""
    return method.session(name) if isinstance(method, Sessioned) else method


@runtime_checkable
class Stackable(Method, Protocol):
    """A method that leaves alone the spans that another has settled."""

    def scan(
        self, texts: str | Sequence[str], *, closed: Sequence[Sequence[Span]] = ()
    ) -> tuple[tuple[Span, ...], ...]:
        """What may not leave as it is, outside of closed spans."""
        ...

    def sanitize(self, texts: str | Sequence[str], *, closed: Sequence[Sequence[Span]] = ()) -> SpannedPrompt:
        """Sanitize texts; ``closed``: for each, disjoint spans in reading order that stay as they are."""
        ...

    def sanitize_conversation(
        self, messages: Sequence[Message], *, closed: Mapping[str, Sequence[Span]] = NOTHING_CLOSED
    ) -> SanitizedConversation[SpannedPrompt]:
        """Sanitize a conversation; ``closed``: by text, the spans of it that stay as they are."""
        ...
