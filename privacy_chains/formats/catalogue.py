"""The built-in formats by entity type.

Every format ends in `AlphanumericFormat`, which claims whatever holds a letter or digit: a value that a detector
took for a card number, but is none, is still enciphered.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from privacy_chains.formats.alphanumeric import AlphanumericFormat
from privacy_chains.formats.base import FirstOf, Format
from privacy_chains.formats.cards import CardFormat
from privacy_chains.formats.hosts import EmailFormat
from privacy_chains.formats.network import ip_address
from privacy_chains.formats.phones import PhoneFormat
from privacy_chains.formats.postal import us_zip_code
from privacy_chains.formats.quantity import QuantityFormat
from privacy_chains.formats.us_ids import us_ssn

__all__ = ["built_in_formats", "built_in_quantities"]


@cache
def built_in_formats() -> Mapping[str, Format]:
    """The format of every built-in Category I entity type."""
    from privacy_chains.formats.names import PersonFormat  # noqa: PLC0415  # loads the name lists

    strict: dict[str, Format] = {
        "CREDIT_CARD": CardFormat(),
        "EMAIL_ADDRESS": EmailFormat(),
        "IP_ADDRESS": ip_address(),
        "PERSON": PersonFormat(),
        "PHONE_NUMBER": PhoneFormat(),
        "US_SSN": us_ssn(),
        "US_ZIP_CODE": us_zip_code(),
    }
    return MappingProxyType({name: FirstOf(fmt, AlphanumericFormat(name)) for name, fmt in strict.items()})


@cache
def built_in_quantities() -> Mapping[str, QuantityFormat]:
    """The format of every built-in Category II entity type."""
    from privacy_chains.formats.ages import AgeFormat  # noqa: PLC0415  # only noise needs them
    from privacy_chains.formats.money import MoneyFormat  # noqa: PLC0415

    return MappingProxyType({"AGE": AgeFormat(), "MONEY": MoneyFormat()})
