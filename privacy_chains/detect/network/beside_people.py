"""Ages beside people that were found: ``Saoirse, 29, nurse``, ``Jaworski (née Stroud), 88, of``, ``Jade (6)``.

Whether a name is a person's was decided when it was found; here only the text after it is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from privacy_chains.contract.spans import Span
from privacy_chains.detect.names import is_given_name, is_listed_in_any_case
from privacy_chains.detect.patterns.ages import MAX_AGE
from privacy_chains.detect.patterns.ages_of_people import PUNCTUATION
from privacy_chains.detect.patterns.numerals import SMALL_NUMBER_WORDS
from privacy_chains.language.patterns import worded
from privacy_chains.lazy import lazily

__all__ = ["ages_beside"]

_YEARS = r"(?:\s?{age_unit|age_sign}(?!\w)(?:\s{old}\b)?)"
_N = r"(?P<age>[0-9]{1,3})(?![0-9]|[.,:/\-][0-9])"
_ALIAS = r"\)?(?:\s?\((?:[^()\n\d]{2,40})\)|,\s[A-Z]\.\s?[A-Z]\.)?"
_NO_LIST = r"(?!,?\s(?:{and}\s)?[0-9])"
_APPOSED = worded(rf"{_ALIAS},\s{_N}{_YEARS}?{_NO_LIST}(?=,\s[^\W\d]|\)|\s[-\u2013\u2014]\s)", re.IGNORECASE)
_LAST = worded(rf"{_ALIAS},\s{_N}{_YEARS}?{_NO_LIST}(?={PUNCTUATION}|\n)", re.IGNORECASE)
_WITH_YEARS = worded(rf"{_ALIAS},?\s\(?{_N}{_YEARS}", re.IGNORECASE)
_BRACKETED = worded(rf"\s\({_N}{_YEARS}?\)", re.IGNORECASE)
_DASHED = worded(rf"\s[-\u2013\u2014]\s{_N}{_YEARS}?(?=\s[-\u2013\u2014]\s[^\W\d])", re.IGNORECASE)
_SEXED = lazily(rf",?\s\(?(?:[WBHAI]/)?[MF]\s?/?\s?{_N}(?=\W|\Z)")
_SAID = worded(
    r"(?:['\u2019]s|\s{is_of_age|has_years})\s(?:{age_adverb}\s)?"
    rf"(?P<age>[0-9]{{1,3}}|{SMALL_NUMBER_WORDS})(?![0-9]|[.,:/\-][0-9]){_YEARS}?"
    rf"(?=\s?(?:{PUNCTUATION}|\n)|\s{{behind_age_beside}}\b)",
    re.IGNORECASE,
)
_SURE = (_APPOSED, _WITH_YEARS, _DASHED, _SEXED, _SAID)
_IF_GIVEN = (_LAST, _BRACKETED)
"""Behind a surname such a number may be a page or a year."""
_KIN = worded(r"(?i:\b{children|child}\b)[^\n.;]{0,40}\Z")
_REACH = 60
_SCORE = 0.8
_SOURCE = "beside people"


def ages_beside(text: str, spans: Iterable[Span]) -> Iterator[Span]:
    """The ages right behind the people among ``spans``."""
    for span in spans:
        if span.entity_type != "PERSON":
            continue
        patterns = (*_SURE, *_IF_GIVEN) if _is_given(text, span) else _SURE
        found = next(filter(None, (pattern.match(text, span.end) for pattern in patterns)), None)
        if found and not (found["age"].isdigit() and int(found["age"]) > MAX_AGE):
            yield Span(*found.span("age"), "AGE", _SCORE, _SOURCE)


def _is_given(text: str, span: Span) -> bool:
    """Whether a name is more than a surname: several words, a given name, one that no list has, or that of kin."""
    words = text[span.start : span.end].split()
    if len(words) > 1 or any(is_given_name(word) or not is_listed_in_any_case(word) for word in words):
        return True
    return _KIN.search(text, max(0, span.start - _REACH), span.start) is not None
