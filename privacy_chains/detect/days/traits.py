"""What is known of a date by itself and by its company: how it is written, and what else is private around it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from privacy_chains.contract.entities import DAYS
from privacy_chains.contract.spans import Span
from privacy_chains.detect.sentences import Sentences
from privacy_chains.errors import FormatError
from privacy_chains.formats import built_in_quantities
from privacy_chains.formats.dates import DateFormat

__all__ = ["DATE", "OTHER", "PRIVATE", "Company", "is_readable"]

DATE, PRIVATE = DAYS
"""The type of the dates that are judged, and of those that are somebody's."""
_THEMSELVES = frozenset(
    {"AGE", "DATE_OF_BIRTH", "LOCATION", "MONEY", "ORGANIZATION", "PERSON", "STREET_ADDRESS", "YEAR_OF_BIRTH"}
)
"""Types that are told apart; all others are identifiers."""
OTHER = "ID"
"""What all identifiers are called that are not told apart."""
_RECENT, _PAST = 1990, 1950


class Company:
    """What else is private in a text.

    Args:
        text: The text.
        spans: What was found in it, disjoint and in reading order.
    """

    def __init__(self, text: str, spans: Sequence[Span]) -> None:
        self._text, self._sentences = text, Sentences(text)
        others = [span for span in spans if span.entity_type != DATE]
        self.kinds = frozenset(_kind(span) for span in others)
        self._places = [(span.start, _kind(span)) for span in others]

    def traits(self, span: Span) -> tuple[str, ...]:
        """What is known of a date."""
        start, end = self._sentences.around(span.start)
        near = {kind for at, kind in self._places if start <= at < end}
        asks = ("asks",) if "?" in self._text[start : end + 1] else ()
        around = (f"sentence {kind}" for kind in sorted(near))
        return (
            *_written(self._text[span.start : span.end]),
            *asks,
            *(f"text {one}" for one in sorted(self.kinds)),
            *around,
        )


def is_readable(value: str) -> bool:
    """Whether a text is a date that can be moved."""
    return _parts(value) is not None


def _kind(span: Span) -> str:
    return span.entity_type if span.entity_type in _THEMSELVES else OTHER


def _written(value: str) -> tuple[str, ...]:
    """How a date is written, and about when it is: neither tells the day."""
    parts, written = _parts(value), _format()
    if parts is None:
        return ("unread",)
    quantity = written.read(value)
    year = date.fromordinal(int(quantity.number)).year
    era = (
        "none"
        if not parts & {"year", "short"}
        else "recent"
        if year >= _RECENT
        else "later"
        if year >= _PAST
        else "past"
    )
    names = [name for name in ("name", "day") if name in parts]
    return (f"era {era}", *names, *["clock"] * (quantity.step < 1))


def _parts(value: str) -> frozenset[str] | None:
    try:
        return _format().parts(value)
    except FormatError:
        return None


def _format() -> DateFormat:
    written = built_in_quantities()[DATE]
    assert isinstance(written, DateFormat)  # noqa: S101
    return written
