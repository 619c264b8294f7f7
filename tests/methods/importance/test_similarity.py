from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random

import pytest

from privacy_chains.methods.importance.similarity import default_hypernyms

WORDNET = Path("/usr/share/wordnet")
FILES = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}


@pytest.mark.parametrize(
    ("one", "other", "wanted"),
    [
        ("america", "usa", 1),
        ("america", "canada", 1 / 3),
        ("dog", "cat", 1 / 5),
        ("dogs", "cat", 1 / 5),
        ("dog", "qwxlm", 0),
    ],
)
def test_words_of_which_the_answer_is_published(one: str, other: str, wanted: float) -> None:
    """The first two are the paper's own examples, the third is that of most manuals."""
    assert default_hypernyms().similarity(one, other) == pytest.approx(wanted)


def test_it_is_symmetric_and_one_for_a_word_and_itself() -> None:
    alike, coins = default_hypernyms(), Random(1)
    names = sorted(alike.synsets)
    for one, other in zip(coins.sample(names, 300), coins.sample(names, 300), strict=True):
        assert alike.similarity(one, other) == alike.similarity(other, one)
        assert alike.similarity(one, one) == 1


def ancestors(above: dict[tuple[str, str], list[tuple[str, str]]], synset: tuple[str, str]) -> dict[object, int]:
    """The fewest steps up to each synset above, and one step more than to the farthest of them to the root of all."""
    steps: dict[object, int] = {synset: 0}
    waiting = [synset]
    for one in waiting:
        for higher in above[one]:
            if higher not in steps:
                steps[higher] = steps[one] + 1
                waiting.append(higher)
    return steps | {"root": max(steps.values()) + 1}


@pytest.mark.skipif(not WORDNET.is_dir(), reason="needs WordNet 3.0: apt-get install wordnet-base")
def test_it_is_that_of_wordnets_own_files_for_ten_thousand_pairs() -> None:
    above: dict[tuple[str, str], list[tuple[str, str]]] = {}
    senses: dict[str, list[tuple[str, str]]] = {}
    for name, part in FILES.items():
        for line in (WORDNET / f"data.{name}").read_text().splitlines():
            if not line.startswith(" "):
                row = line.split()
                marks = [place for place, field in enumerate(row[: row.index("|")]) if field in ("@", "@i")]
                above[part, row[0]] = [(part, row[place + 1]) for place in marks if row[place + 2] == part]
        for line in (WORDNET / f"index.{name}").read_text().splitlines():
            if not line.startswith(" "):
                row = line.split()
                senses.setdefault(row[0], []).extend((part, one) for one in row[-int(row[2]) :])
    alike, coins = default_hypernyms(), Random(35)
    bases = sorted(word for word in alike.synsets if len(alike.synsets[word]) == len(senses.get(word, ())))
    for _ in range(10_000):
        one, other = coins.choice(bases), coins.choice(bases)
        ways = [(ancestors(above, a), ancestors(above, b)) for a, b in product(senses[one], senses[other])]
        fewest = min(up[synset] + down[synset] for up, down in ways for synset in up if synset in down)
        assert alike.similarity(one, other) == pytest.approx(1 / (1 + fewest))
