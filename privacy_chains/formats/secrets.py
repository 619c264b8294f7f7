"""Secrets: API keys, passwords, user names, unique ids."""

from __future__ import annotations

import re
from collections.abc import Sequence

from privacy_chains.errors import FormatError
from privacy_chains.formats.alphanumeric import HEXADECIMAL, WITH_SYMBOLS, AlphanumericFormat
from privacy_chains.formats.base import FirstOf, OneLook, Part, Reading, Write
from privacy_chains.formats.composite import Composite, Segment
from privacy_chains.lazy import lazily

__all__ = ["ApiKeyFormat", "UuidFormat", "password", "user_name", "uuid"]

_PREFIX = lazily(
    r"AKIA|ASIA|AIDA|AROA|gh[oprsu]_|github_pat_|glpat-|sk-(?:[a-z]{2,12}\d{0,2}-)*|[prs]k_(?:live|test)_|xox[abeoprs]-"
    r"|AIza|ya29\.|SG\.|hf_|npm_|pypi-|dop_v1_|shp(?:at|ca|pa|ss)_|lin_api_|eyJ|whsec_|Bearer "
    r"|\$(?:2[abxy]?\$\d\d|argon2(?:id?|d)\$v=\d\d\$[mtp0-9=,]{1,40}|[1567y](?:\$rounds=\d{1,9})?|apr1)\$"
)
"""The prefixes of vendors' keys, from their own documentation, and what password hashes have before the salt."""

_PEM = lazily(r"(?P<head>-----BEGIN [A-Z ]*-----)(?P<body>.+)(?P<tail>-----END [A-Z ]*-----)\s*", re.DOTALL)


class ApiKeyFormat(Composite):
    """API keys and private keys. The vendor's prefix, the armour and punctuation are kept.

    Keys in hexadecimal digits stay hexadecimal.
    """

    keeps = "vendor prefix, length, places of digits, case and signs, whether it is hexadecimal"

    def __init__(self) -> None:
        self._hex = AlphanumericFormat("api_key/hex", alphabets=HEXADECIMAL, strict=True, reading="exact")
        self._body = AlphanumericFormat("api_key", reading="exact")

    def segments(self, text: str) -> list[Segment]:
        armour = _PEM.fullmatch(text)
        prefix = _PREFIX.match(text)
        start, end = armour.span("body") if armour else (prefix.end() if prefix else 0, len(text))
        body = text[start:end]
        if not any(map(str.isalnum, body)):
            msg = "the value holds nothing behind its prefix"
            raise FormatError(msg)
        is_hex = all(char in "0123456789abcdefABCDEF" for char in body if char.isalnum())
        return [Segment(start, end, self._hex if is_hex else self._body)]


def password() -> AlphanumericFormat:
    """Passwords: letters, digits and signs each within their kind."""
    return AlphanumericFormat("PASSWORD", alphabets=WITH_SYMBOLS, reading="exact")


def user_name() -> AlphanumericFormat:
    """User names: each letter becomes another of the same kind."""
    return AlphanumericFormat("USERNAME", fold_case=True, reading="exact")


_UUID = lazily(r"[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}", re.IGNORECASE | re.ASCII)
_VERSION_AT, _VARIANT_AT = 12, 16


class UuidFormat(OneLook):
    """UUIDs (RFC 9562): version and variant are kept, the other bits enciphered.

    Time and node of the versions that hold them are enciphered too.
    """

    reading: Reading = "code"
    keeps = "version, variant, hyphens, case"

    def read(self, text: str) -> tuple[tuple[Part, ...], Write]:
        if not _UUID.fullmatch(text) or text not in (text.lower(), text.upper()):
            msg = "the value is not a UUID in one case"
            raise FormatError(msg)
        digits = text.replace("-", "").lower()
        version = digits[_VERSION_AT]
        kept, free = self._variant(digits)
        rank = int(digits[:_VERSION_AT] + digits[_VERSION_AT + 1 : _VARIANT_AT] + digits[_VARIANT_AT + 1 :], 16)
        bits = 2 if kept == "rfc" else 0

        def write(ranks: Sequence[int]) -> str:
            body, variant = f"{ranks[0] >> bits:030x}", f"{8 + (ranks[0] & 3):x}" if bits else kept
            new = body[:_VERSION_AT] + version + body[_VERSION_AT : _VARIANT_AT - 1] + variant + body[_VARIANT_AT - 1 :]
            chars = iter(new.upper() if text != text.lower() else new)
            return "".join([next(chars) if char != "-" else char for char in text])

        return (Part(f"uuid/{version}/{kept}", 1 << 120 + bits, rank << bits | free),), write

    @staticmethod
    def _variant(digits: str) -> tuple[str, int]:
        """The variant's name and its free bits: the usual variant leaves two bits of its digit free."""
        digit = int(digits[_VARIANT_AT], 16)
        return ("rfc", digit & 3) if 8 <= digit <= 11 else (digits[_VARIANT_AT], 0)


def uuid() -> FirstOf:
    """UUIDs. Those in mixed case are enciphered digit by digit."""
    return FirstOf(UuidFormat(), hexadecimal("uuid/mixed"))


def hexadecimal(name: str) -> AlphanumericFormat:
    """Hexadecimal digits, each within digits or letters of its case."""
    return AlphanumericFormat(name, alphabets=HEXADECIMAL, strict=True)
