"""One walk over LlamaIndex's messages, in both directions.

Fail closed: everything in a message is visited, except ids and ciphertext of the form in which they are issued and
the names of tools, and a content block of a kind not named here is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, TypeVar

from llama_index.core.base.llms import types
from llama_index.core.base.llms.types import ChatMessage, MessageRole
from pydantic import BaseModel

from privacy_chains.adapting import PROTOCOL, SENT, Collect, Sparing, Told, Visitor, is_sealed, unsupported, walk_value
from privacy_chains.contract.conversation import Origin
from privacy_chains.lazy import lazily

__all__ = ["Kept", "Walk", "cited_in", "from_model", "origin_of", "outgoing"]

_VALUES = frozenset({"arguments", "input", "tool_kwargs"})
"""Fields that hold a JSON-like value of any shape, or JSON text: their numbers are leaves too."""

_TEXTS: Mapping[str, tuple[str, ...]] = {
    "TextBlock": ("text",),
    "ThinkingBlock": ("content", "additional_information"),
    "ToolCallBlock": ("tool_call_id", "tool_name", "tool_kwargs"),
    "CitableBlock": ("title", "source", "content"),
    "CitationBlock": ("title", "source", "cited_content", "additional_location_info"),
    "CachePoint": ("cache_control",),
}

_BLOCKS: Mapping[type[BaseModel], tuple[str, ...]] = {
    getattr(types, name): texts for name, texts in _TEXTS.items() if hasattr(types, name)
}
"""The content blocks this package knows -> the fields that are visited. Early versions of LlamaIndex 0.14 lack some
blocks."""

_TOOL = frozenset({"name", "tool_name"})
_CALLED = lazily(r"(?!(?:[^0-9]{0,64}[0-9]){5})[A-Za-z_][A-Za-z0-9_.-]{0,63}")
"""The form of a tool's name, which the provider matches with the tools it was given."""

_WORDS = (
    PROTOCOL
    | _VALUES
    | _TOOL
    | {
        *("tool_calls", "function", "function_call", "text", "content", "title", "url", "data", "summary"),
        *("refusal", "annotations", "thinking", "thinking_delta", "reasoning", "reasoning_content", "audio"),
    }
)
"""Names of fields that only protocols use."""

M = TypeVar("M", bound=BaseModel)

_FROM_MODEL = frozenset({MessageRole.ASSISTANT, MessageRole.MODEL, MessageRole.CHATBOT})
_FROM_TOOLS = frozenset({MessageRole.TOOL, MessageRole.FUNCTION})


_ORIGINS: Mapping[MessageRole, Origin] = {
    MessageRole.USER: "user",
    MessageRole.SYSTEM: "system",
    **dict.fromkeys((MessageRole.DEVELOPER,) if hasattr(MessageRole, "DEVELOPER") else (), "system"),
    **dict.fromkeys(_FROM_TOOLS, "tool"),
}
_OBSERVED = "Observation:"
"""How agents that write their calls as text introduce a tool's answer, in a message of the user."""


class Kept(dict[str, Any]):
    """The sealed form beside a message; its ``str`` is short, since LlamaIndex prints it into prompts."""

    def __repr__(self) -> str:
        return "{...}"


@dataclass(frozen=True)
class Walk:
    """Walks messages with one visitor; copies, and never changes what it was given.

    Args:
        visitor: What happens to each leaf.
        allow: Kinds of content blocks that pass as they are, in clear.
        strict: Whether unknown blocks are refused (what goes out) or left alone (what came in).
        told: Whether numbers outside calls are visited too, with the type that their name gives them; not in what a
            model wrote.
    """

    visitor: Visitor
    allow: frozenset[str] = frozenset()
    strict: bool = True
    told: bool = False

    def message(self, message: ChatMessage) -> ChatMessage:
        """Return a copy of a message, every leaf visited."""
        if self.strict and not self.told and not from_model(message):
            return replace(self, told=True).message(message)
        names = _TOOL if message.role in _FROM_TOOLS else frozenset()
        own = type(message).model_fields.keys() - ChatMessage.model_fields.keys()
        changed = {
            "blocks": [self._block(block) for block in message.blocks],
            "additional_kwargs": self.fields(message.additional_kwargs, names),
            **{name: self._field(name, getattr(message, name)) for name in sorted(own)},
        }
        return self._copied(message, changed)

    def fields(self, fields: Mapping[Any, Any], opaque: frozenset[str] = frozenset()) -> dict[Any, Any]:
        """Return a copy of named values, every leaf visited; a value's name decides how it is walked."""
        opaque |= self._called(fields)
        return {self._name(name): self._named(name, value, opaque) for name, value in fields.items()}

    def _called(self, fields: Mapping[Any, Any]) -> frozenset[str]:
        """The fields that name a tool in a model's call. What anyone else writes calls no tool."""
        return _TOOL if _VALUES & fields.keys() and not self.told else frozenset()

    def _name(self, name: Any) -> Any:
        """The name of a field: a protocol's word stays, and anything else is visited."""
        return name if name in _WORDS else walk_value(name, self.visitor)

    def _named(self, name: Any, value: Any, opaque: frozenset[str]) -> Any:
        if is_sealed(name, value) or (name == SENT and not self.strict):
            return value
        if name in opaque and isinstance(value, str) and _CALLED.fullmatch(value):
            return value
        return self._field(str(name), value)

    def _block(self, block: Any) -> Any:
        kind = getattr(block, "block_type", type(block).__name__)
        if kind in self.allow:
            return block
        if type(block) not in _BLOCKS:
            return self._refuse(str(kind), block)
        parts = {name: getattr(block, name) for name in _BLOCKS[type(block)]}
        return self._copied(block, {name: self._named(name, value, _TOOL) for name, value in parts.items()})

    def _field(self, name: str, value: Any) -> Any:  # noqa: PLR0911  (one for each kind)
        if name in _VALUES and isinstance(value, str):
            return self.visitor.json(value, (name,))
        if name in _VALUES and not isinstance(value, BaseModel):
            return walk_value(value, self.visitor)
        match value:
            case Enum():
                return walk_value(value, self.visitor, name)
            case str():
                return self.visitor.text(value, (name,))
            case Mapping():
                return self.fields(value)
            case list() | tuple():
                return [self._field(name, item) for item in value]
            case bytes() | bytearray():
                return self._refuse("bytes", value)
            case BaseModel():
                return self._model(value)
            case int() | float() if not self.told:
                return value
            case _:
                return walk_value(value, Sparing(Told(self.visitor) if self.told else self.visitor), name)

    def _model(self, value: BaseModel) -> Any:
        """A block inside a block, or an object of a provider's library."""
        if hasattr(value, "block_type"):
            return self._block(value)
        parts = {name: getattr(value, name) for name in type(value).model_fields}
        opaque = self._called(parts)
        return self._copied(value, {name: self._named(name, part, opaque) for name, part in parts.items()})

    def _copied(self, value: M, changed: Mapping[str, Any]) -> M:
        """A copy with other parts; extra fields of it are visited."""
        copied = value.model_copy(update=changed)
        if value.model_extra:
            object.__setattr__(copied, "__pydantic_extra__", self.fields(value.model_extra))
        return copied

    def _refuse(self, kind: str, value: Any) -> Any:
        if not self.strict:
            return value
        raise unsupported(kind)


def from_model(message: ChatMessage) -> bool:
    """Whether the model wrote a message."""
    return message.role in _FROM_MODEL


def origin_of(message: ChatMessage) -> Origin:
    """The origin of a message; an unknown role counts as a document."""
    if (message.content or "").lstrip().startswith(_OBSERVED):
        return "tool"
    return _ORIGINS.get(message.role, "document")


def cited_in(message: ChatMessage) -> tuple[str, ...]:
    """The texts of a message that are not its sender's words."""
    blocks = [block for block in message.blocks if type(block).__name__ == "CitableBlock"]
    collected = Collect()
    Walk(collected, strict=False).message(ChatMessage(blocks=blocks))
    return tuple(str(leaf) for leaf in collected.leaves)


def outgoing(message: ChatMessage) -> ChatMessage:
    """A copy of a message without what is kept beside it."""
    kwargs = {name: value for name, value in message.additional_kwargs.items() if name != SENT}
    return message.model_copy(update={"additional_kwargs": kwargs})
