"""A streamed answer read back as it grows.

LlamaIndex's chunks carry the new text (``delta``) and all text so far. New text goes through one reader per text. The
text so far is assembled from it, since some integrations do not accumulate it. Text that was held back comes in one
extra chunk, a copy of the model's last.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from llama_index.core.base.llms.types import ChatMessage, ChatResponse, CompletionResponse, TextBlock

from llama_index_privacy_chains._messages import Walk
from privacy_chains import Leaf
from privacy_chains.adapting import MakeReader, Path, Restore, TextReader, Visitor

__all__ = ["StreamedChat", "StreamedCompletion"]

RestoreLeaf = Callable[[Leaf], Leaf]
RestoreResponse = Callable[[ChatResponse], ChatResponse]

_THINKING = "thinking_delta"


@dataclass
class _Text:
    """One text of an answer: what came in, and how much of it was read so far."""

    reader: TextReader
    received: str = ""
    clear: str = ""

    def feed(self, delta: str) -> str:
        self.received += delta
        return self._grow(self.reader.feed(delta))

    def new(self, delta: str | None, so_far: str) -> str:
        """What a chunk adds; some integrations only give the text so far."""
        if delta is not None:
            return delta
        return so_far[len(self.received) :] if so_far.startswith(self.received) else ""

    def flush(self) -> str:
        return self._grow(self.reader.flush())

    def _grow(self, text: str) -> str:
        self.clear += text
        return text


@dataclass
class _SoFar(Visitor):
    """Reads unfinished texts back as far as possible; if a text grew, only the new part.

    A text is identified by its place in the walk. One that no longer begins as before is read from the start.
    """

    restore: RestoreLeaf
    reader: MakeReader
    _texts: dict[int, _Text] = field(default_factory=dict)
    _place: int = 0

    def begin(self) -> None:
        """Begin to walk a new chunk."""
        self._place = 0

    def leaf(self, leaf: Leaf, path: Path) -> Leaf:
        return self._grown(leaf, json=False) if isinstance(leaf, str) and path else self.restore(leaf)

    def json(self, text: str, path: Path) -> str:
        return self._grown(text, json=True)

    def _grown(self, so_far: str, *, json: bool) -> str:
        self._place += 1
        text = self._texts.get(self._place)
        if text is None or not so_far.startswith(text.received):
            text = self._texts[self._place] = _Text(self.reader(json=json))
        if len(so_far) > len(text.received):
            text.clear += text.reader.feed(so_far[len(text.received) :])
            text.received = so_far
        return text.clear


class StreamedChat:
    """Turns the chunks of a streamed chat into what its caller sees.

    Args:
        restore: Reads a whole leaf back.
        reader: Makes a streaming reader, of JSON text if told so.
        finish: Reads a whole response back.
    """

    def __init__(self, restore: RestoreLeaf, reader: MakeReader, finish: RestoreResponse) -> None:
        self._so_far = _SoFar(restore, reader)
        self._walk = Walk(self._so_far, strict=False)
        self._finish = finish
        self._text = _Text(reader())
        self._thoughts = {place: _Text(reader()) for place in ("response", "message")}
        self._last: ChatResponse | None = None

    def feed(self, chunk: ChatResponse) -> ChatResponse:
        """Return what the caller sees of a chunk."""
        self._last = chunk = chunk.model_copy(update={"logprobs": None})  # they show surrogates
        self._so_far.begin()
        new = self._text.feed(self._text.new(chunk.delta, _text_of(chunk.message)))
        message = self._walk.message(chunk.message.model_copy(update={"blocks": _without_text(chunk.message)}))
        message.blocks = _with_text(chunk.message, message.blocks, self._text.clear)
        delta = None if chunk.delta is None else new
        fields = self._walk.fields(chunk.additional_kwargs)
        response = chunk.model_copy(
            update={"message": message, "delta": delta, "additional_kwargs": fields, "logprobs": None}
        )
        thoughts = {"response": chunk.additional_kwargs, "message": chunk.message.additional_kwargs}
        return _with_thoughts(response, {place: self._think(place, kwargs) for place, kwargs in thoughts.items()})

    def close(self) -> ChatResponse | None:
        """The last chunk: what was held back, and the whole message."""
        if self._last is None:
            return None
        last = self._last
        if self._text.received != _text_of(last.message):
            blocks = _with_text(last.message, _without_text(last.message), self._text.received)
            last = last.model_copy(update={"message": last.message.model_copy(update={"blocks": blocks})})
        rest = self._text.flush()
        response = self._finish(last).model_copy(update={"delta": None if last.delta is None else rest})
        return _with_thoughts(response, {place: thought.flush() for place, thought in self._thoughts.items()})

    def _think(self, place: str, kwargs: dict[str, Any]) -> str | None:
        thought = kwargs.get(_THINKING)
        return self._thoughts[place].feed(thought) if isinstance(thought, str) else None


@dataclass
class StreamedCompletion:
    """Turns the chunks of a streamed completion into what its caller sees."""

    restore: RestoreLeaf
    reader: MakeReader
    report: Callable[[Sequence[Leaf]], dict[str, Any]]
    _text: _Text = field(init=False)
    _last: CompletionResponse | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self._text = _Text(self.reader())

    def feed(self, chunk: CompletionResponse) -> CompletionResponse:
        """Return what the caller sees of a chunk."""
        self._last = chunk = chunk.model_copy(update={"logprobs": None})  # they show surrogates
        return self._shown(self._text.feed(self._text.new(chunk.delta, chunk.text)))

    def close(self) -> CompletionResponse | None:
        """The last chunk: what was held back, and the whole text."""
        if self._last is None:
            return None
        report = self.report([self._text.received])
        shown = self._shown(self._text.flush())
        return shown.model_copy(update={"additional_kwargs": {**shown.additional_kwargs, **report}})

    def _shown(self, delta: str | None) -> CompletionResponse:
        assert self._last is not None  # noqa: S101
        fields = Walk(Restore(self.restore), strict=False).fields(self._last.additional_kwargs)
        delta = None if self._last.delta is None else delta
        return self._last.model_copy(
            update={"text": self._text.clear, "delta": delta, "additional_kwargs": fields, "logprobs": None}
        )


def _with_thoughts(response: ChatResponse, thoughts: dict[str, str | None]) -> ChatResponse:
    """Add the thoughts, which stream beside the text.

    Some integrations put them in the response, some in the message.
    """
    for place, owner in (("response", response), ("message", response.message)):
        if thoughts[place] or _THINKING in owner.additional_kwargs:
            owner.additional_kwargs = {**owner.additional_kwargs, _THINKING: thoughts[place] or ""}
    return response


def _text_of(message: ChatMessage) -> str:
    return "".join(block.text for block in message.blocks if isinstance(block, TextBlock))


def _without_text(message: ChatMessage) -> list[Any]:
    return [block for block in message.blocks if not isinstance(block, TextBlock)]


def _with_text(message: ChatMessage, others: list[Any], text: str) -> list[Any]:
    """The blocks of a message, with one text in place of its texts."""
    places = [place for place, block in enumerate(message.blocks) if isinstance(block, TextBlock)]
    if not places and not text:
        return others
    place = places[0] if places else 0
    return [*others[:place], TextBlock(text=text), *others[place:]]
