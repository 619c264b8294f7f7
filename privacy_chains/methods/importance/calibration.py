"""What a model's scores are measured by: public prompts, dull and private ones, on which it was read before."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise
from statistics import median

from privacy_chains.methods.importance.equations import protected_share
from privacy_chains.methods.importance.scores import own_scores
from privacy_chains.methods.importance.tagging import CONTENT
from privacy_chains.methods.words.spelling import cut, spans_of
from privacy_chains.models import LocalModel

__all__ = ["ImportanceCalibration", "calibrated", "public_prompts"]

_STEPS = 100
_LEAST_SCALE = 0.05
_DULL, _PRIVATE = -1.65, 3.4
"""At which logistic a strength of .62 protects 10 % of a dull prompt's words, and 60 % of a private one's."""
_SELDOM = 0.75
"""The quantile of a content word's surprisal from which a word that no list knows is always protected."""


@dataclass(frozen=True, slots=True)
class ImportanceCalibration:
    """How important, and how little to be expected, words of public prompts are to a model.

    Attributes:
        center: The mean surprisal of a sentence's content words at which half of the strength is reached.
        scale: How far it has to move.
        importance: Quantiles of the importance of content words, ascending.
        bits: Quantiles of their surprisal, ascending.
        balance: Quantiles of their importance less their surprisal, both as ranks, ascending.
    """

    center: float
    scale: float
    importance: tuple[float, ...]
    bits: tuple[float, ...]
    balance: tuple[float, ...]

    @property
    def floor(self) -> float:
        """The bits from which a word that no list knows is always protected."""
        return self.bits[round(_SELDOM * (len(self.bits) - 1))]

    def share(self, bits: Sequence[float], strength: float) -> float:
        """The share of words that are protected (8), with a center and a scale at which it moves."""
        return protected_share(bits, strength, self.center, self.scale)

    def rank_of_importance(self, value: float) -> float:
        """Which share of public content words is less important, 0 to 1."""
        return _rank(self.importance, value)

    def rank_of_bits(self, value: float) -> float:
        """Which share of public content words is more to be expected, 0 to 1."""
        return _rank(self.bits, value)

    def rank_of_balance(self, importance: float, privacy: float) -> float:
        """Which share of public content words is less important for how private it is, 0 to 1; both as ranks."""
        return _rank(self.balance, importance - privacy)

    @classmethod
    def fit(cls, model: LocalModel, prompts: Mapping[str, Sequence[str]]) -> ImportanceCalibration:
        """Read public prompts.

        Args:
            model: Tells surprisal, and importance or gradients.
            prompts: Some under ``"dull"``, some under ``"private"``.

        Raises:
            MissingPart: The model lacks a part.
        """
        means: dict[str, list[float]] = {"dull": [], "private": []}
        importance, bits = list[float](), list[float]()
        for kind, texts in prompts.items():
            for text in texts:
                scores = own_scores(model, text, spans_of(cut(text)))
                content = [place for place, tag in enumerate(scores.tags) if tag in CONTENT]
                importance += (scores.importance[place] for place in content)
                bits += (scores.bits[place] for place in content)
                means[kind] += [sum(scores.bits[place] for place in content) / len(content)] if content else []
        tables = _quantiles(importance), _quantiles(bits)
        pairs = zip(importance, bits, strict=True)
        balance = _quantiles(_rank(tables[0], one) - _rank(tables[1], other) for one, other in pairs)
        dull, private = median(means["dull"]), median(means["private"])
        scale = (private - dull) / (_PRIVATE - _DULL)
        if scale < _LEAST_SCALE:  # the model does not tell them apart: the paper's own, which protects most
            return cls(0.0, 1.0, *tables, balance)
        return cls(dull - _DULL * scale, scale, *tables, balance)

    def as_dict(self) -> dict[str, object]:
        """It as data for JSON."""
        return asdict(self)

    @classmethod
    def of(cls, data: Mapping[str, object]) -> ImportanceCalibration:
        """It from data of JSON.

        Raises:
            ValueError: It is no calibration.
        """
        center, scale = data.get("center"), data.get("scale")
        tables = [data.get(name) for name in ("importance", "bits", "balance")]
        if not isinstance(center, float) or not isinstance(scale, float) or scale <= 0:
            msg = "a calibration has a center and a positive scale"
            raise ValueError(msg)
        numbers = [tuple(float(one) for one in table) for table in tables if isinstance(table, list | tuple) and table]
        if len(numbers) != len(tables) or any(a > b for table in numbers for a, b in pairwise(table)):
            msg = "a calibration has ascending quantiles of importance, of bits and of their balance"
            raise ValueError(msg)
        return cls(center, scale, *numbers)


@lru_cache(maxsize=8)
def calibrated(model: LocalModel) -> ImportanceCalibration:
    """A model's calibration on the public prompts of the package."""
    return ImportanceCalibration.fit(model, public_prompts())


@cache
def public_prompts() -> Mapping[str, Sequence[str]]:
    """The prompts that the package carries: those with little to hide, and those with much."""
    text = (files("privacy_chains.methods.importance") / "data" / "prompts.txt").read_text(encoding="utf-8")
    rows = [line.partition("\t") for line in text.splitlines() if line and not line.startswith("#")]
    return {kind: tuple(prompt for name, _, prompt in rows if name == kind) for kind in ("dull", "private")}


def _rank(table: Sequence[float], value: float) -> float:
    return bisect_left(table, value) / len(table)


def _quantiles(values: Iterable[float]) -> tuple[float, ...]:
    ascending = sorted(values)
    return tuple(ascending[round(step * (len(ascending) - 1) / _STEPS)] for step in range(_STEPS + 1))
