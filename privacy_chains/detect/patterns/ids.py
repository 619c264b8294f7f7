"""Structured identifiers whose shape says enough: social security numbers, cards, addresses of hosts, postal codes."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator
from string import hexdigits

from privacy_chains.detect.patterns.numerals import (
    AFTER_ID,
    BEFORE,
    BEFORE_ID,
    NO_LETTER_AFTER,
    NO_LETTER_BEFORE,
    any_of,
    one_of,
)
from privacy_chains.detect.patterns.reading import FoundValue, ValueReading, matches
from privacy_chains.detect.rules.tables import phrases, shape
from privacy_chains.language.states import us_states
from privacy_chains.lazy import lazily

__all__ = ["IPV4", "ZIP_VALUE", "find_cards", "find_ips", "find_plates", "find_ssns", "find_zips"]

_SSN = lazily(rf"(?=[0-9]){BEFORE_ID}[0-9]{{3}}(?P<sep>[-. \u2010-\u2015])[0-9]{{2}}(?P=sep)[0-9]{{4}}{AFTER_ID}")
_BETWEEN_GROUPS = "-. \u2010\u2011\u2012\u2013\u2014\u2015"
_CARD = lazily(
    rf"(?=[0-9]){BEFORE_ID}(?:"
    r"[0-9]{4}(?P<sep>[ .\-])[0-9]{4}(?P=sep)[0-9]{4}(?P=sep)[0-9]{4}(?:(?P=sep)[0-9]{3})?"
    r"|[0-9]{4}(?P<sep2>[ .\-])[0-9]{6}(?P=sep2)[0-9]{4,5}"
    rf"|(?P<bare>[0-9]{{12,19}})){AFTER_ID}"
)
_BRAND_DIGITS = "23456"  # every brand's numbers begin with one of these, and surrogates keep the brand
_FEWEST_OF_TWO = 16  # of those with a 2; fewer digits are a time, 20240131120000
_YEARLIKE = lazily(r"1|2(?!22[1-9]|2[3-9]|[3-6]|7[01]|720)")  # four years with spaces between are no card


def find_ssns(reading: ValueReading) -> Iterator[FoundValue]:
    """Digits grouped 3-2-4, valid or not."""
    for found in matches(_SSN, reading.text, reading.joined(_BETWEEN_GROUPS)):
        yield FoundValue(found.start(), found.end(), "US_SSN", 0.9)


def find_cards(reading: ValueReading) -> Iterator[FoundValue]:
    """Digits grouped as on a card, valid or not; bare ones with a brand's prefix and a right check digit."""
    for found in matches(_CARD, reading.text, reading.joined(" .-")):
        bare = found.group("bare")
        if bare is not None:
            told = bare[0] in _BRAND_DIGITS and (bare[0] != "2" or len(bare) >= _FEWEST_OF_TWO) and _luhn(bare)
        else:
            told = found.group("sep") != " " or not _YEARLIKE.match(found.group())
        if told:
            yield FoundValue(found.start(), found.end(), "CREDIT_CARD", 0.8)


def _luhn(digits: str) -> bool:
    """Whether the last digit is the check digit of ISO/IEC 7812-1."""
    doubled = (sum(divmod(2 * int(digit), 10)) for digit in digits[-2::-2])
    return (sum(map(int, digits[-1::-2])) + sum(doubled)) % 10 == 0


_PLATE = lazily(r"(?<![\w\-\"'=/.#])[A-Z]{2}-[0-9]{3}-[A-Z]{2}(?![\w\-])")


def find_plates(reading: ValueReading) -> Iterator[FoundValue]:
    """Number plates of France since 2009 (``BX-771-LP``), also of Italy in that spelling."""
    text = reading.text
    for found in matches(_PLATE, text, [at - 3 for at in reading.small if at > 2 and text[at - 1] == "-"]):
        yield FoundValue(found.start(), found.end(), "LICENSE_PLATE", 0.6)


_OCTET = r"(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
IPV4 = rf"(?:{_OCTET}\.){{3}}{_OCTET}"
_IPV4 = lazily(rf"(?=[0-9]){NO_LETTER_BEFORE}(?<![0-9][.,\-]){IPV4}{NO_LETTER_AFTER}(?![.\-][0-9])")
_VERSION = lazily(
    rf"(?:(?<![^\W_]){any_of('ids_version')}|\u00a7)"
    r"(?:__)?\.?[^\S\n]?[:=]?[^\S\n]?[\"']?\Z",
    re.IGNORECASE,
)
_HEX = "[0-9a-fA-F]{1,4}"
_HEX_AND_COLON = hexdigits + ":"
_IPV6_REACH = 45
_IPV6 = lazily(
    rf"(?<![:.\-])(?<!\w)(?=[0-9a-fA-F:]{{0,{_IPV6_REACH}}}:[0-9a-fA-F]{{0,4}}:)"
    rf"(?:(?:{_HEX}|(?=::))(?::{{1,2}}{_HEX}){{1,7}}(?:::)?(?:(?:\.[0-9]{{1,3}}){{3}})?|(?:{_HEX}:){{1,6}}:)(?![\w:])"
)
_SLICED = lazily(r"[\w\])]\[")  # digits[::2]
_IPV6_HINT = lazily(r":[0-9a-fA-F]{0,4}:")


_NOBODYS = frozenset(map(str, (ipaddress.IPv4Address("127.0.0.1"), ipaddress.IPv4Address("0.0.0.0"))))  # noqa: S104
"""The same on every machine: itself, and any address (RFC 6890)."""


def find_ips(reading: ValueReading) -> Iterator[FoundValue]:
    """IPv4 and IPv6 addresses; not versions or sections, nor ``a::b`` of programming languages."""
    text = reading.text
    if text.count(".") >= 3:
        for found in matches(_IPV4, text, reading.joined(".")):
            if found[0] not in _NOBODYS and not _VERSION.search(text[max(0, found.start() - 16) : found.start()]):
                yield FoundValue(found.start(), found.end(), "IP_ADDRESS", 0.9)
    for found in matches(_IPV6, text, [_run_up_to(text, hint.start()) for hint in _IPV6_HINT.finditer(text)]):
        if _is_ipv6(found.group()) and not _SLICED.match(text, found.start() - 2):
            yield FoundValue(found.start(), found.end(), "IP_ADDRESS", 0.9)


def _run_up_to(text: str, end: int) -> int:
    """Where the hexadecimal digits and colons begin that end at ``end``, as far as an address reaches."""
    first = max(0, end - _IPV6_REACH)
    return first + len(text[first:end].rstrip(_HEX_AND_COLON))


def _is_ipv6(text: str) -> bool:
    groups = [group for group in text.split(":") if group]
    if len(groups) < 3 and not text.startswith("::") and max(map(len, groups)) < 3:
        return False
    try:
        ipaddress.IPv6Address(text)
    except ValueError:
        return False
    return True


ZIP_VALUE = shape("zip_value")
"""Five digits, or five and four."""

_WORDLIKE_STATES = any_of("ids_wordlike_states")
_STATES = one_of(" ".join(sorted(us_states().keys() - set(phrases("ids_wordlike_states")))))
_STATE_NAMES = one_of(" ".join((*phrases("ids_capital"), *(name.replace(" ", "_") for name in us_states().values()))))
_ZIP = lazily(
    rf"(?=[A-Z0-9]){BEFORE}(?:"
    rf"(?:{_STATES}|(?<=, ){_WORDLIKE_STATES}|{_STATE_NAMES})(?:\.?,?[ \u00a0]{{1,3}}|,?\r?\n|,|-)"
    rf"(?P<zip>{ZIP_VALUE})|(?<![.,:/\-])(?P<plus4>[0-9]{{5}}-[0-9]{{4}})){AFTER_ID}"
)
_STATE_REACH = 32  # the longest state with what may stand between it and its code
_ZIP_REACH = 12  # the longest code, and what is looked at after it


def find_zips(reading: ValueReading) -> Iterator[FoundValue]:
    """Five digits after a US state, or five and four anywhere; five digits alone are no postal code."""
    for number in reading.five_digits:
        for found in _ZIP.finditer(reading.text, max(0, number - _STATE_REACH), number + _ZIP_REACH):
            start, end = found.span(found.lastgroup or 0)
            if start == number:
                yield FoundValue(start, end, "US_ZIP_CODE", 0.8)
