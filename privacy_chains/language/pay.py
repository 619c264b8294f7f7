"""Words of pay and debt in the seven languages that are read: what announces an amount, and what says that it is money.

``pay.tsv`` holds them, a row for each language. Its ``sum`` names an amount (``netto in busta``), ``booked`` tells what
moved it (``virement``), ``slang`` is what people call money (``tenner``, ``balles``), and ``paid`` says that somebody
pays, owes or earns. Each is a word of something else too, so that none is enough alone.
"""

from __future__ import annotations

from functools import cache
from itertools import chain
from typing import Literal, TypeAlias

from privacy_chains.language.tables import read_rows, split

__all__ = ["Kind", "is_said", "said"]

Kind: TypeAlias = Literal["sum", "booked", "slang", "paid"]

_COLUMNS: tuple[Kind, ...] = ("sum", "booked", "slang", "paid")


@cache
def said(*kinds: Kind) -> frozenset[str]:
    """The words of these kinds in all languages, in small letters; some are several words."""
    columns = [_COLUMNS.index(kind) + 1 for kind in kinds]
    return frozenset(chain.from_iterable(split(row[at]) for row in read_rows("pay.tsv") for at in columns))


def is_said(words: str) -> bool:
    """Whether every word is one of what names an amount, such as ``NET PAY`` or ``busta``: it is nobody's name then."""
    return all(word in _parts() for word in words.lower().split())


@cache
def _parts() -> frozenset[str]:
    return frozenset(chain.from_iterable(map(str.split, said("sum"))))
