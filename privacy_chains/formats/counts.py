"""Numbers enciphered as numbers: for tasks that need no arithmetic, such as translation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction

from privacy_chains.errors import FormatError
from privacy_chains.formats.base import Format, Part, Reading
from privacy_chains.formats.clocks import NOON
from privacy_chains.formats.dates import NO_YEAR, DateFormat
from privacy_chains.formats.measurements import YearFormat
from privacy_chains.formats.quantity import Quantity, QuantityFormat

__all__ = ["CountFormat", "DayFormat", "YearsFormat", "counted"]

_LONGEST = 30


def counted(domain: str, quantity: QuantityFormat, lower: Fraction | None, upper: Fraction | None) -> Iterator[Format]:
    """The formats that encipher a type's numbers. Dates and years stay within the type's bounds, if it has any."""
    if isinstance(quantity, DateFormat) and lower is not None and upper is not None:
        first, last = (date.fromordinal(int(bound)).year for bound in (lower, upper))
        yield DayFormat(domain, quantity, first, last)
        return
    if isinstance(quantity, YearFormat) and lower is not None and upper is not None:
        yield YearsFormat(domain, quantity, int(lower), int(upper))
    yield CountFormat(domain, quantity)


class CountFormat(Format):
    """A number becomes any number with as many digits, in the same spelling: ``$2,000.50`` becomes ``$7,316.24``.

    Args:
        domain: Names the kind of numbers. It enters the tweak.
        quantity: How the type's strings spell a number.
    """

    reading: Reading = "code"

    def __init__(self, domain: str, quantity: QuantityFormat) -> None:
        self._domain = domain
        self._quantity = quantity
        self.keeps = f"how many digits, sign, {quantity.keeps}"

    def split(self, text: str) -> tuple[Part, ...]:
        quantity = self._quantity.read(text)
        low, size = _counts(quantity)
        sign = "-" if quantity.number < 0 else ""
        return (Part(f"{self._domain}/{sign}{low}.{quantity.step}", size, _count(quantity) - low),)

    def join(self, text: str, ranks: Sequence[int]) -> str:
        quantity = self._quantity.read(text)
        number = (_counts(quantity)[0] + ranks[0]) * quantity.step
        return self._quantity.spell(text, -number if quantity.number < 0 else number)

    def number(self, text: str) -> Fraction | None:
        return self._quantity.read(text).number


class YearsFormat(CountFormat):
    """A year becomes any year from ``first`` to ``last``. A year outside this range is not a member."""

    def __init__(self, domain: str, quantity: QuantityFormat, first: int, last: int) -> None:
        super().__init__(domain, quantity)
        self._first, self._last = first, last
        self.keeps = quantity.keeps

    def number(self, text: str) -> Fraction | None:
        return None

    def split(self, text: str) -> tuple[Part, ...]:
        rank, size = int(self._quantity.read(text).number) - self._first, self._last - self._first + 1
        return (Part(f"{self._domain}/{self._first}.{self._last}", size, _within(rank, size)),)

    def join(self, text: str, ranks: Sequence[int]) -> str:
        return self._quantity.spell(text, Fraction(self._first + ranks[0]))


class DayFormat(Format):
    """A date becomes any date in the years ``first`` to ``last``, with the same spelling and precision.

    A month becomes a month. A date without a year becomes any day of a year.

    Args:
        domain: Names the kind of dates. It enters the tweak.
        dates: How the dates are spelled.
        first: The first year.
        last: The last year.
    """

    reading: Reading = "code"

    def __init__(self, domain: str, dates: DateFormat, first: int, last: int) -> None:
        self._domain = domain
        self._dates = dates
        self._years = first, last
        self.keeps = dates.keeps

    def split(self, text: str) -> tuple[Part, ...]:
        quantity = self._dates.read(text)
        first, last, by_month = self._span(text)
        if by_month:
            day = date.fromordinal(int(quantity.number))
            rank, size = (day.year - first.year) * 12 + day.month - 1, (last.year - first.year + 1) * 12
        else:
            rank = int((quantity.number + NOON * (quantity.step < 1) - first.toordinal()) / quantity.step)
            size = int((last.toordinal() - first.toordinal() + 1) / quantity.step)
        domain = f"{self._domain}/{first.year}.{last.year}.{'month' if by_month else quantity.step}"
        return (Part(domain, size, _within(rank, size)),)

    def join(self, text: str, ranks: Sequence[int]) -> str:
        first, _, by_month = self._span(text)
        if by_month:
            year, month = divmod(ranks[0], 12)
            return self._dates.spell(text, Fraction(date(first.year + year, month + 1, 15).toordinal()))
        step = self._dates.read(text).step
        return self._dates.spell(text, first.toordinal() + ranks[0] * step - NOON * (step < 1))

    def _span(self, text: str) -> tuple[date, date, bool]:
        """The first and the last day that a date can become, and whether it names no day."""
        said, limits = self._dates.parts(text), self._dates.read(text).limits
        first, last = self._years
        if not said & {"year", "short"}:
            first = last = NO_YEAR
        elif limits is not None:
            earliest, latest = (date.fromordinal(int(limit + NOON)).year for limit in limits)
            first, last = max(first, earliest), min(last, latest)
        return date(first, 1, 1), date(last, 12, 31), "day" not in said


def _within(rank: int, size: int) -> int:
    """Return the rank unchanged, if it is in range.

    Raises:
        FormatError: It is out of range.
    """
    if not 0 <= rank < size:
        msg = "the value lies beyond those that are enciphered as one of its kind"
        raise FormatError(msg)
    return rank


def _count(quantity: Quantity) -> int:
    """The number in units of its step, without the sign.

    Raises:
        FormatError: It is not a whole number of steps, or a very long one.
    """
    steps = abs(quantity.number) / quantity.step
    if steps.denominator != 1 or steps >= Fraction(10) ** _LONGEST:
        msg = "the value is no number that can be enciphered as one"
        raise FormatError(msg)
    return int(steps)


def _counts(quantity: Quantity) -> tuple[int, int]:
    """The smallest number of steps with as many digits, and how many such numbers there are."""
    digits = len(str(_count(quantity)))
    return (0, 10) if digits == 1 else (10 ** (digits - 1), 9 * 10 ** (digits - 1))
