"""What a network found, before it is made fit for formats."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Finding"]


class Finding(NamedTuple):
    """A stretch of text that a network took for private."""

    start: int
    end: int
    entity_type: str
    score: float
