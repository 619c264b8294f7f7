"""Texts written for this package, with their names marked: web pages, mail, forums, news, articles and prompts.

A file of ``texts/`` holds texts with a line of three dashes between them. A name stands in square brackets, its type in
round ones behind it, as a link does in Markdown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from training.example import UNSURE, Example, Piece, assembled

__all__ = ["held_back", "texts_in", "written", "written_in"]

_FOLDER = Path(__file__).parent / "texts"
_BETWEEN = "\n---\n"
_MARK = re.compile(r"\[(?P<name>[^\[\]]+)\]\((?P<type>[A-Z_]+)\)")
_ANNOTATED = frozenset({"PERSON", "LOCATION", "ORGANIZATION", "STREET_ADDRESS", "NRP"})
_MARKED = _ANNOTATED | {"US_ZIP_CODE"}
"""Types of marks. A postal code is marked where no street stands before it; not all of them are."""
_OTHER = "MISC"
"""Proper names of other kinds, of which nothing is learned: a product may be called like its firm."""


def written() -> list[Example]:
    """All texts to learn from, in order of file.

    Raises:
        SystemExit: A text has a mark of an unknown type.
    """
    return list(_read(_FOLDER))


def written_in(name: str) -> list[Example]:
    """The texts of one file.

    Args:
        name: Its name, without the ending.
    """
    return list(_of_file(_FOLDER / f"{name}.txt"))


def held_back() -> list[Example]:
    """Texts of the same kinds that nothing is learned from, to choose thresholds on."""
    return list(_read(_FOLDER / "development"))


def texts_in(*, held_back: bool = False) -> Iterator[tuple[str, str]]:
    """The name of its file and the text, without marks, of each text to learn from, or that is held back."""
    for path, example in _files(_FOLDER / "development" if held_back else _FOLDER):
        yield path.stem, example.text


def _read(folder: Path) -> Iterator[Example]:
    for _, example in _files(folder):
        yield example


def _files(folder: Path) -> Iterator[tuple[Path, Example]]:
    for path in sorted(folder.glob("*.txt")):
        for example in _of_file(path):
            yield path, example


def _of_file(path: Path) -> Iterator[Example]:
    return map(_example, path.read_text("utf-8").strip().split(_BETWEEN))


def _example(marked: str) -> Example:
    pieces: list[Piece] = []
    position = 0
    for mark in _MARK.finditer(marked):
        kind = UNSURE if mark["type"] == _OTHER else mark["type"]
        if kind != UNSURE and kind not in _MARKED:
            msg = f"a text has a mark of type {kind}: it may have {_OTHER}, {', '.join(sorted(_MARKED))}"
            raise SystemExit(msg)
        pieces += [(marked[position : mark.start()], None), (mark["name"], kind)]
        position = mark.end()
    pieces.append((marked[position:], None))
    return Example(*assembled(pieces), _ANNOTATED)
