"""Planted values are looked for in everything that a run lets out, in both frameworks."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from langchain_privacy_chains import SanitizingHandler
from leaks.ear import CARD, EMAIL, FORMS, KEY, KEY_FORMS, NAME, PHONE, RECORD, SSN, Ear, found_in, sanitizer
from leaks.langchain_runs import LangChainRuns, Listener
from leaks.llama_index_runs import LlamaIndexRuns
from privacy_chains import Budget, PrivacyError

RUNS = pytest.mark.parametrize("runs", [LangChainRuns, LlamaIndexRuns])
EVERYWHERE = ("requests", "callbacks", "traces", "repr of")


@RUNS
async def test_a_model_lets_out_nothing(runs: Callable[[Ear], Any]) -> None:
    ear = Ear()
    with ear.logs():
        answer = await runs(ear).model()
    assert {NAME, EMAIL} <= found_in(answer)
    ear.assert_clean(*EVERYWHERE)


@RUNS
async def test_a_rag_chain_lets_out_nothing(runs: Callable[[Ear], Any]) -> None:
    ear = Ear()
    with ear.logs():
        answer = await runs(ear).rag()
    assert {NAME, EMAIL, SSN, CARD, PHONE} <= found_in(answer)
    ear.assert_clean(*EVERYWHERE, "embeddings", "store")


@RUNS
async def test_an_agent_lets_out_nothing(runs: Callable[[Ear], Any]) -> None:
    ear = Ear()
    with ear.logs():
        answer = await runs(ear).agent()
    assert f"published: {RECORD}" in answer
    ear.assert_clean("requests", "callbacks", "traces", "remote tool", "checkpoint", "pickle of")


@RUNS
def test_errors_show_nothing(runs: Callable[[Ear], Any]) -> None:
    ear = Ear()
    with ear.logs():
        for error in (RuntimeError("the provider is down"), TimeoutError("late")):
            with pytest.raises(type(error)) as raised:
                runs(ear).failing(error)
            ear.failed("exceptions", raised.value)
        over = sanitizer().session("small", budget=Budget(message=0.001))
        with pytest.raises(PrivacyError) as refused:
            over.sanitize(RECORD)
        ear.failed("exceptions", refused.value)
    ear.assert_clean("requests", "exceptions")


def test_every_form_of_a_planted_value_is_found() -> None:
    for form in (*FORMS, *KEY_FORMS):
        ear = Ear()
        ear.hear("somewhere", f"x{form}y")
        assert form in ear.leaks()["somewhere"]
    assert found_in("4574247204013705")
    assert not found_in("Nothing of hers stands here: 4574247204013706.")


def test_an_ear_that_heard_nothing_is_no_proof() -> None:
    with pytest.raises(AssertionError, match="nothing was heard"):
        Ear().assert_clean("requests")


@pytest.mark.parametrize("shown", [RECORD, KEY, ValueError(NAME)])
def test_an_ear_hears_what_objects_show(shown: Any) -> None:
    ear = Ear()
    ear.shown(shown)
    assert ear.leaks()


def test_an_ear_hears_logs_and_chained_errors() -> None:
    ear = Ear()
    with ear.logs():
        logging.getLogger("somewhere").debug("hello %s", NAME)
    assert "log of somewhere" in ear.leaks()
    error = RuntimeError("no")
    error.__cause__ = KeyError(SSN)
    ear.failed("chained", error)
    assert ear.leaks()["chained"] >= {SSN}


@pytest.mark.parametrize("escaped", [repr(f"Dear all,\n{RECORD}\n{SSN}"), f"\\tAlice Johnson\\u000a{SSN}"])
def test_a_value_behind_an_escape_is_kept_from_a_trace(escaped: str) -> None:
    class Odd:
        def __repr__(self) -> str:
            return escaped

    ear = Ear()
    handler = SanitizingHandler(Listener(ear), sanitizer())
    handler.on_chain_start({}, {"given": Odd(), "said": escaped}, run_id=uuid4())
    ear.assert_clean("callbacks")
