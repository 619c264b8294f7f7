"""Words: the parts of a text that get noise, and those that are left alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from privacy_chains.contract.spans import Span
from privacy_chains.lazy import lazily

__all__ = ["Choice", "Word", "canonical", "left_alone", "parts", "words"]

_CODE = lazily(r"```.*?(?:```|\Z)|`[^`\n]+`", re.DOTALL)
_ADDRESS = lazily(r"\b(?:[A-Za-z][A-Za-z0-9+.-]{1,15}://|www\.)\S+")
_CALL = lazily(r"\b(?:call|toolu|chatcmpl|run|msg|fc)[_-][A-Za-z0-9_-]{8,}")
_ALONE = (("CODE", _CODE), ("URL", _ADDRESS), ("TOOL_CALL", _CALL))
_WORD = lazily(r"\S+")
_RUN = lazily(r"[^\W_]+")


class Word(NamedTuple):
    """A stretch of a text without a space.

    Attributes:
        text: The word with the punctuation that touches it.
        start: First code point.
        end: One past the last.
    """

    text: str
    start: int
    end: int

    def __repr__(self) -> str:
        return f"Word({self.start}, {self.end})"


Choice = Callable[[Word], bool]
"""Whether a word is noised."""


def words(text: str, closed: Sequence[Span] = ()) -> Iterator[Word]:
    """The words of a text outside ``closed``, in reading order; text that touches a closed span is a separate word.

    Args:
        text: Any text.
        closed: Disjoint spans in reading order that are left alone.
    """
    position = 0
    for start, end in chain(((span.start, span.end) for span in closed), ((len(text), len(text)),)):
        for found in _WORD.finditer(text, position, start):
            yield Word(found[0], *found.span())
        position = end


def left_alone(text: str) -> tuple[Span, ...]:
    """Code between backticks, addresses of pages and ids of tool calls: programs read them, and noise would break them.

    They leave in clear; the ledger says so.
    """
    found = sorted((match.start(), match.end(), name) for name, pattern in _ALONE for match in pattern.finditer(text))
    spans: list[Span] = []
    for start, end, name in found:
        if not spans or start >= spans[-1].end:
            spans.append(Span(start, end, name, source="characters"))
    return tuple(spans)


def parts(word: str) -> Iterator[tuple[str, bool]]:
    """A word cut into runs of letters and digits (True) and what stands between them (False)."""
    position = 0
    for run in _RUN.finditer(word):
        if run.start() > position:
            yield word[position : run.start()], False
        yield run[0], True
        position = run.end()
    if position < len(word):
        yield word[position:], False


def canonical(run: str) -> str:
    """The common form of all spellings of a run: lower case, if that keeps its length."""
    small = run.lower()
    return small if len(small) == len(run) else run
