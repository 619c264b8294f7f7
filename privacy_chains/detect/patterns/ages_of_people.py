"""Ages that stand beside a person: ``Ann Reyes, 34, lives``, ``Mrs Ward (48)``, ``my husband is 53``, ``Ann Lee 44/F``.

A number in brackets is an age behind a name in full, a title and a name, a given name that is nothing else, or a
word of kinship; behind a surname alone it may as well be a citation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from privacy_chains.detect.names import NameDetector, is_given_name, is_listed_in_any_case, is_listed_name
from privacy_chains.detect.patterns.numerals import BEFORE, SMALL_NUMBER_WORDS
from privacy_chains.detect.patterns.openings import Opening
from privacy_chains.detect.patterns.people import HAVING_YEARS
from privacy_chains.detect.patterns.reading import ValueReading, matches
from privacy_chains.language.lexicon import word_set
from privacy_chains.language.patterns import worded
from privacy_chains.lazy import lazily

__all__ = ["IS_SAID", "PUNCTUATION", "YEARS", "ages_of_people", "is_of_one_named"]

YEARS = r"(?:\s?-?{age_unit|age_sign}(?!\w))?"
"""The unit that may stand behind an age, as a template."""
PUNCTUATION = r"\s{0,2}(?:[;!?)]|,(?![0-9])|\.(?![0-9])|[\u2013\u2014]|(?<=\s)-(?=\s[^\W\d])|$)"
IS_SAID = rf"(?={YEARS}(?:\s{{old}}(?!\w))?(?:{PUNCTUATION}|\s{{1,2}}{{behind_age}}\b))"
"""What follows an age that somebody is said to be, as a template."""

_Place = tuple[int, int]

# --- kin -------------------------------------------------------------------------------------------------------------

_AGE = rf"(?P<age>[0-9]{{1,3}}|{SMALL_NUMBER_WORDS})"
_CALLED = r"(?:\s(?!{is_of_age|has_years}\s)(?P<called>[^\W\d_]{2,24})(?:\s[^\W\d_]{2,24})?)?"
_KIN = worded(
    rf"{BEFORE}{{aged_person}}(?:{_CALLED}(?:['\u2019]s|\s{{is_of_age|has_years}})"
    rf"\s{{1,2}}(?:{{age_adverb}}\s)?{_AGE}{IS_SAID}|,?\s(?P<old>[0-9]{{1,3}})\s?{{age_unit|age_sign}}(?!\w))"
)
_OPENING_KIN = Opening(_KIN)
_ORDINAL = r"(?P<age>[0-9]{1,3}{ordinal_ending:en})"
_BIRTHDAY = (
    worded(rf"(?<![^\W_]){_ORDINAL}(?=\s{{birthday}}\b)"),
    worded(rf"{{behind:before_birthday}}{_ORDINAL}(?={PUNCTUATION})"),
)
"""``her 90th birthday``, ``on her 90th.``"""
_KIN_BEFORE = worded(r"(?<!\w){possessive}\s(?:[^\W\d_]{2,12}\s)?{aged_person}(?:\s[^\W\d_]{2,24}){0,2}\s\Z")

_HAVING = worded(rf"(?<!\w){HAVING_YEARS}\s\Z")
_ALONE = worded(r"[0-9]{1,3}(?=\s*(?:[,.;:!?)](?![0-9])|\Z|\n)|\s{behind_age}\b)")
"""Of somebody who has it, in languages where the years may be left out: ``ma fille en a 11``."""
_AND = r"(?:\s?[,&/]\s?(?:{and}\s)?|\s{and}\s)"
_ROW = worded(
    r"(?<!\w){children}(?:\s?[:(,\u2013-]\s?|\s{are_of_age}\s)(?:{age_noun}\s)?"
    rf"(?P<ages>[0-9]{{1,2}}(?:{_AND}[0-9]{{1,2}}){{1,7}})(?![0-9]|[.,:/%-][0-9]|\s?%)"
    r"(?=\s*(?:[,.;:!?)]|\Z|\n)|\s{age_unit|age_sign|behind_age|behind_age_beside}\b)"
)
_OPENING_ROW = Opening(_ROW)
_NUMBER = lazily(r"[0-9]+")

# --- names -----------------------------------------------------------------------------------------------------------

_APPOSED = worded(r"(?=[0-9])(?<=[^\W\d_]{2}, )[0-9]{1,3}(?=,\s{1,2}{behind_apposed_age}\b)")
_BETWEEN_COMMAS = lazily(r"[0-9]{1,3}(?=,\s{1,2}[^\W\d_])")
"""Behind a name in full, where no verb has to say that the sentence goes on: ``Ann Reyes, 34, wants``."""
_OF_PATIENT = lazily(r"(?<=[./\-\s][0-9]{4} \()[0-9]{1,3}(?=\s?[MFmf]\))")
"""Behind a date of birth: ``14/02/1951 (73M)``."""
_SAID = worded(rf"[0-9]{{1,3}}{IS_SAID}")
_NAME_IS = worded(r"(?P<name>[^\W\d_]+)(?:['\u2019]s|\s{is_of_age}(?:\s{age_adverb})?)\s\Z")
_BRACKETED = worded(rf"[0-9]{{1,3}}(?:{YEARS}|\s?/?[FMfm])(?:\)(?!\s?-?[0-9])|,\s?[^\W\d_]{{2}})")
_SEXED = lazily(r"[0-9]{1,3}\s?/\s?[FM](?![\w/])(?!\)\s?[0-9])")
_NOTED = lazily(r"(?<=\s[WBHAI]/[MF]\s)[0-9]{1,3}(?![\w/]|[.,:\-][0-9])")
"""As the police note it: ``W/F 62``."""
_LAST_WORD = lazily(r"(?<![^\W\d_])(?<!\.\s)(?P<name>[^\W\d_]+)\s\Z")
_TITLED = worded(r"(?<!\w)(?i:{honorific|pointed_title})\.?\s(?:[^\W\d_a-z\u00df-\u00ff][\w'\u2019\-]{1,24}\s){1,3}\Z")
_START_OF_NOTE = lazily(r"(?:\A|\n)[^\S\n]{0,4}(?:[*\u2022\-]\s)?\Z")
_NO_FLOOR = lazily(r"\s(?=[a-z])|,\s(?=[a-z])|\s?[:;\n]|\s-\s")
"""Behind ``44/F`` at the start of a line, that is no floor of a building then."""
_LAST = 3
_LONGEST_BEFORE = 24
_LONGEST_NAME = 60
_IN_FULL = 0.85
"""The least score of names in full, and of those that a title or a label announces."""


def ages_of_people(reading: ValueReading) -> Iterator[_Place]:
    """The places of such ages."""
    text, lower = reading.text, reading.lower
    for kin in filter(None, (_KIN.match(lower, start) for start in reading.words(_OPENING_KIN))):
        if not kin["called"] or is_listed_in_any_case(kin["called"]):
            yield kin.span("old" if kin["old"] else "age")
    for row in filter(None, (_ROW.match(lower, start) for start in reading.words(_OPENING_ROW))):
        yield from (age.span() for age in _NUMBER.finditer(lower, *row.span("ages")))
    for pattern in _BIRTHDAY:
        for birthday in matches(pattern, lower, reading.small):
            yield birthday.span("age")
    for found in matches(_APPOSED, text, [number for number in reading.small if text[number - 2 : number] == ", "]):
        yield found.span()
    for number in reading.small:
        yield from _at_number(reading, number)


@cache
def _last_of_it() -> frozenset[str]:
    """The last characters of what says that the age of somebody named follows."""
    said = word_set("is_of_age", "age_adverb") | {"'s", "\u2019s"}
    return frozenset(f" {word} "[-_LAST:] for word in said)


@cache
def _last_of_having() -> frozenset[str]:
    """The last words of what says that somebody has the years that follow."""
    return frozenset(form.rpartition(" ")[2] for form in word_set("has_years"))


def _at_number(reading: ValueReading, number: int) -> Iterator[_Place]:
    text = reading.text
    noted = _NOTED.match(text, number)
    if noted is not None:
        yield noted.span()
    elif _has_years(reading, number):
        yield _digits(text, number)
    elif text[number - 1 : number] == "(":
        yield from _in_brackets(reading, number)
    elif text[number - 2 : number] == ", " and (apposed := _BETWEEN_COMMAS.match(text, number)) is not None:
        if _ends_a_name(text, number - 2):
            yield apposed.span()
    elif (said := _said_of_one_named(reading, number)) is not None:
        yield said
    elif (sexed := _SEXED.match(text, number)) is not None and _is_of_a_patient(text, number, sexed.end()):
        yield _digits(text, number)


def _said_of_one_named(reading: ValueReading, number: int) -> _Place | None:
    """The age that a verb says of a listed name: ``Ann is 34``."""
    text = reading.text
    if text[number - _LAST : number] not in _last_of_it():  # or of a longer word: ``Power 44/F``
        return None
    said = _SAID.match(reading.lower, number)
    return said.span() if said is not None and is_of_one_named(_NAME_IS, text, number) else None


def _has_years(reading: ValueReading, number: int) -> bool:
    """Whether somebody is said to have a number that counts nothing."""
    lower = reading.lower
    if lower[number - 1 : number] != " ":
        return False
    words = lower[max(0, number - _LONGEST_BEFORE) : number].split()
    if not words or words[-1] not in _last_of_having():
        return False
    before = max(0, number - _LONGEST_NAME)
    return _ALONE.match(lower, number) is not None and _HAVING.search(lower, before, number) is not None


def _in_brackets(reading: ValueReading, number: int) -> Iterator[_Place]:
    patient = _OF_PATIENT.match(reading.text, number)
    if patient is not None:
        yield patient.span()
    elif _BRACKETED.match(reading.text, number) and _is_behind_a_person(reading, number):
        yield _digits(reading.text, number)


def _is_behind_a_person(reading: ValueReading, number: int) -> bool:
    """Whether the bracket before ``number`` stands behind somebody."""
    text, start, end = reading.text, max(0, number - 1 - _LONGEST_NAME), number - 1
    if _TITLED.search(text, start, end) or _KIN_BEFORE.search(reading.lower, start, end):
        return True
    last = _LAST_WORD.search(text, max(0, end - _LONGEST_BEFORE), end)
    if last is None:
        return False
    return is_given_name(last["name"]) or _ends_a_name(text, end - 1)


def _is_of_a_patient(text: str, number: int, end: int) -> bool:
    """Whether ``44/F`` stands behind a name, or at the start of a note."""
    if _START_OF_NOTE.search(text, max(0, number - 8), number):
        return _NO_FLOOR.match(text, end) is not None
    behind = text[max(0, number - 2) : number].rstrip(" ,(")
    return text[number - 1 : number] == " " and _ends_a_name(text, number - 2 + len(behind))


def _ends_a_name(text: str, end: int) -> bool:
    """Whether a name in full ends there."""
    start = max(0, end - _LONGEST_NAME, text.rfind("\n", 0, end) + 1)
    while 0 < start < end and text[start - 1].isalnum():  # no word is cut
        start += 1
    part = text[start:end]
    return any(
        span.end == len(part) and span.score >= _IN_FULL and part[span.start + 1] != "."  # so do authors' initials
        for span in NameDetector().detect(part)
    )


def is_of_one_named(before: re.Pattern[str], text: str, start: int) -> bool:
    """Whether what stands before a number says that it is the age of somebody with a listed name."""
    found = before.search(text, max(0, start - _LONGEST_BEFORE), start)
    return found is not None and is_listed_name(found["name"])


def _digits(text: str, start: int) -> _Place:
    end = start
    while text[end : end + 1].isdecimal():
        end += 1
    return start, end
