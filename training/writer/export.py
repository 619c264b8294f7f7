"""Writes the writer's graph from its weights: ``python -m training.writer.export --weights build/writer/writer.pt``.

Its products are quantized to 8 bits as the detector's are. The embeddings of word pieces are those of the detector's
file: pieces are looked up there, and what is said at a mask is multiplied with those of whole words.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, external_data_helper, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from onnxruntime.quantization.shape_inference import quant_pre_process
from torch import nn

from privacy_chains.models.embedded.graph import FILE, PIECES
from training.encoder import encoder_tokenizer
from training.export import read_on
from training.writer.model import Writer, writer_of
from training.writer.words import TAGS, vocabulary

__all__ = ["main", "write"]

_TABLE = "model.bert.embeddings.word_embeddings.weight"


def main() -> None:
    """Write the graph into the package."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--weights", type=Path, default=Path("build/writer/writer.pt"))
    parser.add_argument("--out", type=Path, default=FILE)
    options = parser.parse_args()
    words = vocabulary(encoder_tokenizer())
    write(writer_of(options.weights, torch.from_numpy(words)), words, options.out)
    print(f"{options.out.name}  {options.out.stat().st_size / 2**20:.1f} MB")


def write(model: Writer, words: np.ndarray, path: Path) -> None:
    """The writer as a graph for one window: pieces, looks and places of masks in, scores and words out."""
    sample = torch.ones(16, dtype=torch.long)
    inputs, outputs = ["pieces", "looks", "places"], ["scores", "query"]
    with tempfile.TemporaryDirectory() as made:
        plain, ready, small = (Path(made, f"{name}.onnx") for name in ("plain", "ready", "small"))
        torch.onnx.export(
            _Window(model).eval(),
            (sample, sample, torch.arange(3)),
            str(plain),
            input_names=inputs,
            output_names=outputs,
            dynamic_axes={"pieces": {0: "pieces"}, "looks": {0: "pieces"}, "places": {0: "masks"}},
            opset_version=17,
            dynamo=False,
        )
        quant_pre_process(str(plain), str(ready), skip_symbolic_shape=True)
        quantize_dynamic(
            str(ready),
            str(small),
            op_types_to_quantize=["MatMul", "Gather"],
            weight_type=QuantType.QInt8,
            per_channel=True,
        )
        graph = onnx.load(str(small))
    _share_table(graph)
    _add_words(graph, model.bias.detach().numpy(), words)
    helper.set_model_props(graph, {"tags": json.dumps(TAGS)})
    path.parent.mkdir(exist_ok=True)
    onnx.save(graph, str(path))


class _Window(nn.Module):
    """The writer for one window, without a mask of attention: a window is full when it is read."""

    def __init__(self, model: Writer) -> None:
        super().__init__()
        self.model = model

    def forward(
        self, pieces: torch.Tensor, looks: torch.Tensor, places: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Scores, shape (pieces, SCORES), and queries, shape (masks, width)."""
        states = self.model.bert.embeddings(input_ids=pieces[None], token_type_ids=looks[None])[0]
        for layer in self.model.bert.encoder.layer:
            states = read_on(layer, states, states)
        return self.model.score(states), self.model.query(states[places])


def _share_table(model: onnx.ModelProto) -> None:
    """The embeddings of word pieces out of the graph: they are in the detector's file, but for how halves were rounded.

    Raises:
        SystemExit: They are others.
    """
    table = next(one for one in model.graph.initializer if one.name == f"{_TABLE}_quantized")
    own, shared = (np.frombuffer(one, np.uint8).astype(np.int16) for one in (table.raw_data, PIECES.read_bytes()))
    if own.shape != shared.shape or np.abs(own - shared).max() > 1:
        msg = "the embeddings of word pieces are not those in the detector's file"
        raise SystemExit(msg)
    external_data_helper.set_external_data(table, PIECES.name, offset=0, length=len(table.raw_data))
    table.ClearField("raw_data")


def _add_words(model: onnx.ModelProto, bias: np.ndarray, words: np.ndarray) -> None:
    """The likeliest words, from the queries: their logits are a product of 8-bit numbers."""
    graph = model.graph
    graph.initializer.extend(
        [
            numpy_helper.from_array(words.astype(np.int32), "words"),
            numpy_helper.from_array(bias.astype(np.float16), "bias"),
        ]
    )
    nodes = [
        helper.make_node("Gather", [f"{_TABLE}_quantized", "words"], ["rows"], axis=0),
        helper.make_node("Transpose", ["rows"], ["columns"], perm=[1, 0]),
        helper.make_node("DynamicQuantizeLinear", ["query"], ["asked", "asked_scale", "asked_zero_point"]),
        helper.make_node(
            "MatMulInteger", ["asked", "columns", "asked_zero_point", f"{_TABLE}_zero_point"], ["products"]
        ),
        helper.make_node("Cast", ["products"], ["real"], to=TensorProto.FLOAT),
        helper.make_node("Mul", ["asked_scale", f"{_TABLE}_scale"], ["scale"]),
        helper.make_node("Mul", ["real", "scale"], ["scaled"]),
        helper.make_node("Cast", ["bias"], ["bias_real"], to=TensorProto.FLOAT),
        helper.make_node("Add", ["scaled", "bias_real"], ["logits"]),
        helper.make_node("Softmax", ["logits"], ["all_chances"], axis=-1),
        helper.make_node("TopK", ["all_chances", "count"], ["chances", "chosen"], axis=-1),
    ]
    graph.node.extend(nodes)
    graph.input.append(helper.make_tensor_value_info("count", TensorProto.INT64, [1]))
    graph.output.remove(next(output for output in graph.output if output.name == "query"))
    for name, kind in (("chances", TensorProto.FLOAT), ("chosen", TensorProto.INT64)):
        graph.output.append(helper.make_tensor_value_info(name, kind, ["masks", "count"]))


if __name__ == "__main__":
    main()
