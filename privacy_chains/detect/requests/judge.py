"""Whether what is said beside a well-known name is of the world or of the writer's own affairs: a learned judge.

It adds up the weights of what stands around the name. They were learned by logistic regression (``training/matters.py``)
from sentences of both kinds that were written for this package, with well-known names set in both.

Warning: it errs. It is asked only of names that the world knows, in sentences that ask or order something and that hold
no private value; what it lets go was hidden before, and nothing else is.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from privacy_chains.detect.requests.evidence import evidence
from privacy_chains.detect.requests.words import Known

__all__ = ["BUCKETS", "bucket_of", "log_odds"]

BUCKETS = 1 << 16
"""How many weights there are; what is seen is hashed to one of them."""
_SCALE = 16
"""What the stored weights are multiples of the inverse of."""


@cache
def _weights() -> NDArray[np.int8]:
    stored = (files("privacy_chains.detect.requests") / "data" / "judge.bin").read_bytes()
    return np.frombuffer(stored, dtype=np.int8)


def bucket_of(seen: str) -> int:
    """The number of the weight of what is seen."""
    return crc32(seen.encode()) % BUCKETS


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
    return sum(int(weights[bucket_of(seen)]) for seen in set(evidence(text, one, begin, end, known))) / _SCALE

