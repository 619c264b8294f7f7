"""A model's message that somebody edited: which parts are still the model's, and how it wrote them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from typing import NamedTuple

from privacy_chains.contract.spans import Span
from privacy_chains.lazy import lazily
from privacy_chains.preempt.memory import Outcome

__all__ = ["Stretch", "is_mostly_own", "of_edits", "own_behind", "own_stretches"]

_TOKEN = lazily(r"\w+|\s+|[^\w\s]")
_MOST = 4_000_000
"""The most pairs of tokens that are compared; of longer messages, no part counts as the model's."""


class Stretch(NamedTuple):
    """A part of a text that was not edited: its position, and how the model wrote it."""

    start: int
    end: int
    wrote: str


def own_stretches(wrote: str, read: str, now: str) -> tuple[Stretch, ...]:
    """The parts of ``now`` that are unchanged since they were ``read``.

    A surrogate that was read back counts only as a whole: half a name is the caller's.
    """
    if now == read:
        return (Stretch(0, len(now), wrote),)
    before, between, after = (_TOKEN.findall(text) for text in (wrote, read, now))
    if max(len(before), len(after)) * len(between) > _MOST:
        return ()
    ends = _ends(after)
    same = SequenceMatcher(None, between, after, autojunk=False).get_matching_blocks()
    stretches = []
    for tag, i, j, k, m in SequenceMatcher(None, before, between, autojunk=False).get_opcodes():
        for block in same:
            first, last = max(k, block.a), min(m, block.a + block.size)
            whole = first == k and last == m
            if first < last and (tag == "equal" or whole):
                shift = block.b - block.a
                piece = "".join(before[i:j] if whole else before[i + first - k : i + last - k])
                stretches.append(Stretch(ends[first + shift], ends[last + shift], piece))
    return tuple(sorted(stretches))


def own_behind(head: str, stretches: Sequence[Stretch]) -> tuple[Stretch, ...]:
    """The stretches of a text that stands behind a name, which stays, too."""
    if not head:
        return tuple(stretches)
    length = len(head)
    return (Stretch(0, length, head), *(Stretch(start + length, end + length, own) for start, end, own in stretches))


def is_mostly_own(stretches: Sequence[Sequence[Stretch]], texts: Sequence[str]) -> bool:
    """Whether at least half of a message is unchanged; otherwise it is another message."""
    own = sum(stretch.end - stretch.start for found in stretches for stretch in found)
    return 2 * own >= sum(map(len, texts))


def of_edits(texts: Sequence[str], outcome: Outcome, own: Sequence[Sequence[Stretch]]) -> Outcome:
    """The edits, sanitized as the caller's, and what they add; the rest stays as the model wrote it."""
    sent, hidden = list[str](), set[str]()
    for text, after, spans, originals, stretches in zip(
        texts, outcome.texts, outcome.spans, outcome.originals, own, strict=True
    ):
        found = [
            (Span(start, start + len(original), span.entity_type), after[span.start : span.end])
            for start, original, span in _before(spans, originals)
        ]
        whole = _untouched(found, stretches)
        replaced = [one for one in found if not _is_inside(one[0], whole)]
        hidden.update(text[span.start : span.end] for span, _ in replaced)
        sent.append(_assembled(text, replaced, whole))
    return replace(
        outcome,
        texts=tuple(sent),
        spans=((),) * len(texts),
        originals=((),) * len(texts),
        issued={value: pair for value, pair in outcome.issued.items() if any(value[1] in one for one in hidden)},
        needles=tuple(needle for needle in outcome.needles if any(needle.text in one for one in hidden)),
        events=outcome.events if hidden else (),
    )


def _untouched(found: Sequence[tuple[Span, str]], own: Sequence[Stretch]) -> list[Stretch]:
    """The stretches that no value crosses the border of."""
    left = list(own)
    while True:
        outside = [span for span, _ in found if not _is_inside(span, left)]
        less = [one for one in left if not any(span.start < one.end and one.start < span.end for span in outside)]
        if len(less) == len(left):
            return left
        left = less


def _is_inside(span: Span, own: Sequence[Stretch]) -> bool:
    return any(one.start <= span.start and span.end <= one.end for one in own)


def _before(spans: Sequence[Span], originals: Sequence[str]) -> Iterator[tuple[int, str, Span]]:
    """Where each surrogate's original stood."""
    moved = 0
    for span, original in zip(spans, originals, strict=True):
        yield span.start - moved, original, span
        moved += (span.end - span.start) - len(original)


def _assembled(text: str, replaced: Sequence[tuple[Span, str]], own: Sequence[Stretch]) -> str:
    """A text with surrogates in it, and the parts that the model wrote."""
    pieces, at = list[str](), 0
    for start, end, piece in sorted([*((span.start, span.end, surrogate) for span, surrogate in replaced), *own]):
        pieces += (text[at:start], piece)
        at = end
    return "".join([*pieces, text[at:]])


def _ends(tokens: Sequence[str]) -> list[int]:
    ends = [0]
    for token in tokens:
        ends.append(ends[-1] + len(token))
    return ends
