"""Highlights: the places of a text with something to say, and the sentences that say it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

__all__ = ["Highlight", "Status", "label"]

Status = Literal["enciphered", "noisy", "removed", "kept", "allowed", "unsought", "unsure", "let go", "unknown"]
"""What became of a stretch. The first three do not leave; all others leave as they were written."""

SURROGATES: frozenset[Status] = frozenset({"enciphered", "noisy", "removed"})


@dataclass(frozen=True, slots=True)
class Highlight:
    """One place of a text with something to say about it. It holds no value: its pieces do.

    Attributes:
        number: Its number; highlights are counted in reading order.
        status: What became of it.
        entity_type: What it is, or may be; empty where nothing tells.
        clear: Start and end in the text as it was written.
        sent: Start and end in the text as it leaves.
        keeps: What a surrogate shares with its original, in words.
        tells: What its guarantee means, in words.
        hidden_bits: How many bits of an enciphered value the cipher hides, rounded down.
        score: How sure the detector is; None where none was asked.
        source: Which detector found it.
    """

    number: int
    status: Status
    entity_type: str
    clear: tuple[int, int]
    sent: tuple[int, int]
    keeps: str = ""
    tells: str = ""
    hidden_bits: Decimal | None = None
    score: float | None = None
    source: str = ""

    @property
    def is_surrogate(self) -> bool:
        """Whether another value stands in its place in what leaves."""
        return self.status in SURROGATES


WHY: Mapping[Status, str] = {
    "enciphered": "enciphered",
    "noisy": "a number with noise, or computed from such numbers",
    "removed": "taken out one way: an answer is not read back",
    "kept": "leaves in clear: a rule of the policy keeps it",
    "allowed": "leaves in clear: the policy allows it",
    "unsought": "leaves in clear: the policy does not look for this type",
    "unsure": "leaves in clear: a detector suspects it, but is not sure enough",
    "let go": "leaves in clear: detectors know it, and take it for public or too common, such as a country",
    "unknown": "leaves in clear: no detector knows it, and it is no ordinary word",
}
"""What each status means, in a line."""


def label(highlight: Highlight) -> str:
    """A highlight in a few words, for a title or a screen reader; it holds no value."""
    named = f"{highlight.entity_type}: " if highlight.entity_type else ""
    return f"{named}{WHY[highlight.status]}"
