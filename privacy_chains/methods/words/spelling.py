"""Words in a text: where they stand, what is the same in all spellings of one, and a surrogate in the same case."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from privacy_chains.contract.spans import Span
from privacy_chains.language.marks import without_marks
from privacy_chains.lazy import lazily

__all__ = ["Cut", "canonical", "cut", "in_case_of", "spans_of"]

_WORD = lazily(r"([^\W_]+)(['\u2019][^\W\d_]{1,2}\b)?")
_NOT = ("'t", "\u2019t")


class Cut(NamedTuple):
    """A text as words and what stands between them: ``gaps[0] words[0] ends[0] gaps[1] ... gaps[-1]``.

    Attributes:
        gaps: What stands before each word, and after the last one.
        words: Runs of letters and digits; empty where there is none: a contraction such as *don't* is in the gap.
        ends: The end of a contraction or possessive behind each word, such as *'s*.
    """

    gaps: list[str]
    words: list[str]
    ends: list[str]

    def __repr__(self) -> str:
        return f"Cut({len(self.words)} words)"


def cut(text: str, closed: Sequence[Span] = ()) -> Cut:
    """A text cut into words; closed spans, disjoint and in reading order, are in the gaps."""
    found, position = Cut([""], [], []), 0
    for start, end in (*((span.start, span.end) for span in closed), (len(text), len(text))):
        pieces = _WORD.split(text[position:start])
        found.gaps[-1] += pieces[0]
        found.gaps.extend(pieces[3::3])
        found.words.extend(pieces[1::3])
        found.ends.extend(end or "" for end in pieces[2::3])
        found.gaps[-1] += text[start:end]
        position = end
    for place, behind in enumerate(found.ends):
        if behind and behind.lower() in _NOT and found.words[place][-1] in "nN":
            found.gaps[place] += found.words[place]
            found.words[place] = ""
    return found


def spans_of(taken: Cut) -> list[tuple[int, int]]:
    """Start and end of each word of a cut text; of a contraction, which is in the gap, an empty span."""
    spans, end = list[tuple[int, int]](), 0
    for gap, word, behind in zip(taken.gaps, taken.words, taken.ends, strict=False):
        start = end + len(gap)
        spans.append((start, start + len(word)))
        end = start + len(word) + len(behind)
    return spans


@lru_cache(maxsize=1 << 16)
def canonical(word: str) -> str:
    """What is the same in all spellings of a word: small letters without accents."""
    small = word.casefold()
    if small.isascii():
        return small
    return unicodedata.normalize("NFC", without_marks(small))


def in_case_of(word: str, model: str) -> str:
    """A word in the letter case of another: small, capitals, or a capital first."""
    if model.islower():
        return word
    if len(model) > 1 and model.isupper():
        return word.upper()
    return word.capitalize() if model[:1].isupper() else word
