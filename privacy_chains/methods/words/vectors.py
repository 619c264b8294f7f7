"""Vectors of words that the user names: an array, or a file of text or of NumPy."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from privacy_chains.errors import MechanismError

__all__ = ["Vectors"]

_GRID_BITS = 12


class Vectors:
    """Words and their vectors. Public data: nothing of them is private.

    Args:
        words: In small letters, each once.
        matrix: Shape ``(words, dimensions)``, finite.

    Raises:
        MechanismError: The two do not fit, or something else than an array was given, such as an index of
            approximate neighbours.
    """

    def __init__(self, words: Sequence[str], matrix: NDArray[np.floating]) -> None:
        if not isinstance(matrix, np.ndarray):
            msg = (
                f"a word mechanism takes an array of vectors, not {type(matrix).__name__}: an approximate index "
                "releases other words than the mechanism it is taken for, which breaks its guarantee"
            )
            raise MechanismError(msg)
        self.words = tuple(words)
        self.places = {word: place for place, word in enumerate(self.words)}
        if matrix.ndim != 2 or len(self.places) != len(matrix) or len(matrix) < 2 or not np.isfinite(matrix).all():
            msg = "vectors need one finite row for each word, each word once, and at least two words"
            raise MechanismError(msg)
        self.matrix = np.ascontiguousarray(matrix, dtype=np.float32)

    def __repr__(self) -> str:
        return f"Vectors({len(self.words)} words, {self.matrix.shape[1]} dimensions)"

    @classmethod
    def read(cls, path: str | Path) -> Vectors:
        """Read ``.npz`` (arrays ``words`` and ``vectors``), or text with a word and its numbers in each line.

        Raises:
            MechanismError: The file is neither.
        """
        path = Path(path)
        if path.suffix == ".npz":
            with np.load(path, allow_pickle=False) as stored:
                return cls([str(word) for word in stored["words"]], stored["vectors"])
        rows = [line.rstrip().split(" ") for line in path.read_text(encoding="utf-8").splitlines()]
        if rows and len(rows[0]) == 2:
            rows = rows[1:]  # how many words and dimensions
        try:
            words: dict[str, list[str]] = {}
            for row in rows:
                words.setdefault(row[0], row[1:])
            return cls(list(words), np.array(list(words.values()), dtype=np.float32))
        except ValueError:
            msg = "a file of vectors has a word and as many numbers in each line, with a space between them"
            raise MechanismError(msg) from None

    @cached_property
    def version(self) -> str:
        """A fingerprint of words and vectors; other vectors give other coins."""
        told = sha256("\n".join(self.words).encode())
        told.update(self.matrix.tobytes())
        return told.hexdigest()[:16]

    @cached_property
    def step(self) -> float:
        """The step of ``grid``: a power of two, so that the largest coordinate has 12 bits."""
        largest = float(np.abs(self.matrix).max()) or 1.0
        return float(2.0 ** (np.ceil(np.log2(largest)) - _GRID_BITS))

    @cached_property
    def grid(self) -> NDArray[np.float64]:
        """The vectors as integers, in steps: products and squared distances of these are exact in floating point."""
        return np.rint(self.matrix.astype(np.float64) / self.step)

    @cached_property
    def _squares(self) -> NDArray[np.float64]:
        return np.asarray((self.grid**2).sum(axis=1))

    def squared(self, place: int) -> NDArray[np.float64]:
        """The squared distances of a word from all words on the grid: integers below ``2**53``, exact."""
        return np.asarray(self._squares + self._squares[place] - 2 * (self.grid @ self.grid[place]))
