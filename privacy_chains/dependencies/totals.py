"""Totals that nothing computes: they are released no lower than their largest item.

If the parts do not add up exactly (one is missing, a tax is left out), the total and the parts get independent noise.
But a total is never less than any of its parts, whatever the numbers are. Only words and layout decide what is raised,
and it is raised to a released number. So this is post-processing, and costs nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from privacy_chains.dependencies.graph import NumberKey
from privacy_chains.dependencies.layout import tables_in
from privacy_chains.dependencies.mentions import Mention, vicinity
from privacy_chains.language.lexicon import word_set
from privacy_chains.language.patterns import worded
from privacy_chains.lazy import lazily

__all__ = ["is_said_total", "parts_of_totals", "raised"]

_SAID_BEHIND = worded(r"\s{behind_total}\b", re.IGNORECASE)
_SAID_BEFORE = worded(
    r"\b(?:{adds_up}|{that}(?: {all_together})? {comes_to})\s[^\w\s]{0,2}\Z",
    re.IGNORECASE,
)
"""Words for a total. ``makes`` by itself is not one: it may say what somebody earns."""
_OF_A_WHOLE = worded(r"[,;:(]?\s?\(?{of_which}\b[^.!?;\d\n]{0,40}", re.IGNORECASE)
"""The words between a whole and the part named next."""
_FURTHER = worded(r"[^.!?;\d\n]{0,40}(?:,|{and})[^.!?;\d\n]{0,40}", re.IGNORECASE)
_LISTED = lazily(r"[^.!?;\n]{0,40}")
_FEWEST, _MOST = 2, 30


def parts_of_totals(texts: Sequence[str], mentions: Sequence[Mention]) -> Iterator[tuple[NumberKey, list[NumberKey]]]:
    """Totals and wholes, each with the numbers that words say it contains. ``mentions`` are in reading order."""
    yield from _in_tables(texts, mentions)
    yield from _in_sentences(texts, mentions)
    yield from _of_wholes(texts, mentions)


def is_said_total(text: str, mention: Mention) -> bool:
    """Whether the words right after a number, or a verb right before it, say that it is a total."""
    start, end = mention.span.start, mention.span.end
    return _SAID_BEHIND.match(text, end) is not None or _SAID_BEFORE.search(text, max(0, start - 24), start) is not None


def _of_wholes(texts: Sequence[str], mentions: Sequence[Mention]) -> Iterator[tuple[NumberKey, list[NumberKey]]]:
    """Numbers, each with the numbers that words call a part of it: ``$900, of which $850``."""
    whole: Mention | None = None
    for one, other in pairwise(mentions):
        between = texts[one.text][one.span.end : other.span.start] if one.text == other.text else "."
        opens = _OF_A_WHOLE.fullmatch(between) is not None
        whole = one if opens else whole if whole is not None and _FURTHER.fullmatch(between) else None
        if whole is not None and whole.span.entity_type == other.span.entity_type and whole.key != other.key:
            yield whole.key, [other.key]


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
        said = is_said_total(texts[mention.text], mention)
        if listed and (said or word_set("total") & vicinity(texts, mentions, at).before):
            yield from _told(mention, listed[-_MOST:])
            listed = []
        else:
            listed.append(mention)


def _goes_on(texts: Sequence[str], one: Mention, other: Mention) -> bool:
    """Whether two numbers are in the same list in a sentence."""
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
    """New releases for totals without relations that were released below one of their parts.

    Args:
        alone: Numbers without relations, each with the coarsest step with which it is printed.
        released: The released number of each.
        totals: Totals, each with its parts.
    """
    found: dict[NumberKey, Fraction] = {}
    for total, parts in totals:
        if total in alone:
            least = max(found.get(part, released[part]) for part in parts)
            if found.get(total, released[total]) < least:
                found[total] = -(-least // alone[total]) * alone[total]
    return found
