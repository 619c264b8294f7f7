"""Lines of the audit log: one for each release and each refusal of every method, and no value in any byte of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from privacy_chains import Keep, Key, Message, Method, Policy, PrivacyError, Refuse, Sanitizer
from privacy_chains.ledger import Budget
from privacy_chains.ledger.audit import AuditLog, destination, verify_log
from privacy_chains.methods.characters import CharacterNoise
from privacy_chains.methods.layers import Layers
from privacy_chains.methods.words import WordNoise

KEY = Key.from_bytes(bytes(range(32)))
LOG_KEY = Key.from_bytes(bytes(range(1, 33)))
LETTER = "Zebulon Quillfeather (SSN 182-69-2573) is 28 and met Wraxle at the gzornblatt."
VALUES = ("zebulon", "quillfeather", "182-69", "wraxle", "gzornblatt", "thread 7")
POLICY = Policy.default().with_rule("IBAN_CODE", Refuse())

Make = Callable[[AuditLog | None], Any]


def layers(log: AuditLog | None) -> Layers:
    return Layers([Sanitizer(KEY, policy=POLICY), CharacterNoise(KEY, epsilon=2)], audit=log)


METHODS: dict[str, tuple[Make, set[str]]] = {
    "Sanitizer": (lambda log: Sanitizer(KEY, policy=POLICY, audit=log), {"AGE: 1 year"}),
    "WordNoise": (lambda log: WordNoise(KEY, epsilon="1/2", audit=log), {"levels of the word tree"}),
    "CharacterNoise": (lambda log: CharacterNoise(KEY, epsilon="3/2", audit=log), {"characters"}),
    "Layers": (layers, {"AGE: 1 year", "characters"}),
}
EACH = pytest.mark.parametrize("name", METHODS)


@pytest.fixture
def log(tmp_path: Path) -> AuditLog:
    return AuditLog(tmp_path / "audit.jsonl", LOG_KEY, durable=False)


def lines(folder: Path) -> list[dict[str, Any]]:
    """The lines of a log, which hold no value and verify."""
    content = (folder / "audit.jsonl").read_bytes()
    assert [value for value in VALUES if value.encode() in content.lower()] == []
    assert verify_log(folder / "audit.jsonl", LOG_KEY).fault is None
    return [json.loads(line) for line in content.splitlines()][1:]


@EACH
def test_a_release_has_one_line(name: str, log: AuditLog, tmp_path: Path) -> None:
    make, units = METHODS[name]
    session = make(log).session("thread 7")
    with destination("model", session, "models.example"):
        prompt = session.sanitize(LETTER)
    (line,) = lines(tmp_path)
    assert (line["decision"], line["method"], line["destination"]) == ("released", name, "model models.example")
    assert (line["key"], line["session"]) == (LOG_KEY.id, log.pseudonym("thread 7"))
    assert line["types"] == {kind: len(spans) for kind, spans in by_type(prompt).items()}
    assert set(line["epsilon"]) == units
    assert line["new"]


def by_type(prompt: Any) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for spans in prompt.spans:
        for span in spans:
            found.setdefault(span.entity_type, []).append(span)
    return found


@EACH
def test_what_was_released_before_costs_nothing(name: str, log: AuditLog, tmp_path: Path) -> None:
    session = METHODS[name][0](log).session("thread 7")
    for _ in range(2):
        session.sanitize_conversation([Message((LETTER,))])
    first, again = lines(tmp_path)
    assert "epsilon" in first
    assert "epsilon" not in again
    assert again["types"] == first["types"]


@EACH
def test_without_a_log_the_same_leaves(name: str, log: AuditLog) -> None:
    make, _ = METHODS[name]
    assert make(log).session("x").sanitize(LETTER).texts == make(None).session("x").sanitize(LETTER).texts


@pytest.mark.parametrize(
    ("method", "text", "reason"),
    [
        (lambda log: Sanitizer(KEY, policy=POLICY, audit=log), "IBAN DE89 3704 0044 0532 0130 00", "PolicyError"),
        (layers, "IBAN DE89 3704 0044 0532 0130 00", "PolicyError"),
        (
            lambda log: WordNoise(KEY, budget=Budget(1, unit_name="levels of the word tree"), audit=log),
            "They informed the master about old boats.",
            "BudgetExceeded",
        ),
    ],
)
def test_a_refusal_has_one_line(method: Make, text: str, reason: str, log: AuditLog, tmp_path: Path) -> None:
    with pytest.raises(PrivacyError):
        method(log).session("thread 7").sanitize(text)
    (line,) = lines(tmp_path)
    assert (line["decision"], line["reason"]) == ("refused", reason)
    assert "types" not in line


def test_layers_with_the_log_of_their_first_method_write_a_refusal_once(log: AuditLog, tmp_path: Path) -> None:
    first = Sanitizer(KEY, policy=POLICY, audit=log)
    with pytest.raises(PrivacyError):
        Layers([first, CharacterNoise(KEY, epsilon=2, words="undetected")], audit=log).sanitize(
            "IBAN DE89370400440532013000"
        )
    assert [line["method"] for line in lines(tmp_path)] == ["Sanitizer"]


@EACH
def test_nothing_is_handed_out_that_the_log_does_not_have(name: str, tmp_path: Path) -> None:
    made: Method = METHODS[name][0](AuditLog(tmp_path / "missing" / "audit.jsonl", LOG_KEY))
    with pytest.raises(PrivacyError, match="nothing was handed out"):
        made.sanitize(LETTER)


def test_layers_of_a_policy_take_a_log(log: AuditLog, tmp_path: Path) -> None:
    Layers.of_policy(KEY, Policy.default().with_rule("PERSON", Keep()), audit=log).sanitize("It is Thursday.")
    assert [line["method"] for line in lines(tmp_path)] == ["Layers"]
