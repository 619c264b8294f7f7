"""Makes ``privacy_chains/detect/requests/data/spoken.txt``: is a word said of the world or of one's affairs.

Run ``python -m training.spoken DATA WORDNET``. A word's row tells how many times as often it stands in encyclopaedias
(Re-DocRED, CrossNER, WordNet's explanations, our own texts) as in letters, chats and visits to the doctor (MTS-Dialog,
WNUT 2017, our own texts), or the other way round.
"""

from __future__ import annotations

import csv
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from math import log2
from pathlib import Path

OUT = Path(__file__).resolve().parents[1] / "privacy_chains" / "detect" / "requests" / "data" / "spoken.txt"
HEAD = """\
# How many times as often (as powers of two) a word is said of the world as of people's own affairs, made by
# training/spoken.py from Re-DocRED and CrossNER (MIT), MTS-Dialog and WNUT 2017 (CC BY 4.0), WordNet 3.0 (see
# wordnet.txt), and texts written for this package.
"""
TEXTS = Path(__file__).parent / "texts"
OF_WORLD = ("arts", "articles", "culture", "encyclopaedia", "entries", "facts", "knowledge", "lands", "lives")
OF_PEOPLE: tuple[str, ...] = (
    "advice",
    "careless",
    "chat",
    "classifieds",
    "customers",
    "email",
    "messages",
    "office",
    "personal",
)
OF_PEOPLE += ("requests", "visits", "whereabouts")
FEWEST, MOST_LEVEL, PRIOR = 4, 4, 2.0
_WORD = re.compile(r"(?<![\w\-@#'])[a-z]{3,14}(?![\w\-@'])")
_MARK = re.compile(r"\[[^\[\]]+\]\([A-Z_]+\)")
_EXAMPLES = re.compile(r'; ".*')


def _columns(paths: Iterable[Path]) -> Iterator[str]:
    for path in paths:
        lines = path.read_text("utf-8").splitlines()
        yield " ".join(line.split("\t")[0] for line in lines if line.strip())


def of_world(data: Path, wordnet: Path) -> Iterator[str]:
    """Texts about the world."""
    yield from _columns(sorted((data / "train" / "crossner").glob("*.txt")))
    for path in sorted((data / "train" / "redocred").glob("*.json")):
        for document in json.loads(path.read_text("utf-8")):
            yield from (" ".join(words) for words in document["sents"])
    for part in ("noun", "verb"):
        lines = (wordnet / f"data.{part}").read_text("ascii").splitlines()
        yield from (_EXAMPLES.sub("", line.partition(" | ")[2]) for line in lines if not line.startswith(" "))
    yield from (_MARK.sub("", (TEXTS / f"{name}.txt").read_text("utf-8")) for name in OF_WORLD)


def of_people(data: Path) -> Iterator[str]:
    """Texts about people's own affairs."""
    yield from _columns(sorted((data / "train" / "wnut17").glob("*.conll")))
    for path in sorted((data / "train" / "mts_dialog").glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as rows:
            yield from (row["dialogue"] for row in csv.DictReader(rows))
    yield from (_MARK.sub("", (TEXTS / f"{name}.txt").read_text("utf-8")) for name in OF_PEOPLE)


def levels(world: Counter[str], people: Counter[str]) -> dict[str, list[str]]:
    """The words of each level, from the most private to the most worldly."""
    rate = sum(people.values()) / sum(world.values())
    found: dict[str, list[str]] = {}
    for word in sorted(world.keys() | people.keys()):
        if world[word] + people[word] >= FEWEST:
            level = round(log2((world[word] * rate + PRIOR) / (people[word] + PRIOR)))
            if level:
                found.setdefault(f"spoken{max(-MOST_LEVEL, min(level, MOST_LEVEL)):+d}", []).append(word)
    return found


def _counted(texts: Iterable[str]) -> Counter[str]:
    return Counter(word for text in texts for word in _WORD.findall(text))


def main() -> None:
    """Write the file."""
    data, wordnet = map(Path, sys.argv[1:3])
    rows = levels(_counted(of_world(data, wordnet)), _counted(of_people(data)))
    OUT.write_text(HEAD + "".join(f"{name}\t{' '.join(rows[name])}\n" for name in sorted(rows)), "utf-8")


if __name__ == "__main__":
    main()
