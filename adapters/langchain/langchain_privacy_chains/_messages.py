"""One walk over LangChain's messages, in both directions.

Fail closed: every text in a message is visited, except the fields named as opaque (ids, signatures,
ciphertext), and a content block of a kind not named here is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, NamedTuple, TypeVar

from langchain_core.messages import (
    AIMessage,
    AIMessageChunk,
    BaseMessage,
    ChatMessage,
    ToolMessage,
    message_chunk_to_message,
)
from langchain_core.messages.base import BaseMessageChunk
from pydantic import BaseModel

from langchain_privacy_chains._arguments import read_model
from privacy_chains.adapting import (
    PROTOCOL,
    SENT,
    WHOLE,
    Path,
    Sparing,
    Told,
    Visitor,
    is_plain,
    is_sealed,
    moved,
    unsupported,
    walk_value,
)
from privacy_chains.lazy import lazily

__all__ = ["Item", "Walk", "outgoing", "repeated", "told"]

M = TypeVar("M", bound=BaseMessage)

_VALUES = frozenset({"args", "arguments", "input", "parsed", "partial_json"})
"""Fields that hold a JSON-like value of any shape, or JSON text: their numbers are leaves too."""

_PLAIN = frozenset({("custom_tool_call", "input")})
"""Exceptions, by the kind of block: fields that hold a plain text, not JSON."""

_DATA = frozenset({("non_standard", "value"), ("non_standard_annotation", "value"), ("server_tool_result", "output")})
"""Fields of blocks that hold user-made data, whose names are leaves too."""

_POSITIONS = frozenset({"start_index", "end_index"})
"""The fields in which an annotation says where its text begins and ends."""

_NAMED = frozenset({"name", "caller", "server_name", "server_label"})
"""The field with the name of a tool, which the provider matches with the tools it was given."""

_BLOCKS: Mapping[str, frozenset[str]] = {
    # what anyone writes
    "text": frozenset(),
    "text-plain": frozenset(),
    "input_text": frozenset(),
    "output_text": frozenset(),
    "refusal": frozenset(),
    "document": frozenset(),
    "content": frozenset(),
    "search_result": frozenset(),
    "citation": frozenset(),
    "char_location": frozenset(),
    "page_location": frozenset(),
    "content_block_location": frozenset(),
    "search_result_location": frozenset(),
    "web_search_result_location": frozenset(),
    "web_search_result": frozenset(),
    "url_citation": frozenset(),
    "file_citation": frozenset({"filename"}),
    "non_standard": frozenset(),
    "non_standard_annotation": frozenset(),
    # what the model thinks
    "reasoning": frozenset(),
    "reasoning_text": frozenset(),
    "summary_text": frozenset(),
    "thinking": frozenset(),
    "redacted_thinking": frozenset({"data"}),
    "compaction": frozenset(),
    # tools
    "function": _NAMED,
    "tool_call": _NAMED,
    "tool_call_chunk": _NAMED,
    "invalid_tool_call": _NAMED,
    "tool_use": _NAMED,
    "tool_result": _NAMED,
    "tool_reference": frozenset({"tool_name"}),
    "input_json_delta": _NAMED,
    "function_call": _NAMED,
    "function_call_output": _NAMED,
    "custom_tool_call": _NAMED,
    "custom_tool_call_output": _NAMED,
    "server_tool_call": _NAMED,
    "server_tool_call_chunk": _NAMED,
    "server_tool_result": _NAMED,
    "server_tool_use": _NAMED,
    "web_search_call": _NAMED,
    "web_search_tool_result": _NAMED,
    "mcp_tool_use": _NAMED,
    "mcp_tool_result": _NAMED,
}
"""The content blocks this package knows -> the fields that stay as they are, beside ``PROTOCOL``."""


_REPEATED = frozenset({"metadata", "user", "stop_sequence"})
"""The arguments of a call that providers repeat beside their answer."""

_FIELD = lazily(r"[a-z_][A-Za-z0-9_]{0,60}")
"""The form of field names in protocols."""

_WORDS = PROTOCOL | _VALUES | _NAMED | {"function", "text", "title", "url", "data", "extras", "transcript"}
"""Names of fields inside blocks that only protocols use."""

_OFFSETS = _POSITIONS | {"start", "end", "index"}

_CORE = "langchain_core."

_UNTYPED = ("text", "function")
"""The field that identifies a block without a type: Bedrock's texts, fragments of OpenAI's tool calls."""


class Item(NamedTuple):
    """A list's element in a path; chunks of one message are merged by it."""

    kind: str
    index: Any


@dataclass(frozen=True)
class Walk:
    """Walks messages with one visitor; copies, and never changes what it was given.

    Args:
        visitor: What happens to each leaf.
        allow: Kinds of content blocks that pass as they are, in clear.
        strict: Whether unknown blocks are refused (what goes out) or walked as plain data (what came in).
        told: Whether the name of a field decides the type of a number in data. Not in what a model wrote, which must
            stay as it is.
    """

    visitor: Visitor
    allow: frozenset[str] = frozenset()
    strict: bool = True
    told: bool = False

    def message(self, message: M) -> M:
        """Return a copy of a message, every leaf visited."""
        if self.strict and not self.told and not isinstance(message, AIMessage):
            return replace(self, told=True).message(message)
        changed: dict[str, Any] = {"content": self._content(message.content)}
        for name in _own_fields(type(message)):
            changed[name] = walk_value(getattr(message, name), self.visitor, name)
        if message.name is not None and not isinstance(message, ToolMessage):
            changed["name"] = self.visitor.text(message.name, WHOLE)
        if isinstance(message, ChatMessage):
            changed["role"] = self.visitor.text(message.role, WHOLE)
        if message.additional_kwargs:
            changed["additional_kwargs"] = self._additional(message.additional_kwargs)
        if isinstance(message, AIMessageChunk):
            changed["tool_call_chunks"] = self._items("tool_call_chunks", message.tool_call_chunks)
            return self._rebuilt(message, changed)
        if isinstance(message, AIMessage):
            changed["tool_calls"] = self._items("tool_calls", message.tool_calls)
            changed["invalid_tool_calls"] = self._items("invalid_tool_calls", message.invalid_tool_calls)
        copied = message.model_copy(update=changed)
        if message.model_extra:
            object.__setattr__(copied, "__pydantic_extra__", walk_value(message.model_extra, self.visitor))
        return copied

    def _rebuilt(self, chunk: M, changed: dict[str, Any]) -> M:
        """Construct the chunk again: a copy would keep the tool calls that were parsed from the old fragments."""
        kept = ("response_metadata", "usage_metadata", "id", "name", "chunk_position")
        return type(chunk)(**{name: getattr(chunk, name) for name in kept} | changed)

    def _content(self, content: Any) -> Any:
        if isinstance(content, str):
            return self.visitor.text(content, ("content",))
        return [self._element(element, ("content",)) for element in content]

    def _items(self, field: str, calls: Any) -> list[Any]:
        return [self._fields(dict(call), _NAMED, (field, Item("", call.get("index")))) for call in calls]

    def _additional(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        return self._fields(dict(fields), frozenset(), ("additional_kwargs",))

    def _element(self, element: Any, path: Path) -> Any:
        if isinstance(element, str):
            return self.visitor.text(element, path)
        if isinstance(element, dict):
            return self._block(element, path)
        return self._refuse(type(element).__name__, element)

    def _block(self, block: dict[str, Any], path: Path) -> Any:
        kind = block.get("type") or next((name for name in _UNTYPED if name in block), "untyped")
        if not isinstance(kind, str):
            return self._refuse("untyped", block)
        if kind in self.allow:
            return block
        if kind not in _BLOCKS:
            return self._refuse(kind, block)
        return self._fields(block, _BLOCKS[kind], (*path, Item(kind, block.get("index"))))

    def _fields(self, fields: dict[str, Any], opaque: frozenset[str], path: Path) -> dict[str, Any]:
        named = opaque | self._called(fields)
        walked = {
            self._name(name): value
            if (name in PROTOCOL or name in named) and is_plain(value)
            else self._field(name, value, (*path, name))
            for name, value in fields.items()
        }
        if walked.get("annotations"):
            text = str(fields.get("text", "")), str(walked.get("text", ""))
            walked["annotations"] = self._annotated(walked["annotations"], *text, (*path, "text"))
        return walked

    def _name(self, name: Any) -> Any:
        """The name of a field: protocols use words, and anything else is visited."""
        return name if isinstance(name, str) and _FIELD.fullmatch(name) else walk_value(name, self.visitor)

    def _inner(self, fields: dict[str, Any], path: Path) -> dict[str, Any]:
        """Fields inside a block that are not part of its protocol: only what looks like an id or a seal stays."""
        opaque = self._called(fields)
        return {
            name if name in _WORDS else walk_value(name, self.visitor): value
            if (name in opaque and isinstance(value, str)) or is_sealed(name, value)
            else self._inner_field(name, value, (*path, name))
            for name, value in fields.items()
        }

    def _called(self, fields: Mapping[str, Any]) -> frozenset[str]:
        """The fields that name a tool in a model's call. What anyone else writes calls no tool."""
        return _NAMED if "arguments" in fields and not self.told else frozenset()

    def _inner_field(self, name: str, value: Any, path: Path) -> Any:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return value if name in _OFFSETS else self._data(name, value)
        return self._field(name, value, path)

    def _annotated(self, annotations: list[Any], before: str, after: str, path: Path) -> list[Any]:
        """Annotations point into the text beside them, so their positions change with it."""
        before, after = self.visitor.whole(before, after, path)
        move = moved(before, after)
        return [
            {name: move(value) if name in _POSITIONS else value for name, value in annotation.items()}
            if isinstance(annotation, dict)
            else annotation
            for annotation in annotations
        ]

    def _field(self, name: str, value: Any, path: Path) -> Any:
        place = path[-2].kind if len(path) > 1 and isinstance(path[-2], Item) else "", name
        if place in _DATA:
            return self._data(name, value)
        if name in _VALUES and not (place in _PLAIN and isinstance(value, str)):
            return self._value(value, path)
        if isinstance(value, str):
            return self.visitor.text(value, path)
        if isinstance(value, dict):
            return self._block(value, path) if "type" in value else self._inner(value, path)
        if isinstance(value, list | tuple):
            return [self._field_item(item, path) for item in value]
        return value if value is None or isinstance(value, int | float) else self._object(name, value)

    def _data(self, name: str, value: Any) -> Any:
        return walk_value(value, Sparing(Told(self.visitor) if self.told else self.visitor), name)

    def _object(self, name: str, value: Any) -> Any:
        if isinstance(value, bytes | bytearray):
            return self._refuse("bytes", value)
        return walk_value(value, self.visitor, name)

    def _field_item(self, item: Any, path: Path) -> Any:
        return self._element(item, path) if isinstance(item, str | dict) else self._field("", item, path)

    def _value(self, value: Any, path: Path) -> Any:
        if isinstance(value, str):
            return self.visitor.json(value, path)
        if isinstance(value, BaseModel):
            return read_model(value, self.visitor)
        return walk_value(value, self.visitor)

    def _refuse(self, kind: str, value: Any) -> Any:
        if not self.strict:
            return walk_value(value, self.visitor)
        raise unsupported(kind)


@cache
def _own_fields(kind: type[BaseMessage]) -> tuple[str, ...]:
    """The fields that a class of messages adds to LangChain's."""
    known = next(one for one in kind.__mro__ if issubclass(one, BaseMessage) and one.__module__.startswith(_CORE))
    return tuple(name for name in kind.model_fields if name not in known.model_fields)


def outgoing(message: BaseMessage) -> BaseMessage:
    """A copy of a message without parts that no model needs: ids that callers chose, artifacts, parsed values."""
    if isinstance(message, BaseMessageChunk):
        message = message_chunk_to_message(message)
    message = _without_extra(message)
    kwargs = {name: value for name, value in message.additional_kwargs.items() if name not in {SENT, "parsed"}}
    if isinstance(message, AIMessage):
        kept = ("id", "model_name", "model_provider", "output_version")  # providers read these of their own answers
        metadata = {name: message.response_metadata[name] for name in kept if name in message.response_metadata}
        if "id" in metadata and not is_sealed("id", metadata["id"]):
            del metadata["id"]
        issued = message.id if is_sealed("id", message.id) else None
        return message.model_copy(update={"additional_kwargs": kwargs, "response_metadata": metadata, "id": issued})
    update: dict[str, Any] = {"additional_kwargs": kwargs, "response_metadata": {}, "id": None}
    if isinstance(message, ToolMessage):
        update["artifact"] = None
    return message.model_copy(update=update)


def _without_extra(message: BaseMessage) -> BaseMessage:
    """A message without undeclared fields: nobody reads them, but some clients send them."""
    if not message.model_extra:
        return message
    copied = message.model_copy()
    object.__setattr__(copied, "__pydantic_extra__", {})
    return copied


def repeated(metadata: Mapping[str, Any], visitor: Visitor) -> dict[str, Any]:
    """A provider's response metadata; the parts that repeat the call's arguments are visited.

    ``logprobs`` are dropped: pieces of surrogates beside the clear text would show pairs.
    """
    said = told(metadata) or {}
    return {name: walk_value(value, visitor) if name in _REPEATED else value for name, value in said.items()}


def told(info: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """A provider's response metadata, without the tokens of the answer."""
    return None if info is None else {name: value for name, value in info.items() if name != "logprobs"}
