"""Whether what is said beside a well-known name is of the world or of the writer's own affairs: a learned judge.

It adds up the weights of what stands around the name. They were learned by logistic regression
(``training/matters.py``)
from sentences of both kinds that were written for this package, with well-known names set in both.

Warning: it errs. It is asked only of names that the world knows, in sentences that ask or order something and that hold
no private value; what it lets go was hidden before, and nothing else is.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from struct import unpack
from zlib import crc32

from privacy_chains.detect.requests.evidence import evidence
from privacy_chains.detect.requests.words import Known

__all__ = ["SCALE", "log_odds", "mark_of"]

SCALE = 16
"""What the stored weights are multiples of the inverse of."""


def mark_of(seen: str) -> int:
    """The number that what is seen is known by."""
    return crc32(seen.encode())


@cache
def _weights() -> Mapping[int, int]:
    """The weight of each mark: the file holds the marks, four bytes each, and behind them the weights, a byte each."""
    stored = (files("privacy_chains.detect.requests") / "data" / "judge.bin").read_bytes()
    count = len(stored) // 5
    numbers = unpack(f"<{count}I{count}b", stored)
    return dict(zip(numbers[:count], numbers[count:], strict=True))


def log_odds(text: str, one: Known, begin: int, end: int, known: tuple[Known, ...]) -> float:
    """How much more likely a name is public than private, in a sentence, as a logarithm.

    Args:
        text: The text.
        one: The name.
        begin: Where the sentence begins, or what is asked in it.
        end: Where it ends.
        known: All well-known names in it.
    """
    weights = _weights()
    return sum(weights.get(mark_of(seen), 0) for seen in set(evidence(text, one, begin, end, known))) / SCALE
