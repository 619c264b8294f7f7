"""Structured output over sixty keys: every field comes back, in its type."""

from __future__ import annotations

from typing import Any

import pytest
from adapter_support.local_chat import LocalChat
from adapter_support.structured import CLEAR, KEYS, TEXT, Order, filled_in, sanitizer_of
from langchain_core.messages import AIMessage, BaseMessage

from langchain_privacy_chains import protect


def _respond(messages: list[BaseMessage], *_: Any) -> AIMessage:
    sent = "\n".join(str(message.content) for message in messages)
    return AIMessage("", tool_calls=[{"name": "Order", "args": filled_in(sent), "id": "a"}])


@pytest.mark.xfail(reason="a field is read without its key: 6 of 60 keys have one wrong", strict=False)
@pytest.mark.parametrize("key", KEYS)
def test_every_field_comes_back(key: int) -> None:
    model = protect(LocalChat(respond=_respond), sanitizer_of(key)).with_structured_output(Order)
    assert model.invoke(TEXT) == CLEAR
    assert list(model.stream(TEXT))[-1] == CLEAR
