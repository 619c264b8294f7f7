"""The drop-in for LangChain's ``PresidioReversibleAnonymizer``: its methods, its examples, and no mapping."""

from __future__ import annotations

import inspect
import pickle
from types import SimpleNamespace
from typing import Any

import pytest
from langchain_core.messages import AIMessage
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.runnables import RunnableLambda
from presidio_analyzer import Pattern, PatternRecognizer

from langchain_privacy_chains.data_anonymizer import PresidioReversibleAnonymizer
from privacy_chains import Key, KeyMaterialError, Policy, PolicyError, PrivacyError, UnsupportedContent

KEY = Key.from_bytes(bytes(range(32)))
TEXT = "My name is Slim Shady, call me at 313-666-7440 or email me at real.slim.shady@gmail.com"
VALUES = ("Slim", "Shady", "313-666", "real.slim")


def anonymizer(**options: Any) -> PresidioReversibleAnonymizer:
    return PresidioReversibleAnonymizer(key=KEY, **options)


def operator(name: str, **params: Any) -> Any:
    """What Presidio's ``OperatorConfig`` is to who reads it."""
    return SimpleNamespace(operator_name=name, params=params)


def test_the_first_example_of_langchains_documentation() -> None:
    made = anonymizer(analyzed_fields=["PERSON", "PHONE_NUMBER", "EMAIL_ADDRESS", "CREDIT_CARD"])
    sent = made.anonymize(TEXT)
    assert not [value for value in VALUES if value in sent]
    assert made.deanonymize(sent) == TEXT
    assert made.anonymize(TEXT) == sent


def test_answers_are_read_though_the_model_respelled_them() -> None:
    made = anonymizer()
    sent = made.anonymize("Alice Barr owes 50 dollars.")
    surname = sent.split()[1]
    assert made.deanonymize(f"MS. {surname.upper()}'s debt") == "MS. BARR's debt"


def test_a_matching_strategy_may_stay_where_it_is() -> None:
    made = anonymizer()
    sent = made.anonymize(TEXT)
    assert made.deanonymize(sent, deanonymizer_matching_strategy=lambda text, _: text) == TEXT


def test_another_process_reads_with_the_key_and_nothing_else() -> None:
    sent = anonymizer().anonymize("Slim Shady is here.")
    assert anonymizer().deanonymize(sent) == "Slim Shady is here."


def test_it_works_in_a_chain_as_langchains_guide_has_it() -> None:
    made, seen = anonymizer(), list[str]()

    def model(prompt: Any) -> AIMessage:
        seen.append(prompt.to_string())
        return AIMessage(f"I read: {prompt.to_string()}")

    chain = (
        {"text": made.anonymize}
        | ChatPromptTemplate.from_template("Rewrite: {text}")
        | RunnableLambda(model)
        | RunnableLambda(lambda answer: made.deanonymize(answer.text))
    )
    assert TEXT in chain.invoke(TEXT)
    assert not [value for value in VALUES if value in seen[0]]


def test_only_the_fields_that_were_named_are_looked_for() -> None:
    sent = anonymizer(analyzed_fields=["PHONE_NUMBER"]).anonymize(TEXT)
    assert "Slim Shady" in sent
    assert "313-666" not in sent
    with pytest.raises(PolicyError, match="is it PERSON"):
        anonymizer(analyzed_fields=["PERSN"])


def test_a_recognizer_of_presidios_is_heeded() -> None:
    polish = PatternRecognizer("POLISH_ID", patterns=[Pattern("polish id", r"[A-Z]{3}\d{6}", 1.0)])
    made = anonymizer()
    made.add_recognizer(polish)
    text = "Slim's id is VTC592627."
    sent = made.anonymize(text)
    assert "VTC592627" not in sent
    assert made.deanonymize(sent) == text


def test_operators_become_rules() -> None:
    made = anonymizer(operators={"PHONE_NUMBER": operator("replace", new_value="[phone]")})
    made.add_operators({"EMAIL_ADDRESS": operator("hash"), "PERSON": operator("replace")})
    sent = made.anonymize(TEXT)
    assert sent.startswith("My name is <PERSON>, call me at [phone] or email me at EMAIL_ADDRESS_")
    assert made.deanonymize(sent) == sent
    made.add_operators({"PERSON": operator("keep"), "PHONE_NUMBER": operator("redact")})
    assert made.anonymize(TEXT).startswith("My name is Slim Shady, call me at  or")
    made.add_operators({"PERSON": operator("encrypt", key="a key of its own")})
    assert "Slim" not in made.anonymize(TEXT)


@pytest.mark.parametrize("name", ["mask", "custom"])
def test_an_operator_that_shows_parts_or_decides_by_itself_is_refused(name: str) -> None:
    with pytest.raises(PolicyError, match=f"the operator '{name}' for PERSON"):
        anonymizer(operators={"PERSON": operator(name)})


def test_an_allow_list_holds_for_its_call_and_answers_to_all_are_read() -> None:
    made = anonymizer()
    first = made.anonymize(TEXT)
    second = made.anonymize("Marshall Mathers is Slim Shady.", allow_list=["Slim Shady"])
    assert "Slim Shady" in second
    assert "Marshall" not in second
    assert "Slim" not in made.anonymize("Slim Shady again.")
    name = second.removesuffix(" is Slim Shady.")
    assert made.deanonymize(f"{name} | {first}") == f"Marshall Mathers | {TEXT}"


def test_there_is_no_mapping_to_see_save_or_load() -> None:
    made = anonymizer()
    made.anonymize(TEXT)
    for use in (
        lambda: made.deanonymizer_mapping,
        lambda: made.anonymizer_mapping,
        lambda: made.save_deanonymizer_mapping("mapping.json"),
        lambda: made.load_deanonymizer_mapping("mapping.json"),
    ):
        with pytest.raises(PrivacyError, match="there is no mapping"):
            use()


def test_resetting_forgets_and_surrogates_stay() -> None:
    made = anonymizer()
    sent = made.anonymize("Slim Shady is here.")
    made.reset_deanonymizer_mapping()
    assert made.anonymize("Slim Shady is here.") == sent


def test_a_key_is_needed_and_pipelines_are_not() -> None:
    with pytest.raises(KeyMaterialError):
        PresidioReversibleAnonymizer().anonymize(TEXT)
    with pytest.raises(UnsupportedContent, match="PresidioDetector"):
        anonymizer(languages_config={"nlp_engine_name": "spacy"})


def test_faker_is_not_asked() -> None:
    assert anonymizer(faker_seed=1).anonymize(TEXT) == anonymizer(faker_seed=2).anonymize(TEXT)


def test_a_policy_decides_what_has_no_operator() -> None:
    policy = Policy.profile("translation")
    assert "$" in anonymizer(policy=policy).anonymize("Slim Shady owes $54,839.59.")


def test_nothing_is_shown_or_pickled() -> None:
    made = anonymizer()
    made.anonymize(TEXT)
    assert not [value for value in VALUES if value in repr(made)]
    with pytest.raises(PrivacyError):
        pickle.dumps(made)


def test_every_public_method_of_langchains_class_is_there() -> None:
    theirs = pytest.importorskip(
        "langchain_experimental.data_anonymizer.presidio", reason="not installed"
    ).PresidioReversibleAnonymizer
    for name in (one for one in dir(theirs) if not one.startswith("_")):
        assert hasattr(PresidioReversibleAnonymizer, name)
        wanted, given = (getattr(one, name) for one in (theirs, PresidioReversibleAnonymizer))
        if callable(wanted):
            assert list(inspect.signature(given).parameters) == list(inspect.signature(wanted).parameters)
    taken = list(inspect.signature(PresidioReversibleAnonymizer).parameters)
    asked = list(inspect.signature(theirs).parameters)
    assert taken[: len(asked)] == asked
