"""Write into the files of the lexicon what CLDR knows of months and days of the week.

    python -m pip install babel==2.18.0
    python scripts/make_words.py
    python scripts/make_words.py --table    # what each language has, for docs/languages.md

What a file has already stays: the forms of CLDR come first in each entry, then those that stood there. Source: the
Unicode Common Locale Data Repository (Unicode License v3) through Babel (BSD).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from babel import Locale

WORDS = Path(__file__).resolve().parent.parent / "privacy_chains" / "language" / "data" / "words"
LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl", "pl", "sv", "da", "nb", "fi")
SOURCE = "# Months and days of the week from the Unicode CLDR (Unicode License v3) through scripts/make_words.py."
SMALLEST = 2
"""Shorter names, such as ``M`` for Monday, are no words."""
_HAS_DIGIT = re.compile(r"\d")

Forms = Mapping[int, tuple[str, ...]]


def named(tables: Iterable[Mapping[int, str]], first: int) -> Forms:
    """The names of each number in several tables, each once, numbers from 1 on."""
    found: dict[int, dict[str, None]] = {}
    for table in tables:
        for number, name in table.items():
            plain = name.rstrip(".")
            if len(plain) >= SMALLEST and not _HAS_DIGIT.search(plain):
                found.setdefault(number - first + 1, {})[plain] = None
    return {number: tuple(names) for number, names in found.items()}


def known(language: str) -> dict[str, Forms]:
    """What CLDR knows of a language, by kind."""
    locale = Locale.parse(language)
    months, days = locale.months, locale.days
    contexts = ("format", "stand-alone")
    return {
        "month": named((months[context]["wide"] for context in contexts), 1),
        "short_month": named((months[context]["abbreviated"] for context in contexts), 1),
        "weekday": named((days[context]["wide"] for context in contexts), 0),
        "short_weekday": named((days[context]["abbreviated"] for context in contexts), 0),
    }


def joined(kind: str, known: Forms, entries: Iterable[str]) -> str:
    """A line of a file: CLDR's forms, and those that stood there beside them."""
    stood = {int(number): forms.split("|") for number, _, forms in (entry.partition("=") for entry in entries)}
    cells = (
        f"{number}={'|'.join(dict.fromkeys((*known.get(number, ()), *stood.get(number, ()))))}"
        for number in sorted(known.keys() | stood.keys())
    )
    return "\t".join((kind, *cells))


def rewritten(language: str, text: str) -> Iterator[str]:
    """The lines of a file with CLDR's names in their places."""
    lines = text.splitlines()
    ours = held(lines)
    stood = {kind: [entry for entries in rows for entry in entries] for kind, rows in ours.items()}
    theirs = {kind: [joined(kind, forms, stood.get(kind, ()))] for kind, forms in known(language).items()}
    rows = {kind: ["\t".join((kind, *entries)) for entries in rows] for kind, rows in ours.items()} | theirs
    yield from (line for line in lines if line.startswith("#") and line != SOURCE)
    yield SOURCE
    yield from (line for kind in sorted(rows) for line in rows[kind])


def held(lines: Iterable[str]) -> dict[str, list[list[str]]]:
    """The entries of each kind, line by line: a long kind has several."""
    found: dict[str, list[list[str]]] = {}
    for kind, *entries in (line.split("\t") for line in lines if not line.startswith("#")):
        found.setdefault(kind, []).append(entries)
    return found


def table() -> Iterator[str]:
    """What each language has, in Markdown."""
    yield "| language | kinds | words | months and days | sentences |"
    yield "|---|---|---|---|---|"
    for path in sorted(WORDS.glob("*.tsv")):
        kinds = held(path.read_text("utf-8").splitlines())
        forms = sum(len(entry.split("|")) for rows in kinds.values() for entries in rows for entry in entries)
        frames = sum(len(entries) for kind, rows in kinds.items() if kind.endswith("_frame") for entries in rows)
        name, calendar = Locale.parse(path.stem).get_display_name("en"), "CLDR" if path.stem in LANGUAGES else ""
        yield f"| {name} (`{path.stem}`) | {len(kinds)} | {forms} | {calendar} | {frames or ''} |"


def write() -> None:
    """Write CLDR's names into the files."""
    for code in LANGUAGES:
        path = WORDS / f"{code}.tsv"
        path.write_text("\n".join(rewritten(code, path.read_text("utf-8"))) + "\n", "utf-8")


if __name__ == "__main__":
    if sys.argv[1:] == ["--table"]:
        print("\n".join(table()))
    else:
        write()
