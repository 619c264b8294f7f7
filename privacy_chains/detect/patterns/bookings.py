"""Amounts with two decimals that words of pay announce from afar, and those with a sign that stand in a booking.

``netto in busta 1.588,00``, ``RENT APR -1150.00``, ``SALARY KESTREL LTD +2987.44``, ``+350.00 from Nadia``. What has
two decimals and a sign, or three digits before them, is hardly anything else where such a word is near.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from operator import itemgetter

from privacy_chains.detect.patterns.numerals import AFTER
from privacy_chains.detect.patterns.openings import Opening
from privacy_chains.detect.patterns.reading import FoundValue, ValueReading, matches
from privacy_chains.detect.patterns.sums import CLOSE, CLOSE_ABROAD
from privacy_chains.language.patterns import worded
from privacy_chains.lazy import lazily

__all__ = ["CENTS", "OPENINGS", "find_bookings"]

_MOST_GROUPS = 8
"""Of an amount: a row of thousand numbers is none, and is not read on from each of them."""
CENTS = (
    rf"(?:[0-9]{{1,3}}(?:,[0-9]{{3}}){{1,{_MOST_GROUPS}}}\.|[0-9]{{1,3}}(?:\.[0-9]{{3}}){{1,{_MOST_GROUPS}}},"
    rf"|[0-9]{{1,3}}(?:[ \u00a0\u202f'\u2019][0-9]{{3}}){{1,{_MOST_GROUPS}}}[.,]|[0-9]{{1,9}}[.,])[0-9]{{2}}"
)
"""An amount with two decimals, in any common grouping."""


_BLANKS = r"\s{1,3}"
_CUE = worded(r"(?<![^\W_]){pay_item|loose_pay_item|booking}(?![^\W_])", gap=_BLANKS)
_SUM = worded(r"{pay_item|loose_pay_item}", gap=_BLANKS)
_OPENING = Opening(_CUE)
OPENINGS = (Opening(_SUM),)
"""The first letters of what announces something."""
_AMOUNT = worded(
    rf"(?<![\w.,:/])(?!0)(?P<amount>{CENTS})(?!\w|[.,:/\-][0-9])(?!\s?[%\u2030\u00b0])"
    r"(?!\s?(?:[kmcd]?[mlg]|k[gmwv]h?|h|ms|s|hz|[km]?b|mb|gb|px|pt|x|bps|mmhg|bpm|k?cal|{no_money})"
    rf"{AFTER})"
)
_SIGN = lazily(r"(?:\A|[\s(|;])[+\-\u2212]\s?\Z")
_GAP = lazily(
    r"\.?(?:[^\S\n]{1,60}(?![+*/=<>])[^\s;:=<>{}]{1,24}){0,3}?[^\S\n]{0,60}(?:[:|][^\S\n]{0,8})?[+\-\u2212]?\s?"
)
_LARGE = r"(?!{behind:numbered_debt})[0-9]{5,7}(?![0-9])"
_NO_YEAR = r"(?!(?:19|20)[0-9]{2}(?![0-9])|10[0-9]{2}(?![0-9]))"
"""No year, and no form of a tax office."""
_WHOLE = worded(
    r"(?<![^\W_]){pay_item}(?:\s{behind_pay_item})?(?:\s?:)?[^\S\n]{1,3}"
    rf"(?P<amount>{_NO_YEAR}[0-9]{{3,4}}(?![0-9])|{_LARGE}|[0-9]{{1,3}}(?:[.,\u2019' ][0-9]{{3}}){{1,{_MOST_GROUPS}}}"
    rf"|[0-9]{{1,3}}(?:[.,][0-9])?k|{CENTS})"
    rf"(?![\w.,/:\-][0-9])(?:{CLOSE}|{CLOSE_ABROAD}|(?<=k)\s\()",
    gap=_BLANKS,
)
_LOSS = worded(
    r"(?!{behind:lost_thing}){loss_or_profit}\s{of:en}\s(?:{sum_soft:en}\s)?"
    rf"(?P<amount>[0-9]{{1,3}}(?:[.,][0-9])?k){CLOSE}"
)
_OPENING_LOSS = Opening(_LOSS)
_OTHER_PARTY = worded(r"\s{other_party}\s[^\W\d_a-z]")
_FEWEST_BEFORE = 3
_REACH = 64
_AROUND = 200


def find_bookings(reading: ValueReading) -> Iterator[FoundValue]:
    """The amounts in ``reading``, without their signs."""
    text = reading.text
    for pattern, opening in ((_WHOLE, _OPENING), (_LOSS, _OPENING_LOSS)):
        for whole in matches(pattern, reading.lower, reading.words(opening)):
            yield FoundValue(*whole.span("amount"), "MONEY", 0.6)
    found = list(matches(_AMOUNT, text, reading.numbers)) if "." in text or "," in text else []
    if not found:
        return
    cues = [cue.span() for cue in matches(_CUE, reading.lower, reading.words(_OPENING))]
    for amount in found:
        start, end = amount.span()
        if _is_signed(text, start):
            is_money = _is_near(cues, start) or _OTHER_PARTY.match(text, end) is not None
        else:
            is_money = _is_large(amount[0]) and _is_announced(reading, cues, start)
        if is_money:
            yield FoundValue(start, end, "MONEY", 0.6)


def _is_signed(text: str, start: int) -> bool:
    return text[max(0, start - 2) : start].strip()[-1:] in {"+", "-", "\u2212"} and bool(
        _SIGN.search(text, max(0, start - 3), start)
    )


def _is_large(amount: str) -> bool:
    return sum(map(str.isdigit, amount[:-3])) >= _FEWEST_BEFORE


def _is_near(cues: Sequence[tuple[int, int]], start: int) -> bool:
    at = bisect_left(cues, start - _AROUND, key=itemgetter(1))
    return at < len(cues) and cues[at][1] <= start + _AROUND


def _is_announced(reading: ValueReading, cues: Sequence[tuple[int, int]], start: int) -> bool:
    """Whether the name of a sum stands before an amount in its line, with three words between at most."""
    first = bisect_left(cues, start - _REACH, key=itemgetter(1))
    last = bisect_right(cues, start, key=itemgetter(1))
    return any(
        _GAP.fullmatch(reading.text, end, start) is not None and _SUM.fullmatch(reading.lower, begin, end) is not None
        for begin, end in cues[first:last]
    )
