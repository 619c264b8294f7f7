"""Spellings of dates in answers: what may stand between their parts, and what of it is kept when they are restored."""

from __future__ import annotations

from typing import Final

from privacy_chains.formats.months import LONGEST_MONTH, full_names
from privacy_chains.language.patterns import worded
from privacy_chains.lazy import lazily

__all__ = ["BEGUN", "CALL", "LONGEST_CALL", "WRITTEN", "marked", "plain"]

_GAP = r"(?:[ \u00a0\n/-]|&nbsp;|&\#160;|\\u00a0|[*_])"
_BOLD = r"[*_]{0,2}"
_ORDINAL = "{ordinal_ending:en}?"
_ORDINAL_BEGUN = "{begun:ordinal_ending:en}?"
WRITTEN: Final = worded(
    r"\d{4}([-/.])\d{1,2}\1\d{1,2}"
    r"|\d{1,2}([-/.])\d{1,2}\2(?:\d{4}|\d{2})"
    r"|(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])"
    rf"|\d{{1,2}}{_ORDINAL}\.?{_BOLD}(?: {{of_date}})?{_GAP}{{1,8}}+"
    rf"[^\W\d_]{{3,{LONGEST_MONTH}}}\.?{_BOLD},?(?: {{of_date}})?{_GAP}{{1,8}}+\d{{4}}"
    rf"|[^\W\d_]{{3,{LONGEST_MONTH}}}\.?{_GAP}{{1,8}}+(?:{{the:en}} )?\d{{1,2}}{_ORDINAL}{_BOLD},?{_GAP}{{1,8}}+\d{{4}}"
)
"""A date that shows its year."""
BEGUN: Final = worded(
    r"(?:\d{1,4}(?:[-/.](?:\d{0,2}(?:[-/.]\d{0,4})?)?)?|\d{5,8}"
    rf"|\d{{1,2}}{_ORDINAL_BEGUN}\.?{_BOLD}(?: {{begun:of_date}})?{_GAP}{{0,8}}+"
    rf"(?:[^\W\d_]{{1,10}}\.?{_BOLD},?(?: {{begun:of_date}})?{_GAP}{{0,8}}+\d{{0,4}})?"
    rf"|[^\W\d_]{{3,{LONGEST_MONTH}}}\.?{_GAP}{{0,8}}+(?:{{begun:the:en}} ?)?"
    rf"(?:\d{{1,2}}{_ORDINAL_BEGUN}{_BOLD},?{_GAP}{{0,8}}+\d{{0,4}})?)\Z"
)
"""What may go on as one."""
CALL: Final = lazily(r"(?:\b(?:date|datetime|DateTime|Timestamp|DATE)|\bLocalDate\.of)\(\Z")
"""Code in which a year, a month and a day follow; months that count from 0 (``new Date(``) are none of them."""
LONGEST_CALL: Final = 16
_MARKUP = lazily(r"&nbsp;|&#160;|\\u00a0|[*_]{1,2}")
_PART = lazily(r"&nbsp;|&#160;|\\u00a0|[^\W_]+")
_DOTTED = lazily(rf"([^\W\d_]{{3,{LONGEST_MONTH}}})\.")
_FULL: Final = full_names() | {name.upper() for name in full_names()}


def plain(written: str) -> str:
    """A date without the markup in it."""
    return _MARKUP.sub(lambda mark: "" if mark[0][0] in "*_" else " ", written)


def marked(written: str, restored: str) -> str:
    """``restored``, which is a date in the spelling of ``plain(written)``, with the markup of ``written``.

    The point of an abbreviation goes where the name of the month is none: ``Aug. 19``, ``May 14``.
    """
    parts = iter(_PART.findall(restored))
    if len(_PART.findall(plain(written))) == len(_PART.findall(restored)) and _MARKUP.search(written):
        restored = _PART.sub(lambda part: part[0] if part[0][0] in "&\\" else next(parts), written)
    return _DOTTED.sub(lambda month: month[1] if month[1] in _FULL else month[0], restored, count=1)
