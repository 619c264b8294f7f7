"""Completion models: prompts leave in surrogates, completions come back in clear."""

from __future__ import annotations

import inspect
import pickle
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from adapter_support.codebook import PLANTED, Codebook
from langchain_core.language_models import LLM
from langchain_core.outputs import GenerationChunk
from langchain_core.prompts import PromptTemplate
from pydantic import Field

from langchain_privacy_chains import PrivateLLM, audit, protect
from privacy_chains import Key, PrivacyError, Sanitizer, UnsupportedContent

TEXT = "Alice Johnson (123-45-6789) lives in San Francisco."


class Completing(LLM):
    """Repeats the prompt, and remembers it."""

    seen: list[Any] = Field(default_factory=list)
    size: int = 0
    model_kwargs: dict[str, Any] = Field(default_factory=dict)

    @property
    def _llm_type(self) -> str:
        return "completing"

    def _call(self, prompt: str, stop: list[str] | None = None, run_manager: Any = None, **kwargs: Any) -> str:
        self.seen.append((prompt, stop, kwargs))
        if "fail" in prompt:
            msg = f"no: {prompt}"
            raise ValueError(msg)
        return f"You said: {prompt}"


class Streaming(Completing):
    """Streams in pieces."""

    def _stream(
        self, prompt: str, stop: Any = None, run_manager: Any = None, **kwargs: Any
    ) -> Iterator[GenerationChunk]:
        text = self._call(prompt, stop, **kwargs)
        for start in range(0, len(text), 3):
            yield GenerationChunk(text=text[start : start + 3])


def _assert_clean(seen: Any) -> None:
    assert seen
    assert not [value for value in PLANTED if value in repr(seen)]


@pytest.mark.parametrize("kind", [Completing, Streaming])
@pytest.mark.parametrize("name", ["invoke", "ainvoke", "batch", "abatch", "stream", "astream", "generate", "agenerate"])
async def test_every_way_of_calling(name: str, kind: type[Completing], codebook: Codebook) -> None:
    inner = kind()
    model = protect(inner, codebook)
    many = name in ("batch", "abatch", "generate", "agenerate")
    answer: Any = getattr(model, name)([TEXT, "hello"] if many else TEXT, stop=["Alice Johnson"])
    answer = await answer if inspect.isawaitable(answer) else answer
    if "generate" in name:
        assert [one[0].text for one in answer.generations] == [f"You said: {TEXT}", "You said: hello"]
    elif many:
        assert answer == [f"You said: {TEXT}", "You said: hello"]
    else:
        pieces = [piece async for piece in answer] if name == "astream" else list(answer)
        assert "".join(pieces) == f"You said: {TEXT}"
    _assert_clean(inner.seen)


def test_a_chain_with_a_completion_model_is_protected(codebook: Codebook) -> None:
    inner = Completing()
    chain = PromptTemplate.from_template("{who} asks") | inner
    assert [found.kind for found in audit(chain)] == ["model"]
    protected = protect(chain, codebook)
    assert not audit(protected)
    assert protected.invoke({"who": "Alice Johnson"}) == "You said: Alice Johnson asks"
    _assert_clean(inner.seen)


def test_what_the_model_says_of_a_failure_is_clear(codebook: Codebook) -> None:
    with pytest.raises(ValueError, match="no: fail Alice Johnson"):
        protect(Completing(), codebook).invoke("fail Alice Johnson")


def test_settings_with_private_values_are_refused(codebook: Codebook) -> None:
    inner = Completing(model_kwargs={"user": "Alice Johnson"})
    with pytest.raises(UnsupportedContent, match="model_kwargs"):
        protect(inner, codebook).invoke("hello")
    assert not inner.seen


def test_a_session_is_chosen_by_the_config(codebook: Codebook) -> None:
    asked: list[Any] = []

    def choose(given: Mapping[str, Any]) -> Any:
        asked.append(given["thread"])
        return codebook

    model = protect(Completing(), choose)
    assert isinstance(model, PrivateLLM)
    model.batch(["a", "b"], [{"configurable": {"thread": name}} for name in ("1", "2")])
    assert sorted(asked) == ["1", "2"]


def test_it_shows_and_pickles_nothing(codebook: Codebook) -> None:
    model = protect(Completing(), codebook)
    assert "Codebook" not in repr(model) + str(model)
    assert protect(model, codebook) is model
    assert protect(model, Codebook()).sanitizer is not codebook
    with pytest.raises(PrivacyError):
        pickle.dumps(protect(Completing(), Sanitizer(Key.generate())))
