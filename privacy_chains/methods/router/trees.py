"""Boosted regression trees as plain arrays: read from a file without code in it, and evaluated by NumPy alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privacy_chains.errors import ModelError

__all__ = ["Trees"]

_LEAF = -1
_FIELDS = ("feature", "threshold", "left", "right", "missing_left", "value", "roots", "base")


@dataclass(frozen=True, repr=False, eq=False)
class Trees:
    """A sum of regression trees. Immutable.

    All arrays but two have one entry for each node of all trees together.

    Attributes:
        feature: The column that a node looks at.
        threshold: A value goes left if it is at most this.
        left: The node on the left; -1 at a leaf.
        right: The node on the right; -1 at a leaf.
        missing_left: Whether a missing value (NaN) goes left.
        value: What a leaf adds.
        roots: The first node of each tree.
        base: What the trees are added to, of shape (1,).
    """

    feature: NDArray[np.int16]
    threshold: NDArray[np.float64]
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    missing_left: NDArray[np.bool_]
    value: NDArray[np.float64]
    roots: NDArray[np.int32]
    base: NDArray[np.float64]

    def __repr__(self) -> str:
        return f"Trees({len(self.roots)} trees, {len(self.value)} nodes)"

    def predict(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """The prediction for each row.

        Args:
            rows: Shape (rows, columns); NaN where a value is missing.

        Returns:
            Shape (rows,).
        """
        nodes = np.broadcast_to(self.roots, (len(rows), len(self.roots))).copy()
        which = np.arange(len(rows))[:, None]
        while (inner := self.left[nodes] != _LEAF).any():
            seen = rows[which, self.feature[nodes]]
            goes_left = np.where(np.isnan(seen), self.missing_left[nodes], seen <= self.threshold[nodes])
            nodes = np.where(inner, np.where(goes_left, self.left[nodes], self.right[nodes]), nodes)
        total: NDArray[np.float64] = self.base[0] + self.value[nodes].sum(axis=1)
        return total

    def plus(self, other: Trees) -> Trees:
        """The sum of both: what ``other`` learned of this one's errors is added to it."""
        shift = len(self.value)
        moved = {name: np.where(getattr(other, name) == _LEAF, _LEAF, getattr(other, name) + shift) for name in _SIDES}
        joined: dict[str, Any] = {
            name: np.concatenate([getattr(self, name), getattr(other, name)]) for name in _OF_NODES
        }
        sides: dict[str, Any] = {
            name: np.concatenate([getattr(self, name), moved[name]]).astype(np.int32) for name in _SIDES
        }
        roots = np.concatenate([self.roots, other.roots + shift]).astype(np.int32)
        return Trees(**joined, **sides, roots=roots, base=self.base + other.base)

    def shifted(self, by: float) -> Trees:
        """The same, with something added to every prediction."""
        return replace(self, base=self.base + by)

    def arrays(self) -> Mapping[str, NDArray[np.generic]]:
        """All arrays by name, as they are written into a file."""
        return {name: getattr(self, name) for name in _FIELDS}

    @classmethod
    def of(cls, arrays: Mapping[str, NDArray[np.generic]], columns: int) -> Trees:
        """Trees from arrays that were read from a file.

        Raises:
            ModelError: They are not those of trees over this many columns.
        """
        try:
            given: dict[str, Any] = {name: arrays[name] for name in _FIELDS}
        except KeyError as missing:
            msg = f"a file of trees lacks {missing.args[0]!r}"
            raise ModelError(msg) from None
        made = cls(**given)
        made._check(columns)
        return made

    def _check(self, columns: int) -> None:
        """Refuse arrays with which an evaluation would fail or never end."""
        count, here = len(self.value), np.arange(len(self.value))
        sides: Sequence[NDArray[np.int32]] = (self.left, self.right)
        fits = all(len(getattr(self, name)) == count for name in (*_OF_NODES, *_SIDES)) and self.base.shape == (1,)
        if fits and count:
            fits = all(bool(((side == _LEAF) | ((side > here) & (side < count))).all()) for side in sides)
            fits = fits and bool(((self.left == _LEAF) == (self.right == _LEAF)).all())
            fits = fits and int(self.feature.min()) >= 0 and int(self.feature.max()) < columns
            fits = fits and bool(((self.roots >= 0) & (self.roots < count)).all())
        if not fits:
            msg = "a file of trees has arrays that do not fit together"
            raise ModelError(msg)


_SIDES = ("left", "right")
_OF_NODES = ("feature", "threshold", "missing_left", "value")
