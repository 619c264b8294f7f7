"""What an answer's quality is predicted from: numbers that tell of a text, and hold nothing of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log2, nan, sqrt
from typing import Literal

from privacy_chains.methods.words.lexicon import Leaf, Lexicon, default_lexicon
from privacy_chains.methods.words.spelling import canonical, cut
from privacy_chains.models import LocalModel

__all__ = ["FEATURES", "FeatureSet", "Features", "Measure", "names_of", "smallest_set"]

FeatureSet = Literal["epsilon", "sanitized", "quick", "embedded", "all"]
"""Which features: the rung alone; those of the sanitized text; all without a model; with embeddings; with answers."""

_ALONE = ("identity",)
_SANITIZED = ("length", "unknown", "questions", "digits", "lines", "surprisal", "echo")
_COMPARED = ("similarity", "changed", "nearness", "numbers")
_EMBEDDED = ("meaning",)
_ANSWERED = ("small_clear", "small_sanitized", "agreement")
FEATURES = (*_ALONE, *_SANITIZED, *_COMPARED, *_EMBEDDED, *_ANSWERED)
"""The names of all features, in the order of columns."""

_SETS: Mapping[FeatureSet, tuple[str, ...]] = {
    "epsilon": _ALONE,
    "sanitized": (*_ALONE, *_SANITIZED),
    "quick": (*_ALONE, *_SANITIZED, *_COMPARED),
    "embedded": (*_ALONE, *_SANITIZED, *_COMPARED, *_EMBEDDED),
    "all": FEATURES,
}
_RARE = 40
"""The weight of a word that the lexicon does not know; that of the rarest known ones is about as high."""

Features = Mapping[str, float]
"""Features by name; those that are not known are missing."""


def names_of(chosen: FeatureSet) -> tuple[str, ...]:
    """The features of a set, in the order of columns."""
    return _SETS[chosen]


def smallest_set(names: Iterable[str]) -> FeatureSet:
    """The smallest set that has all of these features."""
    wanted = frozenset(names)
    return next(chosen for chosen, known in _SETS.items() if wanted <= frozenset(known) or chosen == "all")


@dataclass(frozen=True, repr=False)
class Measure:
    """Measures features. It sees clear text, and keeps none.

    Attributes:
        model: A local model: ``embed``, ``generate`` and ``surprisal`` are used, each if it is there.
        lexicon: Known words and how frequent they are; those of the package if left out.
        most_tokens: How long an answer of the local model is at most.
    """

    model: LocalModel | None = None
    lexicon: Lexicon | None = None
    most_tokens: int = 96

    @property
    def widest(self) -> FeatureSet:
        """The largest set that can be measured."""
        if self.model is None or self.model.embed is None:
            return "quick"
        return "embedded" if self.model.generate is None else "all"

    def of_sanitized(self, sanitized: str, identity: float, answer: str | None = None) -> Features:
        """Features that depend on the sanitized text and on public parameters alone.

        Args:
            sanitized: What would be sent.
            identity: The share of words that the rung releases as they are, of a public list.
            answer: What the small model answers to it.
        """
        words = _words(sanitized)
        found = {
            "identity": identity,
            "length": log2(1 + len(words)),
            "unknown": _share(sum(word not in self._places for word in words), len(words)),
            "questions": _share(sanitized.count("?"), sum(map(sanitized.count, ".?!"))),
            "digits": _share(sum(letter.isdigit() for letter in sanitized), len(sanitized)),
            "lines": _share(sanitized.count("\n"), len(words)),
        }
        if self.model is not None and self.model.surprisal is not None and words:
            found["surprisal"] = sum(token.bits for token in self.model.surprisal(sanitized)) / len(words)
        return found if answer is None else found | {"echo": self.similar(sanitized, answer)}

    def of_pair(self, original: str, sanitized: str) -> Features:
        """Features that compare a text with what would be sent; no model is asked unless there are embeddings."""
        before, after = _words(original), _words(sanitized)
        numbers = [word for word in before if any(map(str.isdigit, word))]
        found = {
            "similarity": self._overlap(before, after),
            "changed": 1 - _kept(before, after),
            "nearness": self._nearness(before, after),
            "numbers": 1 - _kept(numbers, after) if numbers else nan,
        }
        if self.model is not None and self.model.embed is not None:
            found["meaning"] = self.similar(original, sanitized)
        return found

    def of_answers(self, original: str, clear: str, read: str) -> Features:
        """Features of the small model's answers.

        Args:
            original: The text.
            clear: What the small model answers to it.
            read: What it answers to the sanitized text, read back.
        """
        return {
            "small_clear": self.similar(original, clear),
            "small_sanitized": self.similar(original, read),
            "agreement": self.similar(clear, read),
        }

    def similar(self, one: str, other: str) -> float:
        """How similar two texts are: the cosine of their embeddings, or without them that of their weighted words."""
        if self.model is not None and self.model.embed is not None:
            left, right = self.model.embed([one, other])
            return float(left @ right)
        return self._overlap(_words(one), _words(other))

    def answer(self, text: str) -> str:
        """What the small model answers; empty without one that answers."""
        if self.model is None or self.model.generate is None:
            return ""
        return self.model.generate(text, self.most_tokens)

    @cached_property
    def _classes(self) -> Lexicon:
        return self.lexicon or default_lexicon()

    @property
    def _places(self) -> Mapping[str, Leaf]:
        return self._classes.places

    def _weight(self, word: str) -> int:
        leaf = self._places.get(word)
        return _RARE if leaf is None else 1 + leaf.frequency

    def _overlap(self, before: Sequence[str], after: Sequence[str]) -> float:
        """The cosine of two bags of words; rare words weigh more."""
        left, right = Counter(before), Counter(after)
        weight = {word: self._weight(word) for word in left.keys() | right.keys()}
        sizes = [sqrt(sum((weight[word] * count) ** 2 for word, count in bag.items())) for bag in (left, right)]
        both = sum(weight[word] ** 2 * count * right[word] for word, count in left.items())
        return both / (sizes[0] * sizes[1]) if all(sizes) else float(left == right)

    def _nearness(self, before: Sequence[str], after: Sequence[str]) -> float:
        """How near words stand to those in their place, in the word tree: 1 for the same; NaN if they do not pair."""
        if len(before) != len(after):
            return nan
        near = [self._near(one, other) for one, other in zip(before, after, strict=True) if len(one) > 1]
        return _share(sum(near), len(near))

    def _near(self, one: str, other: str) -> float:
        if one == other:
            return 1.0
        first, second = self._places.get(one), self._places.get(other)
        if first is None or second is None or first.kind != second.kind:
            return 0.0
        return 1 - (first.place ^ second.place).bit_length() / max(1, self._classes.classes[first.kind].height)


def _words(text: str) -> list[str]:
    return [canonical(word) for word in cut(text).words if word]


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _kept(before: Sequence[str], after: Sequence[str]) -> float:
    """The share of words that are still there."""
    return _share((Counter(before) & Counter(after)).total(), len(before)) if before else 1.0
