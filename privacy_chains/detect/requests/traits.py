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
from privacy_chains.language.lexicon import word_set
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
    seen = [_NOTHING, *(_seen(text[start:stop]) for start, stop in places), _NOTHING]
    return [
        JudgedWord(
            *place,
            tuple(
                dict.fromkeys(
                    (*_traits(text, place, seen[number : number + 3]), *_of_names(text, place, one, known), *shape)
                )
            ),
        )
        for number, (place, one) in enumerate(zip(places, seen[1:], strict=False))
    ]


class _Seen(NamedTuple):
    """A word by itself: in small letters, its class in the lists of names, the first part of that, and its shape."""

    small: str
    listed: str
    kind: str
    shape: str


_NOTHING = _Seen("", "", "", "none")


def _seen(value: str) -> _Seen:
    small = value.lower()
    listed = word_class(small)
    return _Seen(small, listed, listed.partition(".")[0], _shape(value))


def _without_possessive(text: str, start: int, end: int) -> tuple[int, int]:
    found = _POSSESSIVE.search(text, start, end)
    return start, found.start() if found and found.start() > start else end


def _shape_of_sentence(sentence: str, first: int) -> Iterator[str]:
    """Whether a sentence asks, and whether it begins with a verb."""
    opening = sentence.lstrip(" -*>#\"'(\u2022")
    word = opening[: max(first, 1)].lower()
    yield f"asks={sentence.rstrip().endswith('?')}"
    yield f"opens={'verb' if is_verb(word) else 'grammar' if is_grammar(word) else 'other'}"


def _traits(text: str, place: tuple[int, int], around: Sequence[_Seen]) -> tuple[str, ...]:
    """What is known of a word but for names that hold it; the word stands between its neighbours."""
    start, end = place
    before, one, after = around
    size, first, verb = end - start, before is _NOTHING, is_verb(one.small)
    return (
        *_of_word(one),
        f"class={one.listed}",
        f"kind={one.kind}",
        f"shape={one.shape}",
        f"letters={'few' if size <= _SHORT else 'many' if size >= _LONG else 'some'}",
        f"first={first}",
        f"first={first},{verb}",
        f"owns={text[end : end + 2] in _OWNS}",
        *(("titled",) if _TITLE.search(text, max(0, start - _REACH), start) else ()),
        f"left={before.shape},{before.kind}",
        f"right={after.shape},{after.kind}",
    )


_OWNS = ("'s", "\u2019s", "' ", "\u2019 ")


def _of_names(text: str, place: tuple[int, int], word: _Seen, known: Sequence[KnownWords]) -> Iterator[str]:
    """The well-known names that hold a word, if any."""
    start, end = place
    holding = [one for one in known if one.start <= start and end <= one.end]
    if not holding:
        yield f"row=none,{word.kind}"
    for one in holding:
        size = min(_MOST, len(text[one.start : one.end].split()))
        yield from (f"row={one.row}", f"row={one.row},{size}", f"row={one.row},{word.listed}")
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
def _groups() -> Mapping[str, tuple[str, ...]]:
    """The groups and subjects that each word is of, by the table that WordNet gave."""
    return precomputed(("groups of words", *versions_of(__file__, *NAME_FILES)), _read_groups)


def _read_groups() -> dict[str, tuple[str, ...]]:
    subjects = sorted(row for row in row_names() if row.startswith(_SUBJECTS))
    rows = [*((f"in={row}", row) for row in _GROUPS), *((f"of={row}", row) for row in subjects)]
    found: dict[str, list[str]] = {}
    for trait, row in rows:
        for word in words_of(row):
            found.setdefault(word, []).append(trait)
    alike: dict[tuple[str, ...], tuple[str, ...]] = {}  # few differ: each is kept once
    return {word: alike.setdefault(tuple(traits), tuple(traits)) for word, traits in found.items()}


def _of_word(word: _Seen) -> tuple[str, ...]:
    """What a word is in the language."""
    small = word.small
    return _of_grammar(small) if small in word_set("grammar_word") else _told_of(small, word.listed)


@cache
def _of_grammar(small: str) -> tuple[str, ...]:
    """What a word of grammar is: every second of a sentence is one, and what is kept of them is no text's."""
    return _told_of(small, word_class(small))


def _told_of(small: str, listed: str) -> tuple[str, ...]:
    found = [*_groups().get(small, ())]
    for row in ("usual", "rare"):
        if small in capitalised(row):
            found += (f"capital={row}", f"capital={row},{listed}")
    tests = {"everyday": is_everyday(small), "grammar": is_grammar(small), "verb": is_verb(small)}
    tests |= {"software": is_software(small), "country": is_country(small.title())}
    found += (name for name, holds in tests.items() if holds)
    for part in _parts().get(small, ()):
        found += (part, f"{part},{listed}")
    return tuple(found)


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
