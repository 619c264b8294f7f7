"""The starts and ends of a text's sentences, for rules that look at one sentence."""

from __future__ import annotations

from bisect import bisect_right

from privacy_chains.language.patterns import worded

__all__ = ["Sentences"]

_BORDER = worded(
    r"(?<!\b[A-Z])(?<!\b[A-Z][a-z])(?!{ended:pointed_title|versus})[.?!;]+[\"')\]\u201d\u2019]*(?=\s)|\n|(?<=[a-z]):(?=\s)"
)
_BEFORE_FIRST = worded(
    r"(?:[\s\"'(\[*#>\u2013\u2014\u2022\u201c\u2018\-]|[0-9]{1,2}[.)]|(?i:{sentence_opener})(?=\s))*"
)


class Sentences:
    """The sentences of one text, found in one pass.

    Args:
        text: The text.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = [0, *(found.end() for found in _BORDER.finditer(text))]

    def around(self, position: int) -> tuple[int, int]:
        """The start and end of the sentence that holds a position."""
        index = bisect_right(self._starts, position)
        return self._starts[index - 1], self._starts[index] if index < len(self._starts) else len(self._text)

    def begins_at(self, position: int) -> bool:
        """Whether a sentence begins at a position, perhaps after a bullet, a number, a quotation mark or ``please``."""
        start, end = self.around(position)
        before = _BEFORE_FIRST.match(self._text, start, end)
        return before is not None and before.end() == position
