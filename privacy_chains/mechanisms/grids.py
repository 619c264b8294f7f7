"""Grids: the public values that a release can take, and the distance at which epsilon is stated."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from decimal import ROUND_FLOOR, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from typing import Protocol

from privacy_chains.errors import MechanismError

__all__ = ["Grid", "LinearGrid", "LogGrid", "ScaleGrid", "magnitude", "power_of_ten"]


class Grid(Protocol):
    """A bounded, ordered set of values.

    Attributes:
        low: The smallest index.
        high: The largest index.
        steps_per_unit: The most indices by which two inputs one unit apart can differ.
    """

    @property
    def low(self) -> int: ...
    @property
    def high(self) -> int: ...
    @property
    def steps_per_unit(self) -> int: ...

    def index(self, number: Fraction) -> int:
        """The index of the grid value for ``number``. It may lie outside the bounds."""
        ...

    def value(self, index: int) -> Fraction:
        """The value at an index."""
        ...


@dataclass(frozen=True, slots=True)
class LinearGrid:
    """Multiples of ``spacing`` within bounds. Numbers are rounded to the nearest one, halves up.

    Two numbers ``d`` apart are at most ``ceil(d / spacing)`` indices apart.
    """

    low: int
    high: int
    spacing: Fraction
    steps_per_unit: int

    def index(self, number: Fraction) -> int:
        above = number.numerator * self.spacing.denominator
        below = number.denominator * self.spacing.numerator
        return (2 * above + below) // (2 * below)

    def value(self, index: int) -> Fraction:
        return Fraction(index * self.spacing.numerator, self.spacing.denominator)


@dataclass(frozen=True, slots=True)
class ScaleGrid:
    """A grid for numbers of any size: the spacing grows with the power of ten.

    One unit is ``unit`` times the power of ten below the number, and it is divided into ``steps_per_unit`` indices.
    The scale has no jumps at powers of ten: the distance from $9,999 to $10,001 is small, and each part of it counts
    in the unit of its own power. A number takes the nearest index. Signs are ignored.

    Attributes:
        unit: The unit as a fraction of the power of ten.
        least_unit: The smallest unit.
        steps_per_unit: Indices in one unit.
    """

    unit: Fraction
    least_unit: Fraction
    steps_per_unit: int

    @property
    def low(self) -> int:
        return 0

    @property
    def high(self) -> int:
        return self.index(power_of_ten(MOST_POWER + 1)) - 1

    def unit_at(self, power: int) -> Fraction:
        """The unit of the numbers from ``10**power`` to ``10**(power + 1)``."""
        return _unit_at(self.unit, self.least_unit, max(LEAST_POWER, min(MOST_POWER, power)))

    def index(self, number: Fraction) -> int:
        size = abs(number)
        power = max(LEAST_POWER, min(MOST_POWER, magnitude(size))) if size else LEAST_POWER
        start = _starts(self.unit, self.least_unit)[power - LEAST_POWER]
        place = (start + (size - power_of_ten(power)) / self.unit_at(power)) * self.steps_per_unit
        return (2 * place.numerator + place.denominator) // (2 * place.denominator)

    def value(self, index: int) -> Fraction:
        starts = _starts(self.unit, self.least_unit)
        place = Fraction(index, self.steps_per_unit)
        at = bisect_right(starts, place) - 1
        power = at + LEAST_POWER
        return power_of_ten(power) + (place - starts[at]) * self.unit_at(power)


LEAST_POWER, MOST_POWER = -6, 14
"""The powers of ten that a scale covers. Numbers beyond are released as if they were its ends."""


@lru_cache(maxsize=256)
def _unit_at(unit: Fraction, least: Fraction, power: int) -> Fraction:
    return max(unit * power_of_ten(power), least)


@lru_cache(maxsize=64)
def _starts(unit: Fraction, least: Fraction) -> tuple[Fraction, ...]:
    """Where each power of ten begins on a scale, in units. The first begins at zero."""
    starts = [Fraction(0)]
    for power in range(LEAST_POWER, MOST_POWER):
        starts.append(starts[-1] + 9 * power_of_ten(power) / _unit_at(unit, least, power))
    return tuple(starts)


_PLACES = 500
"""How many values a logarithmic grid has in each power of ten. Neighbours are 0.46 % apart."""


@lru_cache(maxsize=1)
def _mantissas() -> tuple[Fraction, ...]:
    """``10**(i / 500)`` for i below 500, rounded down to six decimals. Computed with 40 decimal digits, no floats."""
    with localcontext(prec=40):
        powers = [Decimal(10) ** (Decimal(place) / _PLACES) for place in range(_PLACES)]
        return tuple(Fraction(power.quantize(Decimal("1e-6"), ROUND_FLOOR)) for power in powers)


@dataclass(frozen=True, slots=True)
class LogGrid:
    """500 values for each power of ten, evenly spaced in ratio, so distances are relative.

    The values are rational: six-decimal mantissas times powers of ten. A number takes the index of the largest value
    that does not exceed it. ``unit`` is a ratio minus one: 1/20 states epsilon for numbers five percent apart.
    """

    low: int
    high: int
    unit: Fraction

    @property
    def steps_per_unit(self) -> int:
        return _steps_within(self.unit)

    def index(self, number: Fraction) -> int:
        if number <= 0:
            return self.low
        power = magnitude(number)
        return power * _PLACES + bisect_right(_mantissas(), number / Fraction(10) ** power) - 1

    def value(self, index: int) -> Fraction:
        power, place = divmod(index, _PLACES)
        return Fraction(10) ** power * _mantissas()[place]


@lru_cache(maxsize=64)
def _steps_within(unit: Fraction) -> int:
    """The largest number of indices between any two numbers whose ratio is at most ``1 + unit``."""
    if unit <= 0:
        msg = "a relative unit is a positive ratio, such as 1/20 for five percent"
        raise MechanismError(msg)
    grid = LogGrid(0, 0, unit)
    return max(grid.index(grid.value(place + 1) * (1 + unit)) - place for place in range(_PLACES))


def magnitude(number: Fraction) -> int:
    """The ``k`` with ``10**k <= |number| < 10**(k + 1)``. ``number`` must not be zero."""
    size, of = abs(number.numerator), number.denominator
    power = len(str(size)) - len(str(of))
    reached = size >= of * 10**power if power >= 0 else size * 10**-power >= of
    return power if reached else power - 1


@lru_cache(maxsize=256)
def power_of_ten(power: int) -> Fraction:
    """``10**power``, exactly."""
    return Fraction(10**power) if power >= 0 else Fraction(1, 10**-power)
