"""Sets of texts with their private values marked, read from their own formats."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Sample", "conll", "synth", "whole_documents"]

_TEXT = "# text = "


@dataclass(frozen=True, slots=True)
class Sample:
    """A text and its private values: start, end, and the set's name for the type."""

    text: str
    gold: Sequence[tuple[int, int, str]]


def synth(path: Path) -> Iterator[Sample]:
    """Samples of presidio_research's synthetic sets."""
    for row in json.loads(path.read_text("utf-8")):
        gold = [(s["start_position"], s["end_position"], s["entity_type"]) for s in row["spans"]]
        yield Sample(row["full_text"], gold)


def conll(path: Path, word: int, tag: int, separator: str | None) -> Iterator[Sample]:
    """Sentences of a column file, as they stood; where it does not say how, spaces stand between words."""
    for sentences in _documents(path, word, tag, separator):
        yield from sentences


def whole_documents(path: Path, word: int, tag: int, separator: str | None) -> Iterator[Sample]:
    """Its documents, a line for each sentence: what a retriever or a mail holds is seldom a sentence alone."""
    for sentences in _documents(path, word, tag, separator):
        text, gold = "", list[tuple[int, int, str]]()
        for sentence in sentences:
            text += "\n" if text else ""
            gold += [(start + len(text), end + len(text), kind) for start, end, kind in sentence.gold]
            text += sentence.text
        yield Sample(text, gold)


def _documents(path: Path, word: int, tag: int, separator: str | None) -> Iterator[list[Sample]]:
    """The sentences of a column file, those of a document together."""
    sentences: list[Sample] = []
    for block in path.read_text("utf-8").split("\n\n"):
        lines = [line for line in block.splitlines() if line]
        if sentences and any(line.startswith(("# newdoc", "-DOCSTART-")) for line in lines):
            yield sentences
            sentences = []
        rows = [line.split(separator) for line in lines if not line.startswith(("#", "-DOCSTART-"))]
        tokens = [(row[word], row[tag]) for row in rows if len(row) > tag]
        if tokens:
            text = next((line.removeprefix(_TEXT) for line in lines if line.startswith(_TEXT)), None)
            sentences.append(_marked(text or _joined(token for token, _ in tokens), tokens))
    if sentences:
        yield sentences


def _joined(tokens: Iterable[str]) -> str:
    """The tokens as running text, of a set that does not say how they stood."""
    text = ""
    for token in tokens:
        text += "" if not text or token in {".", ",", ";", ":", "!", "?", ")", "'s", "n't"} or text[-1] == "(" else " "
        text += token
    return text


def _marked(text: str, tokens: Iterable[tuple[str, str]]) -> Sample:
    """A text with the values that its tokens' tags mark."""
    gold: list[tuple[int, int, str]] = []
    previous, end = "O", 0
    for token, tag in tokens:
        start = text.index(token, end)
        end = start + len(token)
        kind = tag.partition("-")[2]
        if tag.startswith("I-") and previous != "O" and gold and gold[-1][2] == kind:
            gold[-1] = (gold[-1][0], end, kind)
        elif tag != "O":
            gold.append((start, end, kind))
        previous = tag
    return Sample(text, gold)
