from __future__ import annotations

from math import exp, floor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.methods.importance.equations import (
    below_percentile,
    draw_chances,
    first_share,
    mean_of_each,
    min_max,
    protected_share,
    reaching,
    sum_of_each,
)

NUMBERS = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=30)
SHARES = st.floats(0, 1)


def test_tokens_are_added_up_and_averaged() -> None:
    groups = [[0, 1], [], [2]]
    assert sum_of_each([1.0, 2.0, 4.0], groups) == [3.0, 0, 4.0]
    assert mean_of_each([1.0, 2.0, 4.0], groups) == [1.5, 0.0, 4.0]


@given(NUMBERS)
def test_min_max_is_affine_onto_the_unit_interval(values: list[float]) -> None:
    found = np.array(min_max(values))
    given = np.array(values)
    if given.max() > given.min():
        assert found.min() == 0
        assert found.max() == 1
        assert found * (given.max() - given.min()) + given.min() == pytest.approx(given, abs=1e-3)
    else:
        assert not found.any()


@given(NUMBERS, st.floats(0.1, 1))
def test_the_share_is_a_logistic_of_the_mean(bits: list[float], strength: float) -> None:
    mean = min(max(sum(bits) / len(bits), -700), 700)
    assert protected_share(bits, strength) == pytest.approx(strength / (1 + exp(-mean)))
    assert (
        protected_share(bits, strength, center=mean, scale=3) == pytest.approx(strength / 2, rel=1e-2)
        or abs(mean) == 700
    )


@given(NUMBERS, SHARES)
def test_the_first_share_holds_the_least_important(values: list[float], share: float) -> None:
    found = first_share(values, share)
    others = [value for place, value in enumerate(values) if place not in found]
    assert len(found) == floor(share * len(values))
    assert not found or not others or max(values[place] for place in found) <= min(others)


@given(NUMBERS, SHARES)
def test_the_percentile_is_that_of_numpy(values: list[float], share: float) -> None:
    border = np.percentile(values, 100 * share)
    found = below_percentile(values, share)
    sure = [place for place, value in enumerate(values) if value < border - 1e-6]
    assert set(sure) <= set(found)
    assert all(values[place] <= border + 1e-6 for place in found)


def test_candidates_are_the_fewest_that_reach_the_probability() -> None:
    chances = [0.5, 0.25, 0.125, 0.0625]
    assert [reaching(chances, reach) for reach in (0.1, 0.5, 0.75, 0.76, 0.99)] == [1, 1, 2, 3, 4]
    assert reaching([], 0.5) == 0


@given(st.floats(0, 1), st.floats(0, 1), st.lists(SHARES, min_size=1), st.sampled_from([1.0, 10.0]))
def test_chances_are_a_softmax(importance: float, privacy: float, alike: list[float], factor: float) -> None:
    found = draw_chances(importance, privacy, alike, factor)
    logits = factor * (importance - privacy) * np.array(alike)
    assert found == pytest.approx(np.exp(logits) / np.exp(logits).sum())
    assert sum(found) == pytest.approx(1)
