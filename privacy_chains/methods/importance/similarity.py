"""How alike two words are by WordNet: one over one more than the shortest way between their synsets."""

from __future__ import annotations

import lzma
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files

__all__ = ["FILTERS", "Hypernyms", "default_hypernyms", "packed"]

FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9}]
"""How the file is compressed."""

_REMEMBERED = 1 << 14
_ROOT = -1
"""What stands above all: verbs have no common synset, and adjectives and adverbs none above them."""


class Hypernyms:
    """The synsets of words, and what is above each. Immutable.

    Args:
        above: The synsets above each, all with smaller numbers.
        synsets: Those of each word, in small letters.
    """

    def __init__(self, above: Sequence[Sequence[int]], synsets: Mapping[str, Sequence[int]]) -> None:
        self.above, self.synsets = above, synsets
        self._ways = lru_cache(_REMEMBERED)(self._shortest)

    def __repr__(self) -> str:
        return f"Hypernyms({len(self.synsets)} words, {len(self.above)} synsets)"

    def similarity(self, word: str, other: str) -> float:
        """The path similarity of two words in small letters: 1 for synonyms, 0 where one is not in WordNet.

        The greatest over all pairs of their synsets, of any part of speech. A way leads up to a common hypernym and
        down again. One root stands above all, so that any two adjectives, which have no hypernym, are alike by 1/3.
        """
        one, two = self._ways(word), self._ways(other)
        if len(one) > len(two):
            one, two = two, one
        steps = min((far + two[synset] for synset, far in one.items() if synset in two), default=-1)
        return 1 / (1 + steps) if steps >= 0 else 0.0

    def _shortest(self, word: str) -> Mapping[int, int]:
        """The steps from the nearest synset of a word up to each that is above one."""
        nearest: dict[int, int] = {}
        for synset in self.synsets.get(word, ()):
            for place, steps in self._up(synset).items():
                nearest[place] = min(steps, nearest.get(place, steps))
        return nearest

    def _up(self, synset: int) -> Mapping[int, int]:
        steps, now, far = {synset: 0}, [synset], 0
        while now:
            far += 1
            now = [higher for one in now for higher in self.above[one] if higher not in steps]
            steps.update(dict.fromkeys(now, far))
        steps[_ROOT] = far
        return steps


def packed(above: Sequence[Sequence[int]], synsets: Mapping[str, Sequence[int]]) -> bytes:
    """The content of the file: numbers of seven bits a byte, the last of each with its high bit clear."""
    names = sorted(synsets)
    numbers = [len(above)]
    for place, ones in enumerate(above):
        numbers += (len(ones), *(place - one for one in ones))
    for name in names:
        numbers.append(len(synsets[name]))
        numbers += synsets[name]
    return "\n".join(names).encode() + b"\0" + b"".join(map(_bytes, numbers))


def _bytes(number: int) -> bytes:
    parts = [number & 127]
    while number := number >> 7:
        parts.append(number & 127 | 128)
    return bytes(reversed(parts))


def _numbers(content: bytes) -> Iterator[int]:
    number = 0
    for byte in content:
        number = number << 7 | byte & 127
        if byte < 128:
            yield number
            number = 0


@cache
def default_hypernyms() -> Hypernyms:
    """WordNet 3.0's, of the words of the lexicon, as the package carries them."""
    stored = (files("privacy_chains.methods.importance") / "data" / "hypernyms.bin").read_bytes()
    content = lzma.decompress(stored.split(b"\n\n", 1)[1], lzma.FORMAT_RAW, filters=FILTERS)
    names, _, rest = content.partition(b"\0")
    numbers = _numbers(rest)
    count = next(numbers)
    above = [[place - next(numbers) for _ in range(next(numbers))] for place in range(count)]
    synsets = {name: tuple(next(numbers) for _ in range(next(numbers))) for name in names.decode().split("\n")}
    return Hypernyms(above, synsets)
