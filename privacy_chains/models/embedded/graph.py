"""The graph of the writer, and what it says of windows of pieces."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from privacy_chains.errors import ModelError
from privacy_chains.models.onnx import session_of, tokenizer_of
from privacy_chains.models.parts import Tag

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from tokenizers import Tokenizer

__all__ = ["FILE", "PIECES", "WINDOW", "WriterGraph", "WriterScores"]

FILE = Path(__file__).parent / "data" / "writer.onnx"
"""The graph."""
PIECES = Path(__file__).parents[2] / "detect" / "network" / "data" / "pieces.bin"
"""The embeddings of word pieces, which the detector uses too. Its tokenizer is beside them."""
WINDOW = 254
"""The pieces of a window, beside its two special ones."""
_UNFUSED = ("SkipLayerNormFusion",)  # what it makes takes many times as long
_FIRST, _LAST, _MASK = "[CLS]", "[SEP]", "[MASK]"


class WriterScores(NamedTuple):
    """What the graph says of a window.

    Attributes:
        scores: Shape (pieces, 2 + tags): of each piece's word the root of its bits, the log norm, and the logit of
            each part of speech.
        chances: Shape (masks, count): the probabilities of the likeliest words for each mask, in falling order.
        chosen: Shape (masks, count): which words they are, in the order of :func:`vocabulary`.
    """

    scores: NDArray[np.float32]
    chances: NDArray[np.float32]
    chosen: NDArray[np.int64]


class WriterGraph:
    """The graph and its tokenizer, safe for several threads.

    Attributes:
        tokenizer: The tokenizer.
        tags: The parts of speech that it tells apart, in the order of its scores.
        mask: The piece that stands for a gap.

    Raises:
        ModelError: A library or file is missing or cannot be read.
    """

    def __init__(self) -> None:
        self._session: Any = session_of(FILE, 1, weights=PIECES.parent, unfused=_UNFUSED)
        self.tokenizer: Tokenizer = tokenizer_of(PIECES.parent)
        self.tokenizer.encode_special_tokens = True
        self.tags: Sequence[Tag] = cast(
            "list[Tag]", json.loads(self._session.get_modelmeta().custom_metadata_map["tags"])
        )
        known = self.tokenizer.get_vocab()
        self.mask = known[_MASK]
        self._around = known[_FIRST], known[_LAST]

    def said(
        self, pieces: Sequence[int], looks: Sequence[int], places: Sequence[int] = (), count: int = 1
    ) -> WriterScores:
        """What it says of one window.

        Args:
            pieces: The pieces, at most :data:`WINDOW`.
            looks: The look of each.
            places: Which of them are masks, whose words are asked for.
            count: How many words for each, at most as many as there are.

        Raises:
            ModelError: The graph failed.
        """
        import numpy as np  # noqa: PLC0415  # loaded with the graph

        first, last = self._around
        given = {"pieces": [first, *pieces, last], "looks": [0, *looks, 0]}
        given |= {"places": [place + 1 for place in places], "count": [count]}
        try:
            found = self._session.run(
                ["scores", "chances", "chosen"], {name: np.array(values, np.int64) for name, values in given.items()}
            )
        except Exception as error:  # noqa: BLE001  # the library has errors of its own
            msg = f"the writer's graph failed ({type(error).__name__})"
            raise ModelError(msg) from None
        scores, chances, chosen = found
        return WriterScores(scores[1:-1], chances, chosen)
