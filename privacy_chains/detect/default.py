"""The detector that a Sanitizer uses by default."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from privacy_chains.contract.entities import DEFAULT_TYPES
from privacy_chains.contract.spans import Span
from privacy_chains.detect.base import Detector
from privacy_chains.detect.composite import CompositeDetector
from privacy_chains.detect.days.detector import PrivateDates
from privacy_chains.detect.days.traits import DATE, PRIVATE
from privacy_chains.detect.names import NameDetector
from privacy_chains.detect.network.detector import NEURAL_TYPES, NeuralDetector
from privacy_chains.detect.network.in_context import InContext
from privacy_chains.detect.patterns.detector import PATTERN_TYPES, PatternDetector
from privacy_chains.detect.patterns.reading import ValueReading
from privacy_chains.detect.presidio import REGIONS, PresidioPatterns, presidio_types
from privacy_chains.detect.quantities.detector import WithQuantities
from privacy_chains.detect.recent import Remembered
from privacy_chains.detect.requests.detector import InRequests
from privacy_chains.detect.scripts import READ_SCRIPTS
from privacy_chains.errors import DetectionError
from privacy_chains.lazy import lazily

__all__ = ["PATTERNS_DECIDE", "StructuredDetector", "default_detector"]

_LEFTOVER = lazily(r"(?<!\w)(?=[A-Za-z]{0,6}[0-9])[A-Za-z0-9](?:[ .\-]?[A-Za-z0-9]){6,68}(?!\w)")
_FISCAL_CODE = lazily(r"(?<!\w)[A-Z]{6}[0-9]{2}[A-Z][0-9]{2}[A-Z][0-9]{3}[A-Z](?!\w)")
_LETTERS_BEFORE = lazily(r"[A-Za-z]+\Z")
_MOST_LETTERS = 6
_FEWEST_DIGITS = 4
PATTERNS_DECIDE = frozenset({"AGE", "MEASUREMENT", "MONEY", "TIME"})
"""Types that the network does not propose: a number wrongly taken for an age would get noise, and sums would no longer
hold."""
_QUANTITIES = frozenset({"AGE", "ID_NUMBER", "MONEY"})
"""Of these, the types for which a separate judge reads the numbers that patterns leave."""


class StructuredDetector:
    """Our patterns first, then rules for national identifiers on the rest that still looks like one.

    The rules find what Presidio's recognizers find, without Presidio. Italy's fiscal codes are recognised by their
    shape, in every region.

    Args:
        entity_types: The types to report; if None, all that patterns and rules know.
        region: Whose identifiers those rules look for: one of :data:`privacy_chains.detect.REGIONS`.

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
        self._presidio = PresidioPatterns((wanted & theirs) - {"IP_ADDRESS"})  # our patterns read all of them
        self._fiscal_codes = "IT_FISCAL_CODE" in wanted

    def detect(self, text: str) -> list[Span]:
        """The structured identifiers and amounts in ``text``."""
        reading = ValueReading(text)
        spans = self._patterns.detect_in(reading)
        if not (self._presidio.entity_types or self._fiscal_codes):
            return spans
        leftovers = list(self._leftovers(reading, spans))
        spans += self._presidio.detect_within(text, leftovers)
        return spans + list(_fiscal_codes_in(text, leftovers)) if self._fiscal_codes else spans

    def _leftovers(self, reading: ValueReading, spans: Sequence[Span]) -> Iterator[tuple[int, int]]:
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


def _fiscal_codes_in(text: str, stretches: Iterable[tuple[int, int]]) -> Iterator[Span]:
    for stretch in stretches:
        for found in _FISCAL_CODE.finditer(text, *stretch):
            yield Span(*found.span(), "IT_FISCAL_CODE", 0.4, "patterns")


def default_detector(
    region: str = "US",
    entity_types: Iterable[str] | None = None,
    *,
    neural: bool = True,
    countries: bool = False,
    scripts: Iterable[str] = (),
) -> CompositeDetector:
    """The default detector: offline, nothing downloaded.

    Args:
        region: The region whose national identifiers are looked for, beside international ones and the US ones in our
            patterns.
        entity_types: The types to report; :data:`privacy_chains.contract.entities.DEFAULT_TYPES` when None. With
            ``DATE_TIME`` among them all dates are reported, and none as ``PRIVATE_DATE``.
        neural: Whether the embedded network is used too. Without it, detection is many times as fast, and the sanitized
            text always gives the same types as the original; but places, organizations, most addresses, and names on no
            list are not found.
        countries: Whether names of countries are private. They say little about a person and much about a question
            ("the capital of France").
        scripts: Scripts beside Latin, Greek and Cyrillic whose texts are sent on although nothing finds names in them,
            such as ``{"CJK"}``; ``{"*"}`` for all. Texts in others raise ``UnsupportedLanguage``, and a few letters in
            them are hidden as a name. To have them read, compose this with a detector that declares ``scripts``.

    Raises:
        DetectionError: The region is unknown.
    """
    wanted = frozenset(DEFAULT_TYPES if entity_types is None else entity_types)
    private_dates = PRIVATE in wanted and DATE not in wanted
    wanted = wanted - {PRIVATE} | ({DATE} if private_dates else set())
    certain: list[Detector] = [StructuredDetector(wanted, region)]
    if "PERSON" in wanted:
        certain.append(NameDetector())
    alike = region, sorted(wanted), neural, countries, private_dates
    read = READ_SCRIPTS.union(scripts) if "PERSON" in wanted else ()
    by_patterns = PATTERNS_DECIDE | {DATE} if private_dates else PATTERNS_DECIDE
    if neural and (in_context := wanted & NEURAL_TYPES - by_patterns):
        network = NeuralDetector(entity_types=in_context, corrected=wanted & {"MONEY"})
        in_text = InContext(certain, network, countries=countries, ages="AGE" in wanted)
        known = InRequests([in_text])
        quantities = wanted & _QUANTITIES
        whole: Detector = WithQuantities(known, quantities) if quantities else known
    else:
        neural, whole = False, InRequests(certain, judge=False)
    whole = PrivateDates(whole, judge=neural) if private_dates else whole
    return CompositeDetector(Remembered(whole, alike), scripts=read)
