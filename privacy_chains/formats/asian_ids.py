"""Identifiers of India and Singapore."""

from __future__ import annotations

from privacy_chains.formats.base import FirstOf, Format
from privacy_chains.formats.checks import LETTER_VALUES, verhoeff, weighted
from privacy_chains.formats.codes import CheckedCode, PatternCode, checked_id

__all__ = ["asian_ids"]


def _no_palindrome(code: str) -> bool:
    return code != code[::-1]


_GST_STATES = {"common": "0[1-9]|[1-3][0-7]", "states": "[12][89]", "other": "38|9[79]"}
"""State codes, by how many validators know them: all, most, few."""


def _gstin(payload: str) -> str:
    """Luhn in base 36."""
    total = 0
    for place, char in enumerate(reversed(payload)):
        product = LETTER_VALUES[char] * (2 if place % 2 == 0 else 1)
        total += product // 36 + product % 36
    return "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[-total % 36]


def _nric(payload: str) -> str:
    offset = {"S": 0, "F": 0, "T": 4, "G": 4, "M": 3}[payload[0]]
    symbols = {"S": "JZIHGFEDCBA", "T": "JZIHGFEDCBA", "M": "XWUTRQPNJLK"}.get(payload[0], "XWUTRQPNMLK")
    weights = (2, 7, 6, 5, 4, 3, 2)
    total = offset + sum(weight * int(digit) for weight, digit in zip(weights, payload[1:], strict=True))
    return symbols[total % 11]


def _uen_business(payload: str) -> str | None:
    return weighted(payload, (10, 4, 9, 3, 8, 2, 7, 1), "XMKECAWLJDB")


def _uen_company(payload: str) -> str | None:
    return weighted(payload, (10, 8, 6, 4, 9, 7, 5, 3, 1), "ZKCMDNERGWH")


def asian_ids() -> dict[str, Format]:
    """The formats of India and Singapore by entity type."""
    pan = r"[A-Z]{3}[ABCFGHJLPT][A-Z](?:000[1-9]|00[1-9]\d|0[1-9]\d\d|[1-9]\d{3})[A-Z]"
    return {
        "IN_AADHAAR": checked_id("IN_AADHAAR", r"[2-9]\d{10}", verhoeff, r"\d{12}", rule=_no_palindrome),
        "IN_GSTIN": FirstOf(
            *(
                CheckedCode(f"IN_GSTIN/{name}", rf"(?:{states}){pan}[1-9A-Z]Z", _gstin, one_case=True)
                for name, states in _GST_STATES.items()
            ),
            PatternCode("IN_GSTIN/invalid", r"\d{2}[A-Z]{5}\d{4}[A-Z][0-9A-Z]Z[0-9A-Z]", keeps="validity"),
        ),
        "IN_PAN": FirstOf(
            PatternCode("IN_PAN", pan, keeps="validity"),
            PatternCode("IN_PAN/invalid", r"[A-Z]{5}\d{4}[A-Z]", keeps="validity"),
        ),
        "IN_PASSPORT": PatternCode("IN_PASSPORT", r"[A-Z][1-9]\d{5}[1-9]"),
        "IN_VEHICLE_REGISTRATION": PatternCode("IN_VEHICLE_REGISTRATION", r"[A-Z]{2}\d{1,2}[A-Z]{0,3}\d{4}"),
        "IN_VOTER": FirstOf(  # the second letter is one of these, or the card is from no state
            PatternCode("IN_VOTER", r"[A-Z][ABCDGHJKMNPRSY][A-Z]\d{7}", keeps="validity"),
            PatternCode("IN_VOTER/invalid", r"[A-Z]{3}\d{7}", keeps="validity"),
        ),
        "SG_NRIC_FIN": checked_id("SG_NRIC_FIN", r"[STFGM]\d{7}", _nric, r"[A-Z]\d{7}[A-Z]"),
        "SG_UEN": FirstOf(
            CheckedCode("SG_UEN/business", r"\d{8}", _uen_business),
            CheckedCode("SG_UEN/company", r"(?:[01]\d{3}|20[01]\d|202[0-5])\d{5}", _uen_company),
            CheckedCode("SG_UEN/later", r"(?:202[6-9]|20[3-9]\d|2[1-9]\d\d|[3-9]\d{3})\d{5}", _uen_company),
            PatternCode("SG_UEN/invalid", r"\d{8,9}[A-Z]|[A-Z]\d{2}[A-Z]{2}\d{4}[A-Z]", keeps="validity"),
        ),
    }
