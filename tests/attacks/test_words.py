"""Attacks on words with noise."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from privacy_chains.attacks.word_contexts import contexts
from privacy_chains.attacks.word_posterior import bayes, invert, zipf
from privacy_chains.methods.words import ExponentialWords, Lexicon, TreeWords, Vectors, default_lexicon

KEY = bytes(range(32))
LEXICON = Lexicon.parse(iter(["= noun 2", "common a", "rare k", "other f", ""]))
PRIOR = {"common": 0.6, "rare": 0.1, "other": 0.3}


def _best_rate(mechanism: TreeWords) -> float:
    """The success of the Bayes attacker, by brute force over all words and leaves."""
    (kind,) = mechanism.lexicon.classes
    tree = mechanism.mechanisms[kind.height]
    joint: dict[str, dict[str, float]] = {}
    for word, prior in PRIOR.items():
        for leaf, shown in enumerate(kind.leaves):
            share = float(tree.probability(mechanism.lexicon.places[word].place, leaf))
            joint.setdefault(shown, dict.fromkeys(PRIOR, 0.0))[word] += prior * share
    return sum(max(row.values()) for row in joint.values())


@pytest.mark.parametrize("epsilon", [Fraction(1, 10), Fraction(1), Fraction(2)])
def test_bayes_on_the_tree_is_optimal(epsilon: Fraction) -> None:
    mechanism = TreeWords(epsilon, LEXICON)
    secrets = [word for word, share in PRIOR.items() for _ in range(int(10_000 * share))]
    result = bayes(mechanism, PRIOR, secrets, KEY)
    assert abs(result.success - _best_rate(mechanism)) < 0.03
    assert result.guessing == 6000


def test_bayes_on_vectors() -> None:
    words = [f"w{place}" for place in range(8)]
    vectors = Vectors(words, np.random.default_rng(2).standard_normal((8, 4)).astype(np.float32))
    prior = {word: 1.0 + place for place, word in enumerate(words)}
    sure = bayes(ExponentialWords(vectors, Fraction(60)), prior, words * 50, KEY)
    assert sure.success > 0.99
    blind = bayes(ExponentialWords(vectors, Fraction(1, 1000)), prior, words * 50, KEY)
    assert blind.learned == blind.guessing == 50


def test_inversion_names_the_neighbours() -> None:
    words = [f"w{place}" for place in range(50)]
    vectors = Vectors(words, np.arange(50, dtype=np.float32)[:, None])
    prior = dict.fromkeys(words, 1.0)
    near = invert(ExponentialWords(vectors, Fraction(2)), vectors, prior, words * 20, KEY, top=7)
    far = invert(ExponentialWords(vectors, Fraction(1, 100)), vectors, prior, words * 20, KEY, top=7)
    assert near.success > 0.9
    assert far.success < 0.3
    assert near.guessing == 7 * 20


def test_contexts_tell_more_than_frequency() -> None:
    """In many messages of one session a word is told by its company, even where the draw tells next to nothing."""
    lexicon = default_lexicon()
    texts = ["they went to the doctor and sat with a nurse", "the doctor said that of a nurse and of the doctor"] * 20
    result = contexts(TreeWords(Fraction(5), lexicon), texts, texts, KEY)
    assert result.success > 0.5
    assert result.learned >= result.guessing


def test_zipf_orders_words_by_frequency() -> None:
    prior = zipf(default_lexicon())
    assert prior["year"] > prior["diabetes"] > prior["hydrant"] > 0
