"""The arguments of a remote tool's call: a number that became a text is sent only where the schema takes texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import pytest
from pydantic import BaseModel, create_model

from privacy_chains import Key, Sanitizer
from privacy_chains.adapting import Blocked, sanitize_tool_call, walk_value
from privacy_chains.testing import REDACTED, Redaction

METHOD = Redaction(["85000"])


class Pay(BaseModel):
    """What somebody earns."""

    salary: int
    bonus: float | str = 0


@dataclass
class Record:
    """The same."""

    salary: int


class Tree(BaseModel):
    """Holds itself."""

    size: int = 1
    parts: list[Tree] = []


def called(kind: Any, value: Any) -> Any:
    schema = create_model("Arguments", given=(kind, ...)).model_json_schema()
    given, _ = sanitize_tool_call(METHOD, "remote", "pay", {"given": value}, lambda: schema)
    return given["given"]


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (int, 85000),
        (float | None, 85000.0),
        (list[int], [1, 85000]),
        (tuple[str, int], ("a", 85000)),
        (set[int], {1, 85000}),
        (dict[str, int], {"a": 1, "b": 85000}),
        (Literal[85000, "none"], 85000),
        (Pay, {"salary": 85000}),
        (Pay, Pay(salary=85000)),
        (Record, Record(85000)),
        (list[Pay | None], [Pay(salary=85000)]),
        (Tree, {"parts": [{"parts": [{"size": 85000}]}]}),
    ],
)
def test_a_number_is_not_sent_as_a_text(kind: Any, value: Any) -> None:
    with pytest.raises(Blocked, match="the tool 'pay' takes a number where a private one would be sent as text"):
        called(kind, value)


@pytest.mark.parametrize(
    ("kind", "value", "sent"),
    [
        (Any, 85000, REDACTED),
        (int | str, 85000, REDACTED),
        (list, [1, 85000], [1, REDACTED]),
        (dict, {"a": {"b": 85000}}, {"a": {"b": REDACTED}}),
        (Pay, {"salary": 7, "bonus": 85000}, {"salary": 7, "bonus": REDACTED}),
        (int, 7, 7),
        (str, "85000", REDACTED),
        (bool, True, True),
    ],
)
def test_it_is_sent_where_the_schema_takes_texts(kind: Any, value: Any, sent: Any) -> None:
    assert called(kind, value) == sent


def test_a_whole_number_that_gets_a_fraction_is_sent_where_the_schema_takes_one() -> None:
    session = Sanitizer(Key.from_bytes(bytes(range(32)))).session("thread")
    numbers = {session.sanitize(f"salary: {number}").text.removeprefix("salary: "): number for number in range(1, 40)}
    text, number = next((text, number) for text, number in numbers.items() if "." in text)
    schema = create_model("Arguments", salary=(float, ...)).model_json_schema()
    given, reading = sanitize_tool_call(session, "remote", "pay", {"salary": number}, lambda: schema)
    assert given == {"salary": float(text)}
    assert walk_value(given, reading) == {"salary": number}
    schema = create_model("Arguments", salary=(int, ...)).model_json_schema()
    with pytest.raises(Blocked, match="'pay' takes a whole number where a private one would be sent with a fraction"):
        sanitize_tool_call(session, "remote", "pay", {"salary": number}, lambda: schema)


def test_a_tool_of_an_unknown_schema_gets_what_the_method_makes() -> None:
    given, _ = sanitize_tool_call(METHOD, "remote", "pay", {"salary": 85000})
    assert given == {"salary": REDACTED}


def test_a_refusal_tells_no_value() -> None:
    with pytest.raises(Blocked) as refusal:
        called(int, 85000)
    assert "85000" not in str(refusal.value)


@pytest.mark.parametrize(
    "schema",
    [
        {"properties": {"given": {"type": "integer"}}},
        {"properties": {"given": {"allOf": [{"type": ["integer", "string"]}, {"type": "number"}]}}},
        {"properties": {"given": {"$ref": "#/definitions/Size"}}, "definitions": {"Size": {"type": "integer"}}},
        {"additionalProperties": False},
        {"properties": {"given": {"enum": [85000, 1]}}},
    ],
)
def test_a_schema_may_say_it_in_many_ways(schema: dict[str, Any]) -> None:
    with pytest.raises(Blocked):
        sanitize_tool_call(METHOD, "remote", "pay", {"given": 85000}, lambda: schema)
