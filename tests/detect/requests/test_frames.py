"""The frames that the judge learns from: they are well formed, and say nothing that it is measured on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
FRAMES = ROOT / "training" / "matters"
NAMES = ("capitals", "further", "near", "stated", "tongues", "wide")
SHARED = 7
"""Six are stock phrases: *how do I get rid of*."""
_CHOICE = re.compile(r"\(([^()]*)\)\??")
_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")
_PRIVATE = re.compile(r"<([^|>]+)(?:\|([^|>]+))?>")


def lines_of(path: Path) -> list[str]:
    return [line for line in path.read_text("utf-8").splitlines() if line and not line.startswith("#")]


def said(frame: str) -> Iterator[str]:
    """The frame with the first of all options, the second of all, and so on."""
    most = max((one.count("|") for one in _CHOICE.findall(frame)), default=0)
    for number in range(most + 1):
        text = frame
        while found := _CHOICE.search(text):
            options = found[1].split("|")
            text = text[: found.start()] + options[number % len(options)] + text[found.end() :]
        yield text


def runs(text: str) -> set[tuple[str, ...]]:
    """All runs of so many words; of a shorter text the whole."""
    words = [word.lower() for word in _WORD.findall(text)]
    return {tuple(words[at : at + SHARED]) for at in range(max(1, len(words) - SHARED + 1))}


def measured() -> set[tuple[str, ...]]:
    """The runs of words of all lines that are for measuring only."""
    paths = Path(__file__).parent.glob("*held_out.txt")
    texts = [_PRIVATE.sub(lambda one: one[2] or one[1], line) for path in paths for line in lines_of(path)]
    return {run for text in texts for run in runs(text)}


@pytest.mark.parametrize("name", NAMES)
def test_each_frame_can_be_drawn_from(name: str) -> None:
    for frame in lines_of(FRAMES / f"{name}.txt"):
        for text in said(frame):
            assert not re.search(r"[()|]", re.sub(r"\{[a-zA-Z]\}", "", text)), frame
            assert all(re.fullmatch(r"\{[a-zA-Z]\}", slot) for slot in re.findall(r"\{[^}]*\}?", text)), frame


@pytest.mark.parametrize("name", NAMES)
def test_no_frame_says_what_is_measured_on(name: str) -> None:
    held = measured()
    shared = {" ".join(run) for frame in lines_of(FRAMES / f"{name}.txt") for text in said(frame) for run in runs(text)}
    assert not {run for run in shared if tuple(run.split()) in held}


def test_what_is_measured_on_is_marked_so() -> None:
    for name in ("commands_fresh", "questions_fresh", "private_affairs"):
        assert (Path(__file__).parent / f"{name}_held_out.txt").read_text("utf-8").startswith("# Held out")
