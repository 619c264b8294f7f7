"""Calculations written out in a text: ``6.5 hrs @ $95.00 = $617.50``, ``$1,200 + $300 = $1,500``.

One side of an equals sign is a number. The other side is numbers, in clear or not, with ``+``, ``-``, ``x``, ``*`` or
``@`` between them. The calculation is accepted if the true numbers satisfy it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, pairwise, takewhile

from privacy_chains.dependencies.expressions import Constant, Expression, Product, Sum, Variable
from privacy_chains.dependencies.graph import Equation
from privacy_chains.dependencies.mentions import Mention
from privacy_chains.formats.numbers import read_number
from privacy_chains.language.lexicon import word_set
from privacy_chains.language.patterns import worded
from privacy_chains.lazy import lazily

__all__ = ["written_out"]

_AMOUNTS = frozenset({"MONEY", "NUMBER", "MEASUREMENT"})
_EQUALS = lazily(r"(?<![=<>!:+\-*/])=(?![=>])")
_IN_CLEAR = lazily(r"\d(?<![\w.,/:\-]\d)(?:\d{0,2}(?:,\d{3}){1,2}|\d{0,5})(?:[.,]\d{1,4})?(?![\w%]|[.,:/]\d)", re.ASCII)
_UNIT = r"(?:[^\S\n]?/?[^\S\n]?[^\W\d_]{1,12}\.?){0,2}"
_END = lazily(rf"{_UNIT}\)?[^\S\n]?")
_SIGN = lazily(r"[^\S\n]?\(?[^\S\n]?")
_OPERATOR = worded(
    rf"{_UNIT}\)?,?[^\S\n]?(?P<operator>[+\-\u2212\u2013*x\u00d7@]|(?<=\s){{plus|minus|times}}(?=\s))[^\S\n]?"
    r"(?:\d{1,3}(?:[.,]\d{1,2})?\s?%\s)?(?:[^\W\d_]{1,12}\s){0,2}\(?",  # plus 19% VAT
    re.IGNORECASE,
)
_MINUS = frozenset("-\u2212\u2013")
_MOST_SIGNS = 12
_MOST_EQUALS = 50
_REACH = 200


@dataclass(frozen=True, slots=True)
class _Operand:
    """A number in a calculation, with its mention unless it is in clear."""

    start: int
    end: int
    number: Fraction
    mention: Mention | None


def written_out(texts: Sequence[str], mentions: Sequence[Mention]) -> Iterator[Equation]:
    """The equations written out in the texts. ``mentions`` are in reading order."""
    for index, text in enumerate(texts):
        if "=" not in text:
            continue
        inside = [one for one in mentions if one.text == index and one.span.entity_type in _AMOUNTS]
        if len(inside) < 2:
            continue
        for sign in islice(_EQUALS.finditer(text), _MOST_EQUALS):
            yield from _around(text, sign.start(), inside)


def _around(text: str, sign: int, mentions: Sequence[Mention]) -> Iterator[Equation]:
    """The equation at an equals sign: a calculation on one side, its result directly on the other."""
    first = max(text.rfind("\n", 0, sign) + 1, sign - _REACH)
    last = text.find("\n", sign)
    last = min(sign + _REACH, len(text) if last < 0 else last)
    before, after = _operands(text, first, sign, mentions), _operands(text, sign + 1, last, mentions)
    if not (before and after and _END.fullmatch(text, before[-1].end, sign)):
        return
    if not _SIGN.fullmatch(text, sign + 1, after[0].start):
        return
    left, right = _signs(text, before), _signs(text, after)
    for length in range(_run(reversed(left)), 0, -1):
        yield from _equation(before[-length - 1 :], left[-length:], after[0].mention)
    if not _run(reversed(left)):
        for length in range(_run(right), 0, -1):
            yield from _equation(after[: length + 1], right[:length], before[-1].mention)


def _operands(text: str, first: int, last: int, mentions: Sequence[Mention]) -> list[_Operand]:
    """The numbers in a part of a text, in reading order."""
    found = [
        _Operand(one.span.start, one.span.end, one.quantity.number, one)
        for one in mentions
        if first <= one.span.start and one.span.end <= last
    ]
    for clear in _IN_CLEAR.finditer(text, first, last):
        read = read_number(clear[0])
        if read is not None and all(clear.end() <= one.start or one.end <= clear.start() for one in found):
            found.append(_Operand(*clear.span(), read.number, None))
    return sorted(found, key=lambda one: one.start)


def _signs(text: str, operands: Sequence[_Operand]) -> list[str]:
    """The signs between numbers; empty where there is something else."""
    gaps = (_OPERATOR.fullmatch(text, one.end, other.start) for one, other in pairwise(operands))
    return [gap["operator"].lower() if gap else "" for gap in gaps]


def _run(signs: Iterable[str]) -> int:
    """How many signs come before the first gap."""
    return min(_MOST_SIGNS, len(list(takewhile(bool, signs))))


def _equation(operands: Sequence[_Operand], signs: Sequence[str], result: Mention | None) -> Iterator[Equation]:
    """The equation for numbers with signs between them. Products come before sums."""
    keys = {f"n{at + 1}": one.mention.key for at, one in enumerate(operands) if one.mention is not None}
    if result is None or not keys or result.key in keys.values():
        return
    terms: list[tuple[int, list[Expression]]] = []
    for at, (sign, one) in enumerate(zip(("+", *signs), operands, strict=True)):
        number: Expression = Constant(one.number) if one.mention is None else Variable(f"n{at + 1}")
        if _is_minus(sign) or _is_plus(sign):
            terms.append((-1 if _is_minus(sign) else 1, [number]))
        else:
            terms[-1][1].append(number)
    expression = Sum(tuple((sign, Product(tuple((1, one) for one in factors))) for sign, factors in terms))
    yield Equation("result", expression, {**keys, "result": result.key})


def _is_minus(sign: str) -> bool:
    return sign in _MINUS or sign in word_set("minus")


def _is_plus(sign: str) -> bool:
    return sign == "+" or sign in word_set("plus")
