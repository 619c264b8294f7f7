"""What a reader knows of its request, built at once or from what was known before the request went on.

Where surrogates stand in the sanitized texts is known from the start. What takes longer, the spellings to look for in
other texts, is worked out when the first such text is read: an answer that is one of the sanitized texts needs none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from threading import Lock

from privacy_chains.contract.spans import Span
from privacy_chains.desanitize.engine.computed import stated_numbers
from privacy_chains.desanitize.engine.index import SurrogateIndex
from privacy_chains.desanitize.engine.scan import Scan
from privacy_chains.desanitize.engine.self_check import Proof, find_sources, learn
from privacy_chains.desanitize.engine.source_match import Places, index_sources, repeated
from privacy_chains.desanitize.engine.targets import ANY_HOST, Targets
from privacy_chains.desanitize.issued import Issued, distinct, with_years
from privacy_chains.desanitize.spellings.source_texts import Source
from privacy_chains.errors import DesanitizeError

__all__ = ["Request"]


@dataclass(frozen=True, slots=True)
class _Spellings:
    """What to look for in an answer, where it stands in the sanitized texts, and what those disprove."""

    index: SurrogateIndex
    places: Places
    proof: Proof


class Request:
    """The surrogates of a request, its sanitized texts, and what they say of each other.

    Args:
        issued: The surrogates that were issued.
        texts: The sanitized texts.
        spans: Where surrogates stand in each of them.
        originals: What stood there, for each span, or nothing.
        earlier: What was known of the request before it went on. Used where this one begins with it.
        hosts: Into whose addresses originals may be written.
        guarded: Whether a name that is a word like any other is left where nothing tells the name.

    Raises:
        DesanitizeError: ``texts``, ``spans`` and ``originals`` do not fit together.
        DetectionError: A span lies outside its text.
    """

    def __init__(  # noqa: PLR0913  (what it knows, and how it reads)
        self,
        issued: Iterable[Issued],
        texts: Sequence[str],
        spans: Sequence[Sequence[Span]],
        originals: Sequence[Sequence[str]],
        earlier: Request | None = None,
        *,
        hosts: Iterable[str] = (),
        guarded: bool = True,
    ) -> None:
        if len(texts) != len(spans) or (originals and [len(s) for s in spans] != [len(o) for o in originals]):
            msg = (
                f"{len(texts)} texts, {len(spans)} lists of spans and {len(originals)} of originals do not fit together"
            )
            raise DesanitizeError(msg)
        self.texts, self.spans = tuple(texts), tuple(tuple(places) for places in spans)
        self.originals = tuple(tuple(known) for known in originals)
        self.issued, self._guarded = distinct(with_years(issued)), guarded
        self.hosts = frozenset(hosts)
        kept = earlier if earlier is not None and self._goes_on_from(earlier) else None
        known: tuple[Source, ...] = kept.sources if kept else ()
        start = len(known)
        added = find_sources(self.issued, self.texts[start:], self.spans[start:], self.originals[start:])
        self.sources: tuple[Source, ...] = (*known, *added)
        self._by_start = index_sources(self.sources)
        self._stated = kept.stated_with(self.texts[start:]) if kept else None
        self._earlier = kept.last_spelled_out() if kept else None
        self.spellings: _Spellings | None = None  # under the lock until an answer asks for them
        self._lock = Lock()

    @property
    def index(self) -> SurrogateIndex:
        """The forms of the surrogates."""
        return self._spelled_out().index

    def scan(self) -> Scan:
        """The reading of one more answer."""
        spelled = self._spelled_out()
        targets = Targets(self.hosts) if self._guarded and ANY_HOST not in self.hosts else None
        prove = spelled.proof.settle if spelled.proof.open else None
        return Scan(spelled.index, spelled.places, self._by_start, prove, targets=targets, wary=self._guarded)

    def repeated(self, answer: str) -> Source | None:
        """The sanitized text that an answer is, if its surrogates are known by their positions alone."""
        return repeated(answer, self._by_start)

    def states(self, digits: str) -> bool:
        """Whether a number of these significant digits stands in the texts."""
        if self._stated is None:
            self._stated = stated_numbers(self.texts)
        return digits in self._stated

    def stated_with(self, further: Sequence[str]) -> frozenset[str] | None:
        """The numbers of the texts and of further ones, if those of the texts were asked for."""
        return None if self._stated is None else self._stated | stated_numbers(further)

    def _spelled_out(self) -> _Spellings:
        spellings = self.spellings
        if spellings is None:
            with self._lock:
                spellings = self.spellings = self.spellings or self._spell_out()
                self._earlier = None
        return spellings

    def _spell_out(self) -> _Spellings:
        earlier, index = self._earlier, SurrogateIndex(self.issued, guarded=self._guarded)
        known = earlier.spellings if earlier is not None else None
        places = known.places.copy() if known else Places()
        learn(index, places, self.sources)
        if earlier is None or known is None:
            return _Spellings(index, places, Proof(index, places, self.sources))
        added = self.sources[len(earlier.sources) :]
        return _Spellings(index, places, known.proof.carry_over(index, places, added, earlier.sources))

    def last_spelled_out(self) -> Request | None:
        """This request, or the latest before it, whose spellings are worked out."""
        return self._earlier if self.spellings is None else self

    def _goes_on_from(self, earlier: Request) -> bool:
        """Whether this request begins with an earlier one, and nothing in it gives an earlier place another meaning."""
        count, texts = len(earlier.issued), len(earlier.texts)
        issued = self.issued
        same = (
            earlier.issued == issued[:count]
            and earlier.texts == self.texts[:texts]
            and earlier.spans == self.spans[:texts]
            and earlier.originals == self.originals[:texts]
        )
        if not same or any(len(s.spans) < len(p) for s, p in zip(earlier.sources, earlier.spans, strict=True)):
            return False
        known = {item.surrogate for item in issued[:count]}
        return not any(item.surrogate in known for item in issued[count:])
