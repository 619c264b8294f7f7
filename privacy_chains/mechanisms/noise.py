"""Noise: the treatment of a Category II entity type, as a policy states it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Literal

from privacy_chains.entities import LAST_YEAR_OF_BIRTH
from privacy_chains.errors import MechanismError
from privacy_chains.hazmat.coins import Coins
from privacy_chains.hazmat.kdf import Encoded, encode_context
from privacy_chains.mechanisms.base import Mechanism
from privacy_chains.mechanisms.exponential import BoundedExponential
from privacy_chains.mechanisms.geometric import BoundedGeometric
from privacy_chains.mechanisms.grids import Grid, LinearGrid, LogGrid, magnitude, power_of_ten

__all__ = ["DEFAULT_NOISE", "Draw", "Noise"]

_Ratio = tuple[int, int]

_MECHANISMS: Mapping[str, type[Mechanism]] = {"geometric": BoundedGeometric, "exponential": BoundedExponential}


@dataclass(frozen=True, slots=True)
class Noise:
    """How the numbers of one entity type are released. Epsilon is not part of it: it comes from the budget.

    With ``by_magnitude`` (the default), a number is hidden among those of its sign and power of ten: the domain
    of ``$2,000`` is $1,000 to $9,999, the unit is ``unit`` times $1,000 or half the printed step, whichever is
    more. Otherwise ``lower`` and ``upper`` bound the domain, and ``unit`` is in the type's own unit.

    Attributes:
        mechanism: ``"geometric"`` (half the noise) or ``"exponential"`` (the paper's algorithm 3).
        metric: ``"absolute"`` differences, or ``"relative"`` ones: then ``unit`` is a ratio, 1/20 for 5 %, the
            bounds are positive, and amounts of any size share one domain without naming their magnitude.
        unit: The distance at which epsilon is stated.
        lower: The least value that can be released; None with ``by_magnitude``.
        upper: The greatest.
        by_magnitude: Whether the domain is the number's own power of ten, which is then declared leakage.
        steps: Grid values in one unit, for absolute metrics; within fixed bounds more where a number is printed more
            finely: a date with a time of day is moved by seconds.
        weight: This type's numbers' part of the budget beside others' (1 for an equal part).
        unit_name: What the unit counts, for people: ``"years"``.
        protect_within: The paper's rule eps' = eps / l: how many units apart two numbers may be for epsilon to
            hold in full between them. The ledger states the widened unit.
        preserve_order: Whether the numbers of this type keep their order. What is bigger stays bigger, in every
            message of a session; the order itself is then declared leakage. A number that a formula computes is what
            the formula says, whatever its place.

    Raises:
        MechanismError: The fields contradict each other.

    **Guarantee**: numbers of one domain whose distance is d units are released with probabilities within a factor
    exp(epsilon * d), where numbers between two grid values first move to the nearest (``epsilon_for`` counts it).

    **Warning**: with ``by_magnitude``, sign, power of ten, and whether a number is zero are not hidden.
    """

    mechanism: Literal["geometric", "exponential"] = "geometric"
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

    def __post_init__(self) -> None:
        if self.mechanism not in _MECHANISMS or self.metric not in {"absolute", "relative"}:
            msg = "the mechanism is 'geometric' or 'exponential', the metric 'absolute' or 'relative'"
            raise MechanismError(msg)
        if min(self.unit, self.weight, self.protect_within) <= 0 or self.steps < 1:
            msg = "the unit, the weight, the distance to protect and the number of steps are positive"
            raise MechanismError(msg)
        if self.by_magnitude and (self.lower is not None or self.upper is not None or self.metric == "relative"):
            msg = "a domain by order of magnitude takes no bounds and no relative metric"
            raise MechanismError(msg)
        if not self.by_magnitude:
            self._check_bounds()

    def _check_bounds(self) -> None:
        if self.lower is None or self.upper is None or self.lower >= self.upper:
            msg = "a fixed domain needs a lower bound below its upper bound"
            raise MechanismError(msg)
        if self.metric == "relative" and self.lower <= 0:
            msg = "a relative metric needs a positive lower bound"
            raise MechanismError(msg)

    def __hash__(self) -> int:
        return hash((self.mechanism, self.metric, self.steps, self.unit_name))  # fractions take long to hash

    @property
    def leaks(self) -> str:
        """What a release does not hide, in words."""
        order = "; which of two is greater" if self.preserve_order else ""
        if self.by_magnitude:
            return f"sign, order of magnitude, whether it is zero{order}"
        lower, upper = (_plain(bound, self.unit_name) for bound in (self.lower, self.upper))
        return f"nothing beyond lying within {lower} to {upper}{order}"

    def is_public(self, number: Fraction) -> bool:
        """Whether the domain of ``number`` holds nothing else: zero, where the magnitude is declared."""
        return self.by_magnitude and not number

    def unit_for(self, number: Fraction, step: Fraction) -> Fraction:
        """The distance at which epsilon is stated, for a number printed with precision ``step``."""
        return self._base(number, step) * self.protect_within

    def _base(self, number: Fraction, step: Fraction) -> Fraction:
        if not self.by_magnitude:
            return self.unit
        return max(self.unit * power_of_ten(magnitude(number)), step / 2)

    def grid(self, number: Fraction, step: Fraction) -> Grid:
        """The values that the release of ``number`` can take."""
        if self.metric == "relative":
            ends = LogGrid(0, 0, self.unit)
            return LogGrid(ends.index(self.lower or step), ends.index(self.upper or step), self.unit)
        base = self._base(number, step)
        spacing = base / self.steps
        if not self.by_magnitude:
            spacing = min(spacing, step)
        low, high = self.bounds(number, step)
        return LinearGrid(-(-low // spacing), high // spacing, spacing, -(-base // spacing))

    def bounds(self, number: Fraction, step: Fraction) -> tuple[Fraction, Fraction]:
        """The least and the greatest value that a number printed with precision ``step`` can be released as."""
        if self.lower is not None and self.upper is not None:
            return self.lower, self.upper
        if not number:
            return Fraction(0), Fraction(0)
        return _by_magnitude(magnitude(number), number.numerator > 0, step.as_integer_ratio())

    def draw(self, number: Fraction, step: Fraction, epsilon: Fraction) -> Draw:
        """How ``number``, printed with precision ``step``, is released at ``epsilon`` per unit."""
        size = number.numerator if self.by_magnitude else 0
        sign, power = (size > 0) - (size < 0), magnitude(number) if size else 0
        return _draw(self, sign, power, step.as_integer_ratio(), epsilon.as_integer_ratio())

    def mechanism_for(self, number: Fraction, step: Fraction, epsilon: Fraction) -> Mechanism:
        """The mechanism that releases ``number`` at ``epsilon`` per unit."""
        grid = self.grid(number, step)
        rate = epsilon / (grid.steps_per_unit * self.protect_within)
        return _MECHANISMS[self.mechanism](rate, grid.low, grid.high)

    def epsilon_for(self, distance: Fraction, number: Fraction, step: Fraction, epsilon: Fraction) -> Fraction:
        """The privacy map of an absolute metric: the epsilon between ``number`` and one ``distance`` away."""
        grid = self.grid(number, step)
        if not isinstance(grid, LinearGrid):
            msg = "a relative metric has no epsilon for an absolute distance"
            raise MechanismError(msg)
        return self.mechanism_for(number, step, epsilon).epsilon_for(-(-distance // grid.spacing))

    def parameters(self, number: Fraction, step: Fraction) -> tuple[str, ...]:
        """Everything that determines the distribution apart from the number and epsilon, as fields for coins."""
        low, high = self.bounds(number, step)
        unit = self.unit_for(number, step) if number or not self.by_magnitude else self.unit
        order = "ordered" if self.preserve_order else "free"
        return (self.mechanism, self.metric, str(unit), str(low), str(high), str(self.steps), order)


@dataclass(frozen=True, slots=True)
class Draw:
    """How the numbers of one declared domain are released; the same for every number in it.

    Attributes:
        grid: What can be released.
        mechanism: Draws an index of the grid.
        unit: The distance at which epsilon is stated.
        context: Everything that determines the distribution apart from the number, as fields for coins.
    """

    grid: Grid
    mechanism: Mechanism
    unit: Fraction
    context: Encoded

    def release(self, number: Fraction, coins: Coins) -> Fraction:
        """A noisy number, on the grid."""
        return self.grid.value(self.mechanism.release(self.grid.index(number), coins))


@lru_cache(maxsize=1024)
def _draw(noise: Noise, sign: int, power: int, step_ratio: _Ratio, epsilon_ratio: _Ratio) -> Draw:
    """The draw for a domain, told by its sign and power of ten: nothing here knows a number to be released.

    Step and epsilon come as ratios, since fractions take long to hash.
    """
    step, epsilon = Fraction(*step_ratio), Fraction(*epsilon_ratio)
    least = sign * power_of_ten(power) if noise.by_magnitude else noise.lower or step
    context = Encoded(encode_context(*noise.parameters(least, step), str(step), str(epsilon)))
    mechanism = noise.mechanism_for(least, step, epsilon)
    return Draw(noise.grid(least, step), mechanism, noise.unit_for(least, step), context)


@lru_cache(maxsize=1024)
def _by_magnitude(power: int, positive: bool, step_ratio: _Ratio) -> tuple[Fraction, Fraction]:  # noqa: FBT001
    """The bounds of the numbers of one sign and power of ten."""
    least = power_of_ten(power)
    most = max(least, 10 * least - Fraction(*step_ratio))
    return (least, most) if positive else (-most, -least)


def _plain(number: Fraction | None, unit_name: str) -> str:
    """A bound as people write it: days are counted like ``date.toordinal``."""
    if number is not None and unit_name == "days" and 1 <= number <= date.max.toordinal():
        return date.fromordinal(int(number)).isoformat()
    return "" if number is None else f"{number.numerator:,}" if number.denominator == 1 else str(number)


def _fixed(unit: int, lower: int, upper: int, unit_name: str) -> Noise:
    """Whole numbers within bounds, epsilon stated at ``unit`` of them."""
    bounds = Fraction(lower), Fraction(upper)
    return Noise(
        unit=Fraction(unit), lower=bounds[0], upper=bounds[1], by_magnitude=False, steps=unit, unit_name=unit_name
    )


DEFAULT_NOISE: Mapping[str, Noise] = MappingProxyType(
    {
        "AGE": _fixed(1, 1, 99, "years"),
        "DATE_OF_BIRTH": _fixed(
            365, date(1900, 1, 1).toordinal(), date(LAST_YEAR_OF_BIRTH, 12, 31).toordinal(), "days"
        ),
        "DATE_TIME": _fixed(7, date(1900, 1, 1).toordinal(), date(2099, 12, 31).toordinal(), "days"),
        "MEASUREMENT": Noise(unit_name="units as written"),
        "MONEY": Noise(unit_name="currency units"),
        "NUMBER": Noise(),
        "PERCENTAGE": Noise(unit_name="percentage points"),
        "TIME": _fixed(15, 0, 24 * 60 - 1, "minutes"),
        "YEAR": _fixed(1, 1900, 2100, "years"),
        "YEAR_OF_BIRTH": _fixed(1, 1900, LAST_YEAR_OF_BIRTH, "years"),
    }
)
"""The noise of the built-in entity types.

``AGE``: one year, within 1 to 99, so that neither children nor adults are given away. ``DATE_OF_BIRTH`` and
``YEAR_OF_BIRTH``: one year too (365 days), for they say as much; from 1900 to 2029
(:data:`~privacy_chains.entities.LAST_YEAR_OF_BIRTH`). One beyond these bounds is released as if it were the nearest of
them, so that the guarantee holds for it too; a longer domain would give births in a far future. ``MONEY``, ``NUMBER``,
``PERCENTAGE`` and ``MEASUREMENT``: by order of magnitude; two percent of the power of ten below the number, so $20 for
amounts from $1,000 to $9,999, or half the printed step where that is more ($500 for ``12k``). ``DATE_TIME``: a week,
from 1900 to 2099. ``TIME``: a quarter of an hour. ``YEAR``: one year.

At epsilon 1 shared by ten amounts, $10,000 and $20,000 change places once in a hundred times.
"""
