"""The ways of replacing the words of a text that a session may have: corrected, to the letter, and with privacy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from privacy_chains.contract.spans import Span
from privacy_chains.lazy import lazily
from privacy_chains.ledger import Event, Kept, MetricDP, Rewritten, WordDP
from privacy_chains.methods.characters.words import left_alone
from privacy_chains.methods.importance.choice import Weighed, WordChooser
from privacy_chains.methods.importance.faithful import Faithfully
from privacy_chains.methods.importance.fitting import NUMBER_EPSILON, Fitter, is_number
from privacy_chains.methods.importance.memory import RewriteMemory
from privacy_chains.methods.importance.private import Privately
from privacy_chains.methods.importance.tagging import CONTENT, listed_tag
from privacy_chains.methods.words.release import NoisyText
from privacy_chains.methods.words.spelling import Cut, canonical, cut, in_case_of, spans_of
from privacy_chains.methods.words.unknown import RandomLetters

__all__ = ["Corrected", "Rewriting", "ToTheLetter", "WithPrivacy", "open_cut", "shut"]

_KEY = lazily(r'"(?:[^"\\\n]|\\.)*"(?=\s*:)')
_LEAKS = "the order, number and lengths of sentences, letter case, punctuation, which words are equal"


class Rewriting(Protocol):
    """How the words of a text are replaced."""

    def private(self, text: str, closed: Sequence[Span], memory: RewriteMemory) -> Iterator[int]:
        """The places of the words that may not leave as they are; it depends on no key."""
        ...

    def written(self, text: str, closed: Sequence[Span], memory: RewriteMemory) -> NoisyText:
        """The text with replacements, which the memory then knows."""
        ...

    def events(self, released: Sequence[NoisyText], memory: RewriteMemory) -> tuple[Event, ...]:
        """What was released for the first time; the memory counts it."""
        ...


def shut(text: str, closed: Sequence[Span]) -> list[Span]:
    """What stays as it is: closed spans, code, addresses, ids of tool calls, and the keys of JSON."""
    keys = (Span(found.start(), found.end(), "KEY", source="importance") for found in _KEY.finditer(text))
    spans: list[Span] = []
    for span in sorted([*left_alone(text), *keys]):
        if not any(span.overlaps(other) for other in (*closed, *spans[-1:])):
            spans.append(span)
    return sorted([*closed, *spans])


def open_cut(text: str, closed: Sequence[Span]) -> Cut:
    """A text cut into the words that may be replaced."""
    return cut(text, shut(text, closed))


@dataclass(frozen=True, slots=True, repr=False)
class Corrected:
    """The default: words are chosen by ranks among public words, and replaced by words that are read back.

    Attributes:
        chooser: Chooses.
        fitter: Draws.
    """

    chooser: WordChooser
    fitter: Fitter

    def private(self, text: str, closed: Sequence[Span], memory: RewriteMemory) -> Iterator[int]:
        weighed = {one.place for one in self._weighed(text, closed) if one.chosen}
        for place, word in enumerate(open_cut(text, closed).words):
            if word and (place in weighed or canonical(word) in memory.issued):
                yield place

    def written(self, text: str, closed: Sequence[Span], memory: RewriteMemory) -> NoisyText:
        taken = open_cut(text, closed)
        given_out, new = memory.given_out, dict[str, Weighed]()
        weighed = {one.place: one for one in self._weighed(text, closed)}
        for place, word in enumerate(taken.words):
            small, one = canonical(word), weighed.get(place)
            if word and small in given_out and one is None:  # it would be read back as what it was issued for
                one = Weighed(place, word, 0.0, 1.0, listed_tag(word), chosen=True)
            if one is not None and small not in memory.issued and (one.chosen or small in given_out):
                new.setdefault(small, one)
        if new:
            self.fitter.fit(text, spans_of(taken), new, memory)
        drawn = [
            in_case_of(memory.issued[small], word) if (small := canonical(word)) in memory.issued and word else None
            for word in taken.words
        ]
        return NoisyText(text, taken, drawn)

    def events(self, released: Sequence[NoisyText], memory: RewriteMemory) -> tuple[Event, ...]:
        new = {small for one in released for word in one.words if (small := canonical(word)) not in memory.counted}
        kept = {
            small
            for one in released
            for word in one.kept
            if listed_tag(word) in CONTENT and (small := canonical(word)) not in memory.counted
        }
        memory.counted |= new | kept
        numbers = [word for word in new if is_number(word)]
        events: list[Event] = []
        if len(new) > len(numbers):
            events.append(Rewritten("WORD", len(new) - len(numbers), _LEAKS))
        for length in sorted({len(word) for word in numbers}):
            count = sum(len(word) == length for word in numbers)
            unit = Fraction(10 ** (length - 1))
            events.append(MetricDP("NUMBER", NUMBER_EPSILON, unit, count, "how many digits; that it was chosen"))
        if kept:
            events.append(
                Kept("WORD", len(kept), "important to the answer, or little private, as far as a model knows")
            )
        return tuple(events)

    def _weighed(self, text: str, closed: Sequence[Span]) -> Sequence[Weighed]:
        """The weighed words; places are those among the words outside of what is closed."""
        spans = shut(text, closed)
        if not spans:
            return self.chooser.weighed(text, ())
        return self.chooser.weighed(text, tuple((span.start, span.end) for span in spans))


@dataclass(frozen=True, slots=True, repr=False)
class ToTheLetter:
    """The paper's algorithm: every text by itself, and nothing corrected.

    Attributes:
        algorithm: The algorithm.
        key: Of the session and every parameter.
    """

    algorithm: Faithfully
    key: bytes

    def private(self, text: str, closed: Sequence[Span], memory: RewriteMemory) -> Iterator[int]:
        spans, places = _words(cut(text, closed))
        yield from (places[one] for one in self.algorithm.chosen(text, spans))

    def written(self, text: str, closed: Sequence[Span], memory: RewriteMemory) -> NoisyText:
        taken = cut(text, closed)
        spans, places = _words(taken)
        found = {places[one]: new for one, new in self.algorithm.replaced(text, spans, self.key).items()}
        return NoisyText(text, taken, [found.get(place) for place in range(len(taken.words))])

    def events(self, released: Sequence[NoisyText], memory: RewriteMemory) -> tuple[Event, ...]:
        new = {one.source for one in released} - memory.counted
        memory.counted |= new
        count = sum(len(one.spans) for one in released if one.source in new)
        kept = sum(len(one.kept) for one in released if one.source in new)
        events: list[Event] = [Rewritten("WORD", count, _LEAKS)] if count else []
        return (*events, Kept("WORD", kept, "the paper's algorithm keeps them")) if kept else tuple(events)


@dataclass(frozen=True, slots=True, repr=False)
class WithPrivacy:
    """Every content word is drawn by a mechanism of metric privacy; what no tree knows becomes random letters.

    Attributes:
        releases: Draws the words that it knows.
        key: For the others.
    """

    releases: Privately
    key: bytes

    def private(self, text: str, closed: Sequence[Span], memory: RewriteMemory) -> Iterator[int]:
        yield from (place for place, word in enumerate(open_cut(text, closed).words) if word and self._drawn(word))

    def written(self, text: str, closed: Sequence[Span], memory: RewriteMemory) -> NoisyText:
        taken = open_cut(text, closed)
        unknown = [word for word in taken.words if word and self._drawn(word) and not self._known(word)]
        for word, new in zip(unknown, RandomLetters().replaced(self.key, unknown), strict=True):
            memory.issued.setdefault(canonical(word), new.casefold())
        self.releases.learn(taken.gaps, taken.words, memory)
        drawn = [
            in_case_of(memory.issued[canonical(word)], word) if word and self._drawn(word) else None
            for word in taken.words
        ]
        return NoisyText(text, taken, drawn)

    def events(self, released: Sequence[NoisyText], memory: RewriteMemory) -> tuple[Event, ...]:
        new = {small for one in released for word in one.words if (small := canonical(word)) not in memory.counted}
        memory.counted |= new
        known = sum(map(self.releases.knows, new))
        kept = {canonical(word) for one in released for word in one.kept}
        events: list[Event] = []
        if known:
            leaks = f"the class, number and tense of a word; {_LEAKS}"
            events.append(WordDP("WORD", self.releases.epsilon, UNIT, known, leaks))
        if len(new) > known:
            events.append(RandomLetters().event(len(new) - known))
        return (
            (*events, Kept("WORD", len(kept), "words of grammar; that they are some is told"))
            if kept
            else tuple(events)
        )

    def _known(self, word: str) -> bool:
        return self.releases.knows(canonical(word))

    def _drawn(self, word: str) -> bool:
        """Whether it is no word of grammar."""
        return not self.releases.lexicon.is_function(canonical(word))


UNIT = "levels of the word tree"
"""The unit of the epsilon of words that are drawn with privacy."""


def _words(taken: Cut) -> tuple[list[tuple[int, int]], list[int]]:
    """Start and end of the words of a cut text, and their places in it, without contractions."""
    spans = spans_of(taken)
    places = [place for place, (start, end) in enumerate(spans) if end > start]
    return [spans[place] for place in places], places
