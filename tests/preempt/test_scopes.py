"""Where one value has one surrogate: in a session, under a key, in an index."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains import Encipher, Key, Method, Policy, Sanitizer, default_detector
from privacy_chains.contract.roles import for_index
from privacy_chains.preempt.index import Index
from privacy_chains.preempt.policy import Scope

KEY = Key.from_bytes(bytes(range(32)))
DETECTOR = default_detector(neural=False)
TEXT = "Dr. Alice Johnson, SSN 536-22-8154, alice.johnson@corp-mail.com"
names = st.text(max_size=8)


def sanitizer(scope: Scope = "session", index: str = "") -> Sanitizer:
    return Sanitizer(KEY, policy=Policy.default(scope=scope, index=index), detector=DETECTOR)


@given(one=names, other=names)
def test_sessions_agree_by_name_alone(one: str, other: str) -> None:
    told = sanitizer()
    pair = [told.session(name).sanitize(TEXT).text for name in (one, other)]
    assert (pair[0] == pair[1]) == (one == other)
    assert told.session(one).desanitize(pair[0]) == told.desanitize(pair[0], session=one) == TEXT


@given(one=names.filter(bool), other=names.filter(bool), sessions=st.tuples(names, names))
def test_indexes_agree_by_name_in_every_session(one: str, other: str, sessions: tuple[str, str]) -> None:
    told = sanitizer()
    stored = told.session(sessions[0]).index(one).sanitize(TEXT).text
    asked = told.session(sessions[1]).index(other)
    assert (asked.sanitize(TEXT).text == stored) == (one == other)
    assert told.index(one).desanitize(stored) == TEXT
    assert stored not in {told.session(name).sanitize(TEXT).text for name in (*sessions, one)}


def test_per_user_a_value_has_one_surrogate() -> None:
    told = sanitizer("user")
    found = {
        each.sanitize("Alice Johnson").text
        for each in (told, told.session("a"), told.session("b"), told.index(), told.session("a").index("b"))
    }
    assert len(found) == 1


def test_a_rule_may_name_its_index() -> None:
    told = sanitizer("index", "people")
    assert {told.session(name).sanitize(TEXT).text for name in "ab"} == {told.sanitize(TEXT).text}
    assert told.sanitize(TEXT).text != sanitizer("index", "others").sanitize(TEXT).text


def test_an_index_remembers_nothing_and_is_an_index() -> None:
    index = sanitizer().index("people")
    first = index.sanitize("Alice Johnson met Bob Miller.").text
    index.sanitize("Miller alone")
    assert index.sanitize("Alice Johnson met Bob Miller.").text == first
    assert index.index("others") is index
    assert isinstance(index, Method)
    assert "Alice" not in repr(index)


def test_another_method_goes_as_it_is() -> None:
    class Other:
        sanitize = sanitize_conversation = desanitize = desanitize_value = reader = None

    method: Any = Other()
    assert for_index(method, "people") is method
    assert isinstance(for_index(sanitizer(), "people"), Index)


@pytest.mark.parametrize(("scope", "learned"), [("session", False), ("user", True)])
def test_what_a_chosen_text_teaches(scope: Scope, learned: bool) -> None:
    """Who has names enciphered in one session knows them in others only where the policy says so."""
    told = sanitizer(scope)
    chosen = [f"{name} {surname}" for name in ("Alice", "Mary", "Ruth", "Helen") for surname in ("Baker", "Miller")]
    rule = told.policy.rules["PERSON"]
    assert isinstance(rule, Encipher)
    codebook = {told.session("theirs").sanitize(f"Dr. {name}").text: name for name in chosen}
    known = [codebook.get(told.session("mine").sanitize(f"Dr. {name}").text) == name for name in chosen]
    assert all(known) if learned else sum(known) <= 1
