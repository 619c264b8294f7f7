"""Names of places: cities, regions and countries."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from privacy_chains.errors import FormatError
from privacy_chains.formats._language import SHARED_BY_PLACES
from privacy_chains.formats._phrases import PhraseFormat
from privacy_chains.formats.base import FirstOf, OneLook, Part, Reading, Write
from privacy_chains.formats.letters import fold, unfold
from privacy_chains.formats.name_lists import read_table
from privacy_chains.lazy import lazily

__all__ = ["ListedPlaces", "SpelledPlaces", "is_country", "is_listed", "place", "us_state_codes"]

_TABLE = "places_v1.txt"
_STRETCH = lazily(r"[^,;/()\n\t|]+")


@dataclass(frozen=True, slots=True)
class _Place:
    kind: str
    rank: int


@cache
def _places() -> tuple[Mapping[str, Sequence[str]], Mapping[str, _Place]]:
    classes = {kind: values.split("|") for kind, values in read_table(_TABLE).items()}
    ranks = {fold(name): _Place(kind, rank) for kind, names in classes.items() for rank, name in enumerate(names)}
    return classes, ranks


class ListedPlaces(OneLook):
    """Places in the frozen lists: ``Paris, France`` becomes another French city and another country.

    Each place between commas is one part. A city or region stays a city or region of its country, and a country stays
    within its language. A place may be written as listed, in capitals or in lower case.
    """

    keeps = "the kind of place, its country (of a country: its language), letter case and punctuation"
    reading: Reading = "words"

    def read(self, text: str) -> tuple[tuple[Part, ...], Write]:
        classes, _ = _places()
        listed = _listed(text)

        def write(ranks: Sequence[int]) -> str:
            written: list[str] = []
            position = 0
            for place, ((start, end), one, case) in enumerate(listed):
                written += (text[position:start], _CASES[case](classes[one.kind][ranks[place]]))
                position = end
            return "".join((*written, text[position:]))

        return tuple([Part(f"LOCATION/{one.kind}", len(classes[one.kind]), one.rank) for _, one, _ in listed]), write


_CASES: Mapping[str, Callable[[str], str]] = {"listed": str, "lower": fold, "upper": lambda name: unfold(fold(name))}


def _listed(text: str) -> list[tuple[tuple[int, int], _Place, str]]:
    """The places in a text. All of them must be listed.

    Raises:
        FormatError: A place is not listed, or there is none.
    """
    classes, ranks = _places()
    found: list[tuple[tuple[int, int], _Place, str]] = []
    for match in _STRETCH.finditer(text):
        name = match.group().strip()
        if not name:
            continue
        start = match.start() + match.group().index(name)
        one = ranks.get(fold(name))
        case = _case(name, classes[one.kind][one.rank], one.kind) if one else ""
        if not one or not case:
            msg = "the value is not a listed place"
            raise FormatError(msg)
        found.append(((start, start + len(name)), one, case))
    if not found:
        msg = "the value holds no place"
        raise FormatError(msg)
    return found


def _case(name: str, listed: str, kind: str) -> str:
    """The letter case of a listed name. Codes of regions are read only as listed."""
    if name == listed:
        return "listed"
    cases = () if kind.startswith("region-code") else ("lower", "upper")
    return next((case for case in cases if _CASES[case](listed) == name), "")


def is_country(name: str) -> bool:
    """Whether ``name`` is a country's name in the frozen lists, in any of their languages and any letter case."""
    found = _places()[1].get(fold(name))
    return found is not None and found.kind.startswith("country.")


def is_listed(name: str) -> bool:
    """Whether the frozen lists hold ``name``, in a letter case in which it is read. Codes do not count."""
    classes, ranks = _places()
    found = ranks.get(fold(name))
    if found is None or found.kind.startswith("region-code"):
        return False
    return _case(name, classes[found.kind][found.rank], found.kind) != ""


@cache
def us_state_codes() -> frozenset[str]:
    """The postal codes of US states: ``CA``."""
    return frozenset(read_table(_TABLE)["region-code.us"].split("|"))


class SpelledPlaces(PhraseFormat):
    """Any other place. Its words are enciphered one by one; ``New``, ``Bay``, ``Lake``, ``Street`` and the like stay.

    In a name of only such words, these become others. Numbers become numbers of the same length.
    """

    def __init__(self) -> None:
        super().__init__("LOCATION", ("word", "cue-"), general=SHARED_BY_PLACES)


def place() -> FirstOf:
    """The format of LOCATION: listed places stay within their lists, others are spelled. Neither becomes the other."""
    return FirstOf(ListedPlaces(), SpelledPlaces())
