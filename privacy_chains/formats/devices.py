"""Equipment identities and coordinates."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import prod

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
_ANGLE = lazily(
    r"(?P<degrees>\d{1,3})(?P<after>\s?\u00b0\s?)(?P<minutes>\d{1,2})"
    r"(?P<more>(?:\.\d{1,8})?(?:\s?['\u2032\u2019]\s?\d{1,2}(?:\.\d{1,8})?)?)",
    re.ASCII,
)
"""Degrees and minutes, perhaps with seconds; decimals behind the last."""
_DIGITS = lazily(r"\d+", re.ASCII)
_SIXTY = 60
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


class _Angle(OneLook):
    """Degrees, minutes and seconds, each with as many digits as before."""

    keeps = "how many digits each number has"

    def __init__(self, right: int) -> None:
        self._right = right

    def read(self, text: str) -> tuple[tuple[Part, ...], Write]:
        if _ANGLE.fullmatch(text) is None:
            msg = "the value is not an angle in degrees and minutes"
            raise FormatError(msg)
        numbers = list(_DIGITS.finditer(text))
        sizes = [self._size(place, number, text) for place, number in enumerate(numbers)]
        rank = 0
        for number, size in zip(numbers, sizes, strict=True):
            if int(number[0]) >= size:
                msg = "the value is not an angle: a number of it is too large"
                raise FormatError(msg)
            rank = rank * size + int(number[0])
        shape = "".join(f"/{len(number[0])}" for number in numbers)

        def write(ranks: Sequence[int]) -> str:
            rest, written = ranks[0], text
            for number, size in reversed(list(zip(numbers, sizes, strict=True))):
                rest, one = divmod(rest, size)
                written = f"{written[: number.start()]}{one:0{len(number[0])}d}{written[number.end() :]}"
            return written

        return (Part(f"angle/{self._right}{shape}", prod(sizes), rank),), write

    def _size(self, place: int, number: re.Match[str], text: str) -> int:
        """How many values a number may have: degrees, minutes or seconds, or decimals."""
        full: int = 10 ** len(number[0])
        if text[number.start() - 1 : number.start()] == "." and place:
            return full
        return min(full, _SIXTY if place else self._right)


class CoordinatesFormat(Composite):
    """Latitude and longitude in decimal degrees, or one of them. The same number always has the same surrogate.

    Signs and letters stay: a place becomes any other place in the same quarter of the earth. A pair may also be in
    degrees, minutes and seconds.
    """

    reading: Reading = "exact"
    keeps = "signs, letters, how many decimals, whether beyond 90 degrees east or west; how many digits of minutes"

    def __init__(self) -> None:
        self._degrees = _Degrees()
        self._angles = _Angle(_RIGHT), _Angle(_HALF)

    def segments(self, text: str) -> list[Segment]:
        angles = list(_ANGLE.finditer(text))
        if len(angles) == len(self._angles):
            return [Segment(*found.span(), angle) for found, angle in zip(angles, self._angles, strict=True)]
        found = list(_NUMBERS.finditer(text))
        latitude = found[0][0] if len(found) == 2 else "0"
        if not 1 <= len(found) <= 2 or float(latitude) >= _RIGHT:
            msg = "the value is not a pair of coordinates, nor one of them"
            raise FormatError(msg)
        return [Segment(*number.span(), self._degrees) for number in found]

    def aliases(self, text: str) -> tuple[str, ...]:
        numbers = tuple(number[0] for number in _NUMBERS.finditer(text))
        return numbers if len(numbers) == 2 else ()
