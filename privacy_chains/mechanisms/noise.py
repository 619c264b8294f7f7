"""Noise: how a policy treats a Category II entity type."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import lru_cache
from typing import Literal

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
from privacy_chains.mechanisms.permutation import LARGEST, PermutationMechanism
from privacy_chains.mechanisms.shift import ShiftMechanism

__all__ = ["Draw", "Noise"]

_Ratio = tuple[int, int]

_MECHANISMS: Mapping[str, type[Mechanism]] = {
    "geometric": BoundedGeometric,
    "exponential": BoundedExponential,
    "permutation": PermutationMechanism,
    "shift": ShiftMechanism,
}


_SHIFTED = "how far apart they are, which comes first; one that is known tells all of the session"


@dataclass(frozen=True, slots=True)
class Noise:
    """How the numbers of one entity type are released. The policy declares epsilon separately.

    With ``by_magnitude`` (the default), all numbers of one sign share one domain, and the unit grows with the number:
    it is ``unit`` times the power of ten below the number, so $20 from $1,000 to $9,999. How a number is spelled
    makes no difference. Otherwise ``lower`` and ``upper`` bound the domain, and ``unit`` is in the type's own unit.

    Attributes:
        mechanism: One of four. ``"geometric"`` has half the noise of ``"exponential"``, the paper's algorithm 3.
            ``"permutation"`` never releases two different numbers as the same one; it takes whole numbers within
            bounds, at most 512 values. ``"shift"`` moves all numbers of a session by one draw, within bounds, and
            spends epsilon once.
        metric: ``"absolute"`` or ``"relative"`` differences. With ``"relative"`` all distances are ratios: ``unit``
            is a ratio minus one (1/20 for 5 %), and the bounds are positive.
        unit: The distance at which epsilon is stated.
        lower: The smallest value that can be released; None with ``by_magnitude``.
        upper: The largest value that can be released; None with ``by_magnitude``.
        by_magnitude: Whether the unit grows with the power of ten. If a power of ten lies between two numbers, each
            part of their distance counts in its own unit.
        least_unit: The smallest unit, if the unit grows.
        least_whole_unit: The smallest unit for whole numbers. If set, whole numbers are released as whole numbers, so
            a release shows whether the number was whole.
        steps: Grid values in one unit, for absolute metrics. Within fixed bounds the grid is finer if a number is
            printed more finely: a date with a time of day moves by seconds.
        weight: What a number of this type costs, relative to others: 2 for twice the policy's epsilon per value.
        unit_name: What the unit counts, for people: ``"years"``.
        protect_within: The paper's rule eps' = eps / l: the number of units within which epsilon holds in full
            between two numbers. The ledger states the widened unit.
        preserve_order: Whether the numbers of this type keep their order in all messages of a session. The order is
            then declared leakage. A number that a formula computes is the formula's result, whatever its order.
        parts: The noise of numbers written in parts of the unit, by step: ages in months or weeks, for example.

    Raises:
        MechanismError: The fields contradict each other.

    **Guarantee**: if two numbers of one domain are d units apart, the probabilities with which they give any release
    differ by a factor of at most exp(epsilon * d). A number between two grid values first moves to the nearest
    (``epsilon_for`` counts that). The bound holds for the joint release of all numbers of a session when one number is
    replaced by another that equals none of the rest: different numbers have independent coins, or share one
    permutation. With ``"shift"`` it holds when all numbers of the session are moved by the same whole number of steps
    and stay within the bounds. Between other sessions a shift has no bound.

    **Warning**: within a session, equal numbers of a type are released equal unless a relation ties them, so equality
    is not hidden. A number that one message computes from others has a different release there, and every draw spends
    epsilon. ``by_magnitude`` hides neither the sign nor whether a number is zero.
    """

    mechanism: Literal["geometric", "exponential", "permutation", "shift"] = "geometric"
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
            names = "'geometric', 'exponential', 'permutation' or 'shift'"
            msg = f"the mechanism is {names}, the metric 'absolute' or 'relative'"
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
        if self.is_shift and (self.by_magnitude or self.metric == "relative" or self.parts):
            msg = "a shift needs fixed bounds and absolute distances"
            raise MechanismError(msg)

    @property
    def is_shift(self) -> bool:
        """Whether all numbers of a session move by the same noise."""
        return self.mechanism == "shift"

    def _check_bounds(self) -> None:
        if self.lower is None or self.upper is None or self.lower >= self.upper:
            msg = "a fixed domain needs a lower bound below its upper bound"
            raise MechanismError(msg)
        if self.metric == "relative" and self.lower <= 0:
            msg = "a relative metric needs a positive lower bound"
            raise MechanismError(msg)

    def _check_size(self) -> None:
        """Refuse a domain that is too large for a permutation: it is drawn for all values at once."""
        lower, upper, spacing = self.lower or Fraction(0), self.upper or Fraction(0), self._declared
        if self.by_magnitude or self.metric == "relative" or (upper - lower) / spacing >= LARGEST:
            msg = (
                f"a permutation needs fixed bounds, absolute distances, and at most {LARGEST} values between the bounds"
            )
            raise MechanismError(msg)

    def __hash__(self) -> int:
        return hash((self.mechanism, self.metric, self.steps, self.unit_name))  # hashing fractions is slow

    @property
    def leaks(self) -> str:
        """What a release does not hide, in words."""
        if self.is_shift:
            step = f"{_plain(self._declared, '')} {self.unit_name}".rstrip()
            return f"where they lie within a step of {step}, such as weekday and time of day; {_SHIFTED}"
        equality = f"; which numbers of a session are equal{', up to their signs' * self.by_magnitude}"
        order = f"{equality}; which of two is greater" if self.preserve_order else equality
        if self.by_magnitude:
            whole = ", whether it is whole" if self.least_whole_unit else ""
            return f"sign, whether it is zero{whole}{order}"
        lower, upper = (_plain(bound, self.unit_name) for bound in (self.lower, self.upper))
        return f"nothing beyond lying within {lower} to {upper}{order}"

    def is_public(self, number: Fraction) -> bool:
        """Whether ``number`` is the only value of its domain. With ``by_magnitude``, zero is."""
        return self.by_magnitude and not number

    def written(self, step: Fraction) -> Noise:
        """The noise of numbers written with a step. Numbers in parts of the unit have their own noise."""
        return next((noise for part, noise in self.parts if part == step), self)

    def unit_for(self, number: Fraction) -> Fraction:
        """The distance at which epsilon is stated around a number."""
        unit = self.unit
        if self.by_magnitude and number:
            unit = ScaleGrid(self.unit, self._least(number), self.steps).unit_at(magnitude(number))
        return unit * self.protect_within

    def _least(self, number: Fraction) -> Fraction:
        """The smallest unit for a number."""
        return self.least_whole_unit or self.least_unit if number.denominator == 1 else self.least_unit

    def prints(self, number: Fraction, steps: Sequence[Fraction]) -> Fraction:
        """The first of ``steps`` (coarsest first) that is fine enough to show a number's noise; the last if none is."""
        if not self.by_magnitude or not number or (self.least_whole_unit and number.denominator == 1):
            return steps[0]
        enough = self.unit_for(number) / 2
        return next((step for step in steps if step <= enough), steps[-1])

    def grid(self, number: Fraction, step: Fraction) -> Grid:
        """The values that ``number`` can be released as."""
        if self.metric == "relative":
            ends = LogGrid(0, 0, self.unit)
            return LogGrid(ends.index(self.lower or step), ends.index(self.upper or step), self.unit)
        if self.by_magnitude:
            return ScaleGrid(self.unit, self._least(number), self.steps)
        spacing = self._spacing(number, step)
        low, high = self.bounds(number, step)
        return LinearGrid(-(-low // spacing), high // spacing, spacing, -(-self.unit // spacing))

    def _spacing(self, number: Fraction, step: Fraction) -> Fraction:
        """The spacing within fixed bounds: the declared one, or the printed one if that is finer."""
        declared = self._declared
        if self.is_shift or (self.mechanism == "permutation" and (number / declared).denominator == 1):
            return declared
        return min(declared, step)

    @property
    def _declared(self) -> Fraction:
        """The declared spacing; at most 1 for a permutation."""
        spacing = self.unit / self.steps
        return min(spacing, Fraction(1)) if self.mechanism == "permutation" else spacing

    def bounds(self, number: Fraction, step: Fraction) -> tuple[Fraction, Fraction]:
        """The smallest and the largest value that a number printed with precision ``step`` can be released as."""
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
        """The privacy map of an absolute metric: the epsilon between ``number`` and a number ``distance`` away.

        Raises:
            MechanismError: The metric is relative, or a shift moves by steps that the distance is no multiple of.
        """
        if self.is_shift and (distance / self._declared).denominator != 1:
            msg = "a shift has no epsilon for a distance that is no whole number of its steps"
            raise MechanismError(msg)
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
        """Everything but the number and epsilon that determines the distribution, as fields for coins."""
        low, high = self.bounds(number, step)
        order = "ordered" if self.preserve_order else "free"
        unit, least = self.unit * self.protect_within, self._least(number) if self.by_magnitude else Fraction(0)
        return (self.mechanism, self.metric, str(unit), str(least), str(low), str(high), str(self.steps), order)


@dataclass(frozen=True, slots=True)
class Draw:
    """How one declared domain releases its numbers: the same way for every number in it.

    Attributes:
        grid: The values that can be released.
        mechanism: Draws an index of the grid.
        context: Everything but the number that determines the distribution, as fields for coins.
    """

    grid: Grid
    mechanism: Mechanism
    context: Encoded

    @property
    def is_shared(self) -> bool:
        """Whether one draw moves all numbers of the domain, so that epsilon is spent once."""
        return isinstance(self.mechanism, ShiftMechanism)

    def release(self, number: Fraction, coins: Callable[..., Coins]) -> Fraction:
        """A noisy number on the grid. ``coins`` makes the coins for a context; a permutation uses one for all numbers.

        If signs are not hidden, a number and its negative are released as negatives of each other.
        """
        if self.is_shared:
            return self._moved(number, coins("all", self.context))
        sign = -1 if number < 0 and isinstance(self.grid, ScaleGrid) else 1
        value = "all" if isinstance(self.mechanism, PermutationMechanism) else str(sign * number)
        return sign * self.grid.value(self.mechanism.release(self.grid.index(number), coins(value, self.context)))

    def _moved(self, number: Fraction, coins: Coins) -> Fraction:
        """A number moved by whole grid steps. The part below one step, such as a time of day, stays."""
        index = self.grid.index(number)
        released = self.grid.value(self.mechanism.release(index, coins))
        inside = index == self.mechanism.clamp(index)
        return number - self.grid.value(index) + released if inside else released


@lru_cache(maxsize=1024)
def _draw(noise: Noise, example_ratio: _Ratio, step_ratio: _Ratio, epsilon_ratio: _Ratio) -> Draw:
    """The draw for a domain. Any number of the domain identifies it; the number to be released is not an argument.

    Numbers come as ratios, because hashing fractions is slow.
    """
    example, step, epsilon = Fraction(*example_ratio), Fraction(*step_ratio), Fraction(*epsilon_ratio)
    context = Encoded(encode_context(*noise.parameters(example, step), str(step), str(epsilon)))
    return Draw(noise.grid(example, step), noise.mechanism_for(example, step, epsilon), context)


def _plain(number: Fraction | None, unit_name: str) -> str:
    """A bound as people write it. Days count as in ``date.toordinal``."""
    if number is not None and unit_name == "days" and 1 <= number <= date.max.toordinal():
        return date.fromordinal(int(number)).isoformat()
    return "" if number is None else f"{number.numerator:,}" if number.denominator == 1 else str(number)


_HALF = Fraction(1, 2)
