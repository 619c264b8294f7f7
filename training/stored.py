"""Writes a small network as a graph that ``privacy_chains/detect/network/judges.py`` runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from torch import nn

from training.graphs import Arrays

__all__ = ["write"]


def write(head: nn.Module, traits: Iterable[str], graph: Callable[[Arrays, Sequence[str]], bytes], out: Path) -> None:
    """The weights in 8 bits, with a scale for each row of a matrix; others as those of 16 bits.

    Args:
        head: The network.
        traits: The names of the rows of its ``traits``, in order.
        graph: Makes the graph of the weights and those names.
        out: The file.
    """
    arrays: dict[str, NDArray[np.generic]] = {}
    for name, value in head.state_dict().items():
        short = name.removesuffix(".weight").replace(".", "_")
        array = value.numpy()
        if array.ndim == 1:
            arrays[short] = array.astype(np.float16)
            continue
        scale = np.abs(array).max(axis=1, keepdims=True).clip(1e-9) / 127
        arrays |= {short: np.rint(array / scale).astype(np.int8), f"{short}_scale": scale.astype(np.float32)}
    out.parent.mkdir(exist_ok=True)
    out.write_bytes(graph(arrays, list(traits)))
