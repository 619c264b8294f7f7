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
from privacy_chains.language.lexicon import word_set
from privacy_chains.language.patterns import worded
from privacy_chains.lazy import lazily

__all__ = ["MAX_AGE", "OPENINGS", "find_ages"]

MAX_AGE = 120
"""Numbers above this are not ages of people."""

_GAP = r"[\s_\-\u2013]{1,3}"
_N = rf"(?:[0-9]{{1,3}}+|{SMALL_NUMBER_WORDS})"
_RANGE = rf"(?P<%s>{_N})(?:(?:\s?+[\-\u2013\u2014]\s?|\s{{1,2}}{{to|and|or}}\s{{1,2}})(?P<%s>{_N}))?"
_END = rf"(?![.,][0-9])(?:{AFTER}|(?={{age_sign}}(?!\w)))(?!\s?%)"
_CLOSED = rf"{YEARS}(?={PUNCTUATION}|[^\S\n]{{0,3}}\n|\s{{1,3}}{{sex}}\b)"

_ANNOUNCED = (
    r"(?:{age_noun}(?:(?:\s{behind_age_noun}){1,2}|\s?(?:/\s?{sex}|[\s_(]?{in_years}(?=[\"')]?\s?[:=])\)?))?"
    r"|{how_old}(?=:))"
)
_SO_OLD = r"(?:{age_noun}(?:\s{behind_age_noun}){1,2}|{aged})\s{1,2}"
_ABOUT = r"(?:{age_adverb}\s|~\s?)?"
_SIGNED = (
    rf"(?:{BOLD}(?=[\s:]))?[\"']?(?:"
    rf"[^\S\n]{{0,2}}[._\u2026]{{0,60}}(?:{COLON}\s{{0,2}}|[=|]?[^\S\n]{{0,2}})"  # a line ends behind a colon alone
    rf"|[^\S\n]?(?:[\u2013\u2014]|(?<=[^\S\n])-(?=\s))[^\S\n]?(?=[0-9]{{1,3}}{_CLOSED})"
    r"|>(?=\s?[0-9]{1,3}\s?</)"
    r")"
)
_MARKED = (
    rf"(?:{_ANNOUNCED}{_SIGNED}|{_SO_OLD}"
    r"|(?<![den]\s){age_noun}\s?\((?=[0-9]{1,3}\)[^\S\n]?(?:[;|\n]|$|,\s{sex}\b)))"
    rf"(?:(?<=[\s:|=]){BOLD})?[\"']?{_ABOUT}"
)
_NOT_AN_AGE = rf"(?!\s?{any_of('ages_not_an_age')}\b)"
_TURNED = r"{turns_age}\s{1,2}"
_TURNED_END = rf"(?={PUNCTUATION}|\s{{1,2}}(?!{any_of('ages_turned_end')}\b)\w)"
_AM = r"{person_is}\s{1,2}(?:{age_adverb}\s{1,2})?"
_OF_AGE = (
    r"\s?-?{aged_adjective}\s(?:[^\W\d_]{3,16}{adjective_ending}\s)?[^\W\d_]{0,12}{aged_person}(?!\w)"
    r"|(?P<nominal>-(?i:{aged_noun}))(?!\w)"
)
_OLD = (
    r"(?:,?\s{0,2}[\-\u2013]?\s{0,2}{age_phrase}(?!\w)"
    r"|\s{1,2}(?P<years>{own_years})(?!\w)"
    rf"|{_OF_AGE}"
    r"|/?[fm](?=\s{behind_sex}(?!\w)))"  # 68F with chest pain
)
_INFANT = r"\s?-?{age_month|age_week|age_day}(?=[\s\-]{1,2}{old}(?!\w))"
_AGE = worded(
    rf"(?:{BEFORE_DIGITS}(?<![$\u20ac\u00a3])(?<!m[ai][nx]-)|{{behind:name_label}}(?={{age_noun}}))(?:"
    rf"{_MARKED}{_RANGE % ('announced', 'announced2')}{_END}{_NOT_AN_AGE}"
    rf"|{_TURNED}(?P<turned>{_N}){_END}{_TURNED_END}"
    rf"|{_AM}(?P<am>{_N}){IS_SAID}"
    rf"|{_RANGE % ('old', 'old2')}{_OLD}"
    rf"|(?P<infant>{_N}{_INFANT})"
    rf")",
    gap=_GAP,
)
_ABOVE = worded(
    rf"{BEFORE_DIGITS}{_ANNOUNCED}{BOLD}?[\"']?[^\S\n]{{0,2}}\n{{1,2}}(?P<below>[0-9]{{1,3}}){YEARS}(?=[^\S\n]{{0,4}}(?:\n|$))",
    gap=_GAP,
)
"""The age has a line of its own, below the word's."""
_OPENING, _OPENING_ABOVE = Opening(_AGE), Opening(_ABOVE)
OPENINGS = (_OPENING, _OPENING_ABOVE)
"""The first letters of what announces something."""
_CELLS = lazily(r"[,;|\t]|\S {2,}\Z")
_GROUPS = ("announced", "announced2", "turned", "am", "old", "old2", "infant")
_NAME_HAS = worded(r"(?P<name>[^\W\d_]+)\s{has_years}\s\Z")
_HAVE = worded(rf"(?<!\w)(?:{HAVING_YEARS}|{{says_years|person_is}})\s{{1,2}}\Z")
_PERSON_OF = worded(rf"(?<!\w){PEOPLE_OF}\s{{1,2}}\Z")
_OF_WHAT = worded(r"\s(?:{of_years}\b|d['\u2019])")
_NAMED = lazily(r"[^\W\d_a-z\u00df-\u00ff][^\W\d_]+,\s\Z")
_NOTHING_COUNTED = worded(r"\s*(?:[,.;:!?)]|$|\n)|\s{behind_age}\b")
_DIGITS = lazily(r"[0-9]+")
_LONGEST_BEFORE = 56


def find_ages(reading: ValueReading) -> Iterator[FoundValue]:
    """The ages in ``text``: 0 to 120, in digits or English words."""
    text = reading.text
    for found in matches(_AGE, reading.lower, reading.beginning(_OPENING, reading.small)):
        if found["years"] and not _are_somebodys(text, found):
            continue
        if found["nominal"] and text[found.start("nominal") + 1 : found.end("nominal")] not in word_set("aged_noun"):
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
