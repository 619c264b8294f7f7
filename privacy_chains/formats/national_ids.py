"""Identifiers that countries issue, beside those of the United States.

Each is an entry of `national_ids`: the pattern of its payload and its check characters. A number whose check
characters are right becomes another such number; one whose are wrong becomes another with the same places of letters
that is wrong too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import date

from privacy_chains.formats.base import FirstOf, Format
from privacy_chains.formats.checks import LETTER_VALUES, iso7064_mod11_10, luhn, verhoeff, weighted
from privacy_chains.formats.codes import CheckedCode, PatternCode

__all__ = ["national_ids"]


def _checked(  # noqa: PLR0913 - one argument for each fact about an id
    name: str,
    pattern: str,
    check: Callable[[str], str | None],
    invalid: str,
    *,
    at: int = -1,
    width: int = 1,
    rule: Callable[[str], bool] | None = None,
) -> FirstOf:
    """Valid ids of ``pattern`` (without check characters), then those that only look like it."""
    return FirstOf(
        CheckedCode(name, pattern, check, at=at, width=width, rule=rule),
        PatternCode(f"{name}/invalid", invalid, keeps="validity"),
    )


def national_ids() -> dict[str, Format]:
    """The formats of national identifiers by entity type."""
    return _british() | _german() | _southern_european() | _other_european() | _asian() | _southern()


# United Kingdom


def _nhs(payload: str) -> str | None:
    return weighted(payload, range(10, 1, -1), "0 987654321")


_NINO = (
    r"(?:[ACEHJ-MOPRSW-Y][ABCEGHJ-NPRSTW-Z]|B[ABCEHJ-NPRSTW-Z]|G[ACEGHJ-NPRSTW-Z]|K[ABCEGHJ-MPRSTW-Z]"
    r"|N[ABCEGHJLMNPRSW-Z]|T[ABCEGHJ-MPRSTW-Z]|Z[ABCEGHJ-NPRSTW-Y])\d{6}[A-D]"
)


def _british() -> dict[str, Format]:
    return {
        "UK_DRIVING_LICENCE": PatternCode(
            "UK_DRIVING_LICENCE",
            r"(?:[A-Z]{5}|[A-Z]{4}9|[A-Z]{3}99|[A-Z]{2}999|[A-Z]9999)\d(?:0[1-9]|1[0-2]|5[1-9]|6[0-2])"
            r"(?:0[1-9]|[12]\d|3[01])\d(?:[A-Z]{2}|[A-Z]9|99)[A-Z0-9][A-Z]{2}",
            keeps="validity",
        ),
        "UK_NHS": _checked("UK_NHS", r"\d{9}", _nhs, r"\d{10}"),
        "UK_NINO": FirstOf(
            PatternCode("UK_NINO", _NINO, keeps="validity"),
            PatternCode("UK_NINO/invalid", r"[A-Z]{2}\d{6}[A-Z]", keeps="validity"),
        ),
        "UK_PASSPORT": PatternCode("UK_PASSPORT", r"\d{9}|[A-Z]{2}\d{7}"),
    }


# Germany


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
    """Document numbers in the letters that are used, in any letters, and with a wrong check digit."""
    return FirstOf(
        CheckedCode(name, rf"{_ICAO_LETTERS}{_ICAO_EITHER}{{7}}", _icao),
        _checked(f"{name}/letters", r"[A-Z][A-Z0-9]{7}", _icao, r"[A-Z][A-Z0-9]{7}\d"),
    )


def _german() -> dict[str, Format]:
    return {
        "DE_HEALTH_INSURANCE": _checked("DE_HEALTH_INSURANCE", r"[A-Z]\d{8}", _health, r"[A-Z]\d{9}"),
        "DE_ID_CARD": FirstOf(
            PatternCode("DE_ID_CARD/old", r"T\d{8}", keeps="old numbers, which start with T"),
            _icao_document("DE_ID_CARD"),
        ),
        "DE_PASSPORT": _icao_document("DE_PASSPORT"),
        "DE_SOCIAL_SECURITY": _checked(
            "DE_SOCIAL_SECURITY",
            r"\d{2}(?:0[1-9]|[12]\d|3[01]|5[1-9]|[67]\d|8[01])(?:0[1-9]|1[0-2])\d{2}[A-Z]\d{2}",
            _pension,
            r"\d{8}[A-Z]\d{3}",
        ),
        "DE_TAX_ID": _checked("DE_TAX_ID", r"[1-9]\d{9}", iso7064_mod11_10, r"\d{11}", rule=_one_digit_repeats),
        "DE_VAT_ID": _checked("DE_VAT_ID", r"DE[1-9]\d{7}", _german_vat, r"DE\d{9}"),
    }


# France, Italy, Spain


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


def _southern_european() -> dict[str, Format]:
    nie = _checked("ES_NIE", r"[XYZ]\d{7}", _nie, r"[XYZ]\d{7,8}[A-Z]")
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
        "IT_FISCAL_CODE": _checked(
            "IT_FISCAL_CODE",
            _fiscal_pattern(),
            _fiscal,
            r"[A-Z]{6}[A-Z0-9]{2}[A-Z][A-Z0-9]{2}[A-Z][A-Z0-9]{3}[A-Z]",
        ),
        "IT_IDENTITY_CARD": PatternCode("IT_IDENTITY_CARD", r"C[A-Z]\d{5}[A-Z]{2}|[A-Z]{2}\d{7}|\d{7}[A-Z]{2}"),
        "IT_PASSPORT": PatternCode("IT_PASSPORT", r"[A-Z]{2}\d{7}"),
        "IT_VAT_CODE": FirstOf(
            CheckedCode("IT_VAT_CODE", rf"{_NOT_ZERO_7}(?:00[1-9]|0[1-9]\d|100|12[01]|888|999)", luhn),
            _checked("IT_VAT_CODE/other", r"\d{10}", luhn, r"\d{11}"),
        ),
    }


# Netherlands, Poland


def _bsn(payload: str) -> str | None:
    return weighted(payload, range(len(payload) + 1, 1, -1), "0123456789 ")


def _pesel(payload: str) -> str:
    return str(weighted(payload, (1, 3, 7, 9, 1, 3, 7, 9, 1, 3), "0987654321"))


def _pesel_date(code: str) -> bool:
    """Whether the first six digits are a day: the month also says the century."""
    year, month, day = int(code[:2]), int(code[2:4]), int(code[4:6])
    century = (1900, 2000, 2100, 2200, 1800)[month // 20]
    try:
        date(century + year, month % 20, day)
    except ValueError:
        return False
    return True


def _nip(payload: str) -> str | None:
    return weighted(payload, (6, 5, 7, 2, 3, 4, 5, 6, 7), "0123456789 ")


def _other_european() -> dict[str, Format]:
    months = "(?:[02468][1-9]|[13579][012])"
    return {
        "NL_BSN": _checked("NL_BSN", r"\d{7,8}", _bsn, r"\d{8,9}"),
        "NL_PASSPORT": PatternCode("NL_PASSPORT", r"[A-NP-Z]{2}[A-NP-Z0-9]{6}\d"),
        "PL_NIP": _checked("PL_NIP", r"\d{9}", _nip, r"\d{10}"),
        "PL_PESEL": _checked(
            "PL_PESEL",
            rf"\d{{2}}{months}(?:0[1-9]|[12]\d|3[01])\d{{4}}",
            _pesel,
            r"\d{11}",
            rule=_pesel_date,
        ),
    }


# India, Singapore


def _no_palindrome(code: str) -> bool:
    return code != code[::-1]


_GST_STATES = {"common": "0[1-9]|[1-3][0-7]", "states": "[12][89]", "other": "38|9[79]"}
"""State codes by who knows them: every validator, most, few."""


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


def _asian() -> dict[str, Format]:
    pan = r"[A-Z]{3}[ABCFGHJLPT][A-Z](?:000[1-9]|00[1-9]\d|0[1-9]\d\d|[1-9]\d{3})[A-Z]"
    return {
        "IN_AADHAAR": _checked("IN_AADHAAR", r"[2-9]\d{10}", verhoeff, r"\d{12}", rule=_no_palindrome),
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
        "IN_VOTER": FirstOf(  # the second letter is one of those, or the card is of no state
            PatternCode("IN_VOTER", r"[A-Z][ABCDGHJKMNPRSY][A-Z]\d{7}", keeps="validity"),
            PatternCode("IN_VOTER/invalid", r"[A-Z]{3}\d{7}", keeps="validity"),
        ),
        "SG_NRIC_FIN": _checked("SG_NRIC_FIN", r"[STFGM]\d{7}", _nric, r"[A-Z]\d{7}[A-Z]"),
        "SG_UEN": FirstOf(
            CheckedCode("SG_UEN/business", r"\d{8}", _uen_business),
            CheckedCode("SG_UEN/company", r"(?:[01]\d{3}|20[01]\d|202[0-5])\d{5}", _uen_company),
            CheckedCode("SG_UEN/later", r"(?:202[6-9]|20[3-9]\d|2[1-9]\d\d|[3-9]\d{3})\d{5}", _uen_company),
            PatternCode("SG_UEN/invalid", r"\d{8,9}[A-Z]|[A-Z]\d{2}[A-Z]{2}\d{4}[A-Z]", keeps="validity"),
        ),
    }


# Australia, Brazil, Canada


def _abn(payload: str) -> str:
    total = sum(weight * int(digit) for weight, digit in zip(range(3, 20, 2), payload, strict=True))
    return str(11 + (-total - 1) % 89)


def _acn(payload: str) -> str | None:
    return weighted(payload, range(8, 0, -1), "0987654321")


def _tfn(payload: str) -> str | None:
    """The ninth digit weighs 10, which is -1 modulo 11."""
    return weighted(payload, (1, 4, 3, 7, 5, 8, 6, 9), "0123456789 ")


def _medicare(payload: str) -> str | None:
    return weighted(payload[:8], (1, 3, 7, 9, 1, 3, 7, 9), "0123456789")


def _cpf(payload: str) -> str:
    first = weighted(payload, range(10, 1, -1), "00987654321")
    return f"{first}{weighted(f'{payload}{first}', range(11, 1, -1), '00987654321')}"


def _cnpj(payload: str) -> str:
    first = weighted(payload, (5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2), "00987654321")
    return f"{first}{weighted(f'{payload}{first}', (6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2), '00987654321')}"


def _not_one_digit(code: str) -> bool:
    return len(set(code)) > 1


def _not_the_null_company(code: str) -> bool:
    return not code.startswith("000000000000")


def _southern() -> dict[str, Format]:
    return {
        "AU_ABN": _checked("AU_ABN", r"\d{9}", _abn, r"\d{11}", at=0, width=2),
        "AU_ACN": _checked("AU_ACN", r"\d{8}", _acn, r"\d{9}"),
        "AU_MEDICARE": _checked("AU_MEDICARE", r"[2-6]\d{8}", _medicare, r"\d{10}", at=8),
        "AU_TFN": _checked("AU_TFN", r"\d{8}", _tfn, r"\d{9}"),
        "BR_CNPJ": _checked("BR_CNPJ", r"\d{12}", _cnpj, r"\d{14}", at=-2, width=2, rule=_not_the_null_company),
        "BR_CPF": _checked("BR_CPF", r"\d{9}", _cpf, r"\d{11}", at=-2, width=2, rule=_not_one_digit),
        "CA_SIN": _checked("CA_SIN", r"[1-79]\d{7}", luhn, r"\d{9}"),
    }
