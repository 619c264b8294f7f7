"""Records for a corpus of any size, made from a seed: customer notes with names, numbers and contacts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

from faker import Faker

__all__ = ["records", "write_records"]

_WORDS = 60
"""Words of plain prose in each record."""


def records(megabytes: float, seed: int = 1) -> Iterator[dict[str, str]]:
    """Records whose texts have so many megabytes together."""
    faker, dice, left, number = Faker(), Random(seed), megabytes * 1e6, 0
    faker.seed_instance(seed)
    prose = [faker.text(_WORDS * 6) for _ in range(200)]
    while left > 0:
        person = faker.name()
        text = (
            f"{person} ({faker.ssn()}, {faker.email()}) of {faker.city()} is {dice.randint(20, 80)} years old and "
            f"called about an invoice of ${dice.randint(100, 99_999):,}.{dice.randint(0, 99):02}. {dice.choice(prose)} "
            f"{person.split()[-1]} asks to be called back at ({dice.randint(201, 989)}) 555-{dice.randint(0, 9999):04}."
        )
        yield {"id": str(number), "text": text}
        left -= len(text.encode())
        number += 1


def write_records(path: Path, megabytes: float) -> int:
    """Records as JSON Lines; returns how many bytes their texts have."""
    written = 0
    with path.open("w", encoding="utf-8") as file:
        for record in records(megabytes):
            written += len(record["text"].encode())
            file.write(json.dumps(record) + "\n")
    return written
