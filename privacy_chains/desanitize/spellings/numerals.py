"""Numerals: what a run of digits with separators may say in any country's style, and a number in that style."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from privacy_chains.language import magnitudes
from privacy_chains.lazy import lazily

__all__ = [
    "ESCAPED_MARK",
    "NUMERAL",
    "NumeralReading",
    "Scale",
    "decimal_mark",
    "figures",
    "mantissa",
    "readings",
    "scale_after",
    "tells_itself",
]

_THIN: Final = "\u00a0\u2009\u202f"
_ESCAPED = r"\{,\}|\\[,;:]|&(?:\#44|comma|nbsp|\#160|thinsp|\#8239);|\\u(?:00a0|202f|2009)|%2[cC]"
NUMERAL: Final = lazily(rf"\d{{1,30}}(?:(?:[.,'\u2019_{_THIN}]|(?: |{_ESCAPED})(?=\d{{3}}(?!\d)))\d{{1,30}}){{0,12}}")
ESCAPED_MARK: Final = lazily(_ESCAPED)
"""A mark between groups of digits as LaTeX, HTML, JSON or a URL spells it."""
_MARK = lazily(rf"{_ESCAPED}|\D")
_POINTS: Final = ".,"
_MOST_DECIMALS: Final = 9
_OF_MONEY: Final = magnitudes.names() | magnitudes.other_words() | frozenset(("md", "mds", "lac", "lacs"))
"""Magnitudes that are something else where no currency stands: names, or other words."""
_SHORT: Final = 2
_GLUED: Final = frozenset(("k", "K", "M", "bn", "B", "mn"))
_APART: Final = frozenset(("k", "mn", "bn"))
"""Short magnitudes that are nothing else, without a gap and behind one."""
_LONGEST_SCALE: Final = 40
_SCALE = lazily(
    r"(?P<gap>[ \u00a0\u2009\u202f-]?)"
    r"(?P<word>[^\W\d_]+(?:[ \u00a0\u2009\u202f][^\W\d_]+(?:[ \u00a0][^\W\d_]+)?)?)"
)


_JOINED = lazily(r"[ \u00a0\u202f]d(?:['\u2019]|[ei][ \u00a0])")
"""The word between a magnitude and a currency in Romance languages."""


@dataclass(frozen=True, slots=True)
class NumeralReading:
    """One reading of a numeral: its value, and the style that gives it this value."""

    value: Fraction
    grouping: str = ""
    point: str = ""
    decimals: int = 0
    indian: bool = False

    def spell(self, number: Fraction, *, grouping: str | None = None, pad: bool = True) -> str | None:
        """``number`` (not negative) in this style, or None where it has no end in decimals."""
        decimals = self.decimals if pad else 0
        while (number * 10**decimals).denominator != 1:
            decimals += 1
            if decimals > 18:
                return None
        digits = str(int(number * 10**decimals)).rjust(decimals + 1, "0")
        whole, rest = (digits[:-decimals], digits[-decimals:]) if decimals else (digits, "")
        mark = self.grouping if grouping is None else grouping
        point = self.point or ("," if mark == "." else ".")
        return _group(whole, mark, indian=self.indian) + (point + rest if rest else "")


def _group(digits: str, mark: str, *, indian: bool) -> str:
    if not mark or len(digits) <= 3:
        return digits
    head, tail, size = digits[:-3], digits[-3:], 2 if indian else 3
    first = len(head) % size
    groups = ([head[:first]] if first else []) + [head[at : at + size] for at in range(first, len(head), size)]
    return mark.join([*groups, tail])


def mantissa(numeral: str) -> str:
    """The significant digits: without separators, leading and trailing zeros."""
    return figures(numeral).strip("0")


def figures(numeral: str) -> str:
    """The digits: without separators."""
    if "&" in numeral or "\\" in numeral or "%" in numeral:
        numeral = ESCAPED_MARK.sub("", numeral)
    if numeral.isascii():
        return "".join(filter(str.isdecimal, numeral))
    return "".join(str(int(c)) for c in numeral if c.isdecimal())


def readings(numeral: str) -> list[NumeralReading]:
    """Everything a numeral can mean. ``1.234`` is 1234 in Rome and 1.234 in Boston; nothing is guessed here."""
    groups, marks = _MARK.split(numeral), _MARK.findall(numeral)
    if not marks:
        return [NumeralReading(Fraction(int(numeral)))]
    found = []
    if len(set(marks)) == 1:
        found += _grouped(groups, marks[0])
    if marks[-1] in _POINTS and marks[-1] not in marks[:-1] and len(groups[-1]) <= _MOST_DECIMALS:
        found += _decimal(groups, marks)
    return found


def _grouped(groups: list[str], mark: str) -> list[NumeralReading]:
    """Groups of three, or of two before the last three as in India."""
    value = Fraction(int("".join(groups)))
    if not 1 <= len(groups[0]) <= 3 or len(groups[-1]) != 3:
        return []
    if all(len(group) == 3 for group in groups[1:]):
        return [NumeralReading(value, mark)]
    if mark == "," and len(groups[0]) <= 2 and all(len(group) == 2 for group in groups[1:-1]):
        return [NumeralReading(value, mark, indian=True)]
    return []


def _decimal(groups: list[str], marks: list[str]) -> list[NumeralReading]:
    value = Fraction(int("".join(groups)), 10 ** len(groups[-1]))
    if len(groups) == 2:
        return [NumeralReading(value, "", marks[-1], len(groups[-1]))]
    if len(set(marks[:-1])) != 1:
        return []
    whole = _grouped(groups[:-1], marks[0])
    return [NumeralReading(value, marks[0], marks[-1], len(groups[-1]), part.indian) for part in whole]


class Scale(NamedTuple):
    """A magnitude behind a numeral: what it may multiply by, the likeliest first, and where it ends."""

    factors: tuple[int, ...]
    end: int


def scale_after(text: str, end: int) -> Scale | None:
    """The magnitude that stands behind a numeral, if any; whether it is meant as one is not said."""
    word = _SCALE.match(text, end, end + _LONGEST_SCALE)
    if word is None:
        return None
    known = magnitudes.factors()
    spelled = " ".join(word["word"].lower().split())
    while spelled not in known and " " in spelled:
        spelled = spelled.rpartition(" ")[0]
    if spelled not in known:
        return None
    stop = word.start("word") + len(spelled)
    return Scale(known[spelled], stop + (text[stop : stop + 1] == "."))


def decimal_mark(text: str, end: int, scale: Scale) -> str:
    """The decimal mark of the language that a magnitude is written in; a point where it may be English."""
    word = " ".join(text[end : scale.end].lower().strip(" \u00a0\u2009\u202f-.").split())
    joined = _JOINED.match(text, scale.end) is not None
    return "." if not joined and "en" in magnitudes.languages_of(word) else ","


def tells_itself(text: str, end: int, scale: Scale) -> bool:
    """Whether a magnitude is one without a currency beside it: ``million``, ``12k``; not ``12 m``, ``5 miles``."""
    word = text[end : scale.end].strip(" \u00a0\u2009\u202f-.")
    if end < len(text) and text[end].isalnum():
        return word in _GLUED
    return word.lower() in _APART or (len(word) > _SHORT and word.lower() not in _OF_MONEY)
