"""Cuts the graph of the network in two at its first exit, and keeps its word pieces in a file of their own.

The judge of public names reads the states there (``training/judge.py``), for which the layers behind them need not run.
The embeddings of word pieces are two thirds of the network, of which a text needs few: they are mapped into memory, not
read. ``python -m training.states NETWORK`` cuts a network that is in one file; what it finds stays as it was, to the
bit.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path

import onnx
from onnx import TensorProto, external_data_helper, helper

from privacy_chains.detect.network.graph import FIRST, FOLDER, REST

__all__ = ["cut", "write_cut"]

_PIECES = "pieces.bin"
_LARGE = 1 << 20
"""From how many bytes on weights are kept in a file of their own."""
_TAKES = "GatherND"
"""What takes the states of the pieces that leave, first of all behind the first exit."""
_STATES = "states"


def cut(model: onnx.ModelProto) -> tuple[onnx.ModelProto, onnx.ModelProto]:
    """The layers up to the first exit, whose output is ``states``, of shape (pieces, width); and the rest.

    No piece has left before, so that there is a state of each.
    """
    graph = model.graph
    nodes = [node for node in graph.node if _STATES not in node.output]
    read = next(node for node in nodes if node.op_type == _TAKES).input[0]
    needed = _needed(nodes, read)
    first, rest = ([node for node in nodes if (id(node) in needed) is wanted] for wanted in (True, False))
    for node in rest:
        node.input[:] = [_STATES if name == read else name for name in node.input]
    states = helper.make_tensor_value_info(_STATES, TensorProto.FLOAT, ["pieces", None])
    scores = next(output for output in graph.output if output.name == "scores")
    asked = {name for node in rest for name in node.input}
    further = [one for one in graph.input if one.name in asked]
    first.append(helper.make_node("Identity", [read], [_STATES]))
    return _model(model, first, graph.input, states), _model(model, rest, [states, *further], scores)


def write_cut(model: onnx.ModelProto, folder: Path) -> None:
    """Write both halves, with the metadata of the whole in each."""
    for half, name in zip(cut(model), (FIRST, REST), strict=True):
        for weights in half.graph.initializer:
            if len(weights.raw_data) >= _LARGE:
                (folder / _PIECES).write_bytes(weights.raw_data)
                external_data_helper.set_external_data(weights, _PIECES, offset=0, length=len(weights.raw_data))
                weights.ClearField("raw_data")
        onnx.save(half, str(folder / name))


def _needed(nodes: Sequence[onnx.NodeProto], name: str) -> set[int]:
    """Which nodes a value follows from, by their identity."""
    makers = {output: node for node in nodes for output in node.output}
    needed, ahead = set[int](), [name]
    while ahead:
        node = makers.get(ahead.pop())
        if node is not None and id(node) not in needed:
            needed.add(id(node))
            ahead += node.input
    return needed


def _model(
    whole: onnx.ModelProto,
    nodes: Sequence[onnx.NodeProto],
    inputs: Iterable[onnx.ValueInfoProto],
    output: onnx.ValueInfoProto,
) -> onnx.ModelProto:
    used = {name for node in nodes for name in node.input}
    weights = [one for one in whole.graph.initializer if one.name in used]
    graph = helper.make_graph(nodes, output.name, list(inputs), [output], weights)
    model = helper.make_model(graph, opset_imports=whole.opset_import, ir_version=whole.ir_version)
    helper.set_model_props(model, {one.key: one.value for one in whole.metadata_props})
    return model


def main() -> None:
    """Cut a network, and put it into the package."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("network", type=Path)
    write_cut(onnx.load(str(parser.parse_args().network)), FOLDER)


if __name__ == "__main__":
    main()
