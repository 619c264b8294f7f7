"""The judge's network: two layers of attention over a sentence. ``training/judge_head.py`` learns it.

Its graph is written by ``training/graphs.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from privacy_chains.detect.network.judges import judge_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["HEADS", "LAYERS", "log_odds"]

LAYERS, HEADS = 2, 3
"""How many layers the network has, and how many heads of attention each of them."""


def log_odds(
    states: NDArray[np.float32], words: Sequence[tuple[int, int]], traits: Sequence[Sequence[str]]
) -> list[float]:
    """The log-odds that each word of a sentence is public.

    Args:
        states: What the detector's network makes of each piece, shape (pieces, width).
        words: Of each word the number of its first piece and that behind its last, disjoint and in order.
        traits: What is known of each word.

    Raises:
        DetectionError: onnxruntime or tokenizers is not installed.
    """
    import numpy as np  # noqa: PLC0415  # loaded with the network

    shares = np.zeros((len(words), len(states)), np.float32)
    for row, (first, last) in zip(shares, words, strict=True):
        row[first:last] = 1 / (last - first)
    said: list[float] = judge_of(__package__).judged(traits, states=states, shares=shares).tolist()
    return said
