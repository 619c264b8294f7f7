"""Payment card numbers (ISO/IEC 7812-1)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from privacy_chains.errors import FormatError
from privacy_chains.formats.base import Part
from privacy_chains.formats.checks import luhn
from privacy_chains.formats.codes import Code, ranker_for

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
"""The four leading digits of each brand: the ranges that the networks publish, and what is left of each first digit.

They are disjoint. Digits that detectors tell apart (50, 51-55) are brands of their own.
"""

_BRANDS = {name: rf"{leading}\d{{8,15}}" for name, leading in _LEADING.items()}
_BRAND = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in _BRANDS.items()), re.ASCII)


class CardFormat(Code):
    """Card numbers of 12 to 19 digits.

    A number whose Luhn digit is right becomes another with a right one; one whose digit is wrong becomes another
    whose digit is wrong.
    """

    keeps = "brand, length, grouping, and whether the Luhn digit is right"

    def parts(self, code: str) -> tuple[Part, ...]:
        brand, wrong = self._read(code)
        ranker = ranker_for(_BRANDS[brand], code)
        # Every check digit of a payload gives a member, so the members of a payload are ten neighbours in a row.
        payload, _ = divmod(ranker.rank(code), 10)
        payloads = ranker.size // 10
        if wrong:
            return (Part(f"CREDIT_CARD/{brand}/{len(code)}/wrong", payloads * 9, payload * 9 + wrong - 1),)
        return (Part(f"CREDIT_CARD/{brand}/{len(code)}", payloads, payload),)

    def write(self, code: str, ranks: Sequence[int]) -> str:
        brand, wrong = self._read(code)
        payload, offset = divmod(ranks[0], 9) if wrong else (ranks[0], -1)
        digits = ranker_for(_BRANDS[brand], code).unrank(payload * 10)[:-1]
        return digits + str((int(luhn(digits)) + offset + 1) % 10)

    def _read(self, code: str) -> tuple[str, int]:
        """The brand, and how far the check digit is from the right one."""
        found = _BRAND.fullmatch(code)
        if not found or not found.lastgroup:
            msg = "the value is not a card number of 12 to 19 digits"
            raise FormatError(msg)
        return found.lastgroup, (int(code[-1]) - int(luhn(code[:-1]))) % 10
