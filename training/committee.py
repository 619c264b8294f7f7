"""Joins judges to one of their mean: ``python -m training.committee a.onnx b.onnx --shares 1 2 --out c.onnx``.

Judges that learned from different draws err in different places; what all of them take for public is so more surely.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
from onnx import helper, numpy_helper
from onnx.compose import add_prefix_graph

__all__ = ["joined"]

_TRAITS, _SCALES = "weights_traits", "weights_traits_scale"
_SAID = "said"


def joined(judges: Sequence[onnx.ModelProto], shares: Sequence[float]) -> onnx.ModelProto:
    """One judge of several that have the same inputs; a trait that one never met says nothing to it.

    Args:
        judges: What ``training/graphs.py`` writes.
        shares: How much each counts; they need not add up to 1.
    """
    rows = [_traits_of(judge) for judge in judges]
    traits = sorted(set[str]().union(*rows))
    numbered = enumerate(zip(judges, rows, strict=True))
    graphs = [_renamed(judge.graph, own, traits, f"of{at}_") for at, (judge, own) in numbered]
    parts = [np.array(share / sum(shares), np.float32) for share in shares]
    weights = [numpy_helper.from_array(part, f"share{at}") for at, part in enumerate(parts)]
    counted = [
        helper.make_node("Mul", [graph.output[0].name, weight.name], [f"counted{weight.name}"])
        for graph, weight in zip(graphs, weights, strict=True)
    ]
    mean = helper.make_node("Sum", [node.output[0] for node in counted], [_SAID])
    whole = helper.make_graph(
        [*(node for graph in graphs for node in graph.node), *counted, mean],
        "judge",
        list(judges[0].graph.input),
        [helper.make_tensor_value_info(_SAID, onnx.TensorProto.FLOAT, None)],
        [*(weight for graph in graphs for weight in graph.initializer), *weights],
    )
    made = helper.make_model(whole, opset_imports=list(judges[0].opset_import), ir_version=judges[0].ir_version)
    helper.set_model_props(made, {"traits": json.dumps(traits)})
    return made


def _traits_of(judge: onnx.ModelProto) -> list[str]:
    found: list[str] = json.loads(next(one.value for one in judge.metadata_props if one.key == "traits"))
    return found


def _renamed(graph: onnx.GraphProto, own: Sequence[str], traits: Sequence[str], prefix: str) -> onnx.GraphProto:
    """A graph whose names have a prefix, but for its inputs, and whose rows are those of all traits."""
    places = {trait: row for row, trait in enumerate(own)}
    for weight in graph.initializer:
        if weight.name in (_TRAITS, _SCALES):
            array = numpy_helper.to_array(weight)
            none = np.ones_like(array[:1]) if weight.name == _SCALES else np.zeros_like(array[:1])
            taken = [array[places[one]] if one in places else none[0] for one in traits]
            weight.CopyFrom(numpy_helper.from_array(np.array(taken, array.dtype), weight.name))
    given = {one.name for one in graph.input}
    made = add_prefix_graph(graph, prefix, rename_inputs=False)
    for node in made.node:
        for at, name in enumerate(node.input):
            node.input[at] = name.removeprefix(prefix) if name.removeprefix(prefix) in given else name
    return made


def main() -> None:
    """Read judges, join them, and write one."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("judges", type=Path, nargs="+")
    parser.add_argument("--shares", type=float, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    judges = [onnx.load(path) for path in options.judges]
    options.out.write_bytes(joined(judges, options.shares).SerializeToString())


if __name__ == "__main__":
    main()
