"""Names of files and folders, read as the words that make them: ``Gehalt_4120_2024.xlsx``, ``CV_Henrike_Moos.pdf``.

A number behind words in such a name is the value of a field that these words name; a name of a person in it is one.
"""

from __future__ import annotations

from collections.abc import Iterator

from privacy_chains.detect.names import NameDetector
from privacy_chains.detect.patterns.cells import Cell
from privacy_chains.detect.patterns.reading import FoundValue, ValueReading
from privacy_chains.detect.rules.tables import listed
from privacy_chains.lazy import lazily

__all__ = ["YEAR", "fields_of_file_names", "files_in", "find_names_in_files"]

_NAME = r"[^\s\"'<>|:*?,;()\[\]{}=&#]"
_FILE = lazily(rf"(?<!\w)(?<!://)(?:[A-Za-z]:)?{_NAME}{{1,200}}\.(?P<end>[A-Za-z0-9]{{2,5}})(?![\w.])")
_TOKEN = lazily(r"(?:[^\W\d_]|['\u2019])+(?![0-9])|[0-9]+(?:[.,][0-9]+)?(?![^\W_])|[^\W_]+")
YEAR = lazily(r"(?:19|20)[0-9]{2}(?:[01][0-9](?:[0-3][0-9])?)?")
"""A year in the name of a file, perhaps with month and day behind it."""
_BLANKS = str.maketrans("_\\/+", "    ")
_MOST_WORDS = 3
_LONGEST_TEXT = 2_000


def files_in(text: str) -> Iterator[tuple[int, int]]:
    """Where the paths of documents stand, without what ends their names."""
    if "." not in text:
        return
    for found in _FILE.finditer(text):
        if found["end"].lower() in listed("documents"):
            yield found.start(), found.start("end") - 1


def fields_of_file_names(text: str) -> Iterator[tuple[str, Cell]]:
    """The numbers in names of files, but years, with the words before them."""
    for start, end in files_in(text):
        words: list[str] = []
        for token in _TOKEN.finditer(text, start, end):
            if not any(map(str.isdigit, token[0])):
                words = [*words[1 - _MOST_WORDS :], token[0]]
            elif words and YEAR.fullmatch(token[0]) is None:
                yield " ".join(words), Cell(*token.span())
                words = []


def find_names_in_files(reading: ValueReading) -> Iterator[FoundValue]:
    """The names of people in full whose words an underscore ties."""
    text = reading.text
    if "_" not in text:
        return
    for start, end in files_in(text):
        read = f" {text[start:end].translate(_BLANKS)} "
        for span in NameDetector().detect(read):
            first, last = start + span.start - 1, start + span.end - 1
            if "_" in text[first:last] and not any(sign in text[first:last] for sign in "\\/+"):
                yield FoundValue(first, last, "PERSON", 0.7)
