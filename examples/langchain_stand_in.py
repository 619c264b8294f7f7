"""A stand-in for a hosted chat model, so that the examples run anywhere. Use ``ChatOpenAI`` or the like instead."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import Field

Answer = Callable[[Sequence[BaseMessage]], AIMessage]
_PIECE = 4


class StandIn(BaseChatModel):
    """Answers with a function, and keeps what it was sent."""

    answer: Answer = Field(exclude=True, repr=False)
    received: list[Any] = Field(default_factory=list, exclude=True, repr=False)

    @property
    def _llm_type(self) -> str:
        return "stand-in"

    @property
    def saw(self) -> str:
        """The last text it was sent."""
        return str(self.received[-1][0][-1].text)

    def bind_tools(
        self, tools: Sequence[dict[str, Any] | type | Callable[..., Any] | BaseTool], **kwargs: Any
    ) -> Runnable[LanguageModelInput, AIMessage]:
        return self.bind(tools=[convert_to_openai_tool(tool) for tool in tools], **kwargs)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        self.received.append((messages, kwargs))
        return ChatResult(generations=[ChatGeneration(message=self.answer(messages))])

    def _stream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> Iterator[ChatGenerationChunk]:
        message = self._generate(messages, stop, **kwargs).generations[0].message
        text = str(message.text)
        for start in range(0, len(text), _PIECE):
            yield ChatGenerationChunk(message=AIMessageChunk(content=text[start : start + _PIECE]))
        last = AIMessageChunk(content="", tool_calls=getattr(message, "tool_calls", []), chunk_position="last")
        yield ChatGenerationChunk(message=last)
