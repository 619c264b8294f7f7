"""The kept forms of this method: they contain the surrogates that were read back in a message."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from privacy_chains.contract.conversation import Leaf
from privacy_chains.desanitize import Issued
from privacy_chains.keys import KeptForms
from privacy_chains.preempt.engine import SCHEME

__all__ = ["FORMS", "issued_of", "pairs_in", "rows_of"]

FORMS = KeptForms("kept form", SCHEME)
"""Seals and opens them."""


def pairs_in(issued: Iterable[Issued], wrote: Sequence[Leaf], read: Sequence[Leaf]) -> Iterator[Issued]:
    """The issued pairs whose surrogate and original both occur in a message, each on its side."""
    before, after = ("\n".join(map(str, leaves)).casefold() for leaves in (wrote, read))
    for pair in issued:
        if pair.surrogate.casefold() in before and pair.original.casefold() in after:
            yield pair


def rows_of(issued: Iterable[Issued]) -> tuple[tuple[Any, ...], ...]:
    """What was issued, as a kept form carries it."""
    return tuple(
        (pair.entity_type, pair.original, pair.surrogate, pair.reading, *map(_written, (pair.number, pair.released)))
        for pair in issued
    )


def issued_of(rows: Iterable[Sequence[Any]]) -> Iterator[Issued]:
    """What was issued, from what a kept form carries."""
    for *texts, number, released in rows:
        yield Issued(*texts, *(None if one is None else Fraction(one) for one in (number, released)))


def _written(number: Fraction | None) -> str | None:
    return None if number is None else str(number)
