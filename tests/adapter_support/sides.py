"""What the twins' tests ask of a framework: the same things, under the same names."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, Protocol

from privacy_chains import Method

__all__ = ["Play", "Role", "Said", "Side", "ToolCall", "Used", "Way", "as_bytes", "repeat"]

Role = Literal["system", "user", "assistant", "tool"]

Way = Literal["whole", "async", "stream", "astream"]
"""How a component is called."""


@dataclass(frozen=True)
class ToolCall:
    """A call of a tool, as a model asks for it."""

    name: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True)
class Said:
    """A message, whatever framework carries it."""

    role: Role
    text: str = ""
    calls: tuple[ToolCall, ...] = ()


@dataclass(frozen=True)
class Used:
    """What came of a call of a tool."""

    text: str
    refused: bool


Play = Callable[[Sequence[Said]], Said]
"""What a model answers."""


def repeat(messages: Sequence[Said]) -> Said:
    """A model that repeats what it read."""
    return Said("assistant", "I read: " + " | ".join(one.text for one in messages))


def as_bytes(messages: Sequence[Said]) -> bytes:
    """The messages of one request as they would go over a wire."""
    return json.dumps([asdict(one) for one in messages], ensure_ascii=False, sort_keys=True).encode()


class Side(Protocol):
    """A framework, its adapter, and fakes of what runs elsewhere."""

    @property
    def ways_of_agents(self) -> tuple[Way, ...]:
        """How its agents are called."""
        ...

    def protect(self, component: Any, method: Method, **options: Any) -> Any:
        """The adapter's ``protect``."""
        ...

    def model(self, play: Play = repeat) -> Any:
        """A model that runs elsewhere."""
        ...

    def sent(self, model: Any) -> list[bytes]:
        """The messages of each request that the model got."""
        ...

    def told(self, model: Any) -> str:
        """All that the model got: messages, tools and settings."""
        ...

    async def talk(self, model: Any, questions: Sequence[str], way: Way, *, system: str = "") -> list[str]:
        """Ask questions one after another; each sees the answers before it. Return the answers."""
        ...

    async def report(self, model: Any, question: str, way: Way) -> dict[str, Any]:
        """The report beside the answer to a question."""
        ...

    def tool(self, function: Callable[..., Any]) -> Any:
        """A tool that calls a function."""
        ...

    async def use(self, tool: Any, arguments: Mapping[str, Any], way: Way) -> Used:
        """Call a tool as an agent does for a model."""
        ...

    async def run(self, method: Method, model: Any, tools: Sequence[Any], question: str, way: Way) -> str:
        """Ask a protected agent."""
        ...

    def searching(self, pages: Sequence[str]) -> Any:
        """A retriever that runs elsewhere; its ``asked`` tells what it was asked."""
        ...

    async def search(self, retriever: Any, question: str, way: Way) -> list[str]:
        """The texts that a retriever finds."""
        ...

    def embedding(self) -> Any:
        """An embedding model that runs elsewhere; its ``seen`` tells what it embedded."""
        ...

    async def embed(self, embedding: Any, text: str, way: Way) -> list[list[float]]:
        """The vectors of a text as a document and as a question."""
        ...

    def store(self) -> Any:
        """A vector store that runs elsewhere."""
        ...

    def held(self, store: Any) -> str:
        """All that a store holds."""
        ...

    async def fill(self, store: Any, text: str, metadata: Mapping[str, Any], way: Way) -> None:
        """Store a document."""
        ...

    async def find(self, store: Any, question: str, way: Way) -> list[tuple[str, dict[str, Any]]]:
        """The texts and metadata that a store finds."""
        ...

    def uploading(self, model: Any) -> Any:
        """A component around a model whose calls a handler hears that uploads."""
        ...

    def telling(self, model: Any, method: Method, heard: list[str]) -> Any:
        """A component around a model whose calls a sanitizing handler hears; ``heard`` gets what it is told."""
        ...

    def hosted(self) -> dict[str, Callable[[Method], object]]:
        """What fills or asks an index that runs elsewhere, by name: each makes it for a method."""
        ...

    def from_the_key(self) -> dict[str, Callable[[Method], object]]:
        """The same of what reads records from the key alone."""
        ...
