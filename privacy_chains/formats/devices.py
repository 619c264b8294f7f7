"""Equipment identities and coordinates."""

from __future__ import annotations

import re
from collections.abc import Sequence

from privacy_chains.errors import FormatError
from privacy_chains.formats.base import FirstOf, OneLook, Part, Reading, Write
from privacy_chains.formats.checks import luhn
from privacy_chains.formats.codes import CheckedCode, PatternCode
from privacy_chains.formats.composite import Composite, Segment
from privacy_chains.lazy import lazily

__all__ = ["CoordinatesFormat", "imei"]


def imei() -> FirstOf:
    """Mobile equipment identities (3GPP TS 23.003): fifteen digits, or sixteen with a software version."""
    return FirstOf(
        CheckedCode("IMEI", r"\d{14}", luhn),
        PatternCode("IMEI/unchecked", r"\d{15,16}", keeps="that the check digit is wrong or unused"),
    )


_DEGREES = lazily(r"(?P<whole>0|[1-9]\d{0,2})\.(?P<rest>\d{1,15})", re.ASCII)
_NUMBERS = lazily(r"\d+(?:\.\d+)?", re.ASCII)
_RIGHT = 90
_HALF = 180


class _Degrees(OneLook):
    """Decimal degrees without their sign."""

    keeps = "how many decimals, whether beyond 90 degrees"

    def read(self, text: str) -> tuple[tuple[Part, ...], Write]:
        found = _DEGREES.fullmatch(text)
        if not found or int(found["whole"]) >= _HALF:
            msg = "the value is not a number of degrees with decimals"
            raise FormatError(msg)
        decimals = len(found["rest"])
        unit = 10**decimals
        first = 0 if int(found["whole"]) < _RIGHT else _RIGHT
        part = Part(f"degrees/{first}/{decimals}", _RIGHT * unit, int(found["whole"] + found["rest"]) - first * unit)

        def write(ranks: Sequence[int]) -> str:
            whole, rest = divmod(ranks[0] + first * unit, unit)
            return f"{whole}.{rest:0{decimals}d}"

        return (part,), write


class CoordinatesFormat(Composite):
    """Latitude and longitude in decimal degrees, or one of them. The same number always has the same surrogate.

    Signs and letters stay: a place becomes any other place in the same quarter of the earth.
    """

    reading: Reading = "exact"
    keeps = "signs, letters, how many decimals, whether beyond 90 degrees east or west"

    def __init__(self) -> None:
        self._degrees = _Degrees()

    def segments(self, text: str) -> list[Segment]:
        found = list(_NUMBERS.finditer(text))
        latitude = found[0][0] if len(found) == 2 else "0"
        if not 1 <= len(found) <= 2 or float(latitude) >= _RIGHT:
            msg = "the value is not a pair of coordinates, nor one of them"
            raise FormatError(msg)
        return [Segment(*number.span(), self._degrees) for number in found]

    def aliases(self, text: str) -> tuple[str, ...]:
        numbers = tuple(number[0] for number in _NUMBERS.finditer(text))
        return numbers if len(numbers) == 2 else ()
