"""Letter groups that the surrogate of an unlisted word may not contain. Frozen as scheme 1.

An automaton (Aho and Corasick 1975) follows them: a state is the longest suffix read so far that begins a group.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from privacy_chains.formats.letters import Symbol
from privacy_chains.formats.name_lists import lexicon
from privacy_chains.lazy import lazily

__all__ = ["DEAD", "START", "advance", "avoided", "contained", "holds_avoided", "step"]

START = "^"
"""The state before a word's first letter."""
DEAD = "^mc"  # "Mc" is split off before a word is spelled, so no word may begin with it


@cache
def _prefixes() -> frozenset[str]:
    return frozenset(part[:end] for part in lexicon().roles["avoid"] for end in range(1, len(part) + 1))


@cache
def step(state: str, letter: str) -> str:
    """The state after a letter with its marks.

    The states of a complete group and of a refused beginning are never left.
    """
    if state in avoided() or state == DEAD:
        return state
    if len(letter) > 1:
        return ""
    if state == START and letter == "m":
        return "^m"
    if state == "^m" and letter == "c":
        return DEAD
    read = state.lstrip(START) + letter
    suffixes = [read[start:] for start in range(len(read))]
    whole = [suffix for suffix in suffixes if suffix in avoided()]
    return whole[0] if whole else next((suffix for suffix in suffixes if suffix in _prefixes()), "")


@cache
def avoided() -> frozenset[str]:
    """The letter groups."""
    return frozenset(lexicon().roles["avoid"])


def advance(state: str, text: str) -> str:
    """The state after several letters."""
    for letter in text:
        state = step(state, letter)
    return state


def contained(letters: Sequence[Symbol]) -> str:
    """The first letter group that a word contains; empty if it contains none."""
    state = START
    for symbol in letters:
        state = step(state, symbol.letter + symbol.marks)
    return state if state in avoided() else ""


def holds_avoided(word: str) -> bool:
    """Whether a folded word holds a letter group to avoid."""
    return _avoided_pattern().search(word) is not None


@cache
def _avoided_pattern() -> re.Pattern[str]:
    return lazily("|".join(sorted(avoided())))
