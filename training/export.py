"""Writes the detector's files from trained weights: ``python -m training.export --weights build/detector.pt``.

The graph is quantized to 8-bit weights (dynamic quantization of its matrix products and of the word embeddings), and
carries its tags as metadata.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path
from typing import Any

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
    with tempfile.TemporaryDirectory() as folder:
        plain, ready = Path(folder, "plain.onnx"), Path(folder, "ready.onnx")
        torch.onnx.export(
            _with_attention(model).eval(),
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


class _Attention(torch.autograd.Function):
    """Attention as one operator of onnxruntime, which takes less time than its parts."""

    @staticmethod
    def forward(_: Any, query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, heads: int) -> torch.Tensor:
        """The states of (windows, pieces, heads times width) that attention gives."""
        split = (one.unflatten(-1, (heads, -1)).transpose(1, 2) for one in (query, key, value))
        return torch.nn.functional.scaled_dot_product_attention(*split).transpose(1, 2).flatten(2)

    @staticmethod
    def symbolic(graph: Any, query: Any, key: Any, value: Any, heads: int) -> Any:
        """The operator, for the exporter."""
        states = graph.op("com.microsoft::MultiHeadAttention", query, key, value, num_heads_i=heads)
        states.setType(query.type())
        return states


def _with_attention(model: Tagger) -> Tagger:
    """The network with its attention as that operator."""
    for layer in model.bert.encoder.layer:
        part = layer.attention.self

        def forward(states: torch.Tensor, *_: Any, part: Any = part, **__: Any) -> tuple[torch.Tensor, None]:
            inputs = (part.query(states), part.key(states), part.value(states))
            return _Attention.apply(*inputs, part.num_attention_heads), None

        part.forward = forward
    return model


def write_tokenizer(path: Path) -> None:
    """The encoder's tokenizer, for texts of any length."""
    path.write_text(encoder_tokenizer().to_str(pretty=False), "utf-8")


if __name__ == "__main__":
    main()
