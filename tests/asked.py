"""Commands and general questions, each with and without a private name, and what of them may be replaced.

``detect/requests/GUIDELINE.md`` says what is private there. Each set has two halves: one to work with, one held out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import NamedTuple

from privacy_chains import AddNoise, Policy
from privacy_chains.detect import Detector

__all__ = ["SETS", "Asked", "affairs", "asked", "by_others", "faults", "private"]

_FOLDER = Path(__file__).parent / "detect" / "requests"
NOISED = {name for name, rule in Policy.default().rules.items() if isinstance(rule, AddNoise)}
SETS = ("commands", "commands_fresh", "commands_wide", "questions", "questions_fresh", "questions_wide")
"""The wide ones have other domains and registers; they were written before most of what the judge learns from. The
fresh ones are for measuring only; they were written before the judge was made anew."""
_CHOICE = re.compile(r"<([^|>]+)\|([^|>]+)>")
_MARKED = re.compile(r"<([^|<>\n]+)(?:\|[^<>]*)?>")
_BESIDES = re.compile(r"(?:(?:Dr|Mrs|Mr|Ms)\.?\s)|['\u2019]s\Z")
_AROUND = (
    "My colleague <Tamsin Okafor> asked me this: {}",
    "{} The question is from <Yusuf Adeyemi>, one of our customers.",
    "Hi, <Marta Kowalczyk> here. {}",
    "{} Answer it so that I can forward it to <Gregory Penrose>.",
    "<Anneliese Brandt> wants to know: {}",
    "Please help <Rohan Chatterjee> with his homework. {}",
    "{}\n\nThanks, <Lorna Whitfield>",
)


class Asked(NamedTuple):
    """A text, and where the private name in it stands; nowhere in a text without one."""

    text: str
    private: tuple[int, int]


def asked(kind: str, *, held_out: bool = False) -> Iterator[Asked]:
    """The texts of a set, each without a private name and with one.

    Args:
        kind: One of :data:`SETS`.
        held_out: Whether from the half that nothing was chosen by.
    """
    for line, around in zip(_lines(kind, held_out=held_out), cycle(_AROUND), strict=False):
        text = line.replace("\\n", "\n")
        yield Asked(_CHOICE.sub(r"\2", text), (0, 0))
        yield _with_name(text if _CHOICE.search(text) else around.format(text))


def _lines(name: str, *, held_out: bool) -> list[str]:
    """The lines of a file without its header."""
    lines = (_FOLDER / f"{name}{'_held_out' if held_out else ''}.txt").read_text("utf-8").splitlines()
    return [line for line in lines if not line.startswith("# ")]


def _with_name(marked: str) -> Asked:
    start = marked.index("<")
    value = marked[start + 1 : re.compile(r"[|>]").search(marked, start).start()]  # type: ignore[union-attr]  # marked
    text = marked[:start] + value + re.sub("[<>]", "", marked[marked.index(">") + 1 :])
    bare = _BESIDES.sub("", value)
    begin = start + value.index(bare)
    return Asked(text, (begin, begin + len(bare)))


def faults(detector: Detector, one: Asked) -> tuple[list[str], bool]:
    """What is replaced though it is public, and whether something private is left; amounts get noise by design."""
    spans = list(detector.detect(one.text))
    start, end = one.private
    ends = (end, end + len("'s")) if one.text[end : end + 2] == "'s" else (end,)  # a firm may be called so
    names = [s for s in spans if s.entity_type not in NOISED]
    eaten = [one.text[s.start : s.end] for s in names if not (start <= s.start and s.end <= ends[-1])]
    covered = {at for s in spans for at in range(s.start, s.end)}
    left = any(one.text[at].isalnum() and at not in covered for at in range(start, end))
    return eaten, left


def by_others(kind: str) -> Iterator[tuple[str, list[tuple[int, int]]]]:
    """What others wrote: each text and where private names stand in it; with other words in their place, none.

    Args:
        kind: ``commands`` or ``questions``.
    """
    for line in _lines(f"{kind}_by_others", held_out=False):
        if _CHOICE.search(line):
            yield _CHOICE.sub(r"\2", line), []
        text, marks = "", list[tuple[int, int]]()
        pieces = _MARKED.split(line.replace("\\n", "\n"))
        for plain, value in zip(pieces[::2], [*pieces[1::2], ""], strict=True):
            text += plain
            marks += [(len(text), len(text) + len(value))] if value else []
            text += value
        yield text, marks


def affairs() -> list[str]:
    """Sentences of private affairs, held out: whoever stands in the braces is private."""
    return [line.replace("\\n", "\n") for line in _lines("private_affairs", held_out=True)]


def private(*, held_out: bool = False) -> Iterator[Asked]:
    """Sentences in which names that well-known people have, or that are verbs too, are private."""
    for line in _lines("private", held_out=held_out):
        yield _with_name(line)
