"""What a method may offer besides its contract; adapters check for each by ``isinstance``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from privacy_chains.contract.conversation import Leaf
from privacy_chains.contract.method import Method
from privacy_chains.contract.prompt import Prompt
from privacy_chains.contract.report import Restored, Sighting
from privacy_chains.errors import PrivacyError

__all__ = [
    "Arguments",
    "Indexing",
    "Instructing",
    "Keeper",
    "Noticing",
    "ReportingReader",
    "Reteller",
    "Witness",
    "check_protection",
    "for_index",
    "instruction_of",
]


@runtime_checkable
class Keeper(Protocol):
    """A method that can later prove what a model wrote."""

    def keep(self, wrote: Sequence[Leaf], read: Sequence[Leaf], prompt: Prompt, *, json: Sequence[str] = ()) -> str:
        """Seal the leaves that a model wrote, together with the clear message that they became."""
        ...


@dataclass(frozen=True, slots=True, repr=False)
class Arguments:
    """The texts among a tool call's arguments, as the tool may see them.

    Attributes:
        texts: The texts for the tool.
        prompt: Reads its result back.
        held: Surrogates that stayed because only documents contain their originals. It contains no value.
    """

    texts: tuple[str, ...]
    prompt: Prompt
    held: tuple[Sighting, ...] = ()

    def __repr__(self) -> str:
        return f"Arguments(texts={len(self.texts)}, held={len(self.held)})"


@runtime_checkable
class Witness(Protocol):
    """A method that knows where the values of its conversation came from."""

    def saw(self, texts: Sequence[str]) -> None:
        """Remember texts that came from elsewhere, such as what was retrieved."""
        ...

    def arguments(self, texts: Sequence[str], tool: str, *, own: bool = False) -> Arguments:
        """Sanitize the texts of a tool call's arguments; ``own``: except for values that the user wrote."""
        ...


@runtime_checkable
class Reteller(Protocol):
    """A method that recognizes texts that it has sanitized."""

    def retell(self, texts: Sequence[str]) -> list[str]:
        """Sanitize texts for traces; texts that were sanitized before become the same again."""
        ...


@runtime_checkable
class Noticing(Protocol):
    """A method that tells values that a model made up from those that it was given."""

    def invented(self, answer: str, prompt: Prompt) -> tuple[Sighting, ...]:
        """Where an answer, as the model wrote it, holds values that were never issued and look as if they were."""
        ...


@runtime_checkable
class ReportingReader(Protocol):
    """A reader that gives an account of what it did."""

    def restore(self, text: str) -> Restored:
        """A text with originals in place of surrogates, and what was done to it."""
        ...


@runtime_checkable
class Indexing(Protocol):
    """A method with separate surrogates for an index that outlives every session."""

    def index(self, name: str, *, key_id: str | None = None) -> Method:
        """What fills and queries the index of a name."""
        ...


@runtime_checkable
class Instructing(Protocol):
    """A method that has something to tell the model about its texts."""

    @property
    def instruction(self) -> str:
        """What the model is told before the conversation; empty for nothing. It holds nothing private."""
        ...


def instruction_of(method: object) -> str:
    """What the model is told before the conversation, by a method or by its prompt; empty for nothing."""
    return method.instruction if isinstance(method, Instructing) else ""


def for_index(method: Method, name: str, key_id: str | None = None) -> Method:
    """What fills and queries the index of a name; the method itself if it has no indexes.

    Raises:
        KeyMaterialError: A key ring has several keys and ``key_id`` names none of them.
        PolicyError: The name is empty.
    """
    return method.index(name, key_id=key_id) if isinstance(method, Indexing) else method


def check_protection(method: object, trust: object = "local", *, chooses: bool = False) -> None:
    """Refuse arguments with which an adapter cannot protect anything, before the first call.

    Args:
        method: What should sanitize.
        trust: Where a tool or a retriever runs.
        chooses: Whether a function may be given that chooses the method of each call.

    Raises:
        PrivacyError: It is not a method, or the trust is not one of the four. The message names a type, never a value.
    """
    is_class = isinstance(method, type)
    if is_class or not (isinstance(method, Method) or (chooses and callable(method))):
        given = f"the class {method.__name__}" if isinstance(method, type) else type(method).__name__
        function = ", or a function of a call's config that returns one" if chooses else ""
        msg = f"protecting needs a sanitizer, not {given}: give a Sanitizer(key) or a session of it{function}"
        raise PrivacyError(msg)
    if trust not in ("local", "user", "remote", "block"):
        msg = "trust is 'local', 'user', 'remote' or 'block'"
        raise PrivacyError(msg)
