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
from torch import nn

from training.encoder import encoder_tokenizer
from training.example import TAGS
from training.model import Tagger, loaded, sure
from training.states import write_cut

__all__ = ["main", "read_on"]

FOLDER = Path(__file__).resolve().parents[1] / "privacy_chains" / "detect" / "network" / "data"


def main() -> None:
    """Write the network and its tokenizer."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--weights", type=Path, default=Path("build/detector.pt"))
    parser.add_argument("--folder", type=Path, default=FOLDER)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    write_network(loaded(options.weights), options.folder)
    write_tokenizer(options.folder / "tokenizer.json")
    for path in sorted(options.folder.iterdir()):
        print(f"{path.name}  {path.stat().st_size / 2**20:.1f} MB")


def write_network(model: Tagger, folder: Path) -> None:
    """The network as a quantized ONNX graph for one window: pieces, looks, settled in, scores out; cut in two.

    A window is full when it is read, so that the graph needs no mask; without it a tenth of its time is saved.
    """
    sample = torch.ones(16, dtype=torch.long)
    names = ["pieces", "looks", "settled"]
    with tempfile.TemporaryDirectory() as made:
        plain, ready, path = (Path(made, f"{name}.onnx") for name in ("plain", "ready", "quantized"))
        torch.onnx.export(
            _Window(model).eval(),
            (sample, sample, sample > 1),
            str(plain),
            input_names=names,
            output_names=["scores"],
            dynamic_axes={name: {0: "pieces"} for name in [*names, "scores"]},
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
    write_cut(graph, folder)


class _Window(nn.Module):
    """The network for one window: what leaves is set aside, instead of being read on and not looked at.

    At the first exit pieces that are settled leave, too: nobody asks for their scores.
    """

    def __init__(self, model: Tagger) -> None:
        super().__init__()
        self.model = model

    def forward(self, pieces: torch.Tensor, looks: torch.Tensor, settled: torch.Tensor) -> torch.Tensor:
        """Scores, shape (pieces, tags). The first piece, which is none of the text, stays: something has to be read."""
        states = self.model.bert.embeddings(input_ids=pieces[None], token_type_ids=looks[None])[0]
        places = torch.arange(pieces.shape[0])
        left, said, said_of = [], [], []
        for number, layer in enumerate(self.model.bert.encoder.layer, 1):
            states = read_on(layer, states, torch.cat([states, *left]) if left else states)
            if str(number) in self.model.exits:
                scores = self.model.exits[str(number)](states)
                leaves = (sure(scores) if left else sure(scores) | settled) & (places > 0)
                left.append(states[leaves])
                said.append(scores[leaves])
                said_of.append(places[leaves])
                states, places = states[~leaves], places[~leaves]
        scores = torch.cat([*said, self.model.head(states)])
        where = torch.cat([*said_of, places])[:, None].expand_as(scores)
        return torch.zeros_like(scores).scatter(0, where, scores)


def read_on(layer: nn.Module, states: torch.Tensor, seen: torch.Tensor) -> torch.Tensor:
    """What a layer makes of the pieces that are read, from all that they see."""
    part = layer.attention.self
    inputs = (part.query(states), part.key(seen), part.value(seen))
    attended = _Attention.apply(*(one[None] for one in inputs), part.num_attention_heads)[0]
    between: torch.Tensor = layer.feed_forward_chunk(layer.attention.output(attended, states))
    return between


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


def write_tokenizer(path: Path) -> None:
    """The encoder's tokenizer, for texts of any length."""
    path.write_text(encoder_tokenizer().to_str(pretty=False), "utf-8")


if __name__ == "__main__":
    main()
