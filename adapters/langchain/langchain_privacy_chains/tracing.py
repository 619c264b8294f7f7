"""Sanitizes what handlers and tracers are told, before it leaves.

LangChain hands every callback handler the clear text around a protected call: prompts, chains, tools, state. That is
right for a handler that runs here, and a leak if the handler uploads it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import langsmith
from langchain_core.callbacks import (
    AsyncCallbackHandler,
    BaseCallbackHandler,
    BaseCallbackManager,
    CallbackManager,
    Callbacks,
)
from langchain_core.documents import Document
from langchain_core.language_models import BaseChatModel
from langchain_core.load import dumpd
from langchain_core.messages import BaseMessage
from langchain_core.outputs import ChatGeneration, Generation, LLMResult
from langchain_core.prompt_values import PromptValue
from langchain_core.tracers import LangChainTracer
from langsmith.run_trees import get_cached_client
from langsmith.utils import tracing_is_enabled

from langchain_privacy_chains._messages import Walk, outgoing
from privacy_chains import Method, adapting
from privacy_chains.adapting import (
    WHOLE,
    Collected,
    Handlers,
    HoldsKey,
    Replaced,
    Telling,
    is_uploading,
    off_loop,
    refuse_wrapped,
)

__all__ = ["SanitizingAsyncHandler", "SanitizingClient", "SanitizingHandler", "guard", "refuse_clear_traces"]

_COMMUNITY_LOCAL = frozenset({"bedrock_anthropic_callback", "human", "manager", "openai_info", "streamlit", "utils"})
"""The modules of LangChain's community package whose handlers only count, ask or show, and upload nothing."""

_LOCAL = (
    *("langchain", "langchain_classic", "langchain_core", "langchain_privacy_chains", "langgraph"),
    *(f"langchain_community.callbacks.{module}" for module in sorted(_COMMUNITY_LOCAL)),
)
"""Packages whose handlers run here; LangSmith's handlers are checked separately."""

_TOLD = frozenset({"name", "inputs", "outputs", "error", "extra", "serialized", "tags", "events"})
"""The fields of a LangSmith run that hold content; the others are ids and times."""

_EVENTS = (
    "on_llm_start",
    "on_chat_model_start",
    "on_llm_end",
    "on_llm_error",
    "on_chain_start",
    "on_chain_end",
    "on_chain_error",
    "on_tool_start",
    "on_tool_end",
    "on_tool_error",
    "on_retriever_start",
    "on_retriever_end",
    "on_retriever_error",
    "on_agent_action",
    "on_agent_finish",
    "on_text",
    "on_custom_event",
)
"""The events that are passed on. Streamed tokens are not among them: a single token cannot be sanitized."""


class SanitizingClient(langsmith.Client):
    """A LangSmith client that uploads only surrogates, in every field of a run.

    Give it to ``LangChainTracer(client=...)`` in a call's callbacks, or to ``langsmith.configure(client=...)`` if the
    environment switches tracing on. Attachments are not uploaded.

    Args:
        sanitizer: A ``Sanitizer``; the same key gives a person the same name in traces and on the wire.
        **kwargs: What ``langsmith.Client`` takes.
    """

    def __init__(self, sanitizer: Method, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._sanitizer = sanitizer

    def create_run(self, name: str, inputs: dict[str, Any], run_type: Any, **kwargs: Any) -> None:
        """Upload the start of a run, sanitized."""
        told = self._sanitized({"name": name, "inputs": inputs, **kwargs})
        super().create_run(told.pop("name"), told.pop("inputs"), run_type, **told)

    def update_run(self, run_id: Any, **kwargs: Any) -> None:
        """Upload the end of a run, sanitized."""
        super().update_run(run_id, **self._sanitized(kwargs))

    def _sanitized(self, run: dict[str, Any]) -> dict[str, Any]:
        told = {name: dumpd(value) for name, value in run.items() if name in _TOLD}
        kept = {name: value for name, value in run.items() if name not in _TOLD and name != "attachments"}
        return {**kept, **_TELLING.sanitized(self._sanitizer, told)}


class _Sanitizing(HoldsKey, BaseCallbackHandler):
    def __init__(self, inner: BaseCallbackHandler, sanitizer: Method) -> None:
        super().__init__()
        self.inner = inner
        self.raise_error = inner.raise_error
        self.run_inline = inner.run_inline
        self._sanitizer = sanitizer

    def _told(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
        told = _TELLING.sanitized(self._sanitizer, {"args": list(args), "kwargs": kwargs})
        return told["args"], told["kwargs"]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.inner!r})"


class SanitizingHandler(_Sanitizing):
    """A handler that passes on what it is told to another one, sanitized and without streamed tokens.

    Args:
        inner: The handler that uploads, or otherwise must not see clear text.
        sanitizer: A ``Sanitizer``; the same key gives a person the same name in traces and on the wire.
    """


class SanitizingAsyncHandler(_Sanitizing, AsyncCallbackHandler):
    """A ``SanitizingHandler`` around an asynchronous handler."""


def _forward(event: str) -> Callable[..., Any]:
    def told(self: _Sanitizing, *args: Any, **kwargs: Any) -> Any:
        args_, kwargs_ = self._told(args, kwargs)
        return getattr(self.inner, event)(*args_, **kwargs_)

    return told


def _aforward(event: str) -> Callable[..., Any]:
    async def told(self: _Sanitizing, *args: Any, **kwargs: Any) -> Any:
        args_, kwargs_ = await off_loop(self._told, args, kwargs)
        return await getattr(self.inner, event)(*args_, **kwargs_)

    return told


for _event in _EVENTS:
    setattr(SanitizingHandler, _event, _forward(_event))
    setattr(SanitizingAsyncHandler, _event, _aforward(_event))


def guard(component: Any, *callbacks: Callbacks) -> None:
    """Refuse a call of a protected component if a remote tracer would be told its clear text, unless it allows that.

    Raises:
        PrivacyError: As from ``refuse_clear_traces``.
    """
    adapting.guard(component, refuse_clear_traces, *callbacks)


def refuse_clear_traces(*callbacks: Callbacks, of: type = BaseChatModel, strict: bool = False) -> None:
    """Refuse a call if a remote tracer would be told its clear text.

    Args:
        *callbacks: The callbacks of the call and of the model. Those that are switched on around the call are found
            by themselves.
        of: The class that is called.
        strict: Whether every handler counts as remote that is not known to run here, such as one of your own.

    Raises:
        PrivacyError: A tracer that uploads listens, and nothing sanitizes what it hears; or a package has wrapped a
            method of the class, as some tracers do.
    """
    refuse_wrapped(of)
    given = [handler for one in callbacks for handler in _handlers(one)]
    uploading = _LISTENING.uploading(given, strict=strict)
    if not uploading and tracing_is_enabled() and not any(isinstance(one, LangChainTracer) for one in given):
        uploading = [] if _sanitizes(get_cached_client()) else ["LangSmith (switched on by the environment)"]
    if not uploading:
        heard = CallbackManager.configure(given).handlers
        uploading = _LISTENING.uploading(heard, strict=strict)
    _LISTENING.refuse(uploading)


def _handlers(callbacks: Callbacks) -> list[BaseCallbackHandler]:
    return callbacks.handlers if isinstance(callbacks, BaseCallbackManager) else list(callbacks or [])


def _uploads_clear(handler: BaseCallbackHandler) -> bool:
    if isinstance(handler, LangChainTracer):
        return not _sanitizes(handler.client)
    return is_uploading(handler) or any(_is_community(kind.__module__) for kind in type(handler).__mro__)


_LISTENING = Handlers(_uploads_clear, _LOCAL, "Use SanitizingClient or SanitizingHandler, switch tracing off")


def _is_community(module: str) -> bool:
    """Whether a module holds one of the many handlers for services that LangChain's community package has."""
    return module.startswith("langchain_community.callbacks.") and module.rpartition(".")[2] not in _COMMUNITY_LOCAL


def _sanitizes(client: langsmith.Client) -> bool:
    return isinstance(client, SanitizingClient) or getattr(client, "_anonymizer", None) is not None


def _opened(  # noqa: PLR0911  (one for each kind)
    value: Any, visitor: Collected | Replaced, walk: Callable[[Any], Any]
) -> Any:
    match value:
        case BaseMessage():
            return Walk(visitor, strict=False).message(outgoing(value))
        case Document():
            fields = walk({"page_content": value.page_content, "metadata": value.metadata, "id": value.id})
            return value.model_copy(update=fields)
        case ChatGeneration():
            return type(value)(message=walk(value.message), generation_info=walk(value.generation_info))
        case Generation():
            return type(value)(text=walk(value.text), generation_info=walk(value.generation_info))
        case LLMResult():
            fields = {"generations": walk(value.generations), "llm_output": walk(value.llm_output)}
            return value.model_copy(update=fields)
        case PromptValue():
            return walk(value.to_messages())
        case _:
            return visitor.text(repr(value), WHOLE)


_TELLING = Telling(_opened)
