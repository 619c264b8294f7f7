"""One call to a model: what is sent, and how the answer is read back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    ChatMessage,
    FunctionMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
)
from langchain_core.outputs import ChatGeneration, ChatResult

from langchain_privacy_chains._arguments import rewritten
from langchain_privacy_chains._asking import QuietCall
from langchain_privacy_chains._messages import Walk, outgoing, repeated, told
from langchain_privacy_chains._streaming import StreamedAnswer
from privacy_chains import Method
from privacy_chains.adapting import (
    Collect,
    Restore,
    Spoken,
    Visitor,
    allowed_kinds,
    beside,
    kept_form,
    sanitize_spoken,
)
from privacy_chains.contract.conversation import Origin
from privacy_chains.contract.roles import instruction_of

__all__ = ["Call", "sanitize_call", "spoken"]

_FOREIGN = frozenset(
    {
        *("document", "file", "text-plain", "search_result", "tool_result", "function_call_output"),
        *("custom_tool_call_output", "server_tool_result", "web_search_tool_result", "mcp_tool_result"),
    }
)
"""Blocks of a user's message that are not the user's words."""

_SPEAKERS: Mapping[str, Origin] = {"user": "user", "human": "user", "system": "system", "developer": "system"}
"""The origin of the messages of each role; any other role counts as a document."""


@dataclass(frozen=True, kw_only=True)
class Call(QuietCall):
    """A sanitized call.

    Attributes:
        messages: The messages to send.
        stop: The stop sequences to send.
    """

    messages: list[BaseMessage]
    stop: list[str] | None

    def read(self, result: ChatResult) -> ChatResult:
        """The answer in clear, in new objects: the model's own may sit in a cache."""
        generations = [
            ChatGeneration(message=self._read(one.message), generation_info=told(one.generation_info))
            for one in result.generations
        ]
        return ChatResult(generations=generations, llm_output=result.llm_output)

    def streamed(self) -> StreamedAnswer:
        """A reader of this call's answer as it streams."""
        self.answer.reader()  # building what all readers share may take a while
        return StreamedAnswer(self.answer.restore, self.answer.reader, self._keep, self._report)

    def _read(self, message: BaseMessage) -> BaseMessage:
        clear = Walk(Restore(self.answer.restore), strict=False).message(message)
        if isinstance(clear, AIMessage):
            clear.additional_kwargs = {**clear.additional_kwargs, **self._keep(message, clear)}
            metadata = repeated(clear.response_metadata, Restore(self.answer.restore))
            clear.response_metadata = {**metadata, **self._report(message)}
        return clear

    def _keep(self, wrote: BaseMessage, read: BaseMessage) -> dict[str, str]:
        """The proof of what the model wrote: the leaves that will be visited when the message is sent again."""
        return self.kept(self._visit, wrote, read)

    def _report(self, wrote: BaseMessage) -> dict[str, Any]:
        """The report of what the model wrote."""
        return self.reported(self._visit, wrote)

    def _visit(self, visitor: Visitor, message: BaseMessage) -> BaseMessage:
        return Walk(visitor, self.allow, strict=False).message(outgoing(message))


def sanitize_call(  # noqa: PLR0913  (each is sent on its own)
    sanitizer: Method,
    messages: Sequence[BaseMessage],
    stop: list[str] | None,
    arguments: dict[str, Any],
    *,
    allow: frozenset[str] = frozenset(),
    settings: Mapping[str, Any] = MappingProxyType({}),
) -> Call:
    """Sanitize a conversation together with everything sent beside it.

    Args:
        sanitizer: A ``Sanitizer`` or a ``Session``.
        messages: The conversation.
        stop: The stop sequences.
        arguments: The other arguments.
        allow: Kinds of content blocks, and names of settings, that pass as they are.
        settings: What the model itself adds to every call. It is checked, and cannot be replaced.

    Raises:
        PrivacyError: Nothing of the call may be sent.
    """
    others = beside({"stop": stop, **arguments}, settings, rewritten, allow)
    (first, *replaced), answer = sanitize_spoken(sanitizer, [others, *(spoken(one, allow) for one in messages)])
    return Call(
        messages=_instructed(sanitizer, replaced), stop=first.pop("stop"), arguments=first, answer=answer, allow=allow
    )


def _instructed(method: Method, messages: list[BaseMessage]) -> list[BaseMessage]:
    """The messages with the method's instruction for the model, in their system message if they have one."""
    instruction = instruction_of(method)
    if not instruction:
        return messages
    first = messages[0] if messages else None
    if isinstance(first, SystemMessage) and isinstance(first.content, str):
        return [first.model_copy(update={"content": f"{instruction}\n\n{first.content}"}), *messages[1:]]
    return [SystemMessage(instruction), *messages]


def spoken(message: BaseMessage, allow: frozenset[str]) -> Spoken:
    """A message as it is sent."""
    sent = outgoing(message)

    def walk(visitor: Visitor) -> BaseMessage:
        return Walk(visitor, allowed_kinds(allow)).message(sent)

    kept = kept_form(message.additional_kwargs)
    return Spoken(walk, isinstance(sent, AIMessage), kept, _origin(sent), _documents(sent, allow))


def _origin(message: BaseMessage) -> Origin:
    match message:
        case HumanMessage():
            return "user"
        case SystemMessage():
            return "system"
        case ToolMessage() | FunctionMessage():
            return "tool"
        case ChatMessage():
            return _SPEAKERS.get(message.role, "document")
        case _:
            return "document"


def _documents(message: BaseMessage, allow: frozenset[str]) -> tuple[str, ...]:
    """The texts of a message that are not its sender's words."""
    blocks: list[str | dict[Any, Any]] = [
        one for one in message.content if isinstance(one, dict) and one.get("type") in _FOREIGN
    ]
    if not blocks:
        return ()
    collected = Collect()
    Walk(collected, allowed_kinds(allow), strict=False).message(HumanMessage(blocks))
    return tuple(str(leaf) for leaf in collected.leaves)
