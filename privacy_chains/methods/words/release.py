"""One message with noise: its words found, drawn and written in their places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from privacy_chains.ledger import Event, Kept, WordDP
from privacy_chains.methods.words.choice import Choice
from privacy_chains.methods.words.mechanism import WordDraws, WordMechanism
from privacy_chains.methods.words.spelling import Token, canonical, in_case_of, tokens
from privacy_chains.methods.words.unknown import UnknownWords
from privacy_chains.spans import Span

__all__ = ["Released", "Releaser"]

_LEAKS = "the order and number of words, letter case, punctuation"


@dataclass(frozen=True, slots=True, repr=False)
class Released:
    """A text with noise.

    Attributes:
        text: It.
        spans: Where words were drawn, for themselves too.
        originals: What stood there.
        kept: Words that stay, in small letters.
    """

    text: str
    spans: tuple[Span, ...]
    originals: tuple[str, ...]
    kept: frozenset[str]


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

    def release(self, text: str, closed: Sequence[Span] = ()) -> Released:
        """A text with noise outside of closed spans. Nothing is counted as released."""
        found = list(tokens(text, closed))
        self._learn(dict.fromkeys(token.text for token in found))
        fresh = self._drawn_anew(found, text) if self.fresh else {}
        pieces, spans, originals, kept = list[str](), list[Span](), list[str](), set[str]()
        position = length = 0
        for token, start, end in found:
            surrogate = self._same[token]
            if surrogate is None:
                kept.add(token.casefold())
                continue
            surrogate = fresh.get(start, surrogate)
            length += start - position
            spans.append(Span(length, length + len(surrogate), "WORD"))
            length += len(surrogate)
            pieces += (text[position:start], surrogate)
            originals.append(token)
            position = end
        pieces.append(text[position:])
        kept.update(token.text.casefold() for span in closed for token in tokens(text[span.start : span.end]))
        return Released("".join(pieces), tuple(spans), tuple(originals), frozenset(kept))

    def private(self, text: str, closed: Sequence[Span] = ()) -> Iterator[Span]:
        """Where the words stand that may not leave as they are."""
        for token, start, end in tokens(text, closed):
            if self._is_chosen(token):
                yield Span(start, end, "WORD", source="words")

    def events(self, released: Sequence[Released]) -> tuple[tuple[Event, ...], frozenset[str]]:
        """The events of a message, and the words that it counts: those that the session did not release before."""
        drawn = Counter(canonical(word) for one in released for word in one.originals)
        new = drawn if self.fresh else {word: 1 for word in drawn if word not in self._counted}
        known = sum(count for word, count in new.items() if self.mechanism.knows(word))
        unknown = sum(not self.mechanism.knows(word) for word in new)
        kept = len(frozenset[str]().union(*(one.kept for one in released)))
        return tuple(self._events(known, unknown, kept)), frozenset(new)

    def count(self, words: frozenset[str]) -> None:
        """Remember words as released; the same release again costs nothing."""
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

    def _learn(self, words: dict[str, None]) -> None:
        """What words become that were not met before; those of grammar and the like stay."""
        new = [word for word in words if word not in self._same]
        chosen = [word for word in new if self._is_chosen(word)]
        self._same.update(dict.fromkeys(new))
        known = [word for word in chosen if self.mechanism.knows(canonical(word))]
        drawn = self.draws.same([canonical(word) for word in known]) if known else []
        self._same.update((word, in_case_of(new, word)) for word, new in zip(known, drawn, strict=True))
        unknown = [word for word in chosen if not self.mechanism.knows(canonical(word))]
        self._same.update(zip(unknown, self.unknown.replaced(self.key, unknown), strict=True))

    def _drawn_anew(self, found: Sequence[Token], text: str) -> dict[int, str]:
        """Each known word of a text by coins of its own, by where it starts."""
        known = [token for token in found if self._same[token.text] and self.mechanism.knows(canonical(token.text))]
        drawn = self.draws.fresh([canonical(token.text) for token in known], text) if known else []
        return {token.start: in_case_of(new, token.text) for token, new in zip(known, drawn, strict=True)}
