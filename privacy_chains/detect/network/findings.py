"""The network's findings, before the repairs."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["PROPER", "NetworkFinding"]

PROPER = frozenset({"LOCATION", "ORGANIZATION"})
"""The types that a network gives to labels, countries and peoples by mistake."""


class NetworkFinding(NamedTuple):
    """A stretch of text that a network took for private."""

    start: int
    end: int
    entity_type: str
    score: float
