"""Measure which countries and nationalities are hidden where they are somebody's, and where they are a subject.

Run it with ``python scripts/eval_countries.py``. The sentences are those of ``tests/detect/requests/countries.txt``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.table import Table

from privacy_chains import default_detector
from privacy_chains.contract.entities import DEFAULT_TYPES
from privacy_chains.detect import Detector

SENTENCES = Path(__file__).resolve().parents[1] / "tests" / "detect" / "requests" / "countries.txt"
_MARKED = re.compile(r"<(.+?)>")


def sentences() -> Iterator[tuple[str, str]]:
    """Each sentence, and the country in it that is somebody's; empty where none is."""
    for line in SENTENCES.read_text("utf-8").splitlines():
        if not line.startswith("#"):
            marked = line.partition("\t")[2]
            found = _MARKED.search(marked)
            yield _MARKED.sub(r"\1", marked), found[1] if found else ""


def row(detector: Detector) -> tuple[str, str]:
    """How many private countries are hidden, and in how many other sentences anything is."""
    hidden = [(text, private, _hidden(detector, text)) for text, private in sentences()]
    of_people = [any(private in value for value in values) for _, private, values in hidden if private]
    others = [bool(values) for _, private, values in hidden if not private]
    return f"{sum(of_people)} of {len(of_people)}", f"{sum(others)} of {len(others)}"


def _hidden(detector: Detector, text: str) -> list[str]:
    return [text[span.start : span.end] for span in detector.detect(text)]


def main() -> None:
    """Print a table."""
    made = Table("detector", "private countries hidden", "other sentences with anything hidden")
    made.add_row("default", *row(default_detector()))
    made.add_row("countries=True", *row(default_detector(countries=True)))
    everything = default_detector(entity_types=DEFAULT_TYPES | {"NRP"}, countries=True)
    made.add_row("countries=True, with NRP", *row(everything))
    Console().print(made)


if __name__ == "__main__":
    main()
