"""The replacements of chosen words: what fits in their place, and is neither they nor any word of the session."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, islice
from string import ascii_lowercase, digits

from privacy_chains.hazmat.coins import Coins
from privacy_chains.mechanisms.geometric import BoundedGeometric
from privacy_chains.methods.importance.choice import Weighed
from privacy_chains.methods.importance.equations import draw_chances, reaching
from privacy_chains.methods.importance.memory import RewriteMemory
from privacy_chains.methods.importance.similarity import default_hypernyms
from privacy_chains.methods.importance.tagging import listed_tag
from privacy_chains.methods.words.lexicon import WordClass, default_lexicon
from privacy_chains.methods.words.spelling import canonical
from privacy_chains.models import LocalModel, Tag

__all__ = ["NUMBER_EPSILON", "Fitter", "is_number"]

_ASKED, _MOST, _FEWEST = 200, 24, 8
_REACH = 0.9
_FACTOR = 10.0
_ALIKE = 0.9
"""Words this alike are the same to a reader: inflections and synonyms."""
_TRIES = 1000
_DRAW_BITS = 53
_LONGEST_NUMBER = 15

NUMBER_EPSILON = Fraction(1)
"""What a number spends, for two numbers as far apart as one of the first digit is."""


def is_number(word: str) -> bool:
    """Whether a word is a number that gets noise as one."""
    return word.isascii() and word.isdigit() and len(word) <= _LONGEST_NUMBER


@dataclass(frozen=True, slots=True, repr=False)
class Fitter:
    """Draws replacements. Holds a sub-key; shows none.

    Attributes:
        model: Its part ``fill`` is asked for candidates.
        key: Of the session and every parameter.
    """

    model: LocalModel
    key: bytes

    def fit(
        self, text: str, spans: Sequence[tuple[int, int]], new: Mapping[str, Weighed], memory: RewriteMemory
    ) -> None:
        """Issue replacements of words in the memory.

        Args:
            text: The text that they stand in.
            spans: Start and end of each word of the text.
            new: The words, in small letters, that were not replaced before, where they stand first.
            memory: What the session has issued.

        Raises:
            ModelError: The model failed.
        """
        words = {word: one for word, one in new.items() if not any(map(str.isdigit, word))}
        offered = self._offered(text, [spans[one.place] for one in words.values()])
        by_word = dict(zip(words, offered, strict=True))
        for word, one in new.items():
            if is_number(word):
                drawn = self._number(word)
            elif word in by_word:
                drawn = self._word(word, one, by_word[word], memory)
            else:
                drawn = self._shape(word, memory)
            memory.issue(word, drawn)

    def _offered(self, text: str, spans: Sequence[tuple[int, int]]) -> list[list[tuple[str, float]]]:
        """What the model would write at each span, all being masked: words in small letters, the likeliest first."""
        if self.model.fill is None or not spans:
            return [[] for _ in spans]
        return [
            [(canonical(one.text), one.probability) for one in ones] for ones in self.model.fill(text, spans, _ASKED)
        ]

    def _word(self, word: str, one: Weighed, offered: Sequence[tuple[str, float]], memory: RewriteMemory) -> str:
        fits = ((new, chance) for new, chance in offered if self._fits(word, new, one.tag, memory))
        fitting = dict(islice(fits, _MOST))
        total = sum(fitting.values())
        among = list(fitting)[: reaching([chance / total for chance in fitting.values()], _REACH)] if total else []
        coins = Coins(self.key, "word", word, *among)
        if len(among) < _FEWEST:
            near = islice(self._near(word, one.tag, memory, coins), _FEWEST)
            among = list(dict.fromkeys([*among, *near]))[:_FEWEST]
        if not among:
            return self._shape(word, memory)
        similar = [default_hypernyms().similarity(word, new) for new in among]
        chances = draw_chances(one.importance, one.privacy, similar, _FACTOR)
        border = coins.bits(_DRAW_BITS) / (1 << _DRAW_BITS) * sum(chances)
        return among[min(bisect_right(list(accumulate(chances)), border), len(among) - 1)]

    @staticmethod
    def _fits(word: str, new: str, tag: Tag, memory: RewriteMemory) -> bool:
        """Whether a word may stand for another: of its kind, new to the session, and not the same to a reader."""
        if len(new) < 2 or not new.isalpha() or new in memory.taken or new == word or listed_tag(new) != tag:
            return False
        kinds = [default_lexicon().places.get(one) for one in (word, new)]
        if all(kinds) and listed_tag(word) == tag and len({leaf.kind for leaf in kinds if leaf}) > 1:
            return False
        return default_hypernyms().similarity(word, new) < _ALIKE

    def _near(self, word: str, tag: Tag, memory: RewriteMemory, coins: Coins) -> Iterator[str]:
        """Words of the lexicon that may stand for one: of its class, the nearest leaves first; any if it has none."""
        lexicon = default_lexicon()
        leaf = lexicon.places.get(word)
        kind = _class_of(tag) if leaf is None or listed_tag(word) != tag else lexicon.classes[leaf.kind]
        start = leaf.place if leaf is not None and lexicon.classes[leaf.kind] is kind else coins.below(len(kind.leaves))
        seen = set[str]()
        for place in _outward(start, len(kind.leaves)):
            new = kind.leaves[place]
            if new not in seen and self._fits(word, new, tag, memory):
                yield new
            seen.add(new)

    def _number(self, word: str) -> str:
        """A number of as many digits, by the bounded geometric mechanism."""
        unit = 10 ** (len(word) - 1)
        noise = BoundedGeometric(NUMBER_EPSILON / unit, 0 if unit == 1 else unit, 10 * unit - 1)
        return str(noise.release(int(word), Coins(self.key, "number", word))).zfill(len(word))

    def _shape(self, word: str, memory: RewriteMemory) -> str:
        """A word of as many letters and digits, new to the session."""
        coins = Coins(self.key, "shape", word)
        for _ in range(_TRIES):
            new = "".join(
                digits[coins.below(10)] if char.isdigit() else ascii_lowercase[coins.below(26)] for char in word
            )
            if new not in memory.taken and new != word:
                return new
        return new + "".join(ascii_lowercase[coins.below(26)] for _ in range(8))


def _outward(start: int, size: int) -> Iterable[int]:
    """Leaves at growing heights of their common ancestor with one, itself left out; the least first."""
    return (start ^ one for one in range(1, size))


def _class_of(tag: Tag) -> WordClass:
    name = {"PROPN": "name", "NUM": "number", "ADJ": "adjective"}.get(tag, "noun")
    return next(kind for kind in default_lexicon().classes if kind.name == name)
