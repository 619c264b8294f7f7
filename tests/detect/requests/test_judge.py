"""The judge of public names, and names that are made of others."""

from __future__ import annotations

import pytest

from privacy_chains.detect.requests.judge import log_odds
from privacy_chains.detect.requests.made_names import made_names
from privacy_chains.detect.requests.words import Known, is_term, known_in


@pytest.mark.parametrize(
    ("public", "private"),
    [
        ("What did X compose?", "What did X order?"),
        ("Explain X's theory of knowledge.", "Explain X's sick note."),
        ("Why was X exiled?", "Why was X late?"),
    ],
)
def test_what_is_said_of_the_world_weighs_more(public: str, private: str) -> None:
    odds = []
    for text in (public, private):
        filled = text.replace("X", "Voltaire")
        at = filled.index("Voltaire")
        one = Known(at, at + len("Voltaire"), "people", may_be_person=True)
        odds.append(log_odds(filled, one, 0, len(filled), ()))
    assert odds[0] > 2.0  # how sure it has to be of people
    assert odds[1] < 0


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("What did the battle of Agincourt decide?", "battle of Agincourt"),
        ("What did Brown v. Board of Education change?", "Brown v. Board of Education"),
        ("What was the Dreyfus affair?", "Dreyfus"),
    ],
)
def test_laws_and_battles_are_called_after_others(text: str, name: str) -> None:
    names = [*made_names(text, 0, len(text)), *known_in(text, 0, len(text))]
    assert name in {text[one.start : one.end] for one in names}


def test_no_person_makes_the_name_of_a_law() -> None:
    for text in ("Call Antony Tudor before five.", "Has Grey signed?", "Is Mrs Berlin Wall here?"):
        assert not list(made_names(text, 0, len(text)))


def test_agencies_are_terms_and_short_initials_are_not() -> None:
    assert is_term("IRS")
    assert not is_term("JB")
