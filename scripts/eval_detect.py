"""Measure detectors on the TEST sets: hiding and typing, by entity type.

Run it with ``python scripts/eval_detect.py [--no-write]``. With ``--ablate`` it reads no TEST set: it measures on
sets to develop on what each repair of the network's findings is worth (``scripts/ablation.py``).

*Hidden*: every character of a private value is inside some span, of whatever type (privacy depends on this).
*Touched*: at least one is. *Typed*: a span has the value's borders and type (utility depends on this).
*Precision*: of the spans of a type, those that overlap a value of that type. *Over-masked*: the share of all other
characters that are inside spans. Addresses in the net, dates, amounts, ages, measurements, nationalities, titles and
occupations are neither right nor wrong in a set that leaves them unmarked.

Writes ``docs/detection.md`` (between its markers) and ``docs/detection.svg``.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ablation import sheets, worth
from marked_sets import Sample, conll, synth, whole_documents
from rich.console import Console
from rich.table import Table

from privacy_chains import Key, Policy, Sanitizer
from privacy_chains.contract.spans import Span
from privacy_chains.detect import (
    NEURAL_TYPES,
    PATTERN_TYPES,
    CompositeDetector,
    Detector,
    PresidioDetector,
    default_detector,
)
from privacy_chains.preempt.annotate import annotate
from privacy_chains.preempt.engine import Engine
from privacy_chains.preempt.policy import Keep

ROOT = Path(__file__).resolve().parents[1]
DATA = Path(os.environ.get("PRIVACY_CHAINS_DATA", ROOT.parent / "shared" / "data"))
EVERYTHING = PATTERN_TYPES - {"NUMBER"} | NEURAL_TYPES
UNMARKED = frozenset(
    {"AGE", "DATE_OF_BIRTH", "DATE_TIME", "DOMAIN_NAME", "EMAIL_ADDRESS", "IP_ADDRESS", "JOB_TITLE", "MEASUREMENT"}
    | {"MONEY", "NRP", "PERCENTAGE", "PHONE_NUMBER", "TIME", "TITLE", "URL", "WEEKDAY", "YEAR", "YEAR_OF_BIRTH"}
)
"""What sets hold and some leave unmarked."""

# The sets' names for types -> ours; several of ours may be right.
SYNTH: Mapping[str, frozenset[str]] = {
    "PERSON": frozenset({"PERSON"}),
    "STREET_ADDRESS": frozenset({"STREET_ADDRESS"}),
    "GPE": frozenset({"LOCATION", "NRP"}),
    "ORGANIZATION": frozenset({"ORGANIZATION"}),
    "CREDIT_CARD": frozenset({"CREDIT_CARD"}),
    "DATE_TIME": frozenset({"DATE_OF_BIRTH", "DATE_TIME", "WEEKDAY", "YEAR", "YEAR_OF_BIRTH"}),
    "TITLE": frozenset({"TITLE"}),
    "PHONE_NUMBER": frozenset({"PHONE_NUMBER"}),
    "AGE": frozenset({"AGE"}),
    "NRP": frozenset({"NRP", "LOCATION"}),
    "EMAIL_ADDRESS": frozenset({"EMAIL_ADDRESS"}),
    "ZIP_CODE": frozenset({"US_ZIP_CODE"}),
    "DOMAIN_NAME": frozenset({"URL"}),
    "IBAN_CODE": frozenset({"IBAN_CODE"}),
    "US_SSN": frozenset({"US_SSN"}),
    "IP_ADDRESS": frozenset({"IP_ADDRESS"}),
    "US_DRIVER_LICENSE": frozenset({"US_DRIVER_LICENSE"}),
}
NER: Mapping[str, frozenset[str]] = {
    "PER": frozenset({"PERSON"}),
    "LOC": frozenset({"LOCATION", "STREET_ADDRESS"}),
    "ORG": frozenset({"ORGANIZATION"}),
}
STRUCTURED = ("CREDIT_CARD", "PHONE_NUMBER", "EMAIL_ADDRESS", "IBAN_CODE", "US_SSN", "IP_ADDRESS")


@dataclass(slots=True)
class Score:
    """Counts for one detector on one set, by the set's types."""

    total: Counter[str] = field(default_factory=Counter)
    hidden: Counter[str] = field(default_factory=Counter)
    spelled: Counter[str] = field(default_factory=Counter)
    touched: Counter[str] = field(default_factory=Counter)
    typed: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    other: int = 0
    masked: int = 0

    def share(self, count: Counter[str], name: str | None = None) -> float:
        """A count over the number of values, of one type or of all."""
        whole = self.total[name] if name else sum(self.total.values())
        part = count[name] if name else sum(count.values())
        return part / whole if whole else 0.0


def measure(detector: Detector, samples: Iterable[Sample], types: Mapping[str, frozenset[str]]) -> Score:
    """Score a detector on samples."""
    score = Score()
    unjudged = UNMARKED.difference(*types.values())
    ours = {name: kind for kind, names in types.items() for name in names}
    for sample in samples:
        spans = tuple(detector.detect(sample.text))
        covered = bytearray(len(sample.text))
        for span in spans:
            covered[span.start : span.end] = b"\x01" * (span.end - span.start)
        for start, end, kind in sample.gold:
            if kind in types:
                _count_value(score, (start, end, kind), spans, covered, types[kind])
                letters = (at for at in range(start, end) if sample.text[at].isalnum())
                score.spelled[kind] += all(covered[at] for at in letters)
        _count_findings(score, sample, spans, types, ours)
        for span in spans:
            if span.entity_type in unjudged:
                covered[span.start : span.end] = bytes(span.end - span.start)
        for start, end, _ in sample.gold:
            covered[start:end] = b"\x02" * (end - start)
        score.other += len(covered) - covered.count(2)
        score.masked += covered.count(1)
    return score


def _count_value(
    score: Score, gold: tuple[int, int, str], spans: Sequence[Span], covered: bytearray, right: frozenset[str]
) -> None:
    start, end, kind = gold
    inside = covered[start:end].count(1)
    score.total[kind] += 1
    score.hidden[kind] += inside == end - start
    score.touched[kind] += inside > 0
    score.typed[kind] += any((s.start, s.end) == (start, end) and s.entity_type in right for s in spans)


def _count_findings(
    score: Score, sample: Sample, spans: Sequence[Span], types: Mapping[str, frozenset[str]], ours: Mapping[str, str]
) -> None:
    for span in spans:
        kind = ours.get(span.entity_type)
        if kind:
            score.found[kind] += 1
            score.right[kind] += any(
                start < span.end and span.start < end and span.entity_type in types.get(gold, ())
                for start, end, gold in sample.gold
            )


class InMessages:
    """A detector within a message: what it finds once is looked for in the whole text, and people's names are theirs.

    Args:
        detector: The detector. Types without a rule in the default policy are kept, so that texts are not refused.
    """

    def __init__(self, detector: Detector) -> None:
        usual = Policy.default()
        rules = {**dict.fromkeys(EVERYTHING, Keep()), **usual.rules}
        self._engine = Engine(Key.generate(), replace(usual, rules=rules), detector)

    def detect(self, text: str) -> Iterable[Span]:
        return annotate(self._engine, [text], ()).spans[0]


def detectors() -> dict[str, Detector]:
    """What is compared."""
    sys.path.insert(0, str(ROOT / "benchmarks"))
    from blank_presidio import blank_engine  # noqa: PLC0415  # loads spaCy

    return {
        "privacy-chains": default_detector(entity_types=EVERYTHING, countries=True),
        "without the network": default_detector(entity_types=EVERYTHING, neural=False),
        "Presidio patterns": CompositeDetector(PresidioDetector(blank_engine(), threshold=0.3)),
    }


Wrapper = Callable[[Detector], Detector]


def sets() -> dict[str, tuple[Callable[[], Iterator[Sample]], Mapping[str, frozenset[str]], Wrapper]]:
    """The TEST sets, which types are right for theirs, and what reads them: a detector, or messages."""
    test = DATA / "test"
    wikigold = test / "wikigold" / "wikigold.conll.txt", 0, 1, None
    ewt = test / "uner_ewt" / "en_ewt-ud-test.iob2", 1, 2, "\t"
    return {
        "presidio synth_v2": (lambda: synth(test / "presidio_research" / "synth_dataset_v2.json"), SYNTH, alone),
        "wikigold, sentence by sentence": (lambda: conll(*wikigold), NER, alone),
        "wikigold, articles as messages": (lambda: whole_documents(*wikigold), NER, InMessages),
        "uner_ewt, sentence by sentence": (lambda: conll(*ewt), NER, alone),
        "uner_ewt, documents as messages": (lambda: whole_documents(*ewt), NER, InMessages),
    }


def alone(detector: Detector) -> Detector:
    """The detector as it is."""
    return detector


def same_types(detector: Detector, samples: Sequence[Sample]) -> float:
    """The share of texts in which the detector finds the same types in the same order once they are sanitized."""
    sanitizer = Sanitizer(Key.from_bytes(bytes(range(32))), detector=detector)
    kept = 0
    for sample in samples:
        sent = sanitizer.sanitize(sample.text).text
        before, after = ([span.entity_type for span in detector.detect(text)] for text in (sample.text, sent))
        kept += before == after
    return kept / len(samples)


Results = dict[str, dict[str, Score]]
Sheet = tuple[str, list[str], list[list[str]]]
"""A table: its title, its header, its rows."""


def false_positives() -> Sheet:
    """Findings for each 1,000 words and signs of texts without private values, by kind of text."""
    sys.path.insert(0, str(ROOT / "tests"))
    from harmless import harmless, tokens  # noqa: PLC0415  # the texts that the tests read too

    usual = {"privacy-chains": default_detector(), "without the network": default_detector(neural=False)}
    compared = detectors() | usual
    rows = []
    for kind, texts in harmless().items():
        size = sum(map(tokens, texts))
        found = [sum(len(tuple(detector.detect(text))) for text in texts) for detector in compared.values()]
        rows.append([kind, f"{size:,}", *(f"{1000 * count / size:.2f}" for count in found)])
    header = ["texts without private values", "words and signs", *compared]
    return "Found for each 1,000 words and signs where nothing is private", header, rows


def tables(results: Results) -> Iterator[Sheet]:
    """For each set how much is found, by type."""
    for title, scores in results.items():
        header = ["type", "values"]
        for name in scores:
            header += [f"{name}: hidden", "touched", "typed", "precision"]
        first = next(iter(scores.values()))
        rows = [_row(kind, scores) for kind, _ in first.total.most_common()]
        if any(first.total[kind] for kind in STRUCTURED):
            rows.append(_structured_row(scores))
        rows.append(_row(None, scores))
        letters, over = ["all: every letter and digit hidden", ""], ["other characters masked", ""]
        for score in scores.values():
            letters += [_percent(score.share(score.spelled)), "", "", ""]
            over += [_percent(score.masked / max(1, score.other)), "", "", ""]
        yield title, header, [*rows, letters, over]


def _row(kind: str | None, scores: Mapping[str, Score]) -> list[str]:
    first = next(iter(scores.values()))
    row = [kind or "all", str(first.total[kind] if kind else sum(first.total.values()))]
    for score in scores.values():
        found = score.found[kind] if kind else sum(score.found.values())
        right = score.right[kind] if kind else sum(score.right.values())
        row += [_percent(score.share(count, kind)) for count in (score.hidden, score.touched, score.typed)]
        row.append(_percent(right / found) if found else "-")
    return row


def _structured_row(scores: Mapping[str, Score]) -> list[str]:
    merged: dict[str, Score] = defaultdict(Score)
    for name, score in scores.items():
        for part in ("total", "hidden", "touched", "typed", "found", "right"):
            getattr(merged[name], part)["structured ids"] = sum(getattr(score, part)[kind] for kind in STRUCTURED)
    return _row("structured ids", merged)


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def show(sheets: Iterable[Sheet], console: Console) -> None:
    """Print the tables."""
    for title, header, rows in sheets:
        table = Table(title=title)
        for index, name in enumerate(header):
            table.add_column(name, justify="left" if index == 0 else "right")
        for row in rows:
            table.add_row(*row)
        console.print(table)


BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"
BEGIN_STEPS, END_STEPS = "<!-- steps: begin -->", "<!-- steps: end -->"


def write_page(sheets: Iterable[Sheet], sameness: Mapping[str, float], page: Path) -> None:
    """Put the tables between the page's markers."""
    parts = [
        f"- The same types in the same order in the sanitized text, {name}: {_percent(share)} of texts"
        for name, share in sameness.items()
    ]
    parts = [*parts, ""]
    parts += ["![hidden values by type](detection.svg)", ""]
    parts += _written(sheets)
    _put(parts, page, BEGIN, END)


def _written(sheets: Iterable[Sheet]) -> Iterator[str]:
    for title, header, rows in sheets:
        yield from (f"### {title}", "", "| " + " | ".join(header) + " |", "|" + "---|" * len(header))
        yield from ("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows)
        yield ""


def _put(parts: Iterable[str], page: Path, begin: str, end: str) -> None:
    text = page.read_text("utf-8")
    before, _, rest = text.partition(begin)
    _, _, after = rest.partition(end)
    page.write_text(f"{before}{begin}\n{chr(10).join(parts)}\n{end}{after}", "utf-8")


def write_chart(scores: Mapping[str, Score], picture: Path) -> None:
    """Bars of hidden values by type, one group for each type."""
    first = next(iter(scores.values()))
    kinds = [kind for kind, _ in first.total.most_common()]
    colours = ("#2a6f97", "#606c38", "#c9ada7")
    step, bar, left, width = 16 * len(scores) + 12, 14, 190, 420
    height = 50 + step * len(kinds)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + width + 80}" height="{height}">',
        "<style>text { font: 12px sans-serif }</style>",
        f'<rect width="{left + width + 80}" height="{height}" fill="white"/>',
    ]
    for index, name in enumerate(scores):
        x = left + 170 * index
        lines.append(f'<rect x="{x}" y="12" width="12" height="12" fill="{colours[index]}"/>')
        lines.append(f'<text x="{x + 18}" y="22">{name}: hidden</text>')
    for row, kind in enumerate(kinds):
        top = 40 + row * step
        lines.append(f'<text x="{left - 8}" y="{top + step / 2}" text-anchor="end">{kind} ({first.total[kind]})</text>')
        for index, score in enumerate(scores.values()):
            share, y = score.share(score.hidden, kind), top + index * 16
            lines.append(
                f'<rect x="{left}" y="{y}" width="{width * share:.1f}" height="{bar}" fill="{colours[index]}"/>'
            )
            lines.append(f'<text x="{left + width * share + 5:.1f}" y="{y + 11}">{_percent(share)}</text>')
    picture.write_text("\n".join([*lines, "</svg>"]) + "\n", "utf-8")


def ablate(console: Console, *, write: bool) -> None:
    """Measure what the steps are worth."""
    if not (DATA / "train").is_dir():
        console.print(f"no sets to develop on at {DATA}: set PRIVACY_CHAINS_DATA to the folder that holds train/")
        raise SystemExit(3)
    steps = list(sheets(worth(DATA)))
    show(steps, console)
    if write:
        _put(_written(steps), ROOT / "docs" / "detection.md", BEGIN_STEPS, END_STEPS)


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--no-write", action="store_true", help="print only")
    parser.add_argument(
        "--ablate", action="store_true", help="what each repair of the network is worth, not on TEST sets"
    )
    arguments = parser.parse_args()
    console = Console(width=None if sys.stdout.isatty() else 170)
    if arguments.ablate:
        ablate(console, write=not arguments.no_write)
        return
    if not (DATA / "test").is_dir():
        console.print(f"no test sets at {DATA}: set PRIVACY_CHAINS_DATA to the folder that holds test/")
        raise SystemExit(3)
    results: Results = {
        title: {name: measure(reading(detector), samples(), types) for name, detector in detectors().items()}
        for title, (samples, types, reading) in sets().items()
    }
    measured = [*tables(results), false_positives()]
    show(measured, console)
    texts = list(synth(DATA / "test" / "presidio_research" / "synth_dataset_v2.json"))
    sameness = {
        "with the network": same_types(default_detector(), texts),
        "without": same_types(default_detector(neural=False), texts),
    }
    console.print({name: _percent(share) for name, share in sameness.items()})
    if not arguments.no_write:
        write_page(measured, sameness, ROOT / "docs" / "detection.md")
        write_chart(results["presidio synth_v2"], ROOT / "docs" / "detection.svg")


if __name__ == "__main__":
    main()
