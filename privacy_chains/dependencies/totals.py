"""Totals that nothing computes: released no lower than the largest of what they stand below.

Where the parts do not come to a total exactly (one is missing, a tax is left out), total and parts have noise of their
own. That a total is no less than each of its parts is what its name says, whatever the numbers are: words and layout
alone choose what is raised, and to a released number. So it is post-processing, and free.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from privacy_chains.dependencies.graph import NumberKey
from privacy_chains.dependencies.layout import tables_in
from privacy_chains.dependencies.mentions import Mention, vicinity

__all__ = ["parts_of_totals", "raised"]

_TOTAL = frozenset({"total", "subtotal"})
_LISTED = re.compile(r"[^.!?;\n]{0,40}")
_FEWEST, _MOST = 2, 30


def parts_of_totals(texts: Sequence[str], mentions: Sequence[Mention]) -> Iterator[tuple[NumberKey, list[NumberKey]]]:
    """Totals, each with two or more numbers of its type that it is said to hold; ``mentions`` are in reading order."""
    yield from _in_tables(texts, mentions)
    yield from _in_sentences(texts, mentions)


def _in_tables(texts: Sequence[str], mentions: Sequence[Mention]) -> Iterator[tuple[NumberKey, list[NumberKey]]]:
    for table in tables_in(texts, mentions):
        columns: dict[int, list[Mention]] = {}
        for row in table.rows:
            for column, mention in row.cells.items():
                above = columns.setdefault(column, [])
                if row.is_total:
                    yield from _told(mention, above)
                    above.clear()
                else:
                    above.append(mention)


def _in_sentences(texts: Sequence[str], mentions: Sequence[Mention]) -> Iterator[tuple[NumberKey, list[NumberKey]]]:
    listed: list[Mention] = []
    for at, mention in enumerate(mentions):
        if listed and not _goes_on(texts, listed[-1], mention):
            listed = []
        if listed and _TOTAL & vicinity(texts, mentions, at).before:
            yield from _told(mention, listed[-_MOST:])
            listed = []
        else:
            listed.append(mention)


def _goes_on(texts: Sequence[str], one: Mention, other: Mention) -> bool:
    """Whether two numbers stand in one list of a sentence."""
    between = slice(one.span.end, other.span.start)
    return one.text == other.text and _LISTED.fullmatch(texts[one.text][between]) is not None


def _told(total: Mention, parts: Sequence[Mention]) -> Iterator[tuple[NumberKey, list[NumberKey]]]:
    alike = [part.key for part in parts if part.span.entity_type == total.span.entity_type and part.key != total.key]
    if len(alike) >= _FEWEST:
        yield total.key, alike


def raised(
    alone: Mapping[NumberKey, Fraction],
    released: Mapping[NumberKey, Fraction],
    totals: Iterator[tuple[NumberKey, list[NumberKey]]],
) -> dict[NumberKey, Fraction]:
    """What totals that nothing ties are released as where they came out below one of their parts.

    Args:
        alone: Numbers that nothing ties, each with the coarsest step that it is printed with.
        released: The released number of each.
        totals: Totals and their parts.
    """
    found: dict[NumberKey, Fraction] = {}
    for total, parts in totals:
        if total in alone:
            least = max(found.get(part, released[part]) for part in parts)
            if found.get(total, released[total]) < least:
                found[total] = -(-least // alone[total]) * alone[total]
    return found
