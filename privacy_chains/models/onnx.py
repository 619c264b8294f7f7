"""Encoders as ONNX graphs, run by onnxruntime from files on this machine."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from privacy_chains.errors import ModelError
from privacy_chains.models.filling import Filler
from privacy_chains.models.local import LocalModel
from privacy_chains.models.pooling import Embedder
from privacy_chains.models.tokens import TokenReader

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Graph", "onnx_model", "session_of", "tokenizer_of"]

_LOGITS = "logits"
_STATES = ("last_hidden_state", "token_embeddings", "hidden_states")
"""The names by which exporters call the states of tokens."""
_WEIGHTS = "session.model_external_initializers_file_folder_path"
_INPUTS = frozenset({"input_ids", "attention_mask", "token_type_ids"})


def onnx_model(folder: Path, *, file: str, window: int, threads: int) -> LocalModel:
    """The parts that a graph gives; see :meth:`LocalModel.onnx`.

    Raises:
        ModelError: A library or file is missing or cannot be read, or the graph is no encoder's.
    """
    graph = Graph(folder / file, threads)
    reader = TokenReader(tokenizer_of(folder))
    special = _special_tokens(folder)
    embed = fill = None
    if graph.gives_states:
        pad = reader.number(special["pad_token"]) if "pad_token" in special else 0
        embed = Embedder(reader, window, graph.states, pad=pad).embed
    if graph.gives_logits and "mask_token" in special:
        fill = Filler(reader, reader.number(special["mask_token"]), window, graph.logits).fill
    if not (embed or fill):
        msg = "the graph has no output of an encoder: last_hidden_state, or logits and a mask that the tokenizer names"
        raise ModelError(msg)
    return LocalModel(name=folder.name, embed=embed, fill=fill)


class Graph:
    """An encoder's graph; a copy that was pickled reads the file again.

    Args:
        path: The file.
        threads: How many threads one reading uses.

    Raises:
        ModelError: onnxruntime is not installed, or the file cannot be read or is no encoder.
    """

    def __init__(self, path: Path, threads: int) -> None:
        self._path, self._threads = path, threads
        self._session = session_of(path, threads)
        self._inputs = [one.name for one in self._session.get_inputs()]
        outputs = [one.name for one in self._session.get_outputs()]
        if "input_ids" not in self._inputs or not _INPUTS.issuperset(self._inputs):
            msg = f"the graph reads {', '.join(self._inputs)}; an encoder reads input_ids and attention_mask"
            raise ModelError(msg)
        self._states = next((name for name in _STATES if name in outputs), "")
        self.gives_states = bool(self._states)
        self.gives_logits = _LOGITS in outputs

    def __reduce__(self) -> tuple[Callable[[Path, int], Graph], tuple[Path, int]]:
        return Graph, (self._path, self._threads)

    def states(self, ids: NDArray[np.int64], mask: NDArray[np.int64], /) -> NDArray[np.float32]:
        """The states of a batch of windows: shape (windows, tokens, dimensions)."""
        return self._run(self._states, ids, mask)

    def logits(self, ids: Sequence[int], places: Sequence[int], /) -> NDArray[np.float32]:
        """The logits at some places of one window: shape (places, vocabulary)."""
        import numpy as np  # noqa: PLC0415  # loaded with the graph

        row = np.array([ids], np.int64)
        return self._run(_LOGITS, row, np.ones_like(row))[0, list(places)]

    def _run(self, output: str, ids: NDArray[np.int64], mask: NDArray[np.int64]) -> NDArray[np.float32]:
        given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": ids * 0}
        try:
            found: NDArray[np.float32] = self._session.run([output], {name: given[name] for name in self._inputs})[0]
        except Exception as error:  # noqa: BLE001  # the library has errors of its own
            msg = f"the graph failed ({type(error).__name__})"
            raise ModelError(msg) from None
        return found


def session_of(path: Path, threads: int, *, weights: Path | None = None, unfused: Sequence[str] = ()) -> Any:
    """A session for a graph.

    Args:
        path: The graph's file.
        threads: How many threads one reading uses.
        weights: The folder of weights that the graph has in files of their own; its own folder when None.
        unfused: Optimizers to go without.

    Raises:
        ModelError: onnxruntime is not installed, or the file cannot be read.
    """
    try:
        import onnxruntime  # noqa: PLC0415  # heavy
    except ImportError:
        msg = "LocalModel.onnx needs onnxruntime: pip install onnxruntime"
        raise ModelError(msg) from None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 3
    if weights is not None:
        options.add_session_config_entry(_WEIGHTS, str(weights))
    try:
        graph = str(path) if weights is None else path.read_bytes()  # a graph in a file has its weights beside it
        return onnxruntime.InferenceSession(
            graph, options, providers=["CPUExecutionProvider"], disabled_optimizers=[*unfused]
        )
    except Exception as error:  # noqa: BLE001  # the library has errors of its own
        msg = f"{path.name} cannot be read as a graph ({type(error).__name__})"
        raise ModelError(msg) from None


def tokenizer_of(folder: Path) -> Any:
    """The tokenizer of a folder.

    Raises:
        ModelError: tokenizers is not installed, or the file cannot be read.
    """
    try:
        import tokenizers  # noqa: PLC0415  # heavy
    except ImportError:
        msg = "LocalModel.onnx needs tokenizers: pip install tokenizers"
        raise ModelError(msg) from None
    try:
        return tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
    except Exception as error:  # noqa: BLE001  # the library has errors of its own
        msg = f"tokenizer.json cannot be read ({type(error).__name__})"
        raise ModelError(msg) from None


def _special_tokens(folder: Path) -> Mapping[str, str]:
    """The special tokens that the tokenizer's settings name, such as ``mask_token``; none where there are no settings.

    Raises:
        ModelError: The settings cannot be read.
    """
    path = folder / "tokenizer_config.json"
    if not path.exists():
        return {}
    try:
        settings: dict[str, Any] = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        msg = f"tokenizer_config.json cannot be read ({type(error).__name__})"
        raise ModelError(msg) from None
    tokens = {name: token for name, token in settings.items() if name.endswith("_token")}
    named = {name: token.get("content") if isinstance(token, dict) else token for name, token in tokens.items()}
    return {name: token for name, token in named.items() if isinstance(token, str)}
