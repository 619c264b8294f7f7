"""What a network found, before it is made fit for formats."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["PROPER", "NetworkFinding"]

PROPER = frozenset({"LOCATION", "ORGANIZATION"})
"""Types of names that are nobody's: what a network takes labels, countries and people for."""


class NetworkFinding(NamedTuple):
    """A stretch of text that a network took for private."""

    start: int
    end: int
    entity_type: str
    score: float
