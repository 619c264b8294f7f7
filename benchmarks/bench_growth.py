"""How time grows with texts that are built to hurt: eight times the text is to take about eight times as long.

The hostile pieces are those of the tests, which cannot look at a clock: the steps of a regular expression are counted
by nobody. Stated bound: eight times the text takes at most sixteen times as long, the fastest of some rounds.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from bench_prompt import fastest_ms
from rich.console import Console
from rich.table import Table

from privacy_chains import Key, Sanitizer, default_detector
from privacy_chains.desanitize import Reader
from privacy_chains.detect import PATTERN_TYPES, PatternDetector

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from desanitize.test_bad_input import ENDLESS
from detect.test_linear import BITS

SMALL, TIMES, MOST, ROUNDS = 5_000, 8, 16.0, 3
NOISE_MS = 2.0
"""What is added to the shorter time: some texts are read in no time at all."""


def calls() -> Iterator[tuple[str, str, Callable[[str], Any]]]:
    """What is measured: its name, the piece that a text repeats, and what reads the text."""
    patterns, listed = PatternDetector(PATTERN_TYPES), default_detector(neural=False)
    sanitizer = Sanitizer(Key.generate(), detector=listed, remember=0)
    reader = Reader(list(sanitizer.sanitize("Alice Turner, 47, of 12 Elm St pays $2,640; SSN 123-45-6789.").issued))
    for bit in BITS:
        yield "patterns", bit, patterns.detect
    for bit in ("Ask M. Turner and D. Price today. ", "Anna von ", "O'", "| Anna | 5 |\n", "Dr. ", "\\u"):
        yield "names, tables and escapes", bit, listed.detect
    for bit in ("2640, 1234567 and 26 ", "3 May 1958, 4 May 2024 and 123-45-6789 "):
        yield "sanitizing", f"$2,640; {bit}", sanitizer.sanitize
    for bit in ENDLESS.values():
        yield "reading", bit, reader.text


def growth(bit: str, read: Callable[[str], Any]) -> float:
    """How many times as long the longer text takes."""
    short, long = (bit * (size // len(bit) + 1) for size in (SMALL, TIMES * SMALL))
    read(short)
    quick, slow = fastest_ms(lambda: read(short), lambda: read(long), rounds=ROUNDS)
    return float(slow / (quick + NOISE_MS))


def main() -> int:
    """Measure; 1 if a bound does not hold."""
    console, met = Console(highlight=False), True
    worst: dict[str, tuple[float, str, int]] = {}
    for name, bit, read in calls():
        times = growth(bit, read)
        before, piece, count = worst.get(name, (0.0, "", 0))
        worst[name] = (*max((before, piece), (times, bit)), count + 1)
        if times > MOST:
            met = False
            console.print(f"{name}: {bit!r} takes {times:.1f} times as long")
    table = Table("what", "texts", "worst growth", "at", title=f"{TIMES} times the text (at most {MOST:.0f})")
    for name, (times, piece, count) in worst.items():
        table.add_row(name, str(count), f"{times:.1f}", repr(piece))
    console.print(table)
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
