"""One message with noise: its words found, drawn and written in their places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, compress

from privacy_chains.contract.spans import Span
from privacy_chains.ledger import Event, Kept, WordDP
from privacy_chains.methods.words.choice import Choice
from privacy_chains.methods.words.mechanism import WordDraws, WordMechanism
from privacy_chains.methods.words.spelling import Cut, canonical, cut, in_case_of
from privacy_chains.methods.words.unknown import UnknownWords

__all__ = ["NoisyText", "Releaser"]

_LEAKS = "the order and number of words, letter case, punctuation"


class NoisyText:
    """A text with noise. Where its words stand is worked out when it is asked for. Its repr shows no word.

    Args:
        source: The text.
        taken: It, cut into words.
        drawn: What stands in the place of each word; None for those that stay.
    """

    def __init__(self, source: str, taken: Cut, drawn: Sequence[str | None]) -> None:
        self.source = source
        self._cut, self._drawn = taken, drawn
        news = [old if new is None else new for old, new in zip(taken.words, drawn, strict=True)]
        pieces = chain.from_iterable(zip(taken.gaps, news, taken.ends, strict=False))
        self.text = "".join([*pieces, taken.gaps[-1]])
        self.pairs = frozenset(zip(taken.words, drawn, strict=True))

    def __repr__(self) -> str:
        return f"NoisyText({len(self._cut.words)} words)"

    @cached_property
    def spans(self) -> tuple[Span, ...]:
        """Where words were drawn, for themselves too."""
        spans, end = list[Span](), 0
        for gap, old, new, behind in zip(self._cut.gaps, self._cut.words, self._drawn, self._cut.ends, strict=False):
            start = end + len(gap)
            end = start + len(old if new is None else new)
            if new is not None:
                spans.append(Span(start, end, "WORD"))
            end += len(behind)
        return tuple(spans)

    @cached_property
    def surrogates(self) -> frozenset[tuple[str, str]]:
        """Each word that was drawn, and what was drawn for it."""
        return frozenset((old, new) for old, new in self.pairs if new is not None)

    @cached_property
    def words(self) -> frozenset[str]:
        """The words that were drawn."""
        return frozenset(old for old, new in self.pairs if new is not None)

    @cached_property
    def kept(self) -> frozenset[str]:
        """The words that stay."""
        return frozenset(old for old, new in self.pairs if new is None and old)

    def changed(self) -> tuple[tuple[Span, ...], tuple[str, ...]]:
        """Where words were changed, and what stood there."""
        places = [
            (span, old)
            for span, old in zip(self.spans, self.originals, strict=True)
            if self.text[span.start : span.end] != old
        ]
        return tuple(span for span, _ in places), tuple(old for _, old in places)

    @cached_property
    def originals(self) -> tuple[str, ...]:
        """What stood there."""
        return tuple(compress(self._cut.words, (new is not None for new in self._drawn)))


@dataclass(slots=True, repr=False)
class Releaser:
    """Releases the words of one session. Holds a sub-key and clear words; shows neither.

    Attributes:
        mechanism: Draws the words that it knows.
        draws: Its draws under the session's key.
        unknown: Replaces the others.
        choice: Which words.
        key: The sub-key of ``unknown``.
        fresh: Whether every occurrence is drawn anew.
    """

    mechanism: WordMechanism
    draws: WordDraws
    unknown: UnknownWords
    choice: Choice
    key: bytes
    fresh: bool = False
    _same: dict[str, str | None] = field(default_factory=dict)
    _counted: set[str] = field(default_factory=set)

    def release(self, text: str, closed: Sequence[Span] = ()) -> NoisyText:
        """A text with noise outside of closed spans. Nothing is counted as released."""
        taken = cut(text, closed)
        self._learn([word for word in frozenset(taken.words) if word not in self._same])
        drawn = list(map(self._same.__getitem__, taken.words))
        return NoisyText(text, taken, self._anew(taken.words, drawn, text) if self.fresh else drawn)

    def private(self, text: str, closed: Sequence[Span] = ()) -> Iterator[Span]:
        """Where the words stand that may not leave as they are."""
        taken, end = cut(text, closed), 0
        for gap, word, behind in zip(taken.gaps, taken.words, taken.ends, strict=False):
            start = end + len(gap)
            end = start + len(word)
            if word and self._is_chosen(word):
                yield Span(start, end, "WORD", source="words")
            end += len(behind)

    def events(self, released: Sequence[NoisyText]) -> tuple[tuple[Event, ...], frozenset[str]]:
        """The events of a message, and what it counts: words, or texts, that the session did not release before."""
        new, counts = set[str](), Counter[str]()
        for one in released:
            for what, words in self._told(one):
                if what not in self._counted and what not in new:
                    new.add(what)
                    counts.update(words)
        known = sum(count for word, count in counts.items() if self.mechanism.knows(word))
        kept = frozenset(map(str.casefold, frozenset[str]().union(*(one.kept for one in released))))
        return tuple(self._events(known, counts.total() - known, len(kept))), frozenset(new)

    def _told(self, one: NoisyText) -> Iterator[tuple[str, Iterable[str]]]:
        """What a text releases at once: a word, or with fresh draws, all words of the text."""
        if self.fresh:
            yield one.source, map(canonical, one.originals)
        else:
            yield from ((small, (small,)) for small in frozenset(map(canonical, one.words)))

    def count(self, words: frozenset[str]) -> None:
        """Remember words or texts as released; the same release again costs nothing."""
        self._counted |= words

    def _events(self, known: int, unknown: int, kept: int) -> Iterator[Event]:
        mechanism = self.mechanism
        if known:
            leaks = f"{mechanism.keeps}; {_LEAKS}" + ("" if self.fresh else "; which words are equal")
            unit, far, exact = mechanism.unit_name, mechanism.far, mechanism.exact
            yield WordDP("WORD", mechanism.epsilon, unit, known, leaks, far, exact)
        if unknown:
            yield self.unknown.event(unknown)
        if kept:
            yield Kept("WORD", kept, self.choice.kept)

    def _is_chosen(self, word: str) -> bool:
        return self.choice.chooses(word, canonical(word))

    def _learn(self, new: Collection[str]) -> None:
        """What words become that were not met before; those of grammar and the like stay."""
        chosen = sorted(word for word in new if word and self._is_chosen(word))
        self._same.update(dict.fromkeys(new))
        known = [word for word in chosen if self.mechanism.knows(canonical(word))]
        drawn = self.draws.same([canonical(word) for word in known]) if known else []
        self._same.update((word, in_case_of(new, word)) for word, new in zip(known, drawn, strict=True))
        unknown = [word for word in chosen if not self.mechanism.knows(canonical(word))]
        self._same.update(zip(unknown, self.unknown.replaced(self.key, unknown), strict=True))

    def _anew(self, words: Sequence[str], same: Sequence[str | None], text: str) -> list[str | None]:
        """What stands in the place of each word where every one has coins of its own."""
        asked = [
            place for place, new in enumerate(same) if new is not None and self.mechanism.knows(canonical(words[place]))
        ]
        drawn = self.draws.fresh([canonical(words[place]) for place in asked], text) if asked else []
        fresh = dict(zip(asked, drawn, strict=True))
        return [in_case_of(fresh[at], words[at]) if at in fresh else new for at, new in enumerate(same)]
