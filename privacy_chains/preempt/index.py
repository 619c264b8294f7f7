"""What fills and queries an index: each text by itself, with surrogates that agree wherever the same index is named."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from privacy_chains.contract.conversation import Message, SanitizedConversation
from privacy_chains.contract.method import AnswerReader, Traits
from privacy_chains.contract.prompt import Prompt
from privacy_chains.contract.records import NOTHING, Marked
from privacy_chains.contract.spans import Span
from privacy_chains.errors import forgets_values
from privacy_chains.keys import KeySource
from privacy_chains.preempt.engine import Engine
from privacy_chains.preempt.marks import Mark, identities, identity
from privacy_chains.preempt.prompt import SanitizedPrompt

__all__ = ["Index"]


class _Sanitizing(Protocol):
    """What sanitizes one call, a session of its own."""

    @property
    def traits(self) -> Traits: ...

    def scan(self, texts: str | Sequence[str]) -> tuple[tuple[Span, ...], ...]: ...

    def sanitize(self, texts: str | Sequence[str]) -> SanitizedPrompt: ...

    def sanitize_conversation(self, messages: Sequence[Message]) -> SanitizedConversation[SanitizedPrompt]: ...

    def desanitize(self, answer: str, prompt: Prompt | None = None) -> str: ...

    def reader(self, prompt: Prompt) -> AnswerReader: ...


class Index:
    """Sanitizes for a store that outlives every session: the same value has the same surrogate in all of it.

    Made by ``Sanitizer.index`` and ``Session.index``. It remembers nothing: each text is a message of its own, so
    that a text stored today is found tomorrow by another process. Values that are enciphered per user stay so.

    **Warning**: somebody who can store texts of their choice and see what is stored learns the surrogates of all values
    in them, and recognizes these anywhere in this index. They learn nothing about other indexes or sessions. Use a
    different name for each index that other people fill.

    Args:
        make: Makes the session of one call.
        engine: What it sanitizes under.
        name: The name of the index.
        keys: What opens marks: the engine's key, or the key ring that contains it.
    """

    def __init__(self, make: Callable[[], _Sanitizing], engine: Engine, name: str, keys: KeySource) -> None:
        self._make = make
        self._engine = engine
        self._name = name
        self._keys = keys

    @property
    def name(self) -> str:
        """The name of the index."""
        return self._name

    @property
    def key_id(self) -> str:
        """The id of the key that the index is filled and read under; keep it with what is stored."""
        return self._engine.key.id

    @property
    def fingerprint(self) -> str:
        """16 hexadecimal digits for caches; they differ for each key, policy, kind of detector and name. Public."""
        return self._engine.fingerprint("index", self._name)

    @property
    def traits(self) -> Traits:
        """What this method promises."""
        return self._make().traits

    @forgets_values
    def scan(self, texts: str | Sequence[str]) -> tuple[tuple[Span, ...], ...]:
        """What is private in texts."""
        return self._make().scan(texts)

    @forgets_values
    def sanitize(self, texts: str | Sequence[str]) -> SanitizedPrompt:
        """Sanitize a text, or several jointly, as they are stored or asked for."""
        return self._make().sanitize(texts)

    @forgets_values
    def sanitize_conversation(self, messages: Sequence[Message]) -> SanitizedConversation[SanitizedPrompt]:
        """Sanitize messages as they are stored."""
        return self._make().sanitize_conversation(messages)

    @forgets_values
    def desanitize(self, answer: str, prompt: Prompt | None = None) -> str:
        """Read back what the index holds: with the prompt that made it, or with the key alone."""
        return self._make().desanitize(answer, prompt)

    @forgets_values
    def desanitize_value(self, value: Any, prompt: Prompt) -> Any:
        """Read JSON-like data back; numbers stay numbers."""
        return self.reader(prompt).value(value)

    def reader(self, prompt: Prompt) -> AnswerReader:
        """What reads answers to a prompt of this index."""
        return self._make().reader(prompt)

    @forgets_values
    def seal(self, fields: Mapping[str, Iterable[Marked]], whole: Mapping[str, bytes] = NOTHING) -> str:
        """The mark of a record: what reads it back exactly. See :mod:`privacy_chains.preempt.marks`."""
        return Mark.seal(self._engine.key, fields, whole)

    @forgets_values
    def open(self, sealed: object) -> Mark:
        """The mark that ``seal`` returned, by the key of the ring that sealed it.

        Raises:
            MarkError: It was changed since, or is none.
            KeyMaterialError: The key that sealed it is not here.
        """
        return Mark.open(self._keys, sealed)

    def identities(self, name: str) -> tuple[str, ...]:
        """A record's id in the store, and those that other keys of the ring gave it."""
        first = identity(self._engine.key, self._name, name)
        return tuple(dict.fromkeys((first, *identities(self._keys, self._name, name))))

    def index(self, name: str | None = None, *, key_id: str | None = None) -> Index:
        """This index itself, since it has a name already."""
        return self

    def __repr__(self) -> str:
        return f"Index({self._name!r}, {self._engine!r})"
