"""Models that answer on this side: the one that a method brings, as a chat model."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any, Protocol

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from pydantic import Field, SkipValidation

from privacy_chains.errors import PrivacyError
from privacy_chains.models import LocalModel, require_part

__all__ = ["as_chunks", "astreamed_here", "chat_model_of", "streamed_here", "streams_async"]


class Sendable(Protocol):
    """A call as it would be sent."""

    @property
    def messages(self) -> list[BaseMessage]:
        """What is sent."""
        ...

    @property
    def stop(self) -> list[str] | None:
        """Where the answer stops."""
        ...


def chat_model_of(local: object) -> BaseChatModel:
    """The chat model that answers on this side.

    Raises:
        PrivacyError: It is neither a chat model nor a ``LocalModel`` that generates.
    """
    if isinstance(local, BaseChatModel):
        return local
    if isinstance(local, LocalModel):
        require_part(local, "generate", needed_by="Router(local=...)")
        return _Local(local=local)
    msg = f"local is a chat model of LangChain or a LocalModel, not {type(local).__name__}; nothing was sent"
    raise PrivacyError(msg)


class _Local(BaseChatModel):
    """A ``LocalModel`` that generates, as a chat model."""

    local: SkipValidation[LocalModel] = Field(exclude=True, repr=False)

    @property
    def _llm_type(self) -> str:
        return "local"

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        generate = require_part(self.local, "generate", needed_by="Router(local=...)")
        return ChatResult(generations=[ChatGeneration(message=AIMessage(generate(_as_prompt(messages))))])


def _as_prompt(messages: Sequence[BaseMessage]) -> str:
    """A conversation as one text; a single message as it is."""
    if len(messages) == 1:
        return messages[0].text
    return "\n\n".join(f"{message.type}: {message.text}" for message in messages)


def streams_async(model: BaseChatModel) -> bool:
    """Whether a model streams, in either way."""
    kind = type(model)
    return kind._astream is not BaseChatModel._astream or kind._stream is not BaseChatModel._stream  # noqa: SLF001


def streamed_here(model: BaseChatModel, call: Sendable) -> Iterator[ChatGenerationChunk]:
    """The answer of a model on this side, in one chunk if it does not stream."""
    if type(model)._stream is BaseChatModel._stream:  # noqa: SLF001
        return as_chunks(model._generate_with_cache(call.messages, call.stop, None))  # noqa: SLF001
    return model._stream(call.messages, stop=call.stop)  # noqa: SLF001


async def astreamed_here(model: BaseChatModel, call: Sendable) -> AsyncIterator[ChatGenerationChunk]:
    """The same, asynchronously."""
    if not streams_async(model):
        for chunk in as_chunks(await model._agenerate_with_cache(call.messages, call.stop, None)):  # noqa: SLF001
            yield chunk
        return
    async for chunk in model._astream(call.messages, stop=call.stop):  # noqa: SLF001
        yield chunk


def as_chunks(result: ChatResult) -> Iterator[ChatGenerationChunk]:
    """A whole answer as a stream of one chunk, for a model that does not stream."""
    for generation in result.generations[:1]:
        message = generation.message
        fields = {name: getattr(message, name) for name in type(message).model_fields if name != "type"}
        yield ChatGenerationChunk(
            message=AIMessageChunk(**fields, chunk_position="last"), generation_info=generation.generation_info
        )
