"""Payment card numbers (ISO/IEC 7812-1)."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from privacy_chains.errors import FormatError
from privacy_chains.formats.base import Part, Write
from privacy_chains.formats.checks import luhn
from privacy_chains.formats.codes import Code

__all__ = ["CardFormat"]

_LEADING = {
    "visa": r"4\d{3}",
    "mastercard": r"5[1-5]\d\d",
    "mastercard2": r"2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)",
    "amex": r"3[47]\d\d",
    "jcb": r"35(?:2[89]|[3-8]\d)",
    "diners": r"3(?:0[0-5]|[689]\d)\d",
    "discover": r"6(?:011|4[4-9]\d|5\d\d)",
    "unionpay": r"62\d\d",
    "maestro50": r"50\d\d",
    "maestro5": r"5[6-9]\d\d",
    "maestro6": r"6(?:0(?:0\d|1[02-9]|[2-9]\d)|[136-9]\d\d|4[0-3]\d)",
    "other2": r"2(?:[01]\d\d|2[01]\d|220|72[1-9]|7[3-9]\d|[89]\d\d)",
    "other3": r"3(?:0[6-9]\d|[1-3]\d\d|5(?:[01]\d|2[0-7]|9\d))",
} | {f"other{first}": rf"{first}\d{{3}}" for first in (0, 1, 7, 8, 9)}
"""The first four digits of each brand: the ranges that the networks publish, and the rest of each first digit.

They are disjoint. Digits that detectors tell apart (50, 51-55) are brands of their own.
"""


class _Brand(NamedTuple):
    """All first four digits of a brand, in order, and the position of one of them."""

    name: str
    leading: tuple[str, ...]
    place: int


def _brand(first: str) -> _Brand:
    """The brand for the first four digits."""
    name = next(name for name, pattern in _LEADING.items() if re.fullmatch(pattern, first))
    leading = _leading(_LEADING[name])
    return _Brand(name, leading, bisect_left(leading, first))


@cache
def _leading(pattern: str) -> tuple[str, ...]:
    """All possible first four digits of a brand, in order."""
    return tuple(filter(re.compile(pattern).fullmatch, (f"{number:04}" for number in range(10_000))))


class CardFormat(Code):
    """Card numbers of 12 to 19 digits.

    A number with a correct Luhn digit becomes another one with a correct digit. A number with a wrong digit becomes
    another one with a wrong digit.
    """

    keeps = "brand, length, grouping, and whether the Luhn digit is right"

    def take_apart(self, code: str) -> tuple[tuple[Part, ...], Write]:
        if not (12 <= len(code) <= 19 and code.isdigit()):
            msg = "the value is not a card number of 12 to 19 digits"
            raise FormatError(msg)
        brand, leading, place = _brand(code[:4])
        width = len(code) - 5
        wrong = (int(code[-1]) - int(luhn(code[:-1]))) % 10
        payload, payloads = place * 10**width + int(code[4:-1]), len(leading) * 10**width

        def write(ranks: Sequence[int]) -> str:
            new, offset = divmod(ranks[0], 9) if wrong else (ranks[0], -1)
            first, rest = divmod(new, 10**width)
            digits = f"{leading[first]}{rest:0{width}}"
            return digits + str((int(luhn(digits)) + offset + 1) % 10)

        name = f"CREDIT_CARD/{brand}/{len(code)}"
        if wrong:
            return (Part(f"{name}/wrong", payloads * 9, payload * 9 + wrong - 1),), write
        return (Part(name, payloads, payload),), write
