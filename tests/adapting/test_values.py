"""Values of types of their own are visited, and put together again in those types."""

from __future__ import annotations

import functools
import re
from collections import OrderedDict
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from enum import Enum, StrEnum
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Any, NamedTuple
from uuid import UUID

import numpy as np
import pytest
from pydantic import BaseModel, ConfigDict, PrivateAttr, SecretStr

from privacy_chains import Leaf, UnsupportedContent
from privacy_chains.adapting import (
    Collect,
    Collected,
    Replace,
    Restore,
    sanitize_fields,
    walk_json,
    walk_named,
    walk_value,
)

TABLE = {
    "Alice Johnson": "Xqzan Wurptel",
    "ward: 7": "ward: 9",
    "born: 1980-03-04": "born: 1979-11-21",
    "paid: 1250.50": "paid: 1249.75",
    "salary: 85000": "salary: 83912",
    "code: 10": "code: none",
}


def there(texts: list[str]) -> list[str]:
    return [functools.reduce(lambda text, pair: text.replace(*pair), TABLE.items(), text) for text in texts]


def back(leaf: Leaf) -> Leaf:
    return leaf.replace("Xqzan Wurptel", "Alice Johnson") if isinstance(leaf, str) else leaf


class Owner(StrEnum):
    ALICE = "Alice Johnson"
    NOBODY = "nobody"


class Ward(Enum):
    SEVENTH = "seven"


@dataclass(frozen=True, slots=True)
class Slip:
    owner: str
    paid: Decimal


class Pair(NamedTuple):
    left: str
    right: int


class Person(BaseModel):
    model_config = ConfigDict(extra="allow")

    name: str
    born: date | None = None
    _note: str = PrivateAttr(default="of Alice Johnson")

    @functools.cached_property
    def shown(self) -> str:
        return f"<{self.name}>"


def shown_person() -> Person:
    person = Person(name="Alice Johnson", friend="Alice Johnson")  # type: ignore[call-arg]
    assert person.shown
    return person


KEPT: dict[str, Any] = {
    "a set": {"Alice Johnson", "Bob"},
    "a frozen set": frozenset({"Alice Johnson"}),
    "a tuple": ("Alice Johnson", 1),
    "a named tuple": Pair("Alice Johnson", 1),
    "a dataclass": Slip("Alice Johnson", Decimal("1250.50")),
    "a model": shown_person(),
    "models in a list": [Person(name="Alice Johnson", born=date(1980, 3, 4))],
    "a path": PurePosixPath("/home/Alice Johnson"),
    "keys": {("Alice Johnson", 1): 2},
}


@pytest.mark.parametrize("kind", KEPT)
def test_what_holds_texts_goes_out_and_comes_back_in_its_own_type(kind: str) -> None:
    value = KEPT[kind]
    sent = sanitize_fields(there, {"x": value})["x"]
    assert type(sent) is type(value)
    assert "Xqzan Wurptel" in repr(sent)
    assert "Alice" not in f"{sent!r} {getattr(sent, '__dict__', '')} {getattr(sent, '__pydantic_private__', '')}"
    read = walk_value(sent, Restore(back))
    assert type(read) is type(value)
    assert "Alice Johnson" in repr(read)
    assert "Xqzan" not in repr(read)
    assert "Alice Johnson" in repr(value)  # left as it was


def test_a_name_tells_what_a_number_or_a_date_is() -> None:
    given = {
        "born": date(1980, 3, 4),
        "paid": Decimal("1250.50"),
        "ward": [7],
        "record": {"salary": 85000, "ward": 8},
        "at": datetime(2024, 5, 6, 7, 8, tzinfo=UTC),
    }
    sent = sanitize_fields(there, given)
    assert sent == {
        "born": date(1979, 11, 21),
        "paid": Decimal("1249.75"),
        "ward": [9],
        "record": {"salary": 83912, "ward": 8},
        "at": given["at"],
    }
    assert walk_named(given, Collect(), lambda *_: None) == given


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        np.bool_(True),
        np.int64(5),
        Ward.SEVENTH,
        Owner.NOBODY,
        UUID(int=5),
        OrderedDict(a=1),
        MappingProxyType({"a": (1, 2)}),
    ],
)
def test_what_holds_nothing_private_stays(value: Any) -> None:
    assert sanitize_fields(there, {"x": value}) == {"x": value}


class Opaque:
    """Nobody knows what it holds."""

    def __repr__(self) -> str:
        return "Opaque()"


@pytest.mark.parametrize(
    "value",
    [
        *(b"Alice Johnson", Opaque(), SecretStr("Alice Johnson"), Person, re.compile("Alice")),
        *({"deep": [Opaque()]}, Slip("x", Opaque())),  # type: ignore[arg-type]
        Owner.ALICE,  # there is no such member
        {"code": Decimal(10)},  # no number any more
    ],
    ids=repr,
)
def test_what_cannot_be_sanitized_is_refused_on_its_way_out_and_stays_on_its_way_back(value: Any) -> None:
    with pytest.raises(UnsupportedContent, match="cannot be sanitized") as raised:
        sanitize_fields(there, {"x": value} if not isinstance(value, dict) else value)
    assert "Alice" not in str(raised.value)
    assert walk_value([value], Restore(back)) == [value]


def test_a_message_is_refused_with_an_object_in_it() -> None:
    with pytest.raises(UnsupportedContent):
        walk_value({"x": Opaque()}, Replace(["x"]))


def test_a_record_that_holds_itself_is_refused_or_left() -> None:
    person = Person(name="Alice Johnson")
    person.itself = person  # type: ignore[attr-defined]
    with pytest.raises(UnsupportedContent):
        sanitize_fields(there, {"x": person})
    assert walk_value(person, Restore(back)).name == "Alice Johnson"


@pytest.mark.parametrize(
    ("text", "leaves"),
    [
        ('{"a": "Alice", "b": [1, -2.5, null]}', ["a", "Alice", "b", 1, -2.5]),
        ('{"a": "Alice \\"B', ["a", 'Alice "B']),
        ('{"a": "Alice\\', ["a", '"Alice\\']),
        ('[{"a": tr', ["a"]),
        ('"Alice"', ["Alice"]),
        ("182", [182]),
        ("{name: Alice, ssn: 182-69-2573}", ["{name: Alice, ssn: 182-69-2573}"]),
        ('{"ssn": 182-69-2573}', ['{"ssn": 182-69-2573}']),
        ("182-69-2573", ["182-69-2573"]),
        ('Find "Alice", now', ['Find "Alice", now']),
        ("{'name': 'Alice'}", ["{'name': 'Alice'}"]),
        ("", [""]),
    ],
)
def test_json_is_visited_by_its_literals_and_anything_else_as_a_text(text: str, leaves: list[Leaf]) -> None:
    seen = Collect()
    assert walk_json(text, lambda leaf, _: seen.leaf(leaf, ())) == text
    assert seen.leaves == leaves


def test_a_string_that_is_cut_off_stays_cut_off() -> None:
    assert walk_json('{"a": "Alice', lambda leaf, _: str(leaf).replace("Alice", 'X "Y"')) == '{"a": "X \\"Y\\"'


def test_names_do_not_stay_with_what_follows() -> None:
    collected = Collected()
    walk_value({"a": [{"salary": 1}, 5]}, collected)
    assert collected.texts == ["a", "salary", "salary: 1", "a: 5"]
