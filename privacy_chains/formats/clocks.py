"""Times of day, alone or after a date: to the hour, the minute, the second or a fraction of a second."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from privacy_chains.language.patterns import worded
from privacy_chains.lazy import lazily

__all__ = ["CLOCK", "DAY", "GAP", "GAP_BEGUN", "NOON", "Clock", "clock_after", "clock_at", "minutes_of", "rewritten"]

DAY: Final = 24 * 60 * 60
"""The seconds of a day."""

NOON: Final = Fraction(1, 2)
"""A date counts as the noon of its day, so the nearest whole number to any time of day is the day itself."""

CLOCK: Final = (
    r"(?P<hour>[0-9]{1,2})(?:(?P<mark>[:.h])(?P<minute>[0-5][0-9])(?![0-9])"
    r"(?::(?P<second>[0-5][0-9])(?![0-9])(?P<fraction>\.[0-9]{1,9}(?![0-9])|,[0-9]{3}(?=[ \]Z+]|\Z))?)?)?"
    r"(?:(?P<space>\s?)(?P<half>[ap](?:\.\s?m\b\.?|m\b)))?"
)
"""A possible time of day, for ``Clock.of`` to check. What follows a comma shows if it starts a fraction or a cell."""

_HERE = lazily(CLOCK, re.IGNORECASE)
_COMPACT = lazily(
    r"(?P<hour>[0-9]{2})(?P<mark>)(?P<minute>[0-5][0-9])"
    r"(?:(?P<second>[0-5][0-9])(?P<fraction>[.,][0-9]{1,9}(?![0-9]))?)?(?![0-9])(?P<half>)"
)
_SPACE = r"[ \u00a0\u202f]"
GAP: Final = "(?:{before_time}|[@\\-\u2013])"
"""What may be between a date and its time, with a space on either side: a template for ``worded``."""
GAP_BEGUN: Final = "(?:{begun:before_time}|[@\\-\u2013])"
"""The same, if part of it may not have arrived yet."""
_GAP = worded(
    rf"(?P<iso>T)|,?{_SPACE}{{1,2}}(?:{GAP}{_SPACE})?"
    r"|:(?=[0-9]{2}:[0-9]{2}:)",
    re.IGNORECASE,
)
_HOURS, _MINUTES = r"(?:0[0-9]|1[0-4])", r":?(?:00|15|30|45)"
_FREE = r"(?!\w|[.,:][0-9]|%|\s?[$\u20ac\u00a3]|\s[A-Z]{3}\b)"
_NAMED = rf"{_SPACE}(?:UTC|GMT|BST|IST|JST|MSK|MES?Z|[CEW]ES?T|[CM][SD]T|[EP][SD]?T)(?:[+-][0-9]{{1,2}})?(?![\w:])"
_EAST_OR_NAMED = rf"Z(?!\w)|{_SPACE}?\+{_HOURS}{_MINUTES}{_FREE}|{_NAMED}|{_SPACE}?{{clock_unit}}\b"
_ZONE = worded(_EAST_OR_NAMED)
_ANY_ZONE = worded(rf"{_EAST_OR_NAMED}|{_SPACE}?-{_HOURS}{_MINUTES}{_FREE}|[+-]{_HOURS}{_FREE}")
_UNIT = worded(rf"{_SPACE}?{{clock_unit}}\b")
_GOES_ON = lazily(r"[0-9_A-Za-z\u00c0-\u024f]|[:/][0-9]|\s?%")


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day in a text.

    Attributes:
        start: Its start.
        end: Its end, including am or pm.
        seconds: The time since midnight. Not shown in the repr.
        step: The precision with which it is written, in seconds.
        parts: The parts that change with the time: for each, its name, its position and its text.
    """

    start: int
    end: int
    seconds: Fraction = field(repr=False)
    step: Fraction
    parts: tuple[tuple[str, int, int, str], ...] = field(repr=False)

    @classmethod
    def of(cls, found: re.Match[str]) -> Clock | None:
        """The time of day in a match of ``CLOCK``; None if it is not one."""
        hour, half = int(found["hour"]), found["half"]
        if hour > (12 if half else 23) or (half and not hour) or not (found["minute"] or half):
            return None
        if half:
            hour = hour % 12 + 12 * (half[0] in "pP")
        decimals = (found["fraction"] or "")[1:]
        minute, second = (int(found[name] or 0) for name in ("minute", "second"))
        seconds = Fraction(3600 * hour + 60 * minute + second) + Fraction(int(decimals or 0), 10 ** len(decimals))
        step = Fraction(1, 10 ** len(decimals)) if found["second"] else Fraction(60 if found["minute"] else 3600)
        names = [name for name in ("hour", "minute", "second", "fraction", "half") if found[name]]
        parts = tuple((name, *found.span(name), found[name]) for name in names)
        return cls(found.start("hour"), parts[-1][2], seconds, step, parts)

    def written(self, seconds: Fraction) -> Iterator[tuple[tuple[int, int], str]]:
        """The position of each part, with its text for another time of the day."""
        whole, halved = int(seconds), self.parts[-1][0] == "half"
        hour = whole // 3600
        for name, start, end, old in self.parts:
            match name:
                case "hour":
                    padded = len(old) == 2 and (old.startswith("0") or not halved)
                    written = f"{(hour - 1) % 12 + 1 if halved else hour:0{2 if padded else 1}d}"
                case "minute" | "second":
                    written = f"{whole // (60 if name == 'minute' else 1) % 60:02d}"
                case "fraction":
                    digits = len(old) - 1
                    written = f"{old[0]}{int((seconds - whole) * 10**digits):0{digits}d}"
                case _:
                    letter = "p" if hour >= 12 else "a"
                    written = (letter.upper() if old[0].isupper() else letter) + old[1:]
            yield (start, end), written


def clock_at(text: str, start: int) -> Clock | None:
    """The time of day that starts at a position in a text and is not the beginning of something longer."""
    found = _HERE.match(text, start)
    if found is None or _GOES_ON.match(text, found.end()):
        return None
    return _sure(found, has_unit=_UNIT.match(text, found.end()) is not None)


def clock_after(text: str, at: int) -> tuple[Clock, int] | None:
    """The time of day that belongs to a date ending at a position, and the end of its time zone.

    Between date and time is a space, a comma and a space, a word such as ``at``, the ``T`` of ISO 8601, or the colon of
    web server logs. The zone is ``Z``, ``+02:00``, ``UTC`` or similar. ``-05:00`` is a zone only after seconds or a
    ``T``, because elsewhere it may be the end of a range.
    """
    gap = _GAP.match(text, at)
    if gap is None:
        return None
    found = _HERE.match(text, gap.end())
    if gap["iso"] and (found is None or not found["minute"]):
        found = _COMPACT.match(text, gap.end())
    if found is None:
        return None
    zone = (_ANY_ZONE if gap["iso"] or found["second"] else _ZONE).match(text, found.end())
    if zone is None and _GOES_ON.match(text, found.end()):
        return None
    clock = _sure(found, has_unit=_UNIT.match(text, found.end()) is not None)
    return (clock, zone.end() if zone else clock.end) if clock else None


def _sure(found: re.Match[str], *, has_unit: bool) -> Clock | None:
    """The time in a match, if its marks leave no doubt: ``9.30`` alone may be an amount."""
    mark, half = found["mark"], found["half"]
    if (mark == "." and (found["second"] or not (half or has_unit))) or (
        mark in {"h", "H"} and (found["second"] or half)
    ):
        return None
    return Clock.of(found)


def minutes_of(moment: Fraction) -> Fraction:
    """The time of day, in minutes, of a moment. Moments are in days, and a date's number is its noon."""
    return (moment + NOON) % 1 * (DAY // 60)


def rewritten(text: str, pieces: Iterable[tuple[tuple[int, int], str]], start: int = 0, end: int | None = None) -> str:
    """A part of a text with some disjoint pieces replaced."""
    written: list[str] = []
    for (first, last), piece in sorted(pieces):
        written += (text[start:first], piece)
        start = last
    return "".join([*written, text[start:end]])
