"""One amount written twice: with a minus sign and in parentheses, or with and without a currency sign.

Tables in financial reports do so (``-9 ( 9 )``, ``$ 1,234`` above ``1,234``), and so does ConvFinQA. Such a pair is one
number with one release (the rule of Prεεmpt, section 5.1). The same holds for a date or year of birth that is repeated
without words of birth. A date beside a timestamp of the same day is released as the day of the timestamp's release. A
time without seconds is released as the release of the same time with seconds, cut to the minute. A rounded repetition
of an amount (``so 54.8k``) is released as the rounded release: independent noise would reveal more about the amount.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction

from privacy_chains.contract.entities import DATES, OF_BIRTH
from privacy_chains.dependencies.expressions import Constant, Expression, FunctionCall, Sum, Variable
from privacy_chains.dependencies.graph import Equation, NumberKey
from privacy_chains.dependencies.mentions import Mention
from privacy_chains.formats.quantity import is_multiple, nearest_multiple
from privacy_chains.language.magnitudes import meaning
from privacy_chains.lazy import lazily

__all__ = ["repeats"]

_AMOUNTS = frozenset({"MONEY", "NUMBER"})
_BEFORE, _AFTER = lazily(r"\(\s?\$?\s?\Z"), lazily(r"\s?%?\s?\)")
_LINK = lazily(r"\s?%?\s?\(\s?\$?\s?")
_FIGURES = lazily(r"[\d.,'\u2019\s]+")
_REACH = 6
_DIGITS_THAT_SPEAK = 3


def repeats(
    texts: Sequence[str], mentions: Sequence[Mention], settled: Collection[NumberKey] = ()
) -> Iterator[Equation]:
    """Equations between numbers that are one amount. ``mentions`` are in reading order.

    Two numbers of the same size are one amount in three cases: the second is in parentheses right after the first;
    parentheses make one of them negative; or one has a currency and the other, of at least three digits, has none. A
    number in parentheses is also the same amount as its negative that was released before.
    """
    first: dict[NumberKey, Mention] = {}
    bracketed: set[NumberKey] = set()
    for at, mention in enumerate(mentions):
        first.setdefault(mention.key, mention)
        if _is_bracketed(texts[mention.text], mention):
            bracketed.add(mention.key)
            before = mentions[at - 1] if at else mention
            if before.key != mention.key and _is_behind(texts, before, mention):
                yield from _same(before, mention)
    for (entity_type, number), mention in first.items():
        for other_type in sorted(_AMOUNTS) if entity_type in _AMOUNTS else (entity_type,):
            opposite = first.get((other_type, -number)) if bracketed and number < 0 else None
            if opposite is not None and {mention.key, opposite.key} & bracketed:
                yield from _same(mention, opposite)
            twin = first.get((other_type, number)) if entity_type < other_type else None
            if twin is not None and _digits(mention) >= _DIGITS_THAT_SPEAK:
                yield from _same(mention, twin)
    yield from _births(first, settled)
    yield from _moments(mentions, settled)
    yield from _rounded(texts, mentions, settled)
    for key in filter(bracketed.__contains__, first) if bracketed else ():
        opposite_key = key[0], -key[1]
        if opposite_key in settled and opposite_key not in first:
            yield _link(opposite_key, key)


def _births(first: Collection[NumberKey], settled: Collection[NumberKey]) -> Iterator[Equation]:
    """A date or year of birth and its repetition without words of birth, here or in an earlier message."""
    for kinds in OF_BIRTH.items():
        for entity_type, number in first:
            if entity_type in kinds:
                pair = sorted(
                    [(kind, number) for kind in kinds], key=lambda key: (key not in settled, key[0] != kinds[0])
                )
                if all(key in first or key in settled for key in pair) and pair[1] not in settled:
                    yield _link(*pair)


def _moments(mentions: Sequence[Mention], settled: Collection[NumberKey]) -> Iterator[Equation]:
    """Equations for each date or time that repeats a finer one without its hours or seconds.

    The finer one is in the message or was released before. If there are several, the earliest is used, so that their
    order stays the same.
    """
    dates = [mention for mention in mentions if mention.span.entity_type in DATES]
    known = [key for key in settled if key[0] in DATES] if dates else []
    for step in sorted({mention.quantity.step for mention in dates}):
        finer: dict[Fraction, NumberKey] = {}
        for key in sorted((*known, *(mention.key for mention in dates)), key=lambda key: key[::-1]):
            if not is_multiple(key[1], step):
                finer.setdefault(_without(key[1], step), key)
        for key in dict.fromkeys(mention.key for mention in dates if mention.quantity.step == step) if finer else ():
            if key[1] in finer and key not in settled:
                keys = {"moment": finer[key[1]], "part": key}
                yield Equation("part", FunctionCall("round", (_floored(step), Constant(step))), keys)


def _rounded(texts: Sequence[str], mentions: Sequence[Mention], settled: Collection[NumberKey]) -> Iterator[Equation]:
    """Each amount without a currency that repeats another, rounded up or down to its last digit (``over 54,000``)."""
    again = {
        mention.key: mention
        for mention in mentions
        if mention.key not in settled and _is_bare(mention, texts[mention.text][mention.span.start : mention.span.end])
    }
    exact = [mention.key for mention in mentions if mention.key not in again] if again else []
    for key, mention in again.items():
        step = max(mention.quantity.step, _last_figure(key[1]))
        for other in (*exact, *settled):
            apart = key[1] - nearest_multiple(other[1], step)
            if other[0] == key[0] and abs(apart) <= step and not is_multiple(other[1], step):
                rounded = FunctionCall("round", (Variable("exact"), Constant(step)))
                whole = Sum(((1, rounded), (1, Constant(apart)))) if apart else rounded
                yield Equation("rounded", whole, {"exact": other, "rounded": key})
                break


def _is_bare(mention: Mention, text: str) -> bool:
    """Whether an amount is only digits, perhaps with a magnitude: ``54.8k``."""
    if mention.span.entity_type not in _AMOUNTS or not mention.quantity.number:
        return False
    rest = _FIGURES.sub("", text).lower()
    return not rest or rest in meaning()


def _last_figure(number: Fraction) -> Fraction:
    """The power of ten of a number's last nonzero digit, at least one."""
    step = Fraction(1)
    while is_multiple(number, 10 * step):
        step *= 10
    return step


def _without(moment: Fraction, step: Fraction) -> Fraction:
    """A moment without its parts below a step; for a whole day, its noon."""
    return nearest_multiple(moment, step) if step == 1 else moment // step * step


def _floored(step: Fraction) -> Expression:
    """The expression that cuts off the parts below a step instead of rounding them."""
    moment = Variable("moment")
    return moment if step == 1 else Sum(((1, moment), (-1, Constant(step / 2))))


def _is_bracketed(text: str, mention: Mention) -> bool:
    start, end = mention.span.start, mention.span.end
    if text.startswith("(", start):
        return True
    window = max(0, start - _REACH)
    return "(" in text[window:start] and bool(_BEFORE.search(text, window, start) and _AFTER.match(text, end))


def _is_behind(texts: Sequence[str], before: Mention, mention: Mention) -> bool:
    """Whether the second number is in parentheses right after the first, and has the same size."""
    if before.text != mention.text or abs(before.quantity.number) != abs(mention.quantity.number):
        return False
    kinds = {before.span.entity_type, mention.span.entity_type}
    gap = texts[mention.text][before.span.end : mention.span.start + 1]
    return (len(kinds) == 1 or kinds <= _AMOUNTS) and _LINK.match(gap) is not None


def _digits(mention: Mention) -> int:
    return len(str(abs(int(mention.quantity.number / mention.quantity.step))))


def _same(one: Mention, other: Mention) -> Iterator[Equation]:
    """The equation between two amounts that are equal except for their signs."""
    if one.quantity.number:
        yield _link(one.key, other.key)


def _link(one: NumberKey, other: NumberKey) -> Equation:
    sign = 1 if one[1] == other[1] else -1
    return Equation("repeat", Sum(((sign, Variable("amount")),)), {"amount": one, "repeat": other})
