"""The detector that a Sanitizer uses when it is given none."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from privacy_chains.detect.base import Detector
from privacy_chains.detect.composite import CompositeDetector
from privacy_chains.detect.names import NameDetector
from privacy_chains.detect.neural import NEURAL_TYPES, NeuralDetector
from privacy_chains.detect.patterns import PATTERN_TYPES, PatternDetector
from privacy_chains.detect.presidio import REGIONS, PresidioPatterns, presidio_types
from privacy_chains.detect.reading import Reading
from privacy_chains.entities import DEFAULT_TYPES
from privacy_chains.errors import DetectionError
from privacy_chains.formats.places import is_country
from privacy_chains.spans import Span

__all__ = ["StructuredDetector", "default_detector"]

_LEFTOVER = re.compile(r"(?<!\w)(?=[A-Za-z]{0,6}[0-9])[A-Za-z0-9](?:[ .\-]?[A-Za-z0-9]){6,68}(?!\w)")
_LETTERS_BEFORE = re.compile(r"[A-Za-z]+\Z")
_MOST_LETTERS = 6
_FEWEST_DIGITS = 4
_NUMBERS = frozenset({"AGE", "MEASUREMENT", "MONEY", "TIME"})
"""What patterns alone decide: a number taken for an age by mistake would get noise, and nothing would add up."""
_AROUND = frozenset({"LOCATION", "ORGANIZATION", "PERSON", "STREET_ADDRESS"})


class StructuredDetector:
    """Our patterns first, then Presidio's recognizers on what they left that still looks like an identifier.

    Most texts leave nothing, and Presidio is then not even imported.

    Args:
        entity_types: The types to report; all that either knows when None.
        region: Whose identifiers Presidio's recognizers look for: one of :data:`privacy_chains.detect.REGIONS`.

    Raises:
        DetectionError: The region is unknown.
    """

    def __init__(self, entity_types: Iterable[str] | None = None, region: str = "US") -> None:
        if region not in REGIONS:
            msg = f"the region is one of {', '.join(sorted(REGIONS))}, not {region!r}"
            raise DetectionError(msg)
        theirs = presidio_types(region)
        wanted = PATTERN_TYPES | theirs if entity_types is None else frozenset(entity_types)
        self._patterns = PatternDetector(wanted)
        self._presidio = PresidioPatterns(wanted & theirs)

    def detect(self, text: str) -> list[Span]:
        """The structured identifiers and amounts in ``text``."""
        reading = Reading(text)
        spans = self._patterns.detect_in(reading)
        leftovers = self._leftovers(reading, spans) if self._presidio.entity_types else ()
        return spans + [span for start, end in leftovers for span in self._presidio.detect_within(text, start, end)]

    def _leftovers(self, reading: Reading, spans: Sequence[Span]) -> Iterator[tuple[int, int]]:
        """The stretches between spans that can hold an identifier."""
        text = reading.text
        position = 0
        following = iter(spans)
        limit, after = 0, 0
        for number in reading.numbers:
            while number >= limit:
                position = max(position, after)
                span = next(following, None)
                limit, after = (span.start, span.end) if span else (len(text), len(text))
            if number < position:
                continue
            letters = _LETTERS_BEFORE.search(text, max(position, number - _MOST_LETTERS), number)
            leftover = _LEFTOVER.match(text, letters.start() if letters else number, limit)
            if leftover:
                position = leftover.end()
                if sum(map(str.isdigit, leftover.group())) >= _FEWEST_DIGITS:
                    yield leftover.span()


class _InContext:
    """What another detector finds, and what the network finds beside it.

    Of one stretch the other detector knows better what its number or identifier is; an address, an organization, a
    place or a person may hold what it found whole.
    """

    def __init__(self, structured: Detector, neural: Detector, *, countries: bool) -> None:
        self._structured = structured
        self._neural = neural
        self._countries = countries

    def detect(self, text: str) -> Iterator[Span]:
        """The spans of both."""
        certain = sorted(self._structured.detect(text), key=lambda span: span.start)
        starts = [span.start for span in certain]
        yield from certain
        for span in self._neural.detect(text):
            first = max(bisect_left(starts, span.start) - 1, 0)
            met = [one for one in islice(certain, first, bisect_left(starts, span.end)) if one.end > span.start]
            around = span.entity_type in _AROUND and all(span.start <= one.start and one.end <= span.end for one in met)
            if (around or not met) and (self._countries or not _is_country(text, span)):
                yield span


def _is_country(text: str, span: Span) -> bool:
    return span.entity_type == "LOCATION" and is_country(text[span.start : span.end])


def default_detector(
    region: str = "US",
    entity_types: Iterable[str] | None = None,
    *,
    neural: bool = True,
    countries: bool = False,
) -> CompositeDetector:
    """The default detector: offline, nothing downloaded.

    Args:
        region: Whose national identifiers are looked for beside those of everywhere, and of the US in our patterns.
        entity_types: The types to report; :data:`privacy_chains.entities.DEFAULT_TYPES` when None.
        neural: Whether the embedded network is asked too. Without it reading is many times as fast, and the same
            types are found in the sanitized text as in the original, always; but places, organizations, most
            addresses, and names that no list holds are not found.
        countries: Whether the names of countries are private, which say little about a person and much about a
            question ("the capital of France").

    Raises:
        DetectionError: The region is unknown.
    """
    wanted = frozenset(DEFAULT_TYPES if entity_types is None else entity_types)
    detector: Detector = StructuredDetector(wanted, region)
    if neural and (in_context := wanted & NEURAL_TYPES - _NUMBERS):
        detector = _InContext(detector, NeuralDetector(entity_types=in_context), countries=countries)
    return CompositeDetector(detector, NameDetector()) if "PERSON" in wanted else CompositeDetector(detector)
