"""Positions in a text after values in it were replaced."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from difflib import SequenceMatcher

from privacy_chains.lazy import lazily

__all__ = ["moved"]

_WORD = lazily(r"\w+|\W", re.DOTALL)


def moved(before: str, after: str) -> Callable[[int], int]:
    """Return the map from positions in ``before`` to positions in ``after``.

    Texts are compared word by word. A position inside a word that changed goes to the end of what replaced it.
    """
    words, replaced = _WORD.findall(before), _WORD.findall(after)
    starts, ends = _starts(words), _starts(replaced)
    cuts = [0]
    targets = [0]
    same = [False]
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, words, replaced, autojunk=False).get_opcodes():
        cuts.append(starts[i1])
        targets.append(ends[j1])
        same.append(tag == "equal")
        cuts.append(starts[i2])
        targets.append(ends[j2])
        same.append(True)

    def position(given: int) -> int:
        place = bisect_right(cuts, given) - 1
        if same[place] or cuts[place] == given:
            return targets[place] + given - cuts[place]
        return targets[place + 1]

    return position


def _starts(words: list[str]) -> list[int]:
    starts = [0]
    for word in words:
        starts.append(starts[-1] + len(word))
    return starts
