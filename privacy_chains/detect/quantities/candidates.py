"""The numbers and codes of a text that may be private, recognised by their spelling, not by their meaning."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from privacy_chains.detect.quantities.codes import codes
from privacy_chains.language import magnitudes
from privacy_chains.language.spellout import find_spoken, said_beside
from privacy_chains.lazy import lazily

__all__ = ["Candidate", "candidates"]

_GROUPED = r"[0-9]{1,3}(?P<apart>[,.'\u2019\u00a0\u202f ])[0-9]{3}(?:(?P=apart)[0-9]{3})*(?:[.,][0-9]{1,2})?"
_PLAIN = r"[0-9]{1,9}(?:[.,][0-9]{1,3})?"
_BEFORE = r"(?<![^\W_])(?<![0-9]_)(?<![0-9][.,:/'\u2019\-])(?<![^\W\d_]-)(?<![.#@])"
_BEHIND = r"(?![.,:/'\u2019\-][0-9])(?!\s?%)"
_DASH = r"[\-\u2010-\u2013]"
_SEX = r"(?P<sex>(?:yo|y/o|y)?[FMfm]?(?<![^A-Za-z/])(?![^\W_]))"
_DECIMALS = lazily(r"[.,][0-9]{1,2}")
_MARKED_OFF, _BEGINS = lazily(r"[.)]\s"), lazily(r"(?:\A|[\n.!?:;])[^\S\n]*\(?\Z")
_OLDEST, _LONGEST_LETTER, _NEAR, _AROUND = 120, 2, 8, 120
_SHORTEST_ID = 5
_SMALLEST_IN_WORDS = 3
"""Smaller numbers in words are articles and pronouns, too: ``one``, ``un``, ``een``."""
_AMOUNT, _AGE, _ID = "MONEY", "AGE", "ID_NUMBER"


class Candidate(NamedTuple):
    """A number or a code as it is written.

    Attributes:
        start: First code point.
        end: One past its last digit; for words and codes, one past the last letter.
        stop: One past its magnitude, if one follows: ``1.2M``.
        traits: Properties of its spelling, such as ``"magnitude"``; none depends on single digits.
        may_be: The types that can be spelled like this: no age is above 120, no id consists of four digits.
    """

    start: int
    end: int
    stop: int
    traits: tuple[str, ...]
    may_be: frozenset[str]


def candidates(text: str) -> list[Candidate]:
    """The numbers and codes that are not part of a date, a time or a fraction, in reading order.

    A number is written in digits, perhaps followed by letters for sex or years (``67F``, ``26yo``), or in words of any
    language that :mod:`~privacy_chains.language.spellout` reads. If two overlap, the longer one counts.
    """
    found = [
        *_in_digits(text),
        *_in_ranges(text),
        *_in_words(text),
        *(Candidate(*code, frozenset({_ID})) for code in codes(text)),
    ]
    taken: list[Candidate] = []
    for one in sorted(found, key=lambda one: (one.start, -one.stop)):
        if not taken or taken[-1].stop <= one.start:
            taken.append(one)
        elif one.stop - one.start > taken[-1].stop - taken[-1].start:
            taken[-1] = one
    return taken


def _in_digits(text: str) -> Iterator[Candidate]:
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
        may_be = {_AMOUNT, *[_AGE] * is_age, *[_ID] * (found[0].isdigit() and len(digits) >= _SHORTEST_ID)}
        yield Candidate(found.start(), found.end("number"), found.end(), traits, frozenset(may_be))


def _in_ranges(text: str) -> Iterator[Candidate]:
    """Both ends of a range whose second end has a magnitude: ``130-150k``."""
    for found in _range().finditer(text):
        for name, stop in (("first", found.end("first")), ("second", found.end())):
            start, end = found.span(name)
            traits = (f"{sum(map(str.isdigit, found[name]))} digits", "magnitude", "range")
            yield Candidate(start, end, stop, traits, frozenset({_AMOUNT}))


def _in_words(text: str) -> Iterator[Candidate]:
    for one in find_spoken(text, 0, len(text)):
        around = text[max(0, one.start - _AROUND) : one.start] + " " + text[one.end : one.end + _AROUND]
        said = said_beside(around, one.said)
        least = min((spoken.number for spoken in said), default=0)
        if least >= _SMALLEST_IN_WORDS:
            is_age = least <= _OLDEST
            order = all("ordinal" in spoken.rules for spoken in said)
            traits = ("words", f"{len(str(least))} digits", f"in {said[0].locale[:2]}", *["ordinal"] * order)
            may_be = frozenset({_AMOUNT, *[_AGE] * is_age})
            yield Candidate(one.start, one.end, one.end, (*traits, *["age"] * is_age), may_be)


def _is_marker(text: str, start: int, end: int) -> bool:
    """Whether a number begins a line or a sentence, and is set off like the marker of a list: ``2) rinse``."""
    return _MARKED_OFF.match(text, end) is not None and _BEGINS.search(text, max(0, start - _NEAR), start) is not None


@cache
def _number() -> re.Pattern[str]:
    return lazily(rf"{_BEFORE}(?P<number>{_GROUPED}|{_PLAIN})(?:{_magnitude()}|{_SEX}|(?![^\W_])){_BEHIND}")


@cache
def _range() -> re.Pattern[str]:
    ends = (rf"(?P<{name}>[0-9]{{1,3}}(?:[.,][0-9]{{1,3}})?)" for name in ("first", "second"))
    return lazily(_BEFORE + rf"\s?{_DASH}\s?".join(ends) + _magnitude() + _BEHIND)


@cache
def _magnitude() -> str:
    """An expression for a word or letters behind a number that say how many it counts."""
    words = sorted(magnitudes.plain(), key=lambda word: (-len(word), word))
    letters = "|".join(re.escape(word) for word in words if len(word) <= _LONGEST_LETTER)
    longer = "|".join(re.escape(word) for word in words if len(word) > _LONGEST_LETTER)
    return rf"(?P<magnitude>(?i:[ \u00a0]?(?:{longer})|{letters})(?![^\W_]))"
