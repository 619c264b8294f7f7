"""Several detectors as one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import partial

from privacy_chains.contract.spans import Span, check_spans, resolve_overlaps
from privacy_chains.detect.base import Detector
from privacy_chains.detect.encoded import encoded_spans
from privacy_chains.detect.encoded_words import encoded_words, without_words
from privacy_chains.detect.escapes import percent_escapes
from privacy_chains.detect.normalize import needs_view, view, without_emphasis, without_escapes
from privacy_chains.detect.scripts import READ_SCRIPTS, unread_spans
from privacy_chains.detect.spelled import has_spelled
from privacy_chains.errors import DetectionError

__all__ = ["CompositeDetector"]


_SECRETS = frozenset({"API_KEY", "PASSWORD", "USERNAME"})


class CompositeDetector:
    """Runs detectors over one text and settles their overlaps by ``resolve_overlaps``.

    Where the text holds characters that can hide a value (zero-width, full-width, look-alikes, escapes such as JSON
    writes), the detectors see its plain view (:mod:`privacy_chains.detect.normalize`), and the spans are mapped back
    exactly. Escaped line breaks are read as line breaks, and underscores for emphasis as spaces.
    The text is searched again without percent escapes, and with spaced-out digits or letters joined, if these may hide
    a value. So is what base64, hexadecimal digits and encoded words of e-mails decode to
    (:mod:`privacy_chains.detect.encoded`).

    A detector may declare the scripts that it reads (``scripts = frozenset({"LATIN", "HEBREW"})``). If any detector
    does, letters of every other script are hidden or refused (:mod:`privacy_chains.detect.scripts`).

    Args:
        *detectors: Any objects with ``detect(text)``, at least one.
        scripts: Further scripts: read by detectors that do not declare them, or sent on unread; ``"*"`` for all.

    Attributes:
        scripts: All scripts that are read. If no detector declares any, it is empty and scripts are not checked.

    Raises:
        DetectionError: There is none, or one of them has no ``detect``.
    """

    def __init__(self, *detectors: Detector, scripts: Iterable[str] = ()) -> None:
        if not detectors:
            msg = "a CompositeDetector needs at least one detector"
            raise DetectionError(msg)
        for detector in detectors:
            if not callable(getattr(detector, "detect", None)):
                msg = f"{type(detector).__name__} is not a detector: it has no detect(text)"
                raise DetectionError(msg)
        self.detectors = detectors
        self._more = frozenset(scripts) - READ_SCRIPTS
        self.scripts = frozenset(scripts).union(*(getattr(detector, "scripts", ()) for detector in detectors))

    def __repr__(self) -> str:
        names = [type(detector).__name__ for detector in self.detectors]
        more = [f"scripts={sorted(self._more)}"] if self._more else []
        return f"CompositeDetector({', '.join(names + more)})"

    def detect(self, text: str) -> tuple[Span, ...]:
        """The private values in ``text``, disjoint and in reading order.

        Raises:
            DetectionError: A detector failed or returned spans that do not fit the text; the text is not quoted.
            UnsupportedLanguage: The text is written in a script that no detector reads.
        """
        return self.settled(text, self.scripts)

    def settled(self, text: str, scripts: Collection[str], *, refuse: bool = True) -> tuple[Span, ...]:
        """:meth:`detect` with these scripts as read; with none, scripts are not checked.

        Without ``refuse``, a text in unread scripts raises nothing: a model wrote it.
        """
        words = list(encoded_words(without_escapes(text), partial(self._decoded, scripts=scripts)))
        plain = without_words(without_emphasis(without_escapes(text)))
        seen = view(plain) if needs_view(plain) else None
        subject = plain if seen is None else seen.text
        spans = self._found(subject)
        spans += self._apart(subject)
        spans += list(encoded_spans(subject, self._decoded, found=tuple(spans)))
        if scripts:
            spans += unread_spans(subject, spans, scripts, refuse=refuse)
        found = spans if seen is None else map(seen.original, spans)
        return resolve_overlaps([*words, *(found if plain is text else (_whole(text, plain, span) for span in found))])

    def found_plainly(self, text: str) -> Iterable[Span]:
        """The findings in a text that was made plain; nothing is decoded."""
        return self._found(text)

    def _found(self, text: str) -> list[Span]:
        return [span for detector in self.detectors for span in _run(detector, text)]

    def _apart(self, text: str) -> list[Span]:
        """The findings in the text without percent escapes and with spaced-out characters joined.

        An address keeps its escapes.
        """
        if not (percent_escapes(text) or has_spelled(text)):
            return []
        seen = view(text, apart=True)
        if seen.text == text:
            return []
        return [seen.original(span) for span in self._found(seen.text) if span.entity_type != "URL"]

    def _decoded(self, text: str, scripts: Collection[str] = ()) -> list[Span]:
        """The private values in decoded texts.

        If ``scripts`` are named, letters of other scripts count as private and refuse nothing.

        A number read as base64 may decode to letters of any script, so scripts are checked only in what surely is a
        text.
        """
        seen = view(text, apart=True)
        spans = self._found(seen.text)
        if scripts:
            spans += unread_spans(seen.text, spans, scripts, refuse=False)
        return [seen.original(span) for span in spans]


def _whole(text: str, plain: str, span: Span) -> Span:
    """A secret together with the underscores at its edges, which may be part of it."""
    start, end = span.start, span.end
    if span.entity_type not in _SECRETS:
        return span
    while start and text[start - 1] == "_" != plain[start - 1]:
        start -= 1
    while end < len(text) and text[end] == "_" != plain[end]:
        end += 1
    return replace(span, start=start, end=end)


def _run(detector: Detector, text: str) -> Sequence[Span]:
    """The detector's spans, checked. Its exception is not chained, because its message may hold the text."""
    try:
        inner = detector.found_plainly(text) if isinstance(detector, CompositeDetector) else detector.detect(text)
        spans = tuple(inner)
    except DetectionError:
        raise
    except Exception as error:  # noqa: BLE001  # whatever a detector raises, the request must stop
        failure = type(error).__name__
    else:
        check_spans(text, spans)
        return spans
    msg = f"{type(detector).__name__} raised {failure} while it read a text of {len(text)} characters"
    raise DetectionError(msg)
