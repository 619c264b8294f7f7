"""Street addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from string import ascii_uppercase

from privacy_chains.errors import FormatError
from privacy_chains.formats.alphanumeric import AlphanumericFormat
from privacy_chains.formats.base import Format, Reading
from privacy_chains.formats.composite import Composite, Segment
from privacy_chains.formats.places import ListedPlaces, is_listed, us_state_codes
from privacy_chains.formats.regular import RegexFormat
from privacy_chains.formats.word_classes import word_class
from privacy_chains.lazy import lazily

__all__ = ["StreetAddressFormat"]

_KEPT = frozenset(
    (  # noqa: SIM905  # words read best as words
        "ai agli alla alle dal dalla degli dei delle dello nel "
        "a aan al alle allee aly am and andar ap apartment appt apt apto at auf av ave avenida avenue bajo bd "
        "bij bis bldg bloco blvd boulevard box building by bât bâtiment c calle casa center centre chaussee "
        "chemin cir circle cj close conj corner corso cours court cres crescent crossing ct da dam dcha de del "
        "della der des di do dr drive du e east eg el en esc escalera esq et etage expressway expy fl flat floor "
        "fwy gasse gate gracht grove gt het highway hill hinterhaus hwy im impasse in int interno "
        "intersection izda izq junction kade km la laan lane las le les lieudit ln loja loop los lot lote m mews "
        "n ne north northeast northwest num nw núm o of og on op p palazzina parade park parkway passage piazza "
        "pike piso pkwy pl place platz plaza plein plz po point promenade puerta quadra quai quay rd ring "
        "road room route row rte rua rue résidence s scala se singel so south southeast southwest sq square st "
        "ste str strada strasse straße street suite sw ten ter terrace the trail trl ulica und unit van via "
        "viale vom von vorderhaus w walk way weg west wharf y yard z za zu zum zur zza ático étage"
        " ii iii iv vii viii ix xii xiii xiv"
        " te"  # codespell:ignore te
    ).split()
)
"""Words in addresses that say what a thing is, not which one it is. Frozen: a change makes old surrogates
unreadable."""

_TOKEN = lazily(r"[^\W_\u00aa\u00ba]+")
"""A word or number. The signs of Spanish ordinals stay: ``3\u00ba``."""
_DUTCH_LETTERS = lazily(r"(?<=[0-9]{4}\s)[A-Z]{2}(?![^\W_])")
_STATE = lazily(r"[A-Z]{2}(?=[\s,^]{1,3}[0-9]{5}(?![^\W_])|(?<=[^\W\d_],\s..)\Z|(?<=[^\W\d_]\s..)\Z)")
_ENDINGS = tuple(
    (  # noqa: SIM905  # words read best as words
        "strasse straße straat gasse gracht platz plads plein torget allee allé laan damm ufer kade dijk dreef singel "
        "gatan gaten gata gade vägen vegen veien väg weg vej vei katu str"
    ).split()
)
"""Endings of compound street names; none is the end of another. Frozen."""
_SHORTEST_STEM = 3
_RUN = lazily(r"[^\W\d_][^\d_,;:/()|^\t\n]*")
_AROUND = (r"\A(?P<name>.+?)[\s.\-]*\Z", r"\A(?:[A-Z]{1,3}[\s-])?(?P<name>.+?)(?:\s[A-Z]{2,3})?[\s.\-]*\Z")
"""A name alone, or between codes: ``AB Amsterdam``, ``Springfield IL``."""
_NUMBER = lazily(r"(?P<number>[1-9][0-9]*)(?P<letter>[A-Za-z]?)", re.ASCII)
_ORDINAL = lazily(r"[1-9][0-9]*(?:st|nd|rd|th)", re.IGNORECASE | re.ASCII)


@cache
def _other_letters() -> RegexFormat:
    """Two capitals that are not the code of a US state."""
    states, letters = us_state_codes(), ascii_uppercase
    pairs = "|".join(f"{first}[{''.join(x for x in letters if first + x not in states)}]" for first in letters)
    return RegexFormat(pairs, name="address/letters")


class StreetAddressFormat(Composite):
    """Street addresses: house numbers become numbers of the same length, and names become other names.

    Words such as ``Street``, ``Apt`` or ``rue`` are kept. So is the ending of ``Hauptstra\u00dfe``; its stem is treated
    like any other name. Listed places between commas and numbers, and the code of a US state before a ZIP code or at
    the end, are exchanged within their lists, like places outside addresses. The surrogates differ from those outside
    addresses, because each type has its own keys.

    Args:
        names: The format of the names in an address, word by word.
    """

    keeps = "kind of street, directions, unit words, number of words and digits, punctuation, case"
    reading: Reading = "address"

    def __init__(self, names: Format) -> None:
        self._names = names
        self._numbers = RegexFormat("[1-9][0-9]*", name="address/number")
        self._places = ListedPlaces()
        self._digits = AlphanumericFormat("address/digits", fold_case=True, reading="exact")

    def segments(self, text: str) -> list[Segment]:
        segments, position = [], 0
        for start, end in _listed_places(text):
            segments += [*self._words(text, position, start), Segment(start, end, self._places)]
            position = end
        segments += self._words(text, position, len(text))
        if not segments:
            msg = "the value holds no house number and no name"
            raise FormatError(msg)
        return segments

    def _words(self, text: str, start: int, end: int) -> Iterator[Segment]:
        for found in _TOKEN.finditer(text, start, end):
            yield from self._token(text, *found.span())

    def _token(self, text: str, start: int, end: int) -> list[Segment]:
        """The parts of one word or number that are enciphered."""
        word = text[start:end].lower()
        number = _NUMBER.fullmatch(text, start, end)
        if number:
            letter = [Segment(number.end("number"), end, self._digits)] if number["letter"] else []
            return [Segment(start, number.end("number"), self._numbers), *letter]
        if any(map(str.isdigit, word)):
            # The ending of an ordinal stays: 42nd may become 71nd, which people and models still read as one.
            ordinal = _ORDINAL.fullmatch(word)
            return [Segment(start, end - 2, self._numbers) if ordinal else Segment(start, end, self._digits)]
        if _STATE.match(text, start):
            return [Segment(start, end, self._places if text[start:end] in us_state_codes() else _other_letters())]
        if _DUTCH_LETTERS.match(text, start):
            return [Segment(start, end, self._digits)]
        if word in _KEPT or word_class(word).startswith("cue-street"):
            return []
        ending = next((ending for ending in _ENDINGS if word.endswith(ending)), "")
        stem = end - len(ending)
        return [Segment(start, stem if stem - start >= _SHORTEST_STEM else end, self._names)]


def _listed_places(text: str) -> Iterator[tuple[int, int]]:
    """The positions of listed places between commas and numbers: ``Berlin`` in ``10115 Berlin``."""
    for run in _RUN.finditer(text):
        for around in _AROUND:
            found = re.match(around, run.group())
            if found and is_listed(found["name"]) and found["name"].lower() not in _KEPT:  # Ii is a town, and a number
                yield run.start() + found.start("name"), run.start() + found.end("name")
                break
