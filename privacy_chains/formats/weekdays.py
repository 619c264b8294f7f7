"""Names of the days of the week: a ring turned by a rotation, so that distances stay the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from privacy_chains.errors import FormatError
from privacy_chains.formats._ranked_months import FURTHER
from privacy_chains.formats.base import OneLook, Part, Reading, Write
from privacy_chains.formats.months import in_order
from privacy_chains.language.lexicon import entries

__all__ = ["DAYS", "FULL_DAYS", "RINGS", "SHORT_DAYS", "WEEKDAYS", "Weekday", "WeekdayFormat", "is_weekday", "weekday"]

DAYS = tuple(
    tuple(names.split())
    for names in (
        "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
        "Mon Tue Wed Thu Fri Sat Sun",
        "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag",
        "lundi mardi mercredi jeudi vendredi samedi dimanche",
        "lunes martes mi\u00e9rcoles jueves viernes s\u00e1bado domingo",
        "luned\u00ec marted\u00ec mercoled\u00ec gioved\u00ec venerd\u00ec sabato domenica",
        "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
        "segunda-feira ter\u00e7a-feira quarta-feira quinta-feira sexta-feira s\u00e1bado domingo",
    )
)
"""The names of days by language, and the English abbreviations; Portuguese last."""

SHORT_DAYS = tuple(
    tuple(names.split())
    for names in (
        "Mo Di Mi Do Fr Sa So",
        "lun mar mer jeu ven sam dim",
        "lun mar mi\u00e9 jue vie s\u00e1b dom",  # codespell:ignore vie
        "lun mar mer gio ven sab dom",
    )
)
"""The German, French, Spanish and Italian abbreviations."""


def _further_days() -> Iterator[tuple[str, ...]]:
    """The names that the lists above lack. Names common to several languages (``onsdag``) are kept separate."""
    known = {day.lower() for days in (*DAYS, *SHORT_DAYS) for day in days}
    shared: dict[str, tuple[str, ...]] = {}
    for language in in_order():
        for entry in entries("weekday", language):
            name = entry.forms[0]
            if name.lower() not in known and (name not in shared or language in FURTHER):
                shared[name] = (*shared.get(name, (entry.meaning,)), language)
    groups: dict[tuple[str, ...], list[tuple[str, str]]] = {}
    for name, (number, *of) in shared.items():
        groups.setdefault(tuple(of), []).append((number, name))
    yield from (tuple(name for _, name in sorted(group)) for group in groups.values() if len(group) > 1)


_FURTHER = tuple(_further_days())
FULL_DAYS = (*DAYS, *(days for days in _FURTHER if len(days) == len(DAYS[0])))
"""The names of all seven days by language: the frozen ones, then those of the lexicon."""
WEEKDAYS = tuple(sorted(sorted({day for days in FULL_DAYS for day in days}), key=len, reverse=True))
"""The names of days, longest first."""

_PARTS_OF_GERMAN_DAYS = "morgen", "vormittag", "mittag", "nachmittag", "abend", "nacht"
_PARTS_OF_DUTCH_DAYS = "ochtend", "morgen", "middag", "namiddag", "avond", "nacht"
_WEEK = "week"


class Ring(NamedTuple):
    """Names that are exchanged for one another.

    Attributes:
        domain: All names of one domain turn by the same distance.
        names: The names, in the order of the week.
        tails: Endings that may be joined to each name, and stay.
        short: Whether the names are abbreviations, which also have other meanings.
    """

    domain: str
    names: tuple[str, ...]
    tails: tuple[str, ...] = ()
    short: bool = False


_ENGLISH, _SHORT, _GERMAN, _FRENCH, _SPANISH, _ITALIAN, _DUTCH, _PORTUGUESE = DAYS
_GERMAN_TAILS = ("s", *(part + ending for part in _PARTS_OF_GERMAN_DAYS for ending in ("", "s")))
_DUTCH_TAILS = ("s", "en", *(part + ending for part in _PARTS_OF_DUTCH_DAYS for ending in ("", "en")))
RINGS = (
    Ring(_WEEK, _ENGLISH, ("s",)),
    Ring(_WEEK, _SHORT, short=True),
    Ring(_WEEK, _GERMAN, _GERMAN_TAILS),
    Ring(_WEEK, SHORT_DAYS[0], short=True),
    Ring(_WEEK, _FRENCH, ("s",)),
    Ring(_WEEK, _SPANISH),
    Ring(_WEEK, _ITALIAN),
    Ring(_WEEK, _DUTCH, _DUTCH_TAILS),
    Ring("feiras", _PORTUGUESE[:5]),
    Ring(
        "segundas-feiras",
        ("segundas-feiras", "ter\u00e7as-feiras", "quartas-feiras", "quintas-feiras", "sextas-feiras"),
    ),
    Ring("s\u00e1bados", ("s\u00e1bados", "domingos")),
    Ring("sabado", ("miercoles", "sabado")),
    Ring("lunedi", ("lunedi", "martedi", "mercoledi", "giovedi", "venerdi")),
    Ring("Tues", ("Tues", "Weds", "Thurs"), short=True),
    *(Ring(_WEEK if len(days) == len(DAYS[0]) else days[0], days) for days in _FURTHER),
)
"""All names, each in exactly one ring, so surrogates can be read: two Portuguese names are also Spanish."""

_CASES: tuple[Callable[[str], str], ...] = (str.lower, str.capitalize, str.title, str.upper)


@dataclass(frozen=True, slots=True)
class Weekday:
    """A day's name in a text.

    Attributes:
        ring: The names that it may become.
        rank: Its rank in the ring. Not shown in the repr, nor is the tail.
        case: Its letter case.
        tail: The ending that is joined to it.
    """

    ring: Ring
    rank: int
    case: Callable[[str], str]
    tail: str

    def __repr__(self) -> str:
        return f"Weekday({self.ring.domain!r})"

    def written(self, name: str) -> str:
        """Another name in its place."""
        return self.case(name) + self.tail


def weekday(text: str) -> Weekday:
    """Read a day's name.

    Raises:
        FormatError: ``text`` is not a day's name, or mixes upper and lower case.
    """
    lower = text.lower()
    for end in range(len(lower) if len(lower) == len(text) else 0, 1, -1):
        known = _names().get(lower[:end])
        if known is None or (end < len(lower) and lower[end:] not in known[0].tails):
            continue
        ring, rank = known
        case = next((case for case in _CASES if case(lower[:end]) == text[:end]), None)
        if case is not None:
            return Weekday(ring, rank, case, text[end:])
    msg = "the value is not the name of a day"
    raise FormatError(msg)


def is_weekday(text: str) -> bool:
    """Whether ``text`` is the name of a day."""
    try:
        weekday(text)
    except FormatError:
        return False
    return True


@cache
def _names() -> Mapping[str, tuple[Ring, int]]:
    """Every name in lower case, with its ring and its rank there."""
    return MappingProxyType({name.lower(): (ring, rank) for ring in RINGS for rank, name in enumerate(ring.names)})


class WeekdayFormat(OneLook):
    """Names of days: ``Tuesday``, ``TUESDAYS``, ``Tue``, ``Dienstagabend``, ``martes``, ``segunda-feira``.

    The days of all languages are one ring of seven, turned by the same distance: ``Tuesday`` and ``Dienstag`` become
    the same day. Portuguese has its own ring for its five working days, because the other two are also Spanish words.
    There are further rings for spellings whose seven names cannot all be distinguished from others (``Tues``,
    ``sabado``, ``lunedi``), and for names that several languages have.
    """

    keeps = "language, letter case, plural and abbreviation, how many days lie between two days"
    reading: Reading = "day"

    def read(self, text: str) -> tuple[tuple[Part, ...], Write]:
        day = weekday(text)
        names = day.ring.names

        def write(ranks: Sequence[int]) -> str:
            return day.written(names[ranks[0]])

        return (Part(f"weekday/{day.ring.domain}", len(names), day.rank, ring=True),), write
