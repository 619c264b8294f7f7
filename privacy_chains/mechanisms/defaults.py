"""The default noise of the built-in entity types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from fractions import Fraction
from types import MappingProxyType

from privacy_chains.contract.entities import LAST_YEAR_OF_BIRTH
from privacy_chains.mechanisms.noise import Noise
from privacy_chains.mechanisms.permutation import LARGEST

__all__ = ["DEFAULT_NOISE"]

_HALF = Fraction(1, 2)


def _fixed(unit: int | Fraction, lower: int | Fraction, upper: int | Fraction, unit_name: str) -> Noise:
    """Noise on multiples of a step within bounds. Epsilon is stated at a distance of ``unit``."""
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


def _shift(steps: int, step: int, lower: int, upper: int, unit_name: str) -> Noise:
    """One noise for all numbers of a session: whole steps. Epsilon is stated at a distance of ``steps`` of them."""
    return replace(_fixed(steps * step, lower, upper, unit_name), mechanism="shift", steps=steps)


_MONTH, _WEEK, _DAY = Fraction(1, 12), Fraction(7, 365), Fraction(1, 365)


def _ages() -> Noise:
    """The noise of ages. Ages written in months, weeks or days each have their own domain."""
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
        "PRIVATE_DATE": _shift(26, 7, date(1900, 1, 1).toordinal(), date(2099, 12, 31).toordinal(), "days"),
        "TIME": _fixed(15, 0, 24 * 60 - 1, "minutes"),
        "YEAR": _fixed(1, 1900, 2100, "years"),
        "YEAR_OF_BIRTH": _fixed(1, 1900, LAST_YEAR_OF_BIRTH, "years"),
    }
)
"""The noise of the built-in entity types. The unit is the distance at which epsilon is stated.

- ``AGE``: the unit is one year, within 1 to 99, so that a release does not tell children from adults. It is one month
  for an age written in months, and one week for an age written in weeks or days.
- ``DATE_OF_BIRTH`` and ``YEAR_OF_BIRTH``: one year too (365 days), because they say as much as an age; from 1900 to
  2029 (``LAST_YEAR_OF_BIRTH``). A birth outside these bounds is released as if it were at the nearest bound, so the
  guarantee holds for it too. A longer domain would release births in the far future.
- ``MONEY``, ``NUMBER``, ``PERCENTAGE`` and ``MEASUREMENT``: two percent of the power of ten below the number, so $20
  for amounts from $1,000 to $9,999. The unit is at least two cents for money, and at least a half for whole numbers
  that are not money.
- ``DATE_TIME``: one week, from 1900 to 2099.
- ``PRIVATE_DATE``: 26 weeks, from 1900 to 2099. One shift of whole weeks moves all of a session.
- ``TIME``: a quarter of an hour.
- ``YEAR``: one year.

Ages and years are released by the permutation mechanism.
"""
