"""A conversation: messages in the order they were written, as an adapter hands them over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Generic, Literal, TypeVar

from privacy_chains.contract.prompt import Prompt
from privacy_chains.lazy import lazily
from privacy_chains.ledger import Ledger

__all__ = [
    "Leaf",
    "Message",
    "Origin",
    "SanitizedConversation",
    "number_like",
    "turns",
]

Leaf = str | int | float
"""A text, or a number that stands as a number in structured data such as a tool call's arguments."""

Origin = Literal["user", "system", "document", "tool"]
"""Who wrote a message: the user, the application, a retrieved text or a tool."""


@dataclass(frozen=True, slots=True, repr=False)
class Message:
    """One message as its leaves, in the order in which the adapter visits them.

    Attributes:
        leaves: Every text of the message, and the numbers of its tool calls' arguments.
        from_model: Whether the model wrote it.
        kept: The sealed text that ``Keeper.keep`` returned when the message was read: it proves what the model wrote,
            which is sent again byte for byte. If the message was edited since, the edited parts are the caller's.
        told: The same leaves as texts, behind the names that show what they are; for messages without a proof.
        origin: Who wrote it, if the model did not.
    """

    leaves: tuple[Leaf, ...]
    from_model: bool = False
    kept: str | None = None
    told: tuple[Leaf, ...] | None = None
    origin: Origin = "user"

    def __repr__(self) -> str:
        return f"Message(leaves={len(self.leaves)}, from_model={self.from_model})"


P_co = TypeVar("P_co", bound=Prompt, covariant=True)


@dataclass(frozen=True, slots=True, repr=False)
class SanitizedConversation(Generic[P_co]):
    """The sanitized conversation.

    Attributes:
        messages: The sanitized leaves of each message, in the shapes that were given.
        prompt: Reads the answer back: it covers every surrogate of the conversation.
        told: The positions of messages whose leaves replace ``Message.told``.
        json: By position, the JSON texts of messages that go back as the model wrote them.
    """

    messages: tuple[tuple[Leaf, ...], ...]
    prompt: P_co
    told: frozenset[int] = frozenset()
    json: Mapping[int, tuple[str, ...]] = field(default_factory=dict)

    @property
    def ledger(self) -> Ledger:
        """The privacy events that this conversation adds to its session."""
        return self.prompt.ledger

    def __repr__(self) -> str:
        return f"SanitizedConversation(messages={len(self.messages)}, prompt={self.prompt!r})"


def turns(messages: Sequence[Message]) -> Iterator[tuple[bool, list[tuple[int, Message]]]]:
    """Messages grouped into turns, with their positions.

    What the caller sends between two messages of the model (system prompt, context, question, tool results) is one
    turn, and is annotated jointly. Each of the model's messages is a turn of its own. A replay of a longer
    conversation gives the same turns, so what was sent once is sent again byte for byte.
    """
    for from_model, group in groupby(enumerate(messages), key=lambda item: item[1].from_model):
        if from_model:
            yield from ((True, [item]) for item in group)
        else:
            yield False, list(group)


_SENTENCE_ENDS = lazily(r"(?<=[.?!:])\s+|\n")
_LONGEST_QUESTION = 200


def question_of(message: Message) -> str:
    """The question at the end of a message: its last sentence, which shows what a bare answer means."""
    texts = [leaf for leaf in message.leaves if isinstance(leaf, str) and leaf.strip()]
    return _SENTENCE_ENDS.split(texts[-1].strip()[-_LONGEST_QUESTION:])[-1] if texts else ""


def texts_of(group: Sequence[tuple[int, Message]]) -> tuple[str, ...]:
    """The texts among the leaves of a turn."""
    return tuple(leaf for _, message in group for leaf in message.leaves if isinstance(leaf, str))


def number_like(text: str, like: float) -> Leaf:
    """The number in a sanitized text that told it behind a name, of the same type as the original number."""
    number = text.rpartition(": ")[2]
    try:
        return type(like)(number)
    except ValueError:  # a whole number that was released as a fraction, or grouped
        return number


def with_texts(leaves: Sequence[Leaf], texts: Iterator[str], number: Mapping[float, float]) -> tuple[Leaf, ...]:
    """The leaves with the next texts of an iterator in place of texts, and known numbers mapped."""
    return tuple(next(texts) if isinstance(leaf, str) else number.get(leaf, leaf) for leaf in leaves)
