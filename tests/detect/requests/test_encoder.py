"""The judge's network: what a sentence of one piece gives, and what may not change what it gives."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.detect.network.stored_weights import weights_of
from privacy_chains.detect.requests.encoder import HEADS, LAYERS, log_odds

WIDTH = 384


def drawn(pieces: int, seed: int) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal((pieces, WIDTH)).astype(np.float32)


def level(value: np.ndarray) -> np.ndarray:
    return (value - value.mean()) / np.sqrt(value.var() + 1e-5)


def test_a_sentence_of_one_piece_attends_to_itself_alone() -> None:
    stored, states = weights_of("privacy_chains.detect.requests"), drawn(1, 0)
    weights, trait = stored.arrays, next(iter(stored.numbers))
    seen = weights["enter"] @ states[0] + weights["enter_bias"]
    seen = seen + weights["known"] @ weights["traits"][0] + weights["known_bias"]
    for layer in range(LAYERS):
        value = (weights[f"look{layer}"] @ level(seen) + weights[f"look{layer}_bias"])[2 * len(seen) :]
        seen = seen + weights[f"take{layer}"] @ value + weights[f"take{layer}_bias"]
        inner = np.maximum(weights[f"up{layer}"] @ level(seen) + weights[f"up{layer}_bias"], 0)
        seen = seen + weights[f"down{layer}"] @ inner + weights[f"down{layer}_bias"]
    inner = np.maximum(weights["inner"] @ level(seen) + weights["inner_bias"], 0)
    expected = float((weights["last"] @ inner + weights["last_bias"])[0])
    assert log_odds(states, [(0, 1)], [(trait,)]) == pytest.approx([expected], rel=1e-3, abs=1e-3)
    assert len(seen) % HEADS == 0


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
