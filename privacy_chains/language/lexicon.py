r"""The lexicon: the words of every language that is read, by kind, one file for each language.

``data/words/en.tsv`` holds English. A line is a kind and its entries with tabs between; an entry is one word or phrase,
or several forms of one with bars between, and may say what they stand for: ``1=styczeń|stycznia``. A line may continue
the kind of another. To add a language, add its file; ``docs/languages.md`` says how.

    words("month", "en")                 ("january", "jan", "february", ...)
    meanings("month", "pl")["stycznia"]  "1"
    alternation("greeting")              "good afternoon|good morning|..."
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from privacy_chains.language.kinds import KINDS, Kind

__all__ = [
    "Entry",
    "alternation",
    "alternation_of",
    "entries",
    "folder",
    "form_of",
    "languages",
    "languages_with",
    "meanings",
    "word_set",
    "words",
]

_FIRST = "en"
_NOTHING = "(?!)"


class Entry(NamedTuple):
    """One entry of a line.

    Attributes:
        meaning: What its forms stand for, such as the number of a month; empty where the file says none.
        forms: A word or a phrase in the forms that texts have.
    """

    meaning: str
    forms: tuple[str, ...]


def folder() -> Path:
    """Where the files of the languages are."""
    return Path(__file__).parent / "data" / "words"


@cache
def languages() -> tuple[str, ...]:
    """The codes of the languages (ISO 639-1), English first."""
    codes = sorted(file.name.removesuffix(".tsv") for file in folder().iterdir() if file.name.endswith(".tsv"))
    return tuple(sorted(codes, key=lambda code: code != _FIRST))


@cache
def _read(language: str) -> Mapping[str, str]:
    """The lines of a language's file by kind, each without it; a second line of a kind goes on where the first ends."""
    found: dict[str, str] = {}
    for line in folder().joinpath(f"{language}.tsv").read_text("utf-8").split("\n"):
        if line and line[0] != "#":
            kind, _, cells = line.partition("\t")
            found[kind] = f"{found[kind]}\t{cells}" if kind in found else cells
    return found


def _entry(cell: str) -> Entry:
    meaning, _, forms = cell.rpartition("=")
    return Entry(meaning, tuple(forms.split("|")))


def entries(kind: Kind, *of: str) -> Iterator[Entry]:
    """The entries of a kind in some languages, or in all.

    Raises:
        KeyError: No such kind.
    """
    if kind not in KINDS:
        raise KeyError(kind)
    for language in of or languages():
        cells = _read(language).get(kind)
        yield from map(_entry, cells.split("\t") if cells else ())


def words(kind: Kind, *of: str) -> tuple[str, ...]:
    """Every form of a kind in some languages, or in all: each once, in the order of the files."""
    return _words(kind, *of)


def word_set(*kinds: Kind) -> frozenset[str]:
    """The forms of kinds in all languages."""
    return _word_set(*kinds)


def languages_with(kind: Kind) -> tuple[str, ...]:
    """The languages that have words of a kind."""
    return tuple(language for language in languages() if words(kind, language))


def meanings(kind: Kind, *of: str) -> Mapping[str, str]:
    """What each form of a kind stands for; the first language that has it decides."""
    return _meanings(kind, *of)


def alternation(*kinds: Kind, gap: str = " ") -> str:
    """The forms of kinds in all languages as the branches of a regular expression, without a group around them.

    Args:
        kinds: The kinds.
        gap: The expression for the space inside a phrase.
    """
    return alternation_of((form for kind in kinds for form in words(kind)), gap=gap)


def form_of(kind: Kind, meaning: str, language: str) -> str:
    """The first form of a language that stands for something.

    Raises:
        KeyError: It has none.
    """
    for entry in entries(kind, language):
        if entry.meaning == meaning:
            return entry.forms[0]
    raise KeyError(meaning)


def alternation_of(forms: Iterable[str], *, gap: str = " ") -> str:
    """Words as the branches of a regular expression: escaped, the longest first; one that never matches for none."""
    ordered = sorted(set(forms), key=lambda form: (-len(form), form))
    return "|".join(gap.join(map(re.escape, form.split(" "))) for form in ordered) or _NOTHING


# Apart from what is public, for the type checker does not see the arguments of a cached function.


@cache
def _words(kind: Kind, *of: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(form for entry in entries(kind, *of) for form in entry.forms))


@cache
def _word_set(*kinds: Kind) -> frozenset[str]:
    return frozenset(form for kind in kinds for form in _words(kind))


@cache
def _meanings(kind: Kind, *of: str) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for entry in entries(kind, *of):
        for form in entry.forms:
            found.setdefault(form, entry.meaning)
    return MappingProxyType(found)
