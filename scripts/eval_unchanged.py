"""Count how often noise releases a value as it was written, by entity type and epsilon.

Run it with ``python scripts/eval_unchanged.py``. Each value has a session of its own. It writes the table in
``docs/numbers.md``; with ``--no-write`` it only prints it.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Final

from privacy_chains import Key, Policy, Sanitizer
from privacy_chains.contract.spans import Span
from privacy_chains.formats import built_in_quantities
from privacy_chains.mechanisms import DEFAULT_NOISE
from privacy_chains.preempt.policy import AddNoise

PAGE = Path(__file__).resolve().parents[1] / "docs" / "numbers.md"
EPSILONS = (Fraction(1, 10), Fraction(1, 4), Fraction(1, 2), Fraction(1), Fraction(2))
VALUES, SEED = 1_000, 7
KEY = Key.from_bytes(bytes(range(32)))
_MARKED = re.compile(r"(?<=<!-- unchanged -->\n).*(?=<!-- end of unchanged -->)", re.DOTALL)


def _day(chance: random.Random) -> str:
    return date.fromordinal(chance.randint(date(1940, 1, 1).toordinal(), date(2025, 1, 1).toordinal())).isoformat()


def _amount(chance: random.Random) -> str:
    return f"${round(10 ** chance.uniform(1, 6)):,}"


SAMPLES: Final[Mapping[str, Callable[[random.Random], str]]] = {
    "AGE": lambda chance: str(chance.randint(18, 90)),
    "DATE_OF_BIRTH": _day,
    "YEAR_OF_BIRTH": lambda chance: str(chance.randint(1940, 2005)),
    "MONEY": _amount,
    "DATE_TIME": _day,
    "PRIVATE_DATE": _day,
    "TIME": lambda chance: f"{chance.randint(6, 22)}:{chance.randint(0, 59):02}",
    "YEAR": lambda chance: str(chance.randint(1940, 2026)),
    "PERCENTAGE": lambda chance: f"{chance.uniform(0.1, 99):.1f} %",
    "MEASUREMENT": lambda chance: f"{chance.randint(45, 190)} kg",
    "NUMBER": lambda chance: str(round(10 ** chance.uniform(1, 6))),
}
"""Values of each type, as they are often written."""


@dataclass(frozen=True)
class Whole:
    """Takes a whole text for one value."""

    entity_type: str

    def detect(self, text: str) -> list[Span]:
        """One span."""
        return [Span(0, len(text), self.entity_type)]


def share(entity_type: str, epsilon: Fraction) -> float:
    """Which part of the values of a type is released as it was written."""
    rule = AddNoise(built_in_quantities()[entity_type], DEFAULT_NOISE[entity_type])
    sanitizer = Sanitizer(KEY, policy=Policy({entity_type: rule}, epsilon), detector=Whole(entity_type), remember=0)
    chance = random.Random(SEED)
    values = [SAMPLES[entity_type](chance) for _ in range(VALUES)]
    same = (sanitizer.session(str(number)).sanitize(value).text == value for number, value in enumerate(values))
    return sum(same) / VALUES


def table() -> str:
    """The table in Markdown."""
    lines = [
        f"| type | {' | '.join(f'epsilon {float(one):g}' for one in EPSILONS)} |",
        "|---|" + "---|" * len(EPSILONS),
    ]
    for entity_type in SAMPLES:
        cells = (f"{100 * share(entity_type, epsilon):.1f} %" for epsilon in EPSILONS)
        lines.append(f"| `{entity_type}` | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Print the table, and write it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--no-write", action="store_true")
    options = parser.parse_args()
    made = table()
    print(made)
    if not options.no_write:
        PAGE.write_text(_MARKED.sub(lambda _: made, PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
