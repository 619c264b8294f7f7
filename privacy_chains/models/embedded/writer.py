"""The parts of the writer: what it says of words, and words for gaps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from itertools import pairwise
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from privacy_chains.models.embedded.words import GAP, WordPieces, vocabulary, words_of
from privacy_chains.models.filling import by_window, check_spans
from privacy_chains.models.local import LocalModel
from privacy_chains.models.looks import looks
from privacy_chains.models.parts import Replacement, TokenImportance, TokenSurprisal, TokenTag
from privacy_chains.models.recent import Recent

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from privacy_chains.models.embedded.graph import WriterGraph

__all__ = ["WriterParts", "writer"]

_SHARED = 48
"""The pieces that neighbouring windows share."""
_REMEMBERED = 64
"""Texts."""


@cache
def writer() -> LocalModel:
    """The embedded writer: ``surprisal``, ``importance``, ``tags`` and ``fill``, from the package itself.

    A network of six layers reads a text from both sides, as the same words for all three scores: runs of letters and
    digits, and signs each by itself. It was taught what SmolLM2-135M says of texts in English; ``training/README.md``
    says how well it does. It is loaded when it is first asked, once for a process, and safe for several threads; the
    same text gives the same on the same kind of processor.

    **Warning**: its scores are estimates. Nothing that it says is a guarantee of privacy.
    """
    parts = WriterParts()
    return LocalModel(
        name="writer", surprisal=parts.surprisal, importance=parts.importance, tags=parts.tags, fill=parts.fill
    )


class _Scores(NamedTuple):
    """The words of a text, and what the network says of each: shape (words, 2 + tags)."""

    spans: list[tuple[int, int]]
    scores: NDArray[np.float32]


class WriterParts:
    """The network, loaded when it is first asked; a copy that was pickled loads it again."""

    def __init__(self) -> None:
        self._recent = Recent[_Scores](_REMEMBERED)

    def __reduce__(self) -> tuple[type[WriterParts], tuple[()]]:
        return WriterParts, ()

    def surprisal(self, text: str, /) -> list[TokenSurprisal]:
        """What a causal model's surprisal of each word is expected to be: the part ``surprisal``."""
        spans, scores = self._scores(text)
        bits = scores[:, 0].clip(0) ** 2
        return [TokenSurprisal(start, end, one) for (start, end), one in zip(spans, bits.tolist(), strict=True)]

    def importance(self, prompt: str, /) -> list[TokenImportance]:
        """The importance of each word: the part ``importance``."""
        spans, scores = self._scores(prompt)
        norms = scores[:, 1].tolist()
        return [TokenImportance(start, end, one) for (start, end), one in zip(spans, norms, strict=True)]

    def tags(self, text: str, /) -> list[TokenTag]:
        """The part of speech of each word: the part ``tags``."""
        spans, scores = self._scores(text)
        best = scores[:, 2:].argmax(axis=1).tolist()
        return [TokenTag(start, end, self._graph.tags[one]) for (start, end), one in zip(spans, best, strict=True)]

    def fill(self, text: str, spans: Sequence[tuple[int, int]], count: int, /) -> list[list[Replacement]]:
        """WordPieces in small letters for each span: the part ``fill``."""
        check_spans(len(text), spans, count)
        words, places = self._masked(text, spans)
        filled: list[list[Replacement]] = [[] for _ in places]
        most = min(count, len(self._vocabulary))
        for (start, end), gaps in by_window(_windows(len(words.pieces)), places):
            said = self._graph.said(
                words.pieces[start:end], words.looks[start:end], [places[gap] - start for gap in gaps], most
            )
            for gap, chances, chosen in zip(gaps, said.chances.tolist(), said.chosen.tolist(), strict=True):
                filled[gap] = [
                    Replacement(self._vocabulary[one], chance) for one, chance in zip(chosen, chances, strict=True)
                ]
        return filled

    @cached_property
    def _graph(self) -> WriterGraph:
        from privacy_chains.models.embedded.graph import WriterGraph  # noqa: PLC0415  # heavy libraries

        return WriterGraph()

    @cached_property
    def _vocabulary(self) -> list[str]:
        return [word for _, word in vocabulary(self._graph.tokenizer.get_vocab())]

    def _scores(self, text: str) -> _Scores:
        return self._recent.of(self._recent.name(text), lambda: self._read(text))

    def _read(self, text: str) -> _Scores:
        import numpy as np  # noqa: PLC0415  # loaded with the graph

        words = words_of(text, self._graph.tokenizer)
        scores = np.zeros((len(words.pieces), 2 + len(self._graph.tags)), np.float32)
        known = 0
        for start, end in _windows(len(words.pieces)):
            first = (known + start) // 2 if start else 0  # the middle of what two windows share
            scores[first:end] = self._graph.said(words.pieces[start:end], words.looks[start:end]).scores[
                first - start :
            ]
            known = end
        if not words.spans:
            return _Scores([], scores)
        sums = np.add.reduceat(scores, words.borders[:-1], axis=0)
        return _Scores(words.spans, (sums / np.diff(words.borders)[:, None]).astype(np.float32))

    def _masked(self, text: str, spans: Sequence[tuple[int, int]]) -> tuple[WordPieces, list[int]]:
        """The pieces of a text with a mask for each span, which looks as its first word, and where the masks are."""
        pieces: list[int] = []
        offsets: list[tuple[int, int]] = []
        places: list[int] = []
        for (_, start), (end, stop) in pairwise([(0, 0), *spans, (len(text), len(text))]):
            read = words_of(text[start:end], self._graph.tokenizer)
            pieces += read.pieces
            offsets += [(first + start, last + start) for first, last in read.offsets]
            if len(places) < len(spans):
                places.append(len(pieces))
                pieces.append(self._graph.mask)
                offsets.append(_first_word(text, end, stop))
        seen = looks(text, offsets)
        for place in places:
            seen[place] = seen[place] or GAP
        return WordPieces([], [], pieces, seen, offsets), places


def _first_word(text: str, start: int, end: int) -> tuple[int, int]:
    """Start and end of the first word of a span; nothing where it has none."""
    words = text[start:end].split(maxsplit=1)
    if not words:
        return start, start
    begin = text.index(words[0], start)
    return begin, begin + len(words[0])


def _windows(count: int) -> Iterator[tuple[int, int]]:
    """Starts and ends of as few windows of one length as hold all pieces, and share some with their neighbours."""
    from privacy_chains.models.embedded.graph import WINDOW  # noqa: PLC0415  # with heavy libraries

    number = max(1, ceil((count - _SHARED) / (WINDOW - _SHARED)))
    size = ceil((count + (number - 1) * _SHARED) / number)
    for index in range(number if count else 0):
        start = min(index * (size - _SHARED), count - size)
        yield start, start + size
