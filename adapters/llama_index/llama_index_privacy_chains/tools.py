"""Tools that run elsewhere: they see surrogates, or nothing private at all."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from llama_index.core import Settings
from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.tools import FunctionTool
from llama_index.core.tools.types import AsyncBaseTool, BaseTool, ToolMetadata, ToolOutput, adapt_to_async_tool
from llama_index.core.workflow import Context

from llama_index_privacy_chains._messages import Walk
from llama_index_privacy_chains._nodes import refuse_objects
from llama_index_privacy_chains._settings import governing, governor_of, in_this_context
from llama_index_privacy_chains._spans import without_span
from llama_index_privacy_chains._surfacing import noted
from llama_index_privacy_chains.tracing import guard
from privacy_chains import Method, UnsupportedContent
from privacy_chains.adapting import (
    Blocked,
    Compute,
    Failing,
    Flow,
    Guard,
    Guards,
    HoldsKey,
    ToolCall,
    Trust,
    Visitor,
    adrive,
    asking,
    calling,
    destination,
    drive,
    sanitize_tool_call,
    walk_value,
)
from privacy_chains.contract.roles import check_protection

__all__ = ["PrivateTool", "Trust"]


class PrivateTool(HoldsKey, AsyncBaseTool):
    """Wraps a tool that runs elsewhere.

    It is called with true values (a protected model's tool calls hold them), and calls the inner tool with
    surrogates, or refuses.

    Args:
        bound: The inner tool. Calling it directly sends clear text.
        sanitizer: A ``Sanitizer`` or a ``Session``.
        trust: ``"remote"`` to send surrogates, ``"user"`` to send true values of what the user wrote, ``"block"`` to
            refuse calls that hold anything private. The output of a refused call says so, and the model goes on. A call
            is also refused if a number would change its type and the tool accepts no other type.
        raise_blocked: Whether a refused call raises instead.
        clear_traces: Whether handlers that upload may be told the arguments and the answer in clear.

    Raises:
        UnsupportedContent: From a call that is refused, with ``raise_blocked``, or that holds an object, such as a
            date, which cannot be sanitized; the tool was not called.
        PrivacyError: From a call, while a handler that uploads listens.
    """

    def __init__(
        self,
        bound: BaseTool,
        sanitizer: Method,
        trust: Trust = "remote",
        *,
        clear_traces: bool | None = False,
        raise_blocked: bool = False,
    ) -> None:
        check_protection(sanitizer, trust)
        self.bound = adapt_to_async_tool(bound)
        self.trust = trust
        self.clear_traces = clear_traces
        self.raise_blocked = raise_blocked
        self._sanitizer = sanitizer

    @classmethod
    def around(cls, bound: BaseTool, sanitizer: Method, trust: Trust, **options: Any) -> PrivateTool:
        """Make a tool that looks like another to the agents that call it.

        Raises:
            UnsupportedContent: The tool must see nothing private, but takes the agent's context, which holds it.
        """
        if not (isinstance(bound, FunctionTool) and bound.requires_context):
            return PrivateTool(bound, sanitizer, trust, **options)
        if trust == "block":
            msg = f"the tool {bound.metadata.name!r} must not see private values, but takes the agent's context"
            raise UnsupportedContent(msg)
        return PrivateContextTool(bound, sanitizer, trust, **options)

    @property
    def metadata(self) -> ToolMetadata:
        """The metadata of the inner tool."""
        return self.bound.metadata

    @without_span
    def call(self, *args: Any, **kwargs: Any) -> ToolOutput:
        """Call the inner tool with what it may see."""
        return drive(self._calling(args, kwargs), calling(self.bound.call))

    @without_span
    async def acall(self, *args: Any, **kwargs: Any) -> ToolOutput:
        """Call the inner tool with what it may see."""
        return await adrive(self._calling(args, kwargs), calling(in_this_context(self.bound).acall))

    def _calling(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Flow[_Call, ToolOutput, ToolOutput]:
        call: _Call | ToolOutput = yield Compute(partial(self._sanitized, args, kwargs))
        return call if isinstance(call, ToolOutput) else (yield from asking(call, _Call.read, self._guard))

    def _guard(self, call: _Call) -> Guard:
        return Guards(governing(governor_of(self)), _failing_in_clear(call.reading))

    def _sanitized(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> _Call | ToolOutput:
        """A sanitized call, or the message of a refusal."""
        try:
            return self._call(args, kwargs)
        except Blocked as error:
            return self._told(error, args, kwargs)

    def _call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> _Call:
        guard(self, Settings.callback_manager)
        contexts = {name: value for name, value in kwargs.items() if isinstance(value, Context)}
        fields = {"": list(args), **{name: value for name, value in kwargs.items() if name not in contexts}}
        with noted(but=() if self.raise_blocked else (Blocked,)):
            refuse_objects(fields, "among a tool's arguments")
            with destination("tool", self.bound):
                given, visitor = sanitize_tool_call(
                    self._sanitizer, self.trust, self.metadata.name, fields, self._parameters
                )
        return _Call(tuple(given.pop("")), {**given, **contexts}, visitor)

    def _parameters(self) -> dict[str, Any]:
        """The JSON schema of the arguments; positional arguments are in order."""
        schema = self.metadata.get_parameters_dict()
        named: dict[str, Any] = schema.get("properties", {})
        return {**schema, "properties": {**named, "": {"prefixItems": list(named.values())}}}

    def _told(self, error: Blocked, args: tuple[Any, ...], kwargs: dict[str, Any]) -> ToolOutput:
        """What a model is told about a refused call."""
        if self.raise_blocked:
            raise error
        given = {"args": args, "kwargs": kwargs}
        name = str(self.metadata.name)
        return ToolOutput(content=str(error), tool_name=name, raw_input=given, raw_output=None, is_error=True)

    def __repr__(self) -> str:
        return f"PrivateTool({self.metadata.name!r}, trust={self.trust!r})"


class PrivateContextTool(PrivateTool, FunctionTool):
    """A ``PrivateTool`` around a function that takes the agent's context.

    The context is handed over as it is, since it stays here. Agents hand it to a ``FunctionTool`` that names the
    parameter for it.
    """

    def __init__(self, bound: Any, sanitizer: Method, trust: Trust, **options: Any) -> None:
        PrivateTool.__init__(self, bound, sanitizer, trust, **options)
        self.requires_context = bound.requires_context
        self.ctx_param_name = bound.ctx_param_name
        self.partial_params = {}

    @property
    def fn(self) -> Callable[..., Any]:
        """A call of this tool, not the inner function."""
        return self.call

    @property
    def async_fn(self) -> Callable[..., Any]:
        """A call of this tool, not the inner function."""
        return self.acall

    @property
    def real_fn(self) -> Callable[..., Any]:
        """A call of this tool, not the inner function."""
        return self.acall


def _failing_in_clear(visitor: Visitor) -> Failing:
    """Read a tool's error messages back: agents show them to the model and the user, like any answer."""

    def read(error: Exception) -> Exception:
        error.args = tuple(_read_told(told, visitor) for told in error.args)
        for name, told in list(vars(error).items()):
            with suppress(AttributeError, TypeError):  # its result cannot be set
                setattr(error, name, _read_told(told, visitor))
        return error

    return Failing(read)


def _read_told(told: Any, visitor: Visitor) -> Any:
    return walk_value(told, visitor) if isinstance(told, str | list | tuple | dict) else told


class _Call(ToolCall):
    def read(self, output: ToolOutput) -> ToolOutput:
        """The tool's result, in clear."""
        blocks = Walk(self.reading, strict=False).message(ChatMessage(blocks=output.blocks)).blocks
        raw = {name: walk_value(getattr(output, name), self.reading) for name in ("raw_input", "raw_output")}
        return output.model_copy(update={"blocks": blocks, **raw})
