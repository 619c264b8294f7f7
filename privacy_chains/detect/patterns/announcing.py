"""Whether words may announce a value: the one place that reads of tables and records ask what a head or a key means.

What they announce, the families' own expressions say, behind ``head: value``.
"""

from __future__ import annotations

from functools import cache

from privacy_chains.detect.patterns import ages, births, bookings, dates, labels, named_fields, places, secrets, sums
from privacy_chains.detect.patterns.reading import openings_of

__all__ = ["announces"]


def announces(head: str) -> bool:
    """Whether the head of a column, or the key of a value, holds a word that may announce something."""
    return not _heads().isdisjoint(openings_of(head))


@cache
def _heads() -> frozenset[str]:
    families = (ages, births, bookings, dates, labels, named_fields, places, secrets, sums)
    return frozenset().union(*(opening.heads for family in families for opening in family.OPENINGS))
