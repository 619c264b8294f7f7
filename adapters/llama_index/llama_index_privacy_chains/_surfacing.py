"""A privacy failure that LlamaIndex swallows, such as one inside a sub-question or a tool, still reaches the caller.

Where a failure arises it is noted for the call around it, and that call raises it at its end, whoever caught it
meanwhile. What LlamaIndex logs of failures in clear is withheld during such a call.
"""

from __future__ import annotations

import functools
import inspect
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from copy import copy
from typing import Any, TypeVar

from llama_index.core.base.base_query_engine import BaseQueryEngine
from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.chat_engine.types import BaseChatEngine
from llama_index.core.tools import FunctionTool

from llama_index_privacy_chains._spans import without_span
from privacy_chains import PrivacyError

__all__ = ["noted", "surfaced", "surfacing"]

C = TypeVar("C")
Failures = list[PrivacyError]

_FAILURES: ContextVar[Failures | None] = ContextVar("privacy failures of a call", default=None)

_ASKED: tuple[tuple[type, tuple[str, ...]], ...] = (
    (BaseQueryEngine, ("query", "aquery")),
    (BaseRetriever, ("retrieve", "aretrieve")),
    (BaseChatEngine, ("chat", "achat", "stream_chat", "astream_chat")),
)
"""What is asked, and by which methods."""

_USES_TOOLS = "_call_tool"
"""The method of agents, and workflows of agents, that turns what a tool raises into a result."""

_TELLING = (
    "program.function_program",
    "program.llm_program",
    "query_engine.sub_question_query_engine",
    "response_synthesizers.refine",
)
"""Modules of LlamaIndex that warn of failures by quoting questions and answers."""


@contextmanager
def noted() -> Iterator[None]:
    """Note a privacy failure for the call around it, if there is one, on its way up."""
    try:
        yield
    except PrivacyError as error:
        failures = _FAILURES.get()
        if failures is not None:
            failures.append(error)
        raise


@contextmanager
def surfaced() -> Iterator[None]:
    """Raise the first privacy failure that was noted inside, if nothing else is raised."""
    with _noting() as failures:
        yield
    if failures:
        raise failures[0]


@contextmanager
def _noting() -> Iterator[Failures]:
    """Gather failures; a call around this one learns of them too."""
    around = _FAILURES.get()
    failures: Failures = []
    token = _FAILURES.set(failures)
    try:
        yield failures
    finally:
        _FAILURES.reset(token)
        if around is not None:
            around += failures


def surfacing(component: C) -> C:
    """A copy that raises the first privacy failure of a call, whoever caught it; itself if it answers no calls."""
    own: Any = type(component)
    kind = _kind(own)
    if kind is own:
        return component
    for name in _TELLING:
        logging.getLogger(f"llama_index.core.{name}").addFilter(_withhold)
    twin = copy(component)
    object.__setattr__(twin, "__class__", kind)
    return twin


@functools.cache
def _kind(kind: type) -> Any:
    """A class of the same name whose calls surface what is noted."""
    if kind.__module__.startswith(f"{__package__}."):
        return kind
    names = [name for base, asked in _ASKED if issubclass(kind, base) for name in asked]
    methods = {name: _surfaced_method(getattr(kind, name)) for name in names}
    if hasattr(kind, _USES_TOOLS):
        methods[_USES_TOOLS] = _surfaced_tools(getattr(kind, _USES_TOOLS))
    if not methods or all(method is getattr(kind, name) for name, method in methods.items()):
        return kind
    known = {"__module__": kind.__module__, "__qualname__": kind.__qualname__, "__doc__": kind.__doc__}
    return type(kind)(kind.__name__, (kind,), {**known, **methods})


def _surfaced_method(method: Callable[..., Any]) -> Callable[..., Any]:
    if hasattr(method, "surfaces"):
        return method

    def call(*args: Any, **kwargs: Any) -> Any:
        with surfaced():
            return method(*args, **kwargs)

    async def acall(*args: Any, **kwargs: Any) -> Any:
        with surfaced():
            return await method(*args, **kwargs)

    return _surfaces(acall if inspect.iscoroutinefunction(method) else call, method)


def _surfaced_tools(method: Callable[..., Any]) -> Callable[..., Any]:
    if hasattr(method, "surfaces"):
        return method

    async def call(self: Any, ctx: Any, tool: Any, tool_input: Any) -> Any:
        with _noting() as failures:
            output = await method(self, ctx, tool, tool_input)
        raised = getattr(output, "exception", None)
        if isinstance(raised, PrivacyError):
            raise raised
        # a function of the user's own may deal with a failure as it likes
        if failures and (output.is_error or not isinstance(tool, FunctionTool)):
            raise failures[0]
        return output

    return _surfaces(call, method)


def _surfaces(call: Callable[..., Any], method: Callable[..., Any]) -> Callable[..., Any]:
    functools.update_wrapper(call, method)
    call.surfaces = True  # type: ignore[attr-defined]
    return without_span(call)


def _withhold(record: logging.LogRecord) -> bool:
    """Keep the type of an error, and nothing that it or the message quotes, while a protected call is under way."""
    if _FAILURES.get() is not None and record.levelno >= logging.WARNING:
        error = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else "what happened"
        record.msg, record.args = f"a step of a protected call failed ({error}); what it quotes is withheld", ()
        record.exc_info = record.exc_text = record.stack_info = None
    return True
