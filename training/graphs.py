"""Graphs of the judges: what their heads work out, for one sentence or window, as onnxruntime runs it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from privacy_chains.detect.quantities.judge import SIDES
from privacy_chains.detect.requests.encoder import HEADS, LAYERS

__all__ = ["Arrays", "Graph", "numbers_graph", "requests_graph"]

Arrays = Mapping[str, NDArray[np.generic]]
"""Weights by name; a matrix in 8 bits has a ``..._scale`` beside it, one for each row."""

_LEAST = 1e-5
"""What keeps a variance from being none."""


class Graph:
    """A graph in the making.

    Args:
        arrays: The weights.
    """

    def __init__(self, arrays: Arrays) -> None:
        self._arrays = arrays
        self._nodes: list[onnx.NodeProto] = []
        self._weights: dict[str, onnx.TensorProto] = {}

    def op(self, kind: str, *inputs: str, domain: str = "", **attributes: Any) -> str:
        """An operator; the name of its first output."""
        name = f"v{len(self._nodes)}"
        self._nodes.append(helper.make_node(kind, list(inputs), [name], domain=domain, **attributes))
        return name

    def constant(self, values: object, kind: type[np.generic] = np.int64) -> str:
        """A constant."""
        return self._kept(f"c{len(self._weights)}", np.array(values, kind))

    def weight(self, name: str) -> str:
        """A weight, unpacked where it is one of 8 bits."""
        array, scale = self._arrays[name], self._arrays.get(f"{name}_scale")
        if scale is None:
            return self._kept(f"weights_{name}", array.astype(np.float32))
        kept = self._kept(f"weights_{name}", array)
        return self.op("DequantizeLinear", kept, self._kept(f"{kept}_scale", scale.reshape(-1)), axis=0)

    def _kept(self, name: str, array: NDArray[np.generic]) -> str:
        self._weights[name] = numpy_helper.from_array(array, name)
        return name

    def linear(self, name: str, value: str) -> str:
        """The product with a matrix, and its bias if it has one."""
        bias = [self.weight(f"{name}_bias")] if f"{name}_bias" in self._arrays else []
        return self.op("Gemm", value, self.weight(name), *bias, transB=1)

    def bags(self, rows_like: str) -> str:
        """The sums of the rows of traits: of each word or number, of which ``rows_like`` has a row."""
        width = self._arrays["traits"].shape[1]
        count = self.op("Gather", self.op("Shape", rows_like), self.constant([0]))
        none = self.op("ConstantOfShape", self.op("Concat", count, self.constant([width]), axis=0))
        taken = self.op("Gather", self.weight("traits"), "traits")
        return self.op("ScatterND", none, "owners", taken, reduction="add")

    def model(self, said: str, inputs: Mapping[str, tuple[int, Sequence[str | int]]], traits: Sequence[str]) -> bytes:
        """The file, whose output is ``said``."""
        self._nodes.append(helper.make_node("Identity", [said], ["said"]))
        of_traits = {"traits": (TensorProto.INT64, ["rows"]), "owners": (TensorProto.INT64, ["rows", 1])}
        given = [
            helper.make_tensor_value_info(name, kind, list(shape))
            for name, (kind, shape) in {**inputs, **of_traits}.items()
        ]
        output = helper.make_tensor_value_info("said", TensorProto.FLOAT, None)
        graph = helper.make_graph(self._nodes, "judge", given, [output], list(self._weights.values()))
        opsets = [helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)]
        made = helper.make_model(graph, opset_imports=opsets, ir_version=8)
        helper.set_model_props(made, {"traits": json.dumps(list(traits))})
        return bytes(made.SerializeToString())


def requests_graph(arrays: Arrays, traits: Sequence[str]) -> bytes:
    """The graph of ``training/judge_head.py``.

    Its inputs are ``states``, shape (pieces, width), and ``shares``, shape (words, pieces): of each word, its pieces
    with equal shares. It says the log-odds of each word.
    """
    graph = Graph(arrays)
    width = arrays["enter"].shape[0]
    owned = graph.op("Cast", graph.op("Greater", "shares", graph.constant(0, np.float32)), to=TensorProto.FLOAT)
    known = graph.linear("known", graph.bags("shares"))
    of_pieces = graph.op("MatMul", graph.op("Transpose", owned, perm=[1, 0]), known)
    seen = graph.op("Add", graph.linear("enter", "states"), of_pieces)
    for layer in range(LAYERS):
        seen = graph.op("Add", seen, _attended(graph, layer, _level(graph, seen, width), width))
        inner = graph.op("Relu", graph.linear(f"up{layer}", _level(graph, seen, width)))
        seen = graph.op("Add", seen, graph.linear(f"down{layer}", inner))
    whole = graph.op("MatMul", "shares", _level(graph, seen, width))
    odds = graph.linear("last", graph.op("Relu", graph.linear("inner", whole)))
    inputs = {
        "states": (TensorProto.FLOAT, ["pieces", arrays["enter"].shape[1]]),
        "shares": (TensorProto.FLOAT, ["words", "pieces"]),
    }
    return graph.model(graph.op("Squeeze", odds, graph.constant([1])), inputs, traits)


def _level(graph: Graph, value: str, width: int) -> str:
    return graph.op("LayerNormalization", value, graph.constant([1.0] * width, np.float32), axis=-1, epsilon=_LEAST)


def _attended(graph: Graph, layer: int, seen: str, width: int) -> str:
    joined = graph.op("Unsqueeze", graph.linear(f"look{layer}", seen), graph.constant([0]))
    parts = [
        graph.op("Slice", joined, graph.constant([at * width]), graph.constant([(at + 1) * width]), graph.constant([2]))
        for at in range(3)
    ]
    taken = graph.op("MultiHeadAttention", *parts, domain="com.microsoft", num_heads=HEADS)
    return graph.linear(f"take{layer}", graph.op("Squeeze", taken, graph.constant([0])))


def numbers_graph(arrays: Arrays, traits: Sequence[str]) -> bytes:
    """The graph of the head in ``training/numbers.py``.

    Its inputs are ``states``, shape (pieces, width); ``shares``, shape (numbers, pieces): of each number, its pieces
    with equal shares; ``distances``, of the same shape: rows of the table of distances; and ``beside``, shape
    (numbers, 2 * SIDES): the numbers of the pieces before and behind, counted from ``SIDES`` before the first. It says
    how likely each number is of each kind.
    """
    graph = Graph(arrays)
    narrow = arrays["key"].shape[0]
    own = graph.op("MatMul", "shares", graph.linear("word", "states"))
    spelled = graph.bags("shares")
    asked = graph.linear("query", graph.op("Concat", graph.op("Relu", own), spelled, axis=1))
    keys = graph.op("Transpose", graph.linear("key", "states"), perm=[1, 0])
    scores = graph.op("Div", graph.op("MatMul", asked, keys), graph.constant(narrow**0.5, np.float32))
    scores = graph.op("Add", scores, graph.op("Gather", graph.weight("distance"), "distances"))
    attended = graph.op("MatMul", graph.op("Softmax", scores, axis=1), graph.linear("value", "states"))
    beside = _beside(graph, narrow)
    seen = graph.op("Relu", graph.op("Concat", own, attended, beside, spelled, axis=1))
    odds = graph.linear("last", graph.op("Relu", graph.linear("inner", seen)))
    inputs = {
        "states": (TensorProto.FLOAT, ["pieces", arrays["key"].shape[1]]),
        "shares": (TensorProto.FLOAT, ["numbers", "pieces"]),
        "distances": (TensorProto.INT64, ["numbers", "pieces"]),
        "beside": (TensorProto.INT64, ["numbers", 2 * SIDES]),
    }
    return graph.model(graph.op("Softmax", odds, axis=1), inputs, traits)


def _beside(graph: Graph, narrow: int) -> str:
    """What stands before and behind each number, one place of each piece for each side."""
    padded = graph.op("Pad", graph.linear("side", "states"), graph.constant([SIDES, 0, SIDES, 0]))
    places = graph.op("Reshape", padded, graph.constant([-1, narrow]))
    rows = graph.op("Add", graph.op("Mul", "beside", graph.constant(2 * SIDES)), graph.constant(range(2 * SIDES)))
    taken = graph.op("Gather", places, rows)
    return graph.op("Reshape", taken, graph.constant([-1, 2 * SIDES * narrow]))
