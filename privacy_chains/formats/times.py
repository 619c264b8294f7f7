"""Times of day, to the minute or the second, on clocks of 12 or 24 hours."""

from __future__ import annotations

import re
from fractions import Fraction

from privacy_chains.errors import FormatError
from privacy_chains.formats.quantity import Quantity, QuantityFormat

__all__ = ["TimeFormat"]

_SHAPE = re.compile(
    r"(?P<before>[^0-9]*)(?P<hour>[0-9]{1,2})(?:(?P<mark>[:.h])(?P<minute>[0-9]{2})(?::(?P<second>[0-9]{2}))?)?"
    r"(?P<space>\s*)(?P<half>[ap]\.?m\b\.?)?(?P<after>[^0-9]*)",
    re.IGNORECASE | re.DOTALL,
)
_DAY = 24 * 60


class TimeFormat(QuantityFormat):
    """Times: ``3:45 pm``, ``15:45``, ``15h45``, ``3pm``, ``07:05:30``. The number is in minutes after midnight."""

    unit = "minutes"
    keeps = "12 or 24 hours, whether minutes and seconds are given, leading zeros"

    def read(self, text: str) -> Quantity:
        found = _take_apart(text)
        hour, minute, second = (int(found[name] or 0) for name in ("hour", "minute", "second"))
        if found["half"]:
            hour = hour % 12 + 12 * (found["half"][0] in "pP")
        step = Fraction(1, 60) if found["second"] else Fraction(1 if found["minute"] else 60)
        return Quantity(Fraction(hour * 60 + minute) + Fraction(second, 60), step)

    def spell(self, text: str, number: Fraction) -> str:
        if not 0 <= number < _DAY:
            msg = "a time lies between midnight and midnight"
            raise FormatError(msg)
        found = _take_apart(text)
        seconds = int(number * 60)
        hour, minute, second = seconds // 3600, seconds // 60 % 60, seconds % 60
        half = found["half"] or ""
        if half:
            letter = "p" if hour >= 12 else "a"
            half = (letter.upper() if half[0].isupper() else letter) + half[1:]
            hour = (hour - 1) % 12 + 1
        padded = len(found["hour"]) == 2 and (found["hour"].startswith("0") or not half)
        written = f"{hour:0{2 if padded else 1}d}"
        written += f"{found['mark']}{minute:02d}" if found["minute"] else ""
        written += f":{second:02d}" if found["second"] else ""
        return f"{found['before']}{written}{found['space']}{half}{found['after']}"


def _take_apart(text: str) -> re.Match[str]:
    found = _SHAPE.fullmatch(text)
    hours = 12 if found and found["half"] else 23
    valid = (
        found is not None
        and int(found["hour"]) <= hours
        and max(int(found["minute"] or 0), int(found["second"] or 0)) < 60
        and (found["minute"] or found["half"])
        and not (found["half"] and int(found["hour"]) == 0)
    )
    if found is None or not valid:
        msg = "the value is not a time of day"
        raise FormatError(msg)
    return found
