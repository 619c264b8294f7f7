"""The gold sets: read from their own formats, their types named in ours."""

from __future__ import annotations

import json
import random
import re
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from training.example import TYPES, UNSURE, Example, Mark

__all__ = ["code", "development", "gold", "synthetic"]

_NER = frozenset({"PERSON", "LOCATION", "ORGANIZATION"})
_CROSSNER = {
    "PERSON": "person politician writer musicalartist scientist researcher",
    "ORGANIZATION": "organisation politicalparty band university",
    "LOCATION": "location country",
    UNSURE: "conference academicjournal misc magazine",
}
_CROSSNER_TYPES = {theirs: ours for ours, names in _CROSSNER.items() for theirs in names.split()}
_WNUT = {"person": "PERSON", "location": "LOCATION", "corporation": "ORGANIZATION", "group": "ORGANIZATION"}
_CONLL = {"PER": "PERSON", "LOC": "LOCATION", "ORG": "ORGANIZATION"}
_REDOCRED = {"PER": "PERSON", "ORG": "ORGANIZATION", "LOC": "LOCATION", "TIME": "DATE_TIME", "MISC": UNSURE}
_SYNTHETIC = {
    "PERSON": "PERSON",
    "NAME": "PERSON",
    "ORG": "ORGANIZATION",
    "ORGANIZATION": "ORGANIZATION",
    "LOCATION": "LOCATION",
    "LOC": "LOCATION",
    "GPE": "LOCATION",
    "ADDRESS": "STREET_ADDRESS",
    "PASSWORD": "PASSWORD",
    "USERNAME": "USERNAME",
    "PATIENT_ID": "MEDICAL_RECORD",
    "SSN": "US_SSN",
    "CREDIT_CARD": "CREDIT_CARD",
    "PHONE_NUMBER": "PHONE_NUMBER",
}
_DEMONYM = re.compile(r"(?:[A-Z]\w+(?:ese|ish|[ic]ans?|eans?)|French|Dutch|Greek|Swiss|Thai|Czech|German)\Z")
_CREDIT = re.compile(r"@|[Cc]opyright|[Aa]uthor|[Cc]ontribut|[Ww]ritten|\bby\b|[Tt]hanks|\b[A-Z][a-z]+ [A-Z][a-z]+")
_CLOSING = frozenset(
    {".", ",", ";", ":", "!", "?", ")", "]", "'s", "\u2019s", "n't", "'re", "'ve", "'ll", "'m", "'d", "%"}
)
_OPENING = frozenset("([$£€#")

Words = list[tuple[str, str]]
"""Words and their tags: ``O``, ``B-type``, ``I-type``."""


def gold(folder: Path, seed: int) -> list[Example]:
    """All sets for training, one to six neighbouring sentences an example.

    Args:
        folder: The folder that holds the sets.
        seed: For joining, spacing and splitting.
    """
    chance = random.Random(seed)
    examples: list[Example] = []
    for domain in ("ai", "literature", "music", "politics", "science"):
        for part in ("train", "dev", "test"):
            sentences = _columns(folder / "crossner" / f"{domain}.{part}.txt", 0, 1, "\t", _CROSSNER_TYPES)
            examples += _packed(list(sentences), _NER, chance, 1)
    for part in ("train", "dev", "test"):
        sentences = _columns(folder / "wnut17" / f"{part}.conll", 0, 1, "\t", _WNUT)
        examples += _packed(list(sentences), _NER, chance, 1)
    for name in ("train_FIN5", "test_FIN3"):
        sentences = _columns(folder / "sec_filings" / f"{name}.conll", 0, 3, " ", _CONLL)
        examples += _packed([_without_roles(words) for words in sentences], _NER, chance, 2)
    for name in ("dev", "test"):
        for document in json.loads((folder / "redocred" / f"{name}_revised.json").read_text("utf-8")):
            examples += _packed(_document(document), _NER | {"DATE_TIME"}, chance, 6)
    examples += synthetic(folder / "pii_syn_nano" / "pii_syn_nano_en.json")
    return examples


def code(seed: int, count: int) -> list[Example]:
    """Stretches of Python's standard library, in which nothing is private; lines that may name people are left out."""
    chance = random.Random(seed)
    modules = sorted(Path(sysconfig.get_paths()["stdlib"]).glob("*.py"))
    examples = []
    for path in chance.choices(modules, k=count):
        lines = [line for line in path.read_text("utf-8", "replace").splitlines() if not _CREDIT.search(line)]
        start = chance.randrange(max(1, len(lines)))
        examples.append(Example("\n".join(lines[start : start + chance.randint(1, 12)]), (), frozenset(TYPES)))
    return examples


def development(folder: Path) -> list[Example]:
    """The set that thresholds are chosen on; nothing is trained on it."""
    sentences = _columns(folder / "uner_ewt_dev" / "en_ewt-ud-dev.iob2", 1, 2, "\t", _CONLL)
    return _packed(list(sentences), _NER, random.Random(0), 1)


def _columns(path: Path, word: int, tag: int, separator: str, types: Mapping[str, str]) -> Iterator[Words]:
    for block in re.split(r"\n\s*\n", path.read_text("utf-8")):
        rows = [line.split(separator) for line in block.splitlines() if line.strip() and not line.startswith("# ")]
        rows = [row for row in rows if len(row) > tag and not row[0].startswith("-DOCSTART-")]
        words = [(row[word].strip(), row[tag].strip()) for row in rows]
        if words:
            yield list(_retagged(words, types))


def _retagged(words: Words, types: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """IO and BIO alike become BIO in our types."""
    previous = "O"
    for word, tag in words:
        place, _, kind = tag.partition("-")
        ours = types.get(kind, "O") if kind else "O"
        if ours == "O":
            yield word, "O"
        else:
            yield word, f"{'I' if place == 'I' and previous == kind else 'B'}-{ours}"
        previous = kind


def _without_roles(words: Words) -> Words:
    """Role words ("the Lender") carry labels in the filings; nothing is learned from single words and dates."""
    kept = []
    for index, (word, tag) in enumerate(words):
        alone = tag.startswith("B-") and (index + 1 == len(words) or not words[index + 1][1].startswith("I-"))
        kept.append((word, f"B-{UNSURE}" if alone and tag != "B-LOCATION" else tag))
    return kept


def _document(document: Mapping[str, object]) -> list[Words]:
    sentences: list[list[str]] = document["sents"]  # type: ignore[assignment]
    tags = [["O"] * len(sentence) for sentence in sentences]
    for entity in document["vertexSet"]:  # type: ignore[attr-defined]
        for mention in entity:
            start, end = mention["pos"]
            kind = _REDOCRED.get(mention["type"])
            if kind == "LOCATION" and _DEMONYM.match(mention["name"]):
                kind = UNSURE
            row = tags[mention["sent_id"]]
            if kind and all(tag == "O" for tag in row[start:end]):
                row[start:end] = [f"B-{kind}"] + [f"I-{kind}"] * (end - start - 1)
    return [list(zip(words, row, strict=True)) for words, row in zip(sentences, tags, strict=True)]


def _packed(sentences: Sequence[Words], annotated: frozenset[str], chance: random.Random, most: int) -> list[Example]:
    examples = []
    position = 0
    while position < len(sentences):
        count = chance.randint(1, most)
        parts = [_joined(words, tidy=chance.random() < 0.6) for words in sentences[position : position + count]]
        position += count
        text, marks = "", []
        for part, found in parts:
            text += " " if text else ""
            marks += [(start + len(text), end + len(text), kind) for start, end, kind in found]
            text += part
        examples.append(Example(text, marks, annotated))
    return examples


def _joined(words: Words, *, tidy: bool) -> tuple[str, list[Mark]]:
    """Words as running text; untidy text keeps a space around every sign, as these sets have it."""
    text = ""
    marks: list[Mark] = []
    quoted = False
    for word, tag in words:
        glued = not text or (tidy and (word in _CLOSING or text[-1] in _OPENING or (word == '"' and quoted)))
        if tidy and text.endswith('"') and quoted and word != '"':
            glued = True
        if word == '"':
            quoted = not quoted
        text += "" if glued else " "
        if tag.startswith("I-") and marks:
            marks[-1] = (marks[-1][0], len(text) + len(word), tag[2:])
        elif tag != "O":
            marks.append((len(text), len(text) + len(word), tag[2:]))
        text += word
    return text, marks


def synthetic(path: Path) -> Iterator[Example]:
    """The set of made-up reports with passwords, tax numbers and numbers of patients."""
    for row in json.loads(path.read_text("utf-8")):
        text: str = row["text"]
        marks: list[Mark] = []
        for entity in row["NER"]:
            value = str(entity.get("entity", ""))
            start = text.find(value)
            if value and start >= 0 and all(start >= end or start + len(value) <= begin for begin, end, _ in marks):
                marks.append((start, start + len(value), _SYNTHETIC.get(str(entity.get("label", "")).upper(), UNSURE)))
        yield Example(text, sorted(marks), frozenset({"PERSON", "PASSWORD", "USERNAME"}))
