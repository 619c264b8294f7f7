"""The flow log: features of what was sent and how good the answers were, one JSON object a line, and no text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import isfinite
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from privacy_chains.contract.decision import Decision
from privacy_chains.errors import ModelError
from privacy_chains.methods.router.features import FEATURES, Features
from privacy_chains.methods.router.fitting import TrainingRow

__all__ = ["FlowEntry", "FlowLog", "read_log", "rows_of"]


class FlowEntry(NamedTuple):
    """A line of the log.

    Attributes:
        action: What was done with a message.
        features: What was known before.
        told: What was predicted: low, middle and high.
        quality: How good the answer was; None if nothing was sent.
    """

    action: str
    features: Features
    told: tuple[float, float, float]
    quality: float | None


class FlowLog:
    """Appends what was observed to a file. Safe to share between threads.

    Args:
        path: The file.
    """

    def __init__(self, path: Path | str) -> None:
        self._path, self._lock = Path(path), Lock()

    def __repr__(self) -> str:
        return "FlowLog()"

    def write(self, decision: Decision, features: Features, quality: float | None) -> None:
        """Append an entry: names of features and numbers, nothing else."""
        low, high = decision.interval or (0.0, 1.0)
        kept = {name: float(features[name]) for name in FEATURES if name in features and isfinite(features[name])}
        told = {
            "action": decision.action,
            "features": kept,
            "told": [low, decision.predicted or 0.0, high],
            "quality": quality,
        }
        with self._lock, self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(told) + "\n")


def read_log(path: Path | str) -> list[FlowEntry]:
    """The entries of a log.

    Raises:
        ModelError: A line is none.
    """
    with Path(path).open(encoding="utf-8") as lines:
        return list(_entries(lines))


def _entries(lines: Iterator[str]) -> Iterator[FlowEntry]:
    for number, line in enumerate(lines, 1):
        try:
            yield _entry(json.loads(line))
        except (ValueError, KeyError, TypeError):
            msg = f"line {number} is no entry of a flow log"
            raise ModelError(msg) from None


def _entry(told: dict[str, Any]) -> FlowEntry:
    low, middle, high = map(float, told["told"])
    features = {name: float(value) for name, value in told["features"].items() if name in FEATURES}
    quality = None if told["quality"] is None else float(told["quality"])
    return FlowEntry(str(told["action"]), features, (low, middle, high), quality)


def rows_of(entries: list[FlowEntry]) -> list[TrainingRow]:
    """The entries with an answer, to fit an assessor on."""
    return [TrainingRow(one.features, one.quality) for one in entries if one.quality is not None]
