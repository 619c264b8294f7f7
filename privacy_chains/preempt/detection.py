"""What a policy's own detector is made of: the default one, and recognizers from files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from privacy_chains.contract.spans import Span
from privacy_chains.detect import CompositeDetector, Detector, default_detector
from privacy_chains.detect.presidio import REGIONS
from privacy_chains.detect.presidio_yaml import recognizer_types, recognizers_in
from privacy_chains.errors import DetectionError, PolicyError
from privacy_chains.preempt.policy_values import checked, refuse_unknown

__all__ = ["Detection", "detection_of", "parts_of"]


@dataclass(frozen=True)
class Detection:
    """How values are looked for.

    Attributes:
        region: Whose national identifiers are looked for; see ``default_detector``, as for the next three.
        neural: Whether the embedded network is asked.
        countries: Whether names of countries are private.
        scripts: Scripts that are sent on although nothing reads names in them.
        recognizers: Detectors beside the default one.
    """

    region: str = "US"
    neural: bool = True
    countries: bool = False
    scripts: frozenset[str] = frozenset()
    recognizers: tuple[Detector, ...] = ()

    def detector(self, entity_types: Iterable[str]) -> Detector:
        """The detector.

        Args:
            entity_types: What the default detector looks for.

        Raises:
            DetectionError: The region is unknown.
        """
        usual = default_detector(
            self.region, entity_types, neural=self.neural, countries=self.countries, scripts=self.scripts
        )
        if not self.recognizers:
            return usual
        return CompositeDetector(*parts_of(usual), *map(_Preferred, self.recognizers), scripts=usual.scripts)

    @property
    def own_types(self) -> frozenset[str]:
        """What the recognizers report."""
        return recognizer_types(self.recognizers)


@dataclass(frozen=True)
class _Preferred:
    """A detector whose spans win where others find the same stretch: its types are the user's own.

    Attributes:
        detector: The detector.
    """

    detector: Detector

    def detect(self, text: str) -> Iterator[Span]:
        """What it finds, with the highest score."""
        return (replace(span, score=1.0) for span in self.detector.detect(text))


def parts_of(detector: Detector) -> Iterator[Detector]:
    """The detectors that a composite is made of, or the detector itself."""
    if isinstance(detector, CompositeDetector):
        for part in detector.detectors:
            yield from parts_of(part)
    else:
        yield detector


def detection_of(table: Mapping[str, object], folder: Path) -> Detection:
    """What a table ``[detector]`` of a policy file asks for.

    Args:
        table: The table.
        folder: The file's folder, from which names of other files are told.

    Raises:
        PolicyError: A key or value makes no sense, or a file of recognizers cannot be read.
    """
    refuse_unknown(table, ("region", "neural", "countries", "scripts", "recognizers"), "detector.")
    region = checked("detector.region", table.get("region", "US"), str, "a region")
    if region not in REGIONS:
        msg = f"detector.region is one of {', '.join(sorted(REGIONS))}"
        raise PolicyError(msg)
    neural, countries = (
        checked(f"detector.{name}", table.get(name, usual), bool, "true or false")
        for name, usual in (("neural", True), ("countries", False))
    )
    scripts = frozenset(_texts("scripts", table))
    return Detection(region, neural, countries, scripts, tuple(_recognizers(table, folder)))


def _recognizers(table: Mapping[str, object], folder: Path) -> Iterator[Detector]:
    for name in _texts("recognizers", table):
        try:
            yield from recognizers_in(folder / name)
        except DetectionError as error:
            msg = f"detector.recognizers: {error}"
            raise PolicyError(msg) from None


def _texts(name: str, table: Mapping[str, object]) -> list[str]:
    listed = checked(f"detector.{name}", table.get(name, []), list, "a list of texts")
    return [checked(f"detector.{name}", one, str, "a list of texts") for one in listed]
