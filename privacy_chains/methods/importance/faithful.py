"""ProSan to the letter: what it replaces in a text, and by what."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from string import digits

from privacy_chains.hazmat.coins import Coins
from privacy_chains.methods.importance.equations import (
    below_percentile,
    draw_chances,
    first_share,
    min_max,
    protected_share,
    reaching,
)
from privacy_chains.methods.importance.recipe import PaperRecipe
from privacy_chains.methods.importance.scores import NEEDED_BY, WordScores, papers_scores
from privacy_chains.methods.importance.similarity import default_hypernyms
from privacy_chains.models import LocalModel, Replacement, require_part

__all__ = ["Faithfully", "chosen_words"]

_DRAW_BITS = 53
_SEED = 0
"""Where the draws of the answer start: which words are chosen may not depend on the key."""


@dataclass(frozen=True, slots=True, repr=False)
class Faithfully:
    """The paper's algorithm on a model of the user's.

    Attributes:
        model: A causal and a masked model as one.
        recipe: How the paper is read.
        strength: The paper's lambda.
    """

    model: LocalModel
    recipe: PaperRecipe
    strength: float

    def replaced(self, text: str, words: Sequence[tuple[int, int]], key: bytes) -> Mapping[int, str]:
        """What stands in the place of words, by their places among the words.

        Each occurrence has a draw of its own, and may be drawn for itself. Coins are those of the key and the text.

        Args:
            text: The text.
            words: Start and end of each word, disjoint and in reading order.
            key: A sub-key of the session and the recipe.

        Raises:
            MissingPart: The model lacks a part.
            ModelError: The model failed, or the text is too long for it.
        """
        if not words:
            return {}
        coins = Coins(key, "text", text)
        scores = papers_scores(self.model, text, words, self.recipe, _SEED)
        important, private = min_max(scores.importance), min_max(scores.bits)
        found: dict[int, str] = {}
        for place in chosen_words(scores, self.recipe, self.strength):
            start, end = words[place]
            if self.recipe.digits and scores.tags[place] == "NUM" and any(map(str.isdigit, text[start:end])):
                found[place] = _random_digits(text[start:end], coins)
                continue
            offered = self.candidates(text, words[place])
            if offered:
                chances = self.chances(text[start:end], offered, important[place], private[place])
                found[place] = offered[_drawn(chances, coins)].text
        return found

    def chosen(self, text: str, words: Sequence[tuple[int, int]]) -> list[int]:
        """The places of the words that are replaced, if only by themselves; they depend on no key.

        Raises:
            MissingPart: The model lacks a part.
            ModelError: The model failed, or the text is too long for it.
        """
        if not words:
            return []
        return chosen_words(papers_scores(self.model, text, words, self.recipe, _SEED), self.recipe, self.strength)

    def chances(self, word: str, offered: Sequence[Replacement], importance: float, privacy: float) -> list[float]:
        """The probability of each candidate for a word (10)."""
        alike, small = default_hypernyms(), word.casefold()
        similar = [alike.similarity(small, one.text.casefold()) for one in offered]
        return draw_chances(importance, privacy, similar, self.recipe.factor)

    def candidates(self, text: str, span: tuple[int, int]) -> list[Replacement]:
        """The candidates for one word, which alone is masked (9)."""
        (offered,) = require_part(self.model, "fill", needed_by=NEEDED_BY)(text, [span], self.recipe.most)
        if not self.recipe.keeps_itself:
            word = text[slice(*span)].casefold()
            offered = [one for one in offered if one.text.casefold() != word]
        return list(offered[: reaching([one.probability for one in offered], self.recipe.reach)])


def chosen_words(scores: WordScores, recipe: PaperRecipe, strength: float) -> list[int]:
    """The places of the words that are replaced: the least important share (8), if their part of speech is content."""
    share = protected_share(scores.bits, strength)
    content = [place for place, tag in enumerate(scores.tags) if tag in recipe.tags]
    if recipe.among_content:
        return [content[one] for one in below_percentile([scores.importance[place] for place in content], share)]
    least = frozenset(first_share(min_max(scores.importance), share))
    return [place for place in content if place in least]


def _random_digits(word: str, coins: Coins) -> str:
    return "".join(digits[coins.below(10)] if char.isdigit() else char for char in word)


def _drawn(chances: Sequence[float], coins: Coins) -> int:
    border = coins.bits(_DRAW_BITS) / (1 << _DRAW_BITS) * sum(chances)
    return min(bisect_right(list(accumulate(chances)), border), len(chances) - 1)
