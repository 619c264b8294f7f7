"""The contract: what a method of sanitizing prompts offers, and what adapters may use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from privacy_chains.contract.conversation import Message, SanitizedConversation
from privacy_chains.contract.prompt import Prompt
from privacy_chains.contract.spans import Span
from privacy_chains.errors import PrivacyError

__all__ = ["AnswerReader", "Method", "ReadsAlone", "TextReader", "Traits", "check_traits"]


@dataclass(frozen=True, slots=True)
class Traits:
    """What a method promises. Adapters refuse by trait, with a sentence, instead of failing later.

    Attributes:
        stable: The same text gives the same prompt, in every call and process. A vector store needs it: a question
            only finds what was stored the same way.
        exact: A sanitized text that comes back unchanged is read back character by character.
        reads_alone: Surrogates are read back with the key alone, without the prompt that issued them.
        keeps_numbers: A number in structured data, such as a tool's argument, stays a number.
    """

    stable: bool
    exact: bool
    reads_alone: bool
    keeps_numbers: bool


class TextReader(Protocol):
    """Reads one streamed text back."""

    def feed(self, chunk: str) -> str:
        """Return what can be read so far."""
        ...

    def flush(self) -> str:
        """Return what was held back, at the end of the text."""
        ...


@runtime_checkable
class AnswerReader(Protocol):
    """Reads answers to one prompt back."""

    def text(self, text: str) -> str:
        """A whole answer."""
        ...

    def value(self, value: Any) -> Any:
        """JSON-like data: texts in keys and values, and numbers, which stay numbers."""
        ...

    def stream(self, *, json: bool = False) -> TextReader:
        """A reader of one answer that arrives in chunks; ``json``: of fragments of one JSON document."""
        ...


@runtime_checkable
class Method(Protocol):
    """Everything that an adapter needs and may use.

    Sanitizing may be slow, or wait for a local model: asynchronous calls of adapters run it in a thread.
    """

    @property
    def traits(self) -> Traits:
        """What this method promises."""
        ...

    def scan(self, texts: str | Sequence[str]) -> tuple[tuple[Span, ...], ...]:
        """What is private in texts: for each text the stretches that may not leave as they are, in reading order.

        Nothing is released or remembered.
        """
        ...

    def sanitize(self, texts: str | Sequence[str]) -> Prompt:
        """Sanitize one message's texts jointly."""
        ...

    def sanitize_conversation(self, messages: Sequence[Message]) -> SanitizedConversation[Prompt]:
        """Sanitize a conversation, message by message, in order."""
        ...

    def reader(self, prompt: Prompt) -> AnswerReader:
        """The reader of answers to a prompt of this method."""
        ...


@runtime_checkable
class ReadsAlone(Protocol):
    """A method that reads surrogates back with the key alone, as its trait ``reads_alone`` says."""

    def desanitize(self, answer: str) -> str:
        """Read an answer back without its prompt."""
        ...


_MISSING = {
    "stable": "gives the same text another form in every call, so nothing that is stored would be found again",
    "exact": "does not read its own texts back exactly",
    "reads_alone": "reads nothing back without the prompt that it was made in",
    "keeps_numbers": "turns numbers into text, which the caller does not accept",
}


def check_traits(method: Method, needs: Sequence[str], who: str) -> None:
    """Refuse a method without the traits that a component needs.

    Args:
        method: The method.
        needs: Names of traits, such as ``"stable"``.
        who: The component that needs them, for the message: ``"PrivateVectorStore"``.

    Raises:
        PrivacyError: A trait is missing.
    """
    for trait in needs:
        if not getattr(method.traits, trait):
            msg = f"{who} cannot use {type(method).__name__}: it {_MISSING[trait]}. Sanitizer(key) can be used here"
            raise PrivacyError(msg)
