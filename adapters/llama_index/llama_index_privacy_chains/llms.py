"""A language model that sends nothing in clear."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Self, cast

from llama_index.core.base.llms.types import (
    ChatMessage,
    ChatResponse,
    ChatResponseAsyncGen,
    ChatResponseGen,
    CompletionResponse,
    CompletionResponseAsyncGen,
    CompletionResponseGen,
    LLMMetadata,
)
from llama_index.core.llms.function_calling import FunctionCallingLLM
from llama_index.core.llms.llm import LLM, ToolSelection
from llama_index.core.prompts import BasePromptTemplate
from pydantic import Field, PrivateAttr

from llama_index_privacy_chains._call import Call, sanitize_chat, sanitize_completion
from llama_index_privacy_chains._private import Private
from llama_index_privacy_chains._spans import without_span
from llama_index_privacy_chains._surfacing import guarded, noted
from llama_index_privacy_chains.tracing import guard
from privacy_chains import Method
from privacy_chains.adapting import (
    Invented,
    adrive,
    astream,
    check_invented,
    destination,
    drive,
    exchange,
    opening,
    remember,
    settings_of,
    stream,
)
from privacy_chains.contract.roles import check_protection

if TYPE_CHECKING:
    from llama_index.core.chat_engine.types import AgentChatResponse
    from llama_index.core.tools.types import BaseTool

__all__ = ["PrivateFunctionCallingLLM", "PrivateLLM"]

_COPIED = (
    "callback_manager",
    "system_prompt",
    "messages_to_prompt",
    "completion_to_prompt",
    "output_parser",
    "pydantic_program_mode",
    "query_wrapper_prompt",
)

_SETTINGS = (
    "additional_kwargs",
    "built_in_tools",
    "call_metadata",
    "default_headers",
    "generate_kwargs",
    "generation_config",
    "instructions",
    "mcp_servers",
    "model_kwargs",
    "stop",
    "tools",
    "user",
)
"""Settings that models send with every call, by the names under which they take them."""

_CONTEXTS = ("context", "existing_answer")
"""Prefixes of the names under which engines hand retrieved texts to a prompt."""


class PrivateLLM(Private, LLM):
    """Wraps a language model: the same calls and answers, but the inner model sees only surrogates.

    On the way out, messages, prompts and every argument of a call are sanitized together. On the way in, texts, tool
    calls and streamed chunks are read back; a response's ``raw`` stays as the provider sent it. The returned message
    keeps what the inner model wrote, sealed in ``additional_kwargs["privacy_chains"]``, and it is sent again
    unchanged.

    Attributes:
        llm: The inner model. Calling it directly sends clear text.
        allow: Kinds of content blocks, such as ``"image"``, and settings of the inner model, such as
            ``"default_headers"``, that are sent as they are, in clear.
        clear_traces: Whether handlers that upload may be told the clear text around a call.
        invented: What happens to values that the model makes up; see ``protect``.

    Raises:
        PrivacyError: From every call that cannot be sanitized whole; nothing was sent.
    """

    llm: LLM = Field(exclude=True)
    allow: frozenset[str] = frozenset()
    clear_traces: bool | None = False
    invented: Invented | None = None
    _sanitizer: Method = PrivateAttr()

    def __init__(
        self,
        llm: LLM,
        sanitizer: Method,
        *,
        allow: frozenset[str] = frozenset(),
        clear_traces: bool | None = False,
        invented: Invented | None = None,
    ) -> None:
        check_protection(sanitizer)
        copied: dict[str, Any] = {name: getattr(llm, name) for name in _COPIED}
        super().__init__(**copied | {"llm": llm, "allow": allow, "clear_traces": clear_traces, "invented": invented})
        self._sanitizer = sanitizer

    def bind(self, sanitizer: Method) -> Self:
        """This model in another session."""
        if sanitizer is self._sanitizer:
            return self
        said: dict[str, Any] = {"allow": self.allow, "clear_traces": self.clear_traces, "invented": self.invented}
        return type(self)(self.llm, sanitizer, **said)

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        if name == "callback_manager":  # Settings assign it to this model, but only the inner model reports calls to it
            self.llm.callback_manager = value

    @property
    def metadata(self) -> LLMMetadata:
        """The metadata of the inner model."""
        return self.llm.metadata

    def _get_prompt(self, prompt: BasePromptTemplate, **prompt_args: Any) -> str:
        remember(self._sanitizer, _contexts(prompt_args))
        return super()._get_prompt(prompt, **prompt_args)

    def _get_messages(self, prompt: BasePromptTemplate, **prompt_args: Any) -> list[ChatMessage]:
        remember(self._sanitizer, _contexts(prompt_args))
        return super()._get_messages(prompt, **prompt_args)

    def _chat(self, messages: Sequence[ChatMessage], arguments: dict[str, Any]) -> Call:
        with noted():
            guard(self, self.callback_manager)
            settings = settings_of(self.llm, _SETTINGS)
            check_invented(self._sanitizer, self.invented)
            with destination("model", self.llm):
                call = sanitize_chat(self._sanitizer, messages, arguments, allow=self.allow, settings=settings)
            return replace(call, invented=self.invented)

    def _completion(self, prompt: str, arguments: dict[str, Any]) -> Call:
        with noted():
            guard(self, self.callback_manager)
            settings = settings_of(self.llm, _SETTINGS)
            check_invented(self._sanitizer, self.invented)
            with destination("model", self.llm):
                call = sanitize_completion(self._sanitizer, prompt, arguments, allow=self.allow, settings=settings)
            return replace(call, invented=self.invented)

    @without_span
    def chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponse:
        flow = exchange(partial(self._chat, messages, kwargs), Call.read_chat, Call.guard)
        return drive(flow, lambda call: self.llm.chat(call.messages, **call.arguments))

    @without_span
    async def achat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponse:
        flow = exchange(partial(self._chat, messages, kwargs), Call.read_chat, Call.guard)
        return await adrive(flow, lambda call: self.llm.achat(call.messages, **call.arguments))

    @without_span
    def stream_chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponseGen:
        flow = opening(partial(self._chat, messages, kwargs), Call.streamed_chat, Call.guard)
        return stream(flow, lambda call: self.llm.stream_chat(call.messages, **call.arguments))

    @without_span
    async def astream_chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponseAsyncGen:
        flow = opening(partial(self._chat, messages, kwargs), Call.streamed_chat, Call.guard)
        return await astream(flow, lambda call: self.llm.astream_chat(call.messages, **call.arguments))

    @without_span
    def complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:  # noqa: FBT001, FBT002
        flow = exchange(partial(self._completion, prompt, kwargs), Call.read_completion, Call.guard)
        return drive(flow, lambda call: self.llm.complete(call.text, formatted=formatted, **call.arguments))

    @without_span
    async def acomplete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:  # noqa: FBT001, FBT002
        flow = exchange(partial(self._completion, prompt, kwargs), Call.read_completion, Call.guard)
        return await adrive(flow, lambda call: self.llm.acomplete(call.text, formatted=formatted, **call.arguments))

    @without_span
    def stream_complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponseGen:  # noqa: FBT001, FBT002
        flow = opening(partial(self._completion, prompt, kwargs), Call.streamed_completion, Call.guard)
        return stream(flow, lambda call: self.llm.stream_complete(call.text, formatted=formatted, **call.arguments))

    @without_span
    async def astream_complete(
        self,
        prompt: str,
        formatted: bool = False,  # noqa: FBT001, FBT002
        **kwargs: Any,
    ) -> CompletionResponseAsyncGen:
        flow = opening(partial(self._completion, prompt, kwargs), Call.streamed_completion, Call.guard)
        return await astream(
            flow, lambda call: self.llm.astream_complete(call.text, formatted=formatted, **call.arguments)
        )

    # A privacy failure of a tool is raised, not reported to the model. LlamaIndex's logs of unreadable answers are
    # withheld, also during a stream.

    @guarded
    def predict_and_call(self, *args: Any, **kwargs: Any) -> AgentChatResponse:
        return super().predict_and_call(*args, **kwargs)

    @guarded
    async def apredict_and_call(self, *args: Any, **kwargs: Any) -> AgentChatResponse:
        return await super().apredict_and_call(*args, **kwargs)

    @guarded
    def structured_predict(self, *args: Any, **kwargs: Any) -> Any:
        return super().structured_predict(*args, **kwargs)

    @guarded
    async def astructured_predict(self, *args: Any, **kwargs: Any) -> Any:
        return await super().astructured_predict(*args, **kwargs)

    @guarded
    def stream_structured_predict(self, *args: Any, **kwargs: Any) -> Any:
        return super().stream_structured_predict(*args, **kwargs)

    @guarded
    async def astream_structured_predict(self, *args: Any, **kwargs: Any) -> Any:
        return await super().astream_structured_predict(*args, **kwargs)


def _contexts(arguments: dict[str, Any]) -> list[str]:
    """The texts that engines put into a prompt and that are not the user's words."""
    return [text for name, text in arguments.items() if isinstance(text, str) and name.startswith(_CONTEXTS)]


class PrivateFunctionCallingLLM(PrivateLLM, FunctionCallingLLM):
    """A ``PrivateLLM`` around a model that calls functions: tools get true values."""

    @property
    def _calling(self) -> FunctionCallingLLM:
        return cast("FunctionCallingLLM", self.llm)

    def _prepare_chat_with_tools(  # noqa: PLR0913, PLR0917  (LlamaIndex's signature)
        self,
        tools: Sequence[BaseTool],
        user_msg: str | ChatMessage | None = None,
        chat_history: list[ChatMessage] | None = None,
        verbose: bool = False,  # noqa: FBT001, FBT002
        allow_parallel_tool_calls: bool = False,  # noqa: FBT001, FBT002
        tool_required: bool = False,  # noqa: FBT001, FBT002
        **kwargs: Any,
    ) -> dict[str, Any]:
        return self._calling._prepare_chat_with_tools_compat(  # noqa: SLF001
            tools,
            user_msg=user_msg,
            chat_history=None if chat_history is None else list(chat_history),  # some integrations append to it
            verbose=verbose,
            allow_parallel_tool_calls=allow_parallel_tool_calls,
            tool_required=tool_required,
            **kwargs,
        )

    def _validate_chat_with_tools_response(
        self,
        response: ChatResponse,
        tools: Sequence[BaseTool],
        allow_parallel_tool_calls: bool = False,  # noqa: FBT001, FBT002
        **kwargs: Any,
    ) -> ChatResponse:
        return self._calling._validate_chat_with_tools_response(  # noqa: SLF001
            response, tools, allow_parallel_tool_calls=allow_parallel_tool_calls, **kwargs
        )

    def get_tool_calls_from_response(
        self,
        response: ChatResponse,
        error_on_no_tool_call: bool = True,  # noqa: FBT001, FBT002
        **kwargs: Any,
    ) -> list[ToolSelection]:
        """The calls of a response, as the inner model parses them."""
        return self._calling.get_tool_calls_from_response(
            response, error_on_no_tool_call=error_on_no_tool_call, **kwargs
        )
