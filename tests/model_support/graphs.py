"""A tiny encoder as an ONNX graph, written without the library ``onnx``, and what it computes.

The states of a token are a row of a table, the logits a product with another table:
``last_hidden_state = table[input_ids] * attention_mask``, ``logits = last_hidden_state @ heads``.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

FLOAT, INT64 = 1, 7


def write_encoder(
    path: Path,
    table: NDArray[np.float32],
    heads: NDArray[np.float32],
    outputs: Sequence[str],
    *,
    ids: str = "input_ids",
) -> None:
    """Write the graph with some of its outputs: ``last_hidden_state``, ``logits``.

    Args:
        path: The file.
        table: Shape (vocabulary, dimensions).
        heads: Shape (dimensions, vocabulary).
        outputs: What it gives.
        ids: How it calls its tokens.
    """
    axes = np.array([-1], np.int64)
    nodes = (
        _node("Gather", ["table", ids], "rows"),
        _node("Cast", ["attention_mask"], "seen", [_text(1, "to") + _number(3, FLOAT) + _number(20, 2)]),
        _node("Unsqueeze", ["seen", "axes"], "column"),
        _node("Mul", ["rows", "column"], "last_hidden_state"),
        _node("MatMul", ["last_hidden_state", "heads"], "logits"),
    )
    tensors = (_tensor("table", table, FLOAT), _tensor("heads", heads, FLOAT), _tensor("axes", axes, INT64))
    graph = b"".join(
        [
            *(_field(1, node) for node in nodes),
            _text(2, "encoder"),
            *(_field(5, tensor) for tensor in tensors),
            *(_field(11, _value(name, INT64, 2)) for name in (ids, "attention_mask")),
            *(_field(12, _value(name, FLOAT, 3)) for name in outputs),
        ]
    )
    path.write_bytes(_number(1, 8) + _field(7, graph) + _field(8, _number(2, 17)))


def _node(kind: str, inputs: Sequence[str], output: str, attributes: Sequence[bytes] = ()) -> bytes:
    named = b"".join(_text(1, name) for name in inputs) + _text(2, output) + _text(4, kind)
    return named + b"".join(_field(5, attribute) for attribute in attributes)


def _tensor(name: str, array: NDArray[np.generic], kind: int) -> bytes:
    shape = b"".join(_number(1, size) for size in array.shape)
    return shape + _number(2, kind) + _text(8, name) + _field(9, array.tobytes())


def _value(name: str, kind: int, rank: int) -> bytes:
    shape = b"".join(_field(1, _text(2, f"{name}_{axis}")) for axis in range(rank))
    return _text(1, name) + _field(2, _field(1, _number(1, kind) + _field(2, shape)))


def _text(number: int, text: str) -> bytes:
    return _field(number, text.encode())


def _field(number: int, content: bytes) -> bytes:
    return _varint(number << 3 | 2) + _varint(len(content)) + content


def _number(number: int, value: int) -> bytes:
    return _varint(number << 3) + _varint(value)


def _varint(value: int) -> bytes:
    parts = bytearray()
    while value > 127:
        parts.append(value & 127 | 128)
        value >>= 7
    return bytes([*parts, value])
