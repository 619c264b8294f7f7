"""Relations through numbers that stay in clear: ``10 % off``, ``3 licences at``, ``14 days later``.

A number without noise appears unchanged in the sanitized text, so what it says about its neighbours must stay true.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from privacy_chains.contract.entities import DATES, DAYS
from privacy_chains.dependencies.arithmetic import years_between
from privacy_chains.dependencies.expressions import Call, Constant, Expression, Product, Sum, Variable
from privacy_chains.dependencies.graph import Equation, NumberKey
from privacy_chains.dependencies.mentions import Mention, Vicinity
from privacy_chains.language.lexicon import word_set
from privacy_chains.language.patterns import worded

__all__ = ["Near", "ages_from_births", "likeliest", "shares", "years_of_births"]

Near = Callable[[int], Vicinity]
"""Gives the vicinity of a mention, by its index in reading order."""

_AMOUNTS = frozenset({"MONEY", "NUMBER", "MEASUREMENT"})
_STATED_SOURCE = (
    r"(?P<number>\d(?<![\w.,/:-]\d)\d{0,3}+(?:[.,]\d{1,2}+)?+)"  # starts with a digit, so the search skips to one
    r"(?:\s?(?P<percent>%|{percent}\b)"
    r"|[\s-](?:(?P<weeks>{week})|(?P<days>{day})|(?P<hours>{hour})|(?P<minutes>{minute}))\b"
    r"|(?=(?:\s[^\W\d]|\s?[x\u00d7*]\s)))"
)
_STATED = worded(_STATED_SOURCE, re.IGNORECASE, gap=r"\s")
_STATED_IN_ASCII = worded(_STATED_SOURCE, re.IGNORECASE | re.ASCII, gap=r"\s")  # finds the same in ASCII text, faster
_SPANS = {"weeks": Fraction(7), "days": Fraction(1), "hours": Fraction(1, 24), "minutes": Fraction(1, 24 * 60)}
_NEAR = 200
_MOST_STATED = 50
_CLOSE = 4
_FIRST, _LAST = 1900, 2100
"""The range of present years that ages and births may refer to."""


@dataclass(frozen=True, slots=True)
class _Stated:
    """A number in clear, between the mentions of a text."""

    start: int
    end: int
    number: Fraction
    is_share: bool
    days: Fraction


def shares(texts: Sequence[str], mentions: Sequence[Mention], near: Near) -> Iterator[Equation]:
    """Equations among numbers near a number in clear. ``mentions`` are in reading order."""
    for index, text in enumerate(texts):
        inside = [at for at, mention in enumerate(mentions) if mention.text == index]
        if len(inside) < 2:
            continue
        spans = [mentions[at].span for at in inside]
        starts, ends = [span.start for span in spans], [span.end for span in spans]
        for stated in _stated(text, [mentions[at] for at in inside]):
            first, last = bisect_right(ends, stated.start - _NEAR), bisect_left(starts, stated.end + _NEAR)
            yield from _about(stated, [(mentions[at], at) for at in inside[first:last]], near)


def _stated(text: str, mentions: Sequence[Mention]) -> Iterator[_Stated]:
    found = 0
    at = 0
    for match in (_STATED_IN_ASCII if text.isascii() else _STATED).finditer(text):
        while at < len(mentions) and mentions[at].span.end <= match.start():
            at += 1
        if (at < len(mentions) and mentions[at].span.start < match.end()) or found >= _MOST_STATED:
            continue
        digits = match["number"]
        number = Fraction(int(digits) if digits.isascii() and digits.isdigit() else digits.replace(",", "."))
        days = next((days for name, days in _SPANS.items() if match[name]), Fraction(0))
        if number:
            found += 1
            yield _Stated(match.start(), match.end(), number, bool(match["percent"]), days)


def _about(stated: _Stated, close: Sequence[tuple[Mention, int]], near: Near) -> Iterator[Equation]:
    if stated.days:
        yield from _intervals(stated, [mention for mention, _ in close])
    if stated.is_share:
        yield from _parts(stated, close, near)
    elif stated.days < 1 and stated.number.denominator == 1 and stated.number > 1:
        yield from _multiples(stated, close, near)


def _parts(stated: _Stated, close: Sequence[tuple[Mention, int]], near: Near) -> Iterator[Equation]:
    """A part and its whole, or a whole before and after a raise or discount."""
    share = stated.number / 100
    for part, _ in close:
        for whole, _ in close:
            if _are_amounts(part, whole) and part.comes_to(share * whole.quantity.number):
                yield _times(share, whole, part)
    words = frozenset[str]().union(*(near(at).words for _, at in close))
    for factor in [1 + share] * bool(words & word_set("more")) + [1 - share] * bool(words & word_set("less")):
        for new, _ in close:
            for old, _ in close:
                if _are_amounts(new, old) and new.comes_to(factor * old.quantity.number):
                    yield _times(factor, old, new)


def _multiples(stated: _Stated, close: Sequence[tuple[Mention, int]], near: Near) -> Iterator[Equation]:
    """A count, a price, and the total cost."""
    amounts = [(mention, at) for mention, at in close if mention.span.entity_type in _AMOUNTS]
    ratios = {mention.quantity.number.as_integer_ratio() for mention, _ in amounts}  # hashing fractions is slow
    for price, at in amounts:
        whole = stated.number * price.quantity.number
        if whole.as_integer_ratio() not in ratios:
            continue
        totals = [total for total, _ in amounts if total.quantity.number == whole and _are_amounts(total, price)]
        if totals and near(at).words & word_set("each"):
            yield from (_times(stated.number, price, total) for total in totals)


def _intervals(stated: _Stated, close: Sequence[Mention]) -> Iterator[Equation]:
    """Two dates at a stated distance. From a timestamp and a date, the date is computed, because it says less."""
    apart = stated.number * stated.days
    dates = [mention for mention in close if mention.span.entity_type in DATES]
    for earlier in dates:
        for later in dates:
            known, result, gap = (
                (later, earlier, -apart) if earlier.quantity.step > later.quantity.step else (earlier, later, apart)
            )
            number = known.quantity.number + gap
            rounds = known.quantity.step < result.quantity.step == 1 <= apart
            if apart > 0 and (number == result.quantity.number or (rounds and result.comes_to(number))):
                expression = Sum(((1, Variable("known")), (1, Constant(gap))))
                yield Equation("result", expression, {"known": known.key, "result": result.key})


def _are_amounts(one: Mention, other: Mention) -> bool:
    kinds = {one.span.entity_type, other.span.entity_type}
    return one.key != other.key and kinds <= _AMOUNTS and (len(kinds) == 1 or "MEASUREMENT" not in kinds)


def _times(factor: Fraction, base: Mention, result: Mention) -> Equation:
    expression: Expression = Product(((1, Constant(factor)), (1, Variable("base"))))
    return Equation("result", expression, {"base": base.key, "result": result.key})


def ages_from_births(mentions: Sequence[Mention], near: Near) -> Iterator[Equation]:
    """An age and a date of birth. The age is at a date of the message, or at the end of a year that is kept."""
    births = [mention for mention in mentions if mention.span.entity_type in DATES]
    dates = [mention for mention in mentions if mention.span.entity_type in DAYS]
    for birth, age, year in likeliest(mentions, near, {birth.key: _year(birth) for birth in births}):
        counted = [day for day in dates if _years(day, birth) == age.quantity.number]
        today: Expression = Constant(Fraction(date(year, 12, 31).toordinal()))
        keys = {"birth_date": birth.key, "age": age.key}
        if counted:
            today, keys = Variable("today"), {**keys, "today": counted[0].key}
        yield Equation("age", Call("years", (today, Variable("birth_date"))), keys)


def likeliest(
    mentions: Sequence[Mention], near: Near, years: Mapping[NumberKey, int]
) -> list[tuple[Mention, Mention, int]]:
    """Births with ages close to them. Each pair comes with the present year that it implies.

    The order matters if there are several people: first the pairs whose year, or a year next to it, most pairs imply;
    then the closest pairs; then those with the latest year.

    Args:
        mentions: The numbers of a message.
        near: Their vicinities.
        years: The years of the births to consider.
    """
    pairs = [
        (abs(at - other), birth, mentions[other], years[birth.key] + int(mentions[other].quantity.number))
        for at, birth in enumerate(mentions)
        if birth.key in years and "birth" in near(at).words
        for other in range(max(0, at - _CLOSE), min(len(mentions), at + _CLOSE + 1))
        if mentions[other].span.entity_type == "AGE" and mentions[other].quantity.number.denominator == 1
    ]
    pairs = [pair for pair in pairs if _FIRST <= pair[3] <= _LAST]
    votes = Counter(year for *_, year in pairs)
    pairs.sort(key=lambda pair: (-sum(votes[pair[3] + late] for late in (-1, 0, 1)), pair[0], -pair[3]))
    return [(birth, age, year) for _, birth, age, year in pairs]


def _year(day: Mention) -> int:
    return date.fromordinal(int(day.quantity.number + Fraction(1, 2))).year


def years_of_births(mentions: Sequence[Mention]) -> Iterator[Equation]:
    """A year of birth that is the year of a date of birth."""
    births: dict[int, Mention] = {}
    for mention in mentions:
        if mention.span.entity_type == "DATE_OF_BIRTH":
            births.setdefault(_year(mention), mention)
    for mention in mentions:
        birth = births.get(int(mention.quantity.number)) if mention.span.entity_type == "YEAR_OF_BIRTH" else None
        if birth is not None:
            full = Call("years", (Variable("birth_date"), Constant(Fraction(1))))
            year = Sum(((1, full), (1, Constant(Fraction(1)))))
            yield Equation("year", year, {"birth_date": birth.key, "year": mention.key})


def _years(later: Mention, earlier: Mention) -> Fraction:
    return years_between(later.quantity.number, earlier.quantity.number)
