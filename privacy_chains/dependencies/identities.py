"""Well-known relations, recognised without a formula if both the words and the numbers support them.

Words near the numbers, or the lines of a table, must name the roles. The true numbers must satisfy the relation at
their printed precision. Each number is the result of at most one relation. A recognised relation tells the reader of
the released text no more than the text itself did: that the numbers add up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache

from privacy_chains.contract.spans import Span
from privacy_chains.dependencies.expressions import Expression
from privacy_chains.dependencies.graph import Equation, NumberKey
from privacy_chains.dependencies.mentions import Mention, Vicinity, near_words, vicinity
from privacy_chains.dependencies.message import NumberedMessage
from privacy_chains.dependencies.repeats import repeats
from privacy_chains.dependencies.shares import Near, ages_from_births, likeliest, shares, years_of_births
from privacy_chains.dependencies.subjects import Subjects
from privacy_chains.dependencies.syntax import parse_expression
from privacy_chains.dependencies.tables import relations_in_tables, sum_of
from privacy_chains.dependencies.totals import is_said_total
from privacy_chains.dependencies.words import may_hold
from privacy_chains.dependencies.written import written_out

__all__ = ["RECOGNISERS", "recognise"]

_MOST, _MOST_IN_PROSE = 5000, 200
"""Messages with more numbers than this are not searched for relations. The second limit is for relations named by words
alone."""

_LONGEST_ROW = 30
_ROUNDING = 1e-9  # more than any floating-point error


_Size = tuple[str, float, float]
"""A number's entity type, its approximate value, and its step."""


@dataclass(frozen=True, slots=True)
class _Identity:
    """A relation: its result, its right side, and for each role the words of which one must be near it.

    ``near`` is how many numbers may be between the first and the last of its roles.
    """

    name: str
    expression: str
    words: Mapping[str, frozenset[str]]
    types: Mapping[str, frozenset[str]]
    near: int = 4

    def is_told(self, is_near: Callable[[str], bool]) -> bool:
        """Whether one word for each role is near the numbers."""
        return all(any(map(is_near, near)) for near in self.words.values())

    def numbers_allow(self, sizes: Sequence[_Size]) -> bool:
        """Whether one of two numbers can be the result, as a multiple of the other. Cheaper than reading words."""
        if len(self.types) != 2:
            return True
        (part,) = self.types.keys() - {self.name}
        results, parts = self.types[self.name], self.types[part]
        ratio = _ratio(self.expression, part)
        multiples = [(ratio * size, ratio * step) for kind, size, step in sizes if kind in parts]
        return any(
            abs(size - multiple) <= step + slack + _ROUNDING * abs(size)
            for kind, size, step in sizes
            if kind in results
            for multiple, slack in multiples
        )


def _identity(name: str, expression: str, roles: Mapping[str, str], **types: str) -> _Identity:
    words = {role: frozenset(text.split()) for role, text in roles.items()}
    return _Identity(name, expression, words, {role: frozenset(text.split()) for role, text in types.items()})


_AMOUNT = "MONEY NUMBER"
_IDENTITIES = (
    _identity("yearly", "12 * monthly", {"yearly": "year", "monthly": "month"}, yearly=_AMOUNT, monthly=_AMOUNT),
    _identity("yearly", "52 * weekly", {"yearly": "year", "weekly": "week"}, yearly=_AMOUNT, weekly=_AMOUNT),
    _identity("yearly", "2080 * hourly", {"yearly": "year", "hourly": "hour"}, yearly=_AMOUNT, hourly=_AMOUNT),
    _identity("weekly", "40 * hourly", {"weekly": "week", "hourly": "hour"}, weekly=_AMOUNT, hourly=_AMOUNT),
    _identity(
        "bmi",
        "weight / height ** 2",
        {"bmi": "bmi", "weight": "weight kg", "height": "height m"},
        bmi="NUMBER MEASUREMENT",
        weight="NUMBER MEASUREMENT",
        height="NUMBER MEASUREMENT",
    ),
    _identity(
        "bmi",
        "weight / (height / 100) ** 2",
        {"bmi": "bmi", "weight": "weight kg", "height": "height cm"},
        bmi="NUMBER MEASUREMENT",
        weight="NUMBER MEASUREMENT",
        height="NUMBER MEASUREMENT",
    ),
    _identity(
        "amount",
        "price * quantity",
        {"amount": "total amount", "price": "price rate", "quantity": "quantity"},
        amount=_AMOUNT,
        price=_AMOUNT,
        quantity="NUMBER",
    ),
    _identity("part", "share% of whole", {}, part=_AMOUNT, share="PERCENTAGE", whole=_AMOUNT),
    _identity(
        "net",
        "gross - tax",
        {"net": "net", "gross": "gross salary", "tax": "tax deduction"},
        net=_AMOUNT,
        gross=_AMOUNT,
        tax=_AMOUNT,
    ),
    _identity(
        "taxable",
        "gross - deduction",
        {"taxable": "taxable", "gross": "gross salary year", "deduction": "deduction"},
        taxable=_AMOUNT,
        gross=_AMOUNT,
        deduction=_AMOUNT,
    ),
    _identity(
        "rest",
        "whole - discount",
        {"rest": "owe due left remain after net", "discount": "discount deduction credit"},
        rest=_AMOUNT,
        whole=_AMOUNT,
        discount=_AMOUNT,
    ),
)
_FIRST_BIRTH, _LAST_BIRTH = 1900, 2100


def recognise(
    message: NumberedMessage, asked: Iterable[Equation], people: Sequence[Sequence[Span]] = ()
) -> tuple[Equation, ...]:
    """Equations among the numbers of a message that hold although no formula asked for them."""
    mentions = message.mentions
    if len(mentions) > _MOST or len(mentions) + len(message.settled) < 2:
        return ()
    seen = {equation.nodes for equation in asked}
    computed = {equation.keys[equation.name] for equation in asked}
    found: list[Equation] = []

    def add(equations: Iterable[Equation], *, once: bool) -> None:
        """Add new equations; with ``once``, only for numbers that no equation computes yet."""
        for equation in equations:
            result = equation.keys[equation.name]
            new = equation.nodes not in seen and not (once and result in computed)
            if new and not equation.nodes <= message.settled.keys() and _fulfils(equation, message):
                found.append(equation)
                seen.add(equation.nodes)
                computed.add(result)

    add(repeats(message.texts, mentions, message.settled), once=False)
    add(relations_in_tables(message.texts, mentions), once=False)
    if len(mentions) <= _MOST_IN_PROSE:
        subjects = Subjects(message.texts, mentions, people)
        add(_told(message, subjects), once=True)
    return tuple(found)


def _fulfils(equation: Equation, message: NumberedMessage) -> bool:
    parts = [key for name, key in equation.keys.items() if name != equation.name]
    return equation.keys[equation.name] not in parts and message.fulfils(equation)


@dataclass(frozen=True, slots=True, repr=False)
class _Prose:
    """The input of the recognisers."""

    texts: Sequence[str]
    mentions: Sequence[Mention]
    near: Near
    is_near: Callable[[str], bool]
    subjects: Subjects


def _told(message: NumberedMessage, subjects: Subjects) -> Iterator[Equation]:
    """Relations that words name, for one subject or a total, in the order of preference."""
    texts, mentions = message.texts, message.mentions
    words = near_words(texts, mentions)

    @cache
    def is_near(word: str) -> bool:
        return may_hold(word, words)

    @cache
    def near(at: int) -> Vicinity:
        return vicinity(texts, mentions, at)

    prose = _Prose(texts, mentions, near, is_near, subjects)
    for recogniser in _IN_PROSE.values():
        yield from recogniser(prose)


def _of_one_subject(prose: _Prose) -> Iterator[Equation]:
    """The identities whose roles all have a word and a number that fits."""
    mentions = prose.mentions
    types = frozenset(mention.span.entity_type for mention in mentions)
    possible = [one for one in _among(types) if one.is_told(prose.is_near)]
    if possible:
        sizes = [(mention.span.entity_type, mention.size, float(mention.quantity.step)) for mention in mentions]
        possible = [one for one in possible if one.numbers_allow(sizes)]
    for identity in possible:
        yield from filter(prose.subjects.agree, _instances(identity, mentions, prose.near))


def _years(prose: _Prose) -> Iterator[Equation]:
    """Ages and years of birth."""
    if prose.is_near("birth"):
        yield from filter(prose.subjects.share, _births(prose.mentions, prose.near))


def _days(prose: _Prose) -> Iterator[Equation]:
    """Ages and dates of birth."""
    if prose.is_near("birth"):
        yield from filter(prose.subjects.share, ages_from_births(prose.mentions, prose.near))


def _years_of_days(prose: _Prose) -> Iterator[Equation]:
    """Years of birth and dates of birth."""
    yield from filter(prose.subjects.share, years_of_births(prose.mentions))


def _totals(prose: _Prose) -> Iterator[Equation]:
    """A number that words call a total, before or after the run of numbers of its type that add up to it."""
    row, named = list(prose.mentions), prose.is_near("total")
    for at, mention in enumerate(row):
        called = named and {"total", "subtotal"} & prose.near(at).before
        if not called and not is_said_total(prose.texts[mention.text], mention):
            continue
        for direction in (-1, 1):
            items: list[Mention] = []
            reached = Fraction(0)
            for length in range(1, _LONGEST_ROW + 1):
                place = at + direction * length
                if not 0 <= place < len(row) or row[place].span.entity_type != mention.span.entity_type:
                    break
                items.append(row[place])
                reached += row[place].quantity.number
                if length > 1 and reached == mention.quantity.number:
                    yield sum_of(mention, items)


_IN_PROSE: Mapping[str, Callable[[_Prose], Iterable[Equation]]] = {
    "written out": lambda prose: written_out(prose.texts, prose.mentions),
    "identities": _of_one_subject,
    "shares": lambda prose: shares(prose.texts, prose.mentions, prose.near),
    "ages and years of birth": _years,
    "ages and dates of birth": _days,
    "years and dates of birth": _years_of_days,
    "totals": _totals,
}
RECOGNISERS = ("repeats", "tables", *_IN_PROSE)
"""All recognisers of relations without a formula. Each has a test of its joint release."""


@lru_cache(maxsize=256)
def _among(types: frozenset[str]) -> tuple[_Identity, ...]:
    """The identities whose roles can all be filled by numbers of these types."""
    return tuple(one for one in _IDENTITIES if not any(map(types.isdisjoint, one.types.values())))


@cache
def _parsed(expression: str) -> Expression:
    return parse_expression(expression)


@cache
def _ratio(expression: str, part: str) -> float:
    """The factor between an expression and its only part."""
    return float(_parsed(expression).value({part: Fraction(1)}))


def _instances(identity: _Identity, mentions: Iterable[Mention], near: Near) -> Iterator[Equation]:
    """Every way to fill an identity's roles with numbers that are close together and near the right words."""
    expression = _parsed(identity.expression)
    numbered = list(enumerate(mentions))
    options: dict[str, list[tuple[int, NumberKey]]] = {}
    for role, types in identity.types.items():
        options[role] = [
            (at, mention.key)
            for at, mention in numbered
            if mention.span.entity_type in types
            and (not identity.words.get(role) or identity.words[role] & near(at).words)
        ]
        if not options[role]:
            return
    first, *rest = options
    for at, key in options[first]:
        yield from _complete(identity, Equation(identity.name, expression, {first: key}), [at], rest, options)


def _complete(
    identity: _Identity,
    partial: Equation,
    places: list[int],
    roles: list[str],
    options: Mapping[str, list[tuple[int, NumberKey]]],
) -> Iterator[Equation]:
    if not roles:
        yield partial
        return
    for at, key in options[roles[0]]:
        if at not in places and max(*places, at) - min(*places, at) <= identity.near:
            wider = Equation(partial.name, partial.expression, {**partial.keys, roles[0]: key})
            yield from _complete(identity, wider, [*places, at], roles[1:], options)


def _births(mentions: Sequence[Mention], near: Near) -> Iterator[Equation]:
    """Age and year of birth: their sum is the present year, which is kept."""
    years = {
        mention.key: int(mention.quantity.number)
        for mention in mentions
        if mention.quantity.number.denominator == 1 and _FIRST_BIRTH <= mention.quantity.number <= _LAST_BIRTH
    }
    for year, age, present in likeliest(mentions, near, years):
        expression = parse_expression(f"{present} - age")
        yield Equation("birth_year", expression, {"birth_year": year.key, "age": age.key})
