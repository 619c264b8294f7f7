"""One call to a model: what it sends, and how its answer is read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult

from langchain_privacy_chains._arguments import walk_arguments
from langchain_privacy_chains._messages import SENT, Walk, outgoing, sent_leaves
from langchain_privacy_chains._streaming import StreamedAnswer
from privacy_chains import Leaf, Message, PromptSanitizer, SanitizedPrompt
from privacy_chains.walking import Collect, Replace, Restore, TextReader

__all__ = ["Call", "sanitize_call"]


@dataclass(frozen=True)
class Call:
    """A sanitized call.

    Attributes:
        messages: The messages to send.
        stop: The stop sequences to send.
        arguments: The other arguments to send.
    """

    messages: list[BaseMessage]
    stop: list[str] | None
    arguments: dict[str, Any]
    sanitizer: PromptSanitizer
    prompt: SanitizedPrompt

    def read(self, result: ChatResult) -> ChatResult:
        """The answer in clear, in new objects: the model's own may sit in a cache."""
        generations = [
            ChatGeneration(message=self._read(one.message), generation_info=one.generation_info)
            for one in result.generations
        ]
        return ChatResult(generations=generations, llm_output=result.llm_output)

    def streamed(self) -> StreamedAnswer:
        """A reader of this call's answer as it streams."""
        return StreamedAnswer(self._restore, self._reader)

    def _read(self, message: BaseMessage) -> BaseMessage:
        wrote = Collect()
        Walk(wrote, strict=False).message(outgoing(message))
        clear = Walk(Restore(self._restore), strict=False).message(message)
        if isinstance(clear, AIMessage):
            clear.additional_kwargs = {**clear.additional_kwargs, SENT: {"sent": wrote.leaves}}
        return clear

    def _restore(self, leaf: Leaf) -> Leaf:
        if isinstance(leaf, str):
            return self.sanitizer.desanitize(leaf, self.prompt) if leaf else leaf
        restored: Leaf = self.sanitizer.desanitize_value(leaf, self.prompt)
        return restored

    def _reader(self, *, json: bool = False) -> TextReader:
        return self.sanitizer.reader(self.prompt, json=json)


def sanitize_call(
    sanitizer: PromptSanitizer,
    messages: Sequence[BaseMessage],
    stop: list[str] | None,
    arguments: dict[str, Any],
    allow: frozenset[str] = frozenset(),
) -> Call:
    """Sanitize a conversation and everything sent beside it, jointly.

    Raises:
        PrivacyError: Nothing of the call may be sent.
    """
    outgoing_messages = [outgoing(message) for message in messages]
    beside = {"stop": stop, **arguments}
    collected = Collect()
    walk_arguments(beside, collected)
    conversation = [Message(tuple(collected.leaves))]
    for message, sent in zip(outgoing_messages, messages, strict=True):
        collected = Collect()
        Walk(collected, allow).message(message)
        from_model = isinstance(message, AIMessage)
        conversation.append(Message(tuple(collected.leaves), from_model, sent_leaves(sent) if from_model else None))
    sanitized = sanitizer.sanitize_conversation(conversation)
    first, *others = sanitized.messages
    beside = walk_arguments(beside, Replace(first))
    replaced = [
        Walk(Replace(leaves), allow).message(message) for message, leaves in zip(outgoing_messages, others, strict=True)
    ]
    return Call(replaced, beside.pop("stop"), beside, sanitizer, sanitized.prompt)
