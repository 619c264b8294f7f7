"""A population by census frequency: the names that an attacker expects."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from random import Random

__all__ = ["expected", "population", "sentence_of"]


@cache
def _listed(kind: str) -> tuple[str, ...]:
    """The names of a kind, each as often as people of the census bear it, the most frequent first."""
    text = (files("privacy_chains.attacks") / "people.txt").read_text("utf-8")
    rows = (line.split("\t") for line in text.splitlines() if line.startswith(f"{kind}\t"))
    return tuple(word for _, count, words in rows for word in words.split() for _ in range(int(count)))


def population(count: int, seed: int = 1) -> list[str]:
    """Full names of people, half of them women, drawn by how frequent given names and surnames are."""
    random = Random(seed)  # noqa: S311  (an attacker's list of people is no secret)
    kinds = (("woman", "man")[place % 2] for place in range(count))
    return [f"{random.choice(_listed(kind))} {random.choice(_listed('surname'))}" for kind in kinds]


@cache
def expected(kind: str) -> tuple[str, ...]:
    """The names of a kind (``"woman"``, ``"man"`` or ``"surname"``), the most frequent first, each once."""
    return tuple(dict.fromkeys(_listed(kind)))


def sentence_of(name: str, place: int = 0) -> str:
    """A message that names somebody."""
    return _SENTENCES[place % len(_SENTENCES)].format(name)


_SENTENCES = (
    "Please write a short thank-you note to {}.",
    "My colleague {} asked for the minutes of the meeting.",
    "Could you draft a reply to {} about the delivery?",
    "{} called this morning and wants an appointment.",
)
