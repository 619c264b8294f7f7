"""Measure what of the texts by hand is found, and in how many nothing else is.

Run it with ``python scripts/eval_by_hand.py [--misses]``; ``--misses`` lists what the worked-with half misses.
The sets lie in ``tests/detect/by_hand``: numbers in six languages, commands and questions, private things in
unusual places, and private things as programs, forms and files write them.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from privacy_chains import default_detector

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
from marked import Name, halves_of, missed_and_besides, score, texts

NAMES: tuple[Name, ...] = ("quantities", "prompts", "leaks", "structures")


def table(name: Name) -> Table:
    """How much is found, by type, in both halves of a set, and in what others wrote."""
    halves = halves_of(name)
    columns = [score(default_detector(), texts(name, half), numbers_only=name == "quantities") for half in halves]
    made = Table("type", *(half.replace("_", " ") for half in halves), title=name)
    for kind in sorted(set[str]().union(*(one.of for one in columns))):
        made.add_row(kind, *(f"{one.found[kind]} of {one.of[kind]}" for one in columns))
    made.add_row("texts without anything else", *(f"{one.clean} of {one.texts}" for one in columns))
    return made


def misses(name: Name) -> None:
    """What is missed in the half that is worked with, and what is found besides."""
    for one in texts(name, "worked_with"):
        missed, besides = missed_and_besides(default_detector(), one, numbers_only=name == "quantities")
        if missed or besides:
            left = [one.text[start:end] for start, end, _ in missed]
            others = [(one.text[span.start : span.end], span.entity_type) for span in besides]
            sys.stdout.write(f"{left} | {others} | {one.text[:160]!r}\n")


def main() -> None:
    """Print a table for each set."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--misses", action="store_true")
    options = parser.parse_args()
    for name in NAMES:
        if options.misses:
            misses(name)
        else:
            Console().print(table(name))


if __name__ == "__main__":
    main()
