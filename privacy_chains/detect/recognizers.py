"""International and US numbers, recognised by their shape and the words before them, without Presidio.

Formats and words are those of Presidio's recognizers, which load spaCy and some hundred megabytes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from privacy_chains.formats.checks import luhn, mod97
from privacy_chains.formats.wallets import Base58CheckFormat, Bech32Format
from privacy_chains.lazy import lazily

__all__ = ["RECOGNIZERS", "Recognized", "Recognizer"]

_SIGNS = lazily(r"[^0-9A-Za-z]")


class Recognized(NamedTuple):
    """The place of a number in a stretch of text, and its score, 0 to 1."""

    entity_type: str
    start: int
    end: int
    score: float


@dataclass(frozen=True)
class Recognizer:
    """How one type of number is recognised.

    Attributes:
        entity_type: The type.
        context: Words that raise the score if one of them stands before the number.
        shapes: Patterns, each with its score.
        valid: The check that the characters of a number have to pass; None if there is none.
        certain: Whether passing it makes a number certain.
    """

    entity_type: str
    context: Sequence[str]
    shapes: Sequence[tuple[re.Pattern[str], float]]
    valid: Callable[[str], bool] | None = None
    certain: bool = False

    def analyze(self, text: str, *_: object) -> list[Recognized]:
        """The places of such numbers in ``text``."""
        return list(self._found(text))

    def _found(self, text: str) -> Iterator[Recognized]:
        for shape, score in self.shapes:
            for found in shape.finditer(text):
                if self.valid is None or self.valid(found[0]):
                    yield Recognized(self.entity_type, *found.span(), 1.0 if self.certain else score)


def _plain(text: str) -> str:
    return _SIGNS.sub("", text)


def _is_luhn(text: str, before: str = "") -> bool:
    code = before + _plain(text)
    return luhn(code[:-1]) == code[-1]


def _is_provider(text: str) -> bool:
    """A national provider identifier: the check digit counts with 80840 before it (45 CFR 162.406)."""
    return len(set(_plain(text)[:-1])) > 1 and _is_luhn(text, "80840")


def _is_registration(text: str) -> bool:
    """A number of the Drug Enforcement Administration."""
    digits = [int(char) for char in text[2:]]
    return (sum(digits[0:6:2]) + 2 * sum(digits[1:6:2])) % 10 == digits[6]


def _is_routing(text: str) -> bool:
    weights = (3, 7, 1) * 3
    return sum(int(digit) * weight for digit, weight in zip(_plain(text), weights, strict=True)) % 10 == 0


_SAMPLES = frozenset({"123456789", "987654320", "078051120"})


def _is_social(text: str) -> bool:
    """A social security number that may be issued, with equal separators."""
    code = _plain(text)
    return not (
        len(set(_SIGNS.findall(text))) > 1
        or len(set(code)) == 1
        or code[3:5] == "00"
        or code[5:] == "0000"
        or code[:3] in ("000", "666")
        or code in _SAMPLES
    )


def _is_iban(text: str) -> bool:
    code = _plain(text)
    return mod97(code[4:] + code[:2]) == code[2:4]


def _is_wallet(text: str) -> bool:
    for wallet in (Base58CheckFormat(), Bech32Format()):
        try:
            wallet.split(text)
        except Exception:  # noqa: BLE001, S112  # whatever is wrong with it, it is not a wallet
            continue
        return True
    return False


def _is_device(text: str) -> bool:
    return _plain(text).lower() not in ("0" * 12, "f" * 12)


_TAIL = r"(?:5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])"
_LETTER = "[ACDEFGHJKMNPQRTUVWXY]"
_EITHER = "[0-9ACDEFGHJKMNPQRTUVWXY]"
_BEGIN, _SECOND = f"[0-9]{_LETTER}{_EITHER}[0-9]", f"{_LETTER}{_EITHER}[0-9]"
_OCTET = "(?:25[0-5]|2[0-4][0-9]|[01]?[0-9][0-9]?)"
_ROWS: tuple[Recognizer, ...] = (
    Recognizer(
        "ABA_ROUTING_NUMBER",
        ("aba", "routing", "abarouting", "association", "bankrouting"),
        ((lazily(r"\b[0123678]\d{8}\b"), 0.05), (lazily(r"\b[0123678]\d{3}-\d{4}-\d\b"), 0.3)),
        _is_routing,
        certain=True,
    ),
    Recognizer(
        "CREDIT_CARD",
        (
            *("credit", "card", "visa", "mastercard", "cc ", "amex", "discover", "jcb", "diners", "maestro"),
            "instapayment",
        ),
        ((lazily(r"\b(?!1\d{12}(?!\d))(?:[1346]\d{3}|5[0-5]\d{2})[- ]?\d{3,4}[- ]?\d{3,4}[- ]?\d{3,5}\b"), 0.3),),
        _is_luhn,
        certain=True,
    ),
    Recognizer(
        "CRYPTO",
        ("wallet", "btc", "bitcoin", "crypto"),
        ((lazily("(?:bc1|[13])[a-zA-HJ-NP-Z0-9]{25,59}"), 0.5),),
        _is_wallet,
        certain=True,
    ),
    Recognizer(
        "IBAN_CODE",
        ("iban", "bank", "transaction"),
        (
            (
                lazily(
                    r"(?<![A-Z0-9])[A-Z]{2}[0-9]{2}(?:[ -]?[A-Z0-9]{4}){2,7}(?:[ -]?[A-Z0-9]{1,3})?(?![A-Z0-9])",
                    re.IGNORECASE,
                ),
                0.5,
            ),
        ),
        lambda text: _is_iban(text.upper()),
        certain=True,
    ),
    Recognizer(
        "IP_ADDRESS",
        ("ip", "ipv4", "ipv6"),
        ((lazily(rf"\b(?:{_OCTET}\.){{3}}{_OCTET}(?:/(?:[0-2]?\d|3[0-2]))?\b"), 0.6),),
    ),
    Recognizer(
        "MAC_ADDRESS",
        ("mac", "mac address", "hardware address", "physical address", "ethernet"),
        (
            (lazily(r"\b[0-9A-Fa-f]{2}([:-])(?:[0-9A-Fa-f]{2}\1){4}[0-9A-Fa-f]{2}\b"), 0.6),
            (lazily(r"\b[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}\b"), 0.6),
        ),
        _is_device,
    ),
    Recognizer(
        "MEDICAL_LICENSE",
        ("medical", "certificate", "DEA"),
        ((lazily(r"[a-hj-mpr-uxA-HJ-MPR-UX][a-zA-Z9]\d{7}"), 0.4),),
        _is_registration,
        certain=True,
    ),
    Recognizer(
        "US_BANK_NUMBER",
        ("check", "account", "account#", "acct", "bank", "save", "debit"),
        ((lazily(r"\b[0-9]{8,17}\b"), 0.05),),
    ),
    Recognizer(
        "US_ITIN",
        ("individual", "taxpayer", "itin", "tax", "payer", "taxid", "tin"),
        (
            (lazily(rf"\b9\d{{2}}[- ]{_TAIL}\d{{4}}\b|\b9\d{{2}}{_TAIL}[- ]\d{{4}}\b"), 0.05),
            (lazily(rf"\b9\d{{2}}{_TAIL}\d{{4}}\b"), 0.3),
            (lazily(rf"\b9\d{{2}}[- ]{_TAIL}[- ]\d{{4}}\b"), 0.5),
        ),
    ),
    Recognizer(
        "US_MBI",
        ("medicare", "mbi", "beneficiary", "cms", "medicaid", "hic", "hicn"),
        (
            (lazily(rf"\b{_BEGIN}{_SECOND}{_LETTER}{{2}}[0-9]{{2}}\b", re.IGNORECASE), 0.3),
            (lazily(rf"\b{_BEGIN}-{_SECOND}-{_LETTER}{{2}}[0-9]{{2}}\b", re.IGNORECASE), 0.5),
        ),
    ),
    Recognizer(
        "US_NPI",
        ("npi", "national provider", "provider", "npi number", "provider id", "provider identifier", "taxonomy"),
        ((lazily(r"\b[12]\d{9}\b"), 0.1), (lazily(r"\b[12]\d{3}[ -]\d{3}[ -]\d{3}\b"), 0.4)),
        _is_provider,
        certain=True,
    ),
    Recognizer(
        "US_PASSPORT",
        ("us", "united", "states", "passport", "passport#", "travel", "document"),
        ((lazily(r"\b[0-9]{9}\b"), 0.05), (lazily(r"\b[A-Z][0-9]{8}\b", re.IGNORECASE), 0.1)),
    ),
    Recognizer(
        "US_SSN",
        ("social", "security", "ssn", "ssns", "ssid"),
        (
            (lazily(r"\b(?:[0-9]{5}-[0-9]{4}|[0-9]{3}-[0-9]{6}|[0-9]{3}-[0-9]{2}-[0-9]{4}|[0-9]{9})\b"), 0.05),
            (lazily(r"\b[0-9]{3}[- .][0-9]{2}[- .][0-9]{4}\b"), 0.5),
        ),
        _is_social,
    ),
)
RECOGNIZERS = MappingProxyType({row.entity_type: row for row in _ROWS})
"""By entity type, those that need no Presidio."""
