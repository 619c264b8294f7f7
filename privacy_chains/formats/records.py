"""Ids that organizations assign: records, orders, customers."""

from __future__ import annotations

from privacy_chains.formats.alphanumeric import AlphanumericFormat
from privacy_chains.formats.base import Reading
from privacy_chains.formats.composite import Composite, Segment
from privacy_chains.lazy import lazily

__all__ = ["RecordFormat"]

_MARKS = frozenset(
    (  # noqa: SIM905  # words read best as words
        "acc acct app bk bkg bl case cl clm cn conf cust cus emp en fac hos hosp hrn id inv invoice kd mem mr mrn "
        "no nr ord order ords ou pat patient pid po pol pt re ref res req rma rn sales ship shp sn so sub tkt tk "
        "tr trk tx txn usr user wo"
    ).split()
)
"""Marks that are kept. Frozen: a change makes old surrogates unreadable."""
_MARK = lazily(r"(?P<mark>[A-Za-z]{2,8})(?=[^A-Za-z])")


class RecordFormat(Composite):
    """Numbers of records, orders and the like: a leading mark such as ``ORD-`` or ``MRN`` is kept, the rest enciphered.

    Args:
        name: Names the domain.
    """

    reading: Reading = "code"
    keeps = "a leading mark that says what the number is of, length, separators, case, places of digits"

    def __init__(self, name: str) -> None:
        self._body = AlphanumericFormat(name, fold_case=True)

    def segments(self, text: str) -> list[Segment]:
        found = _MARK.match(text)
        start = found.end() if found and found["mark"].lower() in _MARKS else 0
        if not any(map(str.isalnum, text[start:])):
            start = 0
        return [Segment(start, len(text), self._body)]
