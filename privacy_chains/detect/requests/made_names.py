"""Names made of others: what is called after its finder or its place: ``Ohm's law``, ``the Treaty of Utrecht``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from privacy_chains.detect.network.function_words import is_grammar
from privacy_chains.detect.requests.words import KnownWords, words_of
from privacy_chains.formats.word_classes import word_class
from privacy_chains.language.patterns import worded
from privacy_chains.lazy import lazily

__all__ = ["made_names"]

_WORDS = lazily(r"[^\W_]+(?:-[^\W_]+)*")
_AFTER = lazily(r"(?:['\u2019]s?)?(?: [a-z]+)?? (?P<noun>[a-z]+)\b")
_HEAD_BEHIND = lazily(r"(?P<name>[A-Z][\w\-]+(?: [A-Z][\w\-]+)?)(?:['\u2019]s)? (?P<head>[A-Z][a-z]+)\b")
_HEAD_BEFORE = worded(
    r"\b(?P<head>[A-Z][a-z]+|{event_of_place}(?= of)) of (?:{the:en} )?"
    r"(?P<name>[A-Z][\w\-]+(?:['\u2019]s)?(?: [A-Z][\w\-]+)*)"
)
_LAWSUIT = worded(r"[A-Z][\w\-]+(?: [A-Z][\w\-]+)* {versus}\.? [A-Z][\w\-]+(?: (?:{of|the:en} )*[A-Z][\w\-]+)*")
_ADDRESS = worded(r"\b{pointed_title|unpointed_title:en}\.? \Z")
_AUXILIARY = worded(r"\b{auxiliary} \Z", re.IGNORECASE)
_ARTICLE = worded(r"\b{a|the:en} \Z")
_REACH = 20
_LISTED = ("given", "surname")
_COMMON = ("given", "surname.en.1")


def made_names(text: str, start: int, end: int) -> Iterator[KnownWords]:
    """The names of laws, wars, treaties and discoveries in a stretch that are made of other names.

    Args:
        text: The text.
        start: Where the stretch begins.
        end: Where it ends.
    """
    yield from _called_after(text, start, end)
    yield from _with_heads(text, start, end)
    yield from (KnownWords(*found.span(), "made") for found in _LAWSUIT.finditer(text, start, end))


@cache
def _words_of(*rows: str) -> frozenset[str]:
    return frozenset().union(*map(words_of, rows))


def _called_after(text: str, start: int, end: int) -> Iterator[KnownWords]:
    """``Schrodinger's cat``, ``a Kalman filter``: the name alone."""
    nouns, heads = _words_of("eponymous", "works", "sciences", "abstract"), words_of("heads")
    for word in _WORDS.finditer(text, start, end):
        after = _AFTER.match(text, word.end(), end) if word[0][0].isupper() else None
        before = text[max(start, word.start() - _REACH) : word.start()]
        thing = after is not None and text[word.end()] == " " and _ARTICLE.search(before) and after["noun"] in heads
        if after is None or not (after["noun"] in nouns or thing):
            continue
        if _ADDRESS.search(before) or (_AUXILIARY.search(before) and text[word.end()] == " "):
            continue  # What did Bell order
        proved = after["noun"] in words_of("proved")
        if _ARTICLE.search(before) or proved or not word_class(word[0].lower()).startswith(_LISTED):
            yield KnownWords(word.start(), word.end(), "made")


def _with_heads(text: str, start: int, end: int) -> Iterator[KnownWords]:
    """``the Berlin Wall``, ``the Treaty of Utrecht``: the name with what it is."""
    heads = _words_of("heads", "works", "eponymous")
    for pattern in (_HEAD_BEHIND, _HEAD_BEFORE):
        for found in pattern.finditer(text, start, end):
            before = text[max(start, found.start() - _REACH) : found.start()]
            asked = is_grammar(found["name"].split()[0].lower())  # Has Grey
            if found["head"].lower() in heads and not (asked or _ADDRESS.search(before) or _is_common(found["name"])):
                yield KnownWords(*found.span(), "made")


def _is_common(name: str) -> bool:
    """Whether people are called so by their first names, or many by their last: ``Antony Tudor`` is no law."""
    return any(word_class(word.lower()).startswith(_COMMON) for word in _WORDS.findall(name))
