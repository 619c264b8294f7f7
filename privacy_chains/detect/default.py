"""The detector that a Sanitizer uses when it is given none."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from privacy_chains.detect.addresses import after_owner, whole_addresses
from privacy_chains.detect.base import Detector
from privacy_chains.detect.composite import CompositeDetector
from privacy_chains.detect.findings import Finding
from privacy_chains.detect.names import NameDetector
from privacy_chains.detect.neural import NEURAL, NEURAL_TYPES, NeuralDetector
from privacy_chains.detect.patterns import PATTERN_TYPES, PatternDetector
from privacy_chains.detect.presidio import REGIONS, PresidioPatterns, presidio_types
from privacy_chains.detect.reading import Reading
from privacy_chains.detect.stand_ins import Canonical
from privacy_chains.entities import DEFAULT_TYPES
from privacy_chains.errors import DetectionError
from privacy_chains.formats.places import is_country
from privacy_chains.spans import Span, resolve_overlaps

__all__ = ["StructuredDetector", "default_detector"]

_LEFTOVER = re.compile(r"(?<!\w)(?=[A-Za-z]{0,6}[0-9])[A-Za-z0-9](?:[ .\-]?[A-Za-z0-9]){6,68}(?!\w)")
_LETTERS_BEFORE = re.compile(r"[A-Za-z]+\Z")
_MOST_LETTERS = 6
_FEWEST_DIGITS = 4
_NUMBERS = frozenset({"AGE", "MEASUREMENT", "MONEY", "TIME"})
"""What patterns alone decide: a number taken for an age by mistake would get noise, and nothing would add up."""
_SHORT = frozenset({"america", "britain", "eu", "uae", "uk", "us", "usa"})
"""Countries as they are mostly called, beside those of the lists."""
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
        return spans + list(self._presidio.detect_within(text, leftovers))

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
    """What other detectors find, and what the network finds beside it.

    The network reads short stand-ins for what the others found, so that its reading does not depend on those values
    and is the same in the sanitized text. An address, an organization, a place or a person that it finds may hold
    what the others found whole, and more; otherwise what they found is theirs.
    """

    def __init__(self, certain: Sequence[Detector], neural: Detector, *, countries: bool) -> None:
        self._certain = certain
        self._neural = neural
        self._countries = countries

    def detect(self, text: str) -> Iterator[Span]:
        """The spans of all."""
        certain = resolve_overlaps(span for detector in self._certain for span in detector.detect(text))
        yield from certain
        starts = [span.start for span in certain]
        canonical = Canonical(text, certain)
        for found in _with_pieces(canonical, certain, list(self._found(canonical))):
            start, end = canonical.original(found.start, found.end)
            met = certain[bisect_left(starts, start) : bisect_left(starts, end)]
            may_hold = found.entity_type in _AROUND
            may_hold = may_hold or (found.entity_type == "DATE_TIME" and {one.entity_type for one in met} == {"TIME"})
            if not met or (may_hold and end - start > sum(one.end - one.start for one in met)):
                yield replace(found, start=start, end=end)

    def _found(self, canonical: Canonical) -> Iterator[Span]:
        """What the network finds in the canonical text, holding no stand-in in part."""
        for found in self._neural.detect(canonical.text):
            if not self._countries and _is_country(canonical.text, found):
                continue
            start, end = stretch = canonical.with_whole_values(found.start, found.end)
            if start < end and (stretch == (found.start, found.end) or found.entity_type in _AROUND):
                yield replace(found, start=start, end=end)


def _with_pieces(canonical: Canonical, certain: Sequence[Span], found: Sequence[Span]) -> Sequence[Span]:
    """What the network found, its addresses joined with what others found of them: ZIP codes, names of streets."""
    if not any(one.entity_type == "STREET_ADDRESS" for one in found):
        return found
    starts = [one.start for one in found]
    pieces = [Finding(one.start, one.end, one.entity_type, one.score) for one in found]
    for (start, end), span in zip(canonical.values, certain, strict=True):
        before = bisect_left(starts, end) - 1  # findings hold stand-ins whole or not at all
        if before < 0 or found[before].end <= start:
            pieces.append(Finding(start, end, span.entity_type, span.score))
    joined = whole_addresses(canonical.text, sorted(pieces))
    values = dict(canonical.values)
    beside = (_without_owner(canonical, one, values.get(one.start, 0)) for one in joined)
    return [Span(*one, NEURAL) for one in beside if one.start < one.end and values.get(one.start) != one.end]


def _without_owner(canonical: Canonical, found: Finding, end: int) -> Finding:
    """An address without the full name, found by others, of whoever lives there, that it may begin with."""
    if found.entity_type != "STREET_ADDRESS" or " " not in canonical.text[found.start : end]:
        return found
    start = after_owner(canonical.text, end)
    return found._replace(start=min(start, found.end)) if start > end else found


def _is_country(text: str, span: Span) -> bool:
    value = text[span.start : span.end]
    return span.entity_type == "LOCATION" and (value.replace(".", "").lower() in _SHORT or is_country(value))


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
    certain: list[Detector] = [StructuredDetector(wanted, region)]
    if "PERSON" in wanted:
        certain.append(NameDetector())
    if neural and (in_context := wanted & NEURAL_TYPES - _NUMBERS):
        network = NeuralDetector(entity_types=in_context)
        return CompositeDetector(_InContext(certain, network, countries=countries))
    return CompositeDetector(*certain)
