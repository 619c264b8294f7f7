"""The numbers of a text that may be an amount or an age: how they are written, not what they mean."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from privacy_chains.language import magnitudes
from privacy_chains.lazy import lazily

__all__ = ["Candidate", "candidates"]

_GROUPED = r"[0-9]{1,3}(?P<apart>[,.'\u2019\u00a0\u202f ])[0-9]{3}(?:(?P=apart)[0-9]{3})*(?:[.,][0-9]{1,2})?"
_PLAIN = r"[0-9]{1,9}(?:[.,][0-9]{1,3})?"
_BEFORE = r"(?<!\w)(?<![0-9][.,:/'\u2019\-])(?<![^\W\d_]-)(?<![.#@])"
_BEHIND = r"(?![.,:/'\u2019\-][0-9])(?!\s?%)"
_SEX = r"(?P<sex>(?:yo|y/o|y)?[FMfm]?(?<![^A-Za-z/])(?![^\W_]))"
_DECIMALS = lazily(r"[.,][0-9]{1,2}")
_MARKED_OFF, _BEGINS = lazily(r"[.)]\s"), lazily(r"(?:\A|[\n.!?:;])[^\S\n]*\(?\Z")
_OLDEST, _LONGEST_LETTER, _NEAR = 120, 2, 8


class Candidate(NamedTuple):
    """A number as it is written.

    Attributes:
        start: First code point.
        end: One past its last digit.
        stop: One past its magnitude, where one is written behind it: ``1.2M``.
        traits: What its spelling tells, such as ``"magnitude"``; nothing hangs on single digits.
        may_be_age: Whether it is a whole number up to 120.
    """

    start: int
    end: int
    stop: int
    traits: tuple[str, ...]
    may_be_age: bool


def candidates(text: str) -> Iterator[Candidate]:
    """The numbers that stand by themselves: no part of a code, a date, a time, a fraction or a version.

    Letters that tell somebody's sex or years may stand right behind (``67F``, ``26yo``).
    """
    for found in _number().finditer(text):
        digits = found["number"]
        if found[0].isdigit() and _is_marker(text, *found.span()):
            continue
        is_age = digits.isdigit() and (digits == "0" or digits[0] != "0") and int(digits) <= _OLDEST
        told = {
            "apart": found["apart"],
            "magnitude": found["magnitude"],
            "letters": found["sex"],
            "decimals": _DECIMALS.search(digits, max(0, len(digits) - 3)),
            "zero": digits[0] == "0",
            "age": is_age,
        }
        traits = (f"{sum(map(str.isdigit, digits))} digits", *(name for name, value in told.items() if value))
        yield Candidate(found.start(), found.end("number"), found.end(), traits, is_age)


def _is_marker(text: str, start: int, end: int) -> bool:
    """Whether a number begins a line or a sentence, and is set off like the marker of a list: ``2) rinse``."""
    return _MARKED_OFF.match(text, end) is not None and _BEGINS.search(text, max(0, start - _NEAR), start) is not None


@cache
def _number() -> re.Pattern[str]:
    words = sorted(magnitudes.plain(), key=lambda word: (-len(word), word))
    letters = "|".join(re.escape(word) for word in words if len(word) <= _LONGEST_LETTER)
    longer = "|".join(re.escape(word) for word in words if len(word) > _LONGEST_LETTER)
    magnitude = rf"(?P<magnitude>(?i:[ \u00a0]?(?:{longer})|{letters})(?![^\W_]))"
    return lazily(rf"{_BEFORE}(?P<number>{_GROUPED}|{_PLAIN})(?:{magnitude}|{_SEX}|(?![^\W_])){_BEHIND}")
