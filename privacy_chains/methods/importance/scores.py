"""What a model says of the words of a text: their importance, their surprisal and their parts of speech."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from privacy_chains.methods.importance.equations import mean_of_each, sum_of_each
from privacy_chains.methods.importance.recipe import PaperRecipe
from privacy_chains.methods.importance.tagging import tags_of
from privacy_chains.models import LocalModel, Tag, require_part
from privacy_chains.models.tokens import tokens_of

__all__ = ["NEEDED_BY", "WordScores", "bits_of_words", "gradients_of_words", "own_scores", "papers_scores"]

NEEDED_BY = "ImportanceSanitizer"
_ANSWER_TOKENS = 48
_LEAST_NORM = 1e-12
Words = Sequence[tuple[int, int]]
"""Start and end of each word, disjoint and in reading order."""


@dataclass(frozen=True, slots=True)
class WordScores:
    """What a model says of each word of a text. Its repr shows numbers only.

    Attributes:
        importance: How much the answer hangs on it; a norm, or the logarithm of one.
        bits: Its surprisal, in the recipe's unit.
        tags: Its part of speech.
    """

    importance: Sequence[float]
    bits: Sequence[float]
    tags: Sequence[Tag]


def papers_scores(model: LocalModel, text: str, words: Words, recipe: PaperRecipe, seed: int) -> WordScores:
    """The paper's: gradients of the model's own answer, and its surprisal (2, 3, 5 and 6).

    Args:
        model: A causal model.
        text: The text.
        words: Its words.
        recipe: How the paper is read.
        seed: Where the draws of the answer start.

    Raises:
        MissingPart: The model lacks a part.
        ModelError: The model failed, or the text is too long for it.
    """
    generate = require_part(model, "generate", needed_by=NEEDED_BY)
    answer = generate(text, recipe.answer_tokens, temperature=recipe.temperature, top_p=recipe.top_p, seed=seed)
    importance = gradients_of_words(model, text, answer, words, mean_first=recipe.mean_first) if answer else None
    found = [0.0] * len(words) if importance is None else importance
    if recipe.pools_repeats:
        found = _pooled(text, words, found)
    bits = [one / recipe.unit for one in bits_of_words(model, text, words)]
    return WordScores(found, bits, _tags(model, text, words))


def own_scores(model: LocalModel, text: str, words: Words) -> WordScores:
    """The surprisal of each word, and its importance beside the text's other words, on a logarithmic scale.

    Importance is the model's estimate without an answer, or that for the answer which it writes itself. Its level
    hangs on the answer and tells nothing of the words, so that their mean is 0.

    Raises:
        MissingPart: The model lacks a part.
        ModelError: The model failed.
    """
    bits, tags = bits_of_words(model, text, words), _tags(model, text, words)
    levels = _pooled(text, words, _logarithms(model, text, words))
    mean = sum(levels) / len(levels) if levels else 0.0
    return WordScores([level - mean for level in levels], bits, tags)


def _logarithms(model: LocalModel, text: str, words: Words) -> list[float]:
    """The logarithm of the importance of each word."""
    if model.importance is None and model.gradients is not None and model.generate is not None:
        answer = model.generate(text, _ANSWER_TOKENS)
        norms = gradients_of_words(model, text, answer, words, mean_first=False) if answer else [1.0] * len(words)
        return [log(max(norm, _LEAST_NORM)) for norm in norms]
    tokens = require_part(model, "importance", needed_by=NEEDED_BY)(text)
    groups = tokens_of(words, [(token.start, token.end) for token in tokens])
    return mean_of_each([token.log_norm for token in tokens], groups)


def bits_of_words(model: LocalModel, text: str, words: Words) -> list[float]:
    """The surprisal of each word (5 and 6).

    Raises:
        MissingPart: The model does not tell surprisal.
    """
    tokens = require_part(model, "surprisal", needed_by=NEEDED_BY)(text)
    groups = tokens_of(words, [(token.start, token.end) for token in tokens])
    return sum_of_each([token.bits for token in tokens], groups)


def gradients_of_words(model: LocalModel, text: str, answer: str, words: Words, *, mean_first: bool) -> list[float]:
    """The importance of each word for an answer, before it is brought to 0 to 1 (2 to 4).

    Raises:
        MissingPart: The model has no gradients.
    """
    if mean_first:
        return list(require_part(model, "span_gradients", needed_by=NEEDED_BY)(text, answer, words))
    tokens = require_part(model, "gradients", needed_by=NEEDED_BY)(text, answer)
    groups = tokens_of(words, [(token.start, token.end) for token in tokens])
    return mean_of_each([token.norm for token in tokens], groups)


def _pooled(text: str, words: Words, importance: Sequence[float]) -> list[float]:
    """Each word as important as its most important occurrence."""
    most: dict[str, float] = defaultdict(lambda: float("-inf"))
    small = [text[start:end].casefold() for start, end in words]
    for word, one in zip(small, importance, strict=True):
        most[word] = max(most[word], one)
    return [most[word] for word in small]


def _tags(model: LocalModel, text: str, words: Words) -> list[Tag]:
    return tags_of(text, words, None if model.tags is None else model.tags(text))
