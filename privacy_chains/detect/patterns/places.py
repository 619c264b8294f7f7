"""Places that words announce: where people were born, and what stands behind ``city``."""

from __future__ import annotations

from collections.abc import Iterator

from privacy_chains.detect.countries import is_country
from privacy_chains.detect.patterns.numerals import NO_LETTER_AFTER, NO_LETTER_BEFORE
from privacy_chains.detect.patterns.openings import Opening
from privacy_chains.detect.patterns.reading import FoundValue, ValueReading, matches
from privacy_chains.formats.places import is_listed, us_state_codes
from privacy_chains.language.patterns import worded
from privacy_chains.lazy import lazily

__all__ = ["OPENINGS", "find_places"]

_CUE = worded(
    rf"{NO_LETTER_BEFORE}(?:(?P<told>{{born}}|{{born_before_on}}(?= {{behind_born}}\b))|(?P<birth>{{birthplace}})"
    rf"|{{town_label}}){NO_LETTER_AFTER}",
    gap=r"[\s_\-]{0,2}",
)
_OPENING = Opening(_CUE)
OPENINGS = (_OPENING,)
"""The first letters of what announces something."""
_PIECE = r"[^\s;:!?().]{1,40}"
_PLAIN = rf"{_PIECE}(?:\.{_PIECE}){{0,4}}(?:(?:(?<=\b\w)|(?<=\b\w\w)|(?<=\b\w\w\w))\.)?"
"""A word, a date or an initial; no sentence ends with it."""
_CAPITAL = r"(?=[^\W\d_a-z])"
_UP_TO_PLACE = worded(
    rf"(?: {_PLAIN}){{0,7}}? (?i:{{birth_in}}) (?!(?i:{{month|short_month|part_of_year:en}})\b){_CAPITAL}"
)
"""A name, a date, and the word before a place. Of what stands between, only the number of words counts."""
_BEHIND_BIRTH = worded(rf"(?: (?i:{{be}}))?[ \"'\u2019*:=|]{{1,8}}{_CAPITAL}")
_BEHIND_KEY = worded(rf"(?: {{be}} |[ \"'\u2019*]{{0,3}}[:=|][ \"'\u2019*]{{0,4}}){_CAPITAL}")
_BEFORE = {"told": _UP_TO_PLACE, "birth": _BEHIND_BIRTH}
_WORD = r"[^\W\d_a-z][\w'\u2019\-]{0,40}"
_SHORT = r"(?:(?<=\bSt)|(?<=\b[A-Z]))\."
_RUN = worded(rf"{_WORD}(?:{_SHORT})?(?: (?:{{place_particle}} ){{0,2}}{_WORD}(?:{_SHORT})?){{0,5}}")
_PART = r"[^\s,;\"|<>(){}\[\]]{1,40}"
_STRETCH = lazily(rf"{_PART}(?: {_PART}){{0,7}}")
_NEXT = lazily(rf", ?{_CAPITAL}")
_MOST = 3
"""Places in a row."""


def find_places(reading: ValueReading) -> Iterator[FoundValue]:
    """Places told as those of a birth, listed ones behind keys, and the listed regions behind both; no countries."""
    text = reading.text
    for cue in matches(_CUE, reading.lower, reading.words(_OPENING)):
        kind = cue.lastgroup or ""
        before = _BEFORE.get(kind, _BEHIND_KEY).match(text, cue.end())
        if not before:
            continue
        start = before.end()
        end = _listed(text, start)
        run = _RUN.match(text, start) if kind else None
        end = max(end, run.end()) if run else end
        if end > start and not is_country(text[start:end]):
            yield FoundValue(start, end, "LOCATION", 0.9)
            yield from _regions(text, end)


def _regions(text: str, end: int) -> Iterator[FoundValue]:
    """Listed places that follow behind commas."""
    for _ in range(_MOST - 1):
        following = _NEXT.match(text, end)
        end = _listed(text, following.end()) if following else 0
        if not following or not end or is_country(text[following.end() : end]):
            return
        yield FoundValue(following.end(), end, "LOCATION", 0.9)


def _listed(text: str, start: int) -> int:
    """Where the longest listed place ends that begins at ``start``; 0 where none does."""
    stretch = _STRETCH.match(text, start)
    name = stretch[0] if stretch else ""
    while name:
        bare = name.rstrip(".'\u2019*")
        if is_listed(bare) or bare in us_state_codes():
            return start + len(bare)
        name = name.rpartition(" ")[0]
    return 0
