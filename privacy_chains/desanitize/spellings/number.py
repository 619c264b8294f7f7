"""One released number: what it is, and which words around a numeral show that it is meant."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from privacy_chains.desanitize.issued import Issued
from privacy_chains.desanitize.spellings.number_context import Around, around
from privacy_chains.desanitize.spellings.numerals import NUMERAL, readings, scale_after, tells_itself
from privacy_chains.desanitize.spellings.owners import Owner
from privacy_chains.language import currencies
from privacy_chains.lazy import lazily
from privacy_chains.mechanisms import DEFAULT_NOISE

__all__ = ["Number"]

_CLOCK = lazily(r"[:h]\d")
_CURRENCY = lazily(rf"[{currencies.signs()}]")
_DASHES: Final = ("-", "\u2212")
_CODES: Final = frozenset(currencies.codes())


@dataclass(slots=True)
class Number:
    """One released number.

    Attributes:
        entry: Its place among the issued surrogates.
        core: The numeral in the surrogate as issued; ``lead`` and ``trail`` are what stands before and after it.
        theirs: The numeral in the original, where the rest of it is the same; otherwise empty.
        money: Whether it is an amount of money.
        codes: The currencies that it may be in.
        percent: Whether it is a percentage.
        plain: Whether the numeral is the number, unlike that of a date or a time of day.
        stands: Where it stands in the sanitized texts: the text, and its numeral's first character and end.
        owners: Of an age: the people who have it.
    """

    entry: int
    entity_type: str
    true: Fraction
    released: Fraction
    core: str
    trail: str
    theirs: str
    grouping: str
    money: bool
    codes: frozenset[str]
    percent: bool
    plain: bool
    stands: list[tuple[str, int, int]] = field(default_factory=list)
    owners: set[Owner] = field(default_factory=set)
    _seen: tuple[Around, ...] | None = None

    @property
    def seen(self) -> tuple[Around, ...]:
        """What stood around it in the sanitized texts."""
        if self._seen is None:
            self._seen = tuple(sorted({around(*place) for place in self.stands}, key=repr))
        return self._seen

    @property
    def is_turned(self) -> bool:
        """Whether its sign differs from its release; only answers by formula may have this."""
        return self.true * self.released < 0 and self.entity_type not in DEFAULT_NOISE

    @property
    def leads(self) -> Iterator[str]:
        """The signs that are removed when it is restored."""
        if self.is_turned and self.released < 0:
            for dash in _DASHES:
                yield from (dash, *(f"{dash}{sign}" for sign in currencies.signs()))

    @classmethod
    def of(cls, entry: int, item: Issued) -> Number | None:
        """The number of an issued surrogate, or None for one that carries none."""
        if item.number is None or item.released is None:
            return None
        core, trail, lead = _take_apart(item.surrogate)
        theirs, their_trail, their_lead = _take_apart(item.original)
        scaled = item.entity_type != "MEASUREMENT"  # 70 mm
        readable = _values(item, core, scaled=scaled) if core else set()
        marks = [c for c in theirs if not c.isalnum()]
        both = f"{item.surrogate} {item.original}"
        return cls(
            entry,
            item.entity_type,
            item.number,
            item.released,
            core,
            trail,
            theirs if (lead, trail) == (their_lead, their_trail) else "",
            marks[0] if len(theirs) > 4 and marks and len(theirs.split(marks[0])[1]) == 3 else "",
            money=item.entity_type == "MONEY" or _says_money(both),
            codes=currencies.codes_in(both),
            plain=not core or (abs(item.released) in readable and not _CLOCK.match(trail)),
            percent="%" in both or "PERCENT" in item.entity_type,
        )

    def evidence(self, here: Around) -> Iterator[str]:
        """Reasons in the words around a number to believe that it is this one, the strongest first."""
        if self.money and here.money.agrees(self.codes):
            yield "currency"
        if here.speaks_of(self.entity_type):
            yield "type"
        yield from filter(None, (here.agrees(seen) for seen in self.seen))


def _values(item: Issued, core: str, *, scaled: bool) -> set[Fraction]:
    """What the numeral of a surrogate may say together with its magnitude."""
    end = item.surrogate.find(core) + len(core)
    scale = scale_after(item.surrogate, end)
    factors = scale.factors if scale and (scaled or tells_itself(item.surrogate, end, scale)) else (1,)
    return {reading.value * factor for reading in readings(core) for factor in factors}


def _says_money(text: str) -> bool:
    """Whether a currency stands in a value: a sign, or a code in capitals."""
    return _CURRENCY.search(text) is not None or any(code in _CODES for code in text.split())


def _take_apart(text: str) -> tuple[str, str, str]:
    numeral = NUMERAL.search(text)
    return (numeral[0], text[numeral.end() :], text[: numeral.start()]) if numeral else ("", text, "")
