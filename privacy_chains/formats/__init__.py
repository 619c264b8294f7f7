"""Formats: they turn a type's strings into ranks in a domain, and back. A cipher permutes the ranks."""

from __future__ import annotations

from privacy_chains.formats.addresses import StreetAddressFormat
from privacy_chains.formats.alphanumeric import AlphanumericFormat
from privacy_chains.formats.bank import IbanFormat, UnlistedIbanFormat
from privacy_chains.formats.base import FirstOf, Format, Part, TweakedCipher
from privacy_chains.formats.cards import CardFormat
from privacy_chains.formats.catalogue import built_in_formats, built_in_quantities
from privacy_chains.formats.codes import CheckedCode, Code, PatternCode
from privacy_chains.formats.composite import Composite, Segment
from privacy_chains.formats.custom import AlphabetFormat, RankFormat
from privacy_chains.formats.cycle_walking import decipher, encipher
from privacy_chains.formats.hosts import DomainFormat, EmailFormat
from privacy_chains.formats.network import Ipv4Format, Ipv6Format, MacFormat
from privacy_chains.formats.phones import DialledFormat, PhoneFormat
from privacy_chains.formats.postal import ZipFormat
from privacy_chains.formats.quantity import Quantity, QuantityFormat
from privacy_chains.formats.records import RecordFormat
from privacy_chains.formats.regular import RegexFormat
from privacy_chains.formats.secrets import ApiKeyFormat, UuidFormat
from privacy_chains.formats.urls import UrlFormat
from privacy_chains.formats.wallets import Base58CheckFormat, Bech32Format, EthereumFormat, WalletTextFormat
from privacy_chains.formats.weekdays import WeekdayFormat

__all__ = [
    "AlphabetFormat",
    "AlphanumericFormat",
    "ApiKeyFormat",
    "Base58CheckFormat",
    "Bech32Format",
    "CardFormat",
    "CheckedCode",
    "Code",
    "Composite",
    "DialledFormat",
    "DomainFormat",
    "EmailFormat",
    "EthereumFormat",
    "FirstOf",
    "Format",
    "IbanFormat",
    "Ipv4Format",
    "Ipv6Format",
    "MacFormat",
    "Part",
    "PatternCode",
    "PhoneFormat",
    "Quantity",
    "QuantityFormat",
    "RankFormat",
    "RecordFormat",
    "RegexFormat",
    "Segment",
    "StreetAddressFormat",
    "TweakedCipher",
    "UnlistedIbanFormat",
    "UrlFormat",
    "UuidFormat",
    "WalletTextFormat",
    "WeekdayFormat",
    "ZipFormat",
    "built_in_formats",
    "built_in_quantities",
    "decipher",
    "encipher",
]
