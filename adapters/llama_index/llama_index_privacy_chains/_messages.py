"""One walk over LlamaIndex's messages, for every direction.

Fail closed: every text in a message is visited, except the fields named here as opaque (ids, signatures,
ciphertext), and a content block of a kind not named here is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from llama_index.core.base.llms import types
from llama_index.core.base.llms.types import ChatMessage, MessageRole
from pydantic import BaseModel

from privacy_chains.walking import OPAQUE, SENT, Visitor, unsupported, walk_value

__all__ = ["Kept", "Walk", "from_model", "outgoing"]

_VALUES = frozenset({"arguments", "input", "tool_kwargs"})
"""Fields that hold a JSON-like value of any shape, or JSON text: their numbers are leaves too."""

_TEXTS: Mapping[str, tuple[str, ...]] = {
    "TextBlock": ("text",),
    "ThinkingBlock": ("content", "additional_information"),
    "ToolCallBlock": ("tool_kwargs",),
    "CitableBlock": ("title", "source", "content"),
    "CitationBlock": ("title", "source", "cited_content"),
    "CachePoint": (),
}

_BLOCKS: Mapping[type[BaseModel], tuple[str, ...]] = {
    getattr(types, name): texts for name, texts in _TEXTS.items() if hasattr(types, name)
}
"""The content blocks this package knows -> the fields that carry text. The first of LlamaIndex 0.14 lack some."""

_FROM_MODEL = frozenset({MessageRole.ASSISTANT, MessageRole.MODEL, MessageRole.CHATBOT})
_FROM_TOOLS = frozenset({MessageRole.TOOL, MessageRole.FUNCTION})


class Kept(dict[str, Any]):
    """What is kept beside a message; it prints as nothing much, since LlamaIndex prints it into prompts."""

    def __repr__(self) -> str:
        return "{...}"


@dataclass(frozen=True)
class Walk:
    """Walks messages with one visitor; copies, and never changes what it was given.

    Args:
        visitor: What happens to each leaf.
        allow: Kinds of content blocks that pass as they are, in clear.
        strict: Whether unknown blocks are refused (what goes out) or left alone (what came in).
    """

    visitor: Visitor
    allow: frozenset[str] = frozenset()
    strict: bool = True

    def message(self, message: ChatMessage) -> ChatMessage:
        """Return a copy of a message, every leaf visited."""
        names = frozenset({"name"}) if message.role in _FROM_TOOLS else frozenset()
        blocks = [self._block(block) for block in message.blocks]
        return message.model_copy(
            update={"blocks": blocks, "additional_kwargs": self.fields(message.additional_kwargs, names)}
        )

    def fields(self, fields: Mapping[str, Any], opaque: frozenset[str] = frozenset()) -> dict[str, Any]:
        """Return a copy of named values, every leaf visited; a value's name says how it is read."""
        names = opaque | {"name"} if _VALUES & fields.keys() else opaque
        return {
            name: value if name in OPAQUE or name in names else self._field(name, value)
            for name, value in fields.items()
        }

    def _block(self, block: Any) -> Any:
        kind = getattr(block, "block_type", type(block).__name__)
        if kind in self.allow:
            return block
        if type(block) not in _BLOCKS:
            return self._refuse(str(kind), block)
        return block.model_copy(update={name: self._field(name, getattr(block, name)) for name in _BLOCKS[type(block)]})

    def _field(self, name: str, value: Any) -> Any:
        if name in _VALUES:
            return self.visitor.json(value, (name,)) if isinstance(value, str) else walk_value(value, self.visitor)
        if isinstance(value, str):
            return self.visitor.text(value, (name,))
        if isinstance(value, dict):
            return self.fields(value)
        if isinstance(value, list | tuple):
            return [self._field("", item) for item in value]
        if isinstance(value, bytes | bytearray):
            return self._refuse("bytes", value)
        return self._model(value) if isinstance(value, BaseModel) else value

    def _model(self, value: BaseModel) -> Any:
        """A block inside a block, or an object of a provider's library."""
        if hasattr(value, "block_type"):
            return self._block(value)
        return value.model_copy(update=self.fields({name: getattr(value, name) for name in type(value).model_fields}))

    def _refuse(self, kind: str, value: Any) -> Any:
        if not self.strict:
            return value
        raise unsupported(kind)


def from_model(message: ChatMessage) -> bool:
    """Whether the model wrote a message."""
    return message.role in _FROM_MODEL


def outgoing(message: ChatMessage) -> ChatMessage:
    """A copy of a message without what is kept beside it."""
    kwargs = {name: value for name, value in message.additional_kwargs.items() if name != SENT}
    return message.model_copy(update={"additional_kwargs": kwargs})
