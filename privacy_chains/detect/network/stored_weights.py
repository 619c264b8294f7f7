"""The weights of small networks that read the states of the large one: as ``training/stored.py`` writes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["StoredWeights", "weights_of"]


class StoredWeights(NamedTuple):
    """The weights of one network.

    Attributes:
        arrays: By name; those of a matrix are stored as whole numbers, with a scale for each of its rows.
        numbers: The row of each trait in the array ``traits``.
    """

    arrays: Mapping[str, NDArray[np.float32]]
    numbers: Mapping[str, int]

    def rows_of(self, traits: Sequence[str]) -> list[int]:
        """The rows of the weights of traits; those that were never met while it learned have none."""
        return [self.numbers[trait] for trait in traits if trait in self.numbers]


@cache
def weights_of(package: str) -> StoredWeights:
    """The weights in ``data/judge.npz`` of a package, read once for a process."""
    import numpy as np  # noqa: PLC0415  # loaded with the network

    with np.load(BytesIO((files(package) / "data" / "judge.npz").read_bytes()), allow_pickle=False) as file:
        stored = dict(file)
    names = stored.pop("trait_names").tobytes().decode().split("\n")
    arrays = {
        name: array.astype(np.float32) * stored.get(f"{name}_scale", np.ones(1)).astype(np.float32)
        for name, array in stored.items()
        if not name.endswith("_scale")
    }
    return StoredWeights(arrays, {name: number for number, name in enumerate(names)})
