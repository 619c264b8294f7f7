"""The tables of this package, read on first use, as ``scripts/make_currencies.py`` writes them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

__all__ = ["read_rows", "split"]


@cache
def read_rows(name: str) -> Sequence[Sequence[str]]:
    """The rows of a table, each a list of its cells; comments are left out."""
    text = (Path(__file__).parent / "data" / name).read_text("utf-8")
    return [line.split("\t") for line in text.split("\n") if line and not line.startswith("#")]


def split(cell: str) -> tuple[str, ...]:
    """What a cell holds: nothing, or strings with bars between them."""
    return tuple(cell.split("|")) if cell else ()
