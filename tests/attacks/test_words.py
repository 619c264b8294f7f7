"""Attacks on words with noise."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest

from privacy_chains.attacks.word_contexts import contexts
from privacy_chains.attacks.word_masks import masks
from privacy_chains.attacks.word_posterior import attacker_on, bayes, invert, zipf
from privacy_chains.methods.words import (
    ExponentialWords,
    LaplaceWords,
    Lexicon,
    TreeWords,
    Vectors,
    default_lexicon,
)
from privacy_chains.models.parts import Replacement

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


def test_bayes_on_laplace_by_rank_is_optimal() -> None:
    """Words far apart on a line are never confused by the noise: what is left is the draw by rank, in closed form."""
    vectors = Vectors(["a", "b", "c"], np.array([[0.0], [10.0], [30.0]], dtype=np.float32))
    prior, rate = {"a": 0.5, "b": 0.3, "c": 0.2}, 0.7
    mechanism = LaplaceWords(vectors, Fraction(10), Fraction(7, 100))
    weights = np.exp(-rate * np.arange(3))
    ranks = {"a": "abc", "b": "bac", "c": "cba"}
    chances = {
        (word, shown): prior[word] * weights[near.index(shown)] / weights.sum()
        for word, near in ranks.items()
        for shown in "abc"
    }
    best = sum(max(chances[word, shown] for word in "abc") for shown in "abc")
    attacker = attacker_on(mechanism, prior)
    assert [attacker.likeliest(shown) for shown in "abc"] == [
        max("abc", key=lambda word: chances[word, shown]) for shown in "abc"
    ]
    secrets = [word for word, share in prior.items() for _ in range(int(6000 * share))]
    result = bayes(mechanism, prior, secrets, KEY, attacker=attacker)
    assert abs(result.success - best) < 0.03
    assert result.guessing == 3000


def test_bayes_on_laplace_learns_its_noise() -> None:
    """A rare word that noise mostly turns into a frequent one is told as that one, which draws show."""
    vectors = Vectors(["a", "b"], np.array([[0.0], [1.0]], dtype=np.float32))
    attacker = attacker_on(LaplaceWords(vectors, Fraction(1, 2)), {"a": 0.9, "b": 0.1}, draws=400)
    assert (attacker.likeliest("a"), attacker.likeliest("b"), attacker.guess("b")) == ("a", "a", "a")
    sure = attacker_on(LaplaceWords(vectors, Fraction(20)), {"a": 0.9, "b": 0.1})
    assert sure.likeliest("b") == "b"


def _knowing(answer: str) -> tuple[list[str], object]:
    """A masked model that names one word for each gap, and what it was asked."""
    asked: list[str] = []

    def fill(text: str, spans: Sequence[tuple[int, int]], count: int, /) -> Sequence[Sequence[Replacement]]:
        ((start, end),) = spans
        asked.append(text[:start] + "_" + text[end:])
        return [[Replacement(answer, 0.9)][:count]]

    return asked, fill


def test_masks_are_filled_in_what_was_sent() -> None:
    mechanism = TreeWords(Fraction(1, 1000), default_lexicon())
    prior = zipf(default_lexicon())
    asked, fill = _knowing("nurse")
    context, together = masks(mechanism, fill, prior, ["The nurse has Diabetes."], KEY)  # type: ignore[arg-type]
    places = context.of
    assert places == together.of == len(asked) > 1
    assert sum("diabetes" in one.lower() for one in asked) == 0
    assert any("_ " in one for one in asked)
    assert context.learned == 1
    assert together.learned >= 1
    assert context.guessing == together.guessing


def test_masks_and_a_draw_that_tells_all() -> None:
    """Where noise is next to none the draw outweighs a model that is wrong."""
    mechanism = TreeWords(Fraction(50), default_lexicon())
    _, fill = _knowing("house")
    texts = ["a nurse and a doctor of diabetes"]
    context, together = masks(mechanism, fill, zipf(default_lexicon()), texts, KEY)  # type: ignore[arg-type]
    assert context.learned == 0
    assert together.learned == together.of > 2
