"""A privacy failure that LlamaIndex swallows, such as one inside a sub-question or a tool, still reaches the caller.

A failure is noted for the surrounding call when it arises. That call raises it at its end, whoever caught it meanwhile.
Reading a call's stream counts as part of the call, although the call has returned by then. Meanwhile, LlamaIndex's
clear logs of failures are withheld, and ``Settings`` hands out only protected models.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import AsyncGenerator, Callable, Generator, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from copy import copy
from typing import Any, TypeVar

from llama_index.core.base.base_query_engine import BaseQueryEngine
from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.base.response.schema import AsyncStreamingResponse, StreamingResponse
from llama_index.core.chat_engine.types import BaseChatEngine
from llama_index.core.extractors.interface import BaseExtractor
from llama_index.core.ingestion import IngestionPipeline
from llama_index.core.postprocessor.types import BaseNodePostprocessor
from llama_index.core.response_synthesizers import BaseSynthesizer
from llama_index.core.tools import BaseTool, FunctionTool
from llama_index.core.types import BasePydanticProgram
from llama_index.core.workflow import Workflow

from llama_index_privacy_chains._logs import withhold_while
from llama_index_privacy_chains._settings import Governor, governed, governing, governor_of, in_this_context
from llama_index_privacy_chains._spans import without_span
from llama_index_privacy_chains.tracing import guard_parts
from privacy_chains import Method, PrivacyError, UnsupportedContent
from privacy_chains.adapting import aguard_stream, guard_stream

__all__ = ["guarded", "noted", "surfaced", "surfacing"]

C = TypeVar("C")
F = TypeVar("F", bound=Callable[..., Any])
Failures = list[PrivacyError]
Guard = Callable[[], AbstractContextManager[None]]
Around = Callable[[Governor | None], AbstractContextManager[None]]

_FAILURES: ContextVar[Failures | None] = ContextVar("privacy failures of a call", default=None)

_ASKED: tuple[tuple[type, tuple[str, ...]], ...] = (
    (BaseQueryEngine, ("query", "aquery", "retrieve", "aretrieve", "synthesize", "asynthesize")),
    (BaseRetriever, ("retrieve", "aretrieve")),
    (BaseChatEngine, ("chat", "achat", "stream_chat", "astream_chat")),
    (BaseSynthesizer, ("synthesize", "asynthesize", "get_response", "aget_response")),
    (BaseNodePostprocessor, ("postprocess_nodes", "apostprocess_nodes")),
    (BasePydanticProgram, ("__call__", "acall", "stream_call", "astream_call")),
    (BaseExtractor, ("__call__", "acall", "extract", "aextract", "process_nodes", "aprocess_nodes")),
    (IngestionPipeline, ("run", "arun")),
)
"""The components that answer calls, and the methods that call them."""

_TOOL = ("__call__", "call", "acall")
"""The methods that call tools. A tool may handle a failure itself, so none is raised for it."""

_BEGINS = "run"
"""The methods that start agents and other workflows. Their arguments (a memory, a context) may hold models."""

_USES_TOOLS = "_call_tool"
"""The method of agents, and workflows of agents, that turns what a tool raises into a result."""

_IS_STEP = "_step_config"
"""The attribute that marks a step of a workflow."""


@contextmanager
def noted(*, but: tuple[type[PrivacyError], ...] = ()) -> Iterator[None]:
    """Note a privacy failure on its way up for the surrounding call, if there is one; except for some kinds."""
    try:
        yield
    except PrivacyError as error:
        failures = _FAILURES.get()
        if failures is not None and not isinstance(error, but):
            failures.append(error)
        raise


@contextmanager
def surfaced() -> Iterator[None]:
    """Raise the first privacy failure noted inside, if nothing else is raised.

    The surrounding call learns of all failures.
    """
    around = _FAILURES.get()
    with _noting() as failures:
        try:
            yield
        finally:
            if around is not None:
                around += failures
    if failures:
        raise failures[0]


@contextmanager
def _noting() -> Iterator[Failures]:
    """Gather failures."""
    withhold_while(_under_way)
    failures: Failures = []
    token = _FAILURES.set(failures)
    try:
        yield failures
    finally:
        _FAILURES.reset(token)


def _under_way() -> bool:
    return _FAILURES.get() is not None


@contextmanager
def _surfaced(governor: Governor | None) -> Iterator[None]:
    with governing(governor), surfaced():
        yield


def guarded(method: F, *, around: Around = _surfaced) -> F:
    """A method whose calls, and the reading of their streams, raise what was noted; it opens no span.

    Args:
        method: The method of a component with a governor, or whose calls another component governs.
        around: What to do around a call instead.
    """

    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        guard = functools.partial(around, governor_of(self))
        with guard():
            if around is _surfaced:
                _refuse_uploads(self)
            answer = method(self, *args, **kwargs)
        return _guarded_answer(answer, guard)

    async def acall(self: Any, *args: Any, **kwargs: Any) -> Any:
        guard = functools.partial(around, governor_of(self))
        with guard():
            if around is _surfaced:
                _refuse_uploads(self)
            answer = await method(in_this_context(self), *args, **kwargs)
        return _guarded_answer(answer, guard)

    return _marked(acall if inspect.iscoroutinefunction(method) else call, method)


def _refuse_uploads(component: Any) -> None:
    """Refuse before the call is announced, in clear, to handlers that include an uploading one."""
    with noted():
        guard_parts(component)


def _guarded_answer(answer: Any, guard: Guard) -> Any:
    match answer:
        case StreamingResponse() | AsyncStreamingResponse():
            answer.response_gen = _guarded_answer(answer.response_gen, guard)
            return answer
        case Generator():
            return guard_stream(answer, guard)
        case AsyncGenerator():
            return aguard_stream(answer, guard)
        case _:
            return answer


def surfacing(component: C, governor: Governor) -> C:
    """A copy that raises the first privacy failure of a call, whoever caught it; itself if it takes no calls."""
    own: Any = type(component)
    kind = _kind(own)
    if kind is own and (_is_of_this_package(own) or governor_of(component) is None):
        return component
    twin = copy(component)
    object.__setattr__(twin, "__class__", kind)
    return governed(twin, governor)


@functools.cache
def _kind(kind: type) -> Any:
    """A class of the same name whose calls raise what was noted."""
    if _is_of_this_package(kind):
        return kind
    names = [name for base, asked in _ASKED if issubclass(kind, base) for name in asked]
    methods = {name: getattr(kind, name) for name in names if hasattr(kind, name)}
    if issubclass(kind, Workflow):
        methods |= _steps(kind)
    changed = {name: guarded(method) for name, method in methods.items() if not hasattr(method, "surfaces")}
    if issubclass(kind, BaseTool):
        tool = {name: getattr(kind, name) for name in _TOOL if hasattr(kind, name)}
        changed |= {
            name: guarded(method, around=governing) for name, method in tool.items() if not hasattr(method, "surfaces")
        }
    if _BEGINS in changed and issubclass(kind, Workflow):
        changed[_BEGINS] = _looking(changed[_BEGINS])
    if hasattr(kind, _USES_TOOLS) and not hasattr(getattr(kind, _USES_TOOLS), "surfaces"):
        changed[_USES_TOOLS] = _surfaced_tools(getattr(kind, _USES_TOOLS))
    if not changed:
        return kind
    if not hasattr(kind, "bind"):
        changed["bind"] = _bind
    known = {"__module__": kind.__module__, "__qualname__": kind.__qualname__, "__doc__": kind.__doc__}
    return type(kind)(kind.__name__, (kind,), {**known, **changed})


def _bind(self: Any, sanitizer: Method) -> Any:
    """This component in another session, as ``protect`` would make it; it takes no longer for a large index.

    Raises:
        UnsupportedContent: This is part of a protected component: bind that one.
    """
    governor = governor_of(self)
    if governor is None:
        msg = f"a {type(self).__name__} is bound to another session with what holds it; bind or protect that"
        raise UnsupportedContent(msg)
    return governor.bind(self, sanitizer)


def _is_of_this_package(kind: type) -> bool:
    return kind.__module__.startswith(f"{__package__}.")


def _steps(kind: type) -> dict[str, Any]:
    """The start of an agent, and its steps: in each of them LlamaIndex may swallow a model's error."""
    members = {name: getattr(kind, name, None) for name in dir(kind)}
    return {name: member for name, member in members.items() if name == "run" or hasattr(member, _IS_STEP)}


def _looking(method: Callable[..., Any]) -> Callable[..., Any]:
    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        governor = governor_of(self)
        if governor is not None:
            governor.look_through({**{f"argument_{place}": given for place, given in enumerate(args)}, **kwargs})
        return method(self, *args, **kwargs)

    return _marked(call, method)


def _surfaced_tools(method: Callable[..., Any]) -> Callable[..., Any]:
    async def call(self: Any, ctx: Any, tool: Any, tool_input: Any) -> Any:
        with noted():
            with _noting() as failures:
                output = await method(self, ctx, in_this_context(tool), tool_input)
            raised = getattr(output, "exception", None)
            if isinstance(raised, PrivacyError):
                raise raised
            # a user's own function may handle a failure as it likes
            if failures and (output.is_error or not isinstance(tool, FunctionTool)):
                raise failures[0]
        return output

    return _marked(call, method)


def _marked(call: Any, method: F) -> F:
    functools.update_wrapper(call, method)
    call.surfaces = True
    marked: F = without_span(call)
    return marked
