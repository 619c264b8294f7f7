"""What is still in clear in a text: what lies outside the spans that were found so far."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import replace

from privacy_chains.contract.spans import Span
from privacy_chains.detect.escapes import has_escapes, percent_escapes, unescaped
from privacy_chains.detect.normalize import NormalizedText, view, without_escapes
from privacy_chains.detect.spelled import has_spelled
from privacy_chains.preempt.needles import TOKEN, folded, tokens_in

__all__ = ["Clear"]


class Clear:
    """The parts of a text outside the ``covered`` spans, which are disjoint and in reading order.

    Attributes:
        covered: The spans.
        text: The text as it reads, without escapes.
        gaps: The stretches that no span covers.
    """

    __slots__ = ("_folded", "_given", "_tokens", "_view", "covered", "gaps", "text")

    def __init__(self, text: str, covered: Sequence[Span] = ()) -> None:
        self._given, self.covered = text, tuple(covered)
        self.text = without_escapes(text)
        self._tokens: set[str] | None = None
        self._view: NormalizedText | None = None
        if has_escapes(self.text) or percent_escapes(self.text) or has_spelled(self.text):
            self._view = seen = view(self.text, apart=True)
            self.text, covered = seen.text, [_seen(seen, span) for span in covered]
        self.gaps = [*_gaps(len(self.text), covered)]
        # The text with blanks in place of what is in no token, where that keeps every position.
        self._folded = folded(self.text) if self.text.isascii() else None

    @property
    def tokens(self) -> set[str]:
        """The tokens of all gaps, in one case."""
        if self._tokens is None:
            self._tokens = set[str]().union(*(self.tokens_between(*gap) for gap in self.gaps))
        return self._tokens

    def tokens_between(self, start: int, stop: int) -> list[str]:
        """The tokens from one place of the text to another, in one case."""
        if self._folded is not None:
            return self._folded[start:stop].split()
        return list(map(str.casefold, TOKEN.findall(self.text, start, stop)))

    def may_hold(self, value: str) -> bool:
        """Whether all tokens of a value stand in the gaps."""
        return self.tokens.issuperset(tokens_in(unescaped(value)))

    def original(self, span: Span) -> Span:
        """The span of the text as it was given."""
        return span if self._view is None else self._view.original(span)

    def less(self, found: Sequence[Span]) -> Clear:
        """What remains outside of further spans."""
        return Clear(self._given, sorted((*self.covered, *found))) if found else self


def _seen(seen: NormalizedText, span: Span) -> Span:
    """The span of the view that renders a span of the original."""
    return replace(span, start=bisect_left(seen.ends, span.start + 1), end=bisect_left(seen.origins, span.end))


def _gaps(length: int, covered: Sequence[Span]) -> Iterable[tuple[int, int]]:
    position = 0
    for span in covered:
        if position < span.start:
            yield position, span.start
        position = max(position, span.end)
    if position < length:
        yield position, length
