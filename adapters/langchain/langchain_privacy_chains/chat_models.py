"""A chat model that sends nothing in clear."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import aclosing, closing
from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import Any, Self, cast

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun, Callbacks
from langchain_core.language_models import BaseChatModel, LanguageModelInput, ModelProfile
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.outputs import ChatGenerationChunk, ChatResult, LLMResult
from langchain_core.runnables import Runnable, RunnableConfig, RunnableSerializable, ensure_config
from langchain_core.runnables.configurable import DynamicRunnable
from langchain_core.runnables.utils import AnyConfigurableField
from langchain_core.tools import BaseTool
from pydantic import BaseModel, Field, SkipValidation, model_validator

from langchain_privacy_chains._call import Call, sanitize_call
from langchain_privacy_chains._configurable import PrivateConfigurable
from langchain_privacy_chains._graft import graft
from langchain_privacy_chains._here import as_chunks, astreamed_here, streamed_here, streams_async
from langchain_privacy_chains._sessions import SessionFor
from langchain_privacy_chains._settings import model_settings
from langchain_privacy_chains._wrapped import Wrapped
from langchain_privacy_chains.tracing import guard
from privacy_chains import Method, PrivacyError
from privacy_chains.adapting import (
    Invented,
    adrive,
    astream,
    check_invented,
    destination,
    drive,
    exchange,
    opening,
    stream,
)

__all__ = ["PrivateChatModel", "SessionFor"]


class PrivateChatModel(Wrapped, BaseChatModel):
    """Wraps a chat model: the same calls and answers, but the inner model sees only surrogates.

    On the way out, messages and every argument of a call are sanitized together. On the way in, texts, tool calls and
    streamed chunks are read back. The returned message keeps what the inner model wrote, sealed in
    ``additional_kwargs["privacy_chains"]``, and it is sent again unchanged.

    Callbacks set on the inner model are not called; set them on this one.

    Attributes:
        bound: The inner model. Calling it directly sends clear text.
        sanitizer: A ``Sanitizer`` (every call replays its conversation), a ``Session``, or a function that returns
            one for the ``configurable`` part of a call's config, such as
            ``lambda given: sanitizer.session(given["thread_id"])``. Keys never belong in a config: tracers record it.
        allow: Kinds of content blocks, such as ``"image"``, and settings of the inner model, such as
            ``"default_headers"``, that are sent in clear.
        clear_traces: Whether tracers that upload may be told the clear text around a call.
        invented: What happens to values that the model makes up; see ``protect``.

    Raises:
        PrivacyError: From every call that cannot be sanitized whole; nothing was sent.
    """

    bound: BaseChatModel = Field(exclude=True)
    sanitizer: SkipValidation[Method | SessionFor] = Field(exclude=True, repr=False)
    allow: frozenset[str] = frozenset()
    clear_traces: bool | None = False
    invented: Invented | None = None

    # Attributes of a model that other code reads; none of them sends anything.
    model = property(attrgetter("bound.model"))
    model_name = property(attrgetter("bound.model_name"))
    model_id = property(attrgetter("bound.model_id"))
    deployment_name = property(attrgetter("bound.deployment_name"))
    temperature = property(attrgetter("bound.temperature"))
    max_tokens = property(attrgetter("bound.max_tokens"))

    @model_validator(mode="after")
    def _mirror_bound(self) -> Self:
        for name in ("output_version", "disable_streaming", "profile", "tags"):
            if name not in self.model_fields_set:
                setattr(self, name, getattr(self.bound, name))
        self.metadata = {**(self.bound.metadata or {}), **(self.metadata or {})}
        self.cache = False  # a cache of ours would hold clear prompts; the inner model's own holds surrogates
        return self

    # --- properties of the model ---

    def _resolve_model_profile(self) -> ModelProfile | None:
        return self.bound.profile

    def _combine_llm_outputs(self, llm_outputs: list[dict[str, Any] | None]) -> dict[str, Any]:
        return self.bound._combine_llm_outputs(llm_outputs)  # noqa: SLF001

    def _should_stream(self, *, async_api: bool, run_manager: Any = None, **kwargs: Any) -> bool:
        if self.bound._streaming_disabled(**kwargs):  # noqa: SLF001
            return False
        ours = super()._should_stream(async_api=async_api, run_manager=run_manager, **kwargs)
        return ours or self.bound._should_stream(async_api=async_api, **kwargs)  # noqa: SLF001  (its own ``streaming``)

    # --- with handlers ---

    def generate(
        self, messages: Any, stop: list[str] | None = None, callbacks: Callbacks = None, **kwargs: Any
    ) -> LLMResult:
        """Call the model on several conversations, unless a remote tracer listens."""
        guard(self, callbacks, self.callbacks)
        return super().generate(messages, stop, callbacks, **kwargs)

    async def agenerate(
        self, messages: Any, stop: list[str] | None = None, callbacks: Callbacks = None, **kwargs: Any
    ) -> LLMResult:
        """Call the model on several conversations, unless a remote tracer listens."""
        guard(self, callbacks, self.callbacks)
        return await super().agenerate(messages, stop, callbacks, **kwargs)

    def invoke(
        self,
        input: LanguageModelInput,  # noqa: A002
        config: RunnableConfig | None = None,
        **kwargs: Any,
    ) -> AIMessage:
        """Call the model, in the session that the config chooses."""
        return super(PrivateChatModel, self._for(config)).invoke(input, config, **kwargs)

    async def ainvoke(
        self,
        input: LanguageModelInput,  # noqa: A002
        config: RunnableConfig | None = None,
        **kwargs: Any,
    ) -> AIMessage:
        """Call the model, in the session that the config chooses."""
        return await super(PrivateChatModel, self._for(config)).ainvoke(input, config, **kwargs)

    def stream(
        self,
        input: LanguageModelInput,  # noqa: A002
        config: RunnableConfig | None = None,
        **kwargs: Any,
    ) -> Iterator[AIMessageChunk]:
        """Stream an answer, unless a remote tracer listens."""
        guard(self, ensure_config(config).get("callbacks"), self.callbacks)
        yield from super(PrivateChatModel, self._for(config)).stream(input, config, **kwargs)

    async def astream(
        self,
        input: LanguageModelInput,  # noqa: A002
        config: RunnableConfig | None = None,
        **kwargs: Any,
    ) -> AsyncIterator[AIMessageChunk]:
        """Stream an answer, unless a remote tracer listens."""
        guard(self, ensure_config(config).get("callbacks"), self.callbacks)
        async for chunk in super(PrivateChatModel, self._for(config)).astream(input, config, **kwargs):
            yield chunk

    def stream_events(
        self,
        input: LanguageModelInput,  # noqa: A002
        config: RunnableConfig | None = None,
        **kwargs: Any,
    ) -> Any:
        """Stream events, unless a remote tracer listens."""
        guard(self, ensure_config(config).get("callbacks"), self.callbacks)
        return super(PrivateChatModel, self._for(config)).stream_events(input, config, **kwargs)

    def astream_events(
        self,
        input: LanguageModelInput,  # noqa: A002
        config: RunnableConfig | None = None,
        **kwargs: Any,
    ) -> Any:
        """Stream events, unless a remote tracer listens."""
        guard(self, ensure_config(config).get("callbacks"), self.callbacks)
        return super(PrivateChatModel, self._for(config)).astream_events(input, config, **kwargs)

    # --- calls ---

    def _call(self, messages: Sequence[BaseMessage], stop: list[str] | None, arguments: dict[str, Any]) -> Call:
        settings, method = model_settings(self.bound), self._chosen()
        check_invented(method, self.invented)
        with destination("model", self.bound):
            call = sanitize_call(method, messages, stop, arguments, allow=self.allow, settings=settings)
        return replace(call, invented=self.invented)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        # Without a run manager: the inner model must not tell our caller's handlers about surrogates.
        def send(call: Call) -> ChatResult:
            model = call.here or self.bound
            return model._generate_with_cache(call.messages, call.stop, None, **call.arguments)  # noqa: SLF001

        return drive(exchange(partial(self._call, messages, stop, kwargs), Call.read, Call.guard), send)

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        async def send(call: Call) -> ChatResult:
            model = call.here or self.bound
            return await model._agenerate_with_cache(call.messages, call.stop, None, **call.arguments)  # noqa: SLF001

        return await adrive(exchange(partial(self._call, messages, stop, kwargs), Call.read, Call.guard), send)

    def _stream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> Iterator[ChatGenerationChunk]:
        if type(self.bound)._stream is BaseChatModel._stream:  # noqa: SLF001
            yield from as_chunks(self._generate(messages, stop, **kwargs))
            return

        def send(call: Call) -> Iterator[ChatGenerationChunk]:
            if call.here is not None:
                return streamed_here(call.here, call)
            if self.bound.rate_limiter:
                self.bound.rate_limiter.acquire(blocking=True)
            return self.bound._stream(call.messages, stop=call.stop, **call.arguments)  # noqa: SLF001

        flow = opening(partial(self._call, messages, stop, kwargs), Call.streamed, Call.guard)
        with closing(stream(flow, send)) as answer:
            yield from answer

    async def _astream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> AsyncIterator[ChatGenerationChunk]:
        if not streams_async(self.bound):
            for chunk in as_chunks(await self._agenerate(messages, stop, **kwargs)):
                yield chunk
            return

        async def send(call: Call) -> AsyncIterator[ChatGenerationChunk]:
            if call.here is not None:
                return astreamed_here(call.here, call)
            if self.bound.rate_limiter:
                await self.bound.rate_limiter.aacquire(blocking=True)
            return self.bound._astream(call.messages, stop=call.stop, **call.arguments)  # noqa: SLF001

        flow = opening(partial(self._call, messages, stop, kwargs), Call.streamed, Call.guard)
        async with aclosing(await astream(flow, send)) as answer:
            async for chunk in answer:
                yield chunk

    # --- runnables built on a model ---

    def bind_tools(
        self,
        tools: Sequence[dict[str, Any] | type | Callable[..., Any] | BaseTool],
        *,
        tool_choice: str | None = None,
        **kwargs: Any,
    ) -> Runnable[LanguageModelInput, AIMessage]:
        """Bind tools to this model, in the form that the inner model gives them.

        Raises:
            PrivacyError: The inner model binds tools in a way that would bypass this one.
        """
        choice = {} if tool_choice is None else {"tool_choice": tool_choice}
        return cast(
            "Runnable[LanguageModelInput, AIMessage]", self._grafted(self.bound.bind_tools(tools, **choice, **kwargs))
        )

    def with_structured_output(
        self, schema: dict[str, Any] | type, *, include_raw: bool = False, **kwargs: Any
    ) -> Runnable[LanguageModelInput, dict[str, Any] | BaseModel]:
        """Structure answers as the inner model does; parsing and validation see clear values.

        Raises:
            PrivacyError: The inner model structures answers in a way that would bypass this one.
        """
        structured = self.bound.with_structured_output(schema, include_raw=include_raw, **kwargs)
        return self._grafted(structured)

    def configurable_fields(
        self, **kwargs: AnyConfigurableField
    ) -> RunnableSerializable[LanguageModelInput, AIMessage]:
        """Let a call's config set fields of the inner model; or of this one, if it declares all the fields."""
        if kwargs.keys() <= type(self).model_fields.keys():
            return super().configurable_fields(**kwargs)
        chosen_by_config = cast("DynamicRunnable[Any, Any]", self.bound.configurable_fields(**kwargs))
        return PrivateConfigurable(default=self, bound=chosen_by_config, protector=self._around)

    def _around(self, model: Runnable[Any, Any]) -> Self:
        return self.model_copy(update={"bound": model})

    def _grafted(self, runnable: Runnable[Any, Any]) -> Runnable[Any, Any]:
        """The inner model's own runnable, with this model in its place."""
        replaced = []

        def swap(part: Runnable[Any, Any]) -> Runnable[Any, Any] | None:
            if not isinstance(part, BaseChatModel):
                return None
            replaced.append(part)
            return self if part is self.bound else self._around(part)

        grafted = graft(runnable, swap)
        if not replaced:
            msg = f"{type(self.bound).__name__} returned a {type(runnable).__name__} that would go around protection"
            raise PrivacyError(msg)
        return grafted

    # --- counting ---

    def get_num_tokens_from_messages(self, messages: list[BaseMessage], tools: Sequence[Any] | None = None) -> int:
        """How many tokens the messages have as they would be sent. Some models ask their provider to count."""
        arguments: dict[str, Any] = {}
        if tools is not None:
            arguments = {"tools": getattr(self.bound.bind_tools(tools), "kwargs", {}).get("tools")}
        call = self._call(messages, None, arguments)
        return self.bound.get_num_tokens_from_messages(call.messages, **call.arguments)
