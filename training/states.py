"""Lets the graph of the network say its states, too: what the judge of public names reads (``training/judge.py``).

Run ``python -m training.states``: it adds an output to the network in the package, and changes nothing that it finds.
"""

from __future__ import annotations

import onnx
from onnx import TensorProto, helper

from privacy_chains.detect.network.graph import FOLDER

__all__ = ["with_states"]

_TAKES = "GatherND"
"""What takes the states of the pieces that leave, first of all behind the first exit."""


def with_states(model: onnx.ModelProto) -> onnx.ModelProto:
    """The network with one more output, ``states``, of shape (pieces, width): what its first exit reads.

    No piece has left before, so that there is a state of each.
    """
    graph = model.graph
    if all(output.name != "states" for output in graph.output):
        read = next(node for node in graph.node if node.op_type == _TAKES).input[0]
        graph.node.append(helper.make_node("Identity", [read], ["states"]))
        graph.output.append(helper.make_tensor_value_info("states", TensorProto.FLOAT, ["pieces", None]))
    return model


def main() -> None:
    """Add the output to the network in the package."""
    path = str(FOLDER / "detector.onnx")
    onnx.save(with_states(onnx.load(path)), path)


if __name__ == "__main__":
    main()
