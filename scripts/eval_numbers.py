"""Measure what noise does to answers computed from numbers: TAT-QA's annotated derivations, at several epsilons.

Run it with ``python scripts/eval_numbers.py [--no-write]``.

Every table of TAT-QA (CC BY 4.0) is a message: its numbers, and those that a question takes from the paragraphs, are
released by the default noise for money, percentages and numbers (years stay, as in ConvFinQA). Then the annotated
derivation of each arithmetic question is computed from released and from true numbers. The *relative error* is their
difference over the true answer; a question whose true answer is 0 is left out. *Sign right*: an increase is still one.

*Values = 1*: every number costs the full epsilon. *Values = 4*: a quarter, as ``Policy.default(values=4)`` says.
*With dependencies*: totals of rows and columns are recognised and recomputed. Beside it, the paper's algorithm 3 with
its own setting for financial tables: bounds [0, 2 * 10^k], 1000 bins, epsilon per bin.

Writes ``docs/numbers.md`` (between its markers) and ``docs/numbers.svg``.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import log10
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.progress import track
from rich.table import Table

from privacy_chains.contract.spans import Span
from privacy_chains.dependencies import Mention, release_numbers
from privacy_chains.dependencies.expressions import Expression
from privacy_chains.dependencies.syntax import parse_expression
from privacy_chains.errors import DependencyError, FormatError
from privacy_chains.formats.measurements import PercentFormat
from privacy_chains.formats.money import MoneyFormat
from privacy_chains.formats.quantity import Quantity
from privacy_chains.hazmat.coins import Coins
from privacy_chains.ledger import PostProcessed
from privacy_chains.mechanisms import DEFAULT_NOISE, BoundedExponential
from privacy_chains.mechanisms.grids import magnitude

ROOT = Path(__file__).resolve().parents[1]
DATA = Path(os.environ.get("PRIVACY_CHAINS_DATA", ROOT.parent / "shared" / "data"))
VALUES = (1, 4)
"""Among how many numbers a policy shares epsilon: the paper's t."""
EPSILONS = [Fraction(1, 10), Fraction(1, 2), Fraction(1), Fraction(2)]
PAPER = (".400", ".078", ".041", ".024")
KEY = bytes(range(32))
_LITERAL = re.compile(r"\$?\s*[0-9][0-9,]*(?:\.[0-9]+)?\s*%?|\$?\s*\.[0-9]+\s*%?")
_CONSTANTS = {Fraction(number) for number in (1, 2, 3, 4, 5, 100, 1000)}


@dataclass(frozen=True)
class Question:
    """A derivation with a variable for each number it takes from the context."""

    expression: Expression
    values: Mapping[str, tuple[Fraction, Fraction]]
    """For each variable the number in the message it is, and the sign it has in the derivation."""
    true: Fraction


@dataclass
class Context:
    """A table as a message, and the questions about it."""

    text: str
    mentions: list[Mention]
    questions: list[Question] = field(default_factory=list)


def contexts() -> Iterator[Context]:
    """Every context of both files that has an arithmetic question."""
    for name in ("tatqa_dataset_dev.json", "tatqa_dataset_test_gold.json"):
        for entry in json.loads((DATA / "test" / "tatqa" / name).read_text(encoding="utf-8")):
            context = _table(entry["table"]["table"])
            for question in entry["questions"]:
                if question["answer_type"] == "arithmetic":
                    _add_question(context, question["derivation"])
            if context.questions:
                yield context


def _table(rows: Sequence[Sequence[str]]) -> Context:
    text, mentions = "", []
    for row in rows:
        for cell in row:
            quantity = _quantity(cell)
            if quantity is not None:
                span = Span(len(text), len(text) + len(cell), "PERCENTAGE" if "%" in cell else "MONEY")
                mentions.append(Mention(0, span, quantity))
            text += f"{cell} | "
        text += "\n"
    return Context(text, mentions)


def _quantity(cell: str) -> Quantity | None:
    """The number of a cell; None for text, and for years."""
    if not cell.strip() or re.fullmatch(r"\D*(19|20)[0-9]{2}\D*", cell) or len(re.findall("[A-Za-z]", cell)) > 3:
        return None
    try:
        return PercentFormat().read(cell) if "%" in cell else MoneyFormat().read(cell)
    except FormatError:
        return None


def _add_question(context: Context, derivation: str) -> None:
    """Read a derivation; numbers that the table lacks join the message as mentions of their own."""
    known = {mention.quantity.number: mention for mention in context.mentions}
    values: dict[str, tuple[Fraction, Fraction]] = {}
    derivation = derivation.replace("[", "(").replace("]", ")").replace("\u2013", "-").replace("\u00d7", "*")

    def variable(found: re.Match[str]) -> str:
        number = Fraction(re.sub(r"[$,%\s]", "", found[0]).lstrip() or "0")
        if number not in known and -number in known:
            values[name := f"v{len(values)}"] = (-number, Fraction(-1))
            return f" {name} "
        if number not in known:
            if number in _CONSTANTS:
                return found[0].replace("%", "")
            decimals = len(found[0].strip(" %").partition(".")[2])
            span = Span(len(context.text), len(context.text) + 1, "MONEY")
            known[number] = Mention(0, span, Quantity(number, Fraction(1, 10**decimals)))
            context.mentions.append(known[number])
            context.text += ".\n"
        values[name := f"v{len(values)}"] = (number, Fraction(1))
        return f" {name} "

    try:
        expression = parse_expression(_LITERAL.sub(variable, derivation))
        true = expression.value({name: number * sign for name, (number, sign) in values.items()})
    except DependencyError:
        return
    if true and values:
        context.questions.append(Question(expression, values, true))


@dataclass
class Score:
    """Relative errors of answers, and how many kept their sign."""

    errors: list[float] = field(default_factory=list)
    signs: int = 0
    computed: int = 0
    numbers: int = 0

    def row(self) -> tuple[str, str, str]:
        """Median, upper quartile, and share of right signs."""
        ordered = sorted(self.errors)
        return (
            f"{median(ordered):.3f}",
            f"{ordered[3 * len(ordered) // 4]:.3f}",
            f"{100 * self.signs / len(ordered):.1f} %",
        )


def measure(all_contexts: Sequence[Context], epsilon: Fraction, *, dependent: bool) -> Score:
    """Release every context once, each number at ``epsilon``, and compute its answers."""
    score = Score()
    for number, context in enumerate(all_contexts):
        released = release_numbers(
            [context.text],
            context.mentions,
            settled={},
            noise=DEFAULT_NOISE,
            epsilon=epsilon,
            coins=lambda *fields, number=number: Coins(KEY, str(number), *fields),
            identities=dependent,
        )
        free = [event for event in released.events if isinstance(event, PostProcessed)]
        score.computed += sum(event.count for event in free if event.reason.startswith("computed"))
        score.numbers += len({mention.key for mention in context.mentions})
        _answer(score, context, {m.quantity.number: n for m, n in zip(context.mentions, released.numbers, strict=True)})
    return score


def paper(all_contexts: Sequence[Context], epsilon: Fraction) -> Score:
    """The paper's mechanism in its setting for financial tables: epsilon per bin, each number by itself."""
    score = Score()
    for number, context in enumerate(all_contexts):
        numbers: dict[Fraction, Fraction] = {}
        for mention in context.mentions:
            value = mention.quantity.number
            if not value:
                numbers[value] = value
                continue
            top = 2 * Fraction(10) ** (magnitude(value) + 1)
            mechanism = BoundedExponential(epsilon, 0, 1000)
            drawn = mechanism.release(round(abs(value) / top * 1000), Coins(KEY, str(number), str(value), str(epsilon)))
            numbers[value] = (1 if value > 0 else -1) * drawn * top / 1000
        _answer(score, context, numbers)
    return score


def _answer(score: Score, context: Context, numbers: Mapping[Fraction, Fraction]) -> None:
    for question in context.questions:
        values = {name: numbers[number] * sign for name, (number, sign) in question.values.items()}
        try:
            answer = question.expression.value(values)
        except DependencyError:
            score.errors.append(float("inf"))
            continue
        score.errors.append(float(abs(answer - question.true) / abs(question.true)))
        score.signs += (answer > 0) == (question.true > 0)


def main() -> int:
    """Measure, print, and write the page and the plot."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--no-write", action="store_true", help="only print")
    arguments = parser.parse_args()
    if not (DATA / "test" / "tatqa").exists():
        print("TAT-QA is not there; set PRIVACY_CHAINS_DATA to the folder that holds test/tatqa")
        return 3
    everything = list(contexts())
    questions = sum(len(context.questions) for context in everything)
    rows: list[tuple[str, ...]] = []
    series: dict[str, list[float]] = {}
    jobs = [(f"values = {values}, {'with' if dependent else 'without'} dependencies", values, dependent)
            for values in VALUES for dependent in (False, True)]  # fmt: skip
    free = ""
    for title, values, dependent in track(jobs, description="TAT-QA", console=Console(stderr=True)):
        for epsilon in EPSILONS:
            score = measure(everything, epsilon / values, dependent=dependent)
            rows.append((title, f"{float(epsilon):g}", *score.row()))
            series.setdefault(title, []).append(median(score.errors))
            if dependent:
                free = f"{score.computed:,} of {score.numbers:,} numbers are computed, and free"
    for epsilon in EPSILONS:
        score = paper(everything, epsilon)
        rows.append(("algorithm 3, the paper's setting", f"{float(epsilon):g}", *score.row()))
        series.setdefault("algorithm 3, the paper's setting", []).append(median(score.errors))
    head = ("budget", "epsilon", "median relative error", "upper quartile", "sign right")
    title = f"TAT-QA: {questions} answers over {len(everything)} tables; {free}"
    table = Table(*head, title=title)
    for row in rows:
        table.add_row(*row)
    Console().print(table)
    if not arguments.no_write:
        _write(title, head, rows, series)
    return 0


def _write(
    title: str, head: Sequence[str], rows: Sequence[Sequence[str]], series: Mapping[str, Sequence[float]]
) -> None:
    lines = [f"{title}.", "", f"| {' | '.join(head)} |", "|" + "---|" * len(head)]
    lines += [f"| {' | '.join(row)} |" for row in rows]
    page = ROOT / "docs" / "numbers.md"
    text = page.read_text(encoding="utf-8")
    start, end = "<!-- measured -->", "<!-- end -->"
    before, _, rest = text.partition(start)
    after = rest.partition(end)[2]
    page.write_text(f"{before}{start}\n" + "\n".join(lines) + f"\n{end}{after}", encoding="utf-8")
    (ROOT / "docs" / "numbers.svg").write_text(_plot(series), encoding="utf-8")


def _plot(series: Mapping[str, Sequence[float]]) -> str:
    """Median relative error over epsilon, as a plain SVG with a logarithmic axis of errors."""
    width, height, left, top = 640, 360, 60, 20
    low, high = -3.0, 1.0
    colours = ("#1b6ca8", "#0f9d58", "#8e44ad", "#d35400", "#7f8c8d")

    def at(index: int, error: float) -> tuple[float, float]:
        share = (min(max(log10(max(error, 1e-9)), low), high) - low) / (high - low)
        return left + index * (width - left - 220) / (len(EPSILONS) - 1), top + (1 - share) * (height - 60)

    size = f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="11"'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" {size}>']
    for power in range(int(low), int(high) + 1):
        _, y = at(0, 10.0**power)
        parts.append(f'<line x1="{left}" y1="{y:.1f}" x2="{width - 210}" y2="{y:.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{10.0**power:g}</text>')
    for index, epsilon in enumerate(EPSILONS):
        x, _ = at(index, 1)
        parts.append(f'<text x="{x:.1f}" y="{height - 20}" text-anchor="middle">{float(epsilon):g}</text>')
    for number, (name, errors) in enumerate(series.items()):
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(index, error) for index, error in enumerate(errors)))
        colour = colours[number % len(colours)]
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<text x="{width - 205}" y="{40 + 18 * number}" fill="{colour}">{name}</text>')
    parts.append(f'<text x="{left + 170}" y="{height - 4}" text-anchor="middle">epsilon</text>')
    parts.append(f'<text x="{left}" y="14">median relative error of answers</text></svg>')
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    sys.exit(main())
