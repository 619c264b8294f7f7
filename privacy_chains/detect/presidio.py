"""Presidio: its pattern recognizers without Presidio; your own engine as a detector; and a detector as a recognizer.

Our own rules replace its recognizers: the international and US ones (:mod:`privacy_chains.detect.recognizers`) and
those of nine further countries (:mod:`privacy_chains.detect.national`). ``presidio_analyzer``, which loads spaCy, is
imported only for an engine of your own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from privacy_chains.contract.spans import Span
from privacy_chains.detect.base import Detector
from privacy_chains.detect.national import NationalNumber, national_numbers
from privacy_chains.detect.patterns.numerals import AFTER, BEFORE
from privacy_chains.detect.recognizers import RECOGNIZERS, Recognized, Recognizer
from privacy_chains.lazy import lazily

if TYPE_CHECKING:
    from presidio_analyzer import AnalyzerEngine, EntityRecognizer

__all__ = [
    "PRESIDIO_TYPES",
    "REGIONS",
    "PresidioDetector",
    "PresidioPatterns",
    "as_presidio_recognizer",
    "presidio_types",
]

_EVERYWHERE = {
    "CREDIT_CARD": "CreditCardRecognizer",
    "CRYPTO": "CryptoRecognizer",
    "IBAN_CODE": "IbanRecognizer",
    "IP_ADDRESS": "IpRecognizer",
    "MAC_ADDRESS": "MacAddressRecognizer",
}
_BY_REGION = {
    "US": {
        "ABA_ROUTING_NUMBER": "AbaRoutingRecognizer",
        "MEDICAL_LICENSE": "MedicalLicenseRecognizer",
        "US_BANK_NUMBER": "UsBankRecognizer",
        "US_ITIN": "UsItinRecognizer",
        "US_MBI": "UsMbiRecognizer",
        "US_NPI": "UsNpiRecognizer",
        "US_PASSPORT": "UsPassportRecognizer",
        "US_SSN": "UsSsnRecognizer",
    },
    "AU": {
        "AU_ABN": "AuAbnRecognizer",
        "AU_ACN": "AuAcnRecognizer",
        "AU_MEDICARE": "AuMedicareRecognizer",
        "AU_TFN": "AuTfnRecognizer",
    },
    "CA": {"CA_POSTAL_CODE": "CaPostalCodeRecognizer", "CA_SIN": "CaSinRecognizer"},
    "DE": {
        "DE_HEALTH_INSURANCE": "DeHealthInsuranceRecognizer",
        "DE_ID_CARD": "DeIdCardRecognizer",
        "DE_PASSPORT": "DePassportRecognizer",
        "DE_SOCIAL_SECURITY": "DeSocialSecurityRecognizer",
        "DE_TAX_ID": "DeTaxIdRecognizer",
        "DE_VAT_ID": "DeVatIdRecognizer",
    },
    "ES": {"ES_NIE": "EsNieRecognizer", "ES_NIF": "EsNifRecognizer", "ES_PASSPORT": "EsPassportRecognizer"},
    "IN": {
        "IN_AADHAAR": "InAadhaarRecognizer",
        "IN_GSTIN": "InGstinRecognizer",
        "IN_PAN": "InPanRecognizer",
        "IN_PASSPORT": "InPassportRecognizer",
        "IN_VEHICLE_REGISTRATION": "InVehicleRegistrationRecognizer",
        "IN_VOTER": "InVoterRecognizer",
    },
    "IT": {
        "IT_DRIVER_LICENSE": "ItDriverLicenseRecognizer",
        "IT_FISCAL_CODE": "ItFiscalCodeRecognizer",
        "IT_IDENTITY_CARD": "ItIdentityCardRecognizer",
        "IT_PASSPORT": "ItPassportRecognizer",
        "IT_VAT_CODE": "ItVatCodeRecognizer",
    },
    "PL": {"PL_PESEL": "PlPeselRecognizer"},
    "SG": {"SG_NRIC_FIN": "SgFinRecognizer", "SG_UEN": "SgUenRecognizer"},
    "UK": {
        "UK_DRIVING_LICENCE": "UkDrivingLicenceRecognizer",
        "UK_NHS": "NhsRecognizer",
        "UK_NINO": "UkNinoRecognizer",
        "UK_PASSPORT": "UkPassportRecognizer",
        "UK_POSTCODE": "UkPostcodeRecognizer",
        "UK_VEHICLE_REGISTRATION": "UkVehicleRegistrationRecognizer",
    },
}
_RECOGNIZERS = _EVERYWHERE | {name: made_by for region in _BY_REGION.values() for name, made_by in region.items()}
"""By entity type, the Presidio recognizer that a rule of ours replaces and is tested against."""
REGIONS = frozenset(_BY_REGION)
"""The countries whose identifiers are known and enciphered."""

PRESIDIO_TYPES = frozenset(_RECOGNIZERS)
"""The entity types that these rules find. Presidio's recognizers of e-mail, telephone, URL and date are not among them:
the first fetches a list from the network, the second takes nine tenths of all the time, and our patterns find more."""

_PLAIN_ENOUGH = frozenset({"CREDIT_CARD", "IP_ADDRESS", "US_ITIN", "US_SSN"})
_CANDIDATE = lazily(r"(?<![\w])(?=[\w.:\-]{0,24}[0-9])[A-Za-z0-9](?:[ .:\-]?[A-Za-z0-9]){6,68}(?![\w])")
_EDGE = lazily(BEFORE)
_END = lazily(AFTER)
_LETTER = lazily(r"[A-Za-z]")
_CONTEXT_REACH = 6
_CONTEXT_GAIN = 0.35  # Presidio's own: context_similarity_factor
_CONTEXT_FLOOR = 0.4  # and min_score_with_context_similarity


class PresidioPatterns:
    """Rules that find what Presidio's pattern recognizers do, run on the stretches that can hold an identifier.

    A rule's context words raise its score, as in Presidio, when one of them stands within six words before.
    Digits alone need such a word, except for cards, addresses and grouped numbers: one number in ten has a right check
    digit by chance.

    Args:
        entity_types: The types to look for; all of ``PRESIDIO_TYPES`` when None.
        threshold: The least score of a span.
    """

    def __init__(self, entity_types: Iterable[str] | None = None, threshold: float = 0.4) -> None:
        self.entity_types = PRESIDIO_TYPES if entity_types is None else PRESIDIO_TYPES & frozenset(entity_types)
        self.threshold = threshold

    def detect(self, text: str) -> Iterator[Span]:
        """The identifiers in ``text``."""
        if self.entity_types:
            yield from self.detect_within(text, (found.span() for found in _CANDIDATE.finditer(text)))

    def detect_within(self, text: str, stretches: Iterable[tuple[int, int]]) -> Iterator[Span]:
        """The identifiers in stretches of ``text``, judged with the words before them."""
        known: dict[str, list[Recognized]] = {}  # the same stretch is analyzed once
        for start, end in stretches:
            window = text[start:end]
            if window not in known:
                known[window] = self._analyze(window)
            for result in known[window]:
                span = self._judge(text, start, result)
                if span is not None:
                    yield span

    def _analyze(self, window: str) -> list[Recognized]:
        """The recognizers' results in a stretch by itself."""
        return [result for name in sorted(self.entity_types) for result in _recognizer(name).analyze(window)]

    def _judge(self, text: str, start: int, result: Recognized) -> Span | None:
        """A result in the stretch from ``start`` on, if it is sure enough with the words before it."""
        name, begins, ends = result.entity_type, start + result.start, start + result.end
        if not _stands_alone(text, begins, ends):
            return None
        announced = _announced(text, begins, _recognizer(name).context)
        score = max(result.score + _CONTEXT_GAIN, _CONTEXT_FLOOR) if announced else result.score
        telling = announced or name in _PLAIN_ENOUGH or _LETTER.search(text, begins, ends)
        return Span(begins, ends, name, min(score, 1.0), "presidio") if telling and score >= self.threshold else None


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether no word or code continues at either end; some recognizers match inside longer codes."""
    if text[start - 1 : start] in ("-", ".") and text[start - 2 : start - 1].isdigit():
        return False
    if text[end : end + 1] == "." and text[end + 1 : end + 2].isdigit():
        return False
    return _EDGE.match(text, start) is not None and _END.match(text, end) is not None


def presidio_types(region: str) -> frozenset[str]:
    """The entity types that Presidio's recognizers find in one of the ``REGIONS``."""
    return frozenset(_EVERYWHERE) | frozenset(_BY_REGION[region])


def _recognizer(entity_type: str) -> Recognizer | NationalNumber:
    return RECOGNIZERS.get(entity_type) or national_numbers()[entity_type]


@cache
def _context_pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(BEFORE + "(?:" + "|".join(re.escape(word.strip()) for word in words) + ")" + AFTER, re.IGNORECASE)


def _announced(text: str, start: int, context: Sequence[str]) -> bool:
    if not context:
        return False
    words = text[max(0, start - 32 * _CONTEXT_REACH) : start].split()
    return _context_pattern(tuple(context)).search(" ".join(words[-_CONTEXT_REACH:])) is not None


class PresidioDetector:
    """Any ``AnalyzerEngine`` as a detector.

    Args:
        analyzer: The engine, with whatever recognizers and models you gave it.
        language: The language to analyze in.
        entities: The entity types to look for; all that the engine supports when None.
        threshold: The least score of a span; the engine's own when None.
    """

    def __init__(
        self,
        analyzer: AnalyzerEngine,
        language: str = "en",
        entities: Sequence[str] | None = None,
        threshold: float | None = None,
    ) -> None:
        self.analyzer = analyzer
        self.language = language
        self.entities = None if entities is None else list(entities)
        self.threshold = threshold

    def detect(self, text: str) -> list[Span]:
        """What the engine finds in ``text``."""
        results = self.analyzer.analyze(
            text=text, language=self.language, entities=self.entities, score_threshold=self.threshold
        )
        return [Span(r.start, r.end, r.entity_type, r.score, "presidio") for r in results if r.start < r.end]


def as_presidio_recognizer(
    detector: Detector, entity_types: Iterable[str], language: str = "en", name: str = "privacy_chains"
) -> EntityRecognizer:
    """A detector as a Presidio recognizer, for a registry of yours.

    Args:
        detector: The detector.
        entity_types: The types it may report; others are withheld.
        language: The language it is registered for.
        name: Its name in Presidio's explanations.
    """
    from presidio_analyzer import EntityRecognizer, RecognizerResult  # noqa: PLC0415  # loads spaCy

    class DetectorRecognizer(EntityRecognizer):
        def load(self) -> None:
            """There is nothing to load."""

        def analyze(self, text: str, entities: Sequence[str], nlp_artifacts: Any = None) -> list[Any]:
            wanted = set(entities or self.supported_entities) & set(self.supported_entities)
            return [
                RecognizerResult(span.entity_type, span.start, span.end, span.score)
                for span in detector.detect(text)
                if span.entity_type in wanted
            ]

    return DetectorRecognizer(supported_entities=sorted(entity_types), supported_language=language, name=name)
