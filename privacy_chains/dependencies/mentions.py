"""Mentions: the numbers of a message, and the words near them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import inf
from typing import NamedTuple

from privacy_chains.contract.spans import Span
from privacy_chains.dependencies.graph import NumberKey, Precision
from privacy_chains.dependencies.words import stems
from privacy_chains.formats.quantity import Quantity
from privacy_chains.lazy import lazily

__all__ = ["Mention", "Vicinity", "in_reading_order", "near_words", "precisions", "vicinity"]

_BEFORE, _AFTER = 80, 50
_SENTENCE = lazily(r"[.!?;](?=\s)|\n|\|")


class Mention(NamedTuple):
    """One number in a message.

    Attributes:
        text: The index of its text in the message.
        span: Its position in the text.
        quantity: Its number and spelling.
    """

    text: int
    span: Span
    quantity: Quantity

    @property
    def key(self) -> NumberKey:
        """Its identity: equal numbers of one type have the same key."""
        return self.span.entity_type, self.quantity.number

    @property
    def size(self) -> float:
        """Its approximate value, for quick comparisons before a few numbers are computed exactly."""
        try:
            return float(self.quantity.number)
        except OverflowError:
            return inf

    def comes_to(self, number: Fraction) -> bool:
        """Whether a number equals it at its own precision."""
        return abs(self.quantity.number - number) <= self.quantity.step / 2

    def describe(self) -> str:
        """Its position, for people; never its value."""
        return f"{self.span.entity_type} in text {self.text + 1} at {self.span.start}-{self.span.end}"


class Vicinity(NamedTuple):
    """The stems of the words before and after a number, within its sentence and up to the neighbouring numbers."""

    before: frozenset[str]
    after: frozenset[str]

    @property
    def words(self) -> frozenset[str]:
        """The stems on both sides."""
        return self.before | self.after


def in_reading_order(mentions: Iterable[Mention]) -> list[Mention]:
    """Mentions in the order in which a reader meets them."""
    return sorted(mentions, key=_place)


def _place(mention: Mention) -> tuple[int, int, int, str]:
    span = mention.span
    return mention.text, span.start, span.end, span.entity_type


def precisions(mentions: Iterable[Mention]) -> dict[NumberKey, Precision]:
    """Each distinct number in the order of first mention, with the steps with which it is printed."""
    steps: dict[NumberKey, Precision] = {}
    for mention in mentions:
        key, quantity = mention.key, mention.quantity
        known, step = steps.get(key), quantity.step
        if known is None:
            steps[key] = Precision(step, step, quantity.finer, quantity.limits)
        elif not known.finest == step == known.coarsest or quantity.limits != known.limits:
            finer = quantity.finer if step < known.finest else known.finer
            limits = known.limits or quantity.limits  # the same for all spellings of a type
            steps[key] = Precision(min(step, known.finest), max(step, known.coarsest), finer, limits)
    return steps


def near_words(texts: Sequence[str], mentions: Sequence[Mention]) -> str:
    """At least all words near a message's numbers, in lower case. The numbers are in reading order."""
    pieces = sorted({mention.span.entity_type for mention in mentions})
    text = end = -1
    for mention in mentions:
        start, stop = max(0, mention.span.start - _BEFORE), mention.span.end + _AFTER
        if mention.text == text and start <= end:
            pieces[-1] += texts[text][end:stop]
        else:
            pieces.append(texts[mention.text][start:stop])
        text, end = mention.text, stop
    return " ".join(pieces).lower()


def vicinity(texts: Sequence[str], mentions: Sequence[Mention], at: int) -> Vicinity:
    """The vicinity of one of the ``mentions``, given in reading order."""
    mention = mentions[at]
    text, span = texts[mention.text], mention.span
    previous = mentions[at - 1] if at and mentions[at - 1].text == mention.text else None
    following = mentions[at + 1] if at + 1 < len(mentions) and mentions[at + 1].text == mention.text else None
    start = max(span.start - _BEFORE, previous.span.end if previous else 0)
    end = min(span.end + _AFTER, following.span.start if following else len(text))
    before, after = text[start : span.start], text[span.end : end]
    ends = list(_SENTENCE.finditer(before))
    before = before[ends[-1].end() :] if ends and before[ends[-1].end() :].strip() else before
    stop = _SENTENCE.search(after)
    own = f"{before} {text[span.start : span.end]} {span.entity_type.lower()}"
    return Vicinity(stems(own), stems(after[: stop.start()] if stop else after))
