"""Texts by hand in which what is private is marked, and how much of it a detector finds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal, NamedTuple

from privacy_chains.contract.spans import Span, resolve_overlaps
from privacy_chains.detect import Detector

__all__ = ["HALVES", "Half", "Name", "Score", "Text", "halves_of", "missed_and_besides", "score", "texts"]

Name = Literal["leaks", "prompts", "quantities", "structures"]
Half = Literal["by_others", "held_out", "worked_with"]
HALVES: tuple[Half, ...] = ("held_out", "worked_with")
_FOLDER = Path(__file__).parent / "detect" / "by_hand"
_MARK = re.compile(r"\[\[(.+?)\|([A-Z_]+)\]\]", re.DOTALL)
_BETWEEN = re.compile(r"^---$", re.MULTILINE)
_NUMBERS = frozenset({"AGE", "DATE_OF_BIRTH", "ID_NUMBER", "MONEY"})
_TITLE = re.compile(
    r"(?:Dr|Dott|Herr|Frau|Fr|Ing|M|Mr|Mrs|Ms|Miss|Prof|Mme|Mlle|mevr|Maître|Signora|Señora|Doña|Don|la|Uncle|uncle|Aunt|aunt|Auntie"
    r"|Granny|Mama|Nonna|Onkel|Tía)\.?\s"
)


class Text(NamedTuple):
    """A text, its group (a language or a kind), and its private stretches: start, end, type."""

    text: str
    group: str
    marks: tuple[tuple[int, int, str], ...]


class Score(NamedTuple):
    """How much is found.

    Attributes:
        found: By type, how many private stretches are found whole.
        of: By type, how many there are.
        clean: In how many texts nothing else is found.
        texts: How many texts there are.
    """

    found: Counter[str]
    of: Counter[str]
    clean: int
    texts: int


def halves_of(name: Name) -> tuple[Half, ...]:
    """The halves of a set, and what others wrote, if they did."""
    return (*HALVES, "by_others") if (_FOLDER / f"{name}_by_others.txt").exists() else HALVES


def texts(name: Name, half: Half) -> Iterator[Text]:
    """The texts of a set."""
    raw = (_FOLDER / f"{name}_{half}.txt").read_text("utf-8")
    lines = raw.splitlines()
    comments = 2 if half == "by_others" else len(lines)  # what is written may begin as a comment does
    body = "\n".join(line for at, line in enumerate(lines) if at >= comments or not line.startswith("# "))
    if name in {"leaks", "structures"}:
        return (_marked(part.strip("\n"), "") for part in _BETWEEN.split(body))
    return (
        _marked(text.replace("\\n", "\n"), group)
        for group, _, text in (line.partition("\t") for line in body.splitlines())
    )


def _marked(marked: str, group: str) -> Text:
    text, marks, position = "", list[tuple[int, int, str]](), 0
    for mark in _MARK.finditer(marked):
        text += marked[position : mark.start()]
        title = _TITLE.match(mark[1]) if mark[2] == "PERSON" else None
        marks.append((len(text) + (title.end() if title else 0), len(text) + len(mark[1]), mark[2]))
        text, position = text + mark[1], mark.end()
    return Text(text + marked[position:], group, tuple(marks))


def score(detector: Detector, some: Iterable[Text], *, numbers_only: bool = False) -> Score:
    """How much of what is private is found, and in how many texts nothing else is.

    Args:
        detector: The detector.
        some: The texts.
        numbers_only: Whether names that are found besides do not count: the set does not mark them.
    """
    found, of, clean, count = Counter[str](), Counter[str](), 0, 0
    for one in some:
        missed, besides = missed_and_besides(detector, one, numbers_only=numbers_only)
        of.update(kind for _, _, kind in one.marks)
        found.update(mark[2] for mark in one.marks if mark not in missed)
        clean += not besides
        count += 1
    return Score(found, of, clean, count)


def missed_and_besides(
    detector: Detector, one: Text, *, numbers_only: bool = False
) -> tuple[list[tuple[int, int, str]], list[Span]]:
    """What is private in a text and not found whole, and what is found besides."""
    spans = resolve_overlaps(detector.detect(one.text))
    covered = {at for span in spans for at in range(span.start, span.end)}
    missed = [mark for mark in one.marks if not covered.issuperset(_telling(one.text, mark, numbers_only=numbers_only))]
    others = [s for s in spans if not any(start < s.end and s.start < end for start, end, _ in one.marks)]
    return missed, [s for s in others if not numbers_only or s.entity_type in _NUMBERS]


def _telling(text: str, mark: tuple[int, int, str], *, numbers_only: bool) -> list[int]:
    """Where the letters and digits of a stretch stand; of a number with a unit, the digits."""
    signs = [at for at in range(*mark[:2]) if text[at].isalnum()]
    digits = [at for at in signs if text[at].isdigit()]
    return digits if numbers_only and digits else signs
