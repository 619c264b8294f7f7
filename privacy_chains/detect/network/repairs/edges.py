"""Where findings begin and end: at a line, without signs, and without the words of forms that stand beside names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from privacy_chains.detect.network.findings import PROPER, NetworkFinding
from privacy_chains.detect.rules.tables import listed
from privacy_chains.language.patterns import worded
from privacy_chains.lazy import lazily

__all__ = [
    "by_line",
    "to_end_of_code",
    "trimmed",
    "without_joining_words",
    "without_label_behind",
    "without_numbers",
    "without_words_before",
]

_EMPTY_LINE = lazily(r"\n[ \t\r]*\n")
_EDGES = " \t\r\n\u00a0,;:!?\"'`*|<>{}/\\=_\u201c\u201d\u2018\u2019\u00ab\u00bb\u2013\u2014"
_BRACKETS = {")": "(", "]": "["}
_POSSESSIVE = lazily(r"['\u2019][sS]?$")
_ABBREVIATION = lazily(r"(?:^|[\s.])\w{1,4}\.$|\.\w+\.$")
_JOINING = worded(r"(?:^{joins_names}\s+|\s+{joins_names|behind_name}$)", re.IGNORECASE)
_REST_OF_CODE = lazily(r"(?:(?<=[^\W_]|[-_])[^\W_]+)?(?:(?<=[^\W_])[-_][^\W_]+)*")
_NUMBERS = lazily(r"^\d+\s+|\s+\d+$")


def by_line(text: str, one: NetworkFinding) -> Iterator[NetworkFinding]:
    """The finding line by line; an address goes on until an empty one."""
    start, end = one.start, one.end
    if "\n" not in text[start:end]:
        yield one
    elif one.entity_type == "STREET_ADDRESS":
        breaks = [start, *(found.end() for found in _EMPTY_LINE.finditer(text, start, end)), end]
        yield from (one._replace(start=begin, end=stop) for begin, stop in pairwise(breaks))
    else:
        for line in text[start:end].splitlines(keepends=True):
            yield one._replace(start=start, end=start + len(line))
            start += len(line)


def trimmed(text: str, one: NetworkFinding) -> tuple[int, int]:
    """Without signs at the edges, an unpaired bracket, a full stop that ends a sentence, or a possessive.

    A restaurant's name may be one (``Wendy's``).
    """
    start, end = one.start, one.end
    if one.entity_type == "PASSWORD":
        value = text[start:end].strip()
        start = text.index(value, start)
        return start, start + len(value)
    keeps_possessive = one.entity_type in PROPER
    while start < end and (
        text[start] in _EDGES or text[start] == "." or (text[start] in "([" and _unpaired(text[start:end]))
    ):
        start += 1
    while start < end:
        value = text[start:end]
        last = value[-1]
        possessive = None if keeps_possessive else _POSSESSIVE.search(value)
        if possessive and len(value) > len(possessive[0]):
            end -= len(possessive[0])
        elif last in _EDGES or (last == "." and not _ABBREVIATION.search(value)) or (last in ")]" and _unpaired(value)):
            end -= 1
        else:
            break
    return start, end


def _unpaired(value: str) -> bool:
    return any(value.count(opening) != value.count(closing) for closing, opening in _BRACKETS.items())


def to_end_of_code(text: str, one: NetworkFinding) -> tuple[int, int]:
    """An identifier with digits up to the end of its code: ``0417-22-B``, of which ``0417-22-`` was found."""
    has_digits = any(map(str.isdigit, text[one.start : one.end]))
    rest = _REST_OF_CODE.match(text, one.end) if has_digits else None
    return one.start, rest.end() if rest else one.end


def without_joining_words(text: str, one: NetworkFinding) -> tuple[int, int]:
    """A name without the words that join it to others."""
    return _beside(text, one, _JOINING)


def without_numbers(text: str, one: NetworkFinding) -> tuple[int, int]:
    """A name without a number beside it."""
    return _beside(text, one, _NUMBERS)


def _beside(text: str, one: NetworkFinding, pattern: re.Pattern[str]) -> tuple[int, int]:
    start, end = one.start, one.end
    for found in reversed(list(pattern.finditer(text[start:end]))):
        if found.start():
            end = start + found.start()
        else:
            start += found.end()
    return start, end


# --- words of forms and letters --------------------------------------------------------------------------------------

_LEADING = worded(r"(?:{before_name_in_form}|[a-z]*{word_for_address}:?)\s+(?=\S)", re.IGNORECASE)
"""What stands before names and addresses in statements and letters."""
_TRAILING = lazily(
    rf"(?:[\s,;(]{{1,4}}(?:{'|'.join(sorted(listed('labels_behind', 'capitals')))})"
    rf"|\s?[,;(]\s?(?i:{'|'.join(sorted(listed('labels_behind', 'any case')))}))\.?\Z"
)
"""Labels of what follows."""


def without_label_behind(text: str, one: NetworkFinding) -> tuple[int, int]:
    """A name or an address without the label of what follows it: ``Luciana Zorbin, CPF``."""
    label = _TRAILING.search(text, one.start, one.end)
    return one.start, label.start() if label and label.start() > one.start else one.end


def without_words_before(text: str, one: NetworkFinding) -> tuple[int, int]:
    """A name or an address without what stands before it in statements and letters: ``Miete Zorbin Kalt``."""
    found = _LEADING.match(text, one.start, one.end)
    return (found.end() if found and found.end() < one.end else one.start), one.end
