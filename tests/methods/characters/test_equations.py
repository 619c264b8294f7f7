from collections import Counter
from fractions import Fraction
from itertools import product
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.errors import MechanismError
from privacy_chains.hazmat.response import response
from privacy_chains.methods.characters.equations import (
    T0,
    T_alpha,
    guess_within,
    log_likelihood_ratio,
    posterior,
    posterior_uniform,
    random_word,
)

KEPT = Fraction(3, 5)


def channel(k: int, value: int, released: int, kept: Fraction) -> Fraction:
    return kept if value == released else (1 - kept) / (k - 1)


@given(st.lists(st.integers(1, 50), min_size=2, max_size=5), st.fractions(0, 1))
def test_4_1_is_bayes_rule(weights: list[int], kept: Fraction) -> None:
    prior = [Fraction(weight, sum(weights)) for weight in weights]
    k = len(prior)
    for true, released in product(range(k), repeat=2):
        total = sum(prior[one] * channel(k, one, released, kept) for one in range(k))
        if total:
            assert posterior(prior, true, released, kept) == prior[true] * channel(k, true, released, kept) / total


def test_4_1_on_the_channel_itself() -> None:
    drawn = response(4, Fraction(2))
    prior = [Fraction(1, 2), Fraction(1, 4), Fraction(1, 8), Fraction(1, 8)]
    total = sum(share * drawn.probability(value, 1) for value, share in enumerate(prior))
    assert posterior(prior, 0, 1, drawn.kept) == prior[0] * drawn.probability(0, 1) / total


@pytest.mark.parametrize("k", [2, 3, 5])
def test_4_2_is_4_1_of_equal_characters(k: int) -> None:
    prior = [Fraction(1, k)] * k
    assert posterior(prior, 0, 0, KEPT) == posterior_uniform(k, KEPT, same=True)
    assert posterior(prior, 0, 1, KEPT) == posterior_uniform(k, KEPT, same=False)


@pytest.mark.parametrize(("k", "length"), [(2, 1), (2, 4), (3, 3), (4, 2)])
def test_4_3_and_4_4_by_all_words(k: int, length: int) -> None:
    """The released word is the guess; over all originals of one release, how many places are wrong."""
    wrong = Counter[int]()
    shares: dict[int, Fraction] = {}
    for word in product(range(k), repeat=length):
        share = Fraction(1)
        for char in word:
            share *= channel(k, char, 0, KEPT)
        errors = sum(char != 0 for char in word)
        wrong[errors] += 1
        shares[errors] = shares.get(errors, Fraction(0)) + share
    assert random_word(length, KEPT) == shares[0]
    for most in range(length + 1):
        assert guess_within(most, length, KEPT) == sum(shares[errors] for errors in range(most + 1))
    assert guess_within(length, length, KEPT) == 1


def test_4_5_is_the_mean_over_words() -> None:
    lengths = {3: 2, 6: 1}
    assert T0(lengths, KEPT) == (2 * KEPT**3 + KEPT**6) / 3
    expected = (2 * guess_within(1, 3, KEPT) + guess_within(3, 6, KEPT)) / 3
    assert T_alpha(lengths, KEPT, Fraction(1, 2)) == expected
    assert T_alpha(lengths, KEPT, Fraction(1)) == 1


def test_the_ratio_turns_at_the_logarithm_of_93() -> None:
    """The paper: past epsilon 4 it is more likely that no character changed than that all did."""
    below, above = (response(94, epsilon).kept for epsilon in (Fraction(45, 10), Fraction(46, 10)))
    assert 4.5 < log(93) < 4.6
    assert log_likelihood_ratio(6, below) < 0 < log_likelihood_ratio(6, above)


def test_what_is_no_distribution_is_refused() -> None:
    for prior in ([Fraction(1)], [Fraction(1, 2), Fraction(1, 3)], [Fraction(3, 2), Fraction(-1, 2)]):
        with pytest.raises(MechanismError):
            posterior(prior, 0, 0, KEPT)
    with pytest.raises(MechanismError):
        T0({}, KEPT)
