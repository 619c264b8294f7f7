"""Workflows of one's own, whose steps hold models."""

from __future__ import annotations

from typing import Any

import pytest
from adapter_support.person import NAME, assert_clean, sanitizer
from llama_index.core.base.llms.types import CompletionResponse, LLMMetadata
from llama_index.core.llms import CustomLLM
from llama_index.core.workflow import Context, Event, StartEvent, StopEvent, Workflow, step
from pydantic import Field

from llama_index_privacy_chains import audit, protect
from privacy_chains import UnsupportedContent

TEXT = f"Who is {NAME}?"


class Repeating(CustomLLM):
    """Repeats what it was asked, and remembers it."""

    seen: list[str] = Field(default_factory=list)

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata()

    def complete(self, prompt: str, formatted: bool = False, **_: Any) -> CompletionResponse:
        self.seen.append(prompt)
        return CompletionResponse(text=f"You said: {prompt}")

    def stream_complete(self, prompt: str, formatted: bool = False, **_: Any) -> Any:
        yield self.complete(prompt)


class Asked(Event):
    text: str


class Asking(Workflow):
    """Asks two models, one in a list, and keeps what they said."""

    def __init__(self, llm: Any, more: list[Any]) -> None:
        super().__init__(timeout=20)
        self.llm = llm
        self.more = {"others": more}
        self.runs = 0

    @step
    async def first(self, ctx: Context, ev: StartEvent) -> Asked:
        self.runs += 1
        return Asked(text=str(await self.llm.acomplete(ev.text)))

    @step
    async def second(self, ev: Asked) -> StopEvent:
        said = [str(model.complete(ev.text)) for model in self.more["others"]]
        return StopEvent(result=[ev.text, *said])


async def test_every_model_of_a_workflow_is_protected() -> None:
    first, second = Repeating(), Repeating()
    workflow = Asking(first, [second])
    assert [found.kind for found in audit(workflow)] == ["model", "model"]
    session = sanitizer().session("thread")
    private = protect(workflow, session)
    assert not audit(private)
    assert await private.run(text=TEXT) == [f"You said: {TEXT}", f"You said: You said: {TEXT}"]
    assert_clean(*first.seen, *second.seen)
    assert workflow.llm is first
    assert type(private).__name__ == "Asking"
    again = protect(private, sanitizer().session("another"))
    await again.run(text=TEXT)
    assert len(set(first.seen)) == 2


async def test_the_workflow_itself_stays_as_it_is() -> None:
    inner = Repeating()
    workflow = Asking(inner, [])
    private = protect(workflow, sanitizer())
    await workflow.run(text="in clear")
    await private.run(text=TEXT)
    assert inner.seen[0] == "in clear"
    assert_clean(inner.seen[1])


async def test_a_privacy_failure_of_a_step_reaches_the_caller() -> None:
    class Swallowing(Asking):
        @step
        async def first(self, ctx: Context, ev: StartEvent) -> Asked:
            try:
                return Asked(text=str(await self.llm.acomplete(ev.text)))
            except Exception:  # noqa: BLE001  (as frameworks do)
                return Asked(text="")

    inner = (
        Repeating(additional_kwargs={"user": NAME}) if "additional_kwargs" in Repeating.model_fields else Repeating()
    )
    object.__setattr__(inner, "additional_kwargs", {"user": NAME})
    with pytest.raises(UnsupportedContent):
        await protect(Swallowing(inner, []), sanitizer()).run(text=TEXT)
    assert not inner.seen


GLOBAL = Repeating()


class Reaching(Workflow):
    """Names a model that is a global variable: nothing can be put in its place."""

    @step
    async def only(self, ev: StartEvent) -> StopEvent:
        return StopEvent(result=str(GLOBAL.complete(ev.text)))


def test_what_cannot_be_replaced_is_refused_by_its_path() -> None:
    with pytest.raises(UnsupportedContent, match="Repeating"):
        protect(Reaching(), sanitizer())


def test_a_workflow_without_models_is_refused() -> None:
    class Plain(Workflow):
        @step
        async def only(self, ev: StartEvent) -> StopEvent:
            return StopEvent(result=1)

    with pytest.raises(UnsupportedContent):
        protect(Plain(), sanitizer())
