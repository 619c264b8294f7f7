"""A number inside its frame: the currency, unit, sign and brackets around it, which are kept."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from privacy_chains.errors import FormatError
from privacy_chains.formats._literals import DIGITS, SCALE, Literal, literal_of
from privacy_chains.formats._number_words import NUMBER_WORDS, Words
from privacy_chains.formats._spoken import SpokenWords, spoken_in
from privacy_chains.formats.numbers import quantity_of, read_unsigned, write_unsigned
from privacy_chains.formats.quantity import Quantity
from privacy_chains.lazy import lazily

__all__ = ["FramedNumber", "frame_number"]

_SCALED = lazily(rf"(?:{DIGITS})(?:{SCALE})?", re.IGNORECASE)
_UNSCALED = lazily(DIGITS)
_IN_WORDS = lazily(NUMBER_WORDS, re.IGNORECASE)
_MINUS = lazily(r"(?<![^\W_])[-\u2212\u2013](?=\s*(?:[^\w\s]{0,3}|[A-Z]{1,3}\$?)\s*$)")
_LONGEST = 60


class FramedNumber(NamedTuple):
    """A string with one number in it.

    Attributes:
        before: What stands before the number, sign and brackets included.
        core: The number without its sign, parsed.
        after: What stands after it.
        negative: Whether a minus or accounting parentheses make the number negative.
    """

    before: str
    core: Literal | Words | SpokenWords
    after: str
    negative: bool

    @property
    def quantity(self) -> Quantity:
        """The number with its sign."""
        return quantity_of(self.core, negative=self.negative)

    def spell(self, number: Fraction) -> str:
        """The string with another number in it. Sign marks are added or removed as the new number's sign requires.

        Raises:
            FormatError: The spelling cannot express the number.
        """
        below = number.numerator < 0
        core = write_unsigned(self.core, -number if below else number)
        if core is None:
            msg = "the number cannot be expressed in the spelling of the original"
            raise FormatError(msg)
        before, after = self.before, self.after
        if self.negative and not below:
            before, after = _without_sign(before, after)
        elif below and not self.negative:
            before = f"-{before}"
        return f"{before}{core}{after}"


def frame_number(text: str, *, dot_groups: bool = False, scaled: bool = True) -> FramedNumber:
    """Parse a string that holds exactly one number. With ``scaled``, ``12m`` is read as millions.

    Raises:
        FormatError: It holds no number, several, or too much around it.
    """
    if text.isascii() and text.isdigit():
        return FramedNumber("", literal_of(text), "", negative=False)
    digits = _SCALED if scaled else _UNSCALED
    found, further = _first_two(digits, text)
    if found is None:
        found, further = _first_two(_IN_WORDS, text)
        spoken = spoken_in(text) if found is None or found[0] != text else None
        if spoken is not None and (found is None or spoken[1] - spoken[0] > len(found[0])):
            start, end, words = spoken
            return FramedNumber(text[:start], words, text[end:], negative=False)
    if found is None or further is not None or len(text) - len(found[0]) > _LONGEST:
        msg = "the value is not one number with its unit"
        raise FormatError(msg)
    start, end = found.span()
    before, after = text[:start], text[end:]
    core = read_unsigned(found[0], dot_groups=dot_groups)
    # ASCII digits were searched above; any further digits are those of other scripts.
    if core is None or not (text.isascii() or _are_free_of_digits(before, after)):
        msg = "the value's digits are grouped in no known way"
        raise FormatError(msg)
    brackets = "(" in before and ")" in after
    return FramedNumber(before, core, after, brackets != _has_minus(before))


def _first_two(pattern: re.Pattern[str], text: str) -> tuple[re.Match[str] | None, re.Match[str] | None]:
    """The first two matches of a pattern that never matches an empty string."""
    found = pattern.search(text)
    return found, pattern.search(text, found.end()) if found is not None and found.end() < len(text) else None


def _are_free_of_digits(before: str, after: str) -> bool:
    return not any(map(str.isdigit, before)) and not any(map(str.isdigit, after))


def _has_minus(before: str) -> bool:
    """Whether a minus stands before a number that begins after ``before``."""
    return ("-" in before or not before.isascii()) and _MINUS.search(before) is not None


def _without_sign(before: str, after: str) -> tuple[str, str]:
    if _MINUS.search(before):
        return _MINUS.sub("", before), after
    return before.replace("(", "", 1), after.replace(")", "", 1)
