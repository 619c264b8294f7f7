"""A conversation: messages in the order they were written, as an adapter hands them over."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Literal, Protocol, runtime_checkable

from privacy_chains.desanitize import Desanitizer, JsonDesanitizer
from privacy_chains.desanitize.report import Sighting
from privacy_chains.errors import PrivacyError
from privacy_chains.ledger import Ledger
from privacy_chains.prompt import SanitizedPrompt

__all__ = [
    "Arguments",
    "Keeper",
    "Leaf",
    "Message",
    "Origin",
    "PromptSanitizer",
    "Reteller",
    "SanitizedConversation",
    "Witness",
    "check_protection",
    "turns",
]

Leaf = str | int | float
"""A text, or a number that stands as a number in structured data such as a tool call's arguments."""

Origin = Literal["user", "system", "document", "tool"]
"""Whose words a message is: the user's, the application's, a retrieved text's or a tool's."""


@dataclass(frozen=True, slots=True, repr=False)
class Message:
    """One message as its leaves, in the adapter's walking order.

    Attributes:
        leaves: Every text of the message, and the numbers of its tool calls' arguments.
        from_model: Whether the model wrote it.
        kept: The sealed text that ``Keeper.keep`` returned when the message was read: it proves what the model wrote,
            which is sent again byte for byte. Of a message that was edited since, the edited parts are the caller's.
        told: The same leaves with numbers as texts that tell their names; for messages without a proof.
        origin: Whose words it is, where the model did not write it.
    """

    leaves: tuple[Leaf, ...]
    from_model: bool = False
    kept: str | None = None
    told: tuple[Leaf, ...] | None = None
    origin: Origin = "user"

    def __repr__(self) -> str:
        return f"Message(leaves={len(self.leaves)}, from_model={self.from_model})"


@dataclass(frozen=True, slots=True, repr=False)
class SanitizedConversation:
    """What a conversation becomes.

    Attributes:
        messages: The sanitized leaves of each message, in the shapes that were given.
        prompt: Reads the answer back: it covers every surrogate of the conversation.
        told: The positions of messages whose leaves stand in the place of ``Message.told``.
        json: By position, the JSON texts of messages that go back as the model wrote them.
    """

    messages: tuple[tuple[Leaf, ...], ...]
    prompt: SanitizedPrompt
    told: frozenset[int] = frozenset()
    json: Mapping[int, tuple[str, ...]] = field(default_factory=dict)

    @property
    def ledger(self) -> Ledger:
        """The privacy events that this conversation adds to its session."""
        return self.prompt.ledger

    def __repr__(self) -> str:
        return f"SanitizedConversation(messages={len(self.messages)}, prompt={self.prompt!r})"


@runtime_checkable
class PromptSanitizer(Protocol):
    """What an adapter needs, and all it may use: any method of sanitizing prompts can stand behind it."""

    def sanitize(self, texts: str | Sequence[str]) -> SanitizedPrompt:
        """Sanitize one message's texts jointly."""
        ...

    def sanitize_conversation(self, messages: Sequence[Message]) -> SanitizedConversation:
        """Sanitize a conversation, message by message, in order."""
        ...

    def desanitize(self, answer: str, prompt: SanitizedPrompt | None = None) -> str:
        """Read an answer back."""
        ...

    def desanitize_value(self, value: Any, prompt: SanitizedPrompt) -> Any:
        """Read JSON-like data back; numbers stay numbers."""
        ...

    def reader(self, prompt: SanitizedPrompt, *, json: bool = False) -> Desanitizer | JsonDesanitizer:
        """Read an answer back chunk by chunk; ``json`` for fragments of a JSON text."""
        ...


@runtime_checkable
class Keeper(Protocol):
    """A sanitizer that proves to itself what a model wrote."""

    def keep(
        self, wrote: Sequence[Leaf], read: Sequence[Leaf], prompt: SanitizedPrompt, *, json: Sequence[str] = ()
    ) -> str:
        """Seal the leaves that a model wrote, for the clear message that they were read as."""
        ...


@dataclass(frozen=True, slots=True, repr=False)
class Arguments:
    """The texts among a tool call's arguments, as the tool may see them.

    Attributes:
        texts: What the tool is given.
        prompt: Reads its result back.
        held: Surrogates that stayed since their originals stood in documents only. No value stands in it.
    """

    texts: tuple[str, ...]
    prompt: SanitizedPrompt
    held: tuple[Sighting, ...] = ()

    def __repr__(self) -> str:
        return f"Arguments(texts={len(self.texts)}, held={len(self.held)})"


@runtime_checkable
class Witness(Protocol):
    """A sanitizer that knows where the values of its conversation came from."""

    def saw(self, texts: Sequence[str]) -> None:
        """Remember texts that came from elsewhere, such as what was retrieved."""
        ...

    def arguments(self, texts: Sequence[str], tool: str, *, own: bool = False) -> Arguments:
        """Sanitize the texts of a tool call's arguments; ``own``: but for values that the user wrote."""
        ...


@runtime_checkable
class Reteller(Protocol):
    """A sanitizer that knows texts again that it has sanitized."""

    def retell(self, texts: Sequence[str]) -> list[str]:
        """Sanitize texts for traces, those that were sanitized before as they were then."""
        ...


def check_protection(sanitizer: object, trust: object = "local", *, chooses: bool = False) -> None:
    """Refuse what an adapter can protect nothing with, before a call finds out.

    Args:
        sanitizer: What should sanitize.
        trust: Where a tool or a retriever is said to run.
        chooses: Whether a function may be given that chooses the sanitizer of each call.

    Raises:
        PrivacyError: It is no sanitizer, or the trust is none of the four. A type is named, never a value.
    """
    is_class = isinstance(sanitizer, type)
    if is_class or not (isinstance(sanitizer, PromptSanitizer) or (chooses and callable(sanitizer))):
        given = f"the class {sanitizer.__name__}" if isinstance(sanitizer, type) else type(sanitizer).__name__
        function = ", or a function of a call's config that returns one" if chooses else ""
        msg = f"protecting needs a sanitizer, not {given}: give a Sanitizer(key) or a session of it{function}"
        raise PrivacyError(msg)
    if trust not in ("local", "user", "remote", "block"):
        msg = "trust is 'local', 'user', 'remote' or 'block'"
        raise PrivacyError(msg)


def turns(messages: Sequence[Message]) -> Iterator[tuple[bool, list[tuple[int, Message]]]]:
    """Messages grouped into turns, with their positions.

    What the caller sends between two of the model's messages (system prompt, context, question, tool results)
    is one turn, annotated jointly; each of the model's messages stands alone. A replay of a longer conversation
    cuts the same turns, so what was sent once is sent again byte for byte.
    """
    for from_model, group in groupby(enumerate(messages), key=lambda item: item[1].from_model):
        if from_model:
            yield from ((True, [item]) for item in group)
        else:
            yield False, list(group)


_SENTENCE_ENDS = re.compile(r"(?<=[.?!:])\s+|\n")
_LONGEST_QUESTION = 200


def question_of(message: Message) -> str:
    """What a message asks for at its end: its last sentence, which tells what a bare answer is."""
    texts = [leaf for leaf in message.leaves if isinstance(leaf, str) and leaf.strip()]
    return _SENTENCE_ENDS.split(texts[-1].strip()[-_LONGEST_QUESTION:])[-1] if texts else ""


def texts_of(group: Sequence[tuple[int, Message]]) -> tuple[str, ...]:
    """The texts among the leaves of a turn."""
    return tuple(leaf for _, message in group for leaf in message.leaves if isinstance(leaf, str))


def with_texts(leaves: Sequence[Leaf], texts: Iterator[str], number: Mapping[float, float]) -> tuple[Leaf, ...]:
    """The leaves with the next texts of an iterator, and numbers mapped where they are known."""
    return tuple(next(texts) if isinstance(leaf, str) else number.get(leaf, leaf) for leaf in leaves)
