"""Words that announce a date or a year as one of birth: in seven languages, and as the keys of records.

A date in general says little; one of birth is among the strongest of what tells people apart. What decides is words
alone, which sanitizing keeps, and that the year is 1900 or later: earlier ones say nothing of the living.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Sequence

from privacy_chains.contract.entities import OF_BIRTH
from privacy_chains.detect.patterns.numerals import AFTER, NO_TAG, PARTED, SEPARATOR, one_of
from privacy_chains.detect.patterns.openings import Opening
from privacy_chains.detect.patterns.reading import ValueReading, matches
from privacy_chains.detect.rules.tables import shape
from privacy_chains.formats.date_patterns import keyed_dates
from privacy_chains.formats.months import MONTH_NAMES
from privacy_chains.formats.spoken_dates import SPOKEN_DATE
from privacy_chains.language.patterns import worded
from privacy_chains.lazy import lazily

__all__ = ["OPENINGS", "Births", "asked_for", "is_of_birth"]

_CUE = worded(
    r"(?<![^\W_])(?:{birth_label|born}|{birth_noun}(?=[\"']?\s?[:=])|{born_before_on}(?=\s{behind_born}(?<=[^\w\s])|\s{behind_born}\b)"
    r"|(?<=[(\[]){born_letter}(?:\.(?=[\s0-9])|(?=\s)))(?![^\W_])\.?",
    gap=r"[\s_\-]{0,2}",
)
_OPENING = Opening(_CUE)
OPENINGS = (_OPENING,)
"""The first letters of what announces something."""
_PLURAL = worded(r"{births_ending}\b")
_MARKS = rf"(?:[\s:=|\"'\u2019`*?>()\[\]{{}}#,_~\-\u2013\u2014\u201c\u201d\u00ab\u00bb\\]|{NO_TAG}|{SEPARATOR})"
_OTHER = (
    r"(?:(?i:{town_beginning})|(?!{behind_birthplace}\b)[^\W\d_][^\W\d_'\u2019.\-]{0,24}(?:['\u2019\-][^\W\d_]{1,24})?)"
)
_FORMAT = r"(?:\s?[(\[][a-z./\s\-]{1,16}[)\]])"
_DIRECT = rf"{PARTED}?{_MARKS}{{0,20}}(?:{{before_birth_date}}\b\.?{_MARKS}{{1,6}}){{0,4}}{_MARKS}{{0,4}}"
_BESIDE = rf"(?:(?:,\s{_OTHER}(?:\s{_OTHER})?){{1,2}},|,\s{_OTHER}|,)?"
_PLACED = rf"(?:\s{_OTHER}){{1,5}}{_BESIDE}\s{{on_day}}\s(?:{{the}}\s)?"
_GAPS = (
    worded(rf"{_FORMAT}?{_DIRECT}"),
    worded(rf"{_FORMAT}?{_DIRECT}|{_PLACED}|(?:\s{_OTHER}){{1,4}}[,;]\s"),
)
"""What may stand between the words and a date; behind a word such as ``born``, a place or a name, too."""
_MONTHS = one_of(" ".join(sorted(MONTH_NAMES)))
_NAMED_MONTH = (
    rf"(?:{_MONTHS}\.?\s[0-3]?[0-9]{{ordinal_ending:en}}?,?\s[0-9]{{2}}"
    rf"|[0-3]?[0-9](?:{{ordinal_ending:en}}|\.)?[\s\-]?(?:{{of_date}}\s)?{_MONTHS}\.?,?[\s\-]?"
    r"(?:(?:19|20)[0-9]{2}|['\u2019]?[0-9]{2}))"
)
_BARE = (
    rf"(?P<value>{'|'.join(keyed_dates())}|(?P<year>(?:19|2[01])[0-9]{{2}})|(?:19|20)[0-9]{{2}}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])"
    rf"|[0-3]?[0-9](?P<mark>[-./ ])[0-3]?[0-9](?P=mark)(?:(?:19|20)[0-9]{{2}}|[0-9]{{2}})"
    rf"|[0-3][0-9]{{3}}(?:(?:19|20)[0-9]{{2}}|[0-9]{{2}})"
    rf"|[0-3]?[0-9](?P<roman>[-./ ])(?:x?i{{1,3}}|i?[vx]|vi{{1,3}})(?P=roman)(?:19|20)?[0-9]{{2}}"
    rf"|[mtshr][0-9]{{1,2}}\.[0-9]{{1,2}}\.[0-9]{{1,2}}|{_NAMED_MONTH}|{SPOKEN_DATE}){AFTER}(?![-/.][0-9])"
)
"""What only these words make a year or a date: ``1958``, ``19580703``, ``3.7.58``, ``22 11 79``, ``fifth of june
nineteen forty eight``, and parts in fields of their own. Months in Roman figures and Japanese years are enciphered."""
_CALLED = shape("births_called")
_BARES = (worded(rf"{_FORMAT}?{_DIRECT}{_CALLED}{_BARE}"), worded(rf"(?:{_FORMAT}?{_DIRECT}|{_PLACED}){_BARE}"))
_BORN = worded(r"{born|born_before_on}\b")
_CLOCK = r"(?:[t ][0-9:.]{4,12}z?)?"
_ALONE = lazily(rf"[ *#_\r]*{_FORMAT}?[ *#_\r]*")
_NEXT = worded(_CLOCK + r"[\"')\]]{0,2}\s{0,2}(?:,\s?)?(?:&|{and|or})\s[\"'(\[]{0,2}")
_LISTED = lazily(_CLOCK + r"[\"')\]]{0,2}\s{0,2}[,;/&\n]\s{0,8}(?:-\s)?[\"'(\[]{0,2}")
_BEFORE_CUE = worded(r"\s?[(\[]|,?\s{is_birth}\s{possessive|the}\s")
_PLACE_BETWEEN = worded(rf" (?:{{birth_in}} {_OTHER}(?: {_OTHER})? )?")
_BORN_BEHIND = worded(r"{born_behind}\.?")  # am 03.07.1958 geboren
_DEAD = lazily(r"(?<![0-9])1[6-8][0-9]{2}(?![0-9])")
_STARRED = lazily(r"(?:\w[ ]|[(,;][ ]?)\*[ ]?\Z")
"""What announces a birth in German: ``Schmidt, Anna *03.07.1958``; no list, no emphasis, no end of a password."""
_REACH = 80
"""How far behind its words a date may stand."""


class Births:
    """What the words of a text say of its dates and years.

    Args:
        reading: The text.
    """

    def __init__(self, reading: ValueReading) -> None:
        self._text = reading.lower
        self._cues = [found.span() for found in matches(_CUE, reading.lower, reading.words(_OPENING))]
        self._last: tuple[int, bool] = (-1, False)

    def __bool__(self) -> bool:
        """Whether anything may announce one."""
        return bool(self._cues) or "*" in self._text

    def bare(self) -> Iterator[tuple[int, int, str]]:
        """Where years of birth stand, from 1900 on, and dates that nothing but these words shows; with their types."""
        for start, end in self._cues:
            found = _BARES[_is_told(self._text, start)].match(self._text, end)
            if found and _may_lead(self._text, start, end, found.start("value")):
                yield *found.span("value"), "YEAR_OF_BIRTH" if found["year"] else "DATE_OF_BIRTH"

    def has_date(self, start: int, end: int) -> bool:
        """Whether a date is one of birth. Dates are asked about in reading order, for one may go on a list of them."""
        starred = _is_starred(self._text, start, end)
        if not (self._cues or starred) or _DEAD.search(self._text, start, end):
            return False
        cue = _cue_before(self._text, self._cues, start)
        listed = cue is None and 0 <= self._last[0] <= start and self._goes_on(start)
        if not (cue or listed or starred or self._is_named_later(end)):
            return False
        self._last = (end, self._last[1] if listed else cue is not None and _lists(self._text, cue, start))
        return True

    def _goes_on(self, start: int) -> bool:
        """Whether a date continues a list of dates of birth."""
        end, plural = self._last
        return bool(_NEXT.fullmatch(self._text, end, start) or (plural and _LISTED.fullmatch(self._text, end, start)))

    def _is_named_later(self, end: int) -> bool:
        """Whether what follows a date says that it is one of birth: ``1958-07-03 (DOB)``, ``is my birthday``."""
        at = bisect_left(self._cues, (end,))
        if at == len(self._cues):
            return False
        start, stop = self._cues[at]
        if _PLACE_BETWEEN.fullmatch(self._text, end, start) and _BORN_BEHIND.fullmatch(self._text, start, stop):
            return True
        if start > end + _REACH or not _BEFORE_CUE.fullmatch(self._text, end, start):
            return False
        return self._text[start - 1] not in "([" or self._text[stop : stop + 1] in (")", "]")


def is_of_birth(text: str, start: int, end: int) -> bool:
    """Whether words before a date or a year of a text announce it as one of birth."""
    window = max(0, start - 2 * _REACH)
    lower = text[window:start].lower()
    if len(lower) != start - window or _DEAD.search(text, start, end):
        return False
    cues = [found.span() for found in _CUE.finditer(lower)]
    return _cue_before(lower, cues, len(lower)) is not None


def asked_for(entity_type: str, entity_types: Collection[str]) -> str:
    """The type that a value is reported as: a date of birth is a date where nobody asks for dates of birth."""
    return entity_type if entity_type in entity_types else OF_BIRTH.get(entity_type, entity_type)


def _cue_before(text: str, cues: Sequence[tuple[int, int]], start: int) -> tuple[int, int] | None:
    """The words that announce what begins at a place, if any do."""
    at = bisect_right(cues, start, key=lambda cue: cue[1])
    if not at or start - cues[at - 1][1] > _REACH:
        return None
    cue = cues[at - 1]
    fits = _GAPS[_is_told(text, cue[0])].fullmatch(text, cue[1], start) and _may_lead(text, *cue, start)
    return cue if fits else None


def _is_starred(text: str, start: int, end: int) -> bool:
    """Whether an asterisk before a date says that it is one of birth."""
    if "*" not in text[max(0, start - 2) : start] or text.startswith("*", end):
        return False
    return _STARRED.search(text, max(0, start - 4), start) is not None


def _is_told(text: str, start: int) -> bool:
    """Whether words tell of a birth, which may say where, and are no name of a field."""
    return _BORN.match(text, start) is not None


def _may_lead(text: str, start: int, end: int, value: int) -> bool:
    """Whether words may announce what stands in a later line: with a colon, a question mark or a tag, or alone."""
    broken = text.find("\n", end, value)
    if broken < 0 or any(mark in text[end:broken] for mark in (":", "=", "?", "</")):
        return True
    alone = _ALONE.fullmatch(text, end, broken) is not None
    return alone and not text[text.rfind("\n", 0, start) + 1 : start].strip(" *#_\r")


def _lists(text: str, cue: tuple[int, int], start: int) -> bool:
    """Whether a cue announces several dates: it is in the plural, or stands alone above them."""
    return _PLURAL.search(text, *cue) is not None or "\n" in text[cue[1] : start]
