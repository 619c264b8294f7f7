"""The judge's network: what may change what it gives, and what may not."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.detect.network.judges import judge_of
from privacy_chains.detect.requests.encoder import log_odds

WIDTH = 384


def drawn(pieces: int, seed: int) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal((pieces, WIDTH)).astype(np.float32)


@given(st.integers(1, 5), st.integers(0, 99))
def test_a_word_of_equal_pieces_is_that_of_one(pieces: int, seed: int) -> None:
    states = drawn(1, seed)
    alone = log_odds(states, [(0, 1)], [()])
    assert log_odds(np.repeat(states, pieces, axis=0), [(0, pieces)], [()]) == pytest.approx(alone, rel=1e-3, abs=1e-3)


def test_what_is_known_of_a_word_changes_what_is_said_of_it() -> None:
    states, trait = drawn(3, 0), next(iter(judge_of("privacy_chains.detect.requests").numbers))
    words = [(0, 1), (1, 3)]
    assert log_odds(states, words, [(trait,), ()]) != log_odds(states, words, [(), ()])


@given(st.permutations(range(6)), st.integers(0, 99))
def test_where_a_word_stands_is_told_by_the_states_alone(order: list[int], seed: int) -> None:
    states, words = drawn(6, seed), [(at, at + 1) for at in range(6)]
    told = log_odds(states, words, [()] * 6)
    moved = log_odds(states[order], words, [()] * 6)
    assert moved == pytest.approx([told[at] for at in order], rel=1e-3, abs=1e-3)


@given(st.integers(0, 99))
def test_traits_that_were_never_met_say_nothing(seed: int) -> None:
    states, words = drawn(4, seed), [(0, 2), (3, 4)]
    assert log_odds(states, words, [("no such trait",), ()]) == log_odds(states, words, [(), ()])
