"""Predicts how good an answer to a sanitized prompt will be, before it is sent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO
from math import nan
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from privacy_chains.errors import ModelError
from privacy_chains.methods.router.features import FEATURES, Features, FeatureSet, names_of
from privacy_chains.methods.router.trees import Trees

__all__ = ["QUANTILES", "Assessor", "Prediction", "columns"]

QUANTILES = (0.1, 0.5, 0.9)
"""What the trees predict: the lower end of an interval that holds 80 %, the median, and the upper end."""

_NAMES = ("low", "middle", "high")
_PRIOR = "prior.npz"


class Prediction(NamedTuple):
    """How good an answer will be, from 0 to 1.

    Attributes:
        low: The lower end of the interval that holds 80 % of the answers.
        middle: The median.
        high: The upper end.
    """

    low: float
    middle: float
    high: float


@dataclass(frozen=True, repr=False, eq=False)
class Assessor:
    """Quantile regression trees over features. Immutable; made by ``prior``, ``quick``, ``read`` or ``fit``.

    Attributes:
        features: The features that it looks at, in the order of columns.
        trees: Those of the three quantiles.
        source: Where it comes from, in words, such as what a prior was fitted on.
    """

    features: tuple[str, ...]
    trees: tuple[Trees, Trees, Trees]
    source: str

    def __repr__(self) -> str:
        return f"Assessor({len(self.features)} features, {self.source!r})"

    @classmethod
    def prior(cls, chosen: FeatureSet) -> Assessor:
        """What the package brings for a set of features.

        **Warning**: it was fitted on dialogues and speeches, with stand-ins in place of a hosted model; see
        docs/router.md. It is where to start: observe answers and fit your own.
        """
        return _prior(chosen)

    @classmethod
    def quick(cls) -> Assessor:
        """The prior that needs no model: a text is assessed in some milliseconds."""
        return cls.prior("quick")

    def predict(self, features: Features) -> Prediction:
        """The prediction for one text."""
        return Prediction(*map(float, self.predict_all(columns([features], self.features))[0]))

    def predict_all(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """Predictions for many: within 0 and 1, and in order.

        Args:
            rows: Shape (rows, features), as ``columns`` makes it.

        Returns:
            Shape (rows, 3): low, middle and high.
        """
        told = np.stack([one.predict(rows) for one in self.trees], axis=1)
        return np.sort(np.clip(told, 0.0, 1.0), axis=1)

    def write(self, path: Path | str) -> None:
        """Write it into a file of arrays, which ``read`` takes."""
        Path(path).write_bytes(written({"": self}))

    @classmethod
    def read(cls, path: Path | str) -> Assessor:
        """Read what ``write`` wrote. The file holds arrays alone: nothing in it is run.

        Raises:
            ModelError: It is no such file.
        """
        return _assessors(Path(path).read_bytes(), str(path))[""]


def columns(rows: Sequence[Features], names: Sequence[str]) -> NDArray[np.float64]:
    """Features as an array of shape (rows, names); NaN for those that are not known."""
    return np.array([[row.get(name, nan) for name in names] for row in rows], dtype=np.float64).reshape(-1, len(names))


def written(assessors: dict[str, Assessor]) -> bytes:
    """Several assessors, by name, as one file of arrays."""
    arrays: dict[str, Any] = {}
    for name, one in assessors.items():
        arrays[f"{name}/features"], arrays[f"{name}/source"] = np.array(one.features), np.array([one.source])
        for quantile, trees in zip(_NAMES, one.trees, strict=True):
            arrays |= {f"{name}/{quantile}/{field}": value for field, value in trees.arrays().items()}
    stream = BytesIO()
    np.savez_compressed(stream, **arrays)
    return stream.getvalue()


def _assessors(stored: bytes, told: str) -> dict[str, Assessor]:
    try:
        with np.load(BytesIO(stored), allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
    except (ValueError, OSError, BadZipFile):
        msg = "this is no file of an assessor: write one with Assessor.write"
        raise ModelError(msg, path=told) from None
    names = [name.removesuffix("/features") for name in arrays if name.endswith("/features")]
    if not names:
        msg = "this file holds no assessor"
        raise ModelError(msg, path=told)
    return {name: _of_arrays(arrays, name) for name in names}


def _of_arrays(arrays: dict[str, NDArray[np.generic]], name: str) -> Assessor:
    features = tuple(str(one) for one in arrays[f"{name}/features"])
    if not set(features) <= set(FEATURES):
        msg = "the assessor looks at features that this version does not measure; fit it again"
        raise ModelError(msg)
    parts = [
        {key.rpartition("/")[2]: value for key, value in arrays.items() if key.startswith(f"{name}/{quantile}/")}
        for quantile in _NAMES
    ]
    low, middle, high = (Trees.of(part, len(features)) for part in parts)
    source = arrays.get(f"{name}/source", np.array([""]))
    return Assessor(features, (low, middle, high), str(source[0]))


@cache
def _priors() -> dict[str, Assessor]:
    stored = files("privacy_chains.methods.router").joinpath("data", _PRIOR).read_bytes()
    return _assessors(stored, _PRIOR)


def _prior(chosen: FeatureSet) -> Assessor:
    found = _priors()[chosen]
    assert found.features == names_of(chosen)  # noqa: S101  (the file is the package's own)
    return found
