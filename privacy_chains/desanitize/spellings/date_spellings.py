"""Dates as models write them: what stands between the parts, and in which language the month is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final

from privacy_chains.formats.months import LONGEST_MONTH, RANKED_TONGUES, full_names, tongues_of
from privacy_chains.language.lexicon import languages_with
from privacy_chains.language.patterns import worded
from privacy_chains.language.tongues import small_words
from privacy_chains.lazy import lazily

__all__ = ["BEGUN", "CALL", "LONGEST_CALL", "WRITTEN", "Tongues", "marked", "plain"]

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
"""What may become one when more text arrives."""
CALL: Final = lazily(r"(?:\b(?:date|datetime|DateTime|Timestamp|DATE)|\bLocalDate\.of)\(\Z")
"""Calls in code that take a year, a month and a day; not those whose months count from 0 (``new Date(``)."""
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

    The dot of an abbreviation is dropped if the new name is not abbreviated: ``Aug. 19``, ``May 14``.
    """
    parts = iter(_PART.findall(restored))
    if len(_PART.findall(plain(written))) == len(_PART.findall(restored)) and _MARKUP.search(written):
        restored = _PART.sub(lambda part: part[0] if part[0][0] in "&\\" else next(parts), written)
    return _DOTTED.sub(lambda month: month[1] if month[1] in _FULL else month[0], restored, count=1)


_LONGEST_SAMPLE: Final = 2_000
_WORD = lazily(r"[^\W\d_]+")
_MONTH = lazily(rf"[^\W\d_]{{3,{LONGEST_MONTH}}}")
_LAYOUTS: Final = (
    (lazily(r"\d\.[ \u00a0]+[^\W\d_]"), frozenset(languages_with("day_point"))),
    (
        worded(r"\d{ordinal_ending:en}\b|\d {of_date:en}\b|[^\W\d_]\.?\s+(?:{the:en}\s+)?\d{1,2},?\s"),
        frozenset({"en"}),
    ),
    (worded(r"\b{year_of_date}\b"), frozenset(languages_with("year_of_date"))),
)
"""The layout of a date in one or several languages."""


class Tongues:
    """The languages of a request.

    Args:
        originals: The original dates.
    """

    def __init__(self, originals: Iterable[str]) -> None:
        self._originals = tuple(originals)
        self.texts: Sequence[str] = ()

    def of(self, date: str, behind: str) -> str:
        """The language of the month in a date, if its name belongs to several; empty where nothing shows it.

        The layout of the date decides, then the words before it, then the months and words of the request.
        """
        known = max((tongues_of(word[0]) for word in _MONTH.finditer(date)), key=len, default=frozenset())
        if len(known) < 2:
            return ""
        laid_out = next((tongues & known for layout, tongues in _LAYOUTS if layout.search(date)), known) or known
        for words in (_WORD.findall(behind), self._months, self._words):
            found = _spoken(words, laid_out) if len(laid_out) > 1 else min(laid_out)
            if found:
                return found
        ranked = laid_out & RANKED_TONGUES
        return min(ranked) if len(ranked) == 1 else ""

    @cached_property
    def _sample(self) -> str:
        return "\n".join((*self._originals, *self.texts))[:_LONGEST_SAMPLE]

    @cached_property
    def _months(self) -> list[str]:
        return [word[0] for word in _MONTH.finditer(self._sample) if tongues_of(word[0])]

    @cached_property
    def _words(self) -> list[str]:
        return _WORD.findall(self._sample)


def _spoken(words: Iterable[str], among: Iterable[str]) -> str:
    """The language with the most words; empty for a tie."""
    counts: Counter[str] = Counter()
    for word in words:
        small, months = word.lower(), tongues_of(word)
        counts.update(tongue for tongue in among if tongue in months or small in small_words().get(tongue, ()))
    best = counts.most_common(2)
    return best[0][0] if best and (len(best) < 2 or best[0][1] > best[1][1]) else ""
