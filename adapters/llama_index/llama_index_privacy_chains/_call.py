"""One call to a model: what it sends, and how its answer is read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from llama_index.core.base.llms.types import ChatMessage, ChatResponse, CompletionResponse
from pydantic import BaseModel

from llama_index_privacy_chains._arguments import walk_arguments
from llama_index_privacy_chains._messages import SENT, Kept, Walk, from_model, outgoing, sent_leaves
from llama_index_privacy_chains._streaming import StreamedChat, StreamedCompletion
from privacy_chains import Leaf, Message, PromptSanitizer, SanitizedPrompt
from privacy_chains.walking import Collect, Replace, Restore, TextReader, walk_value

__all__ = ["Call", "sanitize_chat", "sanitize_completion"]

R = TypeVar("R", ChatResponse, CompletionResponse)


@dataclass(frozen=True)
class Call:
    """A sanitized call.

    Attributes:
        messages: The messages to send; none for a completion.
        text: The prompt to send, for a completion.
        arguments: The other arguments to send.
    """

    messages: list[ChatMessage]
    text: str
    arguments: dict[str, Any]
    sanitizer: PromptSanitizer
    prompt: SanitizedPrompt

    def read_chat(self, response: ChatResponse) -> ChatResponse:
        """The answer in clear, in new objects. ``raw`` stays as the provider sent it."""
        wrote = Collect()
        Walk(wrote, strict=False).message(outgoing(response.message))
        message = self._walk.message(response.message)
        message.additional_kwargs = {**message.additional_kwargs, SENT: Kept(sent=wrote.leaves)}
        delta = None if response.delta is None else self._restore(response.delta)
        return self._read(response, {"message": message, "delta": delta})

    def read_completion(self, response: CompletionResponse) -> CompletionResponse:
        """The answer in clear, in a new object. ``raw`` stays as the provider sent it."""
        delta = None if response.delta is None else self._restore(response.delta)
        return self._read(response, {"text": self._restore(response.text), "delta": delta})

    def streamed_chat(self) -> StreamedChat:
        """A reader of this call's answer as it streams."""
        return StreamedChat(self._restore, self._reader, self.read_chat)

    def streamed_completion(self) -> StreamedCompletion:
        """A reader of this call's answer as it streams."""
        return StreamedCompletion(self._restore, self._reader)

    @property
    def _walk(self) -> Walk:
        return Walk(Restore(self._restore), strict=False)

    def _read(self, response: R, changed: dict[str, Any]) -> R:
        fields = self._walk.fields(response.additional_kwargs)
        known: frozenset[str] = frozenset(ChatResponse.model_fields) | frozenset(CompletionResponse.model_fields)
        own = {  # what an integration adds to its responses, such as citations
            name: walk_value(getattr(response, name), Restore(self._restore))
            for name in type(response).model_fields
            if name not in known and not isinstance(getattr(response, name), BaseModel)
        }
        return response.model_copy(update={"additional_kwargs": fields, **own, **changed})

    def _restore(self, leaf: Leaf) -> Leaf:
        if isinstance(leaf, str):
            return self.sanitizer.desanitize(leaf, self.prompt) if leaf else leaf
        restored: Leaf = self.sanitizer.desanitize_value(leaf, self.prompt)
        return restored

    def _reader(self, *, json: bool = False) -> TextReader:
        return self.sanitizer.reader(self.prompt, json=json)


def sanitize_chat(
    sanitizer: PromptSanitizer,
    messages: Sequence[ChatMessage],
    arguments: dict[str, Any],
    allow: frozenset[str] = frozenset(),
) -> Call:
    """Sanitize a conversation and everything sent beside it, jointly.

    Raises:
        PrivacyError: Nothing of the call may be sent.
    """
    outgoing_messages = [outgoing(message) for message in messages]
    collected = Collect()
    walk_arguments(arguments, collected)
    conversation = [Message(tuple(collected.leaves))]
    for message, sent in zip(outgoing_messages, messages, strict=True):
        collected = Collect()
        Walk(collected, allow).message(message)
        wrote = from_model(message)
        conversation.append(Message(tuple(collected.leaves), wrote, sent_leaves(sent) if wrote else None))
    sanitized = sanitizer.sanitize_conversation(conversation)
    first, *others = sanitized.messages
    replaced = [
        Walk(Replace(leaves), allow).message(message) for message, leaves in zip(outgoing_messages, others, strict=True)
    ]
    return Call(replaced, "", walk_arguments(arguments, Replace(first)), sanitizer, sanitized.prompt)


def sanitize_completion(sanitizer: PromptSanitizer, text: str, arguments: dict[str, Any]) -> Call:
    """Sanitize a prompt and everything sent beside it, jointly.

    Raises:
        PrivacyError: Nothing of the call may be sent.
    """
    collected = Collect()
    walk_arguments(arguments, collected)
    sanitized = sanitizer.sanitize_conversation([Message(tuple(collected.leaves)), Message((text,))])
    first, (prompt,) = sanitized.messages
    return Call([], str(prompt), walk_arguments(arguments, Replace(first)), sanitizer, sanitized.prompt)
