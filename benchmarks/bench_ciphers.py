"""Values a second of every cipher, on the same values in one run.

    python benchmarks/bench_ciphers.py

Exits with 1 if FF1 falls below its bounds beside ``ff3``: one value at a time 10 times, many at once 100 times. A
library that is not installed is left out; without ``ff3`` there is nothing to compare with, and the exit code is 1.
``pyfpe_ff3`` brings another package named ``ff3``, so it is looked for last, in a folder of its own:

    pip install --no-deps --target build/pyfpe pyFPE==0.10.3

The product's default, ``DomainCipher``, is timed as well: what a format pays for each component of a string.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from privacy_chains.errors import CipherError
from privacy_chains.hazmat.ciphers import DomainCipher
from privacy_chains.hazmat.ff1 import FF1
from privacy_chains.hazmat.permutation import PrefixPermutation

KEY = bytes(range(32))
TWEAK = bytes(range(7))
DIGITS = 16
PYFPE = Path(__file__).parent.parent / "build" / "pyfpe"
ROUNDS = 25
SINGLES = 200
BATCH = 10_000
SINGLE_BOUND = 10
BATCH_BOUND = 100


@dataclass(frozen=True)
class Contender:
    """A way to encipher values, and how many times faster than ``ff3`` it has to be."""

    name: str
    run: Callable[[Sequence[int]], object]
    values: Sequence[int]
    bound: int | None = None


def main() -> int:
    """Time, print, and compare with the bounds."""
    rng = random.Random(3)
    values = [rng.randrange(10 ** (DIGITS - 1), 10**DIGITS) for _ in range(BATCH)]
    contenders = [*libraries(values[:SINGLES]), *ours(values)]
    seconds = measure(contenders)
    baseline = seconds.get("ff3")
    console = Console(highlight=False)
    console.print(show(contenders, seconds, baseline))
    if baseline is None:
        console.print("[red]ff3 is not installed, so there is nothing to compare with: pip install ff3")
        return 1
    missed = [c.name for c in contenders if c.bound and baseline / seconds[c.name] < c.bound]
    for name in missed:
        console.print(f"[red]{name} misses its bound")
    return int(bool(missed))


def ours(values: Sequence[int]) -> list[Contender]:
    """The product's ciphers."""
    ff1, domain = FF1(KEY, 10), DomainCipher(KEY)
    small = PrefixPermutation(KEY, "zip", 100_000)
    some, places = values[:SINGLES], [value % small.size for value in values[:SINGLES]]
    return [
        Contender("FF1, one at a time", each(lambda v: ff1.encrypt_int(v, DIGITS, TWEAK)), some, SINGLE_BOUND),
        Contender("FF1, many at once", lambda vs: ff1.encrypt_many(vs, DIGITS, TWEAK), values, BATCH_BOUND),
        Contender("DomainCipher, 16 digits", each(lambda v: domain.encrypt(v, 10**DIGITS, "card")), some, SINGLE_BOUND),
        Contender("DomainCipher, cycle-walking", each(lambda v: domain.encrypt(v, 10**DIGITS + 1, "id")), some),
        Contender("prefix permutation, 5 digits", each(small.encrypt), places),
    ]


def libraries(values: Sequence[int]) -> list[Contender]:
    """The FF3-1 libraries as their users call them: on strings, with key and tweak set before."""
    texts = [str(value) for value in values]
    sys.path.append(str(PYFPE))
    found = []
    for name in ("ff3", "pyfpe_ff3"):
        try:
            cipher = __import__(name).FF3Cipher(KEY.hex(), TWEAK.hex())
        except (ImportError, AttributeError):
            continue
        if name == "ff3" and not hasattr(cipher, "withCustomAlphabet"):
            continue  # the copy that pyFPE brings

        def run(_: Sequence[int], encrypt: Callable[[str], str] = cipher.encrypt) -> None:
            for text in texts:
                encrypt(text)

        found.append(Contender(name, run, values))
    return found


def each(encrypt: Callable[[int], int]) -> Callable[[Sequence[int]], None]:
    """One value at a time."""

    def run(values: Sequence[int]) -> None:
        for value in values:
            encrypt(value)

    return run


def measure(contenders: Sequence[Contender]) -> dict[str, float]:
    """The least processor seconds for one value; contenders take turns, so that a slow moment hits all of them."""
    samples: dict[str, list[float]] = {contender.name: [] for contender in contenders}
    for contender in contenders:
        contender.run(contender.values)  # warm up
    for _ in range(ROUNDS):
        for contender in contenders:
            started = time.process_time()
            contender.run(contender.values)
            samples[contender.name].append((time.process_time() - started) / len(contender.values))
    return {name: min(times) for name, times in samples.items()}


def show(contenders: Sequence[Contender], seconds: dict[str, float], baseline: float | None) -> Table:
    """The results as a table."""
    table = Table(title=f"Ciphers on {DIGITS}-digit values, processor time, best of {ROUNDS}")
    for column in ("cipher", "microseconds", "values a second", "times ff3", "bound"):
        table.add_column(column, justify="left" if column == "cipher" else "right")
    for contender in contenders:
        taken = seconds[contender.name]
        ratio = f"{baseline / taken:.1f}" if baseline else "-"
        bound = f">= {contender.bound}" if contender.bound else ""
        table.add_row(contender.name, f"{taken * 1e6:.3f}", f"{1 / taken:,.0f}", ratio, bound)
    return table


if __name__ == "__main__":
    try:
        sys.exit(main())
    except CipherError as error:
        sys.exit(str(error))
