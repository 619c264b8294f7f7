"""Vehicles: identification numbers and licence plates."""

from __future__ import annotations

from privacy_chains.formats.base import FirstOf
from privacy_chains.formats.codes import CheckedCode, PatternCode

__all__ = ["license_plate", "vehicle_registrations", "vin"]

_VALUES = dict(zip("0123456789ABCDEFGHJKLMNPRSTUVWXYZ", "012345678912345678123457923456789", strict=True))
_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 9, 8, 7, 6, 5, 4, 3, 2)


def _check(payload: str) -> str:
    """The check character (ISO 3779 and 49 CFR 565) in the ninth position: a digit or X."""
    total = sum(weight * int(_VALUES[char]) for weight, char in zip(_WEIGHTS, payload, strict=True))
    return "0123456789X"[total % 11]


def vin() -> FirstOf:
    """Vehicle identification numbers: 17 characters without I, O and Q. A correct check digit stays correct."""
    char = "[0-9A-HJ-NPR-Z]"
    return FirstOf(
        CheckedCode("VIN", rf"{char}{{16}}", _check, at=8, one_case=True),
        PatternCode("VIN/unchecked", rf"{char}{{17}}", keeps="that the check digit is wrong or unused"),
    )


_UK_PLATES = (
    "[A-HJ-PR-Y]{2}(?:0[1-9]|[1-7][0-9])[A-HJ-PR-Z]{3}|[A-HJ-NPR-TV-Y][0-9]{1,3}[A-HJ-PR-Y][A-HJ-PR-Z]{2}"
    "|[A-HJ-PR-Z]{3}[0-9]{1,3}[A-HJ-NPR-TV-Y]"
)


def license_plate() -> PatternCode:
    """Licence plates of any country that writes them in ASCII. Letters and digits keep their positions."""
    return PatternCode("LICENSE_PLATE", "[A-Z0-9]{1,12}")


def vehicle_registrations() -> dict[str, FirstOf]:
    """Registrations with their own rules, by entity type."""
    patterns = {"UK_VEHICLE_REGISTRATION": _UK_PLATES}
    return {
        name: FirstOf(PatternCode(name, pattern, keeps="validity"), license_plate())
        for name, pattern in patterns.items()
    }
