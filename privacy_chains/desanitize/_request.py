"""What a reader knows of its request, built at once or from what was known before the request went on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from privacy_chains.desanitize._computed import stated_numbers
from privacy_chains.desanitize._echo import Places, Source, index_sources
from privacy_chains.desanitize._lexicon import Lexicon
from privacy_chains.desanitize._proof import Proof, find_sources, learn
from privacy_chains.desanitize._scan import Scan
from privacy_chains.desanitize.issued import Issued
from privacy_chains.errors import DesanitizeError
from privacy_chains.spans import Span

__all__ = ["Request"]


class Request:
    """The surrogates of a request, its sanitized texts, and what they say of each other.

    Args:
        issued: The surrogates that were issued.
        texts: The sanitized texts.
        spans: Where surrogates stand in each of them.
        originals: What stood there, for each span, or nothing.
        earlier: What was known of the request before it went on. Used where this one begins with it.

    Raises:
        DesanitizeError: ``texts``, ``spans`` and ``originals`` do not fit together.
        DetectionError: A span lies outside its text.
    """

    def __init__(
        self,
        issued: Iterable[Issued],
        texts: Sequence[str],
        spans: Sequence[Sequence[Span]],
        originals: Sequence[Sequence[str]],
        earlier: Request | None = None,
    ) -> None:
        if len(texts) != len(spans) or (originals and [len(s) for s in spans] != [len(o) for o in originals]):
            msg = (
                f"{len(texts)} texts, {len(spans)} lists of spans and {len(originals)} of originals do not fit together"
            )
            raise DesanitizeError(msg)
        self.texts, self.spans = tuple(texts), tuple(tuple(places) for places in spans)
        self.originals = tuple(tuple(known) for known in originals)
        self.lexicon = Lexicon(issued)
        kept = earlier if earlier is not None and self._goes_on_from(earlier) else None
        self.places: Places = kept.places.copy() if kept else Places()
        known: tuple[Source, ...] = kept.sources if kept else ()
        start = len(known)
        added = find_sources(self.lexicon, self.texts[start:], self.spans[start:], self.originals[start:])
        self.sources: tuple[Source, ...] = (*known, *added)
        learn(self.lexicon, self.places, self.sources)
        self._proof: Proof = (
            kept.carry_over(self.lexicon, self.places, added) if kept else Proof(self.lexicon, self.places, added)
        )
        self._index = index_sources(self.sources)
        self._stated = kept.stated_with(self.texts[start:]) if kept else None

    def scan(self) -> Scan:
        """The reading of one more answer."""
        return Scan(self.lexicon, self.places, self._index, self._proof.settle if self._proof.open else None)

    def states(self, digits: str) -> bool:
        """Whether a number of these significant digits stands in the texts."""
        if self._stated is None:
            self._stated = stated_numbers(self.texts)
        return digits in self._stated

    def stated_with(self, further: Sequence[str]) -> frozenset[str] | None:
        """The numbers of the texts and of further ones, if those of the texts were asked for."""
        return None if self._stated is None else self._stated | stated_numbers(further)

    def carry_over(self, later: Lexicon, places: Places, added: Sequence[Source]) -> Proof:
        """The proof of this request gone on."""
        return self._proof.carry_over(later, places, added, self.sources)

    def _goes_on_from(self, earlier: Request) -> bool:
        """Whether this request begins with an earlier one, and nothing in it gives an earlier place another meaning."""
        count, texts = len(earlier.lexicon.issued), len(earlier.texts)
        issued = self.lexicon.issued
        same = (
            earlier.lexicon.issued == issued[:count]
            and earlier.texts == self.texts[:texts]
            and earlier.spans == self.spans[:texts]
            and earlier.originals == self.originals[:texts]
        )
        if not same or any(len(s.spans) < len(p) for s, p in zip(earlier.sources, earlier.spans, strict=True)):
            return False
        known = {item.surrogate for item in issued[:count]}
        return not any(item.surrogate in known for item in issued[count:])
