"""Words and well-known names, from WordNet 3.0 and from lists of laws, works and brands. Loaded on first use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from privacy_chains.formats.word_classes import word_class
from privacy_chains.language.marks import without_marks
from privacy_chains.lazy import lazily
from privacy_chains.precomputed import precomputed, versions_of

__all__ = [
    "NAME_FILES",
    "KnownWords",
    "capitalised",
    "is_term",
    "is_verb",
    "known_in",
    "named",
    "row_names",
    "words_of",
]

_WORD = lazily(r"[^\W_]+(?:['\u2019\-][^\W_]+)*")
_FOLDER = Path(__file__).parent / "data"
NAME_FILES = tuple(
    str(_FOLDER / name) for name in ("brands.txt", "terms.txt", "titles.txt", "wordnet.txt", "works.txt")
)
"""Where the well-known names are from."""
_MOST_WORDS = 6
_LETTERS = 2
_NAME_WORDS = 3
_LISTED = ("given", "surname")


class KnownWords(NamedTuple):
    """Where a well-known name stands in a text, the row of names that holds it, and whether people are called so.

    The rows are ``people``, ``tales`` (of legend and fiction), ``places``, ``towns`` and ``things`` of WordNet,
    ``titles``, ``terms``, and ``made`` for what is called after another: ``Kepler's laws``, ``the Treaty of Utrecht``.
    """

    start: int
    end: int
    row: str
    may_be_person: bool = False

    @property
    def of_place(self) -> bool:
        """Whether it is a place's name, small or large."""
        return self.row in ("places", "towns")


@cache
def _table(name: str) -> Mapping[str, str]:
    text = (_FOLDER / name).read_text("utf-8")
    rows = (line.partition("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return {key: values for key, _, values in rows}


@cache
def words_of(row: str) -> frozenset[str]:
    """The words of a row of the table that WordNet gave: ``verbs``, ``adverbs``, ``works``, ``dealing``, and so on."""
    return frozenset(_table("wordnet.txt")[row].split(" "))


@cache
def row_names() -> frozenset[str]:
    """The names of all rows of that table."""
    return frozenset(_table("wordnet.txt"))


@cache
def capitalised(row: str) -> frozenset[str]:
    """Words in small letters that dictionaries write with a capital: the ``usual`` ones, and ``rare`` ones."""
    return frozenset(_table("capitals.txt")[row].split(" "))


@cache
def _titles() -> frozenset[str]:
    """The titles of articles that many read, works and their people, in small letters."""
    return _lines("titles.txt") | _lines("works.txt")


def _lines(name: str) -> frozenset[str]:
    """The lines of a file behind its header."""
    lines = (_FOLDER / name).read_text("utf-8").splitlines()
    notes: Iterator[str] = takewhile(lambda line: line.startswith("#"), lines)
    return frozenset(lines).difference(notes)


@cache
def _terms() -> frozenset[str]:
    return frozenset(term for values in _table("terms.txt").values() for term in values.split(", "))


@cache
def _brands() -> frozenset[str]:
    """Brands and programs, which nobody is called by; their parts tell nothing."""
    return _lines("brands.txt")


@cache
def _names() -> Mapping[str, str]:
    """Well-known names but for brands, each with the row that it is of."""
    rows = ("tales", "people", "places", "things", "towns")
    names = {name.replace("_", " "): row for row in rows for name in words_of(row)}
    return dict.fromkeys(_terms(), "terms") | names


@cache
def _with_brands() -> Mapping[str, str]:
    return {**dict.fromkeys(_brands(), "titles"), **_names()}


def named() -> Iterator[tuple[str, str]]:
    """All well-known names but for brands in small letters, each with the row that it is of."""
    yield from ((name.lower(), row) for name, row in _names().items())
    yield from ((title, "titles") for title in _titles())


def is_verb(word: str) -> bool:
    """Whether a word in small letters may be a verb: one of WordNet's, or one with ``re`` before it."""
    verbs = words_of("verbs")
    return word in verbs or (word.startswith("re") and word.removeprefix("re").removeprefix("-") in verbs)


def is_term(value: str) -> bool:
    """Whether a value is a law, a standard, a technology or an agency, whatever stands around it: ``GDPR``, ``IRS``."""
    agency = value.isupper() and value.isalpha() and len(value) > _LETTERS and value in words_of("things")
    return agency or value in _terms()


@cache
def _most_words() -> Mapping[str, int]:
    """Of how many words the longest name is that begins with a word, in small letters."""
    return precomputed(("words of well-known names", *versions_of(__file__, *NAME_FILES)), _count_words)


def _count_words() -> dict[str, int]:
    most: dict[str, int] = {}
    for name in (*(name for name, _ in named()), *map(str.lower, _brands())):
        words = _WORD.findall(name)
        if words:
            most[words[0]] = max(most.get(words[0], 0), len(words))
    return most


def _reach(word: str) -> int:
    """How many words a name may have that begins with this one, of ASCII."""
    most, small = _most_words(), word.lower()
    return min(max(most.get(small, 0), most.get(small.removesuffix("'s"), 0)), _MOST_WORDS)


def known_in(text: str, start: int, end: int) -> Iterator[KnownWords]:
    """The well-known names in a stretch of a text, the longest at each word, in reading order."""
    words = [found.span() for found in _WORD.finditer(text, start, end)]
    plain = text.isascii()
    index = 0
    while index < len(words):
        if not (text[words[index][0]].isupper() or text[words[index][0]].isdigit()):
            index += 1
            continue
        reach = _reach(text[slice(*words[index])]) if plain else _MOST_WORDS
        names = _with_brands() if index else _names()  # Scan the receipts
        for last in range(min(index + reach, len(words)) - 1, index - 1, -1):
            stretch = _known(names, text, words[index][0], words[last][1])
            if stretch:
                yield stretch
                index = last
                break
        index += 1


def _known(names: Mapping[str, str], text: str, start: int, end: int) -> KnownWords | None:
    """The stretch as it is, or without a possessive at its end."""
    value = text[start:end].replace("\u2019", "'")
    for name in (value, value[:-2] if value.endswith("'s") else ""):
        row = names.get(name) or names.get(name[:1].lower() + name[1:]) or _title(name) or names.get(_bare(name))
        if row:
            abbreviated = row in ("places", "towns") and name.isupper() and len(name) <= _LETTERS  # CT, MRI
            row = "things" if abbreviated else row
            return KnownWords(start, start + len(name), row, _may_be_person(name, row))
    return None


def _bare(name: str) -> str:
    """A name without accents, as WordNet writes all."""
    return name if name.isascii() else without_marks(name)


def _title(name: str) -> str:
    """``titles`` where a stretch is one, written as such: its last word is no plain one."""
    last = name[name.rfind(" ") + 1 :]
    return "titles" if (last[:1].isupper() or last[:1].isdigit()) and name.lower() in _titles() else ""


def _may_be_person(name: str, row: str) -> bool:
    """Whether people are called so: a well-known one, or some who have this word for a name (Lena, Jordan)."""
    words = name.lower().split()
    if row == "titles":
        return 1 < len(words) <= _NAME_WORDS and word_class(words[0]).startswith("given")
    return row == "people" or (row != "terms" and name.isalpha() and word_class(words[0]).startswith(_LISTED))
