"""Writes the weights of a small network as ``privacy_chains/detect/network/stored_weights.py`` reads them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from torch import nn

__all__ = ["write"]


def write(head: nn.Module, traits: Iterable[str], out: Path) -> None:
    """The weights in 8 bits, with a scale for each row of a matrix; others in 16.

    Args:
        head: The network.
        traits: The names of the rows of its ``traits``, in order.
        out: The file.
    """
    arrays: dict[str, NDArray[np.generic]] = {"trait_names": np.frombuffer("\n".join(traits).encode(), np.uint8)}
    for name, value in head.state_dict().items():
        short = name.removesuffix(".weight").replace(".", "_")
        array = value.numpy()
        if array.ndim == 1:
            arrays[short] = array.astype(np.float16)
            continue
        scale = np.abs(array).max(axis=1, keepdims=True).clip(1e-9) / 127
        arrays |= {short: np.rint(array / scale).astype(np.int8), f"{short}_scale": scale.astype(np.float32)}
    out.parent.mkdir(exist_ok=True)
    np.savez_compressed(out, **arrays)  # type: ignore[arg-type]  # numpy's stub takes arrays for flags
