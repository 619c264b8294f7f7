"""Makes findings from the scores of word pieces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from privacy_chains.detect.network.findings import NetworkFinding

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["findings_of"]

Offsets = Sequence[tuple[int, int]]


def findings_of(
    text: str, offsets: Offsets, scores: NDArray[np.float32], types: Sequence[str]
) -> Iterator[NetworkFinding]:
    """The findings in a text: neighbouring words of one type, unless a word begins anew.

    Args:
        text: The text.
        offsets: Start and end of each of its pieces, in code points.
        scores: Shape (pieces, 1 + 2 * types), logits: of "nothing private", then of each type's beginning and going on.
        types: The names of the types.
    """
    current: list[_Word] = []
    for word in _words(text, offsets, scores):
        if current and (word.number != current[-1].number + 1 or word.kind != current[-1].kind or word.begins):
            yield _finding(current, types)
            current = []
        current.append(word)
    if current:
        yield _finding(current, types)


class _Word(NamedTuple):
    """A private word, a run of pieces without a gap between letters and digits: its place among words, and its type."""

    number: int
    start: int
    end: int
    kind: int
    score: float
    begins: bool


def _finding(words: Sequence[_Word], types: Sequence[str]) -> NetworkFinding:
    score = sum(word.score for word in words) / len(words)
    return NetworkFinding(words[0].start, words[-1].end, types[words[0].kind - 1], score)


def _words(text: str, offsets: Offsets, scores: NDArray[np.float32]) -> Iterator[_Word]:
    """The private words of a text: what their pieces together speak for."""
    import numpy as np  # noqa: PLC0415  # loaded with the network

    if not offsets:
        return
    chances = np.exp(scores - scores.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    begins = chances[:, 1::2] > chances[:, 2::2]
    chances = np.concatenate([chances[:, :1], chances[:, 1::2] + chances[:, 2::2]], axis=1)
    chances = np.log(np.maximum(chances, 1e-6))
    heads = [*_heads(text, offsets), len(offsets)]
    means = np.add.reduceat(chances, heads[:-1], axis=0) / np.diff(heads)[:, None]
    best = means.argmax(axis=1)
    for number in np.flatnonzero(best).tolist():
        head, kind = heads[number], int(best[number])
        start, end = offsets[head][0], offsets[heads[number + 1] - 1][1]
        yield _Word(number, start, end, kind, float(np.exp(means[number, kind])), bool(begins[head, kind - 1]))


def _heads(text: str, offsets: Offsets) -> Iterator[int]:
    """The first piece of every word."""
    before = -1
    for index, (start, end) in enumerate(offsets):
        if start != before or not (text[start - 1 : start].isalnum() and text[start : start + 1].isalnum()):
            yield index
        before = end
