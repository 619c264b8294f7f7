"""The judge of numbers: what may change what it says of a number, and what may not."""

from __future__ import annotations

from math import isclose

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.detect.quantities.judge import FAR, KINDS, Spelled, chances

WIDTH = 384
PIECES = 4 * FAR


def drawn(seed: int) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal((PIECES, WIDTH)).astype(np.float32)


@given(st.integers(0, 99), st.integers(0, PIECES - 2), st.integers(1, 2))
def test_chances_are_of_all_kinds_and_add_up(seed: int, first: int, pieces: int) -> None:
    (said,) = chances(drawn(seed), [Spelled(first, first + pieces, ("2 digits",))])
    assert tuple(said) == KINDS
    assert isclose(sum(said.values()), 1, abs_tol=1e-5)


@given(st.integers(0, 99), st.integers(0, PIECES - 2))
def test_numbers_of_a_window_are_judged_as_each_alone(seed: int, first: int) -> None:
    states, numbers = drawn(seed), [Spelled(0, 1, ("1 digits",)), Spelled(first, first + 2, ("3 digits", "apart"))]
    together = chances(states, numbers)
    for one, number in zip(together, numbers, strict=True):
        (alone,) = chances(states, [number])
        assert list(one.values()) == pytest.approx(list(alone.values()), abs=1e-4)


@given(st.integers(0, 99))
def test_the_order_of_what_is_far_off_says_nothing(seed: int) -> None:
    states, number = drawn(seed), Spelled(0, 1, ())
    far = [*range(FAR), *reversed(range(FAR, PIECES))]
    (said,), (moved,) = (chances(each, [number]) for each in (states, states[far]))
    assert list(said.values()) == pytest.approx(list(moved.values()), abs=1e-4)


@given(st.integers(0, 99))
def test_what_stands_beside_a_number_is_told_from_what_stands_farther(seed: int) -> None:
    states, number = drawn(seed), Spelled(5, 6, ())
    swapped = [0, 1, 2, 4, 3, *range(5, PIECES)]
    assert chances(states, [number]) != chances(states[swapped], [number])


@given(st.integers(0, 99))
def test_spellings_that_were_never_met_say_nothing(seed: int) -> None:
    states = drawn(seed)
    assert chances(states, [Spelled(3, 4, ("no such spelling",))]) == chances(states, [Spelled(3, 4, ())])
