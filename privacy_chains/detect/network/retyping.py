"""Values that a network took for identifiers, although no format of identifiers can hold them.

Amounts with two decimals.
"""

from __future__ import annotations

from privacy_chains.detect.patterns.bookings import CENTS
from privacy_chains.lazy import lazily

__all__ = ["retyped"]

_AMOUNT = lazily(rf"(?P<sign>[+\-\u2212]\s?)?(?P<amount>{CENTS})")
_FEWEST_BEFORE = 3
_IDENTIFIERS = frozenset(
    {"CREDIT_CARD", "ID_NUMBER", "MEDICAL_RECORD", "ORDER_ID", "PHONE_NUMBER", "US_BANK_NUMBER", "US_DRIVER_LICENSE"}
    | {"US_PASSPORT", "US_SSN", "US_ZIP_CODE"}
)


def retyped(text: str, start: int, end: int, kind: str) -> tuple[int, str]:
    """Where a value begins and what it is: one with two decimals, and a sign or hundreds, is an amount of money."""
    if kind not in _IDENTIFIERS:
        return start, kind
    found = _AMOUNT.fullmatch(text, start, end)
    if found is None:
        return start, kind
    signed = found["sign"] or text[max(0, start - 1) : start] in {"+", "-", "\u2212"}
    if not signed and sum(map(str.isdigit, found["amount"][:-3])) < _FEWEST_BEFORE:
        return start, kind
    return found.start("amount"), "MONEY"
