"""Times of day, to the minute, the second or a fraction of a second, on 12-hour or 24-hour clocks."""

from __future__ import annotations

import re
from fractions import Fraction

from privacy_chains.errors import FormatError
from privacy_chains.formats.clocks import CLOCK, DAY, Clock, rewritten
from privacy_chains.formats.quantity import Quantity, QuantityFormat
from privacy_chains.lazy import lazily

__all__ = ["TimeFormat"]

_SHAPE = lazily(rf"[^0-9]*{CLOCK}[^0-9]*", re.IGNORECASE | re.DOTALL)


class TimeFormat(QuantityFormat):
    """Times: ``3:45 pm``, ``15:45``, ``15h45``, ``3pm``, ``07:05:30``, ``07:05:30.250``.

    The number is in minutes after midnight.
    """

    unit = "minutes"
    keeps = "12 or 24 hours, whether minutes, seconds and parts of them are given, leading zeros"

    def read(self, text: str) -> Quantity:
        clock = _clock(text)
        return Quantity(clock.seconds / 60, clock.step / 60)

    def spell(self, text: str, number: Fraction) -> str:
        if not 0 <= number * 60 < DAY:
            msg = "a time lies between midnight and midnight"
            raise FormatError(msg)
        return rewritten(text, _clock(text).written(number * 60))


def _clock(text: str) -> Clock:
    found = _SHAPE.fullmatch(text)
    clock = Clock.of(found) if found else None
    if clock is None:
        msg = "the value is not a time of day"
        raise FormatError(msg)
    return clock
