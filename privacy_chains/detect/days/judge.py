"""How likely a date is somebody's: a learned reader of the network's states.

A date is seen as a number is by :mod:`privacy_chains.detect.quantities.judge`: with its neighbours, with what it
attends to around it, and with what is known of it (:mod:`.traits`). ``training/days.py`` learns it.

Warning: it errs. A date that it takes for the world's leaves in clear.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from privacy_chains.detect.quantities.judge import Spelled, said_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["KINDS", "chances"]

KINDS = ("public", "private")
"""What a date may be."""


def chances(states: NDArray[np.float32], dates: Sequence[Spelled]) -> list[float]:
    """How likely each date of a window is private.

    Args:
        states: What the network makes of each piece of the window, shape (pieces, width).
        dates: The dates, at least one.

    Raises:
        DetectionError: onnxruntime or tokenizers is not installed.
    """
    return [private for _, private in said_of(__package__, states, dates).tolist()]
