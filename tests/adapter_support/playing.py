"""A model that plays: words, names, numbers, amounts and dates drawn at random, as a hostile one would try them."""

from __future__ import annotations

from random import Random

NAMES = ("Maria Lopez", "Kathryn", "John Smith", "Mr. Weber", "Zoë Müller", "Ahmed", "Rose", "May", "Bob Fisher")
WORDS = ("river", "mark", "will", "the", "falcon", "Paris", "IBM", "rock", "café", "12%and", "&amp;", "a\\/b")

TURNS = 20
ITEMS = 100  # a turn: 2,000 in all


def played(random: Random, items: int = ITEMS) -> str:
    """A text of so many items."""
    return " ".join(_item(random) for _ in range(items))


def arguments(random: Random) -> dict[str, str | int | float]:
    """The arguments of a call."""
    return {
        "name": random.choice(NAMES),
        "age": random.randrange(1, 100),
        "salary": random.randrange(100_000),
        "share": random.randrange(1, 999) / 1000,
        "note": played(random, 5),
    }


def _item(random: Random) -> str:
    number = random.randrange(1, 100)
    return random.choice(
        (
            random.choice(NAMES),
            random.choice(WORDS),
            f"{number} years old",
            f"${random.randrange(1, 200_000):,}",
            f"{random.randrange(1, 13)}/{random.randrange(1, 29)}/19{random.randrange(30, 99)}",
            f"{random.choice(NAMES)} is {number}.",
            f"user{number}@mail.example.com",
            "".join(random.choices("abcdefghijklmnopqrstuvwxyz", k=random.randrange(1, 9))),
        )
    )
