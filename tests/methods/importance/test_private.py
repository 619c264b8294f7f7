"""The exact probabilities of words that are drawn with privacy."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import e, exp

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from model_support.scripted import SCRIPTED

from privacy_chains.errors import MechanismError
from privacy_chains.hazmat.coins import Coins
from privacy_chains.methods.importance.memory import RewriteMemory
from privacy_chains.methods.importance.private import ContextMechanism, Privately
from privacy_chains.methods.words.lexicon import default_lexicon
from privacy_chains.methods.words.tree import distance

KEY = bytes(range(32))
HEIGHT = 4
CANDIDATES = st.dictionaries(st.integers(0, 2**HEIGHT - 1), st.integers(1, 1 << 17), min_size=1)


@settings(max_examples=25, deadline=None)
@given(CANDIDATES, st.sampled_from([Fraction(1), Fraction(1, 3), Fraction(5, 2)]))
def test_no_release_tells_two_words_apart_by_more_than_epsilon_for_their_distance(
    candidates: dict[int, int], epsilon: Fraction
) -> None:
    """All pairs of words and all releases, in rationals: ``1 / alpha ** 2`` stands for ``exp(epsilon)``."""
    mechanism = ContextMechanism(epsilon, HEIGHT)
    bound = 1 / mechanism.alpha**2
    assert bound <= Fraction(exp(epsilon)) * (1 + Fraction(1, 10**12))
    chances = {
        (word, released): mechanism.probability(word, released, candidates)
        for word, released in product(range(2**HEIGHT), candidates)
    }
    for word, other, released in product(range(2**HEIGHT), range(2**HEIGHT), candidates):
        assert chances[word, released] <= bound ** distance(word, other) * chances[other, released]
    assert all(sum(chances[word, one] for one in candidates) == 1 for word in range(2**HEIGHT))


def test_the_probability_is_the_one_that_the_docstring_says() -> None:
    mechanism = ContextMechanism(Fraction(1), HEIGHT)
    candidates = {0: 7, 5: 3, 15: 1}
    weights = {place: fits * e ** (-distance(5, place) / 2) for place, fits in candidates.items()}
    for place, weight in weights.items():
        assert float(mechanism.probability(5, place, candidates)) == pytest.approx(weight / sum(weights.values()))


def test_draws_follow_the_probability() -> None:
    mechanism, candidates = ContextMechanism(Fraction(1), HEIGHT), {0: 7, 5: 3, 15: 1}
    drawn = Counter(mechanism.release(5, candidates, Coins(KEY, str(number))) for number in range(4000))
    for place in candidates:
        chance = float(mechanism.probability(5, place, candidates))
        assert abs(drawn[place] - 4000 * chance) < 5 * (4000 * chance * (1 - chance)) ** 0.5


def test_an_epsilon_has_to_be_positive() -> None:
    with pytest.raises(MechanismError):
        ContextMechanism(Fraction(0), HEIGHT)


def test_candidates_depend_on_what_was_released_and_the_class_alone() -> None:
    """Two texts that differ in a word of one class, and are released alike before it, have the same candidates."""
    asked: list[tuple[str, int]] = []

    class Watched(Privately):
        def candidates(self, before: str, kind: int) -> dict[int, int]:
            asked.append((before, kind))
            return super().candidates(before, kind)

    places = default_lexicon().places
    assert places["plumber"].kind == places["dentist"].kind
    for word in ("plumber", "dentist"):
        memory = RewriteMemory()
        memory.issued["doctor"] = "doctor"  # released before
        Watched(SCRIPTED, Fraction(1), KEY).learn(["The ", " and the ", ""], ["doctor", word], memory)
        assert memory.issued[word] in default_lexicon().classes[places[word].kind].leaves
    assert asked[0] == asked[1] == ("The doctor and the ", places["plumber"].kind)


def test_without_a_candidate_the_tree_alone_draws() -> None:
    class Silent(Privately):
        def candidates(self, before: str, kind: int) -> dict[int, int]:
            return {}

    memory = RewriteMemory()
    Silent(SCRIPTED, Fraction(1), KEY).learn(["The ", ""], ["baker"], memory)
    assert memory.issued["baker"] in default_lexicon().classes[default_lexicon().places["baker"].kind].leaves
