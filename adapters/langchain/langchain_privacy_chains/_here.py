"""Models that answer on this side: the one that a method brings, as a chat model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from pydantic import Field, SkipValidation

from privacy_chains.errors import PrivacyError
from privacy_chains.models import LocalModel, require_part

__all__ = ["chat_model_of"]


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
