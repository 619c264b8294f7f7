"""Measure which dates move where dates of somebody's affairs do (``dates = "shift"``), and which stay.

Run it with ``python scripts/eval_dates.py [--misses SET]``; ``--misses`` lists what is decided wrongly in one set. Of
each set all dates count as private or as public; of the numbers by hand, those that are marked. Most sets lie in
``PRIVACY_CHAINS_DATA`` and are skipped where it is absent. Dates that stand alone in their paragraph are left out.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from privacy_chains import default_detector
from privacy_chains.contract.entities import DEFAULT_TYPES
from privacy_chains.contract.spans import resolve_overlaps
from privacy_chains.detect.patterns.dates import find_days
from privacy_chains.detect.patterns.reading import ValueReading

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))
from marked import HALVES, texts  # noqa: E402

DATA = Path(os.environ.get("PRIVACY_CHAINS_DATA", ROOT.parent / "shared" / "data"))
DETECTOR = default_detector(entity_types=DEFAULT_TYPES | {"PRIVATE_DATE"})
MOST = 600
"""How many texts of a set are read."""


class Sample(NamedTuple):
    """A text, and where its private dates are; None if all dates are private, empty if none is."""

    text: str
    private: tuple[tuple[int, int], ...] | None


def sets() -> Iterator[tuple[str, list[Sample]]]:
    """The sets, by name."""
    for half in HALVES:
        marked = (
            Sample(one.text, tuple((start, end) for start, end, kind in one.marks if kind.startswith("DATE")))
            for one in texts("quantities", half)
        )
        yield f"numbers by hand, {half.replace('_', ' ')}", list(marked)
        yield f"structures, {half.replace('_', ' ')}", [Sample(one.text, None) for one in texts("structures", half)]
    yield "this repository's pages (public)", _of(_paragraphs(), private=False)
    if DATA.is_dir():
        yield "synth_v2", _of(_of_synth(), private=True)
        for column in ("dialogue", "section_text"):
            yield f"MTS-Dialog, {column}", _of(_column(column), private=True)
        yield "wikigold (public)", _of(_sentences(), private=False)
        reports = json.loads((DATA / "test" / "tatqa" / "tatqa_dataset_dev.json").read_text("utf-8"))
        asked = (question["question"] for one in reports for question in one["questions"])
        yield "TAT-QA, questions (public)", _of(asked, private=False)
        told = (part["text"] for one in reports for part in one["paragraphs"])
        yield "TAT-QA, paragraphs (public)", _of(told, private=False)


def _of(found: Iterable[str], *, private: bool) -> list[Sample]:
    dated = (text for text in found if any(find_days(ValueReading(text))))
    return [Sample(text, None if private else ()) for text, _ in zip(dated, range(MOST), strict=False)]


def _paragraphs() -> Iterator[str]:
    for path in sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]):
        yield from path.read_text("utf-8").split("\n\n")


def _of_synth() -> Iterator[str]:
    path = DATA / "test" / "presidio_research" / "synth_dataset_v2.json"
    for one in json.loads(path.read_text("utf-8")):
        if any(span["entity_type"] == "DATE_TIME" for span in one["spans"]):
            yield one["full_text"]


def _column(name: str) -> Iterator[str]:
    with (DATA / "train" / "mts_dialog" / "MTS-Dialog-TrainingSet.csv").open(encoding="utf-8") as file:
        yield from (row[name] for row in csv.DictReader(file))


def _sentences() -> Iterator[str]:
    for block in (DATA / "test" / "wikigold" / "wikigold.conll.txt").read_text("utf-8").split("\n\n"):
        yield " ".join(line.split()[0] for line in block.splitlines() if line.strip())


class Share(NamedTuple):
    """How many dates a set has, and how many of them move; of the private ones, then of the public ones."""

    private: int = 0
    moved: int = 0
    public: int = 0
    moved_too: int = 0


def share(samples: Iterable[Sample], wrong: list[str]) -> Share:
    """What becomes of the dates of a set; ``wrong`` is filled with those that are decided wrongly."""
    counts = [0, 0, 0, 0]
    for text, private in samples:
        moved = [one for one in resolve_overlaps(DETECTOR.detect(text)) if one.entity_type in _MOVED]
        for start, end in _dates(text, private):
            is_private = private is None or any(start < stop and begin < end for begin, stop in private)
            moves = any(one.start < end and start < one.end for one in moved)
            at = 0 if is_private else 2
            counts[at] += 1
            counts[at + 1] += moves
            if moves != is_private:
                wrong.append(f"{text[start:end]!r} | {text[max(0, start - 80) : end + 60]!r}")
    return Share(*counts)


_MOVED = frozenset({"DATE_OF_BIRTH", "PRIVATE_DATE"})


def _dates(text: str, private: tuple[tuple[int, int], ...] | None) -> Iterator[tuple[int, int]]:
    """Dates as patterns find them, and those that are marked and that no pattern finds."""
    found = [(one.start, one.end) for one in find_days(ValueReading(text)) if text.strip() != text[one.start : one.end]]
    yield from found
    for start, end in private or ():
        if not any(begin < end and start < stop for begin, stop in found):
            yield start, end


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--misses", default="")
    options = parser.parse_args()
    made = Table("set", "private dates that stay", "public dates that move")
    for name, samples in sets():
        wrong: list[str] = []
        one = share(samples, wrong)
        made.add_row(name, f"{one.private - one.moved} of {one.private}", f"{one.moved_too} of {one.public}")
        if options.misses and name.startswith(options.misses):
            sys.stdout.write("\n".join(wrong) + "\n")
    Console().print(made)


if __name__ == "__main__":
    main()
