"""What is known of a word by itself: whether the world has a name for it, who is called so, how it is written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from privacy_chains.detect.countries import is_country
from privacy_chains.detect.network.function_words import is_grammar
from privacy_chains.detect.network.software import is_software
from privacy_chains.detect.requests.made_names import made_names
from privacy_chains.detect.requests.words import (
    NAME_FILES,
    KnownWords,
    capitalised,
    is_term,
    is_verb,
    known_in,
    named,
    row_names,
    words_of,
)
from privacy_chains.formats.word_classes import is_everyday, word_class
from privacy_chains.language.patterns import worded
from privacy_chains.lazy import lazily
from privacy_chains.precomputed import precomputed, versions_of

__all__ = ["JudgedWord", "words_in"]

_WORD = lazily(r"[^\W_]+(?:['\u2019\-.+#&/][^\W_]+)*[+#]*")
_POSSESSIVE = lazily(r"['\u2019][sS]?\Z")
_TITLE = worded(r"\b{pointed_title|unpointed_title|kin_title:en}\.? \Z")
_REACH = 8
_SUBJECTS = "noun.", "verb."
_GROUPS = ("verbs", "adverbs", "roles", "kin", "works", "heads", "eponymous", "sciences", "making", "dealing")
_SHORT, _LONG = 3, 12
_MOST = 3


class JudgedWord(NamedTuple):
    """A word of a sentence.

    Attributes:
        start: Where it begins in the text.
        end: One past its last code point, without a possessive.
        traits: What is known of it, each as a short string.
    """

    start: int
    end: int
    traits: tuple[str, ...]


def words_in(text: str, begin: int, end: int) -> list[JudgedWord]:
    """The words of a sentence with their traits.

    Args:
        text: The text.
        begin: Where the sentence begins.
        end: One past its last code point.
    """
    places = [_without_possessive(text, *found.span()) for found in _WORD.finditer(text, begin, end)]
    known = [*known_in(text, begin, end), *made_names(text, begin, end)]
    shape = tuple(_shape_of_sentence(text[begin:end], places[0][1] - places[0][0] if places else 0))
    return [
        JudgedWord(*place, tuple(dict.fromkeys((*_traits(text, places, number, known), *shape))))
        for number, place in enumerate(places)
    ]


def _without_possessive(text: str, start: int, end: int) -> tuple[int, int]:
    found = _POSSESSIVE.search(text, start, end)
    return start, found.start() if found and found.start() > start else end


def _shape_of_sentence(sentence: str, first: int) -> Iterator[str]:
    """Whether a sentence asks, and whether it begins with a verb."""
    opening = sentence.lstrip(" -*>#\"'(\u2022")
    word = opening[: max(first, 1)].lower()
    yield f"asks={sentence.rstrip().endswith('?')}"
    yield f"opens={'verb' if is_verb(word) else 'grammar' if is_grammar(word) else 'other'}"


def _traits(text: str, places: Sequence[tuple[int, int]], number: int, known: Sequence[KnownWords]) -> Iterator[str]:
    start, end = places[number]
    value = text[start:end]
    small = value.lower()
    kind = word_class(small)
    yield from _of_word(small)
    yield from (f"class={kind}", f"kind={kind.partition('.')[0]}", f"shape={_shape(value)}")
    yield f"letters={'few' if len(value) <= _SHORT else 'many' if len(value) >= _LONG else 'some'}"
    yield from (f"first={number == 0}", f"first={number == 0},{is_verb(small)}", f"owns={text[end : end + 2] in _OWNS}")
    if _TITLE.search(text, max(0, start - _REACH), start):
        yield "titled"
    before = text[slice(*places[number - 1])] if number else ""
    after = text[slice(*places[number + 1])] if number + 1 < len(places) else ""
    for side, other in (("left", before), ("right", after)):
        yield f"{side}={_shape(other)},{word_class(other.lower()).partition('.')[0]}"
    yield from _of_names(text, start, end, kind, known)


_OWNS = ("'s", "\u2019s", "' ", "\u2019 ")


def _of_names(text: str, start: int, end: int, kind: str, known: Sequence[KnownWords]) -> Iterator[str]:
    """The well-known names that hold a word, if any."""
    holding = [one for one in known if one.start <= start and end <= one.end]
    if not holding:
        yield f"row=none,{kind.partition('.')[0]}"
    for one in holding:
        size = min(_MOST, len(text[one.start : one.end].split()))
        yield from (f"row={one.row}", f"row={one.row},{size}", f"row={one.row},{kind}")
        yield f"row={one.row},{size},{one.may_be_person}"
        if is_term(text[one.start : one.end]):
            yield "term"


@cache
def _parts() -> Mapping[str, tuple[str, ...]]:
    """The rows of the well-known names of several words that each word ends or begins: ``maslow``, ``messi``."""
    return precomputed(("parts of well-known names", *versions_of(__file__, *NAME_FILES)), _read_parts)


def _read_parts() -> dict[str, tuple[str, ...]]:
    found: dict[str, set[str]] = {}
    for name, row in named():
        first, _, rest = name.partition(" ")
        if rest:
            found.setdefault(rest.rpartition(" ")[2], set()).add(f"ends={row}")
            found.setdefault(first, set()).add(f"begins={row}")
    alike: dict[tuple[str, ...], tuple[str, ...]] = {}  # few differ: each is kept once
    rows_of = {word: tuple(sorted(rows)) for word, rows in found.items()}
    return {word: alike.setdefault(rows, rows) for word, rows in rows_of.items()}


@cache
def _subjects() -> tuple[str, ...]:
    return tuple(sorted(row for row in row_names() if row.startswith(_SUBJECTS)))


def _of_word(small: str) -> tuple[str, ...]:
    """What a word is in the language."""
    found = [f"in={row}" for row in _GROUPS if small in words_of(row)]
    found += [f"of={row}" for row in _subjects() if small in words_of(row)]
    tests = {"everyday": is_everyday(small), "grammar": is_grammar(small), "verb": is_verb(small)}
    tests |= {"software": is_software(small), "country": is_country(small.title())}
    kind = word_class(small)
    for row in ("usual", "rare"):
        found += [f"capital={row}", f"capital={row},{kind}"] if small in capitalised(row) else []
    parts = [trait for part in _parts().get(small, ()) for trait in (part, f"{part},{kind}")]
    return (*found, *(name for name, holds in tests.items() if holds), *parts)


def _shape(value: str) -> str:
    """How a word is written: ``small``, ``Title``, ``CAPITALS``, ``mIxed``, with digits."""
    if not value:
        return "none"
    digits = "9" if any(map(str.isdigit, value)) else ""
    if value.islower():
        return f"small{digits}"
    if value.isupper():
        return f"{'capitals' if len(value) > 1 else 'letter'}{digits}"
    return f"{'title' if value[1:].islower() else 'mixed'}{digits}"
