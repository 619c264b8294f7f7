"""Domains: the declared range in which a number may be released."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from privacy_chains.dependencies.graph import NumberKey, Precision
from privacy_chains.dependencies.message import NumberedMessage
from privacy_chains.formats.quantity import Quantity, is_multiple, nearest_multiple
from privacy_chains.mechanisms.noise import Noise

__all__ = ["Domain", "declared"]


@dataclass(frozen=True, slots=True)
class Domain:
    """The declared range in which one number may be released."""

    noise: Noise
    number: Fraction = field(repr=False)
    steps: Precision
    grain: Fraction | None = None

    @classmethod
    def of(cls, noise: Noise, number: Fraction, steps: Precision, grain: Fraction | None = None) -> Domain:
        """The domain of a number printed with ``steps``, and rounded by its formula to multiples of ``grain``."""
        if grain is not None and grain >= steps.coarsest and is_multiple(grain, steps.coarsest):
            return cls(noise, number, Precision(steps.finest, grain, limits=steps.limits), grain)
        return cls(noise.written(steps.coarsest), number, steps)

    @property
    def bounds(self) -> tuple[Fraction, Fraction]:
        """The smallest and the largest value that the coarsest spelling can print."""
        step = self.steps.coarsest
        return _printed(*self._within(self.noise.bounds(self.number, step)), step)

    def printable(self, number: Fraction) -> Fraction:
        """The value nearest to ``number`` that the coarsest spelling can print within the bounds."""
        least, most = self.bounds
        nearest = nearest_multiple(number, self.steps.coarsest)
        return least if nearest < least else min(nearest, most)

    def admits(self, number: Fraction) -> bool:
        """Whether a computed number keeps the declared sign or the fixed bounds."""
        if self.noise.by_magnitude:
            return (number > 0) - (number < 0) == (self.number > 0) - (self.number < 0)
        least, most = self._within(self.noise.bounds(self.number, self.steps.finest))
        return least <= number <= most

    def _within(self, bounds: tuple[Fraction, Fraction]) -> tuple[Fraction, Fraction]:
        """Bounds, narrowed to what the spelling can express: two digits can express the years of only one century."""
        return _narrowed(bounds, self.steps.limits)

    def print(self, number: Fraction, quantity: Quantity) -> Fraction:
        """The value that one spelling prints for a drawn number. It depends only on the spelling and its number."""
        step = self.grain or self.noise.prints(self.number, (quantity.step, *quantity.finer))
        least, most = _printed(*_narrowed(self.noise.bounds(self.number, step), quantity.limits), step)
        return max(least, min(most, nearest_multiple(number, step)))

    @property
    def alone(self) -> Quantity:
        """The coarsest spelling of a number without relations, as a quantity to print."""
        finer = (step for step in (self.steps.finest, *self.steps.finer) if step < self.steps.coarsest)
        return Quantity(self.number, self.steps.coarsest, tuple(finer), self.steps.limits)


def declared(
    message: NumberedMessage, noise: Mapping[str, Noise], grains: Mapping[NumberKey, Fraction]
) -> dict[NumberKey, Domain]:
    """The domain of each number in a message. ``grains`` gives the steps of which some are multiples."""
    steps = message.steps
    return {key: Domain.of(noise[key[0]], key[1], steps[key], grains.get(key)) for key in message.keys}


def _narrowed(bounds: tuple[Fraction, Fraction], limits: tuple[Fraction, Fraction] | None) -> tuple[Fraction, Fraction]:
    """Bounds, narrowed to limits."""
    if limits is None:
        return bounds
    least, most = (max(limits[0], min(limits[1], bound)) for bound in bounds)
    return least, most


def _printed(least: Fraction, most: Fraction, step: Fraction) -> tuple[Fraction, Fraction]:
    """The smallest and the largest multiple of ``step`` within bounds; if there is none, the nearest one."""
    if is_multiple(least, step) and is_multiple(most, step):
        return least, most
    inner = -(-least // step) * step, most // step * step
    return inner if inner[0] <= inner[1] else (nearest_multiple(least, step),) * 2
