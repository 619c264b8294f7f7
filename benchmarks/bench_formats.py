"""Round trips through every enciphered type: failures, values a second, and what the lists cost to load.

    python benchmarks/bench_formats.py [round trips]

A million round trips by default, spread over all types. The values are random members: each sample of `format_samples`
with its parts exchanged for random ones. A round trip enciphers one, with the check that every encipherment makes, and
deciphers the surrogate with the key alone. Exits with 1 if one does not come back, if a type is missing here, or if the
lists take more than 50 ms to load in a fresh interpreter.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from dataclasses import dataclass

from format_samples import SAMPLES, members
from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress
from rich.table import Table

from privacy_chains.formats import Format, built_in_formats, decipher, encipher
from privacy_chains.hazmat.ciphers import DomainCipher

ROUND_TRIPS = 1_000_000
BATCH = 500
LISTS_BOUND_MS = 50


@dataclass
class Tally:
    """What was counted of one type, in processor seconds."""

    values: int = 0
    words: int = 0
    failures: int = 0
    enciphering: float = 0.0
    deciphering: float = 0.0


def round_trips(fmt: Format, texts: list[str], cipher: DomainCipher, tally: Tally) -> None:
    """Encipher and decipher, and count what does not come back."""
    started = time.process_time()
    surrogates = [encipher(fmt, text, cipher) for text in texts]
    turned = time.process_time()
    originals = [decipher(fmt, surrogate, cipher) for surrogate in surrogates]
    tally.deciphering += time.process_time() - turned
    tally.enciphering += turned - started
    tally.values += len(texts)
    tally.words += sum(len(text.split()) for text in texts)
    tally.failures += sum(text != original for text, original in zip(texts, originals, strict=True))


def measure(console: Console, count: int) -> dict[str, Tally]:
    """All round trips, type by type in small turns."""
    formats, rng = built_in_formats(), random.Random(3)
    sources = {name: members(formats[name], samples.split("|"), rng) for name, samples in SAMPLES.items()}
    ciphers = {name: DomainCipher(rng.randbytes(32)) for name in SAMPLES}
    tallies = {name: Tally() for name in SAMPLES}
    left = count
    with Progress(*Progress.get_default_columns(), MofNCompleteColumn(), console=console) as progress:
        task = progress.add_task("round trips", total=count)
        while left:
            for name in SAMPLES:
                texts = [next(sources[name]) for _ in range(min(left, BATCH))]
                round_trips(formats[name], texts, ciphers[name], tallies[name])
                left -= len(texts)
                progress.advance(task, len(texts))
    return tallies


def lists_ms() -> float:
    """Milliseconds to the first listed name and place in a fresh interpreter; the package is imported before."""
    code = (
        "import time; from privacy_chains.formats import built_in_formats; formats = built_in_formats()\n"
        "started = time.process_time()\n"
        "formats['PERSON'].split('Maria Lopez'); formats['LOCATION'].split('Paris')\n"
        "print(time.process_time() - started)"
    )
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True) for _ in range(5)]
    return 1000 * min(float(done.stdout) for done in runs)


def show(tallies: dict[str, Tally]) -> Table:
    """Values a second of every type."""
    table = Table(title="Formats: round trips, processor time")
    for column in ("type", "round trips", "failures", "enciphered a second", "deciphered a second"):
        table.add_column(column, justify="left" if column == "type" else "right")
    total = Tally()
    for name, tally in tallies.items():
        if tally.values:
            table.add_row(name, *row(tally))
            total.values += tally.values
            total.failures += tally.failures
            total.enciphering += tally.enciphering
            total.deciphering += tally.deciphering
    table.add_section()
    table.add_row("all", *row(total))
    return table


def row(tally: Tally) -> tuple[str, ...]:
    """The cells of a tally."""
    speeds = (tally.values / max(seconds, 1e-9) for seconds in (tally.enciphering, tally.deciphering))
    return f"{tally.values:,}", f"{tally.failures:,}", *(f"{speed:,.0f}" for speed in speeds)


def main() -> int:
    """Measure, print, and compare with the bounds."""
    console = Console(highlight=False)
    tallies = measure(console, int(sys.argv[1]) if sys.argv[1:] else ROUND_TRIPS)
    console.print(show(tallies))
    names = tallies["PERSON"]
    console.print(f"{names.words / max(names.enciphering, 1e-9):,.0f} words of names enciphered a second")
    loading = lists_ms()
    console.print(f"the lists of names and places load in {loading:.0f} ms (bound: {LISTS_BOUND_MS} ms)")
    missing = set(built_in_formats()) - set(SAMPLES)
    if missing:
        console.print(f"[red]no samples of {', '.join(sorted(missing))}")
    failures = sum(tally.failures for tally in tallies.values())
    return int(bool(missing) or failures > 0 or loading > LISTS_BOUND_MS)


if __name__ == "__main__":
    sys.exit(main())
