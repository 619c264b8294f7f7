"""What is taken out one way: it does not leave, nothing reads it back, and the ledger says what it tells."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains import (
    AddNoise,
    Hash,
    Key,
    Message,
    Policy,
    PolicyError,
    PrivacyError,
    Redact,
    Sanitizer,
    Suppress,
)
from privacy_chains.contract.spans import replace_spans
from privacy_chains.inspect import inspected
from privacy_chains.ledger import MetricDP, Removed
from privacy_chains.preempt.treatments import OneWay

KEY = Key.from_bytes(bytes(range(32)))
LETTER = "Alice Barr (SSN 182-69-2573, alice69@example.net) is 28 and owes $54,839.59. Ms. Barr called; ask Bob Stone."
VALUES = ("Alice", "Barr", "182", "2573", "alice69", "28 ", "Bob", "Stone")
POLICY = (
    Policy.default()
    .with_rule("PERSON", Redact())
    .with_rule("US_SSN", Hash())
    .with_rule("EMAIL_ADDRESS", Suppress())
    .with_rule("AGE", Redact("<age>"))
)


def sanitizer(rule: OneWay, *types: str) -> Sanitizer:
    policy = Policy.default()
    for name in types:
        policy = policy.with_rule(name, rule)
    return Sanitizer(KEY, policy=policy, remember=0)


def test_no_value_leaves_and_none_is_read_back() -> None:
    made = Sanitizer(KEY, policy=POLICY)
    prompt = made.sanitize(LETTER)
    assert not [value for value in VALUES if value in prompt.text]
    assert prompt.text.startswith("[PERSON] (SSN US_SSN_")
    assert prompt.text.endswith("Ms. [PERSON] called; ask [PERSON].")
    read = made.desanitize(prompt.text, prompt)
    assert not [value for value in VALUES if value in read]
    assert "$54,839.59" in read
    assert not [value for value in VALUES if value in made.desanitize(prompt.text)]
    assert made.reader(prompt).text("Ask [PERSON] who is <age>.") == "Ask [PERSON] who is <age>."


@pytest.mark.parametrize("cut", [1, 3, 7, 1000])
def test_a_stream_leaves_them_alone(cut: int) -> None:
    made = Sanitizer(KEY, policy=POLICY)
    prompt = made.sanitize(LETTER)
    stream = made.reader(prompt).stream()
    read = "".join(stream.feed(prompt.text[at : at + cut]) for at in range(0, len(prompt.text), cut)) + stream.flush()
    assert read == made.desanitize(prompt.text, prompt)


def test_the_ledger_says_what_each_tells() -> None:
    ledger = Sanitizer(KEY, policy=POLICY).sanitize(LETTER).ledger
    told = {event.entity_type: event for event in ledger if isinstance(event, Removed)}
    assert {name: event.count for name, event in told.items()} == {
        "PERSON": 3,
        "US_SSN": 1,
        "EMAIL_ADDRESS": 1,
        "AGE": 1,
    }
    assert "the name of its type" in told["PERSON"].tells
    assert "not which values are equal" in told["PERSON"].tells
    assert "nothing of it" in told["AGE"].tells
    assert told["US_SSN"].tells.endswith("and which values are equal")
    assert "nothing of it" in told["EMAIL_ADDRESS"].tells
    assert {event.epsilon for event in told.values()} == {0}
    assert "US_SSN x1: hashed to 16 digits (HMAC-SHA256 under the key), one way: not read back" in ledger.explain()
    assert [event.entity_type for event in ledger if isinstance(event, MetricDP)] == ["MONEY"]


def test_redacted_numbers_are_in_no_sum() -> None:
    text = "Rent $1,200.00, food $300.00, total $1,500.00. She is 28."
    prompt = sanitizer(Redact(), "MONEY").sanitize(text)
    assert prompt.text.startswith("Rent [MONEY], food [MONEY], total [MONEY].")
    formulas = sanitizer(Redact(), "MONEY").session("s", dependencies="total = rent + food").sanitize(text)
    assert formulas.text.startswith("Rent [MONEY], food [MONEY], total [MONEY].")
    assert not [event for event in formulas.ledger if event.entity_type == "MONEY" and not isinstance(event, Removed)]


def test_a_redacted_number_is_hidden_in_other_spellings_too() -> None:
    sent = sanitizer(Redact(), "MONEY").sanitize("She owes $54,839.59, I repeat: 54839.59 by Friday.").text
    assert "54" not in sent


def test_what_is_redacted_does_not_depend_on_the_value() -> None:
    made = sanitizer(Redact(), "PERSON")
    names = ("Alice Barr", "Bartholomew Featherstonehaugh", "Ann Lee")
    assert len({made.sanitize(f"The contract of Ms. {name} is signed.").text for name in names}) == 1


def test_equal_values_have_equal_hashes_in_their_scope_and_no_others() -> None:
    text = "Card 4111 1111 1111 1111, again 4111-1111-1111-1111, other 5500 0000 0000 0004."
    made = sanitizer(Hash("user", 32), "CREDIT_CARD")
    first, same, other = (word.strip(".,") for word in made.sanitize(text).text.split() if word.startswith("CREDIT"))
    assert first == same != other
    assert len(first) == len("CREDIT_CARD_") + 32
    assert made.session("elsewhere").sanitize(text).text == made.sanitize(text).text
    per_session = sanitizer(Hash(), "CREDIT_CARD")
    assert per_session.session("a").sanitize(text).text != per_session.session("b").sanitize(text).text
    assert per_session.session("a").sanitize(text).text == per_session.session("a").sanitize(text).text
    elsewhere = Sanitizer(Key.from_bytes(bytes(range(1, 33))), policy=made.policy).sanitize(text).text
    assert elsewhere != made.sanitize(text).text


def test_an_index_has_hashes_of_its_own() -> None:
    made = sanitizer(Hash(), "US_SSN")
    text = "SSN 182-69-2573"
    assert (
        made.index("a").sanitize(text).text
        == made.index("a").sanitize(text).text
        != made.index("b").sanitize(text).text
    )
    assert made.index("a").sanitize(text).text != made.sanitize(text).text


def test_policies_with_one_way_rules_have_fingerprints_of_their_own() -> None:
    rules = (Redact(), Redact("<x>"), Hash(), Hash("user"), Suppress())
    assert len({sanitizer(rule, "PERSON").fingerprint for rule in rules}) == len(rules)


def test_a_conversation_is_sent_again_byte_for_byte() -> None:
    session = Sanitizer(KEY, policy=POLICY).session("chat")
    first = session.sanitize_conversation([Message((LETTER,))])
    again = session.sanitize_conversation([Message((LETTER,)), Message(("Who owes 54,839.59?",))])
    assert again.messages[0] == first.messages[0]


def test_a_message_in_the_models_name_hides_what_the_policy_takes_out() -> None:
    session = Sanitizer(KEY, policy=POLICY).session("chat")
    sent = session.sanitize_conversation(
        [Message((LETTER,)), Message(("Alice Barr, alice69@example.net.",), from_model=True)]
    )
    assert sent.messages[1] == ("[PERSON], .",)


def test_scan_tells_where_they_stand() -> None:
    spans = Sanitizer(KEY, policy=POLICY).scan(LETTER)[0]
    assert {LETTER[span.start : span.end] for span in spans} >= {
        "Alice Barr",
        "182-69-2573",
        "alice69@example.net",
        "28",
    }


def test_the_inspector_shows_them() -> None:
    shown = inspected(LETTER, Sanitizer(KEY, policy=POLICY))
    assert "".join(piece.text for piece in shown.clear) == LETTER
    removed = [one for one in shown.highlights if one.status == "removed"]
    assert [(one.entity_type, *shown.of(one)) for one in removed][:1] == [("PERSON", "Alice Barr", "[PERSON]")]
    assert ("EMAIL_ADDRESS", "alice69@example.net", "") in [(one.entity_type, *shown.of(one)) for one in removed]
    assert all(one.is_surrogate for one in removed)


WORDS = st.lists(
    st.sampled_from(["Alice Barr", "is 28", "$54,839.59", "alice69@example.net", "the", "Ms. Barr", "\n", "é"])
)


@given(WORDS.map(" ".join), st.sampled_from([Redact(), Redact("x"), Hash(), Suppress()]))
def test_any_text_is_read_back_but_for_them(text: str, rule: OneWay) -> None:
    made = sanitizer(rule, "PERSON", "AGE", "EMAIL_ADDRESS")
    prompt = made.sanitize(text)
    assert "".join(piece.text for piece in inspected(text, made).clear) == text
    found = [
        (before, prompt.text[after.start : after.end])
        for before, after in zip(made.scan(text)[0], prompt.private[0], strict=True)
        if before.entity_type in prompt.one_way
    ]
    left, _ = replace_spans(text, [span for span, _ in found], [form for _, form in found])
    assert made.desanitize(prompt.text, prompt) == left


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ('"redact"', Redact()),
        ('{ redact = "[somebody]" }', Redact("[somebody]")),
        ('"suppress"', Suppress()),
        ('"hash"', Hash()),
        ('"hash per user"', Hash("user")),
        ('"hash per session"', Hash("session")),
        ("{ hash = 32 }", Hash(digits=32)),
        ('{ hash = 8, per = "user" }', Hash("user", 8)),
    ],
)
def test_a_policy_file_asks_for_them(tmp_path: Path, rule: str, expected: OneWay) -> None:
    path = tmp_path / "policy.toml"
    path.write_text(f"[rules]\nPERSON = {rule}\nMONEY = {rule}\n", encoding="utf-8")
    policy = Policy.load(path)
    assert policy.rules["PERSON"] == policy.rules["MONEY"] == expected


def test_a_hash_has_the_scope_of_the_policy() -> None:
    policy = Policy.of({"scope": "user", "rules": {"PERSON": "hash"}})
    assert policy.rules["PERSON"] == Hash("user")
    assert Policy.default().with_rule("PERSON", Hash()).with_scope("user").rules["PERSON"] == Hash("user")


@pytest.mark.parametrize(
    "rule",
    [
        *({"redact": ""}, {"redact": 3}, {"redact": "a", "hash": 8}, {"redact": "a", "per": "user"}),
        *({"hash": 7}, {"hash": 65}, {"hash": True}, {"hash": 8, "per": "index"}, {}, "erase"),
    ],
)
def test_what_makes_no_sense_is_refused_and_named(rule: object) -> None:
    with pytest.raises(PolicyError, match=r"rules\.PERSON"):
        Policy.of({"rules": {"PERSON": rule}})


@pytest.mark.parametrize("text", ["", " ", "{name}", 'a"b', "a\\b", "a\nb", "x" * 101, "type: {type}", 7])
def test_a_text_that_may_break_what_it_stands_in_is_refused(text: str) -> None:
    with pytest.raises(PolicyError):
        Redact(text)


def test_nothing_of_them_is_shown_or_pickled() -> None:
    prompt = Sanitizer(KEY, policy=POLICY).sanitize(LETTER)
    shown = (
        repr(prompt)
        + prompt._repr_html_()
        + repr(prompt.ledger)
        + repr(inspected(LETTER, Sanitizer(KEY, policy=POLICY)))
    )
    assert not [value for value in VALUES if value != "28 " and value in shown]
    with pytest.raises(PrivacyError):
        pickle.dumps(prompt)


def test_the_rules_of_other_types_stay() -> None:
    assert isinstance(POLICY.rules["MONEY"], AddNoise)
    assert POLICY.one_way == {"PERSON": False, "US_SSN": True, "EMAIL_ADDRESS": False, "AGE": False}
