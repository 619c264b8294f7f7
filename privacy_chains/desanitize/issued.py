"""What was issued in a request: the pairs of surrogate and original that an answer is read back with."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Literal, NoReturn

from privacy_chains.dependencies.answers import ComputedAnswer
from privacy_chains.errors import DesanitizeError
from privacy_chains.formats.base import Reading

__all__ = ["Issued", "distinct", "entries_by_surrogate", "with_years"]


@dataclass(frozen=True, slots=True, repr=False)
class Issued:
    """One surrogate that was issued in this request. Its repr and pickle never show a value.

    Attributes:
        entity_type: The entity type's name.
        original: The value as it stood in the caller's text.
        surrogate: The value as it stands in the sanitized text.
        reading: How a model may respell it: the format's ``reading``, or ``"number"`` for Category II.
        number: Category II: the true number, in the type's unit.
        released: Category II: the released number, in the type's unit.
    """

    entity_type: str
    original: str
    surrogate: str
    reading: Reading | Literal["number"]
    number: Fraction | None = None
    released: Fraction | None = None

    def __repr__(self) -> str:
        return f"Issued(entity_type={self.entity_type!r}, reading={self.reading!r})"

    def __reduce__(self) -> NoReturn:
        msg = "an issued surrogate holds a clear value and cannot be pickled"
        raise DesanitizeError(msg)

    @classmethod
    def of_answer(cls, answer: ComputedAnswer) -> Iterator[Issued]:
        """The spellings of a number that a formula gives for the answer; the words of its name identify it."""
        kind = answer.name.upper()
        for (surrogate, released), (original, true) in answer.spellings():
            yield cls(kind, original, surrogate, "number", true, released)

    def reversed(self) -> Issued:
        """The pair in the other direction: from the original to the surrogate."""
        return Issued(self.entity_type, self.surrogate, self.original, self.reading, self.released, self.number)


def with_years(issued: Iterable[Issued]) -> Iterator[Issued]:
    """The pairs, each date of birth followed by its year, which an answer may state alone: ``born in 1976``."""
    for item in issued:
        yield item
        if item.entity_type == "DATE_OF_BIRTH" and item.reading == "number":
            true, released = _year(item.number), _year(item.released)
            if true is not None and released is not None and str(released)[2:] in item.surrogate:
                yield Issued("YEAR_OF_BIRTH", str(true), str(released), "number", Fraction(true), Fraction(released))


def _year(day: Fraction | None) -> int | None:
    """The year of a day that is counted from the first of January of year 1."""
    if day is None or not 1 <= day < date.max.toordinal():
        return None
    return date.fromordinal(int(day)).year


def distinct(issued: Iterable[Issued]) -> tuple[Issued, ...]:
    """Each pair once, without pairs whose surrogate is the original."""
    kept: dict[tuple[object, ...], Issued] = {}
    for item in issued:
        if item.surrogate and (item.surrogate != item.original or item.number != item.released):
            numbers = () if item.number is None else (item.number, item.released)
            kept.setdefault((item.entity_type, item.original, item.surrogate, item.reading, *numbers), item)
    return tuple(kept.values())


def entries_by_surrogate(issued: Sequence[Issued]) -> dict[tuple[str, str], dict[str, int]]:
    """The originals of each surrogate of a type, with the first entry of each."""
    entries: dict[tuple[str, str], dict[str, int]] = defaultdict(dict)
    for entry, item in enumerate(issued):
        entries[item.entity_type, item.surrogate].setdefault(item.original, entry)
    return entries
