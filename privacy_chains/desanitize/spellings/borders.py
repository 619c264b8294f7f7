"""Borders of a numeral: whether it stands apart, is tied to a label, or has letters glued to it."""

from __future__ import annotations

from typing import Final

from privacy_chains.desanitize.spellings.money import NO_MONEY, ends_in_sign, names_money
from privacy_chains.desanitize.spellings.numerals import readings
from privacy_chains.desanitize.tokens import in_word, is_cjk, starts_clean
from privacy_chains.language import currencies
from privacy_chains.lazy import lazily

__all__ = ["apart", "glued", "tied"]

_BEFORE_IN_LINE = lazily(r"[\d.,]+\Z")
_LAST_WORD = lazily(r"(?<![^\W_])[^\W\d_]{1,8}\.?\Z")
_LONGEST_MIXED: Final = max(map(len, currencies.mixed_signs()))
_CURRENCY = lazily(rf"[{currencies.signs()}]")
_LONGEST_SIGN: Final = 3


def apart(text: str, start: int, end: int) -> bool:
    """Whether the numeral is not part of a longer one, a time, a date, a version or a fraction."""
    inside = not starts_clean(text, start) and not _behind_currency(text, start)
    if inside or text[end : end + 1].isdecimal():
        return False
    before, after = text[max(0, start - 2) : start], text[end : end + 2]
    if len(before) == 2 and before[1] in ".:/'\u2019" and before[0].isdecimal():
        return False
    divided = after[:1] == "/" and (_CURRENCY.match(before[-1:]) is not None or not text[start:end].isdecimal())
    if len(after) == 2 and after[0] in ".:/'\u2019" and after[1].isdecimal() and not divided:
        return False
    if len(before) == 2 and before[1] == "," and before[0].isdecimal():
        line = _BEFORE_IN_LINE.search(text, max(0, start - 24), start)
        return line is not None and (not readings(line[0] + text[start:end]) or line[0].count(",") > 1)
    return True


def _behind_currency(text: str, start: int) -> bool:
    """Whether a currency's code or sign of letters ends right before the numeral: ``USD45``, ``Rs45``."""
    if ends_in_sign(text[max(0, start - _LONGEST_MIXED) : start]):
        return True
    word = _LAST_WORD.search(text, max(0, start - _LONGEST_SIGN - 1), start)
    return word is not None and names_money(word[0].rstrip(".")) is not NO_MONEY


def tied(text: str, start: int, end: int) -> bool:
    """Whether a sign makes the numeral a label, or one end of a range."""
    before, after = text[max(0, start - 2) : start], text[end : end + 2]
    if before[-1:] in ("#", "§", "[", "№"):
        return True
    dashes = ("-", "\u2013", "—")
    return (before[-1:] in dashes and before[:1].isalnum()) or (after[:1] in dashes and after[1:].isdecimal())


def glued(text: str, end: int) -> str:
    """The letters that follow without a gap."""
    stop = end
    while stop < len(text) and stop < end + 12 and in_word(text[stop]) and not is_cjk(text[stop]):
        stop += 1
    return text[end:stop]
