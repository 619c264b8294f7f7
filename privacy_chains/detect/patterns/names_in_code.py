"""Names where no sentence stands around them: in literals of code and formulas, and in slugs of paths and hosts.

``=ALS(B4="Geertruida Bonnema";...)`` and ``/srv/henrike.racine/payslip`` label nothing, and no network reads them.
What tells is the lists: a literal of two or three words with capitals is a name where none of them is a word of a
language, a brand or a place; a slug is one where a given name stands before a surname, or before what no list holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from privacy_chains.detect.name_codes import code_of
from privacy_chains.detect.network.software import is_software
from privacy_chains.detect.patterns.file_names import YEAR, files_in
from privacy_chains.detect.patterns.reading import FoundValue, ValueReading
from privacy_chains.detect.requests.words import known_in
from privacy_chains.detect.rules.tables import listed
from privacy_chains.formats.word_classes import is_word
from privacy_chains.language.lexicon import words
from privacy_chains.lazy import lazily

__all__ = ["find_names_in_code", "is_name_in_quotes"]

_CAPITAL = r"[^\W\d_a-z][^\W\d_]*(?:['\u2019\-][^\W\d_]+)*"
_LITERAL = lazily(
    r"(?:[(\[{,;>]|==|[!<]=|(?<=[A-Z][0-9])=|(?<=[A-Z][0-9][0-9])=)\s?(?P<quote>[\"'])"
    rf"(?P<name>{_CAPITAL}(?: {_CAPITAL}){{1,2}})(?P=quote)(?=\s{{0,2}}(?:[)\]}},;:=!<&|]|\Z|\n))"
)
_WORDS = lazily(rf"{_CAPITAL}(?: {_CAPITAL}){{0,2}}")
_FILED = lazily(rf"{_CAPITAL}(?: {_CAPITAL})?, (?:{_CAPITAL}|(?:[A-Z]\.){{1,3}})")
"""A surname before a given name or initials."""
_SMALL = r"[a-z\u00df-\u00ff]"
_SLUG = lazily(rf"(?<![^\W_])(?<![@.\-$]){_SMALL}{{3,24}}(?:[._\-]{_SMALL}{{1,24}}){{1,5}}(?![^\W_]|[(@])")
_ACCOUNT = lazily(rf"(?<=[\"'/\\]){_SMALL}\.(?P<last>{_SMALL}{{4,24}})(?=[\"'/\\])")
_PIECE = lazily(r"[^\W\d_]+")
_TIED = lazily(r"(?<![^\W_])[^\W\d_]+(?![^\W_])")
_NUMBER = lazily(r"(?<![^\W_])(?<![0-9][.\-])[0-9]{4,12}(?![^\W_])(?![.\-][0-9])")
_FEWEST = 4
_SURNAMES = frozenset("LS")
_SEPARATORS = ("/", "\\")


def find_names_in_code(reading: ValueReading) -> Iterator[FoundValue]:
    """The names of people in the literals and the slugs of a text."""
    text = reading.text
    if '"' in text or "'" in text:
        for found in _LITERAL.finditer(text):
            if _is_name(text, *found.span("name")):
                yield FoundValue(*found.span("name"), "PERSON", 0.6)
    for slug in _SLUG.finditer(text):
        yield from _names_in_slug(slug)
    for account in _ACCOUNT.finditer(text):
        if not _is_word(account["last"]):
            yield FoundValue(*account.span(), "USERNAME", 0.6)
    for start, end in files_in(text):
        yield from _in_document(text, start, end)


def _in_document(text: str, start: int, end: int) -> Iterator[FoundValue]:
    """The names in the name of a document; beside one, longer numbers but years are hers, whatever they are."""
    pieces = _TIED.finditer(text, start, end)
    names = [one.span() for one in pieces if _is_given(one[0]) or _is_unlike_words(text, *one.span())]
    yield from (FoundValue(*name, "PERSON", 0.55) for name in names)
    for number in _NUMBER.finditer(text, start, end) if names else ():
        if YEAR.fullmatch(number[0]) is None:
            yield FoundValue(*number.span(), "ID_NUMBER", 0.4)


def _is_given(word: str) -> bool:
    """Whether a word in small letters is a given name, and no word of a language or a program."""
    return len(word) >= _FEWEST and word.islower() and code_of(word.capitalize()) == "G" and not _is_word(word)


def _is_unlike_words(text: str, start: int, end: int) -> bool:
    """Whether a word with a capital in the name of a document is none that a language or the world has."""
    word = text[start:end]
    name = len(word) >= _FEWEST and code_of(word) in "GgLSsU" and word.istitle() and not any(known_in(text, start, end))
    return name and not (_is_word(word))


def is_name_in_quotes(text: str, start: int, end: int) -> bool:
    """Whether a literal of a formula is a name: a surname too, and one with the given name or initials behind it."""
    if _FILED.fullmatch(text, start, end) is None:
        return _is_name(text, start, end)
    first = text[start:end].partition(",")[0]
    return not any(map(_is_word, _PIECE.findall(first))) and not any(known_in(text, start, start + len(first)))


def _is_name(text: str, start: int, end: int) -> bool:
    """Whether words with capitals are somebody's name: none of them says anything else."""
    if _WORDS.fullmatch(text, start, end) is None:
        return False
    words = text[start:end].split(" ")
    codes = [code_of(word) for word in words]
    known = any((one.start, one.end) == (start, end) for one in known_in(text, start, end))
    return set(codes) <= set("GgLSsU") and not (known or any(map(_is_word, words)))


def _is_word(word: str) -> bool:
    """Whether a word is one of a language or a program's."""
    return is_word(word) or is_software(word.lower())


def _names_in_slug(slug: re.Match[str]) -> Iterator[FoundValue]:
    """``henrike.racine`` whole, of ``lotte-und-janosch`` both."""
    pieces = list(_PIECE.finditer(slug.string, *slug.span()))
    in_path = _is_in_path(slug)
    for first, second in pairwise(pieces):
        if _is_pair(first[0], second[0], in_path=in_path):
            yield FoundValue(first.start(), second.end(), "USERNAME", 0.6)
    for first, tie, second in zip(pieces, pieces[1:], pieces[2:], strict=False):
        if _is_given(first[0]) and tie[0] in words("and") and not _is_word(second[0]):
            yield FoundValue(*first.span(), "PERSON", 0.6)
            yield FoundValue(*second.span(), "PERSON", 0.6)


def _is_in_path(slug: re.Match[str]) -> bool:
    """Whether a slug is a folder or a file of a path; elsewhere in code a point may stand before what a thing has."""
    text, start, end = slug.string, *slug.span()
    return text[start - 1 : start] in _SEPARATORS or text[end : end + 1] in _SEPARATORS


def _is_pair(first: str, second: str, *, in_path: bool) -> bool:
    """Whether a word behind another is its surname: of the lists, or in a path one that no list and no language has."""
    code = code_of(second.capitalize())
    if not _is_given(first) or _is_word(second):
        return False
    unlisted = code == "U" and len(second) >= _FEWEST and second not in listed("documents")
    return code in _SURNAMES or (in_path and unlisted)
