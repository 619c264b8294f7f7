"""The sweep for numbers: what was found once is protected however it is spelled elsewhere.

``$2,640`` stands as ``2640`` in a calculation, ``$145,000`` as ``145k``, a date of birth as ``1958-05-03``. Such places
are told by the number that they say, not by their characters. An amount may be rounded in thousands, as ``54.8k`` is of
$54,839; an age is told by a verb that ages go with, and by nothing being counted: not in ``Bus 47`` or ``47 pages``.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from contextlib import suppress
from fractions import Fraction

from privacy_chains.detect.escapes import unescaped
from privacy_chains.detect.lazy import lazily
from privacy_chains.detect.patterns.dates import find_days
from privacy_chains.detect.patterns.numerals import AMOUNT
from privacy_chains.detect.patterns.reading import Reading
from privacy_chains.engine import Engine
from privacy_chains.entities import OF_BIRTH
from privacy_chains.errors import FormatError
from privacy_chains.formats.quantity import Quantity, QuantityFormat
from privacy_chains.policy import AddNoise
from privacy_chains.spans import Span
from privacy_chains.sweep import SOURCE, Clear

__all__ = ["NumberSweep", "holds_figures", "numbers_of"]

_DIGITS = re.compile(r"[0-9]+")
_FIGURES = re.compile(r"[0-9](?:[0-9k]|[^\w\s]?\s?[0-9k])", re.IGNORECASE)
_AMOUNT = lazily(rf"{AMOUNT}(?:\s?(?:[kK]|[Tt]housand|[Tt]ausend|[Tt]sd\.?)(?!\w))?(?![\w%]|[.,:\-][0-9]|\s%)")
_AGE = lazily(
    r"\b(?:am|is|are|was|were|be|been|being|turn(?:s|ed|ing)?|reach(?:es|ed)?|[\w]+(?:'|\u2019)(?:m|s|re)|aged?|bin|ist|sind|war|waren|"
    r"wird|wurde)\s(?:(?:also|now|only|just|already|still|even|auch|jetzt|schon|erst|noch)\s)?(?P<age>[0-9]{1,3})"
    r"(?=[.!?;,)]?(?:\s*\Z|\s*\n|[.!?;,)]\s)|\s(?:too|also|and|or|but|now|as\swell|like|today|already|when|while|auch|und|aber)\b)",
    re.IGNORECASE,
)
_PART_OF_ANOTHER = re.compile(r"(?:\w|[.,:\-]|(?<![0-9])/)\Z")
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")
_DAY_AND_MONTH = re.compile(r"(?P<one>[0-9]{1,2})(?P<mark>[-/.])(?P<other>[0-9]{1,2})(?P=mark)(?P<year>[0-9]{2,4})")
_FIGURE = frozenset("0123456789")
_LARGE, _THOUSAND = 10_000, 1000
_FEW, _FEWEST = 3, 4
"""Digits that a number must have to be told by them alone, if it is above a thousand, and if not."""


class NumberSweep:
    """Numbers that are known, ready to be looked for in any spelling: amounts of money, days of birth, and ages.

    Small and round ones are not looked for, since texts hold them by chance, nor what reads as a year of today.

    Args:
        engine: Knows the formats.
        known: Entity types and numbers.
    """

    def __init__(self, engine: Engine, known: Iterable[tuple[str, Fraction]]) -> None:
        self._formats = dict(_formats(engine))
        self._amounts: set[Fraction] = set()
        self._days: set[Fraction] = set()
        self._ages: set[Fraction] = set()
        for entity_type, number in known:
            if entity_type not in self._formats:
                continue
            if entity_type in OF_BIRTH:
                self._days.add(number)
            elif entity_type == "AGE":
                self._ages.add(number)
            elif _is_telling(number):
                self._amounts.add(number)
        heads = {_significant(number)[0] for number in self._amounts}
        self._heads = heads | {str(int(head) % 9 + 1) for head in heads}  # 59,600 may stand as 60k
        self._sizes = sorted(map(abs, self._amounts))

    def __bool__(self) -> bool:
        return bool(self._amounts or self._days or self._ages)

    def find_in(self, clear: Clear) -> tuple[Span, ...]:
        """Where known numbers stand in what is left of a text, in reading order."""
        found = [span for gap in clear.gaps for span in self._amounts_between(clear.text, *gap)]
        if self._days:
            found += self._days_in(clear)
        if self._ages:
            found += [span for gap in clear.gaps for span in self._ages_between(clear.text, *gap)]
        return tuple(map(clear.original, sorted(found)))

    def _amounts_between(self, text: str, start: int, stop: int) -> Iterator[Span]:
        end = start
        for digits in _DIGITS.finditer(text, start, stop) if self._amounts else ():
            begin = digits.start()
            if begin < end or digits[0].lstrip("0")[:1] not in self._heads:
                continue
            if _PART_OF_ANOTHER.search(text, max(0, begin - 1), begin):
                continue
            amount = _AMOUNT.match(text, begin, stop)
            if amount and not _YEAR.fullmatch(amount[0]) and self._is_amount(amount[0]):
                end = amount.end()
                yield Span(begin, end, "MONEY", 1.0, SOURCE)

    def _is_amount(self, text: str) -> bool:
        """Whether a text says a known amount, or in thousands what it is rounded to."""
        if self._says(text, "MONEY", self._amounts):
            return True
        return text[-1] not in _FIGURE and any(map(self._rounds, _quantities(self._formats["MONEY"], text)))

    def _rounds(self, said: Quantity) -> bool:
        at = bisect_left(self._sizes, said.number - said.step / 2)
        return at < len(self._sizes) and self._sizes[at] <= said.number + said.step / 2

    def _ages_between(self, text: str, start: int, stop: int) -> Iterator[Span]:
        for found in _AGE.finditer(text):
            begin, end = found.span("age")
            if start <= begin and end <= stop and self._says(found["age"], "AGE", self._ages):
                yield Span(begin, end, "AGE", 1.0, SOURCE)

    def _days_in(self, clear: Clear) -> Iterator[Span]:
        starts = [start for start, _ in clear.gaps]
        for found in find_days(Reading(clear.text)):
            gap = bisect_right(starts, found.start) - 1
            inside = gap >= 0 and found.end <= clear.gaps[gap][1]
            if inside and self._says(clear.text[found.start : found.end], "DATE_OF_BIRTH", self._days):
                yield Span(found.start, found.end, "DATE_OF_BIRTH", 1.0, SOURCE)

    def _says(self, text: str, entity_type: str, known: AbstractSet[Fraction]) -> bool:
        return not known.isdisjoint(_readings(self._formats[entity_type], text))


def holds_figures(clear: Clear) -> bool:
    """Whether what is left of a text holds figures that may say a known number."""
    return any(_FIGURES.search(clear.text, *gap) for gap in clear.gaps)


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
    """The formats of the types that are looked for, where the policy gives them noise."""
    for name in ("MONEY", "DATE_OF_BIRTH", "AGE"):
        rule = engine.policy.rules.get(name)
        if isinstance(rule, AddNoise):
            yield name, rule.format


def _is_telling(number: Fraction) -> bool:
    digits = len(_significant(number))
    return abs(number) >= _LARGE or digits >= (_FEW if abs(number) >= _THOUSAND else _FEWEST)


def _significant(number: Fraction) -> str:
    """The digits of a number with few decimals, without zeros around them; of others those of its whole part."""
    hundredths = abs(number) * 100
    return str(hundredths.numerator // hundredths.denominator).strip("0") or "0"
