"""The reader of one request: answers in, originals out, whole or streamed, as text or as values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, NoReturn, overload

from privacy_chains.contract.report import Restored, Sighting, places_of
from privacy_chains.contract.spans import Span, replace_spans
from privacy_chains.desanitize.engine.computed import computed_numbers
from privacy_chains.desanitize.engine.request import Request
from privacy_chains.desanitize.issued import Issued
from privacy_chains.desanitize.spellings.moments import has_date_and_time, times_of
from privacy_chains.desanitize.spellings.source_texts import Source
from privacy_chains.desanitize.stream import Desanitizer, JsonDesanitizer
from privacy_chains.desanitize.values import walk
from privacy_chains.errors import DesanitizeError

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
        hosts: The hosts into whose addresses originals may be written; ``"*"`` for all.

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
        hosts: Iterable[str] = (),
        _earlier: Request | None = None,
        _guarded: bool = True,
    ) -> None:
        self._request = Request(issued, texts, spans, originals, _earlier, hosts=hosts, guarded=_guarded)
        self._forward: Reader | None = None

    def extended(
        self,
        issued: Iterable[Issued],
        texts: Sequence[str],
        spans: Sequence[Sequence[Span]],
        *,
        originals: Sequence[Sequence[str]] = (),
        hosts: Iterable[str] = (),
    ) -> Reader:
        """The reader of a longer request that begins with this one; this reader does not change.

        Takes all surrogates and texts, like the constructor. Where these begin with what this reader was made of, only
        the new texts are read, and the earlier ones in which a new spelling may occur; otherwise all are.

        Args:
            issued: The surrogates that were issued, the earlier ones first.
            texts: The sanitized texts, the earlier ones first.
            spans: Where surrogates stand in each of them.
            originals: What stood there, for each span, or nothing.
            hosts: The hosts into whose addresses originals may be written.

        Raises:
            DesanitizeError: ``texts``, ``spans`` and ``originals`` do not fit together.
            DetectionError: A span lies outside its text.
        """
        return Reader(issued, texts, spans, originals=originals, hosts=hosts, _earlier=self._request)

    def __repr__(self) -> str:
        return f"Reader({len(self._request.issued)} surrogates, {len(self._request.texts)} texts)"

    def __reduce__(self) -> NoReturn:
        msg = "a reader holds clear values and cannot be pickled"
        raise DesanitizeError(msg)

    def restore(self, text: str) -> Restored:
        """``text`` with originals in place of surrogates, and a report of what was done.

        The cost is linear in the text, and in practice independent of the number of surrogates.
        """
        source = self._request.repeated(text)
        if source is not None:
            read, restored, left = source.restored, source.sightings(self._request.issued), list[Sighting]()
            held, written = list[Sighting](), source.written
        else:
            scan = self._request.scan()
            scanned = scan.advance(text, final=True)
            read, restored, left = scanned.text(), scan.restored, scan.left
            held, written = scan.held, scanned.written
        numbers = any(item.reading == "number" and item.released is not None for item in self._request.issued)
        computed = computed_numbers(text, self._request.states, restored) if numbers else ()
        return Restored(read, tuple(restored), tuple(left), computed, tuple(held), places_of(restored, written))

    def text(self, text: str) -> str:
        """The text that ``restore`` returns, without the report."""
        source = self._request.repeated(text)
        return source.restored if source is not None else self._request.scan().advance(text, final=True).text()

    @overload
    def stream(self, *, json: Literal[False] = False) -> Desanitizer: ...
    @overload
    def stream(self, *, json: Literal[True]) -> JsonDesanitizer: ...
    @overload
    def stream(self, *, json: bool = False) -> Desanitizer | JsonDesanitizer: ...

    def stream(self, *, json: bool = False) -> Desanitizer | JsonDesanitizer:
        """A reader of one answer that arrives in chunks; ``json``: of fragments of one JSON document."""
        return JsonDesanitizer(self._request.scan, self._request.index) if json else Desanitizer(self._request.scan())

    def value(self, value: Any) -> Any:
        """A JSON-like value with originals in place of surrogates: keys, strings and numbers; types are kept.

        A number is restored when it equals a released number, and either has enough digits (four significant ones, or
        three of six) or stands under a key whose words name its entity type or stood beside it in a sanitized text.
        An integer that is a code is restored if its original is an integer, too; one of at most four digits only
        under a key that names it.
        """
        return walk(value, self.text, self._request.index)

    def map(self, text: str) -> str:
        """The other direction: the originals in a message that the model wrote become surrogates again."""
        return self._reversed().text(text)

    @classmethod
    def of_times(cls, issued: Iterable[Issued]) -> Reader | None:
        """A reader that replaces the true times of timestamps by the released ones; None without a timestamp.

        A time that stands alone is restored as a ``TIME``, the first of several that it can be.
        """
        stamps = [item for item in issued if has_date_and_time(item)]
        return cls([*(item.reversed() for item in stamps), *times_of(stamps)]) if stamps else None

    def map_value(self, value: Any) -> Any:
        """``map`` for a JSON-like value."""
        return self._reversed().value(value)

    def _reversed(self) -> Reader:
        if self._forward is None:
            clear = [
                _clear(source, spans) for source, spans in zip(self._request.sources, self._request.spans, strict=True)
            ]
            reverse = [item.reversed() for item in self._request.issued]
            known = [(text, spans) for text, spans in clear if spans]
            texts, places = [text for text, _ in known], [spans for _, spans in known]
            self._forward = Reader(reverse, texts, places, _guarded=False)  # one too many is better than one in clear
        return self._forward


def _clear(source: Source, spans: Sequence[Span]) -> tuple[str, tuple[Span, ...]]:
    """The caller's text and where originals stand in it; no spans if one of them is not known."""
    meanings = source.spans
    if any(entry is None for _, entry, _ in meanings.values()):
        return source.text, ()
    known = [span for span in spans if span.start in meanings]
    return replace_spans(source.text, known, [meanings[span.start][2] for span in known])
