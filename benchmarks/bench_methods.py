"""All methods on the same texts: what the worst attacker reads, what is hidden, and what is left to work with.

    python benchmarks/bench_methods.py [--texts 40] [--reports 20] [--vectors FILE]

Texts with marked values are those of presidio_research; the task is a question about a report of TAT-QA, which a reader
by shared words answers (`scripts/router_texts.py`): it is right if it picks the row that it picks in the clear report,
and that reads back the same. ``--vectors`` names vectors for Laplace and exponential mechanism (`docs/words.md`);
without it their rows are left out. It writes the table into docs/methods.md, and docs/methods.svg.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from privacy_chains import Hash, Keep, Key, Method, Policy, Redact, Sanitizer
from privacy_chains.attacks.texts import attack_texts
from privacy_chains.errors import ModelError
from privacy_chains.ledger import Ledger
from privacy_chains.methods.characters import CharacterNoise
from privacy_chains.methods.router import Measure
from privacy_chains.methods.words import Vectors, WordNoise
from privacy_chains.preempt.treatments import Treatment

ROOT = Path(__file__).resolve().parents[1]
DATA = Path(os.environ.get("PRIVACY_CHAINS_DATA", ROOT.parent / "shared" / "data"))
PAGE, PLOT = ROOT / "docs" / "methods.md", ROOT / "docs" / "methods.svg"
MARKS = "<!-- measured: -->", "<!-- :measured -->"
KEY = Key.from_bytes(bytes(range(2, 34)))
NO_DATA = 3


class Marked(NamedTuple):
    """A text and its private values."""

    text: str
    values: tuple[str, ...]


class Contender(NamedTuple):
    """A method of the table: what sends a text, or a function that changes it and reads nothing back."""

    name: str
    method: Method | None = None
    policy: Policy | None = None
    change: Callable[[str], str] | None = None


class Figures(NamedTuple):
    """A row of the table."""

    name: str
    read: float
    hidden: float
    right: float
    similar: float
    back: float
    milliseconds: float
    epsilon: str


def main() -> int:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--texts", type=int, default=40)
    parser.add_argument("--reports", type=int, default=20)
    parser.add_argument("--vectors", type=Path)
    options = parser.parse_args()
    if not (DATA / "test" / "presidio_research").exists():
        print("presidio_research is not there; set PRIVACY_CHAINS_DATA to the folder that holds test/presidio_research")
        return NO_DATA
    sys.path.append(str(ROOT / "scripts"))
    marked = list(synth(options.texts))
    rows = []
    for contender in contenders(options.vectors):
        rows.append(figures(contender, marked, options.reports))
        print(contender.name, flush=True)
    lines = table(rows, len(marked), options.reports)
    PLOT.write_text(plot(rows), "utf-8")
    if PAGE.exists():
        before, _, rest = PAGE.read_text("utf-8").partition(MARKS[0])
        after = rest.partition(MARKS[1])[2]
        PAGE.write_text(before + "\n".join([MARKS[0], "", *lines, "", MARKS[1]]) + after, "utf-8")
    return 0


def synth(most: int) -> Iterator[Marked]:
    """Texts with marked values, evenly from the set."""
    stored = json.loads((DATA / "test" / "presidio_research" / "synth_dataset_v2.json").read_text("utf-8"))
    held = [one for one in stored if one["spans"]]
    for item in held[:: max(1, len(held) // most)][:most]:
        yield Marked(item["full_text"], tuple(span["entity_value"] for span in item["spans"]))


def contenders(vectors: Path | None) -> Iterator[Contender]:
    """The methods, from none to the strongest."""
    everywhere = Policy.default()
    yield of_policy("plain", Keep())
    yield Contender("Presidio (its patterns)", change=presidio())
    yield of_policy("redaction", Redact())
    yield of_policy("substitution by hashes", Hash())
    yield Contender("enciphering and noise", Sanitizer(KEY), everywhere)
    for epsilon in ("5.5", "4"):
        yield Contender(f"k-RR of characters, {epsilon}", CharacterNoise(KEY, epsilon=epsilon))
    for epsilon in ("2", "1"):
        yield Contender(f"word tree, {epsilon}", WordNoise(KEY, epsilon=epsilon))
    if vectors is not None:
        points = Vectors.read(vectors)
        yield Contender("Laplace on vectors, 10", WordNoise(KEY, epsilon=10, mechanism="laplace", vectors=points))
        exponential = WordNoise(KEY, epsilon=10, mechanism="exponential", words="rare", vectors=points)
        yield Contender("SanText+ (exponential, rare words), 10", exponential)
    try:  # the constructor asks the model, which may not be there
        importance = import_module("privacy_chains.methods.importance").ImportanceSanitizer(KEY)
    except ModelError as missing:
        print(f"importance is left out: {missing}")
        return
    yield Contender("importance (ProSan)", importance)


def of_policy(name: str, treatment: Treatment) -> Contender:
    """A sanitizer that treats every type in one way."""
    policy = Policy.default()
    for entity_type in policy.entity_types:
        policy = policy.with_rule(entity_type, treatment)
    return Contender(name, Sanitizer(KEY, policy=policy), policy)


def presidio() -> Callable[[str], str]:
    """Presidio's recognizers that need no model; what they find becomes its type."""
    engine = import_module("blank_presidio").blank_engine()

    def change(text: str) -> str:
        found = sorted(engine.analyze(text, language="en"), key=lambda one: (one.start, -one.end))
        pieces, end = list[str](), 0
        for one in found:
            if one.start >= end:
                pieces += (text[end : one.start], f"<{one.entity_type}>")
                end = one.end
        return "".join([*pieces, text[end:]])

    return change


def figures(contender: Contender, marked: Sequence[Marked], reports: int) -> Figures:
    """The figures of one method. None goes without that of its worst attacker."""
    router_texts = import_module("router_texts")
    measure, ledger, back, similar = Measure(), Ledger(), 0, 0.0
    values = clear = 0
    send(contender, marked[0].text, "loading")
    started = time.process_time()
    sent = [send(contender, one.text, f"text {number}") for number, one in enumerate(marked)]
    spent = (time.process_time() - started) / len(marked)
    for one, (text, read, told) in zip(marked, sent, strict=True):
        ledger += told
        back += read(text) == one.text
        similar += measure.similar(one.text, text)
        values += len(one.values)
        clear += sum(value.casefold() in text.casefold() for value in one.values)
    asked = router_texts.some("reports", reports)
    right = 0
    for number, question in enumerate(asked):
        text, read, _ = send(contender, question.text, f"report {number}")
        right += read(router_texts.small(text)) == router_texts.small(question.text)
    return Figures(
        contender.name,
        worst(contender, marked, clear / values),
        1 - clear / values,
        right / len(asked),
        similar / len(marked),
        back / len(marked),
        1000 * spent,
        epsilon(ledger, len(marked)),
    )


def send(contender: Contender, text: str, session: str) -> tuple[str, Callable[[str], str], Ledger]:
    """What is sent of a text, what reads an answer back, and what the ledger says."""
    if contender.change is not None:
        return contender.change(text), lambda answer: answer, Ledger()
    identity = import_module("privacy_chains.methods.router.identity")
    method = identity.in_session(contender.method, session)
    prompt = method.sanitize(text)
    return prompt.text, method.reader(prompt).text, prompt.ledger


def worst(contender: Contender, marked: Sequence[Marked], clear: float) -> float:
    """The share of marked values that the worst attacker reads; what stands in clear at least."""
    if contender.method is None:
        return clear
    values = [value for one in marked for value in one.values]
    identity = import_module("privacy_chains.methods.router.identity")
    results = attack_texts(
        [one.text for one in marked],
        identity.in_session(contender.method, "attacked"),
        policy=contender.policy,
        given=values,
    )
    attacked = sum(one.of for one in results)
    return max(clear, sum(one.learned for one in results) / attacked if attacked else 0.0)


def epsilon(ledger: Ledger, texts: int) -> str:
    """What a text spends on average, in each unit."""
    spent = {name: ledger.spent_in(name) for name in ("characters", "levels of the word tree", "vector units")}
    told = [f"{float(total / texts):.0f} ({name})" for name, total in spent.items() if total]
    if ledger.spent:
        told.append(f"{float(ledger.spent / texts):.1f} (numbers)")
    return ", ".join(told) or "none"


def table(rows: Sequence[Figures], texts: int, reports: int) -> list[str]:
    """Print the table, and return it in Markdown."""
    heads = ["method", "worst attack", "hidden", "task right", "similar", "read back", "ms a text", "ε a text"]
    shown = Table(*heads, title=f"{texts} texts, {reports} questions")
    found = [
        [
            row.name,
            *(f"{share:.0%}" for share in (row.read, row.hidden, row.right)),
            f"{row.similar:.2f}",
            f"{row.back:.0%}",
            f"{row.milliseconds:.0f}",
            row.epsilon,
        ]
        for row in rows
    ]
    for row in found:
        shown.add_row(*row)
    Console(width=150).print(shown)
    return [f"| {' | '.join(row)} |" for row in (heads, ["---"] * len(heads), *found)]


def plot(rows: Sequence[Figures]) -> str:
    """What the worst attacker reads, and how often the task is right: the best method stands at the top left."""
    marks = []
    for row in rows:
        x, y = 60 + 460 * row.read, 340 - 300 * row.right
        anchor, shift = ("end", -8) if row.read > 0.6 else ("start", 8)
        marks.append(
            f'<circle cx="{x:.0f}" cy="{y:.0f}" r="5" fill="#00796b"/><text x="{x + shift:.0f}" y="{y + 4:.0f}" '
            f'text-anchor="{anchor}">{row.name}</text>'
        )
    frame = '<rect x="60" y="40" width="460" height="300" fill="none" stroke="#888"/>'
    names = (
        '<text x="290" y="375" text-anchor="middle">values that the worst attacker reads, 0 to 100 %</text>'
        '<text x="20" y="190" text-anchor="middle" transform="rotate(-90 20 190)">tasks right, 0 to 100 %</text>'
    )
    body = "\n".join([frame, '<g font-family="sans-serif" font-size="12" fill="#444">', *marks, names, "</g>"])
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 580 390" role="img">\n{body}\n</svg>\n'


if __name__ == "__main__":
    sys.exit(main())
