"""One call to a model: what is sent, and how the answer is read back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, TypeVar

from llama_index.core.base.llms.types import ChatMessage, ChatResponse, CompletionResponse, MessageRole, TextBlock
from pydantic import BaseModel

from llama_index_privacy_chains._arguments import unchanged
from llama_index_privacy_chains._messages import Kept, Walk, cited_in, from_model, origin_of, outgoing
from llama_index_privacy_chains._streaming import StreamedChat, StreamedCompletion
from privacy_chains import Method
from privacy_chains.adapting import (
    WHOLE,
    ModelCall,
    Restore,
    Spoken,
    Visitor,
    allowed_kinds,
    beside,
    kept_form,
    sanitize_spoken,
    walk_value,
)
from privacy_chains.contract.roles import instruction_of

__all__ = ["Call", "sanitize_chat", "sanitize_completion"]

NO_SETTINGS: Mapping[str, Any] = MappingProxyType({})

R = TypeVar("R", ChatResponse, CompletionResponse)


@dataclass(frozen=True, kw_only=True)
class Call(ModelCall):
    """A sanitized call.

    Attributes:
        messages: The messages to send; none for a completion.
        text: The prompt to send, for a completion.
    """

    messages: list[ChatMessage] = field(default_factory=list)
    text: str = ""

    def read_chat(self, response: ChatResponse) -> ChatResponse:
        """The answer in clear, in new objects. ``raw`` stays as the provider sent it."""
        message = self._walk.message(response.message)
        sealed = self.kept(self._visit, response.message, message)
        report = self.reported(self._visit, response.message)
        kept = {name: Kept(sealed=text) for name, text in sealed.items()}
        message.additional_kwargs = {**message.additional_kwargs, **kept}
        delta = None if response.delta is None else self.answer.restore(response.delta)
        return self._read(response, {"message": message, "delta": delta}, report)

    def read_completion(self, response: CompletionResponse) -> CompletionResponse:
        """The answer in clear, in a new object. ``raw`` stays as the provider sent it."""
        delta = None if response.delta is None else self.answer.restore(response.delta)
        report = self.reported_of([response.text])
        return self._read(response, {"text": self.answer.restore(response.text), "delta": delta}, report)

    def streamed_chat(self) -> StreamedChat:
        """A reader of this call's answer as it streams."""
        return StreamedChat(self.answer.restore, self.answer.reader, self.read_chat)

    def streamed_completion(self) -> StreamedCompletion:
        """A reader of this call's answer as it streams."""
        return StreamedCompletion(self.answer.restore, self.answer.reader, self.reported_of)

    def _visit(self, visitor: Visitor, message: ChatMessage) -> ChatMessage:
        return Walk(visitor, self.allow, strict=False).message(outgoing(message))

    @property
    def _walk(self) -> Walk:
        return Walk(Restore(self.answer.restore), strict=False)

    def _read(self, response: R, changed: dict[str, Any], report: dict[str, Any]) -> R:
        fields = {**self._walk.fields(response.additional_kwargs), **report}
        known: frozenset[str] = frozenset(ChatResponse.model_fields) | frozenset(CompletionResponse.model_fields)
        own = {  # what an integration adds to its responses, for example citations
            name: walk_value(getattr(response, name), Restore(self.answer.restore))
            for name in type(response).model_fields
            if name not in known and not isinstance(getattr(response, name), BaseModel)
        }
        # tokens of surrogates beside the clear text would show pairs
        return response.model_copy(update={"additional_kwargs": fields, "logprobs": None, **own, **changed})


def sanitize_chat(
    sanitizer: Method,
    messages: Sequence[ChatMessage],
    arguments: dict[str, Any],
    *,
    allow: frozenset[str] = frozenset(),
    settings: Mapping[str, Any] = NO_SETTINGS,
) -> Call:
    """Sanitize a conversation together with everything sent beside it.

    Args:
        sanitizer: A ``Sanitizer`` or a ``Session``.
        messages: The conversation.
        arguments: The other arguments.
        allow: Kinds of content blocks, and names of settings, that pass as they are.
        settings: What the model itself adds to every call. It is checked, and cannot be replaced.

    Raises:
        PrivacyError: Nothing of the call may be sent.
    """
    others = beside(arguments, settings, unchanged, allow)
    (first, *replaced), answer = sanitize_spoken(sanitizer, [others, *(_spoken(one, allow) for one in messages)])
    return Call(messages=_instructed(sanitizer, replaced), arguments=first, answer=answer, allow=allow)


def sanitize_completion(
    sanitizer: Method,
    text: str,
    arguments: dict[str, Any],
    *,
    allow: frozenset[str] = frozenset(),
    settings: Mapping[str, Any] = NO_SETTINGS,
) -> Call:
    """Sanitize a prompt together with everything sent beside it, as ``sanitize_chat`` does.

    Raises:
        PrivacyError: Nothing of the call may be sent.
    """
    others = beside(arguments, settings, unchanged, allow)
    (first, prompt), answer = sanitize_spoken(sanitizer, [others, Spoken(lambda visitor: visitor.text(text, WHOLE))])
    told = "\n\n".join(filter(None, (instruction_of(sanitizer), prompt)))
    return Call(text=told, arguments=first, answer=answer)


def _instructed(method: Method, messages: list[ChatMessage]) -> list[ChatMessage]:
    """The messages with the method's instruction for the model, in their system message if they have one."""
    instruction = instruction_of(method)
    if not instruction:
        return messages
    first = messages[0] if messages else None
    if first is not None and first.role == MessageRole.SYSTEM:
        told = [TextBlock(text=f"{instruction}\n\n"), *first.blocks]
        return [first.model_copy(update={"blocks": told}), *messages[1:]]
    return [ChatMessage(content=instruction, role=MessageRole.SYSTEM), *messages]


def _spoken(message: ChatMessage, allow: frozenset[str]) -> Spoken:
    sent = outgoing(message)

    def walk(visitor: Visitor) -> ChatMessage:
        return Walk(visitor, allowed_kinds(allow)).message(sent)

    kept = kept_form(message.additional_kwargs)
    return Spoken(walk, from_model(message), kept, origin_of(message), cited_in(message))
