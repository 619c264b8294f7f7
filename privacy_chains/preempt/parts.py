"""Parts of values: where a detector found some words of a known value, all of it is protected."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from operator import itemgetter

from privacy_chains.contract.spans import Span
from privacy_chains.lazy import lazily
from privacy_chains.preempt.needles import Needle, tokens_in
from privacy_chains.preempt.sweep import LONGEST_GAP, Sweep

__all__ = ["Parts"]

_LOOK = 64
_BEFORE = lazily(r"([^\W_]+)(?:[\W_]{0,3})\Z")
_AFTER = lazily(r"[\W_]{0,3}([^\W_]+)")
_first, _last = itemgetter(0), itemgetter(-1)

_Neighbours = dict[str, dict[str, dict[Needle, Sequence[str]]]]
"""By token and the one beside it (in codes, that one's nearest character), the needles with both, and their tokens."""


class Parts:
    """The parts of needles with several tokens, to see where a detector found only a part of a value.

    Args:
        needles: What was found, here or before.
        found: The values that were found here, which may be parts.
    """

    def __init__(self, needles: Iterable[Needle], found: Iterable[str]) -> None:
        self._before: _Neighbours = {}
        self._behind: _Neighbours = {}
        tokens_of = {value: tokens for value in found if (tokens := tokens_in(value))}
        of_first = _owners(zip(map(_first, tokens_of.values()), tokens_of, strict=True))
        of_last = _owners(zip(map(_last, tokens_of.values()), tokens_of, strict=True))
        for needle in needles if tokens_of else ():
            own, tokens = needle.text, tokens_of.get(needle.text) or tokens_in(needle.text)
            for one, other in pairwise(tokens):
                # A code's separators may stand elsewhere: of its tokens only the characters that meet are told.
                if of_first.get(other, own) != own:
                    before = one[-1] if needle.looks == "code" else one
                    self._before.setdefault(other, {}).setdefault(before, {})[needle] = tokens
                if of_last.get(one, own) != own:
                    behind = other[0] if needle.looks == "code" else other
                    self._behind.setdefault(one, {}).setdefault(behind, {})[needle] = tokens
        self._parts = {
            value for value, tokens in tokens_of.items() if tokens[0] in self._before or tokens[-1] in self._behind
        }

    def __bool__(self) -> bool:
        return bool(self._parts)

    def whole(self, text: str, found: Sequence[Span]) -> Iterator[Span]:
        """Spans that are disjoint and in reading order, some of them widened to the needle that they are a part of."""
        end = 0
        for at, span in enumerate(found):
            if span.start < end:
                continue  # in the one before
            widest = self._around(text, span, end) if text[span.start : span.end] in self._parts else span
            if widest is not span and _crossed(widest.end, found, at + 1):
                widest = span
            end = widest.end
            yield widest

    def _around(self, text: str, span: Span, least: int) -> Span:
        """The needle that a span is a part of where it stands; else the span."""
        for needle, tokens in self._beside(text, span, least).items():
            reach = len(needle.text) + LONGEST_GAP
            start, stop = max(least, span.start - reach), span.end + reach
            window = text[start:stop].casefold()
            if needle.looks != "code" and not all(map(window.__contains__, tokens)):
                continue
            for match in Sweep((needle,)).find(text[start:stop]):
                whole = replace(match, start=match.start + start, end=match.end + start)
                wider = whole.end - whole.start > span.end - span.start
                if wider and whole.start <= span.start and span.end <= whole.end:
                    return whole
        return span

    def _beside(self, text: str, span: Span, least: int) -> Mapping[Needle, Sequence[str]]:
        """The needles in which the token before a span or behind it stands there, too."""
        tokens = tokens_in(text[span.start : span.end])
        found: dict[Needle, Sequence[str]] = {}
        if (known := self._before.get(tokens[0])) and (
            before := _BEFORE.search(text, max(least, span.start - _LOOK), span.start)
        ):
            token = before[1].casefold()
            found |= known.get(token, {}) | known.get(token[-1], {})
        if (known := self._behind.get(tokens[-1])) and (after := _AFTER.match(text, span.end, span.end + _LOOK)):
            token = after[1].casefold()
            found |= known.get(token, {}) | known.get(token[0], {})
        return found


def _owners(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """For each token the value that has it; nothing where several do."""
    owners: dict[str, str] = {}
    for token, value in pairs:
        if owners.setdefault(token, value) != value:
            owners[token] = ""
    return owners


def _crossed(end: int, found: Sequence[Span], at: int) -> bool:
    """Whether a place lies within one of the spans from the one at ``at``."""
    while at < len(found) and found[at].end <= end:
        at += 1
    return at < len(found) and found[at].start < end
