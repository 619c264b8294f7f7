"""The embedded detector: a small encoder that tags every word piece, from the package itself, without torch."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp
from pathlib import Path

from privacy_chains.contract.entities import ENTITY_TYPES
from privacy_chains.contract.spans import Span
from privacy_chains.detect.network.findings import NetworkFinding
from privacy_chains.detect.network.graph import FOLDER, Places, network_of, within
from privacy_chains.detect.network.repairs.step import Repair
from privacy_chains.detect.network.repairs.table import REPAIRS, repaired
from privacy_chains.detect.network.retyping import retyped
from privacy_chains.detect.network.stretches import blocks
from privacy_chains.detect.patterns.births import asked_for
from privacy_chains.errors import DetectionError
from privacy_chains.lazy import lazily

__all__ = ["NEURAL", "NEURAL_TYPES", "NeuralDetector"]

NEURAL = "neural"
"""The source of its spans."""

NEURAL_TYPES = frozenset(
    {
        "AGE",
        "CREDIT_CARD",
        "DATE_OF_BIRTH",
        "DATE_TIME",
        "ID_NUMBER",
        "JOB_TITLE",
        "LOCATION",
        "MEASUREMENT",
        "MEDICAL_RECORD",
        "MONEY",
        "NRP",
        "ORDER_ID",
        "ORGANIZATION",
        "PASSWORD",
        "PERSON",
        "PHONE_NUMBER",
        "STREET_ADDRESS",
        "TIME",
        "TITLE",
        "US_BANK_NUMBER",
        "US_DRIVER_LICENSE",
        "US_PASSPORT",
        "US_SSN",
        "US_ZIP_CODE",
        "USERNAME",
        "YEAR",
        "YEAR_OF_BIRTH",
    }
)
"""The types that the network was trained to find."""

_SURE = {"PASSWORD": 0.6, "USERNAME": 0.6} | dict.fromkeys(
    {"AGE", "CREDIT_CARD", "ID_NUMBER", "MEASUREMENT", "MEDICAL_RECORD", "MONEY", "ORDER_ID", "PHONE_NUMBER"}
    | {"US_BANK_NUMBER", "US_DRIVER_LICENSE", "US_PASSPORT"},
    0.85,
)
"""The least probability of findings of these types: any word or number of a program could be one."""
_GROUPS = lazily(r"[0-9]+(?:[^\S\n][0-9]+)+")
_LONGEST_NUMBER = 40


class NeuralDetector:
    """Finds names, places, organizations, addresses and values in context by a network that ships in the package.

    English first; names, places, ages and amounts in German, French, Spanish, Italian, Dutch and Portuguese too, in
    any letter case. Long texts are read paragraph by paragraph, long paragraphs in parts that end with a line or a
    sentence, in time and memory linear in their length; offsets are exact. One network is loaded for a process, when
    it is first needed, and shared by all threads.

    The same text gives the same spans on the same kind of processor. Sums of 8-bit products may differ in their last
    digit between kinds, so that a value at the very edge of being found may be found on one and not on another.

    Args:
        sensitivity: What is subtracted from the score (a logit) of "nothing private". Above 0 it leans to finding: the
            higher, the more is found, and the more is taken for private that is not.
        entity_types: The types to report. When None, those of :data:`NEURAL_TYPES` that are in the catalogue:
            ``NRP``, ``JOB_TITLE`` and ``TITLE`` are not, and need a rule of yours in the policy.
        corrected: Types that are reported although they were not asked for, if the network gave a value a type that it
            cannot have: ``MONEY`` for an amount that it took for a telephone number.
        folder: Where ``detector.onnx`` and ``tokenizer.json`` are; the package's own when None.
        repairs: What is done to its findings before they are reported.

    Raises:
        DetectionError: A type is not one that it finds.
    """

    def __init__(
        self,
        sensitivity: float = 2.2,
        entity_types: Iterable[str] | None = None,
        *,
        corrected: Iterable[str] = (),
        folder: Path | None = None,
        repairs: Sequence[Repair] = REPAIRS,
    ) -> None:
        wanted = NEURAL_TYPES & frozenset(ENTITY_TYPES) if entity_types is None else frozenset(entity_types)
        if unknown := sorted(wanted - NEURAL_TYPES):
            msg = f"the neural detector does not find {', '.join(unknown)}; see NEURAL_TYPES"
            raise DetectionError(msg)
        self.sensitivity = sensitivity
        self.entity_types = wanted
        self._reported = wanted | frozenset(corrected)
        self._sure = {kind: 1 / (1 + exp(sensitivity - 1) * (1 / least - 1)) for kind, least in _SURE.items()}
        self._folder = folder or FOLDER
        self._repairs = repairs

    def __repr__(self) -> str:
        return f"NeuralDetector(sensitivity={self.sensitivity})"

    def detect(self, text: str) -> list[Span]:
        """The private values in ``text``, disjoint and in reading order.

        Raises:
            DetectionError: onnxruntime or tokenizers is not installed, or a file of the network is missing.
        """
        return self.detect_beside(text, ())

    def detect_beside(self, text: str, settled: Places) -> list[Span]:
        """The private values in ``text`` beside those that are settled, disjoint and in reading order.

        Args:
            text: The text.
            settled: Where values stand of which nothing else has to be found, disjoint and in reading order.

        Raises:
            DetectionError: onnxruntime or tokenizers is not installed, or a file of the network is missing.
        """
        network = network_of(self._folder)
        findings: list[NetworkFinding] = []
        for start, end in blocks(text):
            found = network.find(text[start:end], self.sensitivity, within(settled, start, end))
            findings += [
                NetworkFinding(one.start + start, one.end + start, one.entity_type, one.score) for one in found
            ]
        return [
            self._span(text, found, kind)
            for found in repaired(text, findings, self._repairs)
            if (kind := asked_for(found.entity_type, self.entity_types)) in self.entity_types
            and found.score >= self._sure.get(_judged_as(kind, text, found.start, found.end), 0.0)
        ]

    def _span(self, text: str, found: NetworkFinding, kind: str) -> Span:
        """A finding with its corrected type, if that may be reported.

        Otherwise with its first type, so that it is hidden.
        """
        start, right = retyped(text, found.start, found.end, kind)
        if right not in self._reported:
            start, right = found.start, kind
        return Span(start, found.end, right, found.score, NEURAL)


def _judged_as(kind: str, text: str, start: int, end: int) -> str:
    """The type whose certainty a finding needs: groups of digits, though a password, need that of other numbers."""
    if kind not in {"PASSWORD", "USERNAME"}:
        return kind
    groups = _GROUPS.finditer(text, max(0, start - _LONGEST_NUMBER), end + _LONGEST_NUMBER)
    return "ID_NUMBER" if any(one.start() <= start and end <= one.end() for one in groups) else kind
