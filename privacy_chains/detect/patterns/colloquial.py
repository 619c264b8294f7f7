"""Amounts as people write them to one another: ``KSh 4,500``, ``N450,000``, ``4500:-``, ``250 balles``, ``a tenner``.

Signs of letters come from the Unicode CLDR, slang from the lexicon. Each may be something else, so that a word of
paying or owing has to stand near.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator

from privacy_chains.detect.patterns.numerals import AFTER, AMOUNT, BEFORE, MAGNITUDE_IN_ANY_CASE, NUMBER_WORDS
from privacy_chains.detect.patterns.openings import Opening
from privacy_chains.detect.patterns.reading import FoundValue, ValueReading, matches
from privacy_chains.formats.places import us_state_codes
from privacy_chains.language import currencies
from privacy_chains.language.patterns import worded
from privacy_chains.lazy import lazily

__all__ = ["find_colloquial"]

_MORE_SIGNS = ("KSh", "Tk", "Tk.", "N", "S/.", "Fr", "SFr")
_SHAPE = lazily(r"[A-Z][A-Za-z]{0,3}[./]{0,2}")


def _letters() -> tuple[list[str], list[str]]:
    """The signs of letters: the single ones, and the others.

    Without the rand's, which has rules of its own, and what is the code of a state: ``VT 05401``.
    """
    every = {sign for one in currencies.currencies().values() for sign in one.signs if _SHAPE.fullmatch(sign)}
    every -= {"R", *us_state_codes()}
    return sorted(one for one in every | {"N"} if len(one) == 1), sorted(
        (one for one in sorted(every | {*_MORE_SIGNS}) if len(one) > 1), key=len, reverse=True
    )


def _alternatives(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, words))


_SINGLE, _SEVERAL = _letters()
_SCALE = rf"(?:\s?{MAGNITUDE_IN_ANY_CASE}{AFTER})?"
_GROUPED = r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]{2})?(?![0-9,])"
_LETTERED = lazily(
    rf"(?:(?:{_alternatives(_SEVERAL)})\s?(?P<after>{AMOUNT}{_SCALE})|[{''.join(_SINGLE)}](?P<grouped>{_GROUPED}))"
    r"(?![\w%]|[.,:/\-][0-9])"
)
_BEFORE_NUMBER = lazily(rf"(?<![\w.])(?:(?:{_alternatives(_SEVERAL)})\s?|[{''.join(_SINGLE)}])\Z")
_BEHIND = lazily(
    rf"{BEFORE}(?<![0-9][.,\-])(?:{AMOUNT}{_SCALE}\s?(?:{_alternatives(_SEVERAL)})(?![\w])|{AMOUNT}:-(?!\w)"
    r"|[0-9][0-9,.]{0,12}\s?[\u4e07\u5104\u5343\u767e]?\u5186)"
)
_SLANG_BEHIND = worded(
    rf"{BEFORE}(?<![0-9][.,\-])(?:{AMOUNT}(?:\s?{MAGNITUDE_IN_ANY_CASE})?\s{{money_slang}}){AFTER}", re.IGNORECASE
)
_IN_WORDS = worded(rf"(?<![^\W_])(?:{{one}}|{NUMBER_WORDS})\s{{1,2}}{{money_slang}}{AFTER}")
_OPENING_WORDS = Opening(_IN_WORDS)
_PAID = worded(r"(?<![^\W_]){says_paid}(?![^\W_])")
_OPENING_PAID = Opening(_PAID)
_LONGEST_SIGN = 6
_REACH = 80


def find_colloquial(reading: ValueReading) -> Iterator[FoundValue]:
    """The amounts in ``reading`` that stand near a word of paying or owing."""
    near = [cue.start() for cue in matches(_PAID, reading.lower, reading.words(_OPENING_PAID))]
    if not near:
        return
    for start, end in _amounts(reading):
        at = bisect_left(near, start - _REACH)
        if at < len(near) and near[at] <= end + _REACH:
            yield FoundValue(start, end, "MONEY", 0.6)


def _amounts(reading: ValueReading) -> Iterator[tuple[int, int]]:
    text = reading.text
    for number in reading.numbers:
        sign = _BEFORE_NUMBER.search(text, max(0, number - _LONGEST_SIGN), number)
        if sign is not None and (lettered := _LETTERED.match(text, sign.start())) is not None:
            yield lettered.span()
    for pattern in (_BEHIND, _SLANG_BEHIND):
        yield from (found.span() for found in matches(pattern, text, reading.numbers))
    for found in matches(_IN_WORDS, reading.lower, reading.words(_OPENING_WORDS)):
        yield found.span()
