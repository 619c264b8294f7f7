"""Identifiers issued by countries other than the United States.

Each is an entry in a region's module: the pattern of its payload, and its check characters. A number with correct check
characters becomes another such number. A number with wrong ones becomes another wrong number, with letters in the same
positions.
"""

from __future__ import annotations

from privacy_chains.formats.asian_ids import asian_ids
from privacy_chains.formats.base import Format
from privacy_chains.formats.european_ids import british_ids, dutch_and_polish_ids, german_ids
from privacy_chains.formats.overseas_ids import overseas_ids
from privacy_chains.formats.southern_european_ids import southern_european_ids

__all__ = ["national_ids"]


def national_ids() -> dict[str, Format]:
    """The formats of national identifiers by entity type."""
    return (
        british_ids() | german_ids() | southern_european_ids() | dutch_and_polish_ids() | asian_ids() | overseas_ids()
    )
