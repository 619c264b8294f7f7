"""Identifiers of France, Italy and Spain."""

from __future__ import annotations

from privacy_chains.formats.base import FirstOf, Format
from privacy_chains.formats.checks import LETTER_VALUES, luhn
from privacy_chains.formats.codes import CheckedCode, PatternCode, checked_id

__all__ = ["southern_european_ids"]

_NIR = r"\d{2}(?:0[1-9]|1[0-2]|[2-9]\d)(?:\d\d|2[AB])\d{6}"


def _nir(payload: str) -> str:
    """97 minus the number modulo 97; Corsica's 2A and 2B count as 19 and 18."""
    number = payload[:5] + {"2A": "19", "2B": "18"}.get(payload[5:7], payload[5:7]) + payload[7:]
    return f"{97 - int(number) % 97:02}"


_ODD = (1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23)


def _fiscal(payload: str) -> str:
    """Decree of 23 December 1976: letters count as the digit of their place in the alphabet."""
    values = [LETTER_VALUES[char] if char.isdigit() else ord(char) - ord("A") for char in payload]
    total = sum(_ODD[value] if place % 2 == 0 else value for place, value in enumerate(values))
    return chr(ord("A") + total % 26)


def _fiscal_pattern() -> str:
    """Name consonants, then vowels; date of birth; municipality. Letters may stand for digits (omocodia)."""
    three = r"(?:[A-Z][AEIOU][AEIOUX]|[AEIOU]XX|[B-DF-HJ-NP-TV-Z]{2}[A-Z])"
    digit = "[0-9LMNP-V]"
    common = rf"{digit}{{2}}[A-EHLMPRST](?:[04LQ][1-9MNP-V]|[15MR]{digit}|[26NS][0-8LMNP-U])"
    longer = rf"{digit}{{2}}(?:[ACDEHLMPRST](?:[26NS][9V]|[37PT][0L])|[ACELMRT][37PT][1M])"
    leap = r"(?:[02468LNQSU][048LQU]|[13579MPRTV][26NS])B[26NS][9V]"
    nonzero = rf"(?:[0L](?:[0L][1-9MNP-V]|[1-9MNP-V]{digit})|[1-9MNP-V]{digit}{{2}})"
    return rf"{three}{{2}}(?:{common}|{longer}|{leap})(?:[A-M]{nonzero}|Z[1-9MNP-V]{digit}{{2}})"


_NOT_ZERO_7 = "(?:" + "|".join(rf"0{{{zeros}}}[1-9]\d{{{6 - zeros}}}" for zeros in range(7)) + ")"
_DNI = "TRWAGMYFPDXBNJZSQVHLCKE"


def _dni(payload: str) -> str:
    return _DNI[int(payload) % 23]


def _klm(payload: str) -> str:
    """Spaniards abroad and minors: the letter counts nothing."""
    return _dni(payload[1:])


def _nie(payload: str) -> str:
    return _DNI[int(str("XYZ".index(payload[0])) + payload[1:]) % 23]


def _cif_digit(payload: str) -> str:
    return luhn(payload[1:])


def _cif_letter(payload: str) -> str:
    return "JABCDEFGHI"[int(luhn(payload[1:]))]


def southern_european_ids() -> dict[str, Format]:
    """The formats of France, Italy and Spain by entity type."""
    nie = checked_id("ES_NIE", r"[XYZ]\d{7}", _nie, r"[XYZ]\d{7,8}[A-Z]")
    return {
        "ES_NIE": nie,
        "ES_NIF": FirstOf(
            CheckedCode("ES_NIF", r"\d{7,8}", _dni),
            CheckedCode("ES_NIF/klm", r"[KLM]\d{7}", _klm),
            CheckedCode("ES_NIF/cif", r"[ABCDEFGHJNPQRSUVW]\d{7}", _cif_digit),
            CheckedCode("ES_NIF/cif-letter", r"[ABCDEFGHJNPQRSUVW]\d{7}", _cif_letter),
            nie.formats[0],
            PatternCode("ES_NIF/invalid", r"\d{7,8}[A-Z]|[A-Z]\d{8}|[A-Z]\d{7}[A-Z]", keeps="validity"),
        ),
        "ES_PASSPORT": PatternCode("ES_PASSPORT", r"[A-Z]{2,3}\d{6}"),
        "FR_NIR": FirstOf(
            CheckedCode("FR_NIR", rf"[12]{_NIR}", _nir, at=-2, width=2),
            CheckedCode("FR_NIR/provisional", rf"[3478]{_NIR}", _nir, at=-2, width=2),
            CheckedCode("FR_NIR/unusual", r"\d{5}(?:\d\d|2[AB])\d{6}", _nir, at=-2, width=2),
            PatternCode("FR_NIR/invalid", r"\d{5}(?:\d\d|2[AB])\d{8}", keeps="validity"),
        ),
        "FR_PASSPORT": PatternCode("FR_PASSPORT", r"\d{2}[A-Z]{2}\d{5}"),
        "IT_DRIVER_LICENSE": PatternCode("IT_DRIVER_LICENSE", r"[A-Z]{2}\d{7}[A-Z]|U1[A-Z0-9]{7}[A-Z]"),
        "IT_FISCAL_CODE": checked_id(
            "IT_FISCAL_CODE",
            _fiscal_pattern(),
            _fiscal,
            r"[A-Z]{6}[A-Z0-9]{2}[A-Z][A-Z0-9]{2}[A-Z][A-Z0-9]{3}[A-Z]",
        ),
        "IT_IDENTITY_CARD": PatternCode("IT_IDENTITY_CARD", r"C[A-Z]\d{5}[A-Z]{2}|[A-Z]{2}\d{7}|\d{7}[A-Z]{2}"),
        "IT_PASSPORT": PatternCode("IT_PASSPORT", r"[A-Z]{2}\d{7}"),
        "IT_VAT_CODE": FirstOf(
            CheckedCode("IT_VAT_CODE", rf"{_NOT_ZERO_7}(?:00[1-9]|0[1-9]\d|100|12[01]|888|999)", luhn),
            checked_id("IT_VAT_CODE/other", r"\d{10}", luhn, r"\d{11}"),
        ),
    }
