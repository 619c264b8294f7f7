from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from privacy_chains.attacks.characters import ATTACKERS, Known, Observed, Secret, bayes_with_list
from privacy_chains.attacks.language import model_attackers, model_in_context, model_rewriting
from privacy_chains.errors import MissingPart
from privacy_chains.models import LocalModel, TokenSurprisal

KNOWN = Known(Fraction(3), "class")
BEFORE, AFTER = "She saw her doctor, ", ", who gave her some tablets."


def observed(released: str, original: str = "Martin") -> Observed:
    return Observed(Secret(original, "PERSON"), (released,), BEFORE, AFTER)


def preferring(word: str, texts: list[str]) -> LocalModel:
    """A model that finds texts with one word likely, and remembers what it was asked."""

    def surprisal(text: str, /) -> Sequence[TokenSurprisal]:
        texts.append(text)
        return [TokenSurprisal(0, len(text), 1.0 if word in text else 200.0)]

    return LocalModel(name="reader", surprisal=surprisal)


def writing(answer: str) -> LocalModel:
    def generate(*_: Any, **__: Any) -> str:
        return answer

    return LocalModel(name="writer", generate=generate)


def test_a_model_chooses_among_listed_words_by_context() -> None:
    one = observed("Marqin")
    assert bayes_with_list([one], KNOWN)[0] in {"Martin", "Marvin", "Marcin", "Mariin"}
    asked: list[str] = []
    assert model_in_context(preferring("Martin", asked))([one], KNOWN) == ["Martin"]
    assert model_in_context(preferring("Marvin", asked))([one], KNOWN) == ["Marvin"]
    assert all("doctor" in text and "tablets" in text for text in asked)


def test_a_model_is_not_asked_of_words_that_no_list_explains() -> None:
    asked: list[str] = []
    assert model_in_context(preferring("x", asked))([observed("Zqxvkr")], KNOWN) == ["Zqxvkr"]
    assert not asked


def test_a_model_that_writes_tells_the_word_in_its_place() -> None:
    text = "She saw her doctor, Martin , who gave her some tablets."
    assert model_rewriting(writing(text))([observed("Marcxn")], KNOWN) == ["Martin"]
    assert model_rewriting(writing("I am sorry."))([observed("Marcxn")], KNOWN) == ["Marcxn"]


def test_a_model_has_the_attackers_of_its_parts() -> None:
    both = writing("").beside(preferring("", []))
    assert set(model_attackers(both)) == {"model, rewriting", "model, context"}
    assert set(model_attackers(writing(""))) == {"model, rewriting"}
    assert not set(model_attackers(both)) & set(ATTACKERS)


def test_a_model_without_a_part_is_refused() -> None:
    with pytest.raises(MissingPart, match="the guess by a language model needs 'surprisal'"):
        model_attackers(LocalModel(name="none"))


def test_no_secret_stands_in_a_repr() -> None:
    assert "Martin" not in repr(observed("Martin"))
