"""Relations through numbers that stay in clear: ``10 % off``, ``3 licences at``, ``14 days later``.

What is not released with noise stands in the sanitized text as it is, so what it says of its neighbours has to stay
true.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from privacy_chains.dependencies.expressions import Call, Constant, Expression, Product, Sum, Variable, years_between
from privacy_chains.dependencies.graph import Equation
from privacy_chains.dependencies.mentions import Mention, Vicinity

__all__ = ["Near", "ages_from_births", "shares"]

Near = Callable[[int], Vicinity]
"""The vicinity of a mention, by its place in reading order."""

_AMOUNTS = frozenset({"MONEY", "NUMBER", "MEASUREMENT"})
_STATED = re.compile(
    r"(?P<number>\d(?<![\w.,/:-]\d)\d{0,3}(?:[.,]\d{1,2})?)"  # a digit first: the search then looks for one
    r"(?:\s?(?P<percent>%|percent\b|per\scent\b|prozent\b|pour\s?cent\b|por\sciento\b)"
    r"|[\s-](?:(?P<weeks>weeks?|wochen?|semaines?|semanas?)|(?P<days>days?|tag(?:e|en)?|jours?|d\u00edas?)"
    r"|(?P<hours>hours?|hrs?|stunden?|heures?|horas?)|(?P<minutes>minutes?|mins?|minuten|minutos?))\b"
    r"|(?=(?:\s[^\W\d]|\s?[x\u00d7*]\s)))",
    re.IGNORECASE,
)
_SPANS = {"weeks": Fraction(7), "days": Fraction(1), "hours": Fraction(1, 24), "minutes": Fraction(1, 24 * 60)}
_NEAR = 200
_MOST_STATED = 50
_MORE = frozenset({"raise", "increase", "grow", "rise", "more", "plus", "up", "surcharge"})
_LESS = frozenset({"discount", "reduce", "decrease", "less", "fall", "off", "cut", "down", "drop", "save"})
_EACH = frozenset({"price", "each", "per", "rate", "at"})


@dataclass(frozen=True, slots=True)
class _Stated:
    """A number in clear between the mentions of a text."""

    start: int
    end: int
    number: Fraction
    is_share: bool
    days: Fraction


def shares(texts: Sequence[str], mentions: Sequence[Mention], near: Near) -> Iterator[Equation]:
    """Equations among numbers near one that is stated in clear; ``mentions`` are in reading order."""
    for index, text in enumerate(texts):
        inside = [at for at, mention in enumerate(mentions) if mention.text == index]
        if len(inside) < 2:
            continue
        for stated in _stated(text, [mentions[at] for at in inside]):
            close = [
                at
                for at in inside
                if mentions[at].span.end > stated.start - _NEAR and mentions[at].span.start < stated.end + _NEAR
            ]
            yield from _about(stated, [(mentions[at], at) for at in close], near)


def _stated(text: str, mentions: Sequence[Mention]) -> Iterator[_Stated]:
    found = 0
    at = 0
    for match in _STATED.finditer(text):
        while at < len(mentions) and mentions[at].span.end <= match.start():
            at += 1
        if (at < len(mentions) and mentions[at].span.start < match.end()) or found >= _MOST_STATED:
            continue
        number = Fraction(match["number"].replace(",", "."))
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
    """A part and its whole, or what a whole becomes by a raise or a discount."""
    share = stated.number / 100
    for part, _ in close:
        for whole, _ in close:
            if _are_amounts(part, whole) and part.comes_to(share * whole.quantity.number):
                yield _times(share, whole, part)
    words = frozenset[str]().union(*(near(at).words for _, at in close))
    for factor in [1 + share] * bool(words & _MORE) + [1 - share] * bool(words & _LESS):
        for new, _ in close:
            for old, _ in close:
                if _are_amounts(new, old) and new.comes_to(factor * old.quantity.number):
                    yield _times(factor, old, new)


def _multiples(stated: _Stated, close: Sequence[tuple[Mention, int]], near: Near) -> Iterator[Equation]:
    """So many at a price, and what they cost."""
    for price, at in close:
        whole = stated.number * price.quantity.number
        totals = [total for total, _ in close if total.quantity.number == whole and _are_amounts(total, price)]
        if totals and near(at).words & _EACH:
            yield from (_times(stated.number, price, total) for total in totals)


def _intervals(stated: _Stated, close: Sequence[Mention]) -> Iterator[Equation]:
    """Two dates as far apart as is said; of a timestamp and a date the date is computed, for it says less."""
    apart = stated.number * stated.days
    dates = [mention for mention in close if mention.span.entity_type == "DATE_TIME"]
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
    """An age and a date of birth: the age is counted to a date of the message, or to the end of a year that is kept."""
    dates = [mention for mention in mentions if mention.span.entity_type == "DATE_TIME"]
    for at, birth in enumerate(mentions):
        if birth.span.entity_type != "DATE_TIME" or "birth" not in near(at).words:
            continue
        for age in mentions[max(0, at - 4) : at + 5]:
            years = age.quantity.number
            year = date.fromordinal(int(birth.quantity.number + Fraction(1, 2))).year + int(years)
            if age.span.entity_type == "AGE" and years.denominator == 1 and 1900 <= year <= 2100:
                counted = [day for day in dates if _years(day, birth) == years]
                today: Expression = Constant(Fraction(date(year, 12, 31).toordinal()))
                keys = {"birth_date": birth.key, "age": age.key}
                if counted:
                    today, keys = Variable("today"), {**keys, "today": counted[0].key}
                yield Equation("age", Call("years", (today, Variable("birth_date"))), keys)


def _years(later: Mention, earlier: Mention) -> Fraction:
    return years_between(later.quantity.number, earlier.quantity.number)
