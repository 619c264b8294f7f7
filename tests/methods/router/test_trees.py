"""Trees give what scikit-learn's own evaluation gives, from plain arrays."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from privacy_chains.errors import ModelError
from privacy_chains.methods.router import Trees
from privacy_chains.methods.router.fitting import trees_of

VECTORS = Path(__file__).parents[2] / "vectors" / "router_trees.json"
KINDS = {"feature": np.int16, "left": np.int32, "right": np.int32, "missing_left": np.bool_, "roots": np.int32}


def table(seed: int, rows: int = 500) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    coins = np.random.default_rng(seed)
    given = coins.random((rows, 5))
    quality = given[:, 0] * 0.5 + (given[:, 1] > 0.4) * 0.3 + coins.normal(0, 0.05, rows)
    given[coins.random(given.shape) < 0.2] = np.nan
    return given, quality


@pytest.mark.parametrize("quantile", [0.1, 0.5, 0.9])
@pytest.mark.parametrize("seed", range(4))
def test_the_sum_of_trees_is_what_scikit_learn_predicts(quantile: float, seed: int) -> None:
    ensemble = pytest.importorskip("sklearn.ensemble", reason="needs the extra [assess]")
    given, quality = table(seed)
    fitted = ensemble.HistGradientBoostingRegressor(loss="quantile", quantile=quantile, max_iter=40).fit(given, quality)
    asked, _ = table(seed + 100)
    assert np.abs(fitted.predict(asked) - trees_of(fitted).predict(asked)).max() < 1e-9


def test_stored_predictions_of_scikit_learn_come_out() -> None:
    stored = json.loads(VECTORS.read_text("utf-8"))
    arrays = {name: np.array(value, dtype=KINDS.get(name, np.float64)) for name, value in stored["trees"].items()}
    asked = np.array([[np.nan if one is None else one for one in row] for row in stored["rows"]])
    trees = Trees.of(arrays, asked.shape[1])
    assert np.abs(trees.predict(asked) - np.array(stored["predicted"])).max() < 1e-9


def test_a_sum_adds_predictions() -> None:
    stored = json.loads(VECTORS.read_text("utf-8"))
    arrays = {name: np.array(value, dtype=KINDS.get(name, np.float64)) for name, value in stored["trees"].items()}
    asked, _ = table(9)
    one = Trees.of(arrays, asked.shape[1])
    both = one.plus(one.shifted(0.25))
    assert np.allclose(both.predict(asked), 2 * one.predict(asked) + 0.25, atol=1e-12)


@pytest.mark.parametrize(
    ("name", "value"), [("left", 0), ("feature", 99), ("roots", -5), ("base", None), ("value", None), ("right", 10**6)]
)
def test_arrays_that_would_never_end_or_fail_are_refused(name: str, value: int | None) -> None:
    stored = json.loads(VECTORS.read_text("utf-8"))["trees"]
    arrays = {field: np.array(one, dtype=KINDS.get(field, np.float64)) for field, one in stored.items()}
    if value is None:
        arrays[name] = arrays[name][:0]
    else:
        arrays[name][0] = value
    with pytest.raises(ModelError, match="do not fit together"):
        Trees.of(arrays, 5)
    del arrays[name]
    with pytest.raises(ModelError, match="lacks"):
        Trees.of(arrays, 5)
