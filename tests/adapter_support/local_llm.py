"""A language model that runs here: deterministic, able to call tools, and it records everything it is sent."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from llama_index.core.base.llms import types
from llama_index.core.base.llms.types import (
    ChatMessage,
    ChatResponse,
    ChatResponseAsyncGen,
    ChatResponseGen,
    CompletionResponse,
    CompletionResponseAsyncGen,
    CompletionResponseGen,
    LLMMetadata,
    MessageRole,
    TextBlock,
)
from llama_index.core.llms.callbacks import llm_chat_callback, llm_completion_callback
from llama_index.core.llms.function_calling import FunctionCallingLLM
from llama_index.core.llms.llm import ToolSelection
from pydantic import PrivateAttr

Respond = Callable[[Sequence[ChatMessage], dict[str, Any]], ChatMessage]

ToolCallBlock: Any = getattr(types, "ToolCallBlock", None)
"""Carries a tool call in a message; before LlamaIndex 0.14.5 they stand among the message's additional fields."""


def calling(tool_name: str, tool_kwargs: dict[str, Any] | str) -> ChatMessage:
    """An answer that calls a tool, carried as the installed LlamaIndex carries calls."""
    if ToolCallBlock is not None:
        block = ToolCallBlock(tool_call_id="a", tool_name=tool_name, tool_kwargs=tool_kwargs)
        return ChatMessage(role="assistant", blocks=[block])
    arguments = tool_kwargs if isinstance(tool_kwargs, str) else json.dumps(tool_kwargs)
    call = {"id": "a", "type": "function", "function": {"name": tool_name, "arguments": arguments}}
    return ChatMessage(role="assistant", blocks=[], additional_kwargs={"tool_calls": [call]})


def calls_of(message: ChatMessage) -> list[tuple[str, str, Any]]:
    """The id, name and arguments of each tool call of a message."""
    if ToolCallBlock is not None:
        blocks = [block for block in message.blocks if isinstance(block, ToolCallBlock)]
        return [(block.tool_call_id or "", block.tool_name, block.tool_kwargs) for block in blocks]
    calls = message.additional_kwargs.get("tool_calls", [])
    return [(call["id"], call["function"]["name"], call["function"]["arguments"]) for call in calls]


class LocalLLM(FunctionCallingLLM):
    """Repeats what it read, or answers as it is told to."""

    size: int = 3
    is_chat_model: bool = True
    _respond: Respond | None = PrivateAttr(default=None)
    _seen: list[str] = PrivateAttr(default_factory=list)
    _messages: list[list[ChatMessage]] = PrivateAttr(default_factory=list)
    _arguments: list[dict[str, Any]] = PrivateAttr(default_factory=list)

    def __init__(self, respond: Respond | None = None, **fields: Any) -> None:
        super().__init__(**fields)
        self._respond = respond

    @property
    def wire(self) -> str:
        """Everything this model was ever sent, as text."""
        return "\n".join(self._seen)

    @property
    def messages(self) -> list[list[ChatMessage]]:
        return self._messages

    @property
    def arguments(self) -> list[dict[str, Any]]:
        return self._arguments

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata(is_function_calling_model=True, is_chat_model=self.is_chat_model, model_name="local")

    def _answer(self, messages: Sequence[ChatMessage], arguments: dict[str, Any]) -> ChatMessage:
        dumped = [message.model_dump(mode="json") for message in messages]
        self._seen.append(json.dumps(dumped, ensure_ascii=False) + repr(arguments))
        self._messages.append(list(messages))
        self._arguments.append(arguments)
        if self._respond is not None:
            return self._respond(messages, arguments)
        text = " | ".join(message.content or "" for message in messages)
        return ChatMessage(role=MessageRole.ASSISTANT, content=f"I read: {text}")

    @llm_chat_callback()
    def chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponse:
        return ChatResponse(message=self._answer(messages, kwargs), raw={"usage": 5})

    @llm_chat_callback()
    async def achat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponse:
        return ChatResponse(message=self._answer(messages, kwargs), raw={"usage": 5})

    @llm_chat_callback()
    def stream_chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponseGen:
        return self._chunks(self._answer(messages, kwargs))

    @llm_chat_callback()
    async def astream_chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponseAsyncGen:
        answer = self._answer(messages, kwargs)

        async def chunks() -> ChatResponseAsyncGen:
            for chunk in self._chunks(answer):
                yield chunk

        return chunks()

    @llm_completion_callback()
    def complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:
        return CompletionResponse(text=self._completed(prompt, kwargs))

    @llm_completion_callback()
    async def acomplete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:
        return CompletionResponse(text=self._completed(prompt, kwargs))

    @llm_completion_callback()
    def stream_complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponseGen:
        return self._texts(self._completed(prompt, kwargs))

    @llm_completion_callback()
    async def astream_complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponseAsyncGen:
        text = self._completed(prompt, kwargs)

        async def chunks() -> CompletionResponseAsyncGen:
            for chunk in self._texts(text):
                yield chunk

        return chunks()

    def _prepare_chat_with_tools(  # noqa: PLR0917  (LlamaIndex's signature)
        self,
        tools: Sequence[Any],
        user_msg: str | ChatMessage | None = None,
        chat_history: list[ChatMessage] | None = None,
        verbose: bool = False,
        allow_parallel_tool_calls: bool = False,
        tool_required: bool = False,
        **kwargs: Any,
    ) -> dict[str, Any]:
        messages = chat_history or []
        if user_msg is not None:
            messages.append(ChatMessage(content=user_msg) if isinstance(user_msg, str) else user_msg)
        return {"messages": messages, "tools": [tool.metadata.to_openai_tool() for tool in tools], **kwargs}

    def get_tool_calls_from_response(
        self, response: ChatResponse, error_on_no_tool_call: bool = True, **kwargs: Any
    ) -> list[ToolSelection]:
        return [
            ToolSelection(
                tool_id=id_, tool_name=name, tool_kwargs=json.loads(given) if isinstance(given, str) else given
            )
            for id_, name, given in calls_of(response.message)
        ]

    def _completed(self, prompt: str, arguments: dict[str, Any]) -> str:
        return self._answer([ChatMessage(content=prompt)], arguments).content or ""

    def _texts(self, text: str) -> CompletionResponseGen:
        for start in range(0, len(text), self.size):
            yield CompletionResponse(text=text[: start + self.size], delta=text[start : start + self.size])

    def _chunks(self, answer: ChatMessage) -> ChatResponseGen:
        """Text and then tool calls grow from chunk to chunk, as integrations stream them."""
        done: list[Any] = []
        if not answer.blocks:
            yield ChatResponse(message=answer, delta="")
        for block in answer.blocks:
            whole = getattr(block, "text", None) or getattr(block, "tool_kwargs", "")
            whole = whole if isinstance(whole, str) else ""
            for start in range(0, len(whole) or 1, self.size):
                piece = whole[start : start + self.size]
                so_far = whole[: start + self.size]
                field = "text" if isinstance(block, TextBlock) else "tool_kwargs"
                part = block.model_copy(update={field: so_far}) if whole else block
                yield ChatResponse(
                    message=answer.model_copy(update={"blocks": [*done, part]}),
                    delta=piece if field == "text" else "",
                )
            done.append(block)
