"""Weights to go on from, out of the shipped network: ``python -m training.unpack --out build/shipped.pt``.

Its 8-bit weights become fractions again; what they lost when they were quantized stays lost, and comes back by training
on. Word embeddings are the encoder's own: they were never changed.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from itertools import chain
from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from safetensors.torch import load_file

from privacy_chains.detect.network.graph import FIRST, REST
from training.encoder import encoder_folder
from training.export import FOLDER
from training.model import Weights

__all__ = ["main", "unpacked", "weights_in"]

_OF_THE_GRAPH, _QUANTIZED, _TURNED = "model.", "_quantized", "_Transposed"
_WORDS = "embeddings.word_embeddings.weight"


def main() -> None:
    """Read the network, and keep its weights."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--out", type=Path, default=Path("build/shipped.pt"))
    options = parser.parse_args()
    options.out.parent.mkdir(parents=True, exist_ok=True)
    torch.save(unpacked(options.folder), options.out)


def unpacked(folder: Path) -> Weights:
    """The weights of the network in a folder that ``training.export`` wrote."""
    return weights_in(folder / FIRST, folder / REST)


def weights_in(*graphs: Path) -> Weights:
    """The weights of an encoder in some graphs.

    Matrices stand there as they are multiplied, inputs first; tables of embeddings as they are.
    """
    stored = {item.name: torch.from_numpy(numpy_helper.to_array(item).copy()) for item in _initializers(graphs)}
    weights: Weights = {}
    for name in (name for name in stored if name.startswith(_OF_THE_GRAPH)):
        if name.endswith(_QUANTIZED):
            plain = name.removesuffix(_QUANTIZED)
            scale, zero = stored[f"{plain}_scale"], stored[f"{plain}_zero_point"]
            fractions = (stored[name].float() - zero.float()) * scale
            weights[plain.removeprefix(_OF_THE_GRAPH).removesuffix(_TURNED)] = (
                fractions if "embeddings" in plain else fractions.T.contiguous()
            )
        elif name.endswith((".weight", ".bias")):
            weights[name.removeprefix(_OF_THE_GRAPH)] = stored[name]
    weights[f"bert.{_WORDS}"] = load_file(encoder_folder() / "model.safetensors")[_WORDS]
    return weights


def _initializers(graphs: Iterable[Path]) -> Iterable[onnx.TensorProto]:
    """All weights but those in a file of their own, which are the embeddings of word pieces."""
    read = (onnx.load(str(graph), load_external_data=False).graph.initializer for graph in graphs)
    return (item for item in chain.from_iterable(read) if item.data_location != onnx.TensorProto.EXTERNAL)


if __name__ == "__main__":
    main()
