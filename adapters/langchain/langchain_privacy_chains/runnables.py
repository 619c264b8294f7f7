"""Steps of a chain: sanitize a text on its way to something of your own, and read an answer back."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

from langchain_core.messages import BaseMessage
from langchain_core.runnables import RunnableConfig, RunnableSerializable
from pydantic import ConfigDict, Field, SkipValidation

from privacy_chains import Dependencies, Method, SanitizedPrompt, UnsupportedContent, enforce
from privacy_chains.adapting import Recipe, Restore, read_alone, walk_value, worker_of
from privacy_chains.contract.method import check_traits
from privacy_chains.contract.prompt import Prompt

__all__ = ["Desanitize", "EnforceDependencies", "Sanitize"]


class _Step(RunnableSerializable[Any, Any]):
    model_config = ConfigDict(arbitrary_types_allowed=True)

    sanitizer: SkipValidation[Method | Recipe] = Field(exclude=True, repr=False)

    def __init__(self, sanitizer: Method | Recipe, **kwargs: Any) -> None:
        super().__init__(**kwargs | {"sanitizer": sanitizer})

    @property
    def _method(self) -> Method:
        """The sanitizer. A spec gives this process's own, which remembers nothing from one input to the next."""
        return worker_of(self.sanitizer).method() if isinstance(self.sanitizer, Recipe) else self.sanitizer


class Sanitize(_Step):
    """Sanitizes a text, or a list of texts together.

    For models use ``protect``, which also covers streaming, tools and history. Traces of this step show clear text
    beside its surrogates: keep them local.

    Args:
        sanitizer: A ``Sanitizer`` or a ``Session``. With a ``SanitizerSpec`` the step holds no key and may be pickled;
            what an input of ``batch`` becomes then depends on no other.

    Attributes:
        as_prompt: Whether to return the whole prompt. ``EnforceDependencies`` takes the prompt of a ``Sanitizer``;
            ``Desanitize`` needs it to read values that the key alone does not restore, such as numbers with noise.
    """

    as_prompt: bool = False

    def invoke(self, input: str | list[str], config: RunnableConfig | None = None, **kwargs: Any) -> Any:  # noqa: A002
        """Return the sanitized text, or texts.

        Raises:
            PrivacyError: Nothing of it may be sent.
        """
        return self._call_with_config(self._sanitize, input, config)

    def _sanitize(self, texts: object) -> str | list[str] | Prompt:
        if not isinstance(texts, str | list):
            msg = f"Sanitize takes a text or a list of texts, not a {type(texts).__name__}; protect a model instead"
            raise UnsupportedContent(msg)
        prompt = self._method.sanitize(texts)
        if self.as_prompt:
            return prompt
        return prompt.text if isinstance(texts, str) else list(prompt.texts)


class EnforceDependencies(RunnableSerializable[SanitizedPrompt, SanitizedPrompt]):
    """A helper string as a step: recomputes the numbers of a sanitized prompt that follow from others.

    It takes what ``Sanitize(..., as_prompt=True)`` gives, and spends nothing. For protected models and conversations
    give the dependencies to the session instead: what a session released never changes.

    Args:
        dependencies: The formulas, or the helper string.

    Raises:
        DependencyError: From a call whose numbers cannot fulfil the formulas.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    dependencies: Dependencies | str

    def __init__(self, dependencies: Dependencies | str, **kwargs: Any) -> None:
        super().__init__(**kwargs | {"dependencies": dependencies})

    def invoke(
        self,
        input: SanitizedPrompt,  # noqa: A002
        config: RunnableConfig | None = None,
        **kwargs: Any,
    ) -> SanitizedPrompt:
        """Return the prompt with numbers that add up."""
        return self._call_with_config(lambda prompt: enforce(prompt, self.dependencies), input, config)


class Desanitize(_Step):
    """Reads an answer (text, message or JSON-like) back from the key alone, or with its prompt.

    With the prompt, ``{"answer": ..., "prompt": ...}``, it reads everything that the prompt's method restores. From the
    key alone a ``Sanitizer`` reads enciphered types, and leaves the noise in numbers. A stream is read when it is
    complete: without the prompt nothing tells where a surrogate ends.

    Args:
        sanitizer: A ``Sanitizer`` or a ``Session``. With a ``SanitizerSpec`` the step holds no key and may be pickled;
            what an input of ``batch`` becomes then depends on no other.

    Raises:
        PrivacyError: From a call without a prompt: the sanitizer reads nothing from the key alone.
    """

    def invoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Any:  # noqa: A002
        """Return the answer in clear; a message becomes its text.

        Raises:
            PrivacyError: There is no prompt, and the sanitizer reads nothing from the key alone.
        """
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
        if isinstance(answer, dict) and isinstance(prompt := answer.get("prompt"), Prompt):
            return self._method.reader(prompt).value(_plain(answer.get("answer")))
        method = self._method
        check_traits(method, ("reads_alone",), "Desanitize without a prompt")
        return walk_value(_plain(answer), Restore(lambda leaf: read_alone(method, leaf)))


def _plain(answer: Any) -> Any:
    return str(answer.text) if isinstance(answer, BaseMessage) else answer
