"""Words for gaps, from the logits of any masked model."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Protocol

from privacy_chains.errors import ModelError
from privacy_chains.models.parts import Replacement
from privacy_chains.models.tokens import TokenReader, windows

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Filler", "Logits", "by_window", "check_spans"]


class Logits(Protocol):
    """What a masked model says of tokens."""

    def __call__(self, ids: Sequence[int], places: Sequence[int], /) -> NDArray[np.float32]:
        """The logits at some places of one window of tokens: shape (places, vocabulary)."""
        ...


class Filler:
    """Fills gaps, window by window.

    Args:
        reader: Reads the text between the gaps.
        mask: The number of the token that stands for a gap.
        window: How many tokens are read at once, special ones included.
        logits: The model.
    """

    def __init__(self, reader: TokenReader, mask: int, window: int, logits: Logits) -> None:
        self._reader = reader
        self._mask = mask
        self._window = window - len(reader.before) - len(reader.after)
        self._logits = logits

    def fill(self, text: str, spans: Sequence[tuple[int, int]], count: int, /) -> list[list[Replacement]]:
        """Replacements for each span: the part ``fill``."""
        check_spans(len(text), spans, count)
        ids, places = self._masked(text, spans)
        filled: list[list[Replacement]] = [[] for _ in places]
        for (start, end), gaps in by_window(windows(len(ids), self._window), places):
            read = [*self._reader.before, *ids[start:end], *self._reader.after]
            shift = len(self._reader.before) - start
            logits = self._logits(read, [places[gap] + shift for gap in gaps])
            for gap, row in zip(gaps, logits, strict=True):
                filled[gap] = self._best(row, count)
        return filled

    def _masked(self, text: str, spans: Sequence[tuple[int, int]]) -> tuple[list[int], list[int]]:
        """The tokens of a text with a mask for each gap, and where the masks are."""
        ids: list[int] = []
        places: list[int] = []
        takes_space = self._reader.takes_space(self._mask)
        for (_, start), (end, _) in pairwise([(0, 0), *spans, (len(text), len(text))]):
            before = text[start:end]
            if len(places) < len(spans):
                ids += self._reader.read(before.rstrip() if takes_space else before).ids
                places.append(len(ids))
                ids.append(self._mask)
            else:
                ids += self._reader.read(before).ids
        return ids, places

    def _best(self, logits: NDArray[np.float32], count: int) -> list[Replacement]:
        import numpy as np  # noqa: PLC0415  # loaded with the model

        chances = np.exp(logits.astype(np.float64) - logits.max())
        chances /= chances.sum()
        found: dict[str, float] = {}
        for number in np.argsort(-chances, kind="stable")[: len(self._words)].tolist():
            word = self._words[number] if number < len(self._words) else ""
            if word and word not in found:
                found[word] = float(chances[number])
                if len(found) == count:
                    break
        return [Replacement(word, chance) for word, chance in found.items()]

    @cached_property
    def _words(self) -> list[str]:
        return self._reader.words()


def by_window(
    all_windows: Iterable[tuple[int, int]], places: Sequence[int]
) -> Iterator[tuple[tuple[int, int], list[int]]]:
    """The windows in which gaps are read, each with its gaps: a gap is read where most stands around it.

    Args:
        all_windows: Starts and ends of windows that hold all pieces, both in rising order.
        places: Where the gaps are.
    """
    chosen: dict[tuple[int, int], list[int]] = {}
    ranges = list(all_windows)
    starts, ends = zip(*ranges, strict=True) if ranges else ((), ())
    for gap, place in enumerate(places):
        around = ranges[bisect_right(ends, place) : bisect_right(starts, place)]
        best = max(around, key=lambda one: min(place - one[0], one[1] - 1 - place))
        chosen.setdefault(best, []).append(gap)
    yield from chosen.items()


def check_spans(length: int, spans: Sequence[tuple[int, int]], count: int) -> None:
    """Refuses gaps that a text cannot have.

    Raises:
        ModelError: The spans do not fit the text, or overlap; or the count is below 1.
    """
    borders = [0, *(border for span in spans for border in span), length]
    if any(before > after for before, after in pairwise(borders)):
        msg = "the spans to fill have to lie within the text, disjoint and in reading order"
        raise ModelError(msg)
    if count < 1:
        msg = f"fill gives one replacement or more for a span, not {count}"
        raise ModelError(msg)
