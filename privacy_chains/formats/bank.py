"""International bank account numbers (ISO 13616) and codes of banks (ISO 9362)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from privacy_chains.errors import FormatError
from privacy_chains.formats.alphanumeric import AlphanumericFormat
from privacy_chains.formats.base import Part, Reading, Write
from privacy_chains.formats.checks import mod97
from privacy_chains.formats.codes import Code, shaped_ranker
from privacy_chains.formats.composite import Composite, Segment
from privacy_chains.lazy import lazily

__all__ = ["IbanFormat", "SwiftCodeFormat", "UnlistedIbanFormat"]

_STRUCTURES = (
    "AD8n12c AE19n AL8n16c AT16n AZ4a20c BA16n BE12n BG4a6n8c BH4a14c BI23n BR23n1a1c BY4c4n16c CH5n12c CR18n CY8n16c "
    "CZ20n DE18n DJ23n DK14n DO4c20n EE16n EG25n ES20n FI14n FK2a12n FO14n FR10n11c2n GB4a14n GE2a16n GI4a15c GL14n "
    "GR7n16c GT4c20c HN4a20n HR17n HU24n IE4a14n IL19n IQ4a15n IS22n IT1a10n12c JO4a4n18c KW4a22c KZ3n13c LB4n20c "
    "LC4a24c LI5n12c LT16n LU3n13c LV4a13c LY21n MC10n11c2n MD2c18c ME18n MK3n10c2n MN16n MR23n MT4a5n18c MU4a19n3a "
    "NI4a20n NL4a10n NO11n OM3n16c PK4a16c PL24n PS4a21c PT21n QA4a21c RO4a16c RS18n RU14n15c SA2n18c SC4a20n3a SD14n "
    "SE20n SI15n SK20n SM1a10n12c SO19n ST21n SV4a20n TL19n TN20n TR6n16c UA6n19c VA18n VG4a16n XK16n YE4a4n18c"
)
"""The account number of each country: digits (n), letters (a), either (c). SWIFT's IBAN registry, release 101."""

_SHORTEST = 11
"""The least number of characters in an account number."""

_KINDS = {"n": r"\d", "a": "[A-Z]", "c": "[A-Z0-9]"}


@cache
def _pattern(country: str, first: str = "") -> str:
    """The account number's regular expression.

    Args:
        country: Its two letters.
        first: The account number's first character. In Costa Rica it is a reserved 0, which not all validators require.
            The two kinds of number are never exchanged for each other.

    Raises:
        FormatError: The country issues no IBAN.
    """
    found = re.search(rf"\b{country}((?:\d+[nac])+)", _STRUCTURES)
    if not found:
        msg = "the value does not start with a country that issues IBANs"
        raise FormatError(msg)
    if country == "CR" and first:
        return r"0\d{17}" if first == "0" else r"[1-9]\d{17}"
    return "".join(f"{_KINDS[kind]}{{{count}}}" for count, kind in re.findall(r"(\d+)([nac])", found[1]))


def _check_digits(country: str, account: str) -> int:
    """The check digits (02 to 98) that make the whole number leave 1 modulo 97."""
    return int(mod97(account + country))


class IbanFormat(Code):
    """IBANs of the countries in SWIFT's registry.

    Correct check digits stay correct, and wrong ones stay wrong. Check digits inside the account number, which some
    countries have, are enciphered with it.
    """

    keeps = "country, length, separators, case, places of letters, whether the check digits are right"
    _name = "IBAN_CODE"

    def take_apart(self, code: str) -> tuple[tuple[Part, ...], Write]:
        country, account, wrong = self._read(code)
        shape, ranker = shaped_ranker(self._accounts(country, account), account)
        rank = ranker.rank(account)

        def write(ranks: Sequence[int]) -> str:
            new, offset = divmod(ranks[0], 99) if wrong else (ranks[0], -1)
            written = ranker.unrank(new)
            return f"{country}{(_check_digits(country, written) + offset + 1) % 100:02}{written}"

        name = f"{self._name}/{country}/{shape}"
        if wrong:
            return (Part(f"{name}/wrong", ranker.size * 99, rank * 99 + wrong - 1),), write
        return (Part(name, ranker.size, rank),), write

    def _accounts(self, country: str, account: str) -> str:
        """The pattern that the account number matches."""
        return _pattern(country, account[0])

    def _read(self, code: str) -> tuple[str, str, int]:
        """Country, account number, and the difference of the check digits from the correct ones."""
        country, check, account = code[:2], code[2:4], code[4:]
        if not (country.isalpha() and check.isdigit() and len(check) == 2 and 1 <= len(account) <= 30):
            msg = "the value is not an IBAN"
            raise FormatError(msg)
        return country, account, (int(check) - _check_digits(country, account)) % 100


class UnlistedIbanFormat(IbanFormat):
    """A code built like an IBAN whose country issues no IBANs, or whose length is not the country's.

    It comes after `IbanFormat`: its members keep their shape, so they never become members of `IbanFormat`.
    """

    _name = "IBAN_CODE/unlisted"

    def _accounts(self, country: str, account: str) -> str:
        if len(account) < _SHORTEST:
            msg = "the value is too short for an IBAN"
            raise FormatError(msg)
        return f"[A-Z0-9]{{{len(account)}}}"


_SWIFT_CODE = lazily(r"[A-Za-z]{4}(?P<country>[A-Za-z]{2})[A-Za-z0-9]{2}(?:[A-Za-z0-9]{3})?")


class SwiftCodeFormat(Composite):
    """Business identifier codes (ISO 9362): a code becomes one of another bank and branch in the same country."""

    reading: Reading = "code"
    keeps = "country, length, case, places of letters"

    def __init__(self) -> None:
        self._code = AlphanumericFormat("SWIFT_CODE", fold_case=True)

    def segments(self, text: str) -> list[Segment]:
        found = _SWIFT_CODE.fullmatch(text)
        if not found:
            msg = "the value is not a business identifier code"
            raise FormatError(msg)
        return [Segment(0, found.start("country"), self._code), Segment(found.end("country"), len(text), self._code)]
