"""Texts as points: the mean of the states of a text's tokens, from any encoder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from privacy_chains.errors import ModelError
from privacy_chains.models.tokens import TokenReader, windows

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Embedder", "States", "normalized"]

_BATCH = 16
"""Windows that go through the model at once."""


class States(Protocol):
    """What an encoder makes of tokens."""

    def __call__(self, ids: NDArray[np.int64], mask: NDArray[np.int64], /) -> NDArray[np.float32]:
        """The states of a batch: shape (windows, tokens, dimensions). The mask is 1 where there is a token."""
        ...


class _Window(NamedTuple):
    """A window of a text: the text's place in the list, its tokens, and the first one that is counted."""

    text: int
    ids: list[int]
    counted: int


class Embedder:
    """Means of states, for texts of any length.

    A longer text is read in windows that share half; each of its tokens counts once.

    Args:
        reader: Reads the texts.
        window: How many tokens are read at once, special ones included.
        states: The model.
        start: A token that is read before a text and not counted, for models that are taught to begin with one. When
            None, the tokens of the reader stand around a text and count, as encoders of sentences are taught.
        pad: The token that fills up shorter windows.
    """

    def __init__(
        self, reader: TokenReader, window: int, states: States, *, start: int | None = None, pad: int = 0
    ) -> None:
        self._reader = reader
        self._before = reader.before if start is None else (start,)
        self._after = reader.after if start is None else ()
        self._uncounted = 0 if start is None else 1
        self._size = window - len(self._before) - len(self._after)
        self._states = states
        self._pad = pad

    def embed(self, texts: Sequence[str], /) -> NDArray[np.float32]:
        """The embeddings of texts: the part ``embed``."""
        import numpy as np  # noqa: PLC0415  # loaded with the model

        parts = sorted((part for number, text in enumerate(texts) for part in self._windows(number, text)), key=_length)
        sums: NDArray[np.float64] | None = None
        for first in range(0, len(parts), _BATCH):
            batch = parts[first : first + _BATCH]
            states = self._read(batch)
            sums = np.zeros((len(texts), states.shape[-1])) if sums is None else sums
            for part, row in zip(batch, states, strict=True):
                sums[part.text] += row[part.counted : len(part.ids)].sum(axis=0, dtype=np.float64)
        return normalized(np.zeros((0, 0)) if sums is None else sums)

    def _windows(self, number: int, text: str) -> Iterator[_Window]:
        ids = self._reader.read(text).ids
        known = 0
        for start, end in windows(len(ids), self._size):
            counted = len(self._before) + known - start if start else self._uncounted
            yield _Window(number, [*self._before, *ids[start:end], *self._after], counted)
            known = end
        if not ids:
            yield _Window(number, [*self._before, *self._after], 0)

    def _read(self, batch: Sequence[_Window]) -> NDArray[np.float32]:
        import numpy as np  # noqa: PLC0415  # loaded with the model

        longest = max(map(_length, batch))
        ids = np.full((len(batch), longest), self._pad, np.int64)
        mask = np.zeros_like(ids)
        for row, part in enumerate(batch):
            ids[row, : len(part.ids)] = part.ids
            mask[row, : len(part.ids)] = 1
        return self._states(ids, mask)


def _length(part: _Window) -> int:
    return len(part.ids)


def normalized(rows: NDArray[np.floating]) -> NDArray[np.float32]:
    """Rows of L2 norm 1.

    Raises:
        ModelError: A row has no direction.
    """
    import numpy as np  # noqa: PLC0415  # loaded with the model

    norms = np.linalg.norm(rows, axis=-1, keepdims=True)
    if not (np.isfinite(norms).all() and (norms > 0).all()):
        msg = "the model gave no embedding of a text: its states are zero or no numbers"
        raise ModelError(msg)
    unit: NDArray[np.float32] = (rows / norms).astype(np.float32)
    return unit
