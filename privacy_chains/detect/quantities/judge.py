"""Whether a number is an amount of money, somebody's age, or neither: a learned reader of the network's states.

A number is seen as its word pieces are by the first layers of the network, with its neighbours, with what it attends to
around it, and with how it is spelled (:mod:`.candidates`). Its weights were learned by ``training/numbers.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from privacy_chains.detect.network.stored_weights import weights_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["FAR", "KINDS", "SIDES", "NumbersSeen"]

KINDS = ("", "AGE", "MONEY")
"""What a number may be; first, neither."""
FAR = 8
"""From how many pieces on what is farther off is no farther."""
SIDES = 2
"""How many pieces before and behind a number are seen in their order."""


class NumbersSeen:
    """A window of text as the judge sees it.

    Args:
        states: What the network makes of each piece, shape (pieces, width).
    """

    def __init__(self, states: NDArray[np.float32]) -> None:
        import numpy as np  # noqa: PLC0415  # loaded with the network

        self._stored = weights_of("privacy_chains.detect.quantities")
        self._weights = weights = self._stored.arrays
        self._words, self._values, sides = (
            states @ weights[name].T + weights[f"{name}_bias"] for name in ("word", "value", "side")
        )
        self._keys = states @ weights["key"].T
        empty = np.zeros((SIDES, sides.shape[1]), np.float32)
        self._sides = np.concatenate([empty, sides, empty])

    def chances(self, first: int, last: int, traits: Sequence[str]) -> dict[str, float]:
        """How likely a number is of each of :data:`KINDS`; its pieces are from the first up to the last."""
        import numpy as np  # noqa: PLC0415  # loaded with the network

        odds = self._odds(first, last, traits)
        shares = np.exp(odds - odds.max())
        return dict(zip(KINDS, (shares / shares.sum()).tolist(), strict=True))

    def _odds(self, first: int, last: int, traits: Sequence[str]) -> NDArray[np.float32]:
        import numpy as np  # noqa: PLC0415  # loaded with the network

        weights, own = self._weights, self._words[first:last].mean(axis=0)
        spelled = weights["traits"][self._stored.rows_of(traits)].sum(axis=0)
        asked = weights["query"] @ np.concatenate([np.maximum(own, 0), spelled]) + weights["query_bias"]
        attended = self._attention(asked, first, last) @ self._values
        width = self._sides.shape[1] // (2 * SIDES)
        before = [self._sides[first + at, at * width : (at + 1) * width] for at in range(SIDES)]
        behind = [self._sides[last + SIDES + at, (SIDES + at) * width :][:width] for at in range(SIDES)]
        seen = np.maximum(np.concatenate([own, attended, *before, *behind, spelled]), 0)
        inner = np.maximum(weights["inner"] @ seen + weights["inner_bias"], 0)
        odds: NDArray[np.float32] = weights["last"] @ inner + weights["last_bias"]
        return odds

    def _attention(self, asked: NDArray[np.float32], first: int, last: int) -> NDArray[np.float32]:
        """How much of each piece is taken in, shape (pieces,); it hangs on what is asked and on the distance."""
        import numpy as np  # noqa: PLC0415  # loaded with the network

        places = np.arange(len(self._keys))
        distance = np.minimum(places - first, 0) + np.maximum(places - last + 1, 0)
        scores = self._keys @ asked / np.float32(len(asked) ** 0.5)
        scores += self._weights["distance"][np.clip(distance, -FAR, FAR) + FAR]
        shares = np.exp(scores - scores.max())
        shared: NDArray[np.float32] = shares / shares.sum()
        return shared
