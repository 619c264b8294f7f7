"""What is sent beside messages: every text is visited, what providers look up stays."""

from __future__ import annotations

import functools
from datetime import date
from typing import Any

import pytest

from privacy_chains import Key, Leaf, Sanitizer, UnsupportedContent
from privacy_chains.adapting import Path, Visitor, walk_arguments, walk_schema

TABLE = {"Alice Johnson": "Xqzan Wurptel", "salary: 85000": "salary: 83912", "born: 1980-03-04": "born: 1979-11-21"}
PERSON = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "description": "such as Alice Johnson", "x-owner": {"by": "Alice Johnson"}},
        "type": {"type": ["string", "null"], "examples": ["Alice Johnson"], "format": "email"},
        "friends": {"type": "array", "items": {"anyOf": [{"$ref": "#/$defs/F"}, {"const": "Alice Johnson"}]}},
    },
    "required": ["name"],
    "$defs": {"F": {"type": "integer", "default": 85000, "maximum": 85000}},
}


class Swap(Visitor):
    def leaf(self, leaf: Leaf, path: Path) -> Leaf:
        swapped = functools.reduce(lambda text, pair: text.replace(*pair), TABLE.items(), str(leaf))
        return swapped if isinstance(leaf, str) else leaf


def walked(**arguments: Any) -> dict[str, Any]:
    return walk_arguments(arguments, Swap(), lambda *_: None)


@pytest.mark.parametrize(
    "arguments",
    [
        {"format": PERSON},
        {"tools": [{"toolSpec": {"name": "t", "inputSchema": {"json": PERSON}}}]},
        {"tools": [{"type": "function", "function": {"name": "t", "parameters": PERSON}}]},
        {"tools": [{"name": "t", "input_schema": PERSON}]},
        {"tools": [{"function_declarations": [{"name": "t", "parameters": PERSON}]}]},
        {"response_format": {"type": "json_schema", "json_schema": {"name": "t", "schema": PERSON, "strict": True}}},
        {"text": {"format": {"type": "json_schema", "name": "t", "schema": PERSON}}},
        {"tools": [{"name": "t", "an_unknown_word": PERSON}]},
    ],
)
def test_a_schema_is_known_wherever_it_stands(arguments: dict[str, Any]) -> None:
    sent = walked(**arguments)
    assert repr(sent) == repr(arguments).replace("Alice Johnson", "Xqzan Wurptel")
    assert repr(sent) != repr(arguments)


@pytest.mark.parametrize(
    "value",
    [
        {"tools": [{"name": "t", "input_examples": [{"name": "Alice Johnson", "type": "Alice Johnson"}]}]},
        {"tools": [{"name": "t", "input_examples": [{"items": {"name": "Alice Johnson"}}]}]},
        {"tools": [{"name": {"name": "Alice Johnson"}, "strict": "Alice Johnson"}]},
        {"tools": [{"type": "web_search", "user_location": {"type": "approximate", "name": "Alice Johnson"}}]},
        {"tools": [{"type": "t", "Alice Johnson": 1}]},
        {"tool_choice": {"type": "function", "function": {"name": "t", "description": "Alice Johnson"}}},
        {"model": {"name": "Alice Johnson"}},
        {"logit_bias": {"Alice Johnson": 1}},
        {"extra_body": {"deep": [{"Alice Johnson": ("Alice Johnson",)}]}},
    ],
)
def test_names_stay_only_where_a_tool_is_looked_up_by_them(value: dict[str, Any]) -> None:
    assert repr(walked(**value)) == repr(value).replace("Alice Johnson", "Xqzan Wurptel")


@pytest.mark.parametrize(
    "value",
    [
        {"tool_choice": "Alice Johnson", "model": "Alice Johnson"},
        {"tools": [{"type": "function", "function": {"name": "ask Alice Johnson"}}]},
        {"tool_choice": {"type": "tool", "name": "ask Alice Johnson"}},
        {"logit_bias": {"85000": 1}, "temperature": 85000, "stop": None, "seed": 85000},
        {"extra_body": {"thinking_budget": 85000, "n": 85000}},
    ],
)
def test_what_providers_look_up_stays(value: dict[str, Any]) -> None:
    assert walked(**value) == value


def test_numbers_and_dates_are_told_by_their_names() -> None:
    given = {"salary": 85000, "born": date(1980, 3, 4), "list": [{"salary": 85000}]}
    sent = {"salary": 83912, "born": date(1979, 11, 21), "list": [{"salary": 83912}]}
    assert walked(extra_body=given, **given) == {"extra_body": sent, **sent}
    assert walked(tools=[{"name": "t", "input_examples": [given]}]) == {
        "tools": [{"name": "t", "input_examples": [sent]}]
    }


@pytest.mark.parametrize("key", ["properties", "patternProperties"])
def test_a_private_pattern_is_refused(key: str) -> None:
    schema = {key: {"^Alice Johnson$": {}}} if key != "properties" else {key: {"who": {"pattern": "^Alice Johnson$"}}}
    with pytest.raises(UnsupportedContent, match="pattern") as raised:
        walk_schema(schema, Swap())
    assert "Alice" not in str(raised.value)


class Limit:
    """Stands for a client's time limit, which says nothing."""

    def __init__(self, *parts: Any) -> None:
        self.parts = parts[0] if parts else 5.0
        self.__module__ = "clients"


class Sending(Swap):
    def other(self, value: Any) -> Any:
        raise UnsupportedContent(type(value).__name__)


def test_an_object_that_may_hold_text_is_refused() -> None:
    limit = Limit()
    assert walk_arguments({"timeout": limit}, Sending(), lambda *_: None) == {"timeout": limit}
    assert walk_arguments({"x": [dict, list[str]]}, Sending(), lambda *_: None) == {"x": [dict, list[str]]}
    for value in (Limit("Alice Johnson"), Limit, list[Limit], b"Alice Johnson"):
        with pytest.raises(UnsupportedContent):
            walk_arguments({"x": [value]}, Sending(), lambda *_: None)


USUAL = r"""
^\d{3}-\d{2}-\d{4}$
^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$
^\+?[1-9]\d{1,14}$
^\(\d{3}\) \d{3}-\d{4}$
^\d{4}-\d{2}-\d{2}$
^[A-Z]{2}\d{2}[A-Z0-9]{1,30}$
^(Mr|Ms|Mrs)\. [A-Z][a-z]+$
^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$
^(?!^[-+.]*$)[+-]?0*\d*\.?\d*$
^(0[1-9]|1[0-2])/(0[1-9]|[12]\d|3[01])/\d{4}$
^(low|medium|high)$
"""


def test_usual_patterns_and_numbers_of_calls_pass() -> None:
    sanitizer = Sanitizer(Key.from_bytes(bytes(range(32))))
    texts = USUAL.split("\n") + [f"{name}: {number}" for name, number in PARAMETERS.items()]
    assert [sanitizer.sanitize(text).text for text in texts] == texts


PARAMETERS = {
    "temperature": 0.7,
    "max_tokens": 4096,
    "top_p": 0.95,
    "top_k": 40,
    "presence_penalty": 0.1,
    "timeout": 600,
    "num_ctx": 8192,
    "num_predict": 256,
    "maxOutputTokens": 1024,
    "max_uses": 5,
    "display_width_px": 1024,
    "max_num_results": 10,
}
"""Numbers that are sent with calls, under names that make none of them a person's."""
