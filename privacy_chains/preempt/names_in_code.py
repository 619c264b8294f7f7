"""Known names inside identifiers, paths and quotes: ``payTrethewey``, ``ossian_age``, ``/files/trethewey/lease.pdf``.

There a name stands in small letters or inside a word, where the sweep of whole words does not see it. A name that is
also an ordinary word is not looked for: ``rose_garden`` is nobody's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from privacy_chains.contract.spans import Span
from privacy_chains.formats.word_classes import is_word
from privacy_chains.lazy import lazily
from privacy_chains.preempt.clear import Clear
from privacy_chains.preempt.needles import SOURCE, Needle

__all__ = ["NamesInCode"]

_SHORTEST = 4
_SIGN = lazily(r"[_/\\@#=$]|[a-z][A-Z]|[^\W\d_][0-9]|[0-9][^\W\d_]|\w[.\-][^\W\d_]|[(\[{,:]\s?[\"'`][^\W\d_]")
"""Without any of these a text holds no identifier, path or literal."""
_RUN = lazily(r"[^\W\d_]{4,}")
_PIECE = lazily(r"[^\W\d_a-z]?[a-z\u00df-\u00f6\u00f8-\u00ff]+|[^\W\d_a-z]+(?![a-z])")
_JOINS = "_/\\@#=$"
_QUOTES = "\"'`"
_BEFORE_LITERAL, _AFTER_LITERAL = "([{,:=", ")]},:;"


class NamesInCode:
    """Names to look for inside identifiers and paths."""

    def __init__(self) -> None:
        self._needles: dict[str, Needle] = {}

    def __bool__(self) -> bool:
        return bool(self._needles)

    def add(self, needle: Needle, text: str) -> None:
        """Look for a needle, if it is a single word of a name."""
        if needle.looks == "words" and len(text) >= _SHORTEST and text.isalpha():
            self._needles.setdefault(text.casefold(), needle)

    def find_in(self, clear: Clear, found: Sequence[Span]) -> Iterator[Span]:
        """Where names stand, outside of what was found already."""
        text = clear.text
        if not clear.gaps or _SIGN.search(text) is None:
            return
        taken = {place for span in found for place in range(span.start, span.end)}
        for gap in clear.gaps:
            for run in _RUN.finditer(text, *gap):
                for start, end in _pieces(text, *run.span()):
                    needle = self._needles.get(text[start:end].casefold())
                    if needle and start not in taken and _is_in_code(text, start, end) and not is_word(text[start:end]):
                        yield Span(start, end, needle.entity_type, 1.0, SOURCE)


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A run of letters, or its words if it is written in camel case."""
    run = text[start:end]
    if run.islower() or run.isupper() or run[1:].islower():
        yield start, end
        return
    for piece in _PIECE.finditer(text, start, end):
        yield piece.span()


def _is_in_code(text: str, start: int, end: int) -> bool:
    """Whether what stands around a word makes it a part of an identifier, of a path or a literal."""
    before, after = text[start - 1 : start], text[end : end + 1]
    if before.isalnum() or after.isalnum():
        return True
    if (before and before in _JOINS) or (after and after in _JOINS):
        return True
    if text[start:end].islower() and _is_joined(text, start, end):
        return True
    if not before or before not in _QUOTES or after != before:
        return False
    outside = text[: start - 1].rstrip()[-1:], text[end + 1 :].lstrip()[:1]
    return outside[0] in _BEFORE_LITERAL or outside[1] in _AFTER_LITERAL


def _is_joined(text: str, start: int, end: int) -> bool:
    """Whether a point or a hyphen joins it to another word: ``trethewey.pdf``, ``anke-dev``."""
    behind = text[end : end + 1] in (".", "-") and text[end + 1 : end + 2].isalnum()
    return behind or (text[start - 1 : start] in (".", "-") and text[max(0, start - 2) : start - 1].isalnum())
