"""Plain numbers in every common spelling: digits, magnitudes, accounting parentheses, and English words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from privacy_chains.errors import FormatError
from privacy_chains.formats._literals import DIGITS, SCALE, Literal, parse_literal
from privacy_chains.formats._number_words import NUMBER_WORDS, Words, parse_words
from privacy_chains.formats._spoken import SpokenWords
from privacy_chains.formats.quantity import Quantity, QuantityFormat
from privacy_chains.language.patterns import spelled_out
from privacy_chains.lazy import lazily

__all__ = [
    "NumberFormat",
    "find_numbers",
    "quantity_of",
    "read_number",
    "read_unsigned",
    "write_number",
    "write_unsigned",
]

_MINUS = "-\u2212\u2013"
_PRONOUNS = frozenset({"one", "zero"})
_SIGNED = lazily(rf"(?P<open>\()?(?P<sign>[{_MINUS}+])?(?P<body>[^()]*)(?P<close>\))?", re.DOTALL)
_CODES = r"(?:USD|EUR|GBP|CHF|JPY|INR|CAD|AUD)"
_UNITS = spelled_out(r"(?:{glued_unit}|USD|EUR|GBP|CHF|JPY|INR)")
_FOUND = lazily(
    rf"(?:(?<![\w.,'\u2019])|(?<=\b{_CODES})|(?<=\bRs\.))(?:(?P<digits>(?:{DIGITS})(?:{SCALE})?)(?={_UNITS}?(?!\w))|(?P<words>{NUMBER_WORDS}))",
    re.IGNORECASE,
)
_IDS = lazily(
    rf"[0-9]+(?:[{_MINUS}][0-9]+){{2,}}"  # 123-45-6789, 2024-01-15
    rf"|\b(?!{_CODES}[0-9])\w*[^\W\d_][\w.]*(?:[-_#:/@.][\w-]*)*[0-9]"  # COVID-19, v1.2, A12
    r"|[0-9]+(?:[:/][0-9]+)+"  # 3:45, 1/2/2024
    r"|\b(?![0-9]{1,3}(?:\.[0-9]{3})+(?![0-9.]))[0-9]+(?:\.[0-9]+){3,}"  # 10.0.0.1
)


def read_number(text: str, *, dot_groups: bool = False) -> Quantity | None:
    """The quantity that ``text`` as a whole states, or None.

    Signs and accounting parentheses belong to it: ``-12``, ``(27)``. With ``dot_groups``, ``1.234`` is read as 1234.
    """
    signed = _SIGNED.fullmatch(text)
    if signed is None or bool(signed["open"]) != bool(signed["close"]):
        return None
    body = signed["body"]
    negative = bool(signed["open"]) != ((signed["sign"] or "+") in _MINUS)
    unsigned = read_unsigned(body, dot_groups=dot_groups)
    if unsigned is None:
        return None
    return quantity_of(unsigned, negative=negative)


def read_unsigned(body: str, *, dot_groups: bool = False) -> Literal | Words | None:
    """Parse a number without sign or brackets, in digits or in words; None if ``body`` is not one."""
    return parse_literal(body, dot_groups=dot_groups) or parse_words(body)


def write_number(like: str, number: Fraction, *, dot_groups: bool = False) -> str | None:
    """``number`` in the spelling of ``like``, or None if that cannot express it exactly."""
    signed = _SIGNED.fullmatch(like)
    if signed is None or read_number(like, dot_groups=dot_groups) is None:
        return None
    unsigned = read_unsigned(signed["body"], dot_groups=dot_groups)
    body = write_unsigned(unsigned, abs(number)) if unsigned is not None else None
    if body is None:
        return None
    if number < 0:
        written = f"({body})" if signed["open"] else f"{(signed['sign'] or '-').replace('+', '-')}{body}"
    else:
        written = f"+{body}" if signed["sign"] == "+" else body
    read = read_number(written, dot_groups=dot_groups)
    return written if read is not None and read.number == number else None


def write_unsigned(like: Literal | Words | SpokenWords, number: Fraction) -> str | None:
    """A nonnegative number in the spelling of ``like``, or None if that cannot express it."""
    if isinstance(like, Literal):
        fitting = like.fitting(number)
        return None if fitting is None else fitting.spell(number)
    return like.spell(int(number)) if number.denominator == 1 and number < 10**15 else None


_POWERS = tuple(10**power for power in range(11, -1, -1))
"""Finer steps for round numbers in words, as hundreds for ``$85k``. Otherwise their noise would hardly show."""


def quantity_of(unsigned: Literal | Words | SpokenWords, *, negative: bool) -> Quantity:
    """The quantity of a parsed number, with its sign. Words take no decimals, but more words."""
    if isinstance(unsigned, Literal):
        number, step, finer = unsigned.number, unsigned.step, unsigned.finer
    else:
        number, step = Fraction(unsigned.number), Fraction(unsigned.step)
        finer = tuple(Fraction(less) for less in _POWERS if less < step)
    return Quantity(-number if negative else number, step, finer)


def find_numbers(text: str) -> Iterator[tuple[int, int]]:
    """Find the numbers in a text: (start, end) of each literal or number in words, in reading order.

    Signs, brackets, currencies and units are not part of the literal. Digits in words, ids, dates, times and version
    numbers are skipped. Both ends of a range (``50-64``) are found.
    """
    ids = [found.span() for found in _IDS.finditer(text)]
    at = 0
    for found in _FOUND.finditer(text):
        while at < len(ids) and ids[at][1] <= found.start():
            at += 1
        inside = at < len(ids) and ids[at][0] < found.end()
        if not (inside and found["digits"]) and found[0].lower() not in _PRONOUNS:
            yield found.span()


class NumberFormat(QuantityFormat):
    """Plain numbers: ``12``, ``-3.5``, ``1,234``, ``1 234,5``, ``12k``, ``1.2 million``, ``(27)``, ``forty-seven``."""

    unit = "ones"
    keeps = "sign, grouping, number of decimals, magnitude word, leading zeros"

    def read(self, text: str) -> Quantity:
        quantity = read_number(text)
        if quantity is None:
            msg = "the value is not a number in a known spelling"
            raise FormatError(msg)
        return quantity

    def spell(self, text: str, number: Fraction) -> str:
        written = write_number(text, number)
        if written is None:
            msg = "the number cannot be expressed in the spelling it stands in"
            raise FormatError(msg)
        return written
