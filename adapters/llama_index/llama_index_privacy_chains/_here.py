"""Models that answer on this side: the one that a method brings, with the calls of a language model."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from llama_index.core.base.llms.types import ChatMessage, ChatResponse, CompletionResponse, MessageRole
from llama_index.core.llms.llm import LLM

from privacy_chains.adapting import off_loop
from privacy_chains.errors import PrivacyError
from privacy_chains.models import LocalModel, require_part
from privacy_chains.models.parts import Generate

__all__ = ["Here", "here_of"]


@dataclass(frozen=True, repr=False)
class _Local:
    """A ``LocalModel`` that generates. It has no callbacks and no spans: nobody is told what it is asked."""

    generate: Generate

    def chat(self, messages: Sequence[ChatMessage], **_: Any) -> ChatResponse:
        """The answer to a conversation."""
        return ChatResponse(message=ChatMessage(content=self.generate(_as_prompt(messages)), role="assistant"))

    async def achat(self, messages: Sequence[ChatMessage], **_: Any) -> ChatResponse:
        """The same, in a thread."""
        return await off_loop(lambda: self.chat(messages))

    def stream_chat(self, messages: Sequence[ChatMessage], **_: Any) -> Iterator[ChatResponse]:
        """The same, in one chunk."""
        yield _streamed(self.chat(messages))

    async def astream_chat(self, messages: Sequence[ChatMessage], **_: Any) -> AsyncIterator[ChatResponse]:
        """The same, in one chunk, in a thread."""
        return _once(_streamed(await self.achat(messages)))

    def complete(self, prompt: str, formatted: bool = False, **_: Any) -> CompletionResponse:  # noqa: FBT001, FBT002
        """The answer to a prompt."""
        return CompletionResponse(text=self.generate(prompt))

    async def acomplete(self, prompt: str, formatted: bool = False, **_: Any) -> CompletionResponse:  # noqa: FBT001, FBT002
        """The same, in a thread."""
        return await off_loop(lambda: self.complete(prompt))

    def stream_complete(
        self,
        prompt: str,
        formatted: bool = False,  # noqa: FBT001, FBT002
        **_: Any,
    ) -> Iterator[CompletionResponse]:
        """The same, in one chunk."""
        text = self.generate(prompt)
        yield CompletionResponse(text=text, delta=text)

    async def astream_complete(
        self,
        prompt: str,
        formatted: bool = False,  # noqa: FBT001, FBT002
        **_: Any,
    ) -> AsyncIterator[CompletionResponse]:
        """The same, in one chunk, in a thread."""
        whole = await self.acomplete(prompt)
        return _once(CompletionResponse(text=whole.text, delta=whole.text))


Here = LLM | _Local
"""What answers on this side."""


def here_of(local: object) -> Here:
    """What answers on this side.

    Raises:
        PrivacyError: It is neither a language model of LlamaIndex nor a ``LocalModel`` that generates.
    """
    if isinstance(local, LLM):
        return local
    if isinstance(local, LocalModel):
        return _Local(require_part(local, "generate", needed_by="Router(local=...)"))
    msg = f"local is a language model of LlamaIndex or a LocalModel, not {type(local).__name__}; nothing was sent"
    raise PrivacyError(msg)


def _streamed(response: ChatResponse) -> ChatResponse:
    return response.model_copy(update={"delta": response.message.content})


async def _once(chunk: Any) -> AsyncIterator[Any]:
    yield chunk


def _as_prompt(messages: Sequence[ChatMessage]) -> str:
    """A conversation as one text; a single message as it is."""
    if len(messages) == 1:
        return messages[0].content or ""
    return "\n\n".join(f"{MessageRole(message.role).value}: {message.content or ''}" for message in messages)
