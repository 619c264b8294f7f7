"""Exact arithmetic for formulas: the functions of the grammar, and the limits on values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from fractions import Fraction
from functools import reduce
from math import isqrt

from privacy_chains.errors import DependencyError
from privacy_chains.formats.quantity import nearest_multiple

__all__ = ["ARITIES", "FUNCTIONS", "MOST_BITS", "checked", "divided", "root", "years_away", "years_between"]

MOST_BITS = 4096
"""The most bits of a value's numerator and denominator together."""

_ROOT_DIGITS = 30


def checked(number: Fraction) -> Fraction:
    """Return the number unchanged, unless it is too large.

    Raises:
        DependencyError: It is too large to be intended.
    """
    if number.numerator.bit_length() + number.denominator.bit_length() > MOST_BITS:
        msg = "a formula's value overflows: it has more than a thousand digits"
        raise DependencyError(msg)
    return number


def divided(number: Fraction, by: Fraction, names: Iterator[str]) -> Fraction:
    """Divide.

    Args:
        number: The dividend.
        by: The divisor.
        names: The variables of the divisor, for the error.

    Raises:
        DependencyError: The divisor is zero.
    """
    if not by:
        variables = ", ".join(dict.fromkeys(names)) or "a constant"
        raise DependencyError(f"a formula divides by zero (in a divisor of {variables})")
    return number / by


def root(number: Fraction, degree: int) -> Fraction:
    """The positive root: exact if it is rational, otherwise to 30 decimals.

    Raises:
        DependencyError: The number is negative, or the degree is 0.
    """
    if number < 0 or degree < 1:
        msg = "a formula takes a root that does not exist"
        raise DependencyError(msg)
    numerator, denominator = _whole_root(number.numerator, degree), _whole_root(number.denominator, degree)
    if numerator**degree == number.numerator and denominator**degree == number.denominator:
        return Fraction(numerator, denominator)
    scale = 10**_ROOT_DIGITS
    return Fraction(_whole_root(number.numerator * scale**degree // number.denominator, degree), scale)


def _whole_root(number: int, degree: int) -> int:
    """The integer part of a root, by bisection."""
    if degree == 2:
        return isqrt(number)
    low, high = 0, 1 << (number.bit_length() // degree + 1)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**degree <= number else (low, middle)
    return low


def years_between(later: Fraction, earlier: Fraction) -> Fraction:
    """Full years from one day number to another, counted like ages.

    Raises:
        DependencyError: A number is not a calendar day.
    """
    end, start = _day(later), _day(earlier)
    return Fraction(end.year - start.year - ((end.month, end.day) < (start.month, start.day)))


def years_away(day: Fraction, years: Fraction) -> Fraction:
    """The middle of the year in which ``years_between`` gives ``years``.

    Raises:
        DependencyError: The day or that year is not in the calendar.
    """
    near = _day(day)
    year = near.year + int(years)
    if not 1 < year < 9999:
        msg = "a formula computes a date outside the calendar"
        raise DependencyError(msg)
    moved = near.replace(year=year, day=min(near.day, 28)).toordinal()
    return Fraction(moved + (182 if years >= 0 else -182))


def _day(number: Fraction) -> date:
    """The calendar day nearest to a moment: the integer of a date is its noon."""
    day = nearest_multiple(number, Fraction(1))
    if not 1 <= day <= date.max.toordinal():
        msg = "a formula uses a number as a date, but it is not a date"
        raise DependencyError(msg)
    return date.fromordinal(int(day))


def _round(number: Fraction, step: Fraction = Fraction(1)) -> Fraction:
    if step <= 0:
        msg = "a formula rounds to a step that is not positive"
        raise DependencyError(msg)
    return (number / step + Fraction(1, 2)).__floor__() * step


FUNCTIONS: Mapping[str, Callable[..., Fraction]] = {
    "abs": abs,
    "max": lambda *numbers: max(numbers),
    "mean": lambda *numbers: sum(numbers, Fraction(0)) / len(numbers),
    "min": lambda *numbers: min(numbers),
    "round": _round,
    "sqrt": lambda number: root(number, 2),
    "sum": lambda *numbers: reduce(lambda a, b: a + b, numbers, Fraction(0)),
    "years": years_between,
}
"""The functions of the grammar."""
ARITIES: Mapping[str, tuple[int, int]] = {"abs": (1, 1), "round": (1, 2), "sqrt": (1, 1), "years": (2, 2)}
"""The fewest and the most arguments of a function, unless it takes one or more."""
