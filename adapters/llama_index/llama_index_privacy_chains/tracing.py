"""Sanitizes what event and span handlers are told, before it leaves.

LlamaIndex hands every handler the clear text around a protected call: queries, prompts, nodes, state. That is right for
a handler that runs here, and a leak if the handler uploads it. An error inside a handler does not stop a call, so a
handler cannot guard one: wrap the handlers themselves.
"""

from __future__ import annotations

import inspect
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import islice
from typing import Any

from llama_index.core.base.llms.types import ChatMessage, ChatResponse, CompletionResponse
from llama_index.core.callbacks import CallbackManager, CBEventType
from llama_index.core.callbacks.base_handler import BaseCallbackHandler
from llama_index.core.llms.llm import LLM
from llama_index.core.schema import BaseNode, MetadataMode, NodeWithScore, QueryBundle, TextNode
from llama_index_instrumentation import get_dispatcher, root_manager
from llama_index_instrumentation.base import BaseEvent
from llama_index_instrumentation.event_handlers import BaseEventHandler
from llama_index_instrumentation.span_handlers import BaseSpanHandler
from pydantic import BaseModel, PrivateAttr

from privacy_chains import Method, adapting
from privacy_chains.adapting import (
    WHOLE,
    Collected,
    Handlers,
    HoldsKey,
    Replaced,
    Telling,
    is_uploading,
    refuse_wrapped,
)

__all__ = [
    "SanitizingCallbackHandler",
    "SanitizingEventHandler",
    "SanitizingSpanHandler",
    "guard",
    "guard_parts",
    "refuse_clear_traces",
]

_TIMES_AND_IDS = frozenset({"id_", "timestamp", "span_id", "class_name"})


_STORED = (".storage", ".vector_stores", ".graph_stores", ".data_structs")
"""Modules whose classes hold data and no handlers."""

_MOST = 100

_LOCAL = ("llama_index.core", "llama_index_instrumentation", "llama_index_privacy_chains", "workflows")
"""Packages whose handlers run here."""

OWN_WRAPPERS = frozenset({"llama_index_instrumentation"})


def guard(component: Any, manager: CallbackManager) -> None:
    """Refuse a call of a protected component if a remote tracer would be told its clear text, unless it allows that.

    Raises:
        PrivacyError: As from ``refuse_clear_traces``.
    """
    adapting.guard(component, refuse_clear_traces, manager)


def guard_parts(component: Any) -> None:
    """The same for an engine, an agent or the like and for all its parts, before it announces the call.

    Raises:
        PrivacyError: A handler that uploads is listening, and nothing sanitizes what it hears.
    """
    parts = list(_parts(component))
    if not any(_is_ours(part) and getattr(part, "clear_traces", False) for part in parts):
        strict = any(_is_ours(part) and getattr(part, "clear_traces", False) is None for part in parts)
        _refuse_uploading([part for part in parts if isinstance(part, CallbackManager)], strict=strict)


def _parts(component: Any) -> Iterator[Any]:
    """The parts of LlamaIndex's components.

    Only the beginning of a collection is searched: collections of components are small.
    """
    seen: set[int] = set()
    waiting = deque([component])
    while waiting:
        value = waiting.popleft()
        if id(value) in seen or isinstance(value, str | bytes | int | float):
            continue
        seen.add(id(value))
        yield value
        waiting.extend(islice(_held(value), _MOST))


def _held(value: Any) -> Iterator[Any]:
    kind: Any = type(value)
    if isinstance(value, dict):
        yield from list(value.values())
    elif isinstance(value, list | tuple):
        yield from value
    elif _is_opened(kind):
        yield from list(getattr(value, "__dict__", {}).values())
        yield from list((getattr(value, "__pydantic_private__", None) or {}).values())


@cache
def _is_opened(kind: type) -> bool:
    modules = [base.__module__ for base in kind.__mro__]
    stored = issubclass(kind, BaseNode | ChatMessage) or any(part in name for name in modules for part in _STORED)
    return not stored and any(name.startswith("llama_index") for name in modules)


def _is_ours(part: Any) -> bool:
    return type(part).__module__.startswith(f"{__package__}.")


def refuse_clear_traces(manager: CallbackManager, *, of: type = LLM, strict: bool = False) -> None:
    """Refuse a call if a remote tracer would be told its clear text.

    Args:
        manager: The callback manager of the component that is called.
        of: The class that is called.
        strict: Whether every handler counts as remote that is not known to run here, such as one of your own.

    Raises:
        PrivacyError: A handler that uploads is listening, and nothing sanitizes what it hears; or a package has
            wrapped a method of the class, as some tracers do.
    """
    refuse_wrapped(of, OWN_WRAPPERS)
    _refuse_uploading([manager], strict=strict)


def _refuse_uploading(managers: Iterable[CallbackManager], *, strict: bool) -> None:
    """Any dispatcher may report a span to its handlers, so the handlers of all dispatchers are checked."""
    listening = [*list(root_manager.dispatchers.values()), get_dispatcher()]
    handlers = {
        id(handler): handler
        for handler in (
            *(handler for one in listening for handler in (*one.event_handlers, *one.span_handlers)),
            *(handler for manager in managers for handler in manager.handlers),
        )
    }.values()
    _LISTENING.refuse(_LISTENING.uploading(handlers, strict=strict))


def _uploads(handler: object) -> bool:
    """Whether a handler uploads; LlamaIndex's own handlers that do are recognised by their module."""
    return is_uploading(handler) or type(handler).__module__.startswith("llama_index.callbacks.")


_LISTENING = Handlers(_uploads, _LOCAL, "Wrap it in a sanitizing handler, take it off")


class SanitizingEventHandler(HoldsKey, BaseEventHandler):
    """An event handler that passes on what it is told to another one, sanitized, without streamed pieces.

    Args:
        inner: The handler that uploads, or otherwise must not see clear text.
        sanitizer: A ``Sanitizer``; the same key gives a person the same name in traces and on the wire.
    """

    _inner: BaseEventHandler = PrivateAttr()
    _sanitizer: Method = PrivateAttr()

    def __init__(self, inner: BaseEventHandler, sanitizer: Method) -> None:
        super().__init__()
        self._inner = inner
        self._sanitizer = sanitizer

    @classmethod
    def class_name(cls) -> str:
        """The name under which this component describes itself."""
        return cls.__name__

    def handle(self, event: BaseEvent, **kwargs: Any) -> Any:
        """Tell the inner handler of an event, sanitized."""
        if (
            "InProgress" in type(event).__name__ or "delta" in type(event).model_fields
        ):  # a single piece cannot be sanitized
            return None
        told = {name: getattr(event, name) for name in type(event).model_fields if name not in _TIMES_AND_IDS}
        sanitized = event.model_construct(**{**dict(event), **_TELLING.sanitized(self._sanitizer, told)})
        return self._inner.handle(sanitized, **kwargs)


class SanitizingSpanHandler(HoldsKey, BaseSpanHandler[Any]):
    """A span handler that passes on what it is told to another one, sanitized, without instances (clear text).

    Args:
        inner: The handler that uploads, or otherwise must not see clear text.
        sanitizer: A ``Sanitizer``; the same key gives a person the same name in traces and on the wire.
    """

    _inner: BaseSpanHandler[Any] = PrivateAttr()
    _sanitizer: Method = PrivateAttr()

    def __init__(self, inner: BaseSpanHandler[Any], sanitizer: Method) -> None:
        super().__init__()
        self._inner = inner
        self._sanitizer = sanitizer

    @classmethod
    def class_name(cls) -> str:
        """The name under which this component describes itself."""
        return cls.__name__

    def span_enter(self, id_: str, bound_args: inspect.BoundArguments, *args: Any, **kwargs: Any) -> None:
        """Tell the inner handler that a span begins, sanitized."""
        self._inner.span_enter(id_, self._arguments(bound_args), **self._told(kwargs))

    def span_exit(self, id_: str, bound_args: inspect.BoundArguments, *args: Any, **kwargs: Any) -> None:
        """Tell the inner handler that a span ends, sanitized."""
        self._inner.span_exit(id_, self._arguments(bound_args), **self._told(kwargs))

    def span_drop(self, id_: str, bound_args: inspect.BoundArguments, *args: Any, **kwargs: Any) -> None:
        """Tell the inner handler that a span failed, sanitized."""
        self._inner.span_drop(id_, self._arguments(bound_args), **self._told(kwargs))

    def new_span(self, *args: Any, **kwargs: Any) -> Any:
        """Left to the inner handler."""
        return None

    def prepare_to_exit_span(self, *args: Any, **kwargs: Any) -> Any:
        """Left to the inner handler."""
        return None

    def prepare_to_drop_span(self, *args: Any, **kwargs: Any) -> Any:
        """Left to the inner handler."""
        return None

    def _arguments(self, bound: inspect.BoundArguments) -> inspect.BoundArguments:
        """The arguments of a call by name, sanitized, without the object of a method."""
        named = {name: value for name, value in bound.arguments.items() if name != "self"}
        told = _TELLING.sanitized(self._sanitizer, named)
        twin = inspect.BoundArguments(bound.signature, dict(bound.arguments))
        twin.arguments.update(told)
        if "self" in twin.arguments:
            twin.arguments["self"] = None
        return twin

    def _told(self, kwargs: dict[str, Any]) -> dict[str, Any]:
        ids = {name: kwargs[name] for name in ("parent_id",) if name in kwargs}
        told = {name: value for name, value in kwargs.items() if name in {"result", "err", "tags"}}
        return {**ids, **_TELLING.sanitized(self._sanitizer, told)}


class SanitizingCallbackHandler(HoldsKey, BaseCallbackHandler):
    """A handler of the older callback manager that passes on what it is told to another one, sanitized.

    Args:
        inner: The handler that uploads, or otherwise must not see clear text.
        sanitizer: A ``Sanitizer``; the same key gives a person the same name in traces and on the wire.
    """

    def __init__(self, inner: BaseCallbackHandler, sanitizer: Method) -> None:
        super().__init__(list(inner.event_starts_to_ignore), list(inner.event_ends_to_ignore))
        self._inner = inner
        self._sanitizer = sanitizer

    def on_event_start(
        self,
        event_type: CBEventType,
        payload: dict[str, Any] | None = None,
        event_id: str = "",
        parent_id: str = "",
        **kwargs: Any,
    ) -> str:
        """Tell the inner handler that something begins, sanitized."""
        told = None if payload is None else _TELLING.sanitized(self._sanitizer, payload)
        return self._inner.on_event_start(event_type, told, event_id, parent_id)

    def on_event_end(
        self, event_type: CBEventType, payload: dict[str, Any] | None = None, event_id: str = "", **kwargs: Any
    ) -> None:
        """Tell the inner handler that something ends, sanitized."""
        told = None if payload is None else _TELLING.sanitized(self._sanitizer, payload)
        self._inner.on_event_end(event_type, told, event_id)

    def start_trace(self, trace_id: str | None = None) -> None:
        """Tell the inner handler that a trace begins."""
        self._inner.start_trace(self._called(trace_id))

    def end_trace(self, trace_id: str | None = None, trace_map: dict[str, list[str]] | None = None) -> None:
        """Tell the inner handler that a trace ends."""
        self._inner.end_trace(self._called(trace_id), trace_map)

    def _called(self, trace_id: str | None) -> Any:
        return _TELLING.sanitized(self._sanitizer, {"trace": trace_id})["trace"]


def _opened(value: Any, visitor: Collected | Replaced, walk: Callable[[Any], Any]) -> Any:  # noqa: PLR0911  (one for each kind)
    match value:
        case ChatMessage():
            return ChatMessage(role=value.role, content=visitor.text(value.content or "", WHOLE))
        case ChatResponse():
            return ChatResponse(message=walk(value.message))
        case CompletionResponse():
            return CompletionResponse(text=visitor.text(value.text, WHOLE))
        case QueryBundle():
            return QueryBundle(query_str=visitor.text(value.query_str, WHOLE))
        case NodeWithScore():
            return NodeWithScore(node=walk(value.node), score=value.score)
        case BaseNode():
            return TextNode(text=visitor.text(value.get_content(MetadataMode.ALL), WHOLE))
        case BaseModel():
            return walk(value.model_dump())
        case _:
            return visitor.text(repr(value), WHOLE)


_TELLING = Telling(_opened, kept=(CBEventType,))
