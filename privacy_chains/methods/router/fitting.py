"""Fitting an assessor to what was observed; needs scikit-learn, which nothing else does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from privacy_chains.errors import ModelError
from privacy_chains.methods.router.assessor import QUANTILES, Assessor, columns
from privacy_chains.methods.router.features import FEATURES, Features
from privacy_chains.methods.router.trees import Trees

if TYPE_CHECKING:
    from sklearn.ensemble import HistGradientBoostingRegressor

__all__ = ["FEWEST", "TrainingRow", "fit", "held_out", "trees_of"]

FEWEST = 200
"""With fewer rows nothing is fitted: the prior stays."""

_FOLDS, _INNER = 5, 2
_SIDE = 0.9
_CAREFUL = {"max_iter": 30, "max_leaf_nodes": 4, "min_samples_leaf": 40, "learning_rate": 0.05}


class TrainingRow(NamedTuple):
    """What was observed of one answer.

    Attributes:
        features: What was known before sending.
        quality: How good the answer was, from 0 to 1.
        prompt: Rows of one prompt say the same here, and are never on both sides of a split.
    """

    features: Features
    quality: float
    prompt: Hashable = None


def fit(  # noqa: PLR0913  (each says one thing of the trees)
    rows: Sequence[TrainingRow],
    features: Sequence[str] | None = None,
    *,
    prior: Assessor | None = None,
    trees: int = 60,
    leaves: int = 8,
    source: str = "fitted on what was observed",
) -> Assessor:
    """Fit an assessor.

    The ends of the interval are moved so that in two halves by prompt a tenth of the answers lies beyond each:
    conformalized quantile regression (Y. Romano, E. Patterson and E. Candes, 2019).

    Args:
        rows: What was observed.
        features: The features to look at; the prior's, or all that any row has.
        prior: Where to start: the trees learn what it got wrong.
        trees: How many trees for each quantile, without a prior.
        leaves: How many leaves a tree has at most, without a prior.
        source: Where the rows come from, in words.

    Raises:
        ModelError: There are fewer than 200 rows, or scikit-learn is not installed.
    """
    if len(rows) < FEWEST:
        msg = f"{len(rows)} answers were observed; below {FEWEST} nothing is fitted, and the prior stays"
        raise ModelError(msg)
    names = tuple(features or (prior.features if prior else _known(rows)))
    shape = _Shape(names, prior, trees, leaves)
    told = np.zeros((len(rows), len(QUANTILES)))
    for left, asked in _splits(rows, _INNER, by_prompt=True):
        parts = shape.fitted([rows[number] for number in left])
        table = columns([rows[number].features for number in asked], names)
        told[asked] = np.stack([one.predict(table) for one in parts], axis=1)
    quality = np.array([row.quality for row in rows])
    low, middle, high = shape.fitted(rows)
    wider = np.quantile(told[:, 0] - quality, _SIDE), np.quantile(quality - told[:, 2], _SIDE)
    return Assessor(names, (low.shifted(-float(wider[0])), middle, high.shifted(float(wider[1]))), source)


class _Shape(NamedTuple):
    """How trees are fitted."""

    names: tuple[str, ...]
    prior: Assessor | None
    trees: int
    leaves: int

    def fitted(self, rows: Sequence[TrainingRow]) -> tuple[Trees, Trees, Trees]:
        """The trees of the three quantiles."""
        table, weights = columns([row.features for row in rows], self.names), _weights(rows)
        quality = np.array([row.quality for row in rows])
        before = self.prior.trees if self.prior else (None, None, None)
        low, middle, high = (
            self._fitted(quantile, one, table, quality, weights)
            for quantile, one in zip(QUANTILES, before, strict=True)
        )
        return low, middle, high

    def _fitted(
        self,
        quantile: float,
        before: Trees | None,
        table: NDArray[np.float64],
        quality: NDArray[np.float64],
        weights: NDArray[np.float64],
    ) -> Trees:
        errors = quality if before is None else quality - before.predict(table)
        asked = np.where(np.isnan(table).all(axis=0), 0.0, table)  # of what nobody measured nothing is learned
        made = trees_of(self._regressor(quantile).fit(asked, errors, weights))
        return made if before is None else before.plus(made)

    def _regressor(self, quantile: float) -> HistGradientBoostingRegressor:
        """What is fitted; what a prior got wrong is learned with few, small and slow trees, since it knows the rest."""
        try:
            from sklearn.ensemble import HistGradientBoostingRegressor  # noqa: PLC0415  # the extra [assess] alone
        except ImportError:
            msg = "fitting needs scikit-learn: pip install 'privacy-chains[assess]'"
            raise ModelError(msg) from None
        given = {"max_iter": self.trees, "max_leaf_nodes": self.leaves, "min_samples_leaf": 20, "learning_rate": 0.1}
        return HistGradientBoostingRegressor(
            loss="quantile",
            quantile=quantile,
            early_stopping=False,
            random_state=0,
            **(given if self.prior is None else _CAREFUL),
        )


def held_out(
    rows: Sequence[TrainingRow],
    features: Sequence[str] | None = None,
    *,
    prior: Assessor | None = None,
    by_prompt: bool = True,
    trees: int = 60,
) -> NDArray[np.float64]:
    """Predictions for rows from assessors that were fitted without them, in five folds.

    Args:
        rows: What was observed.
        features: As ``fit`` takes them.
        prior: As ``fit`` takes it.
        by_prompt: Whether all rows of a prompt are in one fold. Otherwise, as in the paper, single rows are split, and
            nearly every prompt is known from its other rows.
        trees: As ``fit`` takes it.

    Returns:
        Shape (rows, 3): low, middle and high.
    """
    names = tuple(features or (prior.features if prior else _known(rows)))
    told = np.zeros((len(rows), len(QUANTILES)))
    for left, asked in _splits(rows, _FOLDS, by_prompt=by_prompt):
        made = fit([rows[number] for number in left], names, prior=prior, trees=trees)
        told[asked] = made.predict_all(columns([rows[number].features for number in asked], names))
    return told


def trees_of(fitted: HistGradientBoostingRegressor) -> Trees:
    """The trees of a fitted regressor of scikit-learn, which keeps them as arrays already."""
    nodes = [predictors[0].nodes for predictors in fitted._predictors]  # noqa: SLF001  (it has no public form)
    starts = np.cumsum([0, *map(len, nodes)])
    joined = np.concatenate(nodes)
    shift = np.repeat(starts[:-1], np.diff(starts))
    leaf = joined["is_leaf"].astype(bool)
    return Trees(
        feature=np.where(leaf, 0, joined["feature_idx"]).astype(np.int16),
        threshold=np.where(leaf, 0.0, joined["num_threshold"]),
        left=np.where(leaf, -1, joined["left"] + shift).astype(np.int32),
        right=np.where(leaf, -1, joined["right"] + shift).astype(np.int32),
        missing_left=joined["missing_go_to_left"].astype(bool),
        value=np.where(leaf, joined["value"], 0.0),
        roots=starts[:-1].astype(np.int32),
        base=np.asarray(fitted._baseline_prediction, dtype=np.float64).reshape(1),  # noqa: SLF001
    )


def _known(rows: Sequence[TrainingRow]) -> tuple[str, ...]:
    have = frozenset[str]().union(*(row.features for row in rows))
    return tuple(name for name in FEATURES if name in have)


def _weights(rows: Sequence[TrainingRow]) -> NDArray[np.float64]:
    """Every prompt counts the same, however many rows it has; a row without one is a prompt of its own."""
    counts = Counter(row.prompt for row in rows if row.prompt is not None)
    return np.array([1 / counts[row.prompt] if row.prompt is not None else 1.0 for row in rows])


def _splits(rows: Sequence[TrainingRow], folds: int, *, by_prompt: bool) -> Iterator[tuple[list[int], list[int]]]:
    """The rows to fit on and those to ask about: prompts are dealt out in turn, in an order that is not theirs."""
    groups: list[Hashable] = [
        ("prompt", row.prompt) if by_prompt and row.prompt is not None else ("row", number)
        for number, row in enumerate(rows)
    ]
    order = list(dict.fromkeys(groups))
    dealt = np.random.default_rng(0).permutation(len(order))
    fold_of = {group: int(place) % folds for group, place in zip(order, dealt, strict=True)}
    for fold in range(min(folds, len(order))):
        asked = [number for number, group in enumerate(groups) if fold_of[group] == fold]
        yield [number for number, group in enumerate(groups) if fold_of[group] != fold], asked
