"""Released numbers in an answer: found by value in any style, restored where their sense agrees."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final

from privacy_chains.desanitize.spellings.ages import People
from privacy_chains.desanitize.spellings.borders import apart, glued, tied
from privacy_chains.desanitize.spellings.field_names import (
    is_label,
    is_reckoned,
    key_before,
    labels_of,
    may_be_year,
    names_of,
    paid_by,
    stands_as_year,
)
from privacy_chains.desanitize.spellings.number import Number
from privacy_chains.desanitize.spellings.number_context import (
    LONGEST_SEX,
    SEXES,
    Around,
    age_units,
    around,
    arrived,
    awaits_name,
    named_age,
    said_of_a_person,
    says_sex,
)
from privacy_chains.desanitize.spellings.numerals import (
    ESCAPED_MARK,
    NUMERAL,
    NumeralReading,
    Scale,
    decimal_mark,
    figures,
    mantissa,
    readings,
    scale_after,
    tells_itself,
)
from privacy_chains.desanitize.spellings.owners import TIED, Owner, is_owned, named_beside, subject_before
from privacy_chains.desanitize.tokens import WAIT, Found, Wait
from privacy_chains.language import currencies
from privacy_chains.lazy import lazily

__all__ = ["ANOTHER_SENSE", "NAMED", "Numbers"]

_SIGN = lazily(rf"(?<![^\W_])[-\u2212](?:[{currencies.signs()}][ \u00a0\u202f]?)?\Z")
"""A sign before a number; a dash with a space behind it is none."""
_BRACKET = lazily(rf"\([{currencies.signs()}]?\Z")
_LONGEST_SIGN: Final = 3
_TELLING: Final = frozenset(("type", "currency"))
_ESCAPES: Final = tuple("{\\&%")
_LONGEST_ESCAPE: Final = 12
ANOTHER_SENSE: Final = "the number may be meant in another sense"
NAMED: Final = "beside a name"


@dataclass(slots=True)
class Numbers:
    """Every released number, by value.

    ``struck`` holds evidence that the sanitized texts disproved. ``alone`` holds the numbers, by entry, whose
    significant digits no other number has, and that differ from the true number only in the numeral. ``kept`` says who
    has an age that was released unchanged. ``guarded``: years and numbers that are names are not values.
    """

    by_value: dict[Fraction, list[Number]] = field(default_factory=lambda: defaultdict(list))
    significant: set[str] = field(default_factory=set)
    heads: set[str] = field(default_factory=set)
    alone: dict[int, Number] = field(default_factory=dict)
    struck: set[tuple[int, str]] = field(default_factory=set)
    people: People = field(default_factory=People)
    kept: dict[str, set[Owner]] = field(default_factory=dict)
    guarded: bool = True

    @classmethod
    def of(cls, numbers: Sequence[Number], struck: set[tuple[int, str]], names: Collection[str] = ()) -> Numbers:
        """The index of ``numbers``; beside one of ``names``, a number may be a person's age."""
        index = cls(struck=struck, people=People(names))
        alike: dict[str, list[Number]] = {}
        for number in numbers:
            value = abs(number.released)
            index.by_value[value].append(number)
            alike.setdefault(str(10**18 * value.numerator // value.denominator).strip("0"), []).append(number)
        index.significant.update(alike)
        for only, *others in alike.values():
            if not others and only.theirs and not any(map(str.isdecimal, only.trail)):
                index.alone[only.entry] = only
        index.heads = {digits[:end] for digits in index.significant for end in range(len(digits) + 1)}
        return index

    def may_start(self, figures: str) -> bool:
        """Whether a released number may start with these figures, in some grouping or magnitude."""
        digits = figures.lstrip("0")
        return digits in self.heads or digits.rstrip("0") in self.significant

    def match(self, text: str, start: int, *, final: bool) -> list[Found] | Wait:
        """The released numbers that stand at ``start``, doubtful ones included."""
        numeral = NUMERAL.match(text, start)
        if numeral is None or not self._plausible(numeral[0]):
            return []
        if not final and (len(text) - numeral.end() < _reach(text, numeral.end()) or not arrived(text, numeral.end())):
            return WAIT
        if not final and awaits_name(text, start, numeral.end()):
            return WAIT
        for end in _ends(text, start, numeral.end(), numeral[0]):
            found = list(self._at(text, start, end))
            if found:
                return found
        return []

    def _plausible(self, numeral: str) -> bool:
        if not numeral.isdecimal():
            return True
        return self.may_start(numeral if numeral.isascii() else str(int(numeral)))

    def _at(self, text: str, start: int, end: int) -> Iterator[Found]:
        numeral = text[start:end]
        if mantissa(numeral) not in self.significant or not apart(text, start, end):
            return
        here = around(text, start, end)
        scale = scale_after(text, end)
        behind, sexed = glued(text, end), says_sex(text, start, end)
        for reading in readings(numeral):
            for number, factor in self._scaled(text, (start, end), reading.value, scale, here):
                if not behind or factor > 1 or _unit(behind, number):
                    yield self._found(text, (start, end), number, reading, factor, here)
            for number in self.by_value.get(reading.value, ()) if sexed else ():
                if number.entity_type == "AGE":
                    yield self._found(text, (start, end), number, reading, 1, here)

    def _scaled(
        self, text: str, place: tuple[int, int], value: Fraction, scale: Scale | None, here: Around
    ) -> Iterator[tuple[Number, int]]:
        """The numbers that a value with the magnitude behind it may be, each with what multiplies it."""
        start, end = place
        sure = scale is not None and tells_itself(text, end, scale)
        if not sure:
            for number in _of_sign(text, start, self.by_value.get(value, ())):
                if scale is None or not (number.money and here.money.agrees(number.codes)):
                    yield number, 1
        for factor in scale.factors if scale else ():
            for number in _of_sign(text, start, self.by_value.get(value * factor, ())):
                if sure or (number.money and here.money.agrees(number.codes)):
                    yield number, factor

    def _found(  # noqa: PLR0913, PLR0917  # one place, one number, one reading: they belong together
        self, text: str, place: tuple[int, int], number: Number, reading: NumeralReading, factor: int, here: Around
    ) -> Found:
        start, end = place
        evidence = next(
            (kind for kind in self.evidence(text, place, number, here) if (number.entry, kind) not in self.struck),
            None,
        )
        doubt = self.doubt(text, place, number, evidence)
        evidence = self._by_owner(text, place, number, evidence)
        exact = text[start:end] == number.core and text.startswith(number.trail, end) and number.theirs
        written = number.theirs if exact else _spell(text, end, reading, number, factor)
        if doubt or evidence is None or not written:
            return Found(start, end, text[start:end], number.entry, "number", doubt or ANOTHER_SENSE)
        if number.is_turned:
            return _turned(text, place, number, written, evidence)
        return Found(start, end, written, number.entry, evidence)

    def _by_owner(self, text: str, place: tuple[int, int], number: Number, evidence: str | None) -> str | None:
        """The evidence for an age, by whom it is said of: none where another's may be meant that was not changed."""
        if evidence is None or number.entity_type != "AGE" or not (number.owners or self.kept):
            return evidence
        named = subject_before(text, place[0], self.people.words)
        if is_owned(named, self.people.words, number.owners):
            return evidence if (number.entry, TIED) in self.struck else TIED
        others = self.kept.get(text[slice(*place)], set()) - number.owners
        return None if others else evidence

    def doubt(self, text: str, place: tuple[int, int], number: Number, evidence: str | None) -> str:
        """Why a number is left in spite of the evidence for it; empty for no such reason."""
        if evidence is None or evidence in (NAMED, TIED) or number.entity_type != "AGE":
            return ""
        return self.people.somebody_else(text, *place)

    def evidence(self, text: str, place: tuple[int, int], number: Number, here: Around) -> Iterator[str]:
        """Reasons to believe that this is the number that was issued, the strongest first."""
        if text[place[1] : place[1] + 1] == "%" and not number.percent:
            return
        if number.owners and is_owned(named_beside(text, *place), self.people.words, number.owners):
            counts = here.column and not here.speaks_of("AGE") and text[max(0, place[0] - 2) : place[0]] != ", "
            yield from () if counts else (TIED,)
        yield from self._told(text, place, number, here)
        significant, digits = len(mantissa(text[slice(*place)])), figures(text[slice(*place)])
        enough = significant >= 4 or (significant == 3 and len(digits) >= 6)
        if enough and not (self.guarded and (is_label(here) or _as_year(text, place, number, here))):
            yield "value"

    def _told(self, text: str, place: tuple[int, int], number: Number, here: Around) -> Iterator[str]:
        """Reasons in what stands around the number, the strongest first."""
        is_tied = tied(text, *place) or (self.guarded and _as_year(text, place, number, here))
        label = f"after {here.left}" if self.guarded and is_label(here) else ""
        for kind in number.evidence(here):
            if kind in _TELLING or not (is_tied or (label and kind != label)):
                yield kind
        if _unit(glued(text, place[1]), number):
            yield "type"
        key = key_before(text, place[0])
        if key and key & (names_of(number) | labels_of(number)):
            yield "key"
        if number.entity_type == "AGE" and any(word in self.people.names for word in named_age(text, *place)):
            yield NAMED
        if number.entity_type == "AGE" and said_of_a_person(text, *place):
            yield "said of a person"


def _as_year(text: str, place: tuple[int, int], number: Number, here: Around) -> bool:
    """Whether bare figures that are also a released number are more likely a year."""
    numeral = text[slice(*place)]
    is_one = number.entity_type == "YEAR_OF_BIRTH"
    if is_one or not may_be_year(numeral) or abs(number.released) != int(numeral):
        return False
    words = here.type_left | here.type_right | here.column
    spoken = not words.isdisjoint(names_of(number) | labels_of(number) | paid_by(number))
    if stands_as_year(text, *place, spoken=spoken):
        return True
    marked = number.money or not number.core.isdecimal()
    return marked and not spoken and not is_reckoned(text, *place)


def _spell(text: str, end: int, reading: NumeralReading, number: Number, factor: int) -> str | None:
    """The true number in the style of the answer; where a short numeral shows no grouping, the original's."""
    value, scale = abs(number.true) / factor, scale_after(text, end) if factor > 1 else None
    if scale is not None and not reading.point and not reading.grouping:
        reading = replace(reading, point=decimal_mark(text, end, scale))
    short = reading.value < 1000 and scale is None
    return reading.spell(value, grouping=number.grouping if short else None, pad=scale is None)


def _reach(text: str, end: int) -> int:
    """How many characters behind a numeral tell whether it goes on, and what it counts."""
    after = text[end : end + 1]
    return _LONGEST_ESCAPE if after in _ESCAPES else LONGEST_SEX if after in SEXES else 5


def _ends(text: str, start: int, end: int, numeral: str) -> Iterator[int]:
    """Where the numeral may end: all of it; or before a space, or before a comma that parts two cells."""
    yield end
    if " " in numeral:
        yield start + numeral.index(" ")
    escape = ESCAPED_MARK.search(numeral)
    if escape is not None:
        yield start + escape.start()
    elif "," in numeral and (not readings(numeral) or text[start - 1 : start] in (",", "\n", ";")):
        yield start + numeral.index(",")


def _unit(glued: str, number: Number) -> bool:
    return bool(glued) and (
        glued.lower() in age_units() if number.entity_type == "AGE" else number.trail.startswith(glued)
    )


def _of_sign(text: str, start: int, numbers: Sequence[Number]) -> Sequence[Number]:
    """The numbers that may be restored behind the sign that stands there, or behind none."""
    numbers = [number for number in numbers if number.is_turned or (number.true < 0) == (number.released < 0)]
    if not _SIGN.search(text, max(0, start - _LONGEST_SIGN), start):
        return numbers
    kept = [number for number in numbers if not number.is_turned or number.released < 0]
    return [number for number in kept if number.released < 0] or kept


def _turned(text: str, place: tuple[int, int], number: Number, written: str, evidence: str) -> Found:
    """A number that has the other sign than its release: the sign before it goes, or one is written."""
    start, end = place
    sign = _SIGN.search(text, max(0, start - _LONGEST_SIGN), start)
    if sign is not None:
        return Found(sign.start(), end, sign[0][1:] + written, number.entry, evidence)
    if _BRACKET.search(text, max(0, start - _LONGEST_SIGN), start) and text[end : end + 1] == ")":
        return Found(start, end, text[start:end], number.entry, "number", "its sign is written with brackets")
    return Found(start, end, f"-{written}", number.entry, evidence)
