"""The kept form: it opens for its message alone, and what was edited since is the caller's."""

from __future__ import annotations

import pickle
import re
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains import Key, Leaf, Message, PrivacyError, Sanitizer
from privacy_chains.adapting import SENT, kept_form
from privacy_chains.desanitize import Issued
from privacy_chains.keys import KeptForm, KeptForms, KeyRing
from privacy_chains.preempt.edits import own_stretches
from privacy_chains.preempt.kept import FORMS, issued_of, rows_of

KEY, OTHER = Key.from_bytes(bytes(range(32))), Key.from_bytes(bytes(range(1, 33)))
ASKED = Message(("I am Alice Turner and my doctor is Bob Fisher.",))
GO_ON = Message(("Go on.",))
LEAVES = st.lists(st.text() | st.integers() | st.floats(allow_nan=False), max_size=5).map(tuple)


@pytest.fixture(scope="module")
def sanitizer() -> Sanitizer:
    return Sanitizer(KEY)


def answered(sanitizer: Sanitizer, session: str, wrote: str) -> Message:
    conversation = sanitizer.session(session).sanitize_conversation([ASKED])
    clear = sanitizer.desanitize(wrote, conversation.prompt)
    return Message(
        (clear,), from_model=True, kept=sanitizer.session(session).keep((wrote,), (clear,), conversation.prompt)
    )


def sent(sanitizer: Sanitizer, session: str, answer: Message) -> str:
    return str(sanitizer.session(session).sanitize_conversation([ASKED, answer, GO_ON]).messages[1][0])


WROTE = "Maria Lopez, 47, earns $62,000. The weather is fine today, and so is everything else."


@given(LEAVES, LEAVES, st.lists(st.text(), max_size=3).map(tuple), st.text())
def test_a_kept_form_opens_as_it_was_sealed(
    wrote: tuple[Leaf, ...], read: tuple[Leaf, ...], json: tuple[str, ...], session: str
) -> None:
    issued = (Issued("PERSON", "Alice", "Kathryn", "words"),)
    kept = KeptForm(wrote, read, json, rows_of(issued))
    assert tuple(issued_of(kept.pairs)) == issued
    assert FORMS.open(KEY, session, FORMS.seal(KEY, session, kept)) == kept
    assert FORMS.open(KEY, session + "x", FORMS.seal(KEY, session, kept)) is None
    assert FORMS.open(OTHER, session, FORMS.seal(KEY, session, kept)) is None


@given(st.data())
def test_no_changed_field_opens(data: st.DataObject) -> None:
    field = FORMS.seal(KEY, "a", KeptForm((WROTE,), (WROTE,)))
    at = data.draw(st.integers(0, len(field) - 1))
    char = data.draw(st.sampled_from("AQgw09af.-_=k"))
    changed = field[:at] + char + field[at + 1 :]
    kept = FORMS.open(KEY, "a", changed)
    assert kept is None or changed == field or kept.wrote == (WROTE,)  # the last bits of base64 say nothing


def test_a_field_made_by_an_old_key_opens_under_the_ring(sanitizer: Sanitizer) -> None:
    answer = answered(sanitizer, "a", WROTE)
    assert sent(Sanitizer(KeyRing(KEY).rotate(OTHER)), "a", answer) == WROTE
    assert sent(Sanitizer(OTHER), "a", answer) != WROTE


def test_a_field_made_under_an_older_scheme_still_proves_what_was_written() -> None:
    kept = KeptForm(("Dear Carl Weber",), ("Dear John Smith",))
    field = KeptForms("kept form", "v2").seal(KEY, "a", kept)
    assert FORMS.open(KEY, "a", field) == kept
    assert FORMS.open(KEY, "a", field.replace(".v2.", ".v3.")) is None


def test_names_that_the_model_invented_go_back_as_they_were(sanitizer: Sanitizer) -> None:
    assert sent(sanitizer, "a", answered(sanitizer, "a", WROTE)) == WROTE


def without_a_proof(sanitizer: Sanitizer, answer: Message) -> str:
    return sent(sanitizer, "a", replace(answer, kept=None))


@pytest.mark.parametrize("kept", ["", "k1.v1.00.AA", "another", None])
def test_what_does_not_verify_is_as_if_it_were_not_there(sanitizer: Sanitizer, kept: str | None) -> None:
    answer = answered(sanitizer, "a", WROTE)
    assert sent(sanitizer, "a", replace(answer, kept=kept)) == without_a_proof(sanitizer, answer) != WROTE


def test_a_field_moved_to_another_message_or_session_proves_nothing(sanitizer: Sanitizer) -> None:
    answer, other = answered(sanitizer, "a", WROTE), answered(sanitizer, "a", "Ask Peter Schmidt, he is 33 years old.")
    moved = replace(other, kept=answer.kept)
    assert sent(sanitizer, "a", moved) == without_a_proof(sanitizer, other)
    assert sent(sanitizer, "b", answer) != WROTE


def test_edits_are_the_callers_and_all_else_goes_back_as_written(sanitizer: Sanitizer) -> None:
    answer = answered(sanitizer, "a", WROTE)
    edited = str(answer.leaves[0]).replace("today,", "today, as Sandra Whitfield (SSN 123-45-6780) says,")
    after = sent(sanitizer, "a", replace(answer, leaves=(edited,)))
    assert after.startswith("Maria Lopez, 47, earns $62,000. The weather is fine today, as ")
    assert after.endswith(" and so is everything else.")
    assert not re.search("Whitfield|123-45-6780", after)


def test_a_value_that_was_read_back_stays_hidden_where_its_message_was_edited(sanitizer: Sanitizer) -> None:
    first = sanitizer.session("a").sanitize_conversation([ASKED]).messages[0][0]
    answer = answered(sanitizer, "a", f"Noted: {first} All of this is on file now.")
    assert "Alice Turner" in str(answer.leaves[0])
    edited = str(answer.leaves[0]).replace("on file", "on my file")
    assert sent(sanitizer, "a", replace(answer, leaves=(edited,))) == f"Noted: {first} All of this is on my file now."
    half = str(answer.leaves[0]).replace("Alice Turner", "Alice Whitfield")
    after = sent(sanitizer, "a", replace(answer, leaves=(half,)))
    assert not re.search("Alice|Turner|Whitfield|Fisher", after)


@given(st.text("ab Alice,", max_size=30), st.text("xy Bob.", max_size=30), st.text("ab Alice,cd", max_size=30))
def test_stretches_are_disjoint_and_read_as_they_stand(wrote: str, read: str, now: str) -> None:
    stretches = own_stretches(wrote, read, now)
    assert all(one.end <= two.start for one, two in pairwise(stretches))
    assert all(now[one.start : one.end] in read for one in stretches)
    if now == read:
        assert [one.wrote for one in stretches] == [wrote]


def test_a_kept_form_shows_nothing_and_is_not_pickled() -> None:
    kept = KeptForm(("Kathryn",), ("Alice",))
    assert repr(kept) == "KeptForm(leaves=1)"
    with pytest.raises(PrivacyError):
        pickle.dumps(kept)


@pytest.mark.parametrize("field", [{"sent": ["a"]}, 7, None, ["k1"], {"sealed": 7}])
def test_other_fields_are_no_kept_form(field: object) -> None:
    assert kept_form({SENT: field}) is None
