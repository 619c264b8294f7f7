"""Measure false restores with the prompt at hand, on prose that answers no prompt.

Run it with ``python scripts/eval_false_restores.py [--keys N] [--show]``.

Requests of 5, 20 and 40 people, each with a full record (name, age, town, employer, salary, address, e-mail address,
phone, social security number), are sanitized under several keys. Then the American inaugural and state-of-the-union
addresses are read as if they were answers: all of them as one text, and each speech by itself. Nothing is left out of
the count, surrogates that stand in the speeches by chance least of all: whatever is restored is wrong.
"""

from __future__ import annotations

import argparse
import os
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from privacy_chains import Key, SanitizedPrompt, Sanitizer
from privacy_chains.contract.report import Restored

ROOT = Path(__file__).resolve().parents[1]
DATA = Path(os.environ.get("PRIVACY_CHAINS_DATA", ROOT.parent / "shared" / "data"))
SPEECHES = "text/us_speeches"
PEOPLE = (5, 20, 40)

_GIVEN = "James Mary Linda Robert Patricia Karen Gerald Rosalind Theresa Marcus Priya Grace Hope Franklin Victor Amber"
_SURNAMES = (
    "Whitfield Pemberton Brown Johnson Castellano King Young Okafor Sanders Rhodes Lindqvist Banks Marsh Delgado Price"
    " Novak Hayes Fielding Cole Abernathy"
)
_TOWNS = "Dayton, OH|Portland, OR|Tucson, AZ|Albany, NY|Fresno, CA|Boise, ID|Mobile, AL|Salem, MA|Aurora, CO|Macon, GA"
_FIRMS = "Hartwell Logistics|Bluestone Analytics|Meridian Freight|Union Savings Bank|Kestrel Labs|Liberty Mutual Fund"
_STREETS = "Birchwood Lane|Union Street|Kennedy Drive|Harbor Road|Mill Court|State Street"


def people(count: int, seed: int) -> Iterator[str]:
    """Records of so many people, all invented."""
    draw = random.Random(seed)
    names = [f"{given} {surname}" for given in _GIVEN.split() for surname in _SURNAMES.split()]
    for name in draw.sample(names, count):
        town, firm, street = (draw.choice(listed.split("|")) for listed in (_TOWNS, _FIRMS, _STREETS))
        given, surname = name.lower().split()
        yield (
            f"{name} is {draw.randrange(19, 90)} years old, lives at {draw.randrange(10, 9999)} {street}, {town} "
            f"{draw.randrange(10_000, 99_999)}, and works for {firm} in {town.partition(',')[0]}. "
            f"Salary: ${draw.randrange(30, 250)},{draw.randrange(1000):03}. E-mail: {given}.{surname}@example.com. "
            f"Phone: (555) {draw.randrange(200, 999)}-{draw.randrange(10_000):04}. "
            f"SSN: {draw.randrange(100, 665)}-{draw.randrange(10, 99)}-{draw.randrange(1000, 9999)}. "
            f"{surname.capitalize()} was born in {draw.randrange(1930, 2004)}.\n"
        )


def prompt_of(count: int, key: int) -> SanitizedPrompt:
    """A request that speaks of so many people."""
    sanitizer = Sanitizer(Key.from_bytes(bytes(range(key, key + 32))))
    return sanitizer.sanitize("Write a summary of these people.\n\n" + "".join(people(count, key)))


def false_restores(prompt: SanitizedPrompt, texts: Sequence[str]) -> list[tuple[str, str]]:
    """What is restored in foreign texts, each an answer of its own: the type, and the text with its surroundings."""
    found = []
    for text in texts:
        read: Restored = prompt.reader.restore(text)
        for seen in read.restored:
            around = (
                text[max(0, seen.start - 30) : seen.start],
                text[seen.start : seen.end],
                text[seen.end : seen.end + 30],
            )
            found.append((seen.entity_type, f"{seen.reason}: {around[0]}[{around[1]}]{around[2]}".replace("\n", " ")))
    return found


def speeches() -> list[str]:
    """The speeches, one by one."""
    return [path.read_text("utf-8", errors="replace") for path in sorted((DATA / SPEECHES).glob("*.txt"))]


def main() -> None:
    """Count, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keys", type=int, default=5)
    parser.add_argument("--show", action="store_true", help="print each false restore")
    options, console = parser.parse_args(), Console(highlight=False)
    texts = speeches()
    if not texts:
        console.print(f"needs {SPEECHES}; set PRIVACY_CHAINS_DATA to the folder that holds it")
        return
    whole = "\n\n".join(texts)
    table = Table("people", "false restores by key, as one text", "each speech by itself", "types")
    for count in PEOPLE:
        ones, manies, types = [], [], Counter[str]()
        for key in range(1, options.keys + 1):
            prompt = prompt_of(count, key)
            one, many = false_restores(prompt, [whole]), false_restores(prompt, texts)
            ones.append(len(one))
            manies.append(len(many))
            types.update(kind for kind, _ in many)
            for kind, seen in many if options.show else ():
                console.print(kind, seen, markup=False)
        listed = ", ".join(f"{kind} {number}" for kind, number in types.most_common())
        table.add_row(str(count), " ".join(map(str, ones)), " ".join(map(str, manies)), listed)
    console.print(f"{len(whole):,} characters, {len(texts)} speeches")
    console.print(table)


if __name__ == "__main__":
    main()
