"""Tools that run elsewhere: they see surrogates, or nothing private at all."""

from __future__ import annotations

from typing import Any, NoReturn

from llama_index.core import Settings
from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.tools.types import AsyncBaseTool, BaseTool, ToolMetadata, ToolOutput, adapt_to_async_tool

from llama_index_privacy_chains._messages import Walk
from llama_index_privacy_chains._nodes import refuse_objects
from llama_index_privacy_chains._spans import without_span
from llama_index_privacy_chains._surfacing import noted
from llama_index_privacy_chains.tracing import guard
from privacy_chains import PrivacyError, PromptSanitizer
from privacy_chains.walking import Trust, Visitor, sanitize_tool_call, walk_value

__all__ = ["PrivateTool", "Trust"]


class PrivateTool(AsyncBaseTool):
    """A tool around one that runs elsewhere.

    It is called with true values (a protected model's tool calls hold them) and calls the inner tool with
    surrogates, or refuses.

    Args:
        bound: The inner tool. Calling it directly sends clear text.
        sanitizer: A ``Sanitizer`` or a ``Session``.
        trust: ``"remote"`` to send surrogates, ``"block"`` to refuse calls that hold anything private.
        clear_traces: Whether handlers that upload may be told the arguments and the answer in clear.

    Raises:
        UnsupportedContent: From a call that ``"block"`` refuses, or that holds an object, such as a date, which cannot
            be sanitized; the tool was not called.
        PrivacyError: From a call, while a handler that uploads listens.
    """

    def __init__(
        self, bound: BaseTool, sanitizer: PromptSanitizer, trust: Trust = "remote", *, clear_traces: bool = False
    ) -> None:
        self.bound = adapt_to_async_tool(bound)
        self.trust = trust
        self.clear_traces = clear_traces
        self._sanitizer = sanitizer

    @property
    def metadata(self) -> ToolMetadata:
        """The inner tool's."""
        return self.bound.metadata

    @without_span
    def call(self, *args: Any, **kwargs: Any) -> ToolOutput:
        """Call the inner tool with what it may see."""
        args, kwargs, visitor = self._sanitized(args, kwargs)
        return _read(self.bound.call(*args, **kwargs), visitor)

    @without_span
    async def acall(self, *args: Any, **kwargs: Any) -> ToolOutput:
        """Call the inner tool with what it may see."""
        args, kwargs, visitor = self._sanitized(args, kwargs)
        return _read(await self.bound.acall(*args, **kwargs), visitor)

    def _sanitized(
        self, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> tuple[tuple[Any, ...], dict[str, Any], Visitor]:
        guard(self, Settings.callback_manager)
        fields = {"": list(args), **kwargs}
        with noted():
            refuse_objects(fields, "among a tool's arguments")
            given, visitor = sanitize_tool_call(self._sanitizer, self.trust, self.metadata.name, fields)
        return tuple(given.pop("")), given, visitor

    def __reduce__(self) -> NoReturn:
        msg = "a PrivateTool is not pickled: its sanitizer holds a key; protect the tool again where it runs"
        raise PrivacyError(msg)

    def __repr__(self) -> str:
        return f"PrivateTool({self.metadata.name!r}, trust={self.trust!r})"


def _read(output: ToolOutput, visitor: Visitor) -> ToolOutput:
    blocks = Walk(visitor, strict=False).message(ChatMessage(blocks=output.blocks)).blocks
    raw = {name: walk_value(getattr(output, name), visitor) for name in ("raw_input", "raw_output")}
    return output.model_copy(update={"blocks": blocks, **raw})
