"""Identifiers of Australia, Brazil and Canada."""

from __future__ import annotations

from privacy_chains.formats.base import Format
from privacy_chains.formats.checks import luhn, weighted
from privacy_chains.formats.codes import checked_id

__all__ = ["overseas_ids"]


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


def overseas_ids() -> dict[str, Format]:
    """The formats of Australia, Brazil and Canada by entity type."""
    return {
        "AU_ABN": checked_id("AU_ABN", r"\d{9}", _abn, r"\d{11}", at=0, width=2),
        "AU_ACN": checked_id("AU_ACN", r"\d{8}", _acn, r"\d{9}"),
        "AU_MEDICARE": checked_id("AU_MEDICARE", r"[2-6]\d{8}", _medicare, r"\d{10}", at=8),
        "AU_TFN": checked_id("AU_TFN", r"\d{8}", _tfn, r"\d{9}"),
        "BR_CNPJ": checked_id("BR_CNPJ", r"\d{12}", _cnpj, r"\d{14}", at=-2, width=2, rule=_not_the_null_company),
        "BR_CPF": checked_id("BR_CPF", r"\d{9}", _cpf, r"\d{11}", at=-2, width=2, rule=_not_one_digit),
        "CA_SIN": checked_id("CA_SIN", r"[1-79]\d{7}", luhn, r"\d{9}"),
    }
