"""How time grows with texts that are built to hurt: eight times the text is to take about eight times as long.

The hostile pieces are those of the tests, which cannot look at a clock: the steps of a regular expression are counted
by nobody. Stated bound: eight times the text takes at most sixteen times as long, the fastest of some rounds.

Then the texts of :mod:`mix`, kind by kind, by patterns and lists, ten times as long each time; and all kinds together
with the network. What a character takes in processor time is to be at most twice what it takes in the shortest text.

    python benchmarks/bench_growth.py [characters of the longest text of a kind [of all with the network]]
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count, cycle
from pathlib import Path
from typing import Any

from bench_prompt import fastest_ms
from mix import kinds
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
    numbers = count()
    read(short)
    quick, slow = fastest_ms(  # none is remembered from before
        lambda: read(f"{next(numbers)}. {short}"), lambda: read(f"{next(numbers)}. {long}"), rounds=ROUNDS
    )
    return float(slow / (quick + NOISE_MS))


SHORTEST, LONGEST, LONGEST_READ, STEP, MOST_A_CHARACTER = 10_000, 1_000_000, 100_000, 10, 2.0


def costs(texts: Sequence[str], read: Callable[[str], Any], longest: int) -> list[float]:
    """Microseconds of processor time a character, in texts that grow tenfold: the texts one after the other."""
    found, size = list[float](), SHORTEST
    while size <= longest:
        parts, length = list[str](), 0
        for number, text in enumerate(cycle(texts)):
            if length >= size:
                break
            parts.append(f"{number + size}. {text}")  # none is remembered from before
            length += len(parts[-1]) + 2
        whole = "\n\n".join(parts)
        started = time.process_time()
        read(whole)
        found.append((time.process_time() - started) / len(whole) * 1e6)
        size *= STEP
    return found


def of_kinds(console: Console, longest: int, longest_read: int) -> bool:
    """Whether a character costs about the same in long texts as in short ones, of every kind."""
    listed, read = default_detector(neural=False, scripts={"*"}), default_detector(scripts={"*"})
    texts = kinds()
    every = [text for texts_of in zip(*texts.values(), strict=True) for text in texts_of]
    read.detect("Alice Barr, aged 28, pays $5.")
    rows = {name: costs(own[::2], listed.detect, longest) for name, own in texts.items()}
    rows["all, with the network"] = costs(every, read.detect, longest_read)
    sizes = [f"{SHORTEST * STEP**at:,}" for at in range(max(map(len, rows.values())))]
    table = Table("texts", *sizes, title=f"Microseconds a character (at most {MOST_A_CHARACTER:.0f} times the first)")
    for name, row in rows.items():
        table.add_row(name, *(f"{one:.2f}" for one in row))
    console.print(table)
    console.print(f"peak memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024:,} MB")
    return all(max(row) <= MOST_A_CHARACTER * row[0] for row in rows.values())


def main() -> int:
    """Measure; 1 if a bound does not hold."""
    console, met = Console(highlight=False), True
    sizes = [int(text) for text in sys.argv[1:]]
    longest, longest_read = (*sizes, *(LONGEST, LONGEST_READ)[len(sizes) :])
    worst: dict[str, tuple[float, str, int]] = {}
    for name, bit, read in calls():
        times = growth(bit, read)
        before, piece, texts = worst.get(name, (0.0, "", 0))
        worst[name] = (*max((before, piece), (times, bit)), texts + 1)
        if times > MOST:
            met = False
            console.print(f"{name}: {bit!r} takes {times:.1f} times as long")
    table = Table("what", "texts", "worst growth", "at", title=f"{TIMES} times the text (at most {MOST:.0f})")
    for name, (times, piece, texts) in worst.items():
        table.add_row(name, str(texts), f"{times:.1f}", repr(piece))
    console.print(table)
    met &= of_kinds(console, longest, longest_read)
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
