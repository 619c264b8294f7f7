"""Tools that run elsewhere: they see surrogates, or nothing private at all."""

from __future__ import annotations

from typing import Any, Literal, NoReturn

from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.tools.types import AsyncBaseTool, BaseTool, ToolMetadata, ToolOutput, adapt_to_async_tool

from llama_index_privacy_chains._messages import Walk
from privacy_chains import Leaf, PrivacyError, PromptSanitizer, SanitizedPrompt, UnsupportedContent
from privacy_chains.walking import Restore, sanitize_fields, walk_value

__all__ = ["PrivateTool", "Trust"]

Trust = Literal["local", "remote", "block"]
"""``local`` gets true values; ``remote`` gets surrogates, and is read back; ``block`` gets nothing private."""


class PrivateTool(AsyncBaseTool):
    """A tool around one that runs elsewhere.

    It is called with true values (a protected model's tool calls hold them) and calls the inner tool with
    surrogates, or refuses.

    Args:
        bound: The inner tool. Calling it directly sends clear text.
        sanitizer: A ``Sanitizer`` or a ``Session``.
        trust: ``"remote"`` to send surrogates, ``"block"`` to refuse calls that hold anything private.

    Raises:
        UnsupportedContent: From a call that ``"block"`` refuses; the tool was not called.
    """

    def __init__(self, bound: BaseTool, sanitizer: PromptSanitizer, trust: Trust = "remote") -> None:
        self.bound = adapt_to_async_tool(bound)
        self.trust = trust
        self._sanitizer = sanitizer

    @property
    def metadata(self) -> ToolMetadata:
        """The inner tool's."""
        return self.bound.metadata

    def call(self, *args: Any, **kwargs: Any) -> ToolOutput:
        """Call the inner tool with what it may see."""
        prompt, args, kwargs = self._sanitized(args, kwargs)
        return self._read(self.bound.call(*args, **kwargs), prompt)

    async def acall(self, *args: Any, **kwargs: Any) -> ToolOutput:
        """Call the inner tool with what it may see."""
        prompt, args, kwargs = self._sanitized(args, kwargs)
        return self._read(await self.bound.acall(*args, **kwargs), prompt)

    def _sanitized(
        self, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> tuple[SanitizedPrompt, tuple[Any, ...], dict[str, Any]]:
        prompts: list[SanitizedPrompt] = []

        def sanitize(texts: list[str]) -> list[str]:
            prompts.append(self._sanitizer.sanitize(texts))
            return list(prompts[0].texts)

        fields = {"": list(args), **kwargs}
        given = sanitize_fields(sanitize, fields)
        if self.trust == "block" and given != fields:
            msg = f"the tool {self.metadata.name!r} must not see private values, and this call holds some"
            raise UnsupportedContent(msg)
        return prompts[0], tuple(given.pop("")), given

    def _read(self, output: ToolOutput, prompt: SanitizedPrompt) -> ToolOutput:
        visitor = Restore(lambda leaf: self._restore(leaf, prompt))
        blocks = Walk(visitor, strict=False).message(ChatMessage(blocks=output.blocks)).blocks
        raw = {name: walk_value(getattr(output, name), visitor) for name in ("raw_input", "raw_output")}
        return output.model_copy(update={"blocks": blocks, **raw})

    def _restore(self, leaf: Leaf, prompt: SanitizedPrompt) -> Leaf:
        restored: Leaf = self._sanitizer.desanitize_value(leaf, prompt)
        return restored

    def __reduce__(self) -> NoReturn:
        msg = "a PrivateTool is not pickled: its sanitizer holds a key; protect the tool again where it runs"
        raise PrivacyError(msg)

    def __repr__(self) -> str:
        return f"PrivateTool({self.metadata.name!r}, trust={self.trust!r})"
