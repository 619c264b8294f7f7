"""Co-occurrence: one session's surrogates over many messages, against how often words stand beside those in clear."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import log
from typing import TypeAlias

import numpy as np

from privacy_chains.attacks.result import Result
from privacy_chains.methods.words import TreeWords
from privacy_chains.methods.words.lexicon import Lexicon
from privacy_chains.methods.words.spelling import canonical, cut

__all__ = ["contexts"]

_Profile: TypeAlias = Counter[tuple[int, str]]
_LEAST = 3
_WEIGHT, _SMOOTH, _NEVER = 0.5, 5, 1e-6


def contexts(mechanism: TreeWords, corpus: Sequence[str], reference: Sequence[str], key: bytes) -> Result:
    """How many words of a corpus are told whose surrogates are the same throughout, as in one long session.

    The attacker knows the mechanism and has texts of the same kind. A surrogate's original is the word of its class
    with the highest sum of: the log-likelihood of the draw; that of the surrogate's count, as a Poisson variable; and
    that of the words of grammar beside it, which stay in clear. Words that stand three times or more are attacked.
    Guessing is the most frequent word of the class in the attacker's texts.

    Args:
        mechanism: What releases the words.
        corpus: The clear texts.
        reference: The attacker's.
        key: What the release draws its coins from.
    """
    lexicon = mechanism.lexicon
    true, known = _profiles(corpus, lexicon), _profiles(reference, lexicon)
    words = sorted(word for word, (count, _) in true.items() if count >= _LEAST)
    surrogate = dict(zip(true, mechanism.draws(key).same(list(true)), strict=True))
    seen: dict[str, tuple[int, _Profile]] = {}
    for word, (count, profile) in true.items():
        before = seen.get(surrogate[word], (0, Counter()))
        seen[surrogate[word]] = (before[0] + count, before[1] + profile)
    attacker = _Attacker(mechanism, known, sum(count for count, _ in true.values()))
    told = {shown: attacker.likeliest(shown, *seen[shown]) for shown in {surrogate[word] for word in words}}
    right = sum(told[surrogate[word]] == word for word in words)
    guessed = sum(attacker.guess(surrogate[word]) == word for word in words)
    return Result("co-occurrence: tree", right, len(words), guessed, f"{len(corpus):,} messages", stated=True)


class _Attacker:
    """What is known of the words of each class."""

    def __init__(self, mechanism: TreeWords, known: Mapping[str, tuple[int, _Profile]], size: int) -> None:
        self._mechanism, self._known = mechanism, known
        total = sum(count for count, _ in known.values()) or 1
        self._expected = {word: (count + 0.5) * size / total for word, (count, _) in known.items()}
        self._by_class: dict[int, list[str]] = defaultdict(list)
        for word in known:
            self._by_class[mechanism.lexicon.places[word].kind].append(word)
        beside = Counter[tuple[int, str]]()
        for _, profile in known.values():
            beside.update(profile)
        self._usual = {what: count / beside.total() for what, count in beside.items()}

    def likeliest(self, shown: str, count: int, profile: _Profile) -> str:
        """The word of the class that fits a surrogate best."""
        among = self._by_class[self._mechanism.lexicon.places[shown].kind]
        scores = [self._score(word, shown, count, profile) for word in among]
        return among[int(np.argmax(scores))] if among else shown

    def guess(self, shown: str) -> str:
        """The most frequent word of the class."""
        among = self._by_class[self._mechanism.lexicon.places[shown].kind]
        return max(among, key=lambda word: self._known[word][0], default="")

    def _score(self, word: str, shown: str, count: int, profile: _Profile) -> float:
        places, (seen, beside) = self._mechanism.lexicon.places, self._known[word]
        levels = (places[word].place ^ places[shown].place).bit_length()
        expected = self._expected[word]
        draw = log(seen) - levels * float(self._mechanism.epsilon)
        often = count * log(expected) - expected
        return draw + often + _WEIGHT * sum(times * self._lift(what, beside, seen) for what, times in profile.items())

    def _lift(self, what: tuple[int, str], beside: _Profile, seen: int) -> float:
        """How much likelier a neighbour is beside a word than beside any, smoothed."""
        usual = self._usual.get(what, 0.0) + _NEVER
        return log((beside[what] + _SMOOTH * usual) / (seen + _SMOOTH) / usual)


def _profiles(texts: Sequence[str], lexicon: Lexicon) -> dict[str, tuple[int, _Profile]]:
    """How often each word of content stands in texts, and the words of grammar before and behind it."""
    counts, beside = Counter[str](), defaultdict[str, Counter[tuple[int, str]]](Counter)
    for text in texts:
        for word, places in _with_neighbours([canonical(word) for word in cut(text).words], lexicon):
            counts[word] += 1
            beside[word].update(places)
    return {word: (count, beside[word]) for word, count in counts.items()}


def _with_neighbours(words: Sequence[str], lexicon: Lexicon) -> Iterator[tuple[str, list[tuple[int, str]]]]:
    for place, word in enumerate(words):
        if word in lexicon.places and not lexicon.is_function(word):
            near = ((offset, place + offset) for offset in (-1, 1) if 0 <= place + offset < len(words))
            yield word, [(offset, words[at]) for offset, at in near if lexicon.is_function(words[at])]
