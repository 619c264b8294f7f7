"""The demo, run as `make demo` runs it, with no network; and its own checks, which must be able to fail."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import rag
from rag_models import Recorder, Witness
from reading_model import ReadingModel

from privacy_chains import Key, Sanitizer

EXAMPLES = Path(rag.__file__).parent
NO_NETWORK = """
import runpy, socket, sys

def refuse(*_):
    raise RuntimeError("the demo opened a connection")

socket.socket.connect = socket.socket.connect_ex = socket.getaddrinfo = refuse
sys.path.insert(0, {folder!r})
runpy.run_path({script!r}, run_name="__main__")
"""


def run_demo(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    script = NO_NETWORK.format(folder=str(EXAMPLES), script=str(EXAMPLES / "rag.py"))
    variables = {"PATH": os.environ["PATH"], "PRIVACY_CHAINS_DEMO_MODEL": "offline", "COLUMNS": "160", **environment}
    return subprocess.run(
        [sys.executable, "-c", script, *arguments], capture_output=True, text=True, check=False, env=variables
    )


@pytest.fixture(scope="module")
def demo() -> subprocess.CompletedProcess[str]:
    return run_demo(PRIVACY_CHAINS_KEY="a7" * 31 + "10")


def test_every_answer_is_right_and_nothing_reached_the_model(demo: subprocess.CompletedProcess[str]) -> None:
    assert demo.returncode == 0, demo.stdout + demo.stderr
    last = demo.stdout.strip().splitlines()[-1]
    assert re.fullmatch(r"Identifiers that reached the model in clear: 0 of \d{3}", last)


def test_comparisons_had_both_records(demo: subprocess.CompletedProcess[str]) -> None:
    assert demo.stdout.count("against") >= 2


def test_it_asks_at_least_six_questions_and_streams_one() -> None:
    assert len(rag.QUESTIONS) >= 6
    assert any(question.streamed for question in rag.QUESTIONS)


def test_the_ledger_is_shown_and_nothing_is_coloured_off_a_terminal(demo: subprocess.CompletedProcess[str]) -> None:
    assert "epsilon" in demo.stdout
    assert "\x1b" not in demo.stdout
    assert demo.stderr == ""


def test_it_holds_under_any_key() -> None:
    demo = run_demo()
    assert demo.returncode == 0, demo.stdout + demo.stderr


def test_an_unprotected_model_is_caught() -> None:
    records = [path.read_text(encoding="utf-8") for path in sorted(rag.CUSTOMERS.glob("*.md"))]
    recorder = Recorder(inner=ReadingModel())
    conversation = rag.Conversation(recorder, records)
    answer = conversation.ask(rag.QUESTIONS[0], rag.View())
    assert rag.is_right(rag.QUESTIONS[0], answer)
    witness = Witness(Sanitizer(Key.generate()).session("other"))
    found = rag.found_in(rag.sent_in_clear(recorder, witness), rag.identifiers(records))
    assert {"Alice Barr", "Barr", "182-69-2573", "ORD-51644", "53703"} <= set(found)


def test_every_identifier_of_a_record_counts() -> None:
    text = (rag.CUSTOMERS / "07.md").read_text(encoding="utf-8")
    assert rag.found_in([text], rag.identifiers([text])) == rag.identifiers([text])
    assert len(rag.identifiers([text])) == 10


@pytest.mark.parametrize("text", ["4574247204013705", "4574-2472-0401-3705", '"card": "4574 2472 0401 3705"'])
def test_a_regrouped_number_counts_as_clear(text: str) -> None:
    assert rag.found_in([text], ["4574 2472 0401 3705"])


@pytest.mark.parametrize("text", ["14574247204013705", "4574 2472 0401 3706"])
def test_another_number_does_not(text: str) -> None:
    assert rag.found_in([text], ["4574 2472 0401 3705"]) == []


def test_wrong_answers_are_caught() -> None:
    question = rag.Question("Who has more, Ada or Bo?", ("Bo", "Ada"))
    assert rag.is_right(question, "Bo, with $2 against $1 for Ada.")
    assert not rag.is_right(question, "Ada, with $1 against $2 for Bo.")
    assert not rag.is_right(question, "I do not know.")


def test_a_second_method_under_the_first_changes_no_answer() -> None:
    demo = run_demo("--method", "layers", PRIVACY_CHAINS_KEY="a7" * 31 + "10")
    assert demo.returncode == 0, demo.stdout + demo.stderr
    right, leaked = demo.stdout.strip().splitlines()[-2:]
    assert right == f"Right answers: {len(rag.QUESTIONS)} of {len(rag.QUESTIONS)}"
    assert re.fullmatch(r"Identifiers that reached the model in clear: 0 of \d{3}", leaked)
