"""Measure how often a comparison of two salaries comes out right after noise, with and without ``preserve_order``.

Run it with ``python scripts/eval_order.py [--no-write]``.

1,000 far pairs (one salary at least twice the other) and 1,000 near ones (at most a tenth apart), drawn evenly between
$20,000 and $400,000 with a fixed seed. Each number costs epsilon 1, or a quarter, as ``values = 4`` says; a pair stands
by itself, and among eight other amounts. Writes the table into ``docs/numbers.md``, between its markers.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path

from rich.console import Console
from rich.table import Table

from privacy_chains.contract.spans import Span
from privacy_chains.dependencies import Mention, release_numbers
from privacy_chains.formats.quantity import Quantity
from privacy_chains.hazmat.coins import Coins
from privacy_chains.mechanisms import DEFAULT_NOISE, Noise

PAGE = Path(__file__).resolve().parents[1] / "docs" / "numbers.md"
KEY = bytes(range(32))
PAIRS = 1000
HEAD = ("pairs", "epsilon of a number", "numbers in the message", "right", "right with preserve_order")


def pairs(*, far: bool) -> Iterator[tuple[int, int]]:
    """Pairs of different salaries, the lower first."""
    source = random.Random(5)
    found = 0
    while found < PAIRS:
        low = source.randrange(20_000, 400_000)
        high = source.randrange(2 * low, 4 * low) if far else source.randrange(low + 1, low + low // 10)
        if high <= 400_000:
            found += 1
            yield low, high


def right(numbers: Sequence[int], noise: Noise, message: int, epsilon: Fraction) -> bool:
    """Whether the first two numbers, the lower first, are released in their order."""
    mentions = [Mention(0, Span(i, i + 1, "MONEY"), Quantity(Fraction(n), Fraction(1))) for i, n in enumerate(numbers)]
    low, high, *_ = release_numbers(
        [" " * len(numbers)],
        mentions,
        settled={},
        noise={"MONEY": noise},
        epsilon=epsilon,
        coins=lambda *context: Coins(KEY, str(message), *context),
        identities=False,
    ).numbers
    return low < high


def main() -> int:
    """Measure, print, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--no-write", action="store_true", help="only print")
    arguments = parser.parse_args()
    free = DEFAULT_NOISE["MONEY"]
    ordered = replace(free, preserve_order=True)
    others = [1200, 35, 999, 15_750, 64, 7300, 480, 2_500_000]
    rows: list[tuple[str, ...]] = []
    for far, epsilon, more in product((True, False), (Fraction(1), Fraction(1, 4)), ([], others)):
        counts = [
            sum(right([*pair, *more], noise, at, epsilon) for at, pair in enumerate(pairs(far=far)))
            for noise in (free, ordered)
        ]
        title = "far (twice or more)" if far else "near (within a tenth)"
        rows.append((title, str(epsilon), str(2 + len(more)), *(f"{count} of {PAIRS}" for count in counts)))
    table = Table(*HEAD, title="comparisons of two salaries")
    for row in rows:
        table.add_row(*row)
    Console().print(table)
    if not arguments.no_write:
        text = PAGE.read_text(encoding="utf-8")
        before, _, rest = text.partition("<!-- order -->")
        lines = [f"| {' | '.join(HEAD)} |", "|" + "---|" * len(HEAD), *(f"| {' | '.join(row)} |" for row in rows)]
        after = rest.partition("<!-- end of order -->")[2]
        PAGE.write_text(
            f"{before}<!-- order -->\n" + "\n".join(lines) + f"\n<!-- end of order -->{after}", encoding="utf-8"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
