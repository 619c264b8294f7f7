"""Weights to go on from, out of the writer in the package: ``python -m training.writer.unpack``.

``training.writer.train --weights`` begins with them, with a new optimizer.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import onnx
import torch
from onnx import numpy_helper

from privacy_chains.models.embedded.graph import FILE
from training.model import Weights
from training.unpack import weights_in
from training.writer.corpus import BUILD

__all__ = ["main", "unpacked"]


def main() -> None:
    """Read the graph, and keep its weights."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--out", type=Path, default=BUILD / "shipped.pt")
    options = parser.parse_args()
    options.out.parent.mkdir(parents=True, exist_ok=True)
    torch.save(unpacked(FILE), options.out)


def unpacked(graph: Path) -> Weights:
    """The weights of the writer in a graph."""
    stored = {one.name: one for one in onnx.load(str(graph), load_external_data=False).graph.initializer}
    own = {name: torch.from_numpy(numpy_helper.to_array(stored[name]).copy()) for name in ("bias", "words")}
    return {**weights_in(graph), "bias": own["bias"].float(), "words": own["words"].long()}


if __name__ == "__main__":
    main()
