"""Tools that run elsewhere: they see surrogates, or nothing private at all."""

from __future__ import annotations

from inspect import signature
from typing import Any, Literal, Self

from langchain_core.messages import BaseMessage
from langchain_core.runnables import RunnableConfig
from langchain_core.tools import BaseTool
from pydantic import Field, SkipValidation

from langchain_privacy_chains._messages import Walk
from privacy_chains import Leaf, PromptSanitizer, SanitizedPrompt, UnsupportedContent
from privacy_chains.walking import Restore, sanitize_fields, walk_value

__all__ = ["PrivateTool", "Trust"]

Trust = Literal["local", "remote", "block"]
"""``local`` gets true values; ``remote`` gets surrogates, and is read back; ``block`` gets nothing private."""

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
    """A tool around one that runs elsewhere.

    It is called with true values (a protected model's tool calls hold them) and calls the inner tool with
    surrogates, or refuses.

    Attributes:
        bound: The inner tool. Calling it directly sends clear text.
        sanitizer: A ``Sanitizer`` or a ``Session``.
        trust: ``"remote"`` to send surrogates, ``"block"`` to refuse calls that hold anything private.

    Raises:
        UnsupportedContent: From a call that ``"block"`` refuses; the tool was not called.
    """

    bound: BaseTool = Field(exclude=True)
    sanitizer: SkipValidation[PromptSanitizer] = Field(exclude=True, repr=False)
    trust: Trust = "remote"

    @classmethod
    def around(cls, tool: BaseTool, sanitizer: PromptSanitizer, trust: Trust) -> Self:
        """Make a tool that looks like another to everyone who calls it.

        Raises:
            UnsupportedContent: The tool takes the agent's state or the like, which cannot be sanitized.
        """
        if _injected(tool):
            msg = (
                f"the tool {tool.name!r} is handed the agent's own state, which must not leave; give it arguments only"
            )
            raise UnsupportedContent(msg)
        described = {name: getattr(tool, name) for name in _DESCRIBED}
        return cls(bound=tool, sanitizer=sanitizer, trust=trust, **described)

    def _run(self, *args: Any, config: RunnableConfig, **kwargs: Any) -> Any:
        prompt, given = self._sanitized(args, kwargs)
        return self._read(self.bound._run(**given, **_quiet(self.bound._run)), prompt)  # noqa: SLF001

    async def _arun(self, *args: Any, config: RunnableConfig, **kwargs: Any) -> Any:
        prompt, given = self._sanitized(args, kwargs)
        return self._read(await self.bound._arun(**given, **_quiet(self.bound._arun)), prompt)  # noqa: SLF001

    def _sanitized(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[SanitizedPrompt, dict[str, Any]]:
        fields = {**dict(zip(self.args, args, strict=False)), **kwargs}
        prompts: list[SanitizedPrompt] = []

        def sanitize(texts: list[str]) -> list[str]:
            prompts.append(self.sanitizer.sanitize(texts))
            return list(prompts[0].texts)

        given = sanitize_fields(sanitize, fields)
        if self.trust == "block" and given != fields:
            msg = f"the tool {self.name!r} must not see private values, and this call holds some; it was not called"
            raise UnsupportedContent(msg)
        return prompts[0], given

    def _read(self, result: Any, prompt: SanitizedPrompt) -> Any:
        visitor = Restore(lambda leaf: self._restore(leaf, prompt))
        if isinstance(result, BaseMessage):
            return Walk(visitor, strict=False).message(result)
        if isinstance(result, tuple):
            return tuple(walk_value(item, visitor) for item in result)
        return walk_value(result, visitor)

    def _restore(self, leaf: Leaf, prompt: SanitizedPrompt) -> Leaf:
        restored: Leaf = self.sanitizer.desanitize_value(leaf, prompt)
        return restored

    def __repr__(self) -> str:
        return f"PrivateTool(bound={self.bound!r}, trust={self.trust!r})"


def _injected(tool: BaseTool) -> bool:
    """Whether a tool is handed more than the model gives it."""
    if isinstance(tool.args_schema, dict):
        return False
    fields = getattr(tool.get_input_schema(), "model_fields", {})
    return bool(set(fields) - set(tool.args) or tool._injected_args_keys)  # noqa: SLF001


def _quiet(run: Any) -> dict[str, Any]:
    """An empty configuration, where the inner tool asks for one: its runs are nobody's to watch."""
    return {"config": RunnableConfig()} if "config" in signature(run).parameters else {}
