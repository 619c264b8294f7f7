"""A completion model that sends nothing in clear."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import aclosing, closing
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun, Callbacks
from langchain_core.language_models import BaseLLM, LanguageModelInput
from langchain_core.outputs import Generation, GenerationChunk, LLMResult
from langchain_core.runnables import Runnable, RunnableConfig, ensure_config
from pydantic import Field, SkipValidation

from langchain_privacy_chains._arguments import rewritten
from langchain_privacy_chains._asking import QuietCall
from langchain_privacy_chains._messages import told
from langchain_privacy_chains._sessions import SessionFor
from langchain_privacy_chains._settings import model_settings
from langchain_privacy_chains._wrapped import Wrapped
from langchain_privacy_chains.tracing import guard
from privacy_chains import Leaf, Method
from privacy_chains.adapting import (
    WHOLE,
    Flow,
    Invented,
    Spoken,
    TextReader,
    adrive,
    astream,
    beside,
    check_invented,
    destination,
    drive,
    exchange,
    opening,
    sanitize_spoken,
    stream,
)

__all__ = ["PrivateLLM"]


class PrivateLLM(Wrapped, BaseLLM):
    """Wraps a completion model: the same calls and answers, but the inner model sees only surrogates.

    Each prompt is sanitized together with every argument of its call, and sent on its own. Callbacks and a cache set on
    the inner model are not used.

    Attributes:
        bound: The inner model. Calling it directly sends clear text.
        sanitizer: A ``Sanitizer``, a ``Session``, or a function that returns one for the ``configurable`` part of a
            call's config.
        allow: Settings of the inner model, such as ``"default_headers"``, that are sent as they are, in clear.
        clear_traces: Whether tracers that upload may be told the clear text around a call.
        invented: What happens to values that the model makes up; see ``protect``.

    Raises:
        PrivacyError: From every call that cannot be sanitized whole; nothing was sent.
    """

    bound: BaseLLM = Field(exclude=True)
    sanitizer: SkipValidation[Method | SessionFor] = Field(exclude=True, repr=False)
    allow: frozenset[str] = frozenset()
    clear_traces: bool | None = False
    invented: Invented | None = None
    cache: Any = Field(default=False, exclude=True)  # of ours, it would hold clear prompts

    def __str__(self) -> str:
        return repr(self)

    # --- with handlers, in a session ---

    def generate(
        self, prompts: list[str], stop: list[str] | None = None, callbacks: Any = None, **kwargs: Any
    ) -> LLMResult:
        """Complete several prompts, unless a remote tracer listens."""
        self._guard(callbacks)
        return super().generate(prompts, stop, callbacks, **kwargs)

    async def agenerate(
        self, prompts: list[str], stop: list[str] | None = None, callbacks: Any = None, **kwargs: Any
    ) -> LLMResult:
        """Complete several prompts, unless a remote tracer listens."""
        self._guard(callbacks)
        return await super().agenerate(prompts, stop, callbacks, **kwargs)

    def invoke(self, input: LanguageModelInput, config: RunnableConfig | None = None, **kwargs: Any) -> str:  # noqa: A002
        """Complete a prompt, in the session that the config chooses."""
        return super(PrivateLLM, self._for(config)).invoke(input, config, **kwargs)

    async def ainvoke(self, input: LanguageModelInput, config: RunnableConfig | None = None, **kwargs: Any) -> str:  # noqa: A002
        """Complete a prompt, in the session that the config chooses."""
        return await super(PrivateLLM, self._for(config)).ainvoke(input, config, **kwargs)

    batch = Runnable.batch  # call by call: each may have a session of its own
    abatch = Runnable.abatch

    def stream(self, input: LanguageModelInput, config: RunnableConfig | None = None, **kwargs: Any) -> Iterator[str]:  # noqa: A002
        """Stream a completion, unless a remote tracer listens."""
        self._guard(ensure_config(config).get("callbacks"))
        yield from super(PrivateLLM, self._for(config)).stream(input, config, **kwargs)

    async def astream(
        self,
        input: LanguageModelInput,  # noqa: A002
        config: RunnableConfig | None = None,
        **kwargs: Any,
    ) -> AsyncIterator[str]:
        """Stream a completion, unless a remote tracer listens."""
        self._guard(ensure_config(config).get("callbacks"))
        async for chunk in super(PrivateLLM, self._for(config)).astream(input, config, **kwargs):
            yield chunk

    def _guard(self, callbacks: Callbacks | list[Callbacks]) -> None:
        each = callbacks if isinstance(callbacks, list) and any(isinstance(one, list) for one in callbacks) else []
        guard(self, *(each or [callbacks]), self.callbacks)

    # --- calls ---

    def _generate(
        self,
        prompts: list[str],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> LLMResult:
        def send(call: _Call) -> LLMResult:
            return self.bound._generate([call.prompt], **call.arguments)  # noqa: SLF001

        return _joined([drive(self._asking(prompt, stop, kwargs), send) for prompt in prompts])

    async def _agenerate(
        self,
        prompts: list[str],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> LLMResult:
        async def send(call: _Call) -> LLMResult:
            return await self.bound._agenerate([call.prompt], **call.arguments)  # noqa: SLF001

        return _joined([await adrive(self._asking(prompt, stop, kwargs), send) for prompt in prompts])

    def _stream(
        self,
        prompt: str,
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> Iterator[GenerationChunk]:
        if type(self.bound)._stream is BaseLLM._stream:  # noqa: SLF001
            yield _chunk(self._generate([prompt], stop, **kwargs))
            return

        def send(call: _Call) -> Iterator[GenerationChunk]:
            return self.bound._stream(call.prompt, **call.arguments)  # noqa: SLF001

        flow = opening(partial(self._call, prompt, stop, kwargs), _Call.streamed, _Call.guard)
        with closing(stream(flow, send)) as answer:
            yield from answer

    async def _astream(
        self,
        prompt: str,
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> AsyncIterator[GenerationChunk]:
        kind = type(self.bound)
        if kind._stream is BaseLLM._stream and kind._astream is BaseLLM._astream:  # noqa: SLF001
            yield _chunk(await self._agenerate([prompt], stop, **kwargs))
            return

        async def send(call: _Call) -> AsyncIterator[GenerationChunk]:
            return self.bound._astream(call.prompt, **call.arguments)  # noqa: SLF001

        flow = opening(partial(self._call, prompt, stop, kwargs), _Call.streamed, _Call.guard)
        async with aclosing(await astream(flow, send)) as answer:
            async for chunk in answer:
                yield chunk

    def _asking(
        self, prompt: str, stop: list[str] | None, arguments: dict[str, Any]
    ) -> Flow[_Call, LLMResult, LLMResult]:
        return exchange(partial(self._call, prompt, stop, arguments), _Call.read, _Call.guard)

    def _call(self, prompt: str, stop: list[str] | None, arguments: dict[str, Any]) -> _Call:
        others = beside({"stop": stop, **arguments}, model_settings(self.bound), rewritten, self.allow)
        method = self._chosen()
        check_invented(method, self.invented)
        with destination("model", self.bound):
            said = [others, Spoken(lambda visitor: visitor.text(prompt, WHOLE))]
            (sent, text), answer = sanitize_spoken(method, said)
        return _Call(prompt=text, arguments=sent, answer=answer, invented=self.invented)


@dataclass(frozen=True, kw_only=True)
class _Call(QuietCall):
    """A sanitized call."""

    prompt: str

    def read(self, result: LLMResult) -> LLMResult:
        """The answer in clear, in new objects: the model's own may sit in a cache."""
        generations = [
            [Generation(text=str(self.answer.restore(one.text)), generation_info=self._info(one)) for one in each]
            for each in result.generations
        ]
        return LLMResult(generations=generations, llm_output=result.llm_output)

    def streamed(self) -> _StreamedText:
        """A reader of this call's answer as it streams."""
        return _StreamedText(self.answer.reader(), self.reported_of)

    def _info(self, generation: Generation) -> dict[str, Any]:
        return {**(told(generation.generation_info) or {}), **self.reported_of([generation.text])}


@dataclass(frozen=True)
class _StreamedText:
    """Turns the chunks that a model streams into those that its caller sees."""

    reader: TextReader
    report: Callable[[Sequence[Leaf]], dict[str, Any]]
    received: list[str] = field(default_factory=list)

    def feed(self, chunk: GenerationChunk) -> GenerationChunk:
        """Return what the caller sees of a chunk."""
        self.received.append(chunk.text)
        return GenerationChunk(text=self.reader.feed(chunk.text), generation_info=told(chunk.generation_info))

    def close(self) -> GenerationChunk:
        """Return what was held back."""
        return GenerationChunk(text=self.reader.flush(), generation_info=self.report(["".join(self.received)]))


def _joined(results: list[LLMResult]) -> LLMResult:
    """The answers to several prompts as one result; a provider's counts are kept only for a single answer."""
    generations = [each for result in results for each in result.generations]
    return LLMResult(generations=generations, llm_output=results[0].llm_output if len(results) == 1 else None)


def _chunk(result: LLMResult) -> GenerationChunk:
    """A whole answer as a stream of one chunk, for a model that does not stream."""
    first = result.generations[0][0]
    return GenerationChunk(text=first.text, generation_info=first.generation_info)
