"""Calendar dates in numbers or words, to the month, the day or the time of it; spelling and order of the parts stay."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from itertools import chain

from privacy_chains.errors import FormatError
from privacy_chains.formats._orders import AMBIGUOUS, is_day_first
from privacy_chains.formats.clocks import DAY, NOON, Clock, clock_after, rewritten
from privacy_chains.formats.quantity import Quantity, QuantityFormat, Taken, nearest_multiple
from privacy_chains.formats.spoken_dates import SpokenDate, spoken_date
from privacy_chains.formats.weekdays import DAYS, SHORT_DAYS

__all__ = ["MONTH_NAMES", "NO_YEAR", "WEEKDAYS", "DateFormat", "full_names", "keyed_dates", "tongues_of"]

_MONTHS: tuple[tuple[str, ...], ...] = tuple(
    tuple(names.split())
    for names in (
        "January February March April May June July August September October November December",
        "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
        "Januar Februar M\u00e4rz April Mai Juni Juli August September Oktober November Dezember",
        "J\u00e4nner Februar M\u00e4rz April Mai Juni Juli August September Oktober November Dezember",
        "janvier f\u00e9vrier mars avril mai juin juillet ao\u00fbt septembre octobre novembre d\u00e9cembre",
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
        "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
        "januari februari maart april mei juni juli augustus september oktober november december",
        "janeiro fevereiro mar\u00e7o abril maio junho julho agosto setembro outubro novembro dezembro",
    )
)
_TONGUES = ("en", "en", "de", "de", "fr", "es", "it", "nl", "pt")
_SPANISH_LAST = tuple(sorted(_MONTHS, key=lambda names: names[0] == "enero"))
"""For dates without ``de``: ``3 marzo 2024`` is Italian."""
_SHORT_MONTHS: tuple[tuple[str, ...], ...] = tuple(
    tuple(names.split())
    for names in (
        "Jan Feb M\u00e4r Apr Mai Jun Jul Aug Sep Okt Nov Dez",
        "Jan Feb Mrz Apr Mai Jun Jul Aug Sep Okt Nov Dez",
        "Januar Februar Maerz April Mai Juni Juli August September Oktober November Dezember",
        "janv f\u00e9vr mars avr mai juin juil ao\u00fbt sept oct nov d\u00e9c",
        "janv f\u00e9v mars avr mai juin juil ao\u00fbt sept oct nov d\u00e9c",
        "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre",
        "ene feb mar abr may jun jul ago sep oct nov dic",
        "gen feb mar apr mag giu lug ago set ott nov dic",
        "jan feb mrt apr mei jun jul aug sep okt nov dec",
        "jan fev mar abr mai jun jul ago set out nov dez",
    )
)
_SHORT_TONGUES = ("de", "de", "de", "fr", "fr", "fr", "es", "it", "nl", "pt")
MONTH_NAMES = frozenset(name.lower() for names in (*_MONTHS, *_SHORT_MONTHS) for name in names)
"""The names of months, in small letters."""


def _folded(month: str) -> str:
    """A month in small letters; ``sept`` is ``sep``."""
    return "sep" if month.casefold() == "sept" else month.casefold()


_SPOKEN = tuple(zip((*_TONGUES, *_SHORT_TONGUES), (*_MONTHS, *_SHORT_MONTHS), strict=True))
_BY_NAME = {
    _folded(name): frozenset(of for of, spoken in _SPOKEN if _folded(name) in map(_folded, spoken))
    for _, names in _SPOKEN
    for name in names
}
WEEKDAYS = tuple(sorted({day for days in DAYS for day in days}, key=len, reverse=True))
"""The names of days, the longest first."""
_DAY_NAMES = "|".join(sorted({day for days in (*DAYS, *SHORT_DAYS) for day in days}, key=len, reverse=True))
_MONTHS_ALONE = "|".join(sorted(MONTH_NAMES, key=lambda name: (-len(name), name)))
_MONTH = rf"(?P<name>{_MONTHS_ALONE})\b\.?"
_BEHIND = rf"(?:,?\s?\((?P<bracketed>{_DAY_NAMES})\b\.?\)|,\s(?P<behind>{_DAY_NAMES})\b(?!\.?,?\s[0-9]))?"
_WEEKDAY = rf"(?:\b(?P<weekday>{_DAY_NAMES})\b\.?,?\s+(?:the\s+|den\s+|de\s+|el\s+|le\s+|il\s+)?)?"
_DAY = r"(?P<day>[0-9]{1,2})(?P<ordinal>st|nd|rd|th)?\b"
_YEAR = r"['\u2019]?(?P<year>[0-9]{4}|(?<=['\u2019])[0-9]{2}(?![0-9]))"
_ORDINAL = r"(?P<day>[0-9]{1,2})(?P<ordinal>st|nd|rd|th)?(?:\.?\u00ba|\.|\u00b0|er)?"
_UNTIL = r"(?:(?:-|\s?\u2013\s?)(?P<until>[0-9]{1,2})(?![0-9]))?"
_TO = r"(?:(?:[-/]|\s?\u2013\s?)(?P<until>[0-9]{1,2})\.?)?"
_GAP = r"(?:\s+(?:of\s+|de\s+|del\s+|di\s+)?|[-/.]\s?|(?<=\.))"
_LINK = r"(?:,?\s+(?:de\s+|del\s+|of\s+)?|[-/.]|,)"
_NUMBERS = r"(?P<first>[0-9]{1,2})\s?(?P<mark>[-/.])\s?(?P<second>[0-9]{1,2})\s?(?P=mark)\s?"
_LATE = r"(?P<year>(?:19|20)[0-9]{2}|[0-9]{2})"
_APART = (
    rf"\A(?P<first>[0-9]{{1,2}})(?P<mark>[ ])(?P<second>[0-9]{{1,2}})[ ]{_LATE}\Z",
    rf"\A(?P<first>[0-9]{{2}})(?P<mark>)(?P<second>[0-9]{{2}}){_LATE}\Z",
)
"""Dates that nothing but blanks parts, or nothing at all: only where words say that it is one."""
_NO_DATE = rf"[:.][0-9]|\s?[ap]\.?\s?m\b|\s+(?:de\s+)?(?:{_MONTHS_ALONE})\b"
"""What follows a number behind a month's name that is no day of it: ``mar. 14 mai`` is a Tuesday."""
_KEYED = {
    "year": ("(?:19|20)[0-9]{2}", r"y(?:ear|yyy)?|jahr|ann\u00e9e|a\u00f1o|anno|jaar|ano"),
    "month": ("(?:1[0-2]|0?[1-9])", r"m(?:onth|m)?|monat|mois|mes|mese|maand|m\u00eas"),
    "day": ("(?:3[01]|[12][0-9]|0?[1-9])", r"d(?:ay|d)?|tag|jour|d\u00eda|giorno|dag|dia"),
}
"""The parts of a date that stand in fields of their own, and what the fields are called."""


def keyed_dates(*, named: bool = False) -> tuple[str, ...]:
    """Expressions of dates whose parts are fields of a record, from the first value to the last.

    ``{"year": 1974, "month": 12, "day": 25}`` holds ``1974, "month": 12, "day": 25``, and ``[1974, 12, 25]`` a list.

    Args:
        named: Whether the parts are groups; ``keyed`` is an empty one.
    """
    orders = ("year", "month", "day"), ("day", "month", "year"), ("month", "day", "year")
    every = (*(_joined(order, named=named) for order in orders), r",\s?".join(_values(_KEYED, named=named)))
    return tuple(("(?P<keyed>)" if named else "") + each for each in every)


def _joined(order: Sequence[str], *, named: bool) -> str:
    keys = (
        rf"[\"']?\s{{0,2}},?\s{{0,24}}[\"']?(?:{_KEYED[part][1]})[\"']?\s{{0,2}}[:=]\s{{0,2}}[\"']?" for part in order
    )
    return "".join(chain.from_iterable(zip(["", *[*keys][1:]], _values(order, named=named), strict=True)))


def _values(parts: Iterable[str], *, named: bool) -> list[str]:
    return [f"(?P<{part}>{_KEYED[part][0]})" if named else _KEYED[part][0] for part in parts]


_PATTERNS = tuple(
    re.compile(rf"(?<![0-9]){pattern}(?![0-9])", re.IGNORECASE)
    for pattern in (
        rf"{_WEEKDAY}{_YEAR}(?P<mark>[-/.])(?P<month>[0-9]{{1,2}})(?P=mark)(?P<day>[0-9]{{1,2}}){_BEHIND}",
        rf"{_WEEKDAY}{_NUMBERS}(?P<year>[0-9]{{4}}|[0-9]{{2}}){_BEHIND}",
        rf"\b{_MONTH}[-/.]{_DAY}(?:,?\s+|[-/.]|,){_YEAR}{_BEHIND}",
        rf"\A{_MONTH}\s+{_DAY},?\s+(?P<short>[0-9]{{2}})\Z",
        rf"\A{_ORDINAL}(?:\s+(?:of\s+|de\s+|di\s+)?)?(?P<name>{_MONTHS_ALONE})\.?,?\s*(?P<short>[0-9]{{2}})\Z",
        rf"\A(?P<day>[0-9]{{1,2}})(?P<name>{_MONTHS_ALONE})(?P<year>[0-9]{{4}})\Z",
        rf"{_WEEKDAY}\b{_MONTH}\s+(?:the\s+)?{_DAY}{_UNTIL}(?:,?\s+{_YEAR}|(?!{_NO_DATE})){_BEHIND}",
        rf"{_WEEKDAY}{_ORDINAL}{_TO}{_GAP}{_MONTH}(?:{_LINK}{_YEAR}|-(?P<short>[0-9]{{2}}))?{_BEHIND}",
        rf"\b{_MONTH}(?:,?\s+(?:of\s+|de\s+|del\s+)?|[-/]){_YEAR}",
        r"(?<![0-9][-/.])(?P<month>[0-9]{1,2})[-/.](?P<year>[0-9]{4})",
        r"(?P<year>(?:19|20)[0-9]{2})[-/](?P<month>[01][0-9])(?![-/.]?[0-9])",
        r"(?P<year>[0-9]{4})\u5e74(?P<month>[0-9]{1,2})\u6708(?P<day>[0-9]{1,2})\u65e5",
        r"(?P<year>(?:19|20)[0-9]{2})(?P<month>[01][0-9])(?P<day>[0-3][0-9])",
        rf"{_WEEKDAY}(?P<day>[0-9]{{1,2}})\.\s?(?P<month>[0-9]{{1,2}})\.",
        *keyed_dates(named=True),
        *_APART,
    )
)
_SPANISH = re.compile(r"\bdel?\b", re.IGNORECASE)
_LAST = 2068
"""The last year that two digits stand for, unless a format says otherwise."""

NO_YEAR = 2000
"""The year in which dates without one are counted: a leap year."""

_NO_DAY = 15
"""The day for which a month stands: noise that is small leaves it in its month."""


@dataclass(frozen=True, slots=True)
class _Date:
    """A date in a text.

    Attributes:
        day: The day.
        end: Where the date ends.
        parts: Where its parts stand, by the names of the pattern's groups.
        month_first: Whether the month stands before the day.
        clock: The time of that day, where one follows.
        spoken: The date in words, where it has no figures.
    """

    day: date
    end: int
    parts: Mapping[str, tuple[int, int]]
    month_first: bool
    clock: Clock | None = None
    spoken: SpokenDate | None = None

    @property
    def number(self) -> Fraction:
        """The days since 31 December of the year 0, from noon to noon."""
        time = self.clock.seconds / DAY - NOON if self.clock else 0
        return Fraction(self.day.toordinal() + time)

    @property
    def step(self) -> Fraction:
        """The precision that it is written with, in days."""
        return self.clock.step / DAY if self.clock else Fraction(1)


class DateFormat(QuantityFormat):
    """Dates: ``2024-01-15``, ``01/15/2024``, ``15.1.24``, ``January 15th, 2024``, ``Mon, 15 Jan 2024``, ``05/2024``.

    A time of day right behind a date belongs to it: ``2024-01-15T10:30:00.250Z``, ``15 Jan 2024 at 2 pm``.

    The number counts days (1 is 1 January of the year 1). A date without a time counts as its noon, so that the
    nearest whole number to a time is its day: 10:30 is 1/16 less. A month without a day counts as its 15th. A time
    zone is kept; times of different zones are compared as they are written.

    Of days in a row (``12-14 May 2024``) the first counts; the last follows it, within the month.

    The order of day and month in ``03/04/2024`` is that of the original where the original shows it, else that of the
    text around it (:meth:`within`), else month first, or day first between points; a surrogate that does not show it
    is read by that default. Names of months in English, German, French, Spanish, Italian, Dutch and Portuguese, in
    full and in short; a weekday before the date, or behind it, moves by as many days as the date does. The parts may
    stand in fields of a record: ``1974, "month": 12, "day": 25``.

    Args:
        latest: The last year that two digits stand for; they stand for one of the hundred years up to it, and a year
            beyond these is written by its last two digits.
        tongue: The language of months that are spelled alike in several, such as ``de``, where it is known.
        day_first: Whether the day stands before the month where the date itself does not show it.
    """

    unit = "days"
    keeps = (
        "the order and spelling of the parts, leading zeros, whether day, year and time are given, the time zone, how"
        " long a range is"
    )

    def __init__(self, latest: int = _LAST, tongue: str = "", *, day_first: bool = False) -> None:
        self._latest, self._tongue, self._day_first = latest, tongue, day_first

    def speaking(self, tongue: str) -> DateFormat:
        """The same with months in a language, such as ``de``, where they are spelled alike in several."""
        return DateFormat(self._latest, tongue, day_first=self._day_first)

    def within(self, texts: Sequence[str], start: int, end: int) -> DateFormat:
        """The same in the order of day and month of the first text, which shows it or is written in a language."""
        if self._day_first or not AMBIGUOUS.fullmatch(texts[0], start, end):
            return self
        days = is_day_first(texts, start, end)
        return DateFormat(self._latest, self._tongue, day_first=True) if days else self

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
        """What a date says: of ``year`` (``short`` where a dash leads to two digits), ``month`` or ``name``, ``day``.

        Raises:
            FormatError: It is none.
        """
        return frozenset(self._find(text).parts)

    def without_time(self, text: str) -> str:
        """A date without the time of day behind it.

        Raises:
            FormatError: It is none.
        """
        return text[: self._find(text).end]

    def _find(self, text: str) -> _Date:
        return _find(text, self._latest, day_first=self._day_first)


def _find(text: str, latest: int, *, day_first: bool = False) -> _Date:
    """The date in a text.

    Raises:
        FormatError: There is none, or several, or it is not in the calendar.
    """
    for pattern in _PATTERNS:
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
    month = _month_of(groups["name"]) if "name" in groups else int(groups["month"])
    day = _calendar(_year_of(groups.get("year", groups.get("short")), latest), month, int(groups.get("day", _NO_DAY)))
    return _Date(day, match.end(), parts, month_first) if day else None


def _month_of(name: str) -> int:
    folded = _folded(name)
    return next(
        at for names in (*_MONTHS, *_SHORT_MONTHS) for at, month in enumerate(names, 1) if month.casefold() == folded
    )


def _year_of(text: str | None, latest: int) -> int:
    if text is None:
        return NO_YEAR
    return int(text) if len(text) == 4 else _full(int(text), latest)


def _full(year: int, latest: int) -> int:
    """A year of two digits with its century."""
    return year if year >= 100 else latest - (latest - year) % 100


def tongues_of(month: str) -> frozenset[str]:
    """The languages in which a word is the name of a month, in full or in short."""
    return _BY_NAME.get(_folded(month), frozenset())


def full_names() -> frozenset[str]:
    """The names of months that are no abbreviations in their language, each as it is written there."""
    return frozenset(name for names in (_MONTHS[0], *_MONTHS[2:]) for name in names)


def _written(text: str, found: _Date, day: date, tongue: str = "") -> Iterator[tuple[tuple[int, int], str]]:
    """Each part of a date with what is written in its place."""
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
                later = day.day + int(old) - found.day.day
                yield (start, end), str(max(1, min(later, monthrange(day.year, day.month)[1])))
            case "name":
                lists = _MONTHS if _SPANISH.search(text) else _SPANISH_LAST
                names = _spoken(old, tongue) or _names_like(old, lists, *_SHORT_MONTHS)
                yield (start, end), _like(old, names[day.month - 1])
            case "weekday" | "bracketed" | "behind":
                yield (start, end), _like(old, _later_day(old, day.toordinal() - found.day.toordinal()))


def _pads(text: str, found: _Date) -> bool:
    """Whether a part of two digits would be padded if it were smaller: all have two, and are no numbers of JSON."""
    if "keyed" in found.parts:
        return False
    widths = [text[slice(*found.parts[name])] for name in ("month", "day") if name in found.parts]
    return len(widths) == 2 and all(len(part) == 2 for part in widths)


def _century(found: _Date, latest: int) -> tuple[Fraction, Fraction] | None:
    """The first and the last moment that a year of two digits can say."""
    start, end = found.parts.get("year", found.parts.get("short", (0, 4)))
    if (found.spoken.year >= 100) if found.spoken else (end - start != 2):
        return None
    first, last = date(latest - 99, 1, 1).toordinal(), date(latest, 12, 31).toordinal()
    return (first - NOON, last + NOON - found.step) if found.clock else (Fraction(first), Fraction(last))


def _ordinal(day: int) -> str:
    return "th" if 11 <= day <= 13 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")


def _names_like(old: str, lists: tuple[tuple[str, ...], ...], *others: tuple[str, ...]) -> tuple[str, ...]:
    """The list that a name comes from; one of ``others`` where it is in none of the first."""
    folded = _folded(old)
    knowing = [names for names in lists if folded in [name.casefold() for name in names]]
    spelled = [names for names in knowing if old in names]  # "mai" is French, "Mai" German
    return next(iter(spelled or knowing), None) or _names_like(old, others)


def _spoken(old: str, tongue: str) -> tuple[str, ...]:
    """The list of a language that a name comes from, if it has it."""
    folded = _folded(old)
    return next((names for of, names in _SPOKEN if of == tongue and folded in [_folded(name) for name in names]), ())


def _later_day(old: str, later: int) -> str:
    """The name of the day that comes so many days later: right without a year, too."""
    days = _names_like(old, DAYS, *SHORT_DAYS)
    place = [name.casefold() for name in days].index(old.casefold())
    return days[(place + later) % len(days)]


def _like(old: str, new: str) -> str:
    """A word in the letter case of the word it replaces."""
    return new.upper() if old.isupper() else new.lower() if old.islower() else new[:1].upper() + new[1:]
