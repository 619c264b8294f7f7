"""The network of the neural detector: its files, its threads, and what it read lately."""

from __future__ import annotations

import json
import os
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from operator import itemgetter
from pathlib import Path
from sys import maxsize
from typing import TYPE_CHECKING, NamedTuple

from privacy_chains.detect.network.findings import NetworkFinding
from privacy_chains.detect.network.runtime import libraries, session_of
from privacy_chains.detect.network.scores import findings_of
from privacy_chains.detect.network.stretches import WINDOW, stretches, windows
from privacy_chains.detect.recent import Recent
from privacy_chains.errors import DetectionError
from privacy_chains.lazy import lazily
from privacy_chains.models.looks import looks

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["FIRST", "FOLDER", "REST", "Network", "Places", "States", "network_of", "within"]

FOLDER = Path(__file__).parent / "data"
"""Where the package keeps its network."""
FIRST, REST = "first.onnx", "rest.onnx"
"""Its layers up to the first exit, and those behind. ``pieces.bin`` holds the embeddings of word pieces."""

_LONE_SURROGATES = lazily("[\ud800-\udfff]")  # no text of Unicode; tokenizers refuse them
_REMEMBERED = 8_192  # stretches of text
_MOST_THREADS = 8
_CERTAIN = 1e4  # a score that leaves others no chance


def network_of(folder: Path) -> Network:
    """The network in a folder, loaded once for a process: its threads do not survive a fork.

    Raises:
        DetectionError: onnxruntime or tokenizers is not installed, or a file of the network is missing.
    """
    return _loaded(folder, os.getpid())


@lru_cache(maxsize=4)
def _loaded(folder: Path, process: int) -> Network:  # noqa: ARG001  # told apart in the cache
    return Network(folder)


Places = Sequence[tuple[int, int]]
"""Starts and ends in a text, in code points, in reading order."""
States = Callable[[], "NDArray[np.float32]"]
"""Gives the states of the pieces of a window."""


class _Stretch(NamedTuple):
    """A stretch that the network reads by itself: where it begins, its text, its pieces, and what is settled of it."""

    start: int
    text: str
    ids: Sequence[int]
    offsets: Places
    settled: Places


class Network:
    """The graph, its tokenizer, and a thread for each processor, up to eight.

    A stretch is read by one thread, for its products are too small to be shared well; several stretches are read at a
    time.

    Args:
        folder: Where ``first.onnx``, ``rest.onnx``, ``pieces.bin`` and ``tokenizer.json`` are.

    Raises:
        DetectionError: onnxruntime or tokenizers is not installed, or a file of the network is missing.
    """

    def __init__(self, folder: Path) -> None:
        _, tokenizers = libraries()
        try:
            self._to_exit, self._behind = (session_of(folder / name) for name in (FIRST, REST))
            self._tokenizer = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
        except Exception as error:  # noqa: BLE001  # each library has errors of its own
            msg = f"the network of the neural detector cannot be read ({type(error).__name__})"
            raise DetectionError(msg) from None
        tags: list[str] = json.loads(self._behind.get_modelmeta().custom_metadata_map["tags"])
        self.types = tuple(tag[2:] for tag in tags[1::2])
        self._recent = Recent[tuple[NetworkFinding, ...]](_REMEMBERED)
        self._threads = ThreadPoolExecutor(min(_processors(), _MOST_THREADS), "privacy-chains-network")
        self._first = self._tokenizer.token_to_id("[CLS]")
        self._last = self._tokenizer.token_to_id("[SEP]")

    def find(self, text: str, sensitivity: float, settled: Places = ()) -> tuple[NetworkFinding, ...]:
        """The findings in a text, remembered for when it comes again, as the history of a conversation does.

        Args:
            text: The text.
            sensitivity: What is subtracted from the score of "nothing private".
            settled: Where in the text nothing has to be found: it is only read as what stands around the rest.
        """
        name = self._recent.name(text, sensitivity, settled)
        found = self._recent.get(name)
        if found is None:
            found = tuple(self._find(text, sensitivity, settled))
            self._recent.put(name, found)
        return found

    def states(self, text: str) -> tuple[Places, NDArray[np.float32]]:
        """The places of the pieces of a short text, and what the network makes of each in its first layers.

        Args:
            text: The text, of which a window is read.

        Returns:
            Start and end of each piece, and the states, shape (pieces, width).
        """
        import numpy as np  # noqa: PLC0415  # loaded with the network

        encoding = self._tokenizer.encode(_LONE_SURROGATES.sub("\ufffd", text), add_special_tokens=False)
        offsets: list[tuple[int, int]] = encoding.offsets[:WINDOW]
        pieces = np.array([encoding.ids[:WINDOW], looks(text, offsets), [0] * len(offsets)], np.int64)
        return offsets, self._states(pieces)

    def windows_around(self, text: str, places: Places) -> Iterator[tuple[str, Places, States]]:
        """The windows of the stretches of a text that hold some places.

        Args:
            text: The text, of any length.
            places: The places, disjoint and in reading order.

        Yields:
            For each window, its text, start and end in ``text`` of each of its pieces, and what gives their states in
            the first layers, shape (pieces, width), when it is called. Windows of one stretch overlap.
        """
        import numpy as np  # noqa: PLC0415  # loaded with the network

        for part in self._stretches(text, places):
            if not part.settled:
                continue
            pieces = np.array([part.ids, looks(part.text, part.offsets), [0] * len(part.ids)], np.int64)
            for start, _ in windows(len(part.ids)):
                window = slice(start, start + WINDOW)
                offsets = [(first + part.start, last + part.start) for first, last in part.offsets[window]]
                shown = text[offsets[0][0] : offsets[-1][1]]
                yield shown, offsets, partial(self._states, pieces[:, window])

    def _states(self, pieces: NDArray[np.int64]) -> NDArray[np.float32]:
        states: NDArray[np.float32] = self._to_exit.run(["states"], self._inputs(pieces))[0]
        return states[1:-1]

    def _find(self, text: str, sensitivity: float, settled: Places) -> Iterator[NetworkFinding]:
        """The findings of stretches, each read by itself: the same stretch gives the same wherever it stands."""
        parts = list(self._stretches(text, settled))
        names = [self._recent.name(part.text, sensitivity, part.settled) for part in parts]
        known = {name: found for name in names if (found := self._recent.get(name)) is not None}
        new = {name: part for name, part in zip(names, parts, strict=True) if name not in known}
        for name, found in zip(new, self._read_all(list(new.values()), sensitivity), strict=True):
            self._recent.put(name, found)
            known[name] = found
        for name, part in zip(names, parts, strict=True):
            for one in known[name]:
                yield NetworkFinding(one.start + part.start, one.end + part.start, one.entity_type, one.score)

    def _stretches(self, text: str, settled: Places) -> Iterator[_Stretch]:
        encoding = self._tokenizer.encode(_LONE_SURROGATES.sub("\ufffd", text), add_special_tokens=False)
        ids: list[int] = encoding.ids
        offsets: list[tuple[int, int]] = encoding.offsets
        for first, last in stretches(text, offsets):
            start, end = offsets[first][0], offsets[last - 1][1]
            places = [(one - start, other - start) for one, other in offsets[first:last]]
            yield _Stretch(start, text[start:end], ids[first:last], places, within(settled, start, end))

    def _read_all(self, parts: Sequence[_Stretch], sensitivity: float) -> list[tuple[NetworkFinding, ...]]:
        """The findings in each of several stretches."""
        work: Callable[..., Iterator[tuple[NetworkFinding, ...]]] = map if len(parts) == 1 else self._threads.map
        return list(work(lambda part: self._read(part, sensitivity), parts))

    def _read(self, part: _Stretch, sensitivity: float) -> tuple[NetworkFinding, ...]:
        """The findings in one stretch, from its pieces."""
        import numpy as np  # noqa: PLC0415  # loaded with the network

        settled = list(_inside(part.offsets, part.settled))
        pieces = np.array([part.ids, looks(part.text, part.offsets), settled], np.int64)
        scores = np.empty((len(part.ids), 1 + 2 * len(self.types)), np.float32)
        for start, edge in windows(len(part.ids)):
            window = self._run(pieces[:, start : start + WINDOW])
            scores[start + edge : start + len(window)] = window[edge:]
        scores[:, 0] -= sensitivity
        scores[settled, 0] = _CERTAIN
        return tuple(findings_of(part.text, part.offsets, scores, self.types))

    def _run(self, pieces: NDArray[np.int64]) -> NDArray[np.float32]:
        """The scores of the pieces of one window, which come as rows: their numbers, looks, and whether settled."""
        inputs = self._inputs(pieces)
        states = self._to_exit.run(["states"], inputs)[0]
        behind = {"states": states, "pieces": inputs["pieces"], "settled": inputs["settled"]}
        scores: NDArray[np.float32] = self._behind.run(["scores"], behind)[0]
        return scores[1:-1]

    def _inputs(self, pieces: NDArray[np.int64]) -> dict[str, NDArray[np.int64] | NDArray[np.bool_]]:
        """What the graph is given for one window, between its two special pieces."""
        import numpy as np  # noqa: PLC0415  # loaded with the network

        rows = np.zeros((3, pieces.shape[1] + 2), np.int64)
        rows[:, 1:-1] = pieces
        rows[0, 0], rows[0, -1] = self._first, self._last
        return {"pieces": rows[0], "looks": rows[1], "settled": rows[2].astype(bool)}


def within(places: Places, start: int, end: int) -> Places:
    """The places, disjoint, that lie within a stretch of the text, as seen from its start."""
    first = bisect_left(places, start, key=itemgetter(0))
    last = bisect_right(places, end, key=itemgetter(1))
    return tuple((one - start, other - start) for one, other in places[first:last])


def _inside(offsets: Places, places: Places) -> Iterator[bool]:
    """Whether each piece lies within one of the places, disjoint and in reading order."""
    ahead = iter((*places, (maxsize, maxsize)))
    begin, stop = next(ahead)
    for start, end in offsets:
        while stop < end:
            begin, stop = next(ahead)
        yield begin <= start


def _processors() -> int:
    """How many processors this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1
