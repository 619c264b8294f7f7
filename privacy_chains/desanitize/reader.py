"""The reader of one request: answers in, originals out, whole or streamed, as text or as values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, NoReturn, overload

from privacy_chains.desanitize._computed import computed_numbers, stated_numbers
from privacy_chains.desanitize._echo import Places, index_sources
from privacy_chains.desanitize._lexicon import Lexicon
from privacy_chains.desanitize._proof import Proof, find_sources, learn
from privacy_chains.desanitize._scan import Scan
from privacy_chains.desanitize._values import walk
from privacy_chains.desanitize.issued import Issued
from privacy_chains.desanitize.report import Restored
from privacy_chains.desanitize.stream import Desanitizer, JsonDesanitizer
from privacy_chains.errors import DesanitizeError
from privacy_chains.spans import Span, replace_spans

__all__ = ["Reader"]


class Reader:
    """Reads answers to one request back. Immutable, and safe to use from several threads.

    ``reader.restore(text).text`` for a sanitized text of the request is the caller's text, character by
    character. Before the first answer that does more than repeat one of them, the reader reads the sanitized
    texts and drops every spelling that would read them wrong.

    Args:
        issued: The surrogates that were issued; a person's name words each as one more.
        texts: The sanitized texts of the request.
        spans: Where surrogates stand in each of them, disjoint and in reading order.
        originals: What stood there, for each span. Needed only where two originals share one surrogate.

    Raises:
        DesanitizeError: ``texts``, ``spans`` and ``originals`` do not fit together.
        DetectionError: A span lies outside its text.
    """

    def __init__(
        self,
        issued: Iterable[Issued],
        texts: Sequence[str] = (),
        spans: Sequence[Sequence[Span]] = (),
        *,
        originals: Sequence[Sequence[str]] = (),
    ) -> None:
        self._set_up(issued, texts, spans, originals, None)

    def extended(
        self,
        issued: Iterable[Issued],
        texts: Sequence[str],
        spans: Sequence[Sequence[Span]],
        *,
        originals: Sequence[Sequence[str]] = (),
    ) -> Reader:
        """The reader of this request gone on, as a conversation does; this one stays as it is.

        Takes everything, as the constructor does. Where that begins with what this reader was made of, only the
        further texts are read, and of the earlier ones those in which something new may be found; otherwise all are.

        Args:
            issued: The surrogates that were issued, the earlier ones first.
            texts: The sanitized texts, the earlier ones first.
            spans: Where surrogates stand in each of them.
            originals: What stood there, for each span, or nothing.

        Raises:
            DesanitizeError: ``texts``, ``spans`` and ``originals`` do not fit together.
            DetectionError: A span lies outside its text.
        """
        reader = Reader.__new__(Reader)
        reader._set_up(issued, texts, spans, originals, self)
        return reader

    def _set_up(
        self,
        issued: Iterable[Issued],
        texts: Sequence[str],
        spans: Sequence[Sequence[Span]],
        originals: Sequence[Sequence[str]],
        earlier: Reader | None,
    ) -> None:
        if len(texts) != len(spans) or (originals and [len(s) for s in spans] != [len(o) for o in originals]):
            msg = (
                f"{len(texts)} texts, {len(spans)} lists of spans and {len(originals)} of originals do not fit together"
            )
            raise DesanitizeError(msg)
        self._texts, self._spans = tuple(texts), tuple(tuple(places) for places in spans)
        self._originals = tuple(tuple(known) for known in originals)
        self._lexicon = Lexicon(issued)
        self._forward: Reader | None = None
        kept = earlier if earlier and self._goes_on_from(earlier) else None
        known, self._places = (kept._all, kept._places.copy()) if kept else ((), Places())
        start = len(known)
        added = find_sources(self._lexicon, self._texts[start:], self._spans[start:], self._originals[start:])
        self._all = (*known, *added)
        learn(self._lexicon, self._places, self._all)
        self._sources = index_sources(self._all)
        self._stated = kept._stated_and(self._texts[start:]) if kept else None
        if kept:
            self._proof = kept._proof.carry_over(self._lexicon, self._places, added, known)
        else:
            self._proof = Proof(self._lexicon, self._places, added)

    def _goes_on_from(self, earlier: Reader) -> bool:
        """Whether this request begins with an earlier one, and nothing in it gives an earlier place another meaning."""
        count, texts = len(earlier._lexicon.issued), len(earlier._texts)
        issued = self._lexicon.issued
        same = (
            earlier._lexicon.issued == issued[:count]
            and earlier._texts == self._texts[:texts]
            and earlier._spans == self._spans[:texts]
            and earlier._originals == self._originals[:texts]
        )
        if not same or any(len(s.spans) < len(places) for s, places in zip(earlier._all, earlier._spans, strict=True)):
            return False
        known = {item.surrogate for item in issued[:count]}
        return not any(item.surrogate in known for item in issued[count:])

    def __repr__(self) -> str:
        return f"Reader({len(self._lexicon.issued)} surrogates, {len(self._texts)} texts)"

    def __reduce__(self) -> NoReturn:
        msg = "a reader holds clear values and cannot be pickled"
        raise DesanitizeError(msg)

    def _scan(self) -> Scan:
        return Scan(self._lexicon, self._places, self._sources, self._proof.settle if self._proof.open else None)

    def restore(self, text: str) -> Restored:
        """``text`` with originals in place of surrogates, and what was done to it.

        The cost is linear in the text, and in practice independent of the number of surrogates.
        """
        scan = self._scan()
        settled = scan.advance(text, final=True)
        computed = computed_numbers(text, self._known, scan.restored) if self._lexicon.numbers_issued else ()
        return Restored(settled.text(), tuple(scan.restored), tuple(scan.left), computed)

    def _stated_and(self, further: Sequence[str]) -> frozenset[str] | None:
        """The numbers of this request and of further texts, once this one's were asked for."""
        return None if self._stated is None else self._stated | stated_numbers(further)

    def _known(self, digits: str) -> bool:
        """Whether a number of these significant digits stands in the texts."""
        if self._stated is None:
            self._stated = stated_numbers(self._texts)
        return digits in self._stated

    @overload
    def stream(self, *, json: Literal[False] = False) -> Desanitizer: ...
    @overload
    def stream(self, *, json: Literal[True]) -> JsonDesanitizer: ...
    @overload
    def stream(self, *, json: bool) -> Desanitizer | JsonDesanitizer: ...

    def stream(self, *, json: bool = False) -> Desanitizer | JsonDesanitizer:
        """A reader of one answer that arrives in chunks; ``json``: of fragments of one JSON document."""
        return JsonDesanitizer(self._scan, self._lexicon) if json else Desanitizer(self._scan())

    def value(self, value: Any) -> Any:
        """A JSON-like value with originals in place of surrogates: keys, strings and numbers; types are kept.

        A number is restored when it equals a released number and is told by its digits (four significant ones,
        or three of six) or by the words of its key: those of its entity type, or those beside it in a sanitized text.
        """
        return walk(value, lambda text: self._scan().advance(text, final=True).text(), self._lexicon)

    def map(self, text: str) -> str:
        """The other direction: originals that were issued, in a message of the model's own, as surrogates again."""
        return self._reversed().restore(text).text

    def map_value(self, value: Any) -> Any:
        """``map`` for a JSON-like value."""
        return self._reversed().value(value)

    def _reversed(self) -> Reader:
        if self._forward is None:
            clear = [self._clear(text, spans) for text, spans in zip(self._texts, self._spans, strict=True)]
            reverse = [item.reversed() for item in self._lexicon.issued]
            known = [(text, spans) for text, spans in clear if spans]
            self._forward = Reader(reverse, [text for text, _ in known], [spans for _, spans in known])
        return self._forward

    def _clear(self, text: str, spans: Sequence[Span]) -> tuple[str, tuple[Span, ...]]:
        """The caller's text and where the originals stand in it; no spans where one is not known."""
        meanings = {s.text: s.spans for group in self._sources.values() for s in group}.get(text, {})
        known = [span for span in spans if span.start in meanings and meanings[span.start][1] is not None]
        if len(known) != len([span for span in spans if span.start in meanings]):
            return text, ()
        return replace_spans(text, known, [meanings[span.start][2] for span in known])
