"""What the surrogate of a name leaves: how many people of a population may bear the name that became it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from privacy_chains.formats import Format

__all__ = ["Candidates", "candidates"]


@dataclass(frozen=True)
class Candidates:
    """How well a population hides a name.

    Attributes:
        people: How many people there are.
        median: The median, over people, of how many have a name that could have become the same surrogate.
        least: The fewest that anyone has.
        unique: The share of people whose surrogate could be nobody else's.
    """

    people: int
    median: float
    least: int
    unique: float


def candidates(fmt: Format, population: Sequence[str]) -> Candidates:
    """The candidates that the holder of a list of people is left with who sees the surrogate of one of them.

    What a surrogate tells without the key is what its format keeps: the domains and sizes of its parts, and the text
    around them. People of whom all that is the same are candidates for one another.

    Args:
        fmt: How names, or addresses of mailboxes, are enciphered.
        population: One text for each person, as often as people bear it.

    Raises:
        FormatError: A text is no member.
    """
    kept = [_kept(fmt, text) for text in population]
    alike = Counter(kept)
    left = [alike[one] for one in kept]
    return Candidates(len(left), median(left), min(left), left.count(1) / len(left))


def _kept(fmt: Format, text: str) -> tuple[object, ...]:
    """What the surrogate shows: the parts' domains, and a text of that kind with every part at its beginning."""
    parts, write = fmt.read(text)
    return tuple((part.domain, part.size) for part in parts), write([0] * len(parts))
