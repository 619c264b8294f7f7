"""Numbers written in digits: grouping, decimals and words of magnitude, parsed and written again."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from privacy_chains.formats.quantity import is_multiple
from privacy_chains.language import magnitudes
from privacy_chains.language.lexicon import alternation_of, word_set, words
from privacy_chains.lazy import lazily

__all__ = ["DIGITS", "MAGNITUDES", "SCALE", "SPACES", "Literal", "literal_of", "parse_literal"]

SPACES = "\u00a0\u2009\u202f"
_SEPARATORS = f",.'\u2019_ {SPACES}"

DIGITS = (
    rf"(?:[0-9]{{1,3}}(?P<separator>[{_SEPARATORS}])[0-9]{{3}}(?:(?P=separator)[0-9]{{3}})*(?![0-9])"
    r"|[0-9]{1,2}(?:,[0-9]{2})+,[0-9]{3}(?![0-9])|[0-9]+)(?:[.,][0-9]+(?![.,]?[0-9]))?|[.,][0-9]+"
)
"""A regular expression for digits with one grouping style and an optional decimal part; its group is ``separator``."""

MAGNITUDES: Mapping[str, int] = magnitudes.meaning()
"""Words and letters of magnitude, in lower case. ``billion`` is the English word; ``mil`` is a thousand, as in Spanish
and Portuguese."""

_GLUED = "k|mm|mn|bn|tn|cr|m|b"
_APART = "mm|mn|bn|tn|cr"
_WORDS = sorted((name.replace(" ", "[ \u00a0]") for name in MAGNITUDES if len(name) > 2), key=len, reverse=True)
_BEFORE_EURO = "(?:k|mds?|m)"


def _pointed() -> str:
    """The point after a short magnitude that is written with one. A lookbehind has a fixed length."""
    short = words("pointed_magnitude")
    behind = (alternation_of(word for word in short if len(word) == n) for n in sorted(set(map(len, short))))
    return rf"(?:{'|'.join(f'(?<={same})' for same in behind)})\."


_POINTED = _pointed()


def _scale(euro: str) -> str:
    return (
        rf"(?:(?:{_GLUED}|mds?{euro})\b|[ {SPACES}](?:{_APART}|{_BEFORE_EURO}{euro})\b"
        rf"|[ {SPACES}-]?(?:{'|'.join(_WORDS)})\b(?:{_POINTED})?)"
    )


SCALE = _scale(r"(?=[ \u00a0]?\u20ac)")
"""A regular expression, to be used without regard to case, for a magnitude after digits: ``k``, ``" million"``, ``"
Mio."``."""

_SHAPE = lazily(rf"(?P<digits>[0-9{_SEPARATORS}]+?)(?P<scale>{_scale('')})?", re.IGNORECASE)
_MOST_MORE, _MOST_DECIMALS = 6, 6
_AMBIGUOUS = 3
"""Three digits after a mark may be decimals or a group."""

_BESIDE_POINTS = ("", ",", "'", "\u2019", "_")
"""The group separators that are used with a decimal point; the others are used with a comma."""

_WHOLE = lazily(rf"(?:{DIGITS})")


class Literal(NamedTuple):
    """An unsigned number in digits and how it is spelled.

    Attributes:
        units: The number in units of its last digit.
        decimals: How many digits stand after the decimal mark.
        mark: The decimal mark, ``.`` or ``,``.
        separator: The separator of groups of digits; empty if there is none.
        lakhs: Whether all groups but the last have two digits, as in ``12,34,567``.
        width: The least number of digits before the mark: more than one for leading zeros, 0 for ``.5``.
        scale: The magnitude as spelled, with its space: ``"k"``, ``" million"``.
    """

    units: int
    decimals: int
    mark: str
    separator: str
    lakhs: bool
    width: int
    scale: str

    @property
    def step(self) -> Fraction:
        """What one unit of the last digit is worth."""
        return _step(self.scale, self.decimals)

    @property
    def number(self) -> Fraction:
        """The number."""
        step = self.step
        if step.denominator == 1:
            return Fraction(self.units * step.numerator)
        return Fraction(self.units * step.numerator, step.denominator)

    @property
    def finer(self) -> tuple[Fraction, ...]:
        """The same with more decimals, the coarsest first."""
        return _finer(self.scale, self.decimals)

    def fitting(self, number: Fraction) -> Literal | None:
        """This spelling with the further decimals that ``number`` needs; None if it cannot have them."""
        if is_multiple(number, self.step):
            return self
        step = next((step for step in self.finer if is_multiple(number, step)), None)
        if step is None:
            return None
        mark = self.mark or ("." if self.separator in _BESIDE_POINTS else ",")
        return self._replace(decimals=len(str(self.step / step)) - 1 + self.decimals, mark=mark)

    def spell(self, number: Fraction) -> str:
        """A number, a multiple of the step and not negative, spelled in this way."""
        step = self.step
        count = number.numerator * step.denominator // (number.denominator * step.numerator)
        digits = str(count).zfill(self.decimals + 1)
        whole, rest = digits[: len(digits) - self.decimals], digits[len(digits) - self.decimals :]
        whole = "" if self.width == 0 and whole == "0" else whole.zfill(self.width)
        return self._group(whole) + (self.mark + rest if rest else "") + self.scale

    def _group(self, whole: str) -> str:
        if not self.separator:
            return whole
        head, groups, size = whole, [], 3
        while len(head) > size:
            groups.append(head[-size:])
            head, size = head[:-size], 2 if self.lakhs else 3
        return self.separator.join([head, *reversed(groups)])


def parse_literal(text: str, *, dot_groups: bool = False) -> Literal | None:
    """Parse an unsigned number in digits; None if ``text`` is not one.

    A lone comma before three digits groups them (``1,234``). A lone point before three digits is a decimal mark
    (``3.142``), unless ``dot_groups`` says that points group here, or the magnitude has more groups, or its word is of
    a language that writes so (``2.000 Mio.``).
    """
    digits, scale = text, ""
    if not "0" <= text[-1:] <= "9":
        shape = _SHAPE.fullmatch(text)
        if shape is None:
            return None
        digits, scale = shape["digits"], shape["scale"] or ""
    if _WHOLE.fullmatch(digits) is None:
        return None
    return _split(digits, scale, dot_groups=_groups_by_points(scale) if scale else dot_groups)


def _groups_by_points(scale: str) -> bool:
    """Whether a word of magnitude belongs to a language that groups digits with points.

    One or two letters do not show it.
    """
    name = scale.strip(f" -.{SPACES}").casefold()
    return len(name) > 2 and name not in word_set("comma_grouped_magnitude")


def literal_of(digits: str, scale: str = "") -> Literal:
    """The literal of a number that is written in digits alone."""
    width = len(digits) if digits[0] == "0" else 1
    return Literal(int(digits), 0, "", "", lakhs=False, width=width, scale=scale)


def _split(digits: str, scale: str, *, dot_groups: bool) -> Literal:
    if digits.isdigit():
        return literal_of(digits, scale)
    marks = [character for character in digits if not character.isdigit()]
    mark = marks[-1] if marks and _is_decimal(digits, marks, dot_groups=dot_groups) else ""
    whole, _, rest = digits.rpartition(mark) if mark else (digits, "", "")
    groups, separator = [whole], ""
    if len(marks) > len(mark):
        separator = marks[0]
        groups = whole.split(separator)
    plain = "".join(groups)
    width = 0 if not plain else len(plain) if plain[0] == "0" else 1
    lakhs = 2 in map(len, groups[1:])
    return Literal(int(plain + rest), len(rest), mark, separator, lakhs, width, scale)


def _is_decimal(digits: str, marks: list[str], *, dot_groups: bool) -> bool:
    """Whether the last mark separates decimals rather than groups."""
    last = marks[-1]
    if last not in ".," or marks.count(last) > 1:
        return False
    if len(marks) > 1:
        return True
    whole, _, rest = digits.partition(last)
    groups = len(rest) == 3 and 1 <= len(whole) <= 3 and not whole.startswith("0")
    return not groups or (last == "." and not dot_groups)


@lru_cache(maxsize=256)
def _step(scale: str, decimals: int) -> Fraction:
    return Fraction(_factor(scale), 10**decimals)


@lru_cache(maxsize=256)
def _finer(scale: str, decimals: int) -> tuple[Fraction, ...]:
    first = decimals + 1 if decimals or scale else 2  # $4.50, not $4.5
    more = (count for count in range(first, decimals + _MOST_MORE + 1) if count != _AMBIGUOUS)
    return tuple(_step(scale, count) for count in more if count <= _MOST_DECIMALS)


def _factor(scale: str) -> int:
    name = " ".join(scale.strip(f" -.{SPACES}").casefold().split())
    return MAGNITUDES[name] if name else 1
