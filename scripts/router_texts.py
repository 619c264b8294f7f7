"""Texts for `eval_router.py`, and stand-ins for the hosted and for the small model, which are no language models.

The hosted model is played by TextRank (R. Mihalcea and P. Tarau, 2004) over embeddings of sentences, and for questions
about reports by a reader that picks the row or sentence nearest to the question; it reads meaning, as far as the
encoder does. It writes in the style of a telegram, without short words, so that no sentence comes back as it was sent.
The small model is another method, and reads words alone: it quotes the sentences with the most frequent words (H. P.
Luhn, 1958), and the row that shares most words with the question.
"""

from __future__ import annotations

import csv
import json
import math
import os
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from privacy_chains.models import Embed

__all__ = ["DATA", "SETS", "Asked", "hosted", "small"]

DATA = Path(os.environ.get("PRIVACY_CHAINS_DATA", Path(__file__).resolve().parents[2] / "shared" / "data"))
_WORD = re.compile(r"[^\W_]+")
_SENTENCE = re.compile(r"(?<=[.?!])\s+|\n+")
_QUESTION = "Question: "
_LONGEST, _SHORTEST = 1800, 400
_SHORT_WORD = 3
_SENTENCES = {"hosted": 3, "small": 2}


class Asked(NamedTuple):
    """A prompt: a text that is to be summed up, or a report with a question at its end."""

    of: str
    text: str


def mts_dialogues() -> Iterator[str]:
    """Dialogues of doctors and patients; the test sets are left out."""
    for name in ("MTS-Dialog-TrainingSet.csv", "MTS-Dialog-ValidationSet.csv"):
        with (DATA / "train" / "mts_dialog" / name).open(encoding="utf-8", newline="") as lines:
            yield from (row["dialogue"][:_LONGEST] for row in csv.DictReader(lines) if len(row["dialogue"]) > _SHORTEST)


def speeches() -> Iterator[str]:
    """Passages of speeches, cut between paragraphs."""
    for path in sorted((DATA / "text" / "us_speeches").glob("*.txt")):
        passage = ""
        for paragraph in path.read_text("utf-8", errors="replace").split("\n\n"):
            passage += paragraph.strip() + "\n"
            if len(passage) > _SHORTEST * 2:
                yield passage[:_LONGEST].strip()
                passage = ""


def reports() -> Iterator[str]:
    """Reports with a question at the end. They are for measuring only: nothing that is shipped is fitted on them."""
    for one in json.loads((DATA / "test" / "tatqa" / "tatqa_dataset_dev.json").read_text("utf-8")):
        table = "\n".join(" | ".join(row) for row in one["table"]["table"])
        text = "\n".join([*(paragraph["text"] for paragraph in one["paragraphs"]), table])[:_LONGEST]
        yield f"{text}\n{_QUESTION}{one['questions'][0]['question']}"


SETS: dict[str, Callable[[], Iterator[str]]] = {"mts": mts_dialogues, "speeches": speeches, "reports": reports}
"""The sets, by name."""


def some(name: str, count: int) -> list[Asked]:
    """So many prompts of a set, the same in every run."""
    texts = list(dict.fromkeys(SETS[name]()))
    return [Asked(name, text) for text in random.Random(36).sample(texts, min(count, len(texts)))]


def hosted(text: str, embed: Embed) -> str:
    """What the stand-in of the hosted model answers."""
    parts, question = _parts(text)
    vectors = np.asarray(embed([*parts, *([question] if question else [])]), dtype=np.float64)
    if question:
        chosen = parts[int(np.argmax(vectors[:-1] @ vectors[-1]))]
    else:
        chosen = _in_order(parts, _text_rank(vectors), _SENTENCES["hosted"])
    return " ".join(word for word in _WORD.findall(chosen) if len(word) > _SHORT_WORD or word.isdigit())


def small(text: str, /, max_tokens: int = 256, *, temperature: float = 0.0, top_p: float = 1.0, seed: int = 0) -> str:
    """What the stand-in of the small model answers; it draws nothing."""
    del max_tokens, temperature, top_p, seed
    parts, question = _parts(text)
    bags = [Counter(_words(part)) for part in parts]
    if question:
        asked = Counter(_words(question))
        return parts[int(np.argmax([(bag & asked).total() for bag in bags]))]
    known = sum(bags, Counter[str]())
    weights = [sum(known[word] * math.sqrt(len(word)) for word in bag) / (4 + bag.total()) for bag in bags]
    return _in_order(parts, np.array(weights), _SENTENCES["small"])


def _parts(text: str) -> tuple[list[str], str]:
    """The sentences and rows of a text, and the question at its end."""
    body, _, question = text.rpartition("\n")
    is_question = question.endswith("?") and question.count(":") == 1 and body.count("\n") > 0 and " | " in body
    body = body if is_question else text
    return [part for part in _SENTENCE.split(body) if part.strip()] or [text], question if is_question else ""


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]


def _text_rank(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    near = np.maximum(vectors @ vectors.T, 0)
    np.fill_diagonal(near, 0)
    near /= np.maximum(near.sum(axis=1, keepdims=True), 1e-9)
    rank = np.full(len(vectors), 1 / len(vectors))
    for _ in range(50):
        rank = 0.15 / len(vectors) + 0.85 * near.T @ rank
    return rank


def _in_order(parts: Sequence[str], weights: NDArray[np.float64], count: int) -> str:
    best = sorted(np.argsort(-weights, kind="stable")[:count])
    return " ".join(parts[place] for place in best)
