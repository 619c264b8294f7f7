"""Ages: the number alone, so that the words around it keep their shape.

A span covers ``50`` in "50 years old", ``forty-three`` in "forty-three years old", and ``50`` and ``64`` in
"aged 50-64". In months, weeks or days it covers the unit too ("18 months" old), for the number means nothing
without it. Decades ("in her 40s") and bare durations ("for 5 years") are not ages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from privacy_chains.detect.patterns.ages_of_people import IS_SAID, PUNCTUATION, YEARS, ages_of_people, is_of_one_named
from privacy_chains.detect.patterns.marks import BOLD, COLON
from privacy_chains.detect.patterns.numerals import AFTER, BEFORE_DIGITS, SMALL_NUMBER_WORDS, any_of
from privacy_chains.detect.patterns.openings import Opening
from privacy_chains.detect.patterns.people import HAVING_YEARS, PEOPLE_OF
from privacy_chains.detect.patterns.reading import FoundValue, ValueReading, matches
from privacy_chains.detect.rules.tables import shape
from privacy_chains.lazy import lazily

__all__ = ["MAX_AGE", "OPENINGS", "find_ages"]

MAX_AGE = 120
"""Numbers above this are not ages of people."""

_N = rf"(?:[0-9]{{1,3}}+|{SMALL_NUMBER_WORDS})"
_RANGE = rf"(?P<%s>{_N})(?:\s?+(?:-|\u2013|\u2014|to|and|or|through)\s?(?P<%s>{_N}))?"
_END = rf"(?![.,][0-9])(?:{AFTER}|(?=y(?:/?o|rs?)?(?!\w)))(?!\s?%)"
_CLOSED = rf"{YEARS}(?={PUNCTUATION}|[^\S\n]{{0,3}}\n|\s{{1,3}}(?:sex|gender)\b)"

_ANNOUNCED = shape("ages_announced")
_ABOUT = shape("ages_about")
_LINKED = (
    rf"(?:{BOLD}(?=[\s:]))?[\"']?(?:"
    rf"[^\S\n]{{0,2}}[._\u2026]{{0,60}}(?:{COLON}\s{{0,2}}|[=|]?[^\S\n]{{0,2}})"  # a line ends behind a colon alone
    r"|(?<=aged|[es]\sof|e\sis|\swas|\sare|were|ween|from|[es\u00e9d]\sde|\svon|\u00e0\sdi|\svan)\s{1,2}"
    rf"|[^\S\n]?(?:[\u2013\u2014]|(?<=[^\S\n])-(?=\s))[^\S\n]?(?=[0-9]{{1,3}}{_CLOSED})"
    r"|\s?(?<![den]\sage\s)(?<![den]\sage)\((?=[0-9]{1,3}\)[^\S\n]?(?:[;|\n]|$|,\s(?:sex|gender|male|female)\b))"
    r"|>(?=\s?[0-9]{1,3}\s?</)"
    rf")(?:(?<=[\s:|=]){BOLD})?[\"']?{_ABOUT}"
)
_NOT_AN_AGE = rf"(?!\s?{any_of('ages_not_an_age')}\b)"
_TURNED = shape("ages_turned")
_TURNED_END = rf"(?={PUNCTUATION}|\s{{1,2}}(?!{any_of('ages_turned_end')}\b)\w)"
_AM = shape("ages_am")
_JAEHRIG = (
    r"\s?-?j\u00e4hrige?[mnrs]?\s(?:[^\W\d_]{3,16}(?:e|er|en|es)\s)?[^\W\d_]{0,12}"
    + any_of("ages_jaehrig")
    + r"(?!\w)|(?P<nominal>-j\u00e4hrige[nr]?)(?!\w)"
)
_OLD = (
    r"(?:,?\s{0,2}[-\u2013]?\s{0,2}(?:years?|yrs?)[\s\-\u2013]{1,3}(?:old|of\s+age|young)(?!\w)"
    r"|\s?-?y\s?[/.]?\s?o\.?(?!\w)|\s?-?yrs?\.?\s?old(?!\w)|-year-olds?(?!\w)"
    r"|\s{1,2}(?:jahre?\s+alt|a\u00f1os\s+de\s+edad|anni\s+di\s+et\u00e0|jaar\s+oud"
    r"|anos\s+de\s+idade|(?P<years>jahre?|ans|a\u00f1os|anni|jaar|anos))(?!\w)"
    rf"|{_JAEHRIG}"
    r"|/?[fm](?=\s(?:with|w/|who|present|c/o|s/p|hx|admitted)))"  # 68F with chest pain
)
_INFANT = shape("ages_infant")
_AGE = lazily(
    rf"(?=[0-9ac-fhilnoqstwz\u00e2])(?:{BEFORE_DIGITS}(?<![$\u20ac\u00a3])(?<!m[ai][nx]-)|(?<=[en][rt]_)(?=age))(?:"
    rf"{_ANNOUNCED}{_LINKED}{_RANGE % ('announced', 'announced2')}{_END}{_NOT_AN_AGE}"
    rf"|{_TURNED}(?P<turned>{_N}){_END}{_TURNED_END}"
    rf"|{_AM}(?P<am>{_N}){IS_SAID}"
    rf"|{_RANGE % ('old', 'old2')}{_OLD}"
    rf"|(?P<infant>{_N}{_INFANT})"
    rf")"
)
_ABOVE = lazily(
    rf"{BEFORE_DIGITS}{_ANNOUNCED}{BOLD}?[\"']?[^\S\n]{{0,2}}\n{{1,2}}(?P<below>[0-9]{{1,3}}){YEARS}(?=[^\S\n]{{0,4}}(?:\n|$))"
)
"""The age has a line of its own, below the word's."""
_OPENING, _OPENING_ABOVE = Opening(_AGE), Opening(_ABOVE)
OPENINGS = (_OPENING, _OPENING_ABOVE)
"""The first letters of what announces something."""
_CELLS = lazily(r"[,;|\t]|\S {2,}\Z")
_GROUPS = ("announced", "announced2", "turned", "am", "old", "old2", "infant")
_NAME_HAS = lazily(shape("ages_name_has"))
_HAVE = lazily(
    r"(?<!\w)"
    rf"(?:{HAVING_YEARS}|" + any_of("ages_have") + r")\s{1,2}\Z"
)
_PERSON_OF = lazily(rf"(?<!\w){PEOPLE_OF}\s{{1,2}}\Z")
_OF_WHAT = lazily(r"\s(?:de|di|d['\u2019])")
_NAMED = lazily(r"[^\W\d_a-z\u00df-\u00ff][^\W\d_]+,\s\Z")
_NOTHING_COUNTED = lazily(shape("ages_nothing_counted"))
_DIGITS = lazily(r"[0-9]+")
_LONGEST_BEFORE = 56


def find_ages(reading: ValueReading) -> Iterator[FoundValue]:
    """The ages in ``text``: 0 to 120, in digits or English words."""
    text = reading.text
    for found in matches(_AGE, reading.lower, reading.beginning(_OPENING, reading.small)):
        if found["years"] and not _are_somebodys(text, found):
            continue
        if found["nominal"] and text[found.start("nominal") + 1] != "J":
            continue
        for group in filter(found.__getitem__, _GROUPS):
            yield from _age(text, *found.span(group))
    if "\n" in text:
        for found in matches(_ABOVE, reading.lower, reading.words(_OPENING_ABOVE)):
            if not _CELLS.search(text, text.rfind("\n", 0, found.start()) + 1, found.start()):
                yield from _age(text, *found.span("below"))
    for start, end in ages_of_people(reading):
        yield from _age(text, start, end)


def _are_somebodys(text: str, found: re.Match[str]) -> bool:
    """Whether years, in a language where ages are years that somebody has, are somebody's age."""
    before = text[max(0, found.start() - _LONGEST_BEFORE) : found.start()]
    if before.endswith("("):
        return text.startswith(")", found.end())
    if _PERSON_OF.search(before.lower()):
        return _OF_WHAT.match(text, found.end()) is None
    alone = _NOTHING_COUNTED.match(text, found.end()) is not None
    if not alone:
        return False
    return bool(_HAVE.search(before.lower()) or _NAMED.search(before)) or is_of_one_named(
        _NAME_HAS, text, found.start()
    )


def _age(text: str, start: int, end: int) -> Iterator[FoundValue]:
    digits = _DIGITS.match(text, start, end)
    if digits is None or int(digits[0]) <= MAX_AGE:
        yield FoundValue(start, end, "AGE", 0.9)
