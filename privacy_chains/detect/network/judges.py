"""Small networks that judge what the states of the large one say: graphs, as ``training/stored.py`` writes them.

They run as the large one does. The library under numpy would share products of this size among all processors, which
then wait for one another several times as long as one of them needs alone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from privacy_chains.detect.network.runtime import session_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["StoredJudge", "judge_of"]


class StoredJudge:
    """A judge's graph.

    Args:
        graph: What is in its file.

    Attributes:
        numbers: The row of each trait that it learned in its table of them.
    """

    def __init__(self, graph: bytes) -> None:
        self._session = session_of(graph, unpacked=True)
        traits: list[str] = json.loads(self._session.get_modelmeta().custom_metadata_map["traits"])
        self.numbers: Mapping[str, int] = {trait: number for number, trait in enumerate(traits)}

    def judged(self, traits: Sequence[Sequence[str]], **inputs: NDArray[Any]) -> NDArray[np.float32]:
        """What it says.

        Args:
            traits: What is known of each word or number; what was never met while it learned says nothing.
            **inputs: The inputs of its graph beside those.
        """
        import numpy as np  # noqa: PLC0415  # loaded with the network

        rows = [[self.numbers[trait] for trait in known if trait in self.numbers] for known in traits]
        flat = np.array([row for known in rows for row in known], np.int64)
        owners = np.repeat(np.arange(len(rows)), [len(known) for known in rows])[:, None]
        given = {"traits": flat, "owners": owners, **inputs}
        said: NDArray[np.float32] = self._session.run(["said"], given)[0]
        return said


@cache
def judge_of(package: str) -> StoredJudge:
    """The judge whose graph is ``data/judge.onnx`` of a package, read once for a process.

    Raises:
        DetectionError: onnxruntime or tokenizers is not installed.
    """
    return StoredJudge(Path(import_module(package).__path__[0], "data", "judge.onnx").read_bytes())
