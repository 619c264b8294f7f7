"""The reading model answers from its prompt alone."""

from __future__ import annotations

import pytest
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage
from reading_model import ReadingModel, parse_records

RECORDS = """
Name: Ada Quill
Age: 41
Phone: (212) 555-0101
Card: 4000 0000 0000 0002
Order: ORD-1234, a lamp
Balance: $900.00

Name: Bo Underhill
Age: 29
Phone: (212) 555-0102
Card: 4000 0000 0000 0010
Order: ORD-5678, a chair
Balance: $70,000.00
"""


def ask(*questions: str) -> str:
    messages: list[BaseMessage] = [SystemMessage("Answer from the records.")]
    for earlier in questions[:-1]:
        messages += [HumanMessage(earlier), AIMessage("Noted.")]
    messages.append(HumanMessage(f"Records:\n{RECORDS}\nQuestion: {questions[-1]}"))
    return ReadingModel().invoke(messages).text


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which card does Ada Quill pay with?", "4000 0000 0000 0002"),
        ("What is Mr. Underhill's phone number?", "(212) 555-0102"),
        ("How old is Bo Underhill?", "29"),
        ("Who placed order ORD-1234?", "Ada Quill"),
        ("What did Bo Underhill order?", "ORD-5678"),
        ("Whose phone number is (212) 555-0101?", "Ada Quill"),
    ],
)
def test_it_finds_the_field_that_is_asked_for(question: str, expected: str) -> None:
    assert expected in ask(question)


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("Who has the higher balance, Ada Quill or Bo Underhill?", "Bo Underhill"),
        ("Who has the lower balance, Ada Quill or Bo Underhill?", "Ada Quill"),
        ("Who is older, Bo Underhill or Ada Quill?", "Ada Quill"),
    ],
)
def test_it_compares(question: str, first: str) -> None:
    assert ask(question).startswith(first)


def test_a_follow_up_is_about_whom_the_history_named() -> None:
    assert "(212) 555-0101" in ask("Which card does Ada Quill pay with?", "And what is her phone number?")


@pytest.mark.parametrize("question", ["What is Cy Nobody's card?", "Does it rain today?"])
def test_it_does_not_know_what_it_was_not_told(question: str) -> None:
    assert ask(question) == "The records I was given do not say."


def test_streamed_pieces_add_up_to_the_answer() -> None:
    messages = [HumanMessage(f"{RECORDS}\nWhich card does Ada Quill pay with?")]
    pieces = [chunk.text for chunk in ReadingModel().stream(messages)]
    assert len(pieces) > 5
    assert "".join(pieces) == ReadingModel().invoke(messages).text


def test_records_are_runs_of_labelled_lines() -> None:
    assert [record.name for record in parse_records(RECORDS)] == ["Ada Quill", "Bo Underhill"]
    assert parse_records("Dear all,\nNote: one line is no record.\n") == []
