"""Numbers among the arguments of tool calls, which have no words around them but the name they stand under."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from adapter_support.local_chat import LocalChat
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from langchain_privacy_chains import protect
from privacy_chains import Key, Sanitizer, default_detector

DETECTOR = default_detector(neural=False)
QUESTION = "Alice Johnson is 47 years old. Her card number is 4574247204013705, her salary $93,750."
TRUE = {"age": 47, "card_number": 4574247204013705, "salary": 93750}


def read(text: str) -> dict[str, int]:
    """What a model reads in the question."""
    age, card, salary = re.findall(r"\d+(?:,\d{3})*", text)
    return {"age": int(age), "card_number": int(card), "salary": int(salary.replace(",", ""))}


def call(arguments: dict[str, Any]) -> AIMessage:
    function = {"name": "pay", "arguments": json.dumps({**arguments, "all": [arguments]})}
    return AIMessage(
        "",
        tool_calls=[{"name": "pay", "args": {**arguments, "all": [arguments]}, "id": "1"}],
        additional_kwargs={"tool_calls": [{"id": "1", "type": "function", "function": function}]},
    )


def reading() -> LocalChat:
    return LocalChat(respond=lambda messages, *_: call(read(str(messages[0].content))))


@pytest.mark.parametrize("seed", range(8))
def test_integers_are_read_back_by_their_names_and_sent_again_as_they_were(seed: int) -> None:
    inner = reading()
    model = protect(inner, Sanitizer(Key.from_bytes(bytes([seed, 255]) * 16), detector=DETECTOR))
    history: list[BaseMessage] = [HumanMessage(QUESTION)]
    answer = model.invoke(history)
    assert answer.tool_calls[0]["args"] == {**TRUE, "all": [TRUE]}
    assert json.loads(answer.additional_kwargs["tool_calls"][0]["function"]["arguments"]) == {**TRUE, "all": [TRUE]}
    model.invoke([*history, answer, ToolMessage("paid", tool_call_id="1")])
    wrote = read(str(inner.seen[-1][0][0].content))
    assert inner.seen[-1][0][1].tool_calls[0]["args"] == {**wrote, "all": [wrote]}


def test_a_call_of_ones_own_goes_out_with_no_true_number() -> None:
    inner = LocalChat()
    model = protect(inner, Sanitizer(Key.from_bytes(bytes(range(32))), detector=DETECTOR))
    model.invoke(
        [
            HumanMessage("An example:"),
            call({**TRUE, "ssn": 182692573, "count": 3}),
            ToolMessage("paid", tool_call_id="1"),
        ]
    )
    sent = inner.seen[-1][0][1]
    for arguments in (
        sent.tool_calls[0]["args"],
        json.loads(sent.additional_kwargs["tool_calls"][0]["function"]["arguments"]),
    ):
        assert arguments["count"] == arguments["all"][0]["count"] == 3
        for name in ("card_number", "salary", "ssn"):
            assert isinstance(arguments[name], int)
            assert arguments[name] != {**TRUE, "ssn": 182692573}[name]
            assert arguments[name] == arguments["all"][0][name]
