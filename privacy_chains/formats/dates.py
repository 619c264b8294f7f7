"""Calendar dates in numbers or words, with or without a day or a time. The spelling and order of the parts stay."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from privacy_chains.errors import FormatError
from privacy_chains.formats._orders import AMBIGUOUS, is_day_first
from privacy_chains.formats.clocks import DAY, NOON, Clock, clock_after, rewritten
from privacy_chains.formats.date_patterns import date_patterns
from privacy_chains.formats.months import month_names, month_of, names_like
from privacy_chains.formats.quantity import Quantity, QuantityFormat, Taken, nearest_multiple
from privacy_chains.formats.spoken_dates import SpokenDate, spoken_date
from privacy_chains.formats.weekdays import FULL_DAYS, SHORT_DAYS
from privacy_chains.lazy import lazily

__all__ = ["NO_YEAR", "DateFormat"]

_LAST = 2068
"""The last year that two digits can mean, unless a format says otherwise."""
NO_YEAR = 2000
"""The year assumed for dates without one. It is a leap year."""
_TOLD_YEAR = lazily(
    r"(?<![\w.,$\u20ac\u00a3-])(?:19|20)[0-9]{2}(?![\w%]|[.,][0-9])|(?<=[/.-])(?:19|20)[0-9]{2}(?![0-9])|(?<![0-9])(?:19|20)[0-9]{2}(?=-[01][0-9])"
)
_NO_DAY = 15
"""The day assumed for a month without a day: small noise then leaves it in the same month."""


@dataclass(frozen=True, slots=True)
class _Date:
    """A date in a text.

    Attributes:
        day: The day.
        end: The end of the date.
        parts: The positions of its parts, by the names of the pattern's groups.
        month_first: Whether the month comes before the day.
        clock: The time of day, if one follows.
        spoken: The date in words, if it has no digits.
        weekday: The weekday that is written with it, from Monday on.
    """

    day: date
    end: int
    parts: Mapping[str, tuple[int, int]]
    month_first: bool
    clock: Clock | None = None
    spoken: SpokenDate | None = None
    weekday: int | None = None

    @property
    def number(self) -> Fraction:
        """The days since noon of 31 December of the year 0."""
        time = self.clock.seconds / DAY - NOON if self.clock else 0
        return Fraction(self.day.toordinal() + time)

    @property
    def step(self) -> Fraction:
        """The precision with which it is written, in days."""
        return self.clock.step / DAY if self.clock else Fraction(1)


class DateFormat(QuantityFormat):
    """Dates: ``2024-01-15``, ``01/15/2024``, ``15.1.24``, ``January 15th, 2024``, ``Mon, 15 Jan 2024``, ``05/2024``.

    A time of day right after a date belongs to it: ``2024-01-15T10:30:00.250Z``, ``15 Jan 2024 at 2 pm``.

    The number counts days (1 is 1 January of the year 1). A date without a time counts as its noon, so that the nearest
    whole number to a time is its day: 10:30 is 1/16 less. A month without a day counts as its 15th. A time zone is
    kept. Times in different zones are compared as written.

    In a range of days (``12-14 May 2024``) the first day counts. The last day follows it, within the month.

    If the original does not show the order of day and month, as in ``03/04/2024``, the text around it decides
    (:meth:`within`). Otherwise the month comes first, or the day if the separators are points. A surrogate that does
    not show the order is read by that default. Names of months may be in English, German, French, Spanish, Italian,
    Dutch or Portuguese, in full or abbreviated. A weekday before or after the date moves by as many days as the date.
    The parts may be in fields of a record: ``1974, "month": 12, "day": 25``.

    Args:
        latest: The last year that two digits can mean. They mean one of the hundred years up to it. A year outside
            these is written with its last two digits.
        tongue: The language (such as ``de``) of a month whose name is spelled the same in several, if it is known.
        day_first: Whether the day comes before the month if the date itself does not show it.
        year: The year that is meant where none is given.
    """

    unit = "days"
    keeps = (
        "the order and spelling of the parts, leading zeros, whether day, year and time are given, the time zone, how"
        " long a range is"
    )

    def __init__(self, latest: int = _LAST, tongue: str = "", *, day_first: bool = False, year: int = NO_YEAR) -> None:
        self._latest, self._tongue, self._day_first, self._year = latest, tongue, day_first, year

    def speaking(self, tongue: str) -> DateFormat:
        """A copy that reads month names as those of a language, such as ``de``, if several spell them the same."""
        return DateFormat(self._latest, tongue, day_first=self._day_first, year=self._year)

    def within(self, texts: Sequence[str], start: int, end: int) -> DateFormat:
        """A copy with the order of day and month of the first text, known from its other dates or its language."""
        if self._day_first or not AMBIGUOUS.fullmatch(texts[0], start, end):
            return self
        days = is_day_first(texts, start, end)
        return DateFormat(self._latest, self._tongue, day_first=True) if days else self

    def together(self, texts: Sequence[str], start: int, end: int) -> DateFormat:
        """A copy that takes a date without a year for one of the year that is told around it."""
        found = self._found(texts[0][start:end])
        if found is None or not _is_without_year(found):
            return self
        return DateFormat(self._latest, self._tongue, day_first=self._day_first, year=_year_meant(texts, start, found))

    def alone(self, text: str, number: Fraction) -> Fraction:
        """The number of a date, in a leap year of its own where the text tells none."""
        found = self._found(text)
        if found is None or not _is_without_year(found):
            return number
        moment = number + NOON
        day = date.fromordinal(moment.__floor__())
        return number + day.replace(year=NO_YEAR).toordinal() - day.toordinal()

    def _found(self, text: str) -> _Date | None:
        try:
            return self._find(text)
        except FormatError:
            return None

    def others(self, text: str) -> tuple[DateFormat, ...]:
        other = DateFormat(self._latest, self._tongue, day_first=not self._day_first)
        return (other,) if AMBIGUOUS.fullmatch(text) else ()

    def read(self, text: str) -> Quantity:
        found = self._find(text)
        return Quantity(found.number, found.step, limits=_century(found, self._latest))

    def write(self, text: str, number: Fraction, taken: Taken | None = None, *, finer: bool = False) -> str:
        quantity, spell = taken or self.take(text)
        rounded = nearest_multiple(number, quantity.step)
        return text if rounded == quantity.number else spell(rounded)

    def spell(self, text: str, number: Fraction) -> str:
        found = self._find(text)
        moment = number + NOON
        day = moment.__floor__()
        if not 1 <= day <= date.max.toordinal():
            msg = "a date lies between the years 1 and 9999"
            raise FormatError(msg)
        new = date.fromordinal(day)
        if found.spoken:
            return found.spoken.written(text, new.day, new.month, new.year)
        pieces = list(_written(text, found, new, self._tongue))
        if found.clock:
            pieces += found.clock.written((moment - day) * DAY)
        return rewritten(text, pieces)

    def parts(self, text: str) -> frozenset[str]:
        """The parts of a date: ``year`` (or ``short`` if a dash leads to two digits), ``month`` or ``name``, ``day``.

        Raises:
            FormatError: It is none.
        """
        return frozenset(self._find(text).parts)

    def without_time(self, text: str) -> str:
        """A date without the time of day after it.

        Raises:
            FormatError: It is none.
        """
        return text[: self._find(text).end]

    def _find(self, text: str) -> _Date:
        found = _find(text, self._latest, day_first=self._day_first)
        if self._year == NO_YEAR or not _is_without_year(found):
            return found
        day = _calendar(self._year, found.day.month, found.day.day)
        return replace(found, day=day) if day else found


def _is_without_year(found: _Date) -> bool:
    return found.spoken is None and not {"short", "year"} & found.parts.keys()


def _year_meant(texts: Sequence[str], start: int, found: _Date) -> int:
    """The year of a date without one: the last told before it, or else the first; its weekday may say the next.

    Where none is told it is a leap year, so that all such dates are moved alike.
    """
    told = [(one.start() < start, int(one[0])) for one in _TOLD_YEAR.finditer(texts[0])]
    before = [year for is_before, year in told if is_before]
    year = before[-1] if before else told[0][1] if told else NO_YEAR
    years = (year, year - 1, year + 1) if told else range(NO_YEAR, NO_YEAR + 7 * 4, 4)
    return next((one for one in years if _is_on_its_weekday(found, one)), year)


def _is_on_its_weekday(found: _Date, year: int) -> bool:
    """Whether a date would be on the weekday that is written with it; true where none is."""
    day = _calendar(year, found.day.month, found.day.day)
    return day is not None and found.weekday in {None, day.weekday()}


def _find(text: str, latest: int, *, day_first: bool = False) -> _Date:
    """The date in a text.

    Raises:
        FormatError: There is none, or several, or it is not in the calendar.
    """
    for pattern in date_patterns():
        matches = list(pattern.finditer(text))
        if len(matches) == 1:
            found = _dated(matches[0], latest, day_first=day_first)
            if found is not None:
                after = clock_after(text, found.end) if "day" in found.parts else None
                return replace(found, clock=after[0]) if after else found
    spoken = spoken_date(text)
    if spoken is not None and (day := _calendar(_full(spoken.year, latest), spoken.month, spoken.day)):
        return _Date(day, len(text), spoken.places, month_first=False, spoken=spoken)
    msg = "the value is not a date in a known spelling"
    raise FormatError(msg)


def _calendar(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _dated(match: re.Match[str], latest: int, *, day_first: bool) -> _Date | None:
    groups = {name: value for name, value in match.groupdict().items() if value is not None}
    parts = {name: match.span(name) for name in groups}
    month_first = True
    if "first" in groups:
        first, second = int(groups["first"]), int(groups["second"])
        month_first = first <= 12 and (second > 12 or not (day_first or groups["mark"] == "."))
        order = ("month", "day") if month_first else ("day", "month")
        for role, name in zip(order, ("first", "second"), strict=True):
            groups[role], parts[role] = groups[name], parts[name]
    month = month_of(groups["name"]) if "name" in groups else int(groups["month"])
    day = _calendar(_year_of(groups.get("year", groups.get("short")), latest), month, int(groups.get("day", _NO_DAY)))
    named = (groups[name] for name in ("weekday", "bracketed", "behind") if name in groups)
    return _Date(day, match.end(), parts, month_first, weekday=next(map(_weekday, named), None)) if day else None


def _year_of(text: str | None, latest: int) -> int:
    if text is None:
        return NO_YEAR
    return int(text) if len(text) == 4 else _full(int(text), latest)


def _full(year: int, latest: int) -> int:
    """A two-digit year with its century added."""
    return year if year >= 100 else latest - (latest - year) % 100


def _written(text: str, found: _Date, day: date, tongue: str = "") -> Iterator[tuple[tuple[int, int], str]]:
    """The position of each part of a date, with the text that replaces it."""
    for name, (start, end) in found.parts.items():
        old = text[start:end]
        match name:
            case "year" | "short":
                yield (start, end), f"{day.year:04d}" if len(old) == 4 else f"{day.year % 100:02d}"
            case "month" | "day":
                padded = len(old) == 2 and (old.startswith("0") or _pads(text, found))
                yield (start, end), f"{getattr(day, name):0{2 if padded else 1}d}"
            case "ordinal":
                yield (start, end), _like(old, _ordinal(day.day))
            case "until":
                yield (start, end), str(_until(text, found, day))
            case "until_ordinal":
                yield (start, end), old if old == "." else _like(old, _ordinal(_until(text, found, day)))
            case "name":
                names = month_names(old, text, tongue)
                yield (start, end), _like(old, names[day.month - 1])
            case "weekday" | "bracketed" | "behind":
                yield (start, end), _like(old, _later_day(old, day.toordinal() - found.day.toordinal()))


def _until(text: str, found: _Date, day: date) -> int:
    """The last day of a range of days of one month, as many days behind the first as it was."""
    later = day.day + int(text[slice(*found.parts["until"])]) - found.day.day
    return max(1, min(later, monthrange(day.year, day.month)[1]))


def _pads(text: str, found: _Date) -> bool:
    """Whether two-digit parts are zero-padded: all parts have two digits, and they are not JSON numbers."""
    if "keyed" in found.parts:
        return False
    widths = [text[slice(*found.parts[name])] for name in ("month", "day") if name in found.parts]
    return len(widths) == 2 and all(len(part) == 2 for part in widths)


def _century(found: _Date, latest: int) -> tuple[Fraction, Fraction] | None:
    """The first and the last moment that a two-digit year can express."""
    start, end = found.parts.get("year", found.parts.get("short", (0, 4)))
    if (found.spoken.year >= 100) if found.spoken else (end - start != 2):
        return None
    first, last = date(latest - 99, 1, 1).toordinal(), date(latest, 12, 31).toordinal()
    return (first - NOON, last + NOON - found.step) if found.clock else (Fraction(first), Fraction(last))


def _ordinal(day: int) -> str:
    return "th" if 11 <= day <= 13 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")


def _later_day(old: str, later: int) -> str:
    """The name of the weekday so many days later. It is right even without a year."""
    days = names_like(old, FULL_DAYS, *SHORT_DAYS)
    return days[(_weekday(old) + later) % len(days)]


def _weekday(name: str) -> int:
    """The number of a weekday, from Monday on."""
    return [one.casefold() for one in names_like(name, FULL_DAYS, *SHORT_DAYS)].index(name.casefold())


def _like(old: str, new: str) -> str:
    """A word in the letter case of the word that it replaces."""
    return new.upper() if old.isupper() else new.lower() if old.islower() else new[:1].upper() + new[1:]
