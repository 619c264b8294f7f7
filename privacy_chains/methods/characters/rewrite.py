"""Restores noised words by a local model that rewrites the text, as the paper does with a remote one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache

import numpy as np

from privacy_chains.methods.characters.alphabet import AlphabetName, alphabet_of
from privacy_chains.methods.characters.restore import gain_of, likelihood_ratio
from privacy_chains.models import LocalModel, require_part

__all__ = ["REWRITE", "ModelRestorer", "aligned"]

REWRITE = (
    "Some characters of the words below were exchanged at random for others; lengths and spaces are right. Write the "
    "text as it was before, word for word, and nothing else."
)
"""The instruction for a local model, version 1."""

_STRETCH = 400
"""The number of characters in one question."""
_LEAST_TOKENS = 16
_TRUST = 3.0
"""How much likelier a model's word is than an unknown one before the noised one is looked at, as a logarithm."""
_REMEMBERED = 1024
"""The number of remembered answers, so that a history that is sent again is not rewritten again."""


class ModelRestorer:
    """Restores words that :class:`~privacy_chains.methods.characters.channel.Channel` noised, by a local model.

    The model rewrites the noised text. A word of its answer counts if it has the length of the noised word in its
    place, shares a letter with it, and explains it better than an unknown word does. All other words stay as they are.
    So whatever the model writes, no word without noise changes, and none is added.

    Args:
        model: Its part ``generate`` is asked, at temperature 0.
        epsilon: The channel's.
        alphabet: The channel's.
        needed_by: The name of the restorer in errors.

    **Guarantee**: the model sees only noised words, and words that leave as they are, so its answer costs nothing.
    **Warning**: whoever has the noised text can ask the same model.

    Raises:
        MissingPart: The model does not write.
    """

    def __init__(
        self,
        model: LocalModel,
        epsilon: Fraction,
        alphabet: AlphabetName,
        *,
        needed_by: str = "CharacterNoise(restore=LocalModel)",
    ) -> None:
        self._generate = require_part(model, "generate", needed_by=needed_by)
        self._answer = lru_cache(_REMEMBERED)(self._asked)
        self._model, self.epsilon, self._alphabet = model, epsilon, alphabet
        self._gain = gain_of(epsilon)

    def __repr__(self) -> str:
        return f"ModelRestorer({self._model!r}, epsilon={self.epsilon}, alphabet={self._alphabet!r})"

    def restore(
        self, words: Sequence[str], noised: Sequence[bool], fresh: Iterable[int] = (), *, pooled: bool = False
    ) -> list[str]:
        """The words of a text, the noised ones restored.

        Args:
            words: All words of the text in order, without spaces.
            noised: Which of them the channel has noised.
            fresh: The positions of words that begin a line.
            pooled: Whether equal noised words have equal originals, as with ``repeats="same"``.

        Raises:
            ModelError: The model failed.
        """
        found = list(words)
        for start, end in _stretches(words, frozenset(fresh)):
            if any(noised[start:end]):
                found[start:end] = self._rewritten(words[start:end], noised[start:end])
        return _pooled(words, noised, found) if pooled else found

    def _rewritten(self, words: Sequence[str], noised: Sequence[bool]) -> list[str]:
        told = aligned(words, self._answer(" ".join(words)).split())
        return [
            now if is_noised and now and self._explains(now, word) else word
            for word, now, is_noised in zip(words, told, noised, strict=True)
        ]

    def _asked(self, text: str) -> str:
        return self._generate(f"{REWRITE}\n\n{text}", max(_LEAST_TOKENS, len(text) // 2))

    def _letters(self, char: str) -> str:
        """What a character may become."""
        found = alphabet_of(self._alphabet).find(char)
        return found.members if found else char

    def _explains(self, now: str, word: str) -> bool:
        """Whether the channel more likely made the noised word from this word than from an unknown one."""
        letters = [(self._letters(a), self._letters(b)) for a, b in zip(now, word, strict=True)]
        if not word.isascii() or any(a != b for a, b in letters):
            return False
        agreeing = sum(a == b for a, b in zip(now, word, strict=True))
        codes = np.frombuffer(word.encode(), np.uint8)
        unknown = float(likelihood_ratio(self.epsilon, self._alphabet)[codes].sum())
        return agreeing > 0 and self._gain * agreeing + _TRUST > unknown


def aligned(words: Sequence[str], answer: Sequence[str]) -> list[str]:
    """For each word the one of an answer in its place, of the same length; empty where there is none.

    Places are those, in order, at which most characters agree.
    """
    best = [[0] * (len(answer) + 1)]
    for word in words:
        above, row = best[-1], [0]
        for place, told in enumerate(answer):
            row.append(max(row[-1], above[place + 1], above[place] + _agreeing(word, told)))
        best.append(row)
    found, place = [""] * len(words), len(answer)
    for position in range(len(words) - 1, -1, -1):
        while place and best[position + 1][place] == best[position + 1][place - 1]:
            place -= 1
        if best[position + 1][place] > best[position][place]:
            place -= 1
            found[position] = answer[place]
    return found


def _agreeing(word: str, told: str) -> int:
    return sum(a == b for a, b in zip(word, told, strict=True)) if len(word) == len(told) else 0


def _stretches(words: Sequence[str], fresh: frozenset[int]) -> Iterator[tuple[int, int]]:
    """Where the text is cut: at the beginning of a line if one is near the end of a stretch, else between words."""
    start = length = 0
    for position, word in enumerate(words):
        full = length + len(word) > _STRETCH
        if position > start and (full or (position in fresh and length > _STRETCH // 2)):
            yield start, position
            start, length = position, 0
        length += len(word) + 1
    if start < len(words):
        yield start, len(words)


def _pooled(words: Sequence[str], noised: Sequence[bool], found: Sequence[str]) -> list[str]:
    """Each noised word as the model restored it most often, in all its places."""
    told: dict[str, Counter[str]] = defaultdict(Counter)
    for word, is_noised, now in zip(words, noised, found, strict=True):
        if is_noised and now != word:
            told[word][now] += 1
    likeliest = {word: counts.most_common(1)[0][0] for word, counts in told.items()}
    return [likeliest.get(word, word) if is_noised else word for word, is_noised in zip(words, noised, strict=True)]
