"""Dates in English words, as people say them: ``fifth of june nineteen forty eight``, ``June fifth, forty-eight``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from privacy_chains.language.kinds import Kind
from privacy_chains.language.lexicon import form_of, words
from privacy_chains.language.patterns import spelled_out
from privacy_chains.lazy import lazily

__all__ = ["SPOKEN_DATE", "SpokenDate", "spoken_date"]


def _counted(kind: Kind, numbers: range) -> list[str]:
    return [form_of(kind, str(number), "en") for number in numbers]


_ONES = _counted("number_word", range(1, 10))
_TEENS = _counted("number_word", range(10, 20))
_TENS = _counted("number_word", range(20, 100, 10))
_FIRST = _counted("ordinal_word", range(1, 21))
_MONTHS = [name.lower() for name in _counted("month", range(1, 13))]
_AND, _OH = (words(kind, "en")[0] for kind in ("and", "zero_in_year"))
_HUNDRED, _THOUSAND = words("hundred", "en")[0], form_of("scale", "1000", "en")


def _below_100() -> dict[str, int]:
    """The numbers from 10 on in words, with a space between two."""
    found = {word: number for number, word in enumerate(_TEENS, 10)}
    for ten, word in enumerate(_TENS, 2):
        found[word] = 10 * ten
        found |= {f"{word} {one}": 10 * ten + number for number, one in enumerate(_ONES, 1)}
    return found


def _days() -> dict[str, int]:
    found = {word: number for number, word in enumerate(_FIRST, 1)}
    found |= {f"{_TENS[0]} {word}": 20 + number for number, word in enumerate(_FIRST[:9], 1)}
    return found | {form_of("ordinal_word", "30", "en"): 30, f"{_TENS[1]} {_FIRST[0]}": 31}


_BELOW: Final[Mapping[str, int]] = _below_100()
_DAYS: Final[Mapping[str, int]] = _days()
_NINETEEN, _TWO_THOUSAND = _TEENS[9], f"{_ONES[1]} {_THOUSAND}"
_YEARS: Final[Mapping[str, int]] = {
    **{f"{_NINETEEN} {word}": 1900 + number for word, number in _BELOW.items()},
    **{f"{_NINETEEN} {_OH} {word}": 1900 + number for number, word in enumerate(_ONES, 1)},
    f"{_NINETEEN} {_HUNDRED}": 1900,
    _TWO_THOUSAND: 2000,
    **{f"{_TWO_THOUSAND} {_AND} {word}": 2000 + number for number, word in enumerate(_ONES, 1)},
    **{f"{_TWO_THOUSAND} {word}": 2000 + number for number, word in enumerate(_ONES, 1)},
    **{f"{_TENS[0]} {word}": 2000 + number for word, number in _BELOW.items() if number < 30},
}


def _one_of(words: Mapping[str, int] | list[str]) -> str:
    return "|".join(word.replace(" ", r"[\s\-]{1,2}") for word in sorted(words, key=len, reverse=True))


_YEAR = rf"(?:{_one_of(_YEARS)}|{_one_of(_BELOW)})"
_MONTH = f"(?:{'|'.join(_MONTHS)})"
_THE, _OF, _IN = (spelled_out(rf"(?:{kind}\s)?") for kind in ("{the:en}", "{of_date:en}", "{in_year}"))
_DAY_OF = spelled_out(r"(?:{day_of_month}\s)?") + _OF
SPOKEN_DATE: Final = (
    rf"{_THE}(?:(?:{_one_of(_DAYS)})\s{_DAY_OF}{_MONTH}|{_MONTH}\s{_THE}(?:{_one_of(_DAYS)}))(?:,?\s{_IN}{_YEAR})"
)
"""A regular expression for such a date with its year, in lower case."""


@cache
def _parts() -> re.Pattern[str]:
    """A regular expression with a group for each part of such a date."""
    return lazily(
        rf"{_THE}(?:(?P<day>{_one_of(_DAYS)})\s{_DAY_OF}(?P<month>{_MONTH})"
        rf"|(?P<month2>{_MONTH})\s{_THE}(?P<day2>{_one_of(_DAYS)})),?\s{_IN}(?P<year>{_YEAR})",
        re.IGNORECASE,
    )


_GAP = lazily(r"[\s\-]+")


class SpokenDate(NamedTuple):
    """A date in words: its parts and their positions.

    Attributes:
        day: The day of the month.
        month: The month, from 1.
        year: The year; two digits if the century is not stated.
        places: The position of each part, by name.
    """

    day: int
    month: int
    year: int
    places: Mapping[str, tuple[int, int]]

    def written(self, text: str, day: int, month: int, year: int) -> str:
        """The text with another date in its place. Its year is spoken like the old one."""
        words = {"day": _word(_DAYS, day), "month": _MONTHS[month - 1], "year": self._year(year)}
        for name, (start, end) in sorted(self.places.items(), key=lambda part: part[1], reverse=True):
            old = text[start:end]
            text = text[:start] + _like(old, words[name]) + text[end:]
        return text

    def _year(self, year: int) -> str:
        if self.year < 100 and year % 100 >= 10:
            return _word(_BELOW, year % 100)
        return _word(_YEARS, year)


def spoken_date(text: str) -> SpokenDate | None:
    """The date that a text as a whole states in words; None if it states none."""
    found = _parts().fullmatch(text)
    if found is None:
        return None
    day, month = ("day", "month") if found["day"] else ("day2", "month2")
    said = _GAP.sub(" ", found["year"].lower())
    return SpokenDate(
        _DAYS[_GAP.sub(" ", found[day].lower())],
        _MONTHS.index(found[month].lower()) + 1,
        _YEARS.get(said) or _BELOW[said],
        {"day": found.span(day), "month": found.span(month), "year": found.span("year")},
    )


def _word(words: Mapping[str, int], number: int) -> str:
    return next(word for word, said in words.items() if said == number)


def _like(old: str, new: str) -> str:
    spaced = new.replace(" ", "-", 1) if "-" in old else new
    return spaced.upper() if old.isupper() else spaced.capitalize() if old[:1].isupper() else spaced
