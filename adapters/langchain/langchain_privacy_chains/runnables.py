"""Steps of a chain: sanitize a text on its way to something of your own, and read an answer back."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

from langchain_core.messages import BaseMessage
from langchain_core.runnables import RunnableConfig, RunnableSerializable
from pydantic import ConfigDict, Field, SkipValidation

from langchain_privacy_chains._visitors import Restore, walk_value
from privacy_chains import Leaf, PromptSanitizer, UnsupportedContent

__all__ = ["Desanitize", "Sanitize"]


class _Step(RunnableSerializable[Any, Any]):
    model_config = ConfigDict(arbitrary_types_allowed=True)

    sanitizer: SkipValidation[PromptSanitizer] = Field(exclude=True, repr=False)

    def __init__(self, sanitizer: PromptSanitizer, **kwargs: Any) -> None:
        super().__init__(**kwargs | {"sanitizer": sanitizer})


class Sanitize(_Step):
    """A text, or a list of texts jointly, becomes what may leave.

    For models use ``protect``, which also covers streaming, tools and history. Both sides of this step are traced
    with clear text beside its surrogates, so keep its traces local.

    Args:
        sanitizer: A ``Sanitizer`` or a ``Session``.
    """

    def invoke(self, input: str | list[str], config: RunnableConfig | None = None, **kwargs: Any) -> Any:  # noqa: A002
        """Return the sanitized text, or texts.

        Raises:
            PrivacyError: Nothing of it may be sent.
        """
        return self._call_with_config(self._sanitize, input, config)

    def _sanitize(self, texts: object) -> str | list[str]:
        if not isinstance(texts, str | list):
            msg = f"Sanitize takes a text or a list of texts, not a {type(texts).__name__}; protect a model instead"
            raise UnsupportedContent(msg)
        prompt = self.sanitizer.sanitize(texts)
        return prompt.text if isinstance(texts, str) else list(prompt.texts)


class Desanitize(_Step):
    """An answer (text, message or JSON-like) is read back with the key alone: enciphered types, not noised numbers.

    A stream is read when it is complete: without its prompt nothing tells where a surrogate ends.

    Args:
        sanitizer: A ``Sanitizer`` or a ``Session``.
    """

    def invoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Any:  # noqa: A002
        """Return the answer in clear; a message becomes its text."""
        return self._call_with_config(self._desanitize, input, config)

    def transform(self, input: Iterator[Any], config: RunnableConfig | None = None, **kwargs: Any) -> Iterator[Any]:  # noqa: A002
        """Read a whole stream."""
        whole: Any = None
        for chunk in input:
            whole = chunk if whole is None else whole + chunk
        if whole is not None:
            yield self.invoke(whole, config)

    async def atransform(
        self,
        input: AsyncIterator[Any],  # noqa: A002
        config: RunnableConfig | None = None,
        **kwargs: Any,
    ) -> AsyncIterator[Any]:
        """Read a whole stream."""
        whole: Any = None
        async for chunk in input:
            whole = chunk if whole is None else whole + chunk
        if whole is not None:
            yield await self.ainvoke(whole, config)

    def _desanitize(self, answer: Any) -> Any:
        value = str(answer.text) if isinstance(answer, BaseMessage) else answer
        return walk_value(value, Restore(self._restore))

    def _restore(self, leaf: Leaf) -> Leaf:
        return self.sanitizer.desanitize(leaf) if isinstance(leaf, str) and leaf else leaf
