"""The public calls: the paper's prompts, the regression cases, and bad input."""

from __future__ import annotations

import copy
import json
import pickle
import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from privacy_chains import (
    DesanitizeError,
    DetectionError,
    Encipher,
    Key,
    KeyMaterialError,
    Policy,
    PolicyError,
    PrivacyError,
    Refuse,
    Sanitizer,
    Span,
)
from privacy_chains.contract.roles import check_protection
from privacy_chains.detect.network.detector import NEURAL

KEY = Key.from_bytes(bytes(range(32)))


@pytest.fixture(scope="module")
def sanitizer() -> Sanitizer:
    return Sanitizer(KEY)


def _types(sanitizer: Sanitizer, text: str) -> list[str]:
    return [span.entity_type for span in sanitizer.sanitize(text).spans[0]]


# The paper's prompts, as printed in its text.


def test_kaiser_soze(sanitizer: Sanitizer) -> None:
    text = "Kaiser Soze is 50 years old and earns 500,000 per year. What is his ideal retirement plan?"
    prompt = sanitizer.sanitize(text)
    assert _types(sanitizer, text) == ["PERSON", "AGE", "MONEY"]
    assert "Kaiser" not in prompt.text
    assert "Soze" not in prompt.text
    assert re.fullmatch(
        r"\S+ \S+ is \d+ years old and earns [\d,]+ per year\. What is his ideal retirement plan\?", prompt.text
    )
    assert sanitizer.desanitize(prompt.text, prompt) == text


def test_an_age_is_told_from_a_house_number(sanitizer: Sanitizer) -> None:
    assert _types(sanitizer, "My age is 53 years.") == ["AGE"]
    assert "AGE" not in _types(sanitizer, "I stay at 53 Broadway Street.")


def test_a_threshold_is_an_amount(sanitizer: Sanitizer) -> None:
    text = "Please return all bank accounts with balance greater than $2000."
    prompt = sanitizer.sanitize(text)
    assert _types(sanitizer, text) == ["MONEY"]
    assert re.fullmatch(r"Please return all bank accounts with balance greater than \$\d+\.", prompt.text)


# What the paper's released code gets wrong.


def test_every_value_of_a_line_is_replaced(sanitizer: Sanitizer) -> None:
    text = "Alice Turner, James Smith and Maria Garcia paid $100, $2,000 and $30,000."
    prompt = sanitizer.sanitize(text)
    assert _types(sanitizer, text) == ["PERSON"] * 3 + ["MONEY"] * 3
    for word in ("Alice", "Turner", "James", "Smith", "Maria", "Garcia"):
        assert word not in prompt.text
    assert sanitizer.desanitize(prompt.text, prompt) == text


def test_an_age_range_is_not_torn(sanitizer: Sanitizer) -> None:
    text = "The patient is 50 years old; the group aged 50-64 was excluded."
    prompt = sanitizer.sanitize(text)
    assert sanitizer.desanitize(prompt.text, prompt) == text


@pytest.mark.parametrize("respelled", ["{:,}", "{}"])
def test_regrouped_amounts_are_read_back(sanitizer: Sanitizer, respelled: str) -> None:
    prompt = sanitizer.sanitize("The grant is $93,224,247.")
    released = int(re.sub(r"\D", "", prompt.text))
    answer = f"It is {respelled.format(released)} dollars; in Europe {released:,}".replace(",", ",")
    assert re.sub(r"\D", "", sanitizer.desanitize(answer, prompt)) == "93224247" * 2


def test_dotted_and_spaced_groups_are_read_back(sanitizer: Sanitizer) -> None:
    prompt = sanitizer.sanitize("The grant is $93,224,247.")
    released = int(re.sub(r"\D", "", prompt.text))
    dotted, spaced = f"{released:,}".replace(",", "."), f"{released:,}".replace(",", " ")
    assert sanitizer.desanitize(f"Es sind {dotted} Dollar.", prompt) == "Es sind 93.224.247 Dollar."
    assert sanitizer.desanitize(f"Ce sont {spaced} dollars.", prompt) == "Ce sont 93 224 247 dollars."


def test_a_million_dollars(sanitizer: Sanitizer) -> None:
    prompt = sanitizer.sanitize("She won $1,000,000.")
    assert sanitizer.desanitize(prompt.text, prompt) == "She won $1,000,000."


@pytest.mark.parametrize("text", ["Her SSN is 001-02-0003.", "Boston, MA 02139", "server 10.0.0.1"])
def test_leading_zeros_survive(sanitizer: Sanitizer, text: str) -> None:
    prompt = sanitizer.sanitize(text)
    assert prompt.text != text
    shapes = [re.sub(r"[^\W\d_]+(?: [^\W\d_]+)*", "x", one) for one in (text, prompt.text)]  # towns have several words
    assert len(shapes[0].split()) == len(shapes[1].split())
    assert sanitizer.desanitize(prompt.text) == text


# Joint sanitization.


def test_one_person_is_one_surrogate_in_all_texts(sanitizer: Sanitizer) -> None:
    prompt = sanitizer.sanitize(["Customer: Alice Turner", "What does Ms. Turner owe? ALICE TURNER called."])
    assert "turner" not in prompt.text.lower()
    surname = prompt.texts[0].split()[-1]
    assert f"Ms. {surname}" in prompt.texts[1]
    assert surname.upper() in prompt.texts[1]


class Takes:
    """Takes words for what it is told, as a network does that reads each in its context."""

    def __init__(self, *found: tuple[str, str]) -> None:
        self.found = found

    def detect(self, text: str) -> list[Span]:
        starts = [(text.index(value), value, kind) for value, kind in self.found if value in text]
        return [Span(start, start + len(value), kind, 0.9, NEURAL) for start, value, kind in starts]


def test_a_name_taken_for_a_place_is_the_person_who_has_it() -> None:
    case, lodged = "The case of Kadagishvili", "lodged by Mr Zurab Kadagishvili"
    sanitizer = Sanitizer(KEY, detector=Takes(("Kadagishvili", "LOCATION"), ("Zurab Kadagishvili", "PERSON")))
    together = sanitizer.sanitize([case, lodged])
    assert [span.entity_type for spans in together.spans for span in spans] == ["PERSON", "PERSON"]
    assert together.texts[0].split()[-1] == together.texts[1].split()[-1]
    session = sanitizer.session("thread")
    session.sanitize(lodged)
    assert [span.entity_type for span in session.sanitize(case).spans[0]] == ["PERSON"]


def test_a_town_of_the_lists_stays_a_town_beside_a_person_of_its_name() -> None:
    sanitizer = Sanitizer(KEY, detector=Takes(("Anna Florence", "PERSON"), ("Florence.", "LOCATION")))
    prompt = sanitizer.sanitize(["Anna Florence came", "to Florence."])
    assert [span.entity_type for spans in prompt.spans for span in spans] == ["PERSON", "LOCATION"]


def test_escaped_line_breaks_hide_nothing(sanitizer: Sanitizer) -> None:
    text = r'{"note": "Dear all,\nAlice Johnson called.\tSSN\n536-22-8154\r\nMail:\nalice.johnson@example.com"}'
    prompt = sanitizer.sanitize(text)
    for value in ("Alice", "Johnson", "536", "alice"):
        assert value not in prompt.text
    assert json.loads(prompt.text)["note"].count("\n") == json.loads(text)["note"].count("\n")
    assert sanitizer.desanitize(prompt.text, prompt) == text


def test_clear_text_that_equals_a_surrogate_is_protected(sanitizer: Sanitizer) -> None:
    surrogate = sanitizer.sanitize("Dear Alice Turner, hello").text.removeprefix("Dear ").removesuffix(", hello")
    text = f"Dear Alice Turner, hello. The word {surrogate} was here."
    prompt = sanitizer.sanitize(text)
    assert prompt.text.count(surrogate) == 1
    assert sanitizer.desanitize(prompt.text, prompt) == text


# Bad input.


@pytest.mark.parametrize("key", [None, "secret-key", b"secret-key"])
def test_no_key_is_a_clear_error(key: object) -> None:
    with pytest.raises(KeyMaterialError, match=r"Key\.generate\(\)") as error:
        Sanitizer(key)  # type: ignore[arg-type]
    assert "secret-key" not in str(error.value)


def test_another_key_reads_nothing(sanitizer: Sanitizer) -> None:
    text = "Her SSN is 123-45-6780."
    assert Sanitizer(Key.generate()).desanitize(sanitizer.sanitize(text).text) != text


@pytest.mark.parametrize("texts", [None, 7, b"bytes", ["fine", None], {"a": 1}])
def test_what_is_not_text_is_refused(sanitizer: Sanitizer, texts: object) -> None:
    with pytest.raises(PrivacyError, match="sanitize takes"):
        sanitizer.sanitize(texts)  # type: ignore[arg-type]


def test_an_empty_list_is_an_empty_prompt(sanitizer: Sanitizer) -> None:
    prompt = sanitizer.sanitize([])
    assert (prompt.texts, prompt.text, prompt.spans) == ((), "", ())
    assert sanitizer.desanitize("nothing issued", prompt) == "nothing issued"


def test_an_answer_that_is_not_text_is_refused(sanitizer: Sanitizer) -> None:
    with pytest.raises(DesanitizeError):
        sanitizer.desanitize(None)  # type: ignore[arg-type]


@pytest.mark.parametrize("policy", ["finance", "", {"PERSON": "keep"}, Policy])
def test_what_is_no_policy_is_refused(policy: object) -> None:
    with pytest.raises(PolicyError, match=r"Policy\.profile\('finance'\).*Policy\.load"):
        Sanitizer(KEY, policy=policy)  # type: ignore[arg-type]


@pytest.mark.parametrize("detector", ["", 7, []])
def test_what_is_no_detector_is_refused(detector: object) -> None:
    with pytest.raises(DetectionError, match="is not a detector"):
        Sanitizer(KEY, detector=detector)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "more"),
    [(5, {}), (None, {}), ("s", {"dependencies": 3}), ("s", {"budget": 5}), ("s", {"other_sessions": [1]})],
)
def test_a_session_of_something_else_is_refused(sanitizer: Sanitizer, name: Any, more: dict[str, Any]) -> None:
    with pytest.raises(PrivacyError, match=r"a session's .* is .*, not "):
        sanitizer.session(name, **more)


@pytest.mark.parametrize("operation", ["desanitize", "desanitize_value", "reader"])
def test_an_answer_is_read_with_a_prompt_only(sanitizer: Sanitizer, operation: str) -> None:
    given = ("an answer", "Alice Barr") if operation != "reader" else ("Alice Barr",)
    with pytest.raises(DesanitizeError, match="SanitizedPrompt that sanitize returned, not str") as error:
        getattr(sanitizer, operation)(*given)
    assert "Alice" not in str(error.value)


NO_SANITIZERS = (KEY, None, "Alice Barr", Sanitizer, Policy)


@pytest.mark.parametrize("given", [*NO_SANITIZERS, len])
def test_what_is_no_sanitizer_protects_nothing(given: object) -> None:
    with pytest.raises(PrivacyError, match=r"give a Sanitizer\(key\) or a session of it$") as error:
        check_protection(given)
    assert "Alice" not in str(error.value)


@pytest.mark.parametrize("given", NO_SANITIZERS)
def test_a_function_may_choose_the_sanitizer_where_calls_have_a_config(given: object, sanitizer: Sanitizer) -> None:
    check_protection(lambda _: sanitizer, chooses=True)
    with pytest.raises(PrivacyError, match=r"or a function of a call's config that returns one$"):
        check_protection(given, chooses=True)


@pytest.mark.parametrize("trust", ["nonsense", None, ["local"], True])
def test_trust_is_one_of_three(trust: object, sanitizer: Sanitizer) -> None:
    with pytest.raises(PrivacyError, match="'local', 'user', 'remote' or 'block'"):
        check_protection(sanitizer, trust)


class _Finds:
    def __init__(self, *spans: Span) -> None:
        self._spans = spans

    def detect(self, text: str) -> Iterable[Span]:
        del text
        return self._spans


def test_an_unknown_entity_type_is_refused() -> None:
    with pytest.raises(PolicyError, match="STARSHIP"):
        Sanitizer(KEY, detector=_Finds(Span(0, 4, "STARSHIP"))).sanitize("NCC-1701")


def test_a_refused_type_stops_the_request() -> None:
    policy = Policy.default().with_rule("US_SSN", Refuse())
    with pytest.raises(PolicyError, match="US_SSN") as error:
        Sanitizer(KEY, policy=policy).sanitize("Her SSN is 123-45-6780.")
    assert "6780" not in str(error.value)


def test_a_failing_detector_stops_the_request_and_its_message_is_withheld() -> None:
    class Failing:
        def detect(self, text: str) -> Iterable[Span]:
            raise ValueError(text)

    with pytest.raises(DetectionError) as error:
        Sanitizer(KEY, detector=Failing()).sanitize("Alice Turner")
    assert "Alice" not in str(error.value)
    assert error.value.__cause__ is None
    assert error.value.__context__ is None


@pytest.mark.parametrize("epsilon", [0, -1, "much", float("nan")])
def test_an_epsilon_without_meaning_is_refused(epsilon: float | str) -> None:
    with pytest.raises(PolicyError, match="epsilon"):
        Policy.default(epsilon=epsilon)


def test_nothing_clear_shows(sanitizer: Sanitizer) -> None:
    prompt = sanitizer.sanitize("Alice Turner, SSN 123-45-6780, earns $85,123 per year")
    shown = repr(prompt) + repr(sanitizer) + repr(prompt.issued) + repr(prompt.ledger) + repr(sanitizer.session("s"))
    for secret in ("Alice", "Turner", "6780", "85,123", "85123", KEY.to_bytes().hex()):
        assert secret not in shown


@pytest.mark.parametrize("operation", [pickle.dumps, copy.deepcopy])
def test_nothing_that_holds_clear_values_is_pickled(sanitizer: Sanitizer, operation: object) -> None:
    prompt = sanitizer.sanitize("Alice Turner")
    for holder in (prompt, sanitizer, sanitizer.session("s")):
        with pytest.raises(PrivacyError):
            operation(holder)  # type: ignore[operator]


def test_ten_megabytes_are_sanitized(sanitizer: Sanitizer) -> None:
    line = "Order 17 of Alice Turner, SSN 123-45-6780, is late and the weather is fine again today. "
    text = line * (10_000_000 // len(line))
    prompt = sanitizer.sanitize(text)
    assert "123-45-6780" not in prompt.text
    assert "Alice" not in prompt.text


def test_a_policy_chooses_the_cipher_and_the_ledger_says_which(sanitizer: Sanitizer) -> None:
    pytest.importorskip("ff3")
    rule = sanitizer.policy.treatment("CREDIT_CARD")
    assert isinstance(rule, Encipher)
    policy = sanitizer.policy.with_rule("CREDIT_CARD", replace(rule, backend="ff3-1/ff3"))
    text = "Please charge card 4111 1111 1111 1111 today."
    prompt = Sanitizer(KEY, policy=policy).sanitize(text)
    assert "FF3-1" in prompt.ledger.explain()
    assert prompt.text not in {text, sanitizer.sanitize(text).text}
    assert Sanitizer(KEY, policy=policy).desanitize(prompt.text) == text
