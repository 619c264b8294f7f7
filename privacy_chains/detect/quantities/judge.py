"""Whether a number is an amount of money, an age, an id, or none of them: a learned reader of the network's states.

The judge sees the states of a number's word pieces in the network's first layers, its neighbours, what it attends to
around it, and its spelling (:mod:`.candidates`). ``training/numbers.py`` learns it; its graph is written by
``training/graphs.py``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from privacy_chains.detect.network.judges import judge_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["FAR", "KINDS", "SIDES", "Spelled", "chances", "said_of"]

KINDS = ("", "AGE", "MONEY", "ID_NUMBER")
"""The kinds of a number or code; the first is none of them."""
FAR = 8
"""Beyond this many pieces, distances count as equal."""
SIDES = 2
"""The number of pieces before and after a number whose order is seen."""


class Spelled(NamedTuple):
    """A number in a window.

    Attributes:
        first: Its first piece.
        last: The piece after its last one.
        traits: Properties of its spelling.
    """

    first: int
    last: int
    traits: Sequence[str]


def chances(states: NDArray[np.float32], numbers: Sequence[Spelled]) -> list[Mapping[str, float]]:
    """The probability of each of :data:`KINDS`, for each number of a window.

    Args:
        states: The network's state of each piece of the window, shape (pieces, width).
        numbers: The numbers, at least one.

    Raises:
        DetectionError: onnxruntime or tokenizers is not installed.
    """
    rows = said_of(__package__, states, numbers)
    return [dict(zip(KINDS, row, strict=True)) for row in rows.tolist()]


def said_of(package: str, states: NDArray[np.float32], numbers: Sequence[Spelled]) -> NDArray[np.float32]:
    """What a judge of this shape says, shape (numbers, kinds).

    Args:
        package: The package that keeps its graph.
        states: What the network makes of each piece of the window, shape (pieces, width).
        numbers: The numbers, at least one.

    Raises:
        DetectionError: onnxruntime or tokenizers is not installed.
    """
    import numpy as np  # noqa: PLC0415  # loaded with the network

    first, last = (np.array([[one[at]] for one in numbers]) for at in (0, 1))
    places = np.arange(len(states))
    distances = np.minimum(places - first, 0) + np.maximum(places - last + 1, 0)
    shares = ((first <= places) & (places < last)) / (last - first)
    beside = np.hstack([first + np.arange(SIDES), last + SIDES + np.arange(SIDES)])
    return judge_of(package).judged(
        [one.traits for one in numbers],
        states=states,
        shares=shares.astype(np.float32),
        distances=np.clip(distances, -FAR, FAR) + FAR,
        beside=beside,
    )
