"""Noise: the treatment of a Category II entity type, as a policy states it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Literal

from privacy_chains.contract.entities import LAST_YEAR_OF_BIRTH
from privacy_chains.errors import MechanismError
from privacy_chains.hazmat.coins import Coins
from privacy_chains.hazmat.kdf import Encoded, encode_context
from privacy_chains.mechanisms.base import Mechanism
from privacy_chains.mechanisms.exponential import BoundedExponential
from privacy_chains.mechanisms.geometric import BoundedGeometric
from privacy_chains.mechanisms.grids import (
    LEAST_POWER,
    MOST_POWER,
    Grid,
    LinearGrid,
    LogGrid,
    ScaleGrid,
    magnitude,
    power_of_ten,
)
from privacy_chains.mechanisms.permutation import LARGEST, Permutation

__all__ = ["DEFAULT_NOISE", "Draw", "Noise"]

_Ratio = tuple[int, int]

_MECHANISMS: Mapping[str, type[Mechanism]] = {
    "geometric": BoundedGeometric,
    "exponential": BoundedExponential,
    "permutation": Permutation,
}


@dataclass(frozen=True, slots=True)
class Noise:
    """How the numbers of one entity type are released. Epsilon is not part of it: the policy declares it.

    With ``by_magnitude`` (the default), numbers of one sign share one domain, whatever their size, and the unit grows
    with it: ``unit`` times the power of ten below the number, so $20 from $1,000 to $9,999. How a number is spelled
    makes no difference. Otherwise ``lower`` and ``upper`` bound the domain, and ``unit`` is in the type's own unit.

    Attributes:
        mechanism: ``"geometric"`` (half the noise), ``"exponential"`` (the paper's algorithm 3) or ``"permutation"``,
            which never releases two numbers as one: for whole numbers within bounds, 512 values at most.
        metric: ``"absolute"`` differences, or ``"relative"`` ones: then ``unit`` is a ratio, 1/20 for 5 %, the
            bounds are positive, and all distances are ratios.
        unit: The distance at which epsilon is stated.
        lower: The least value that can be released; None with ``by_magnitude``.
        upper: The greatest.
        by_magnitude: Whether the unit grows with the power of ten. The scale has no borders: of two numbers on both
            sides of a power of ten, each part of their distance counts in its own unit.
        least_unit: What the unit is never less than, where it grows.
        least_whole_unit: What it is never less than for whole numbers; whether a number is whole is then not hidden,
            and whole numbers are released whole.
        steps: Grid values in one unit, for absolute metrics; within fixed bounds more where a number is printed more
            finely: a date with a time of day is moved by seconds.
        weight: What a number of this type costs beside others: 2 for twice the policy's epsilon per value.
        unit_name: What the unit counts, for people: ``"years"``.
        protect_within: The paper's rule eps' = eps / l: how many units apart two numbers may be for epsilon to
            hold in full between them. The ledger states the widened unit.
        preserve_order: Whether the numbers of this type keep their order. What is bigger stays bigger, in every
            message of a session; the order itself is then declared leakage. A number that a formula computes is what
            the formula says, whatever its place.
        parts: The noise of numbers that are written in parts of the unit, by their step: ages in months or weeks.

    Raises:
        MechanismError: The fields contradict each other.

    **Guarantee**: numbers of one domain whose distance is d units are released with probabilities within a factor
    exp(epsilon * d), where numbers between two grid values first move to the nearest (``epsilon_for`` counts it). It
    holds for the joint release of all numbers of a session, of which one is exchanged for another that is equal to
    none of them: coins of different numbers are independent, or theirs is one permutation.

    **Warning**: equal numbers of a type that no relation ties are released equal within a session, so that equality is
    not hidden; one that a message computes from others has another release there, and each that is drawn counts. With
    ``by_magnitude``, sign, and whether a number is zero, are not hidden.
    """

    mechanism: Literal["geometric", "exponential", "permutation"] = "geometric"
    metric: Literal["absolute", "relative"] = "absolute"
    unit: Fraction = Fraction(1, 50)
    lower: Fraction | None = None
    upper: Fraction | None = None
    by_magnitude: bool = True
    steps: int = 100
    weight: Fraction = Fraction(1)
    unit_name: str = ""
    protect_within: Fraction = Fraction(1)
    preserve_order: bool = False
    least_unit: Fraction = Fraction(0)
    least_whole_unit: Fraction = Fraction(0)
    parts: tuple[tuple[Fraction, Noise], ...] = ()

    def __post_init__(self) -> None:
        if self.mechanism not in _MECHANISMS or self.metric not in {"absolute", "relative"}:
            msg = "the mechanism is 'geometric', 'exponential' or 'permutation', the metric 'absolute' or 'relative'"
            raise MechanismError(msg)
        positive, least = (self.unit, self.weight, self.protect_within), (self.least_unit, self.least_whole_unit)
        if min(positive) <= 0 or min(least) < 0 or self.steps < 1:
            msg = "the unit, the weight, the distance to protect and the number of steps are positive"
            raise MechanismError(msg)
        if self.by_magnitude and (self.lower is not None or self.upper is not None or self.metric == "relative"):
            msg = "a domain by order of magnitude takes no bounds and no relative metric"
            raise MechanismError(msg)
        if not self.by_magnitude:
            self._check_bounds()
        if self.mechanism == "permutation":
            self._check_size()

    def _check_bounds(self) -> None:
        if self.lower is None or self.upper is None or self.lower >= self.upper:
            msg = "a fixed domain needs a lower bound below its upper bound"
            raise MechanismError(msg)
        if self.metric == "relative" and self.lower <= 0:
            msg = "a relative metric needs a positive lower bound"
            raise MechanismError(msg)

    def _check_size(self) -> None:
        """A permutation is drawn of all values of its domain."""
        lower, upper, spacing = self.lower or Fraction(0), self.upper or Fraction(0), self._declared
        if self.by_magnitude or self.metric == "relative" or (upper - lower) / spacing >= LARGEST:
            msg = (
                f"a permutation needs fixed bounds, absolute distances, and at most {LARGEST} values between the bounds"
            )
            raise MechanismError(msg)

    def __hash__(self) -> int:
        return hash((self.mechanism, self.metric, self.steps, self.unit_name))  # fractions take long to hash

    @property
    def leaks(self) -> str:
        """What a release does not hide, in words."""
        equality = f"; which numbers of a session are equal{', up to their signs' * self.by_magnitude}"
        order = f"{equality}; which of two is greater" if self.preserve_order else equality
        if self.by_magnitude:
            whole = ", whether it is whole" if self.least_whole_unit else ""
            return f"sign, whether it is zero{whole}{order}"
        lower, upper = (_plain(bound, self.unit_name) for bound in (self.lower, self.upper))
        return f"nothing beyond lying within {lower} to {upper}{order}"

    def is_public(self, number: Fraction) -> bool:
        """Whether the domain of ``number`` holds nothing else: zero, where the magnitude is declared."""
        return self.by_magnitude and not number

    def written(self, step: Fraction) -> Noise:
        """The noise of numbers that are written with a step: of parts of the unit their own."""
        return next((noise for part, noise in self.parts if part == step), self)

    def unit_for(self, number: Fraction) -> Fraction:
        """The distance at which epsilon is stated around a number."""
        unit = self.unit
        if self.by_magnitude and number:
            unit = ScaleGrid(self.unit, self._least(number), self.steps).unit_at(magnitude(number))
        return unit * self.protect_within

    def _least(self, number: Fraction) -> Fraction:
        """The least unit for a number."""
        return self.least_whole_unit or self.least_unit if number.denominator == 1 else self.least_unit

    def prints(self, number: Fraction, steps: Sequence[Fraction]) -> Fraction:
        """The first of ``steps``, the coarsest first, that shows the noise of a number; the last where none does."""
        if not self.by_magnitude or not number or (self.least_whole_unit and number.denominator == 1):
            return steps[0]
        enough = self.unit_for(number) / 2
        return next((step for step in steps if step <= enough), steps[-1])

    def grid(self, number: Fraction, step: Fraction) -> Grid:
        """The values that the release of ``number`` can take."""
        if self.metric == "relative":
            ends = LogGrid(0, 0, self.unit)
            return LogGrid(ends.index(self.lower or step), ends.index(self.upper or step), self.unit)
        if self.by_magnitude:
            return ScaleGrid(self.unit, self._least(number), self.steps)
        spacing = self._spacing(number, step)
        low, high = self.bounds(number, step)
        return LinearGrid(-(-low // spacing), high // spacing, spacing, -(-self.unit // spacing))

    def _spacing(self, number: Fraction, step: Fraction) -> Fraction:
        """Between fixed bounds: that of the declared steps, or what is printed where that is finer."""
        declared = self._declared
        if self.mechanism == "permutation" and (number / declared).denominator == 1:
            return declared
        return min(declared, step)

    @property
    def _declared(self) -> Fraction:
        """The spacing of the declared steps; of a permutation one at most: it is of whole numbers, or parts of one."""
        spacing = self.unit / self.steps
        return min(spacing, Fraction(1)) if self.mechanism == "permutation" else spacing

    def bounds(self, number: Fraction, step: Fraction) -> tuple[Fraction, Fraction]:
        """The least and the greatest value that a number printed with precision ``step`` can be released as."""
        if self.lower is not None and self.upper is not None:
            return self.lower, self.upper
        if not number:
            return Fraction(0), Fraction(0)
        least, most = power_of_ten(LEAST_POWER), power_of_ten(MOST_POWER + 1) - step
        return (least, most) if number > 0 else (-most, -least)

    def draw(self, number: Fraction, step: Fraction, epsilon: Fraction) -> Draw:
        """How ``number``, printed with precision ``step``, is released at ``epsilon`` per unit."""
        noise = self.written(step)
        if noise.by_magnitude:
            example = Fraction(1) if number.denominator == 1 else _HALF
            return _draw(noise, example.as_integer_ratio(), (1, 1), epsilon.as_integer_ratio())
        spacing = step if noise.metric == "relative" else noise._spacing(number, step)  # noqa: SLF001
        return _draw(noise, spacing.as_integer_ratio(), spacing.as_integer_ratio(), epsilon.as_integer_ratio())

    def mechanism_for(self, number: Fraction, step: Fraction, epsilon: Fraction) -> Mechanism:
        """The mechanism that releases ``number`` at ``epsilon`` per unit."""
        grid = self.grid(number, step)
        rate = epsilon / (grid.steps_per_unit * self.protect_within)
        finer = self.mechanism == "permutation" and grid.high - grid.low >= LARGEST
        return (BoundedGeometric if finer else _MECHANISMS[self.mechanism])(rate, grid.low, grid.high)

    def epsilon_for(self, distance: Fraction, number: Fraction, step: Fraction, epsilon: Fraction) -> Fraction:
        """The privacy map of an absolute metric: the epsilon between ``number`` and one ``distance`` away."""
        grid = self.grid(number, step)
        mechanism = self.mechanism_for(number, step, epsilon)
        if isinstance(grid, LinearGrid):
            return mechanism.epsilon_for(-(-distance // grid.spacing))
        if not isinstance(grid, ScaleGrid):
            msg = "a relative metric has no epsilon for an absolute distance"
            raise MechanismError(msg)
        size = abs(number)
        ends = [mechanism.clamp(grid.index(max(size + moved, Fraction(0)))) for moved in (distance, 0, -distance)]
        return mechanism.epsilon_for(max(abs(end - ends[1]) for end in ends))

    def parameters(self, number: Fraction, step: Fraction) -> tuple[str, ...]:
        """Everything that determines the distribution apart from the number and epsilon, as fields for coins."""
        low, high = self.bounds(number, step)
        order = "ordered" if self.preserve_order else "free"
        unit, least = self.unit * self.protect_within, self._least(number) if self.by_magnitude else Fraction(0)
        return (self.mechanism, self.metric, str(unit), str(least), str(low), str(high), str(self.steps), order)


@dataclass(frozen=True, slots=True)
class Draw:
    """How the numbers of one declared domain are released; the same for every number in it.

    Attributes:
        grid: What can be released.
        mechanism: Draws an index of the grid.
        context: Everything that determines the distribution apart from the number, as fields for coins.
    """

    grid: Grid
    mechanism: Mechanism
    context: Encoded

    def release(self, number: Fraction, coins: Callable[..., Coins]) -> Fraction:
        """A noisy number, on the grid. ``coins`` gives those for a context: a permutation's are all its numbers'.

        A number and its opposite are released as opposites, where signs are not hidden.
        """
        sign = -1 if number < 0 and isinstance(self.grid, ScaleGrid) else 1
        value = "all" if isinstance(self.mechanism, Permutation) else str(sign * number)
        return sign * self.grid.value(self.mechanism.release(self.grid.index(number), coins(value, self.context)))


@lru_cache(maxsize=1024)
def _draw(noise: Noise, example_ratio: _Ratio, step_ratio: _Ratio, epsilon_ratio: _Ratio) -> Draw:
    """The draw for a domain, told by any number of it: nothing here knows a number to be released.

    Numbers come as ratios, since fractions take long to hash.
    """
    example, step, epsilon = Fraction(*example_ratio), Fraction(*step_ratio), Fraction(*epsilon_ratio)
    context = Encoded(encode_context(*noise.parameters(example, step), str(step), str(epsilon)))
    return Draw(noise.grid(example, step), noise.mechanism_for(example, step, epsilon), context)


def _plain(number: Fraction | None, unit_name: str) -> str:
    """A bound as people write it: days are counted like ``date.toordinal``."""
    if number is not None and unit_name == "days" and 1 <= number <= date.max.toordinal():
        return date.fromordinal(int(number)).isoformat()
    return "" if number is None else f"{number.numerator:,}" if number.denominator == 1 else str(number)


_HALF = Fraction(1, 2)


def _fixed(unit: int | Fraction, lower: int | Fraction, upper: int | Fraction, unit_name: str) -> Noise:
    """Multiples of a step within bounds, epsilon stated at ``unit`` of them where they are whole."""
    spacing = min(Fraction(unit), Fraction(1))
    low, high = Fraction(lower), Fraction(upper)
    steps = int(unit / spacing)
    small = (high - low) / spacing < LARGEST and steps == 1
    return Noise(
        mechanism="permutation" if small else "geometric",
        unit=Fraction(unit),
        lower=low,
        upper=high,
        by_magnitude=False,
        steps=steps,
        unit_name=unit_name,
    )


_MONTH, _WEEK, _DAY = Fraction(1, 12), Fraction(7, 365), Fraction(1, 365)


def _ages() -> Noise:
    """Ages: those that are written in months, weeks or days keep to what is written so."""
    parts = tuple((part, _fixed(part, part, part * most, "years")) for part, most in ((_MONTH, 60), (_WEEK, 104)))
    days = replace(_fixed(_DAY, _DAY, _DAY * 365, "years"), unit=_WEEK, steps=7)
    return replace(_fixed(1, 1, 99, "years"), parts=(*parts, (_DAY, days)))


DEFAULT_NOISE: Mapping[str, Noise] = MappingProxyType(
    {
        "AGE": _ages(),
        "DATE_OF_BIRTH": _fixed(
            365, date(1900, 1, 1).toordinal(), date(LAST_YEAR_OF_BIRTH, 12, 31).toordinal(), "days"
        ),
        "DATE_TIME": _fixed(7, date(1900, 1, 1).toordinal(), date(2099, 12, 31).toordinal(), "days"),
        "MEASUREMENT": Noise(unit_name="units as written", least_whole_unit=_HALF),
        "MONEY": Noise(unit_name="currency units", least_unit=Fraction(1, 50)),
        "NUMBER": Noise(least_whole_unit=_HALF),
        "PERCENTAGE": Noise(unit_name="percentage points"),
        "TIME": _fixed(15, 0, 24 * 60 - 1, "minutes"),
        "YEAR": _fixed(1, 1900, 2100, "years"),
        "YEAR_OF_BIRTH": _fixed(1, 1900, LAST_YEAR_OF_BIRTH, "years"),
    }
)
"""The noise of the built-in entity types.

``AGE``: one year, within 1 to 99, so that neither children nor adults are given away; one month, or one week where an
age is written in weeks or days. ``DATE_OF_BIRTH`` and ``YEAR_OF_BIRTH``: one year too (365 days), for they say as much;
from 1900 to 2029 (``LAST_YEAR_OF_BIRTH``). One beyond these bounds is released as if it
were the nearest of them, so that the guarantee holds for it too; a longer domain would give births in a far future.
``MONEY``, ``NUMBER``, ``PERCENTAGE`` and ``MEASUREMENT``: two percent of the power of ten below the number, so $20 for
amounts from $1,000 to $9,999; at least two cents, and half of one for whole numbers that are no money. ``DATE_TIME``:
a week, from 1900 to 2099. ``TIME``: a quarter of an hour. ``YEAR``: one year. Ages and years: by one permutation.
"""
