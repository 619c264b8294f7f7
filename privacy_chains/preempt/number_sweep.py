"""The sweep for numbers: what was found once is protected however it is spelled elsewhere.

``$2,640`` stands as ``2640`` in a calculation, ``$145,000`` as ``145k``, a date of birth as ``1958-05-03``. Such places
are recognized by the number, not by their characters. An amount may be rounded, as ``54.8k`` and ``55,000`` are
of $54,839. Numbers that occur by chance are recognized by their sense (``restated.py``): not ``Bus 47``.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import date
from fractions import Fraction

from privacy_chains.contract.entities import DAYS
from privacy_chains.contract.spans import Span
from privacy_chains.detect.escapes import unescaped
from privacy_chains.detect.patterns.ages import find_ages
from privacy_chains.detect.patterns.dates import find_days
from privacy_chains.detect.patterns.numerals import AMOUNT, MAGNITUDE_IN_ANY_CASE
from privacy_chains.detect.patterns.reading import ValueReading
from privacy_chains.errors import FormatError
from privacy_chains.formats import built_in_quantities
from privacy_chains.formats.quantity import Quantity, QuantityFormat
from privacy_chains.language.patterns import worded
from privacy_chains.language.spellout import holds_spoken
from privacy_chains.lazy import lazily
from privacy_chains.preempt.clear import Clear
from privacy_chains.preempt.engine import Engine
from privacy_chains.preempt.policy import AddNoise
from privacy_chains.preempt.restated import is_about, may_say
from privacy_chains.preempt.spoken_numbers import Figured, in_figures, is_birthday
from privacy_chains.preempt.sweep import SOURCE
from privacy_chains.preempt.treatments import OneWay

__all__ = ["NumberSweep", "holds_figures", "numbers_of"]

_DIGITS = lazily(r"[0-9]+")


_MAGNITUDE = rf"(?:\s?{MAGNITUDE_IN_ANY_CASE})(?!\w)"
_AMOUNT = lazily(rf"{AMOUNT}(?:{_MAGNITUDE})?(?![\w%]|[.,:\-][0-9]|\s%)")
_BIRTHDAY = worded(
    r"(?<![\w.,-])(?P<age>[0-9]{1,3})(?:\.|[\u00aa\u00ba\u00b0]|\.[\u00aa\u00ba]|[^\W\d_]{1,3})?\s{birthday}(?!\w)",
    re.IGNORECASE,
)
_COMPACT = lazily(r"(?<![\w.\-/])(?:19|20)[0-9]{6}(?![\w\-/]|\.[0-9])")
_YEARS = lazily(r"(?<![\w.,\-])(?:19|20)[0-9]{2}(?![\w\-]|[.,:/][0-9])")
_PART_OF_ANOTHER = lazily(r"(?:\w|[.,:\-]|(?<![0-9])/)\Z")
_YEAR = lazily(r"(?:19|20)[0-9]{2}")
_DAY_AND_MONTH = lazily(r"(?P<one>[0-9]{1,2})(?P<mark>[-/.])(?P<other>[0-9]{1,2})(?P=mark)(?P<year>[0-9]{2,4})")
_FIGURE = frozenset("0123456789")
_LARGE, _THOUSAND, _HUNDRED = 10_000, 1000, 100
_DAYS = ("DATE_OF_BIRTH", *DAYS)
_BARE = ("MONEY", "MEASUREMENT", "PERCENTAGE", "AGE")
"""The types whose numbers may stand without a unit or label."""
_FEW, _FEWEST = 3, 4
"""How many digits identify a number without other evidence: above a thousand, and below."""


class NumberSweep:
    """Known numbers, prepared for a search in any spelling.

    Small and round numbers are found only where words show their sense, since they often occur by chance.

    Args:
        engine: Knows the formats.
        known: Entity types and numbers.
    """

    def __init__(self, engine: Engine, known: Iterable[tuple[str, Fraction]]) -> None:
        self._formats = dict(_formats(engine))
        self._known: dict[str, set[Fraction]] = {}
        for entity_type, number in known:
            if entity_type in self._formats:
                self._known.setdefault(entity_type, set()).add(number)
        years = {Fraction(_year(day)) for day in self._known.get("DATE_OF_BIRTH", ())}
        if years and "YEAR_OF_BIRTH" in self._formats:
            self._known.setdefault("YEAR_OF_BIRTH", set()).update(years)
        self._bare = [kind for kind in _BARE if kind in self._known]
        self._amounts = self._known.get("MONEY", set())
        self._sizes = sorted(abs(number) for number in self._amounts if _is_telling(number))
        heads = {_significant(number)[0] for kind in self._bare for number in self._known[kind]}
        self._heads = heads | {str(int(head) % 9 + 1) for head in heads}  # 59,600 may stand as 60k

    def __bool__(self) -> bool:
        return bool(self._known)

    def find_in(self, clear: Clear) -> tuple[Span, ...]:
        """Where known numbers stand in what is left of a text, in reading order."""
        found = [*self._days_in(clear)]
        for start, stop in clear.gaps:
            inside = [span for span in found if start <= span.start < stop]
            for search in (self._years_between, self._bare_between, self._birthdays_between):
                inside += [span for span in search(clear.text, start, stop) if not _meets(inside, span)]
            found += inside
        found += [span for span in self._spoken_in(clear) if not _meets(found, span)]
        return tuple(map(clear.original, sorted(set(found))))

    def _bare_between(self, text: str, start: int, stop: int) -> Iterator[Span]:
        end = start
        for digits in _DIGITS.finditer(text, start, stop) if self._bare else ():
            begin = digits.start()
            if begin < end or digits[0].lstrip("0")[:1] not in self._heads:
                continue
            if _PART_OF_ANOTHER.search(text, max(0, begin - 1), begin):
                continue
            amount = _AMOUNT.match(text, begin, stop)
            kind = self._type_of(text, *amount.span()) if amount else None
            if amount and kind:
                end = amount.end()
                yield Span(begin, end, kind, 1.0, SOURCE)

    def _type_of(self, text: str, start: int, end: int) -> str | None:
        """The type of the known number that stands there, recognized by its figures or by its sense."""
        said = text[start:end]
        for kind in self._bare:
            if kind == "MONEY":
                if not _YEAR.fullmatch(said) and self._is_amount(text, start, end):
                    return kind
            elif said[-1] in _FIGURE and self._says(said, kind) and may_say(kind, text, start, end):
                return kind
        return None

    def _is_amount(self, text: str, start: int, end: int) -> bool:
        """Whether a text is a known amount, or one that was rounded."""
        for said in _quantities(self._formats["MONEY"], text[start:end]):
            if said.number in self._amounts:
                plain = text[end - 1] in _FIGURE or said.step <= _THOUSAND
                return (plain and _is_telling(said.number)) or may_say("MONEY", text, start, end)
            if text[end - 1] not in _FIGURE and self._rounds(said.number, said.step / 2):
                return said.step <= _THOUSAND or may_say("MONEY", text, start, end)
            zeros = _round_step(said.number)
            return (
                zeros >= _HUNDRED
                and self._rounds(said.number, zeros if is_about(text, start) else zeros / 2)
                and may_say("MONEY", text, start, end)
            )
        return False

    def _rounds(self, number: Fraction, slack: Fraction) -> bool:
        at = bisect_left(self._sizes, number - slack)
        return at < len(self._sizes) and self._sizes[at] <= number + slack

    def _spoken_in(self, clear: Clear) -> Iterator[Span]:
        """Numbers in words, where their figures would say a known number in their place."""
        figures = in_figures(clear.text, clear.gaps) if self._bare else None
        if figures is None:
            return
        aged = {(found.start, found.end) for found in find_ages(ValueReading(figures.text))}
        for one in figures.numbers:
            kind = self._spoken_type(figures.text, one, is_aged=(one.first, one.last) in aged)
            if kind is not None:
                yield Span(one.start, one.end, kind, 1.0, SOURCE)

    def _spoken_type(self, text: str, one: Figured, *, is_aged: bool) -> str | None:
        """The type of which a number that stood in words is a known one."""
        if one.ordinal:
            return "AGE" if self._is_known_age(one.number) and is_birthday(text, one.last) else None
        if is_aged and self._is_known_age(one.number):
            return "AGE"
        kind = self._type_of(text, one.first, one.last)
        return kind if kind != "MONEY" or may_say(kind, text, one.first, one.last) else None

    def _birthdays_between(self, text: str, start: int, stop: int) -> Iterator[Span]:
        """Ages as the number of a birthday: ``zum 47. Geburtstag``."""
        for found in _BIRTHDAY.finditer(text, start, stop) if "AGE" in self._known else ():
            if self._is_known_age(int(found["age"])):
                yield Span(*found.span("age"), "AGE", 1.0, SOURCE)

    def _is_known_age(self, number: int) -> bool:
        return Fraction(number) in self._known.get("AGE", ())

    def _years_between(self, text: str, start: int, stop: int) -> Iterator[Span]:
        for found in _YEARS.finditer(text, start, stop) if "YEAR_OF_BIRTH" in self._known else ():
            if self._says(found[0], "YEAR_OF_BIRTH") and may_say("YEAR_OF_BIRTH", text, *found.span()):
                yield Span(*found.span(), "YEAR_OF_BIRTH", 1.0, SOURCE)

    def _days_in(self, clear: Clear) -> Iterator[Span]:
        kinds = [kind for kind in _DAYS if kind in self._known]
        if not kinds:
            return
        starts = [start for start, _ in clear.gaps]
        places = [(found.start, found.end) for found in find_days(ValueReading(clear.text))]
        for start, end in [*places, *(found.span() for found in _COMPACT.finditer(clear.text))]:
            gap = bisect_right(starts, start) - 1
            if gap >= 0 and end <= clear.gaps[gap][1]:
                kind = next((kind for kind in kinds if self._says(clear.text[start:end], kind)), None)
                if kind:
                    yield Span(start, end, kind, 1.0, SOURCE)

    def _says(self, text: str, entity_type: str) -> bool:
        return not self._known[entity_type].isdisjoint(_readings(self._formats[entity_type], text))


def _meets(taken: Sequence[Span], span: Span) -> bool:
    """Whether a span overlaps one of those."""
    return any(other.start < span.end and span.start < other.end for other in taken)


def _year(day: Fraction) -> int:
    return date.fromordinal(int(day)).year


def _round_step(number: Fraction) -> Fraction:
    """The power of ten that a whole number is a multiple of; one for others."""
    step = Fraction(1)
    while number and (number / (10 * step)).denominator == 1:
        step *= 10
    return step


def holds_figures(clear: Clear) -> bool:
    """Whether what is left of a text contains figures or number words that may be a known number."""
    return any(_DIGITS.search(clear.text, *gap) or holds_spoken(clear.text, *gap) for gap in clear.gaps)


def numbers_of(engine: Engine, values: Iterable[tuple[str, str]]) -> Iterator[tuple[str, Fraction]]:
    """The numbers that values say, of the types that are looked for; a date of birth in either order."""
    formats = dict(_formats(engine))
    for entity_type, value in values:
        if entity_type in formats:
            yield from ((entity_type, number) for number in _readings(formats[entity_type], unescaped(value)))


def _readings(form: QuantityFormat, text: str) -> Iterator[Fraction]:
    """What a text says: of a date in figures, in either order of day and month."""
    told = _DAY_AND_MONTH.fullmatch(text)
    turned = "{other}{mark}{one}{mark}{year}".format_map(told.groupdict()) if told else text
    for spelled in dict.fromkeys((text, turned)):
        yield from (said.number for said in _quantities(form, spelled))


def _quantities(form: QuantityFormat, text: str) -> Iterator[Quantity]:
    """What a text says, if it is a member of the format."""
    with suppress(FormatError):
        yield form.read(text)


def _formats(engine: Engine) -> Iterator[tuple[str, QuantityFormat]]:
    """The formats of the types that are looked for, where the policy gives them noise or takes them out one way."""
    for name in (*_DAYS, "YEAR_OF_BIRTH", *_BARE):
        rule = engine.policy.rules.get(name)
        if isinstance(rule, AddNoise):
            yield name, rule.format
        elif isinstance(rule, OneWay):
            yield name, built_in_quantities()[name]


def _is_telling(number: Fraction) -> bool:
    digits = len(_significant(number))
    return abs(number) >= _LARGE or digits >= (_FEW if abs(number) >= _THOUSAND else _FEWEST)


def _significant(number: Fraction) -> str:
    """The digits of a number with few decimals, without zeros around them; of others those of its whole part."""
    hundredths = abs(number) * 100
    return str(hundredths.numerator // hundredths.denominator).strip("0") or "0"
