"""The states of the USA and what its post counts among them, by their postal codes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from privacy_chains.language.tables import read_rows

__all__ = ["us_states"]


@cache
def us_states() -> Mapping[str, str]:
    """The name of each state by its code: ``CA`` is California."""
    return MappingProxyType({row[0]: row[1] for row in read_rows("us_states.tsv")})
