"""The rows of the epsilon meter."""

from __future__ import annotations

from fractions import Fraction
from math import inf

from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.inspect.facts import bits_told
from privacy_chains.inspect.spending import spending
from privacy_chains.ledger import CharacterDP, Enciphered, Kept, Ledger, MetricDP, PostProcessed


@given(st.fractions(min_value=Fraction(1, 1000), max_value=50, max_denominator=1000))
def test_bits_are_rounded_up_and_by_less_than_two_hundredths(epsilon: Fraction) -> None:
    bits = Fraction(bits_told(epsilon))
    log2_e = Fraction("1.4426950408889634073599246810018921374266")
    assert epsilon * log2_e <= bits < epsilon * log2_e + Fraction(2, 100)


def test_each_event_is_a_row_of_its_own_unit_dearest_first() -> None:
    half = Fraction(1, 2)
    rows = spending(
        Ledger(
            (
                Enciphered("PERSON", 3, "words"),
                MetricDP("AGE", half, Fraction(1), 2, "", "years"),
                MetricDP("MONEY", half, Fraction(1, 20), 1, "", relative=True),
                CharacterDP("TEXT", Fraction(9, 4), 10, ""),
                PostProcessed("MONEY", 1, "it follows"),
                Kept("URL", 1),
            )
        )
    )
    assert [(row.entity_type, row.count, row.epsilon, row.unit) for row in rows] == [
        ("URL", 1, inf, ""),
        ("TEXT", 10, Fraction(45, 2), "characters"),
        ("AGE", 2, 1, "1 year"),
        ("MONEY", 1, half, "5 %"),
        ("MONEY", 1, 0, ""),
        ("PERSON", 3, 0, ""),
    ]
    assert [row.shown for row in rows] == ["in clear", "22.5", "1", "0.5", "0", "0"]
