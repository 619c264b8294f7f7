"""Ids that organizations make up: records, orders, customers, and street addresses."""

from __future__ import annotations

import re
from functools import cache
from string import ascii_uppercase

from privacy_chains.errors import FormatError
from privacy_chains.formats._words import word_class
from privacy_chains.formats.alphanumeric import AlphanumericFormat
from privacy_chains.formats.base import Format, Reading
from privacy_chains.formats.composite import Composite, Segment
from privacy_chains.formats.places import ListedPlaces, us_state_codes
from privacy_chains.formats.regular import RegexFormat

__all__ = ["RecordFormat", "StreetAddressFormat"]

_MARKS = frozenset(
    (  # noqa: SIM905  # words read best as words
        "acc acct app bk bkg bl case cl clm cn conf cust cus emp en fac hos hosp hrn id inv invoice kd mem mr mrn "
        "no nr ord order ords ou pat patient pid po pol pt re ref res req rma rn sales ship shp sn so sub tkt tk "
        "tr trk tx txn usr user wo"
    ).split()
)
_MARK = re.compile(r"(?P<mark>[A-Za-z]{2,8})(?=[^A-Za-z])")


class RecordFormat(Composite):
    """Numbers of records, orders and the like: a leading mark such as ``ORD-`` or ``MRN`` is kept, the rest enciphered.

    Args:
        name: Names the domain.
    """

    reading: Reading = "code"
    keeps = "a leading mark that says what the number is of, length, separators, case, places of digits"

    def __init__(self, name: str) -> None:
        self._body = AlphanumericFormat(name, fold_case=True)

    def segments(self, text: str) -> list[Segment]:
        found = _MARK.match(text)
        start = found.end() if found and found["mark"].lower() in _MARKS else 0
        if not any(map(str.isalnum, text[start:])):
            start = 0
        return [Segment(start, len(text), self._body)]


_KEPT = frozenset(
    (  # noqa: SIM905  # words read best as words
        "a al alle allee aly and ap apartment apt at ave avenida avenue av bd bei bldg blvd boulevard box "
        "building by c calle center centre chaussee chemin circle cir close corner corso cours court cres crescent "
        "crossing ct da dam de del della der des di do dr drive du e east el en et expressway expy fl flat floor "
        "fwy gasse gate gracht grove gt highway hill hwy im in impasse intersection junction kade la laan lane "
        "las le les ln loop los m mews n ne north northeast northwest nw o of on p parade park parkway passage "
        "piazza pike pkwy pl place platz plaza plein plz point po promenade quai quay rd ring road room route row "
        "rte rua rue s se singel south southeast southwest sq square st ste str strada strasse street suite sw "
        "terrace the trail trl ulica und unit van via viale vom von walk way weg west wharf y yard z zu zum zur "
        "étage straße"
    ).split()
)
"""Words of addresses that say what a thing is, not which one."""

_TOKEN = re.compile(r"[^\W_]+")
_STATE = re.compile(r"[A-Z]{2}(?=[\s,]{1,3}[0-9]{5}(?![^\W_]))")
_ENDINGS = ("strasse", "stra\u00dfe", "straat", "gasse", "platz", "gracht", "laan", "weg", "kade", "plein", "str")
_NUMBER = re.compile(r"(?P<number>[1-9][0-9]*)(?P<letter>[A-Za-z]?)", re.ASCII)
_ORDINAL = re.compile(r"[1-9][0-9]*(?:st|nd|rd|th)", re.IGNORECASE | re.ASCII)


@cache
def _other_letters() -> RegexFormat:
    """Two capitals that are no code of a US state."""
    states, letters = us_state_codes(), ascii_uppercase
    pairs = "|".join(f"{first}[{''.join(x for x in letters if first + x not in states)}]" for first in letters)
    return RegexFormat(pairs, name="address/letters")


class StreetAddressFormat(Composite):
    """Street addresses: house numbers become numbers of the same length, and names other names.

    Words such as ``Street``, ``Apt`` or ``rue`` are kept, and the ending of ``Hauptstra\u00dfe``. The code of a US
    state before a ZIP code becomes that of another, the same one as where it stands by itself.

    Args:
        names: The format of the names in an address, word by word.
    """

    keeps = "kind of street, directions, unit words, number of words and digits, punctuation, case"

    def __init__(self, names: Format) -> None:
        self._names = names
        self._numbers = RegexFormat("[1-9][0-9]*", name="address/number")
        self._states = ListedPlaces()
        self._digits = AlphanumericFormat("address/digits", fold_case=True, reading="exact")

    def segments(self, text: str) -> list[Segment]:
        segments = [segment for found in _TOKEN.finditer(text) for segment in self._token(text, *found.span())]
        if not segments:
            msg = "the value holds no house number and no name"
            raise FormatError(msg)
        return segments

    def _token(self, text: str, start: int, end: int) -> list[Segment]:
        """The stretches of one word or number that are enciphered."""
        word = text[start:end].casefold()
        number = _NUMBER.fullmatch(text, start, end)
        if number:
            letter = [Segment(number.end("number"), end, self._digits)] if number["letter"] else []
            return [Segment(start, number.end("number"), self._numbers), *letter]
        if any(map(str.isdigit, word)):
            # The ending of an ordinal stays: 42nd may become 71nd, which people and models still read as one.
            ordinal = _ORDINAL.fullmatch(word)
            return [Segment(start, end - 2, self._numbers) if ordinal else Segment(start, end, self._digits)]
        if _STATE.match(text, start):
            return [Segment(start, end, self._states if text[start:end] in us_state_codes() else _other_letters())]
        if word in _KEPT or word_class(word).startswith("cue-street"):
            return []
        ending = next((ending for ending in _ENDINGS if word.endswith(ending) and len(word) > len(ending) + 2), "")
        return [Segment(start, end - len(ending), self._names if not ending else self._digits)]
