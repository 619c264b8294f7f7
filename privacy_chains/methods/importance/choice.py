"""Which words of a text are replaced: the unimportant ones that say something, and rare ones that no list knows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from privacy_chains.contract.spans import Span
from privacy_chains.detect.sentences import Sentences
from privacy_chains.methods.importance.calibration import ImportanceCalibration
from privacy_chains.methods.importance.scores import WordScores, own_scores
from privacy_chains.methods.importance.tagging import CONTENT
from privacy_chains.methods.words.lexicon import default_lexicon
from privacy_chains.methods.words.spelling import canonical, cut, spans_of
from privacy_chains.models import LocalModel, Tag

__all__ = ["Weighed", "WordChooser"]

_REMEMBERED = 1024


@dataclass(frozen=True, slots=True, repr=False)
class Weighed:
    """A word of a text, weighed.

    Attributes:
        place: Its place among the words of the text.
        word: As it is written.
        importance: The share of public words that are less important: the paper's K.
        privacy: The share of public words that are more to be expected: the paper's O.
        tag: Its part of speech.
        chosen: Whether it is replaced.
    """

    place: int
    word: str
    importance: float
    privacy: float
    tag: Tag
    chosen: bool


class WordChooser:
    """Weighs the words of texts, and chooses. It depends on the model, the calibration and the strength, and no key.

    Args:
        model: Tells surprisal, and importance or gradients.
        calibration: What its scores are measured by.
        strength: The paper's lambda.
        adaptive: Whether the share moves with the surprisal of a sentence; else it is the strength.
    """

    def __init__(
        self, model: LocalModel, calibration: ImportanceCalibration, strength: float, *, adaptive: bool = True
    ) -> None:
        self._model, self._calibration, self._strength = model, calibration, strength
        self._adaptive = adaptive
        self.weighed = lru_cache(_REMEMBERED)(self._weigh)

    def _weigh(self, text: str, closed: tuple[tuple[int, int], ...]) -> tuple[Weighed, ...]:
        """The content words of a text outside of what is closed, in reading order."""
        spans = spans_of(cut(text, [Span(start, end, "") for start, end in closed]))
        places = [place for place, (start, end) in enumerate(spans) if end > start]
        words = [spans[place] for place in places]
        if not words:
            return ()
        scores, calibration = own_scores(self._model, text, words), self._calibration
        shares = self._shares(text, words, scores)
        found: list[Weighed] = []
        for number, (start, end) in enumerate(words):
            if scores.tags[number] not in CONTENT:
                continue
            rank = calibration.rank_of_importance(scores.importance[number])
            privacy = calibration.rank_of_bits(scores.bits[number])
            seldom = scores.bits[number] >= calibration.floor and _unlisted(text[start:end])
            chosen = calibration.rank_of_balance(rank, privacy) <= shares[number] or seldom
            found.append(Weighed(places[number], text[start:end], rank, privacy, scores.tags[number], chosen))
        return tuple(found)

    def _shares(self, text: str, words: Sequence[tuple[int, int]], scores: WordScores) -> list[float]:
        """The share (8) of each word: that of its sentence's content, since a private one may stand in a dull text."""
        if not self._adaptive:
            return [self._strength] * len(words)
        sentences = Sentences(text)
        around = [sentences.around(start) for start, _ in words]
        content: dict[tuple[int, int], list[float]] = defaultdict(list)
        for sentence, one, tag in zip(around, scores.bits, scores.tags, strict=True):
            if tag in CONTENT:
                content[sentence].append(one)
        shares = {sentence: self._calibration.share(ones, self._strength) for sentence, ones in content.items()}
        return [shares.get(sentence, 0.0) for sentence in around]


def _unlisted(word: str) -> bool:
    return canonical(word) not in default_lexicon().places
