"""What runs graphs: onnxruntime, in one thread a call, so that nothing waits for another thread."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from privacy_chains.errors import DetectionError

__all__ = ["libraries", "session_of"]


def libraries() -> tuple[Any, Any]:
    """The libraries onnxruntime and tokenizers.

    Raises:
        DetectionError: One of them is not installed.
    """
    try:
        import onnxruntime  # noqa: PLC0415  # heavy
        import tokenizers  # noqa: PLC0415  # heavy
    except ImportError as error:
        msg = f"the neural detector needs {error.name}: pip install onnxruntime tokenizers"
        raise DetectionError(msg) from None
    return onnxruntime, tokenizers


def session_of(graph: Path | bytes, *, unpacked: bool = False) -> Any:
    """A session for a graph.

    Args:
        graph: Its file, or what is in that.
        unpacked: Whether weights of 8 bits are unpacked when it is loaded, and products are those of 32-bit numbers.

    Raises:
        DetectionError: onnxruntime or tokenizers is not installed.
    """
    runtime, _ = libraries()
    options = runtime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    if unpacked:
        options.add_session_config_entry("session.disable_quant_qdq", "1")
    return runtime.InferenceSession(
        str(graph) if isinstance(graph, Path) else graph,
        options,
        providers=["CPUExecutionProvider"],
        disabled_optimizers=["SkipLayerNormFusion"],  # what it makes takes many times as long
    )
