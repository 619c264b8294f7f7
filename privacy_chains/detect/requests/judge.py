"""Whether a word is somebody's name, or the world's or the language's: a learned judge of the network's states.

A word is seen as its word pieces are by the first layers of the network, with its neighbours, with what it attends to
in its sentence, and with what is known of it (:mod:`.traits`). Its weights were learned (``training/judge.py``) from
sentences with the same names as public and as private ones.

Warning: it errs. What it lets go was hidden before; nothing else is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from io import BytesIO
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from privacy_chains.detect.network.graph import FOLDER, Places, network_of
from privacy_chains.detect.recent import Recent
from privacy_chains.detect.requests.traits import Word, words_in

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["LONGEST", "Judged", "judged"]

LONGEST = 1_000
"""How many code points of a sentence are read."""
_REMEMBERED = 4_096  # sentences
_FAR = 5
"""From how many pieces on what is farther off is no farther."""


class Judged(NamedTuple):
    """A word of a sentence: where it stands, and the log-odds that it is public; least where it was not read."""

    start: int
    end: int
    odds: float


def judged(text: str, begin: int, end: int, asked: Places | None = None) -> list[Judged]:
    """The words of a sentence, as far as it is read, in reading order; what is remembered of it is no text.

    Args:
        text: The text.
        begin: Where the sentence begins.
        end: One past its last code point.
        asked: Where in the text words are asked about; only those that reach into one of these places are judged. All
            are when None.

    Raises:
        DetectionError: onnxruntime or tokenizers is not installed, or a file of the network is missing.
    """
    begin += len(text[begin:end]) - len(text[begin:end].lstrip())
    sentence = text[begin : min(end, begin + LONGEST)].rstrip()
    within = None if asked is None else tuple((start - begin, stop - begin) for start, stop in asked)
    name = _RECENT.name(sentence, within)
    found = _RECENT.get(name)
    if found is None:
        found = _read(sentence, within)
        _RECENT.put(name, found)
    return [Judged(one.start + begin, one.end + begin, one.odds) for one in found]


def _read(sentence: str, asked: Places | None) -> list[Judged]:
    offsets, states = network_of(FOLDER).states(sentence)
    if not offsets:
        return []
    seen = _Seen(states, _weights())
    words = words_in(sentence, 0, len(sentence), asked)
    places = [_pieces_of(offsets, word) for word in words]
    return [
        Judged(word.start, word.end, seen.odds(*place, word) if place else -inf)
        for word, place in zip(words, places, strict=True)
    ]


def _pieces_of(offsets: Places, word: Word) -> tuple[int, int] | None:
    """The first piece of a word and the one behind its last; None where it was not read."""
    inside = [number for number, (start, end) in enumerate(offsets) if start < word.end and word.start < end]
    return (inside[0], inside[-1] + 1) if inside else None


class _Seen:
    """A sentence as the judge sees it.

    Args:
        states: Shape (pieces, width).
        weights: Those of the judge, by name.
    """

    def __init__(self, states: NDArray[np.float32], weights: Mapping[str, NDArray[np.float32]]) -> None:
        self._weights = weights
        self._words, self._values, self._sides = (
            states @ weights[name].T + weights[f"{name}_bias"] for name in ("word", "value", "side")
        )
        self._keys = states @ weights["key"].T

    def odds(self, first: int, last: int, word: Word) -> float:
        """The log-odds of the word whose pieces are from the first to the last, which is not in it."""
        import numpy as np  # noqa: PLC0415  # loaded with the network

        weights, own = self._weights, self._words[first:last].mean(axis=0)
        traits = weights["traits"][_numbers_of(word.traits)].sum(axis=0)
        half = self._sides.shape[1] // 2
        left = self._sides[first - 1, :half] if first else np.zeros(half, np.float32)
        right = self._sides[last, half:] if last < len(self._sides) else np.zeros(half, np.float32)
        asked = weights["query"] @ np.concatenate([np.maximum(own, 0), traits]) + weights["query_bias"]
        attended = self._attention(asked, first, last) @ self._values
        all_seen = np.maximum(np.concatenate([own, attended, left, right, traits]), 0)
        inner = np.maximum(weights["inner"] @ all_seen + weights["inner_bias"], 0)
        return float((weights["last"] @ inner + weights["last_bias"])[0])

    def _attention(self, asked: NDArray[np.float32], first: int, last: int) -> NDArray[np.float32]:
        """How much of each piece is taken in, shape (pieces,); it hangs on what is asked and on the distance."""
        import numpy as np  # noqa: PLC0415  # loaded with the network

        places = np.arange(len(self._keys))
        distance = np.minimum(places - first, 0) + np.maximum(places - last + 1, 0)
        scores = self._keys @ asked / np.float32(len(asked) ** 0.5)
        scores += self._weights["distance"][np.clip(distance, -_FAR, _FAR) + _FAR]
        shares = np.exp(scores - scores.max())
        shared: NDArray[np.float32] = shares / shares.sum()
        return shared


@cache
def _file() -> Mapping[str, NDArray[np.generic]]:
    import numpy as np  # noqa: PLC0415  # loaded with the network

    stored = (files("privacy_chains.detect.requests") / "data" / "judge.npz").read_bytes()
    with np.load(BytesIO(stored), allow_pickle=False) as arrays:
        return dict(arrays)


@cache
def _weights() -> Mapping[str, NDArray[np.float32]]:
    """The weights: those of a matrix are stored as whole numbers, with a scale for each of its rows."""
    import numpy as np  # noqa: PLC0415  # loaded with the network

    stored = {name: array for name, array in _file().items() if name != "trait_names" and not name.endswith("_scale")}
    return {
        name: array.astype(np.float32) * _file().get(f"{name}_scale", np.ones(1)).astype(np.float32)
        for name, array in stored.items()
    }


@cache
def _trait_numbers() -> Mapping[str, int]:
    names = _file()["trait_names"].tobytes().decode().split("\n")
    return {name: number for number, name in enumerate(names)}


def _numbers_of(traits: Sequence[str]) -> list[int]:
    """The rows of the weights of traits; those that were never met while it learned have none."""
    numbers = _trait_numbers()
    return [numbers[trait] for trait in traits if trait in numbers]


_RECENT = Recent[list[Judged]](_REMEMBERED)
