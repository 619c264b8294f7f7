"""Blocks of coins."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from privacy_chains.errors import MechanismError
from privacy_chains.hazmat.blocks import Blocks
from privacy_chains.hazmat.uniforms import uniforms

KEY = bytes(range(32))


def test_same_pair_same_block() -> None:
    blocks, numbers = Blocks(KEY, "a"), np.arange(100)
    drawn = blocks.of(numbers, 7)
    assert (drawn == Blocks(KEY, "a").of(numbers, 7)).all()
    assert (drawn[5] == blocks.of(np.array([5]), np.array([7]))[0]).all()
    assert not (drawn == Blocks(KEY, "b").of(numbers, 7)).any()
    assert not (drawn == blocks.of(numbers, 8)).any()


def test_bits_are_fair() -> None:
    bits = np.unpackbits(Blocks(KEY).of(np.arange(10_000)).view(np.uint8))
    assert abs(bits.mean() - 0.5) < 5 * 0.5 / np.sqrt(len(bits))


def test_more_coins_are_of_the_pair() -> None:
    blocks = Blocks(KEY)
    assert blocks.more(3, 4).bits(64) == Blocks(KEY).more(3, 4).bits(64) != blocks.more(4, 3).bits(64)


def test_no_key_shows() -> None:
    assert repr(Blocks(KEY)) == "Blocks()"
    with pytest.raises(MechanismError):
        pickle.dumps(Blocks(KEY))


def test_uniforms() -> None:
    drawn = uniforms(KEY, 10_000, "test")
    assert ((drawn > 0) & (drawn <= 1)).all()
    assert abs(drawn.mean() - 0.5) < 5 / np.sqrt(12 * len(drawn))
    assert (drawn == uniforms(KEY, 10_000, "test")).all()
    assert not (drawn == uniforms(KEY, 10_000, "other")).any()
