"""A number inside its frame: the currency, unit, sign and brackets that stand around it and stay."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from privacy_chains.errors import FormatError
from privacy_chains.formats._literals import DIGITS, SCALE
from privacy_chains.formats._number_words import NUMBER_WORDS
from privacy_chains.formats.numbers import read_number, write_number
from privacy_chains.formats.quantity import Quantity

__all__ = ["Frame", "frame_number"]

_CORE = re.compile(rf"(?:{DIGITS})(?:{SCALE})?|{NUMBER_WORDS}", re.IGNORECASE)
_UNSCALED = re.compile(rf"(?:{DIGITS})|{NUMBER_WORDS}", re.IGNORECASE)
_MINUS = re.compile(r"(?<![^\W_])[-\u2212\u2013](?=\s*(?:[^\w\s]{0,3}|[A-Z]{1,3}\$?)\s*$)")
_LONGEST = 60


@dataclass(frozen=True, slots=True)
class Frame:
    """A string with one number in it.

    Attributes:
        before: What stands before the number, sign and brackets included.
        core: The number without a sign.
        after: What stands after it.
        negative: Whether a minus or accounting parentheses make the number negative.
        dot_groups: Whether points group digits in the core.
    """

    before: str
    core: str
    after: str
    negative: bool
    dot_groups: bool

    @property
    def quantity(self) -> Quantity:
        """The number with its sign.

        Raises:
            FormatError: The core is not a number.
        """
        read = read_number(self.core, dot_groups=self.dot_groups)
        if read is None:
            msg = "the value's digits are in no known spelling"
            raise FormatError(msg)
        return Quantity(-read.number if self.negative else read.number, read.step)

    def spell(self, number: Fraction) -> str:
        """The string with another number in it; sign marks come and go with the number's sign.

        Raises:
            FormatError: The spelling cannot express the number.
        """
        core = write_number(self.core, abs(number), dot_groups=self.dot_groups)
        if core is None:
            msg = "the number cannot be expressed in the spelling it stands in"
            raise FormatError(msg)
        before, after = self.before, self.after
        if self.negative and number >= 0:
            before, after = _without_sign(before, after)
        elif not self.negative and number < 0:
            before = f"-{before}"
        return f"{before}{core}{after}"


def frame_number(text: str, *, dot_groups: bool = False, scaled: bool = True) -> Frame:
    """Take a string with exactly one number apart; ``scaled`` reads ``12m`` as millions.

    Raises:
        FormatError: It has none, several, or too much around it.
    """
    found = list((_CORE if scaled else _UNSCALED).finditer(text))
    digits = [core for core in found if core[0][-1].isdigit() or any(c.isdigit() for c in core[0])]
    found = digits or found
    if len(found) != 1 or len(text) - len(found[0][0]) > _LONGEST:
        msg = "the value is not one number with its unit"
        raise FormatError(msg)
    start, end = found[0].span()
    before, after = text[:start], text[end:]
    if any(character.isdigit() for character in before + after):
        msg = "the value's digits are in no known spelling"
        raise FormatError(msg)
    brackets = "(" in before and ")" in after
    return Frame(before, text[start:end], after, brackets != bool(_MINUS.search(before)), dot_groups)


def _without_sign(before: str, after: str) -> tuple[str, str]:
    if _MINUS.search(before):
        return _MINUS.sub("", before), after
    return before.replace("(", "", 1), after.replace(")", "", 1)
