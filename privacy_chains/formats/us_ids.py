"""Identifiers issued in the United States."""

from __future__ import annotations

from privacy_chains.formats.base import FirstOf
from privacy_chains.formats.checks import luhn, weighted
from privacy_chains.formats.codes import CheckedCode, PatternCode

__all__ = [
    "aba_routing",
    "medical_license",
    "us_bank_number",
    "us_driver_license",
    "us_itin",
    "us_mbi",
    "us_npi",
    "us_passport",
    "us_ssn",
]

_SAMPLES = frozenset(
    ("078051120", "123456789", "219099999", "457555462", "987654320", *(digit * 9 for digit in "0123456789"))
)
"""Numbers published as examples, and repeated digits. Detectors ignore them, so no surrogate is one of them."""

_AREA = r"(?:00[1-9]|0[1-9]\d|[1-578]\d\d|6[0-57-9]\d|66[0-57-9])"
_GROUP = r"(?:0[1-9]|[1-9]\d)"
_SERIAL = r"(?:000[1-9]|00[1-9]\d|0[1-9]\d\d|[1-9]\d{3})"
_UNISSUED = r"(?:000|666)\d{6}|\d{3}00\d{4}|\d{5}0000|" + "|".join(sorted(_SAMPLES))
_ITIN_FIRST = r"(?:7\d|8[0-8]|9[0-24-9])"
_ITIN_LATER = r"(?:5\d|6[0-5])"


def _no_sample(code: str) -> bool:
    return code not in _SAMPLES


def us_ssn() -> FirstOf:
    """Social security numbers.

    Four classes map onto themselves: numbers that can be issued (SSA: area not 000, 666 or 900-999, group not 00,
    serial not 0000), individual taxpayer numbers, other numbers that begin with 9, and all other numbers that cannot be
    issued. Well-known samples are in the last class.
    """
    return FirstOf(
        PatternCode("US_SSN", _AREA + _GROUP + _SERIAL, keeps="validity", rule=_no_sample),
        PatternCode(
            "US_SSN/itin", rf"9\d\d(?:{_ITIN_FIRST}|{_ITIN_LATER}){_SERIAL}", keeps="validity", rule=_no_sample
        ),
        PatternCode("US_SSN/9", rf"9\d\d{_GROUP}{_SERIAL}", keeps="validity", rule=_no_sample),
        PatternCode("US_SSN/unissued", _UNISSUED, keeps="validity"),
    )


def us_itin() -> FirstOf:
    """Individual taxpayer identification numbers (IRS): they begin with 9, and the group is in a range in use.

    Groups 50 to 65 came later, and not every validator knows them: they are exchanged only among themselves.
    """
    return FirstOf(
        PatternCode("US_ITIN", rf"9\d\d{_ITIN_FIRST}\d{{4}}", keeps="validity"),
        PatternCode("US_ITIN/later", rf"9\d\d{_ITIN_LATER}\d{{4}}", keeps="validity"),
        PatternCode("US_ITIN/unissued", r"\d{9}", keeps="validity"),
    )


def us_passport() -> PatternCode:
    """Passport numbers: nine digits, or a letter and eight digits since 2021."""
    return PatternCode("US_PASSPORT", r"\d{9}|[A-Z]\d{8}")


def us_driver_license() -> PatternCode:
    """Driver's licence numbers of any state. Letters and digits keep their positions."""
    return PatternCode("US_DRIVER_LICENSE", r"[A-Z0-9]{4,20}")


def us_bank_number() -> PatternCode:
    """Bank account numbers: 4 to 17 digits without a check digit."""
    return PatternCode("US_BANK_NUMBER", r"\d{4,17}")


def _routing_check(payload: str) -> str | None:
    return weighted(payload, (3, 7, 1, 3, 7, 1, 3, 7), "0987654321")


def aba_routing() -> FirstOf:
    """ABA routing numbers: a Federal Reserve prefix in use, and a check digit."""
    return FirstOf(
        CheckedCode("ABA_ROUTING_NUMBER", r"(?:0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)\d{6}", _routing_check),
        PatternCode("ABA_ROUTING_NUMBER/invalid", r"\d{9}", keeps="validity"),
    )


def _npi_check(payload: str) -> str:
    return luhn("80840" + payload)


def us_npi() -> FirstOf:
    """National provider identifiers: Luhn with the prefix 80840."""
    return FirstOf(
        CheckedCode("US_NPI", r"[12]\d{8}", _npi_check),
        PatternCode("US_NPI/invalid", r"\d{10}", keeps="validity"),
    )


_MBI_LETTER = "[AC-HJKMNP-RT-Y]"
_MBI_EITHER = "[0-9AC-HJKMNP-RT-Y]"


def us_mbi() -> FirstOf:
    """Medicare beneficiary identifiers (CMS): eleven places of digits and letters other than S, L, O, I, B, Z."""
    pattern = rf"[1-9]{_MBI_LETTER}{_MBI_EITHER}\d{_MBI_LETTER}{_MBI_EITHER}\d{_MBI_LETTER}{{2}}\d{{2}}"
    return FirstOf(
        PatternCode("US_MBI", pattern, keeps="validity"),
        PatternCode("US_MBI/invalid", r"[A-Z0-9]{11}", keeps="validity"),
    )


def _dea_check(payload: str) -> str | None:
    return weighted(payload[2:], (1, 2, 1, 2, 1, 2), "0123456789")


def medical_license() -> FirstOf:
    """DEA registrations: the registrant's kind, an initial or 9, six digits and a check digit."""
    return FirstOf(
        CheckedCode("MEDICAL_LICENSE", r"[ABCDEFGHJKLMPRSTUX][A-Z9]\d{6}", _dea_check),
        PatternCode("MEDICAL_LICENSE/invalid", r"[A-Z][A-Z9]\d{7}", keeps="validity"),
    )
