"""The proof: a reader reads the sanitized texts themselves, and drops every spelling that reads them wrong."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from threading import Lock

from privacy_chains.contract.spans import Span, check_spans
from privacy_chains.desanitize.engine.chooser import EXACT
from privacy_chains.desanitize.engine.index import SurrogateIndex
from privacy_chains.desanitize.engine.scan import Scan
from privacy_chains.desanitize.engine.source_match import Places, context
from privacy_chains.desanitize.issued import Issued, entries_by_surrogate
from privacy_chains.desanitize.spellings.codes import compact
from privacy_chains.desanitize.spellings.literals import LiteralForm
from privacy_chains.desanitize.spellings.source_texts import Source
from privacy_chains.desanitize.tokens import Found, ScannedText, in_word
from privacy_chains.lazy import lazily

__all__ = ["Proof", "find_sources", "learn"]

_LONGEST_GLUED = 64
_TIES = "-._@+"
_APART = lazily(r"(?=[,.;:!?)]?(?:[ \n]|\Z))(?!\W{0,4}\d)")


@dataclass(frozen=True, slots=True)
class _Truth:
    """What a stretch of a sanitized text really says."""

    source: Source

    def read(self, start: int, end: int) -> str | None:
        """The original of a stretch; None where it cuts a surrogate, or holds one whose original is not known."""
        pieces: list[str] = []
        at, starts = start, self.source.starts
        if self.source.reach(start) > start:
            return None
        for place in starts[bisect_left(starts, start) : bisect_left(starts, end)]:
            stop, entry, original = self.source.spans[place]
            if stop > end or entry is None:
                return None
            pieces += (self.source.text[at:place], original)
            at = stop
        pieces.append(self.source.text[at:end])
        return "".join(pieces)


def find_sources(
    issued: Sequence[Issued],
    texts: Sequence[str],
    spans: Sequence[Sequence[Span]],
    originals: Sequence[Sequence[str]],
) -> list[Source]:
    """Each sanitized text with the meaning of its spans.

    Raises:
        DetectionError: A span lies outside its text.
    """
    entries = entries_by_surrogate(issued)
    sources = []
    for number, (text, places) in enumerate(zip(texts, spans, strict=True)):
        check_spans(text, places)
        meanings: dict[int, tuple[int, int | None, str]] = {}
        known = originals[number] if originals else [None] * len(places)
        for span, original in zip(places, known, strict=True):
            start, end = span.start, span.end
            candidates = entries.get((span.entity_type, text[start:end]))
            if candidates is None:
                continue
            told = next(iter(candidates)) if original is None and len(candidates) == 1 else original
            if told in candidates:
                meanings[start] = (end, candidates[told], told)
            else:
                meanings[start] = (end, None, "")
        sources.append(Source(text, tuple(sorted(meanings)), meanings, same_ages=_same_ages(text, places, known)))
    return sources


def _same_ages(text: str, places: Sequence[Span], known: Sequence[str | None]) -> tuple[tuple[int, int], ...]:
    """Where ages stand that were released as they are."""
    ages = ((span, original) for span, original in zip(places, known, strict=True) if span.entity_type == "AGE")
    return tuple((span.start, span.end) for span, original in ages if original == text[span.start : span.end])


class Proof:
    """Strikes every spelling that reads a sanitized text wrong; done when an answer first depends on it.

    An answer that only repeats a sanitized text is read by position, and depends on no spelling.

    Args:
        index: What is struck from.
        places: Learns where the text of a surrogate is clear text.
        sources: The sanitized texts to read.
    """

    def __init__(self, index: SurrogateIndex, places: Places, sources: Sequence[Source]) -> None:
        self._index, self._places = index, places
        self._pending = list(sources)
        self._lock = Lock()

    @property
    def open(self) -> bool:
        """Whether there is anything left to read."""
        return bool(self._pending)

    def carry_over(
        self, later: SurrogateIndex, places: Places, added: Sequence[Source], sources: Sequence[Source]
    ) -> Proof:
        """The proof of a longer request: a text that was read is read again only if something new may be found in it.

        Args:
            later: Its index; it begins with this one's surrogates.
            places: Its places; they hold this one's.
            added: Its further sanitized texts.
            sources: The earlier ones.
        """
        with self._lock:
            pending = {id(source) for source in self._pending}
            later.struck |= self._index.struck
        touches = later.news(self._index)
        again = [source for source in sources if id(source) in pending or touches(source.marks)]
        return Proof(later, places, [*again, *added])

    def settle(self) -> None:
        """Read the texts until none is read wrong.

        Each round removes one of finitely many spellings, or notes one more place where a surrogate is clear text.
        """
        with self._lock:
            pending = self._pending
            while pending:
                pending = [source for source in pending if _strike(self._index, self._places, source)]
            self._pending = []


def learn(index: SurrogateIndex, places: Places, sources: Sequence[Source]) -> None:
    """Learn from the sanitized texts where each surrogate stands."""
    originals: dict[str, set[str]] = {}
    for item in index.issued:
        originals.setdefault(item.surrogate, set()).add(item.original)
    index.learn(sources)
    for source in sources:
        for start, (end, entry, original) in source.spans.items():
            if entry is None:
                continue
            surrogate = source.text[start:end]
            number = index.numbers.issued.get(entry)
            core = start + surrogate.find(number.core) if number is not None and number.plain else start
            if len(originals[surrogate]) > 1:
                places.add(surrogate, context(source.text, core, origin=True), original)
            if number is None:
                _glue(index, source, start, end, entry)


def _glue(index: SurrogateIndex, source: Source, start: int, end: int, entry: int) -> None:
    """A surrogate that touches letters or digits is found by the whole word that it is part of."""
    text = source.text
    left, right = start, end
    while left > 0 and start - left < _LONGEST_GLUED and _goes_on(text, left - 1, -1):
        left -= 1
    while right < len(text) and right - end < _LONGEST_GLUED and _goes_on(text, right, 1):
        right += 1
    if (left, right) == (start, end) or right - left > _LONGEST_GLUED:
        return
    write = _Truth(source).read(left, right)
    if write is not None:
        index.add(LiteralForm(text[left:right], write, "glued", entry, _TIES), text[left:right])


def _goes_on(text: str, at: int, step: int) -> bool:
    """Whether the character at ``at`` belongs to the same word, address or code as its neighbour."""
    if in_word(text[at]) or text[at] == "_":
        return True
    beyond = at + step
    return text[at] in _TIES and 0 <= beyond < len(text) and in_word(text[beyond]) and in_word(text[at - step])


def _strike(index: SurrogateIndex, places: Places, source: Source) -> bool:
    """Read one sanitized text as if it stood in the middle of an answer; whether anything had to be struck."""
    wrong = False
    scan = Scan(index, places, {}, escapes=False, known=_certain(index, places, source))
    for start, end, group in _regions(source, scan.advance(source.text, final=True).found):
        inside = tuple(found.moved(-start) for found in group)
        if _Truth(source).read(start, end) != ScannedText(source.text[start:end], inside).text():
            wrong = True
            for found in group:
                _refute(index, places, source, found)
    return wrong


def _certain(index: SurrogateIndex, places: Places, source: Source) -> dict[int, tuple[int, int]]:
    """Where the exact spelling of a surrogate stands apart, with nothing before or after it that could be part of it.

    A scan reads such a surrogate right, or leaves a number, unless spellings of other surrogates start with the same
    token. So it needs no look-up.
    """
    certain = {}
    for start, (end, entry, _) in source.spans.items():
        if entry is None:
            continue
        at = start
        if index.issued[entry].reading == "number":
            number = index.numbers.by_value.alone.get(entry)
            if number is None or compact(number.core) in index.codes.digits or index.may_hold(number.trail):
                continue
            at += source.text[start:end].find(number.core)
        apart = (not start or source.text[start - 1] in " \n") and _APART.match(source.text, end)
        if apart and source.text[start:end] not in places and (entry, "exact") not in index.struck:
            certain[at] = (end, entry)
    return certain


def _regions(source: Source, found: Sequence[Found]) -> Iterator[tuple[int, int, list[Found]]]:
    """Stretches that cut no find and no surrogate in two, each with the finds in it."""
    stretches = [(one.start, one.end, one) for one in found]
    spans = [(start, source.spans[start][0], None) for start in source.starts]
    start = end = 0
    group: list[Found] = []
    for left, right, one in sorted([*stretches, *spans], key=lambda item: (item[0], item[1])):
        if left >= end:
            if group:
                yield start, end, group
            start, group = left, []
        end = max(end, right)
        if one is not None:
            group.append(one)
    if group:
        yield start, end, group


def _refute(index: SurrogateIndex, places: Places, source: Source, found: Found) -> None:
    surrogate = index.issued[found.entry].surrogate
    left = context(source.text, found.start, origin=True)
    if found.kind in EXACT and not places.knows(surrogate, left):
        places.add(surrogate, left, None)
    else:
        index.struck.add((found.entry, found.kind))
