"""The judge's network: two layers of attention over a sentence, in numpy; ``training/judge_head.py`` learns it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from privacy_chains.detect.network.stored_weights import weights_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["HEADS", "LAYERS", "log_odds"]

LAYERS, HEADS = 2, 3
"""How many layers the network has, and how many heads of attention each of them."""
_LEAST = 1e-5
"""What keeps a variance from being none."""


def log_odds(
    states: NDArray[np.float32], words: Sequence[tuple[int, int]], traits: Sequence[Sequence[str]]
) -> Sequence[float]:
    """The log-odds that each word of a sentence is public.

    Args:
        states: What the detector's network makes of each piece, shape (pieces, width).
        words: Of each word the number of its first piece and that behind its last, disjoint and in order.
        traits: What is known of each word.
    """
    import numpy as np  # noqa: PLC0415  # loaded with the network

    stored = weights_of("privacy_chains.detect.requests")
    weights = stored.arrays
    seen = _linear(weights, "enter", states)
    for (first, last), known in zip(words, traits, strict=True):
        numbers = stored.rows_of(known)
        seen[first:last] += _linear(weights, "known", weights["traits"][numbers].sum(axis=0))
    for layer in range(LAYERS):
        seen = seen + _attended(weights, layer, _level(seen))
        inner = np.maximum(_linear(weights, f"up{layer}", _level(seen)), 0)
        seen = seen + _linear(weights, f"down{layer}", inner)
    seen = _level(seen)
    whole = np.stack([seen[first:last].mean(axis=0) for first, last in words])
    odds = _linear(weights, "last", np.maximum(_linear(weights, "inner", whole), 0))
    return [float(one) for one in odds[:, 0]]


def _linear(weights: Mapping[str, NDArray[np.float32]], name: str, value: NDArray[np.float32]) -> NDArray[np.float32]:
    return value @ weights[name].T + weights[f"{name}_bias"]


def _level(value: NDArray[np.float32]) -> NDArray[np.float32]:
    """Each row with a mean of 0 and a variance of 1."""
    import numpy as np  # noqa: PLC0415  # loaded with the network

    centred = value - value.mean(axis=1, keepdims=True)
    level: NDArray[np.float32] = centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + _LEAST)
    return level


def _attended(weights: Mapping[str, NDArray[np.float32]], layer: int, seen: NDArray[np.float32]) -> NDArray[np.float32]:
    """What each piece takes in of all others, shape (pieces, width)."""
    import numpy as np  # noqa: PLC0415  # loaded with the network

    pieces, width = seen.shape
    joined = _linear(weights, f"look{layer}", seen).reshape(pieces, 3, HEADS, width // HEADS)
    query, key, value = joined.transpose(1, 2, 0, 3)
    scores = query @ key.transpose(0, 2, 1) / np.float32((width // HEADS) ** 0.5)
    shares = np.exp(scores - scores.max(axis=2, keepdims=True))
    taken = (shares / shares.sum(axis=2, keepdims=True)) @ value
    return _linear(weights, f"take{layer}", taken.transpose(1, 0, 2).reshape(pieces, width))
