"""Identifiers of the United Kingdom, Germany, the Netherlands and Poland."""

from __future__ import annotations

from collections import Counter
from datetime import date

from privacy_chains.formats.base import FirstOf, Format
from privacy_chains.formats.checks import LETTER_VALUES, iso7064_mod11_10, weighted
from privacy_chains.formats.codes import CheckedCode, PatternCode, checked_id

__all__ = ["british_ids", "dutch_and_polish_ids", "german_ids"]


def _nhs(payload: str) -> str | None:
    return weighted(payload, range(10, 1, -1), "0 987654321")


_NINO = (
    r"(?:[ACEHJ-MOPRSW-Y][ABCEGHJ-NPRSTW-Z]|B[ABCEHJ-NPRSTW-Z]|G[ACEGHJ-NPRSTW-Z]|K[ABCEGHJ-MPRSTW-Z]"
    r"|N[ABCEGHJLMNPRSW-Z]|T[ABCEGHJ-MPRSTW-Z]|Z[ABCEGHJ-NPRSTW-Y])\d{6}[A-D]"
)


def british_ids() -> dict[str, Format]:
    """The formats of the United Kingdom by entity type."""
    return {
        "UK_DRIVING_LICENCE": PatternCode(
            "UK_DRIVING_LICENCE",
            r"(?:[A-Z]{5}|[A-Z]{4}9|[A-Z]{3}99|[A-Z]{2}999|[A-Z]9999)\d(?:0[1-9]|1[0-2]|5[1-9]|6[0-2])"
            r"(?:0[1-9]|[12]\d|3[01])\d(?:[A-Z]{2}|[A-Z]9|99)[A-Z0-9][A-Z]{2}",
            keeps="validity",
        ),
        "UK_NHS": checked_id("UK_NHS", r"\d{9}", _nhs, r"\d{10}"),
        "UK_NINO": FirstOf(
            PatternCode("UK_NINO", _NINO, keeps="validity"),
            PatternCode("UK_NINO/invalid", r"[A-Z]{2}\d{6}[A-Z]", keeps="validity"),
        ),
        "UK_PASSPORT": PatternCode("UK_PASSPORT", r"\d{9}|[A-Z]{2}\d{7}"),
    }


def _icao(payload: str) -> str:
    """The check digit of machine-readable documents (ICAO Doc 9303): weights 7, 3, 1, letters from 10."""
    return str(sum((7, 3, 1)[place % 3] * LETTER_VALUES[char] for place, char in enumerate(payload)) % 10)


def _digit_sums(digits: str, weights: tuple[int, ...]) -> str:
    """The last digit of the sum of the digit sums of the weighted digits."""
    products = (int(digit) * weight for digit, weight in zip(digits, weights, strict=True))
    return str(sum(product // 10 + product % 10 for product in products) % 10)


def _letter_number(letter: str) -> str:
    return f"{ord(letter) - ord('A') + 1:02}"


def _pension(payload: str) -> str:
    """VKVV, section 4."""
    return _digit_sums(payload[:8] + _letter_number(payload[8]) + payload[9:], (2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1))


def _health(payload: str) -> str:
    """SGB V, section 290."""
    return _digit_sums(_letter_number(payload[0]) + payload[1:], (1, 2) * 5)


def _german_vat(payload: str) -> str:
    return iso7064_mod11_10(payload[2:])


def _one_digit_repeats(code: str) -> bool:
    """Among the first ten digits exactly one occurs twice or three times (German tax ids, AO section 139b)."""
    repeated = [count for count in Counter(code[:10]).values() if count > 1]
    return len(repeated) == 1 and repeated[0] in (2, 3)


_ICAO_LETTERS = "[CFGHJKLMNPRTVWXYZ]"
_ICAO_EITHER = "[0-9CFGHJKLMNPRTVWXYZ]"


def _icao_document(name: str) -> FirstOf:
    """Document numbers: with the letters in use, with any letters, and with a wrong check digit."""
    return FirstOf(
        CheckedCode(name, rf"{_ICAO_LETTERS}{_ICAO_EITHER}{{7}}", _icao),
        checked_id(f"{name}/letters", r"[A-Z][A-Z0-9]{7}", _icao, r"[A-Z][A-Z0-9]{7}\d"),
    )


def german_ids() -> dict[str, Format]:
    """The formats of Germany by entity type."""
    return {
        "DE_HEALTH_INSURANCE": checked_id("DE_HEALTH_INSURANCE", r"[A-Z]\d{8}", _health, r"[A-Z]\d{9}"),
        "DE_ID_CARD": FirstOf(
            PatternCode("DE_ID_CARD/old", r"T\d{8}", keeps="old numbers, which start with T"),
            _icao_document("DE_ID_CARD"),
        ),
        "DE_PASSPORT": _icao_document("DE_PASSPORT"),
        "DE_SOCIAL_SECURITY": checked_id(
            "DE_SOCIAL_SECURITY",
            r"\d{2}(?:0[1-9]|[12]\d|3[01]|5[1-9]|[67]\d|8[01])(?:0[1-9]|1[0-2])\d{2}[A-Z]\d{2}",
            _pension,
            r"\d{8}[A-Z]\d{3}",
        ),
        "DE_TAX_ID": checked_id("DE_TAX_ID", r"[1-9]\d{9}", iso7064_mod11_10, r"\d{11}", rule=_one_digit_repeats),
        "DE_VAT_ID": checked_id("DE_VAT_ID", r"DE[1-9]\d{7}", _german_vat, r"DE\d{9}"),
    }


def _bsn(payload: str) -> str | None:
    return weighted(payload, range(len(payload) + 1, 1, -1), "0123456789 ")


def _pesel(payload: str) -> str:
    return str(weighted(payload, (1, 3, 7, 9, 1, 3, 7, 9, 1, 3), "0987654321"))


def _pesel_date(code: str) -> bool:
    """Whether the first six digits are a date. The month also encodes the century."""
    year, month, day = int(code[:2]), int(code[2:4]), int(code[4:6])
    century = (1900, 2000, 2100, 2200, 1800)[month // 20]
    try:
        date(century + year, month % 20, day)
    except ValueError:
        return False
    return True


def _nip(payload: str) -> str | None:
    return weighted(payload, (6, 5, 7, 2, 3, 4, 5, 6, 7), "0123456789 ")


def dutch_and_polish_ids() -> dict[str, Format]:
    """The formats of the Netherlands and Poland by entity type."""
    months = "(?:[02468][1-9]|[13579][012])"
    return {
        "NL_BSN": checked_id("NL_BSN", r"\d{7,8}", _bsn, r"\d{8,9}"),
        "NL_PASSPORT": PatternCode("NL_PASSPORT", r"[A-NP-Z]{2}[A-NP-Z0-9]{6}\d"),
        "PL_NIP": checked_id("PL_NIP", r"\d{9}", _nip, r"\d{10}"),
        "PL_PESEL": checked_id(
            "PL_PESEL",
            rf"\d{{2}}{months}(?:0[1-9]|[12]\d|3[01])\d{{4}}",
            _pesel,
            r"\d{11}",
            rule=_pesel_date,
        ),
    }
