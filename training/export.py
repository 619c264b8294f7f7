"""Writes the detector's files from trained weights: ``python -m training.export --weights build/detector.pt``.

The graph is quantized to 8-bit weights (dynamic quantization of its matrix products and of the word embeddings), and
carries its tags as metadata.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path

import onnx
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from onnxruntime.quantization.shape_inference import quant_pre_process

from training.encoder import encoder_tokenizer
from training.example import TAGS
from training.model import Tagger, loaded

__all__ = ["main"]

FOLDER = Path(__file__).resolve().parents[1] / "privacy_chains" / "detect" / "network" / "data"


def main() -> None:
    """Write the network and its tokenizer."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--weights", type=Path, default=Path("build/detector.pt"))
    parser.add_argument("--folder", type=Path, default=FOLDER)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    write_network(loaded(options.weights), options.folder / "detector.onnx")
    write_tokenizer(options.folder / "tokenizer.json")
    for path in sorted(options.folder.iterdir()):
        print(f"{path.name}  {path.stat().st_size / 2**20:.1f} MB")


def write_network(model: Tagger, path: Path) -> None:
    """The network as a quantized ONNX graph: ``pieces`` and ``looks`` in, ``scores`` out.

    Windows are full when they are read, so that the graph needs no mask; without it a tenth of its time is saved.
    """
    sample = torch.ones(2, 16, dtype=torch.long)
    axes = {0: "windows", 1: "pieces"}
    names = ["pieces", "looks"]
    model.bert.set_attn_implementation("eager")
    with tempfile.TemporaryDirectory() as folder:
        plain, ready = Path(folder, "plain.onnx"), Path(folder, "ready.onnx")
        torch.onnx.export(
            model.eval(),
            (sample, sample),
            str(plain),
            input_names=names,
            output_names=["scores"],
            dynamic_axes=dict.fromkeys([*names, "scores"], axes),
            opset_version=17,
            dynamo=False,
        )
        quant_pre_process(str(plain), str(ready), skip_symbolic_shape=True)
        quantize_dynamic(
            str(ready),
            str(path),
            op_types_to_quantize=["MatMul", "Gather"],
            weight_type=QuantType.QInt8,
            per_channel=True,
        )
    graph = onnx.load(str(path))
    onnx.helper.set_model_props(graph, {"tags": json.dumps(TAGS)})
    onnx.save(graph, str(path))


def write_tokenizer(path: Path) -> None:
    """The encoder's tokenizer, for texts of any length."""
    path.write_text(encoder_tokenizer().to_str(pretty=False), "utf-8")


if __name__ == "__main__":
    main()
