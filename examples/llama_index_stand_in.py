"""Stand-ins for a hosted model and hosted embeddings, so that the examples run anywhere; use ``OpenAI`` instead."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.base.llms.types import (
    ChatMessage,
    ChatResponse,
    ChatResponseAsyncGen,
    ChatResponseGen,
    CompletionResponse,
    CompletionResponseAsyncGen,
    CompletionResponseGen,
    LLMMetadata,
    ToolCallBlock,
)
from llama_index.core.llms.function_calling import FunctionCallingLLM
from llama_index.core.llms.llm import ToolSelection
from pydantic import PrivateAttr

Answer = Callable[[Sequence[ChatMessage]], ChatMessage]
_PIECE = 4


class StandIn(FunctionCallingLLM):
    """Answers with a function, and keeps what it was sent."""

    _answer: Answer = PrivateAttr()
    _received: list[list[ChatMessage]] = PrivateAttr(default_factory=list)

    def __init__(self, answer: Answer) -> None:
        super().__init__()
        self._answer = answer

    @property
    def received(self) -> list[list[ChatMessage]]:
        """Every conversation it was sent."""
        return self._received

    @property
    def saw(self) -> str:
        """The last text it was sent."""
        return str(self._received[-1][-1].content)

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata(is_chat_model=True, is_function_calling_model=True, model_name="stand-in")

    def chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponse:
        self._received.append(list(messages))
        return ChatResponse(message=self._answer(messages))

    async def achat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponse:
        return self.chat(messages, **kwargs)

    def stream_chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponseGen:
        message = self.chat(messages, **kwargs).message
        text = message.content or ""

        def chunks() -> ChatResponseGen:
            for start in range(0, len(text), _PIECE):
                so_far = ChatMessage(role=message.role, content=text[: start + _PIECE])
                yield ChatResponse(message=so_far, delta=text[start : start + _PIECE])
            if not text:
                yield ChatResponse(message=message, delta="")

        return chunks()

    async def astream_chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponseAsyncGen:
        chunks = self.stream_chat(messages, **kwargs)

        async def achunks() -> ChatResponseAsyncGen:
            for chunk in chunks:
                yield chunk

        return achunks()

    def complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:  # noqa: FBT001, FBT002
        return CompletionResponse(text=self.chat([ChatMessage(content=prompt)], **kwargs).message.content or "")

    async def acomplete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:  # noqa: FBT001, FBT002
        return self.complete(prompt, formatted, **kwargs)

    def stream_complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponseGen:  # noqa: FBT001, FBT002
        raise NotImplementedError

    async def astream_complete(
        self,
        prompt: str,
        formatted: bool = False,  # noqa: FBT001, FBT002
        **kwargs: Any,
    ) -> CompletionResponseAsyncGen:
        raise NotImplementedError

    def _prepare_chat_with_tools(  # noqa: PLR0913, PLR0917  (LlamaIndex's signature)
        self,
        tools: Sequence[Any],
        user_msg: str | ChatMessage | None = None,
        chat_history: list[ChatMessage] | None = None,
        verbose: bool = False,  # noqa: FBT001, FBT002
        allow_parallel_tool_calls: bool = False,  # noqa: FBT001, FBT002
        tool_required: bool = False,  # noqa: FBT001, FBT002
        **kwargs: Any,
    ) -> dict[str, Any]:
        asked = ChatMessage(content=user_msg) if isinstance(user_msg, str) else user_msg
        messages = [*(chat_history or []), *([asked] if asked else [])]
        return {"messages": messages, "tools": [tool.metadata.to_openai_tool() for tool in tools], **kwargs}

    def get_tool_calls_from_response(
        self,
        response: ChatResponse,
        error_on_no_tool_call: bool = True,  # noqa: FBT001, FBT002
        **kwargs: Any,
    ) -> list[ToolSelection]:
        calls = [block for block in response.message.blocks if isinstance(block, ToolCallBlock)]
        return [
            ToolSelection(
                tool_id=call.tool_call_id or "",
                tool_name=call.tool_name,
                tool_kwargs=call.tool_kwargs if isinstance(call.tool_kwargs, dict) else {},
            )
            for call in calls
        ]


class LetterEmbedding(BaseEmbedding):
    """Counts letters, and keeps what it was sent."""

    _received: list[str] = PrivateAttr(default_factory=list)

    @property
    def received(self) -> list[str]:
        """Every text it was sent."""
        return self._received

    def _get_text_embedding(self, text: str) -> list[float]:
        self._received.append(text)
        return [float(1 + text.lower().count(letter)) for letter in "abcdefghijklmnopqrstuvwxyz@0123456789"]

    def _get_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)
