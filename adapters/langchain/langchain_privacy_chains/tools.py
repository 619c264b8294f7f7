"""Tools that run elsewhere: they see surrogates, or nothing private at all."""

from __future__ import annotations

from functools import partial
from inspect import signature
from typing import Any, Self

from langchain_core.callbacks import Callbacks
from langchain_core.messages import ToolMessage
from langchain_core.runnables import RunnableConfig
from langchain_core.tools import BaseTool, Tool
from langchain_core.utils.function_calling import convert_to_openai_function
from pydantic import Field, SkipValidation

from langchain_privacy_chains._alone import alone
from langchain_privacy_chains._results import read_result
from langchain_privacy_chains._sessions import SessionFor, chosen
from langchain_privacy_chains.tracing import guard
from privacy_chains import Method, UnsupportedContent
from privacy_chains.adapting import (
    Blocked,
    Flow,
    Guard,
    Guards,
    ToolCall,
    Trust,
    adrive,
    calling,
    destination,
    drive,
    exchange,
    failing_in_clear,
    sanitize_tool_call,
)

__all__ = ["PrivateTool", "Trust"]

_DESCRIBED = (
    "name",
    "description",
    "args_schema",
    "return_direct",
    "response_format",
    "handle_tool_error",
    "handle_validation_error",
    "tags",
    "metadata",
    "extras",
)


class PrivateTool(BaseTool):
    """Wraps a tool that runs elsewhere.

    It is called with true values (a protected model's tool calls hold them), and calls the inner tool with
    surrogates, or refuses.

    Attributes:
        bound: The inner tool. Calling it directly sends clear text.
        sanitizer: A ``Sanitizer``, a ``Session``, or a function that returns one for the ``configurable`` part of a
            call's config.
        trust: ``"remote"`` to send surrogates, ``"user"`` to send true values of what the user wrote, ``"block"`` to
            refuse calls that hold anything private. A model whose call is refused is told so, and goes on. A call is
            also refused if a number would change its type and the tool accepts no other type.
        raise_blocked: Whether a refused call raises instead. A refused call that no model made always raises.
        clear_traces: Whether tracers that upload may be told the arguments and the answer in clear.

    Raises:
        UnsupportedContent: From a call that is refused, unless a model made it; the tool was not called.
        PrivacyError: From a call, while a tracer that uploads listens.
    """

    bound: BaseTool = Field(exclude=True)
    sanitizer: SkipValidation[Method | SessionFor] = Field(exclude=True, repr=False)
    trust: Trust = "remote"
    raise_blocked: bool = False
    clear_traces: bool | None = False

    @classmethod
    def around(cls, tool: BaseTool, sanitizer: Method | SessionFor, trust: Trust, **options: Any) -> Self:
        """Make a tool that looks like another to everyone who calls it.

        Raises:
            UnsupportedContent: The tool takes the agent's state or the like, which cannot be sanitized.
        """
        if _injected(tool):
            msg = (
                f"the tool {tool.name!r} is handed the agent's own state, which must not leave; give it arguments only"
            )
            raise UnsupportedContent(msg)
        described = {name: getattr(tool, name) for name in _DESCRIBED} | {"args_schema": _schema(tool)}
        return cls(bound=tool, sanitizer=sanitizer, trust=trust, **options, **described)

    @property
    def args(self) -> dict[str, Any]:
        """The arguments of the inner tool."""
        return self.bound.args

    def run(
        self,
        tool_input: Any,
        verbose: Any = None,
        start_color: str | None = "green",
        color: str | None = "green",
        callbacks: Callbacks = None,
        **kwargs: Any,
    ) -> Any:
        """Call the tool, unless a remote tracer listens."""
        guard(self, callbacks, self.callbacks)
        try:
            return super().run(tool_input, verbose, start_color, color, callbacks, **kwargs)
        except Blocked as error:
            return self._told(error, kwargs.get("tool_call_id"))

    async def arun(
        self,
        tool_input: Any,
        verbose: Any = None,
        start_color: str | None = "green",
        color: str | None = "green",
        callbacks: Callbacks = None,
        **kwargs: Any,
    ) -> Any:
        """Call the tool, unless a remote tracer listens."""
        guard(self, callbacks, self.callbacks)
        try:
            return await super().arun(tool_input, verbose, start_color, color, callbacks, **kwargs)
        except Blocked as error:
            return self._told(error, kwargs.get("tool_call_id"))

    def _told(self, error: Blocked, call: str | None) -> ToolMessage:
        """What a model is told about a refused call."""
        if self.raise_blocked or call is None:
            raise error
        return ToolMessage(str(error), tool_call_id=call, name=self.name, status="error")

    def _to_args_and_kwargs(self, tool_input: Any, tool_call_id: str | None) -> tuple[tuple[Any, ...], dict[str, Any]]:
        return self.bound._to_args_and_kwargs(tool_input, tool_call_id)  # noqa: SLF001

    def _run(self, *args: Any, config: RunnableConfig, **kwargs: Any) -> Any:
        quiet = _quiet(self.bound._run)  # noqa: SLF001
        flow = self._calling(args, kwargs, config)
        return drive(flow, calling(partial(self.bound._run, **quiet)))  # noqa: SLF001

    async def _arun(self, *args: Any, config: RunnableConfig, **kwargs: Any) -> Any:
        quiet = _quiet(self.bound._arun)  # noqa: SLF001
        flow = self._calling(args, kwargs, config)
        return await adrive(flow, calling(partial(self.bound._arun, **quiet)))  # noqa: SLF001

    def _calling(self, args: tuple[Any, ...], kwargs: dict[str, Any], config: RunnableConfig) -> Flow[_Call, Any, Any]:
        return exchange(partial(self._sanitized, args, kwargs, config), _Call.read, _Call.guard)

    def _sanitized(self, args: tuple[Any, ...], kwargs: dict[str, Any], config: RunnableConfig) -> _Call:
        named = dict(zip(self.args, args, strict=False))
        sanitizer = chosen(self.sanitizer, config)
        with destination("tool", self.bound):
            given, visitor = sanitize_tool_call(
                sanitizer, self.trust, self.name, {**named, **kwargs}, lambda: _parameters(self.bound)
            )
        return _Call(tuple(given.pop(name) for name in named), given, visitor)

    def __repr__(self) -> str:
        return f"PrivateTool(bound={self.bound!r}, trust={self.trust!r})"


class _Call(ToolCall):
    def read(self, result: Any) -> Any:
        """The tool's result, in clear."""
        return read_result(result, self.reading)

    def guard(self) -> Guard:
        """Wait for the tool, which may interrupt, and read its error messages back."""
        return Guards(alone(configured=True), failing_in_clear(self.read))


def _injected(tool: BaseTool) -> bool:
    """Whether a tool is handed more than the model gives it."""
    if isinstance(tool.args_schema, dict):
        return False
    taken, told = (getattr(schema, "model_fields", {}) for schema in (tool.get_input_schema(), tool.tool_call_schema))
    return bool(set(taken) - set(told) or tool._injected_args_keys)  # noqa: SLF001


def _schema(tool: BaseTool) -> Any:
    """A tool's arguments as a model sees them; for a tool without a schema, the one that LangChain derives."""
    if isinstance(tool, Tool) and tool.args_schema is None:
        return _parameters(tool)
    return tool.args_schema or tool.get_input_schema()


def _parameters(tool: BaseTool) -> Any:
    """The JSON schema of a tool's arguments."""
    return convert_to_openai_function(tool)["parameters"]


def _quiet(run: Any) -> dict[str, Any]:
    """An empty configuration, if the inner tool takes one: no handler may watch its runs."""
    return {"config": RunnableConfig()} if "config" in signature(run).parameters else {}
