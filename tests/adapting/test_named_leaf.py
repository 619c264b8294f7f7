"""What the name of a field says of a value is known wherever fields are sent: the name goes with the value."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st
from written_fields import LABELS, VALUES, snake

from privacy_chains import Key, Policy, Redact, Sanitizer, SanitizerSpec
from privacy_chains.adapting import (
    Collect,
    Document,
    DocumentWorker,
    NamedLeaf,
    sanitize_fields,
    sanitize_filter,
    sanitize_tool_call,
    walk_fields,
    walk_named,
)
from privacy_chains.adapting.fields import Told
from privacy_chains.contract.conversation import Message
from privacy_chains.detect import StructuredDetector
from privacy_chains.detect.field_names import tells_value
from privacy_chains.language.kinds import Kind

KEY = "b1" * 31 + "07"
POLICY = reduce(
    lambda policy, name: policy.with_rule(name, Redact()),
    ("AGE", "MONEY", "DATE_OF_BIRTH", "DATE_TIME", "PERSON", "LOCATION"),
    Policy.default(),
)
SANITIZER = Sanitizer(Key.from_bytes(bytes.fromhex(KEY)), policy=POLICY, detector=StructuredDetector())
Place = Callable[[str, str], object]


def _metadata(name: str, value: str) -> object:
    return sanitize_fields(lambda texts: list(SANITIZER.sanitize(texts).texts), {"page": "x", name: value})


def _arguments(name: str, value: str) -> object:
    return sanitize_tool_call(SANITIZER, "remote", "look_up", {name: value})[0]


def _state(name: str, value: str) -> object:
    texts: list[str] = []

    class Kept(Collect):
        def text(self, text: str, path: tuple[object, ...]) -> str:
            texts.append(text)
            return text

    walk_named({name: value}, Kept(), lambda *_: None)
    return SANITIZER.sanitize(texts).texts


def _unproven(name: str, value: str) -> object:
    plain, told = Collect(), Collect()
    walk_fields({name: value}, plain)
    walk_fields({name: value}, Told(told))
    message = Message(tuple(plain.leaves), from_model=True, told=tuple(told.leaves))
    return SANITIZER.session("s").sanitize_conversation([message]).messages


def _filter(name: str, value: str) -> object:
    return sanitize_filter(SANITIZER, {name: {"$eq": value}})


PLACES = {"metadata": _metadata, "arguments": _arguments, "state": _state, "unproven": _unproven, "filter": _filter}


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
@given(label=st.sampled_from(LABELS), data=st.data())
def test_a_text_under_a_label_of_any_language_does_not_leave(
    place: Place, label: tuple[str, Kind, str], data: st.DataObject
) -> None:
    _, kind, word = label
    value = data.draw(st.sampled_from(VALUES[kind]))
    sent = str(place(snake(word), value)).replace(snake(word), "")
    assert value not in sent


def test_every_label_tells() -> None:
    assert not [word for _, _, word in LABELS if not tells_value(snake(word))]


@pytest.mark.parametrize("name", ["query", "question", "text", "content", "title", "source", "page", "version", "path"])
def test_other_names_do_not_go_with_a_text(name: str) -> None:
    assert NamedLeaf(name, "Who wrote Hamlet?").told == "Who wrote Hamlet?"


@given(name=st.text(max_size=60), leaf=st.one_of(st.text(max_size=80), st.integers(), st.floats(allow_nan=False)))
def test_what_was_told_is_read_as_it_was(name: str, leaf: str | float) -> None:
    named = NamedLeaf(name, leaf)
    assert named.read(named.told) == leaf


@given(leaf=st.text(st.characters(exclude_characters="\n"), min_size=1, max_size=64))
def test_colons_in_a_value_stay(leaf: str) -> None:
    named = NamedLeaf("date of birth: day", leaf)
    assert named.read(named.told) == leaf


@pytest.mark.parametrize(("column", "cell"), [("age", "54"), ("nachname", "Brinkschulte"), ("salaire", "41200")])
def test_a_cell_is_read_under_its_column(column: str, cell: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NAMED_KEY", KEY)
        worker = DocumentWorker(SanitizerSpec("env:NAMED_KEY", session="s", neural=False))
    alone, named = Document((cell,)), Document((cell,), names=(column,))
    assert worker.sanitize(alone).counts == ()
    assert worker.sanitize(named).counts
    assert worker.desanitize(Document(worker.sanitize(named).texts, names=(column,)), named).texts == (cell,)
