"""One walk over what is said in requests and answers, in every wire format and for every direction.

Fail closed: every text and number is visited, fields that nobody knows included. A block of a kind that is not named
here is refused. Ids and seals stay where they have the form in which providers issue them; any other is looked
through, and refused if it is private.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from privacy_chains import UnsupportedContent
from privacy_chains.adapting import (
    OPAQUE,
    PROTOCOL,
    SENT,
    WHOLE,
    Told,
    WalkOptions,
    is_sealed,
    moved,
    walk_value,
)
from privacy_chains.adapting.naming import is_ordinary
from privacy_chains.lazy import lazily

__all__ = ["NAMES", "OPAQUE_FIELDS", "WireWalk", "shifted", "tools_in"]

_VALUES = frozenset({"arguments", "input", "partial_json"})
"""Fields that hold a JSON-like value of any shape, or JSON text: their numbers are leaves too."""

_PLAIN = frozenset({"custom", "custom_tool_call"})
"""Blocks in which these hold no JSON but a text."""

NAMES = frozenset({"name", "server_name", "server_label", "tool_name"})
"""Names of tools, which the provider matches against the tools it was given."""

OPAQUE_FIELDS = (OPAQUE - {SENT}) | PROTOCOL | {"caller", "detail", "phase"}
"""Fields that are never text."""

_NUMBERS = frozenset(
    {
        *("index", "start_index", "end_index", "start_char_index", "end_char_index", "document_index", "block_index"),
        *("start_page_number", "end_page_number", "start_block_index", "end_block_index", "search_result_index"),
        *("content_index", "output_index", "summary_index", "sequence_number"),
    }
)
"""Fields that hold places in what is said."""

_FARTHEST = 10_000_000
"""No place is farther: it is longer than any request. A greater number may be a value."""

_POSITIONS = frozenset({"start_index", "end_index"})
"""Where an annotation says that its text begins and ends."""

_TEXTS = frozenset(
    {
        *("text", "input_text", "output_text", "summary_text", "reasoning_text", "refusal"),
        *("thinking", "reasoning", "redacted_thinking", "compaction"),
        *("document", "content", "search_result", "citation", "message"),
        *("char_location", "page_location", "content_block_location", "search_result_location"),
        *("web_search_result_location", "web_search_result", "web_search_call", "url_citation", "file_citation"),
    }
)
"""Blocks that hold texts."""

_CALLS = frozenset(
    {
        *("function", "function_call", "function_call_output", "custom", "custom_tool_call", "custom_tool_call_output"),
        *("tool_use", "tool_result", "tool_reference", "server_tool_use", "web_search_tool_result"),
        *("mcp_tool_use", "mcp_tool_result", "local_shell_call", "local_shell_call_output", "exec"),
    }
)
"""Blocks that call tools by their names, or hold what they answered."""

_CALLED_IN = frozenset({"function", "function_call", "custom", "tool_calls", "content"})
"""Where the name of a tool stands in its definition, or in a call of it."""

_FUNCTIONS = frozenset({("function", "function"), ("message", "function_call")})
"""Where chat completions say which tool is called: in what, and under which name."""

_MEDIA = frozenset(
    {
        *("image", "image_url", "input_image", "audio", "input_audio", "video", "video_url", "input_video"),
        *("file", "input_file", "base64", "url", "computer_call_output", "item_reference"),
    }
)
"""What no text can be read from, or what stands for something that the provider holds."""

_WORDS = frozenset(
    {
        *("assistant", "user", "system", "developer", "tool", "direct", "ephemeral", "ttl", "5m", "1h"),
        *("completed", "in_progress", "incomplete", "failed", "auto", "low", "high", "original"),
        *("commentary", "final_answer"),
    }
)
"""What protocols write into fields that hold no text."""

_KNOWN = OPAQUE_FIELDS | NAMES | _VALUES | _NUMBERS | _TEXTS | _CALLS
"""Names of fields that protocols give; those of other fields may be values."""

_CALLED = lazily(r"(?!(?:[^0-9]{0,128}[0-9]){5})[A-Za-z_][A-Za-z0-9_.:-]{0,127}")
"""The form of a tool's name."""

_DEEPEST = 64

_PRIVATE_NAME = "the name of a field looks like a private value, so nothing was sent; leave the field out"


@dataclass(frozen=True)
class WireWalk(WalkOptions):
    """Walks parts of requests and answers with one visitor; copies, and never changes what it was given.

    Args:
        visitor: As for ``WalkOptions``, like the next three.
        allow: Kinds of blocks that pass as they are, in clear.
        strict: Whether unknown blocks are refused.
        told: Whether numbers in data are typed by their names.
        tools: The tools that a message may name; any, if the model wrote it.
    """

    tools: frozenset[str] | None = None

    def text(self, text: str) -> str:
        """A copy of a text."""
        return self.visitor.text(text, WHOLE)

    def record(self, fields: Mapping[str, Any], *, called: bool = False) -> dict[str, Any]:
        """A copy of a message, which has no type; ``called``: whether its name is a tool's."""
        return self._fields("tool_result" if called else "message", fields, 0)

    def field(self, name: str, value: Any) -> Any:
        """A copy of what stands under one name of a message."""
        return self._field("message", name, value, 0)

    def block(self, block: Any, deep: int = 0) -> Any:
        """A copy of a block, or of a text in its place."""
        if isinstance(block, str):
            return self.text(block)
        if not isinstance(block, Mapping) or deep > _DEEPEST:
            return self._refuse("untyped", block)
        kind = block.get("type", "text" if "text" in block else "untyped")
        if isinstance(kind, str) and kind in self.allow:
            return dict(block)
        if not isinstance(kind, str) or kind not in _TEXTS | _CALLS:
            return self._refuse(str(kind), block)
        return self._fields(kind, block, deep)

    def _fields(self, kind: str, fields: Mapping[str, Any], deep: int) -> dict[str, Any]:
        named = kind in _CALLS
        walked = {
            self.name(name): self._called(value) if named and name in NAMES else self._field(kind, name, value, deep)
            for name, value in fields.items()
        }
        said = "text" if "text" in fields else "content"
        if isinstance(walked.get("annotations"), list) and isinstance(fields.get(said), str):
            walked["annotations"] = shifted(walked["annotations"], moved(fields[said], walked[said]))
        return walked

    def _field(self, kind: str, name: str, value: Any, deep: int) -> Any:  # noqa: PLR0911  (one for each kind)
        if name == "type" and isinstance(value, str) and value in _TEXTS | _CALLS | self.allow:
            return value
        if name in OPAQUE_FIELDS or (name, kind) == ("data", "redacted_thinking"):
            return self._opaque(name, value)
        if name in _VALUES and not (kind in _PLAIN and isinstance(value, str)):
            return self.visitor.json(value, WHOLE) if isinstance(value, str) else self._data(name, value)
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Mapping):
            return self.block(value, deep + 1) if "type" in value else self._inner(kind, name, value, deep + 1)
        if isinstance(value, list):
            return [self._item(kind, name, one, deep + 1) for one in value]
        if value is None or isinstance(value, bool) or _is_place(name, value):
            return value
        return self._data(name, value)

    def _data(self, name: str, value: Any) -> Any:
        """A copy of data of any shape."""
        return walk_value(value, Told(self.visitor) if self.told else self.visitor, name)

    def _inner(self, kind: str, name: str, fields: Mapping[str, Any], deep: int) -> Any:
        """A copy of an object that has no type; the one that says which tool is called has the type of its call."""
        called = (kind, name) in _FUNCTIONS and not (self.told and kind == "message")
        return (
            self._refuse("untyped", fields) if deep > _DEEPEST else self._fields(name if called else "", fields, deep)
        )

    def _item(self, kind: str, name: str, value: Any, deep: int) -> Any:
        return (
            self.block(value, deep)
            if isinstance(value, Mapping) and "type" in value
            else self._field(kind, name, value, deep)
        )

    def name(self, name: str) -> str:
        """The name of a field: protocols use ordinary words, and any other may be a value.

        A name in what a model wrote stays, or is refused: the record knows such a message by its texts alone.
        """
        if self.told and not (name in _KNOWN or is_ordinary(name)):
            return self.text(name)
        return self.standing(name)

    def standing(self, name: str) -> str:
        """The name of a field where it cannot be replaced."""
        if not self.strict or name in _KNOWN or is_ordinary(name):
            return name
        return str(self.visitor.fixed(name, WHOLE, _PRIVATE_NAME))

    def _called(self, value: Any) -> Any:
        """The name of a tool; of one that the request does not have, it is any text."""
        if isinstance(value, str):
            known = value in self.tools if self.tools is not None else _CALLED.fullmatch(value)
            return value if known else self.text(value)
        return walk_value(value, self.visitor)

    def _opaque(self, name: str, value: Any) -> Any:
        """What is an id, a seal or a word of the protocol; anything else cannot be replaced there."""
        if not self.strict or value is None or isinstance(value, bool):
            return value
        if isinstance(value, Mapping):
            return {self._fixed("", key): self._opaque(key, one) for key, one in value.items()}
        if isinstance(value, list):
            return [self._opaque(name, one) for one in value]
        return value if _is_place(name, value) else self._fixed(name, value)

    def _fixed(self, name: str, value: Any) -> Any:
        if isinstance(value, str) and (value in _WORDS | OPAQUE_FIELDS or is_sealed(name, value) or not value):
            return value
        refusal = (
            "an id or a mark of a message looks like a private value and cannot be replaced, so nothing was sent; "
            "send it as it was issued"
        )
        return self.visitor.fixed(value, WHOLE, refusal)

    def _refuse(self, kind: str, value: Any) -> Any:
        if not self.strict:
            return walk_value(value, self.visitor)
        raise _unsupported(kind)


def _is_place(name: str, value: Any) -> bool:
    return name in _NUMBERS and isinstance(value, int) and 0 <= value < _FARTHEST


def tools_in(blocks: Any) -> Iterator[str]:
    """The names of tools in what defines or calls them, but not those in arguments."""
    if isinstance(blocks, list):
        for one in blocks:
            yield from tools_in(one)
    elif isinstance(blocks, Mapping):
        for name, value in blocks.items():
            if name in NAMES and isinstance(value, str) and _CALLED.fullmatch(value):
                yield value
            elif name in _CALLED_IN:
                yield from tools_in(value)


def _unsupported(kind: str) -> UnsupportedContent:
    """The refusal of a block; a kind that nobody knows may be a value itself, and is not told."""
    short = kind.removeprefix("input_").removesuffix("_url")
    told, option = (repr(kind), short) if kind in _MEDIA else ("that is not known", "KIND")
    return UnsupportedContent(
        f"content of kind {told} cannot be sanitized, so nothing was sent. Leave it out, or describe it in text; if it "
        f"holds nothing private, start the gateway with --allow {option}"
    )


def shifted(annotations: Any, move: Callable[[int], int]) -> Any:
    """A copy of annotations that point into the text beside them, which was replaced."""
    if isinstance(annotations, list):
        return [shifted(one, move) for one in annotations]
    if isinstance(annotations, Mapping):
        return {
            name: move(one) if name in _POSITIONS and isinstance(one, int) else shifted(one, move)
            for name, one in annotations.items()
        }
    return annotations
