"""Telephone numbers, by shape: country code, trunk zero, the North American grouping, an extension.

Numbers whose shape says nothing (``555-0143``) need a word such as "call" before them; see
:mod:`privacy_chains.detect.patterns.labels`. The numbering plan is asked about ten bare digits alone: otherwise whether
a string is a telephone number may not depend on its digits, for a surrogate has others.
"""

from __future__ import annotations

from collections.abc import Iterator

from privacy_chains.detect.patterns.ids import IPV4
from privacy_chains.detect.patterns.numerals import AFTER, BEFORE_ID, NO_LETTER_AFTER
from privacy_chains.detect.patterns.reading import FoundValue, ValueReading, matches
from privacy_chains.language.lexicon import alternation_of, words
from privacy_chains.lazy import lazily

__all__ = ["EXTENSION", "PHONE_IN_CONTEXT", "PHONE_NEARBY", "find_phones"]

_SAID = alternation_of(words("extension", "en"))
EXTENSION = rf"(?:(?:\s{{0,2}},?\s{{0,2}}(?:(?:{_SAID})\.?|x)\s{{0,2}}|\s{{0,2}}#)[0-9]{{1,6}})?"
"""An extension after a number: ``x123``, ``ext. 45``."""

_SAME = (
    r"(?!(?<=[0-9]{4})(?:\.[ \u00a0]|[ \u00a0][0-9][ \u00a0]?[^\W\d_])"
    r"|(?:(?<=[0-9]{6})|(?<=[0-9] [0-9]{2} [0-9]{2}))/[ ]?[(+]?[0-9]{2} ?[0-9]"
    r"|(?<!\. [0-9]{2})\.[ \u00a0][0-9]{1,2}(?:[ \u00a0]?[^\W\d_]|:))"
)
"""What follows is of the same number: no count behind it, no other number behind a slash, no sentence of its own."""
_INTERNATIONAL = (
    r"(?:\(?\+(?!0|[0-9]{1,3}\.[0-9]{7}|[0-9]{4,9}\.[0-9]{2}(?![0-9.\-/ ]))[0-9]{1,3}\)?|\+\([0-9]{1,4}\))"
    r"(?:[ \u00a0.\-/]{0,2}\(0?[0-9]{1,5}\))?"
    rf"(?:{_SAME}[ \u00a0.\-/]{{0,2}}[0-9]{{1,12}}){{1,6}}"
    r"|00[1-9][0-9]{0,2}(?:[ \u00a0.\-/]{1,2}\(?[0-9]{1,5}\)?){1,4}[ \u00a0.\-/]{1,2}[0-9]{2,8}"
)
_NORTH_AMERICAN = (
    r"(?:1[ .\-])?\([0-9]{3}\)[ ]{0,2}[0-9]{3}[ .\-][0-9]{4}"
    r"|(?:1[.\-]|[0-9]{1,3} )?[0-9]{3}(?P<sep>[.\- ])[0-9]{3}(?P=sep)[0-9]{4}"
    r"|[0-9]{3}/[0-9]{3}-[0-9]{4}|[0-9]{3} [0-9]{3}-[0-9]{4}|[0-9]{3}-[0-9]{3}\.[0-9]{4}"
)
_TRUNK = (
    r"\(0[0-9]{0,5}\)[ \-/.]{0,2}[0-9]{2,8}(?:[ .\-][0-9]{2,6}){0,3}"
    r"|0[0-9]{1,4}(?:[ ./\-][ ]?| / )[0-9]{2,8}(?:[ .\-][0-9]{2,6}){1,4}(?:-[0-9])?"
    r"|0[0-9]{2,4}[ /\-][0-9]{5,8}|0[1-9][ /\-][0-9]{7,8}"
    r"|0[1-9]-[0-9]{1,2}/[0-9]{3}[ \-][0-9]{4}"
)
_GROUPED = (
    r"(?:8[ \-])?\([0-9]{2,4}\)/?[ ]?[0-9]{2,5}(?:[ \-./][0-9]{2,5}){1,4}"
    r"|\([0-9]{2,4}\)[ ]?[0-9]{5,9}"
    r"|(?=(?:[0-9]-?){9})[0-9]{1,4}-[0-9]{2,4}-[0-9]{3,4}(?:-[0-9]{2,4})?|[0-9]{2}(?:-[0-9]{2}){3,4}"
    r"|(?:[0-9]{1,3} )?[0-9]{2,3} [0-9]{3} [0-9]{2} [0-9]{2}|[0-9]{2} [0-9]{3} [0-9]{4}"
    r"|[0-9]{2} [0-9]{4}-[0-9]{4}|[0-9]{2}-[0-9]{2,3}-[0-9]{7,8}|[0-9]{2}/[0-9]{3}[ \-][0-9]{4}"
)
_ALONE = (  # groups that also make other numbers: no further group stands beside them
    r"[0-9]{2,4} [0-9]{2,3} [0-9]{2} [0-9]{2}|[0-9]{3} [0-9]{2} [0-9]{3}"
    r"|(?:[0-9] )?[0-9]{3} [0-9]{3} [0-9]{3}|[0-9]{5} [0-9]{5}|[0-9]{3} [0-9]{7}"
)
_LOCAL = (  # shapes that other numbers have too, and more often: only where nothing is counted, at a clause's end
    r"(?:[0-9]{3}[ \-][0-9]{4}|[0-9]{4} [0-9]{4}|[0-9]{2} [0-9]{3} [0-9]{3})(?=\s*(?:[.,;!?)](?![0-9])|\n|\Z))"
)
_BARE_TRUNK = r"(?<![\"'\-])(?:0[1-9][0-9]{7,9}|00[1-9][0-9]{9,12})"  # not the digits of an alphabet
_PHONE = lazily(
    rf"(?=[+(0-9]){BEFORE_ID}(?<![+$\u20ac\u00a3\u00a5])(?:{_INTERNATIONAL}|{_NORTH_AMERICAN}|{_TRUNK}|{_GROUPED}"
    rf"|(?<![0-9] )(?:{_ALONE})(?![ .]?[0-9])(?!\s?(?:%|[A-Z]{{3}}{AFTER}|[$\u20ac\u00a3]))"
    rf"|(?<![0-9] )(?P<local>{_LOCAL})|{_BARE_TRUNK}|(?P<bare>1?[2-9][0-9]{{2}}[2-9][0-9]{{6}})"
    rf"){EXTENSION}{NO_LETTER_AFTER}(?![.,:\-]?[0-9]|/[0-9]{{1,6}}(?![0-9\-]|[. ][0-9]))"
)
_DIGITS = lazily(r"[0-9]")
_OPENING = ("(", "+")
_FEWEST, _MOST = 8, 21

_NO_HOST = rf"(?!{IPV4}(?![.\-]?[0-9]))"
PHONE_IN_CONTEXT = rf"{_NO_HOST}\+?\(?[0-9](?:{_SAME}[ .\-/()\u00a0]{{0,2}}[0-9]){{5,14}}{EXTENSION}"
"""What may be a telephone number right after a word that announces one."""

PHONE_NEARBY = (
    r"(?:[0-9]{3}[\-. ][0-9]{4}|[0-9]{3}[\- ][0-9]{2}[\- ][0-9]{2}|[0-9]{4} [0-9]{4}"
    r"|[0-9]{2,5}[\- ][0-9]{3}[\- ][0-9]{3}|[0-9]{2,5}[\- ][0-9]{5,8}|[0-9]{9,11})"
)
"""What is one in the sentences after such a word, unless another number's word stands between."""


def find_phones(reading: ValueReading) -> Iterator[FoundValue]:
    """The telephone numbers in ``text`` whose shape says so: 8 to 21 digits, the extension included.

    Ten bare digits are one if the North American numbering plan has issued them, which surrogates keep.
    """
    for found in matches(_PHONE, reading.text, _starts(reading)):
        if found.group("bare"):
            if _issued(found.group("bare")):
                yield FoundValue(found.start(), found.end(), "PHONE_NUMBER", 0.5)
        elif found.group("local") or _FEWEST <= len(_DIGITS.findall(found.group())) <= _MOST:
            yield FoundValue(found.start(), found.end(), "PHONE_NUMBER", 0.7)


def _starts(reading: ValueReading) -> Iterator[int]:
    """Where a number may begin: at digits that others follow or that are many, or at a bracket or plus sign."""
    text = reading.text
    grouped = set(reading.grouped)
    for number in reading.numbers:
        if text[number - 1 : number] in _OPENING:
            if text[number - 2 : number - 1] in _OPENING:
                yield number - 2
            yield number - 1
        if number in grouped:
            yield number


def _issued(digits: str) -> bool:
    """Whether these are the digits of a valid number of country code 1."""
    from phonenumbers import PhoneNumber, is_valid_number  # noqa: PLC0415  # slow to load

    return bool(is_valid_number(PhoneNumber(country_code=1, national_number=int(digits[-10:]))))
