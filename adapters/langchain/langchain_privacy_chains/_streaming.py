"""Reads a streamed answer back chunk by chunk; every chunk keeps its place.

Each streamed text, identified by its path, has its own reader. Text that a reader holds back goes out with a later
chunk, at the latest with the last one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, cast

from langchain_core.messages import AIMessageChunk, BaseMessage, BaseMessageChunk
from langchain_core.outputs import ChatGenerationChunk

from langchain_privacy_chains._messages import Item, Walk, repeated, told
from privacy_chains import Leaf
from privacy_chains.adapting import MakeReader, Path, Restore, TextReader, Visitor

__all__ = ["StreamedAnswer"]

_STREAMED = frozenset(
    {
        "content",
        "text",
        "reasoning",
        "thinking",
        "refusal",
        "reasoning_content",
        "args",
        "arguments",
        "input",
        "partial_json",
        "transcript",
    }
)
"""Fields that arrive in fragments; all other fields arrive whole."""

_ENDS = (".", "!", "?", ":", "\u2026", "\u3002", "\uff01", "\uff1f")
"""Signs that end a sentence."""

_PAUSES = 8
"""How often a text is examined as a whole while fragments of other texts come between."""


@dataclass
class _Text:
    """A streamed text, and its reader as long as something may be held back."""

    path: Path
    json: bool
    reader: TextReader | None = None
    received: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    pauses: int = 0

    @property
    def has_place(self) -> bool:
        """Whether later fragments find their place by their path.

        Otherwise they would land after the text that came between.
        """
        return not any(isinstance(step, Item) and step.index is None for step in self.path)

    def flush(self) -> str:
        """The text held back; further text needs a new reader."""
        rest = self.reader.flush() if self.reader is not None else ""
        self.reader = None
        self.told.append(rest)
        return rest


@dataclass
class _Fragments(Visitor):
    """Feeds each fragment to the reader of its text."""

    restore: Callable[[Leaf], Leaf]
    reader: MakeReader
    texts: dict[Hashable, _Text] = field(default_factory=dict)
    met: set[Hashable] = field(default_factory=set)

    def leaf(self, leaf: Leaf, path: Path) -> Leaf:
        if isinstance(leaf, str) and path and path[-1] in _STREAMED:
            return self._feed(leaf, path, json=False)
        return self.restore(leaf)

    def json(self, text: str, path: Path) -> str:
        return self._feed(text, path, json=True)

    def whole(self, before: str, after: str, path: Path) -> tuple[str, str]:
        text = self.texts.get(_key(path))
        received = "".join(text.received) if text else before
        return received, str(self.restore(received))

    def held(self, *, at_end: bool) -> AIMessageChunk | None:
        """The text that readers hold back, as a chunk of its own: of all, or of those whose text seems complete."""
        total: AIMessageChunk | None = None
        for key, text in self.texts.items():
            if text.reader is None or not (at_end or (key not in self.met and self._seems_whole(text))):
                continue
            rest = text.flush()
            if rest:
                piece = AIMessageChunk(**{"content": "", **_rebuilt(text.path, rest)})
                total = piece if total is None else _joined(total, piece)
        return total

    def _seems_whole(self, text: _Text) -> bool:
        """Whether a text's held-back part may go out while another text continues.

        Its sentence has ended and is all read.

        Texts may alternate, as the arguments of parallel calls do, so a part that may be half a surrogate waits.
        """
        if not text.has_place:
            return True
        text.pauses += 1
        if text.json or text.pauses > _PAUSES:
            return False
        received, told = "".join(text.received), "".join(text.told)
        if not received.rstrip().endswith(_ENDS):
            return False
        read = str(self.restore(received))
        return read.startswith(told) and not received.endswith(read[len(told) :])

    def _feed(self, fragment: str, path: Path, *, json: bool) -> str:
        if not fragment:
            return ""
        key = _key(path)
        self.met.add(key)
        text = self.texts.setdefault(key, _Text(path, json))
        if text.reader is None:
            text.reader = self.reader(json=json)
        text.received.append(fragment)
        text.told.append(text.reader.feed(fragment))
        return text.told[-1]


class StreamedAnswer:
    """Turns each chunk that a model streams into the chunk that its caller sees.

    Args:
        restore: Reads a whole leaf back.
        reader: Makes a streaming reader, of JSON text if told so.
        keep: Makes what is stored beside the clear message, from the leaves that the model wrote and the leaves that
            were read.
        report: Makes the report in the response's metadata.
    """

    def __init__(
        self,
        restore: Callable[[Leaf], Leaf],
        reader: MakeReader,
        keep: Callable[[BaseMessage, BaseMessage], dict[str, str]],
        report: Callable[[BaseMessage], dict[str, Any]],
    ) -> None:
        self._keep, self._report = keep, report
        self._fragments = _Fragments(restore, reader)
        self._walk = Walk(self._fragments, strict=False)
        self._whole = Restore(restore)
        self._received: list[AIMessageChunk] = []
        self._told: list[AIMessageChunk] = []
        self._closed = False

    def feed(self, chunk: ChatGenerationChunk) -> ChatGenerationChunk:
        """Return what the caller sees of a chunk."""
        received = _as_ai(chunk.message)
        self._received.append(received)
        self._fragments.met.clear()
        message = self._walk.message(received)
        message.response_metadata = repeated(message.response_metadata, self._whole)
        before = self._fragments.held(at_end=False) if _carries_text(received) else None
        if before is not None:
            message = _joined(before, message)
        if received.chunk_position == "last":
            message = self._last(message)
        self._told.append(message)
        return ChatGenerationChunk(message=message, generation_info=told(chunk.generation_info))

    def close(self) -> ChatGenerationChunk | None:
        """The remaining text, if the model marked no chunk as its last or sent more after it."""
        if not self._received:
            return None
        if self._closed:
            held = self._fragments.held(at_end=True)
            return None if held is None else ChatGenerationChunk(message=held)
        empty: Any = "" if isinstance(self._received[-1].content, str) else []
        return ChatGenerationChunk(message=self._last(AIMessageChunk(content=empty, chunk_position="last")))

    def _last(self, message: AIMessageChunk) -> AIMessageChunk:
        held = self._fragments.held(at_end=True)
        if held is not None:
            message = _joined(message, held)
        if self._closed:
            return message
        self._closed = True
        return _joined(message, self._ending(message))

    def _ending(self, last: AIMessageChunk) -> AIMessageChunk:
        """The proof of what the model wrote in all chunks, paired with what the caller sees, and the report."""
        (first, *others), (shown, *more) = self._received, [*self._told, last]
        wrote, read = first + others if others else first, shown + more if more else shown
        kept: dict[str, Any] = dict(self._keep(wrote, read))
        return AIMessageChunk(content="", additional_kwargs=kept, response_metadata=self._report(wrote))


def _as_ai(message: BaseMessageChunk) -> AIMessageChunk:
    if isinstance(message, AIMessageChunk):
        return message
    return AIMessageChunk(content=message.content, additional_kwargs=message.additional_kwargs, id=message.id)


def _joined(left: AIMessageChunk, right: AIMessageChunk) -> AIMessageChunk:
    if isinstance(right.content, list) and not left.content:
        left = left.model_copy(update={"content": []})  # an empty text would become a separate block
    return left + right


def _carries_text(message: AIMessageChunk) -> bool:
    return bool(message.content or message.tool_call_chunks or message.additional_kwargs)


def _key(path: Path) -> Hashable:
    """Fragments of one text need not agree on their block's type, only on its index, if there is one."""
    return tuple(
        step if not isinstance(step, Item) else (step.kind if step.index is None else step.index,) for step in path
    )


def _rebuilt(path: Path, text: str) -> dict[str, Any]:
    """The fields of a chunk that carries only this text, at this path."""
    value: Any = text
    for step in reversed(path):
        if isinstance(step, Item):
            named = {"type": step.kind} if step.kind else {"name": None, "id": None}
            value = [{**named, "index": step.index, **value}] if step.index is not None else [{**named, **value}]
        else:
            value = {step: value}
    return cast("dict[str, Any]", value)
