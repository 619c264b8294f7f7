import json
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from io import StringIO
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from privacy_chains.errors import BudgetExceeded, PolicyError
from privacy_chains.ledger import (
    Budget,
    CharacterDP,
    Enciphered,
    Kept,
    Ledger,
    MetricDP,
    PostProcessed,
    exact_epsilon,
    rounded_up,
)

NOISY = MetricDP("MONEY", Fraction(1, 3), Fraction(5000), 2, "order of magnitude", "currency units")
LEDGER = Ledger.of([Enciphered("PERSON", 1, "class of the word"), NOISY, PostProcessed("MONEY", 1, "computed")])


def test_epsilon_adds_up_and_only_noise_spends() -> None:
    assert LEDGER.epsilon == LEDGER.spent == Fraction(2, 3)
    assert (LEDGER + LEDGER).spent == Fraction(4, 3)


def test_what_is_kept_in_clear_makes_epsilon_infinite() -> None:
    ledger = LEDGER + Ledger((Kept("EMAIL_ADDRESS", 1),))
    assert ledger.epsilon == inf
    assert ledger.spent == Fraction(2, 3)
    assert "1 in clear" in ledger.explain()


def test_equal_kinds_are_counted_together() -> None:
    assert Ledger.of([NOISY, NOISY]).events == (replace(NOISY, count=4),)


def test_it_explains_itself_in_words() -> None:
    text = LEDGER.explain()
    assert "MONEY x2: two values closer than 5,000 currency units are hard to tell apart" in text
    assert "factor <= 1.40" in text
    assert "PERSON x1: enciphered" in text
    assert "epsilon spent: 0.6667" in text


def test_a_relative_unit_reads_as_a_percentage() -> None:
    event = MetricDP("MONEY", Fraction(1), Fraction(1, 20), 1, "nothing", relative=True)
    assert "closer than 5 % are" in event.explain()
    assert "factor <= 2.72" in event.explain()


def test_it_is_json_ready_and_exact() -> None:
    data = json.loads(json.dumps((LEDGER + Ledger((Kept("URL", 1),))).as_dict()))
    assert data["epsilon"] == "inf"
    assert data["spent"] == "2/3"
    assert data["events"][1]["kind"] == "MetricDP"


def test_it_shows_in_terminal_and_notebook() -> None:
    console = Console(width=200, record=True, file=StringIO())
    console.print(LEDGER)
    shown = console.export_text()
    for cell in ("MONEY", "enciphered", "noisy", "epsilon spent"):
        assert cell in shown
        assert cell in LEDGER._repr_html_()


def test_unknown_events_are_refused() -> None:
    with pytest.raises(PolicyError, match="str"):
        Ledger.of(["MetricDP"])


@given(st.fractions(min_value=Fraction(1, 10**6), max_value=10**6))
def test_no_epsilon_is_printed_smaller_than_it_is(epsilon: Fraction) -> None:
    printed = Fraction(Decimal(rounded_up(epsilon).replace(",", "")))
    assert epsilon <= printed <= epsilon * Fraction(1002, 1000)


@pytest.mark.parametrize(("value", "exact"), [(0.1, "1/10"), (1, "1"), ("2/3", "2/3"), (Fraction(1, 7), "1/7")])
def test_an_epsilon_is_what_is_written(value: float, exact: str) -> None:
    assert exact_epsilon(value) == Fraction(exact)


@pytest.mark.parametrize("value", [0, -1, inf, float("nan"), "x", "1/0"])
def test_what_is_no_epsilon_is_refused(value: float) -> None:
    with pytest.raises(PolicyError):
        exact_epsilon(value)


@pytest.mark.parametrize(
    ("budget", "name"),
    [
        (Budget(message=Fraction(1, 2)), "message"),
        (Budget(session=Fraction(1)), "session"),
        (Budget(user=Fraction(3, 2)), "user"),
    ],
)
def test_a_budget_refuses_and_says_what_needed_how_much(budget: Budget, name: str) -> None:
    with pytest.raises(BudgetExceeded, match=rf"the {name} budget .* MONEY x2 needs 0\.6667"):
        budget.check(LEDGER, session=LEDGER, user=LEDGER)


def test_a_budget_that_suffices_says_nothing() -> None:
    Budget(message=Fraction(2, 3), session=Fraction(4, 3), user=Fraction(2)).check(LEDGER, session=LEDGER, user=LEDGER)
    Budget(session=Fraction(1, 10)).check(Ledger((PostProcessed("AGE", 3, "repeat"),)), session=LEDGER)
    Budget().check(LEDGER)


def test_characters_are_in_no_sum_of_other_units() -> None:
    letters = CharacterDP("TEXT", Fraction(2), 10, "lengths")
    both = LEDGER + Ledger((letters,))
    assert both.epsilon == both.spent == Fraction(2, 3)
    assert both.characters == 20
    assert "two characters of one class are hard to tell apart: factor <= 7.39" in both.explain()
    assert "two words of six letters: factor <= 162,754.80" in both.explain()
    assert "apart, in characters: 20" in both.explain()
    assert "characters" not in LEDGER.explain()
    assert "noisy" in both._repr_html_()
    Budget(message=Fraction(1)).check(both)


def test_the_summary_counts_types_by_what_became_of_them() -> None:
    noise = MetricDP("AGE", Fraction(1, 2), Fraction(1), 2, "nothing", "years")
    ledger = Ledger.of((noise, Enciphered("PERSON", 1, "claim", "case"), noise, Enciphered("PERSON", 2, "claim", "")))
    assert ledger.summary().splitlines()[:2] == ["AGE x4: noise, epsilon 2", "PERSON x3: enciphered"]
