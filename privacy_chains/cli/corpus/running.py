"""A run as a user sees it: a bar with rate and time left, a summary, and the exit code."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
    TransferSpeedColumn,
)

from privacy_chains.cli.corpus.journal import Journal
from privacy_chains.cli.corpus.pool import Pool
from privacy_chains.cli.corpus.run import CorpusPlan, UnitOfFile, run
from privacy_chains.cli.corpus.summary import Summary
from privacy_chains.cli.output import note
from privacy_chains.errors import PrivacyError, UnsupportedContent
from privacy_chains.preempt.spec import SanitizerSpec

__all__ = ["FAILED", "Running", "check_out", "journal_of", "start"]

FAILED = 3
"""The exit code where some documents failed and the rest is complete."""


@dataclass(frozen=True, slots=True)
class Running:
    """What a run needs beside its files.

    Attributes:
        plan: What it does.
        spec: How workers make their sanitizers.
        journal: Where its journal is.
        options: What else changes its output.
        workers: How many processes it has; one for each processor if nothing is given.
        report: Where its summary is written as JSON.
    """

    plan: CorpusPlan
    spec: SanitizerSpec
    journal: Path
    options: tuple[str, ...]
    workers: int | None = None
    report: Path | None = None

    @property
    def fingerprint(self) -> str:
        """Tells runs apart that would write different bytes."""
        return sha256(json.dumps([self.spec.fingerprint, *self.options]).encode()).hexdigest()[:16]


def journal_of(out: Path, given: Path) -> Path:
    """Where the journal is: in the folder that is written, or beside the file."""
    return out / ".privacy-chains.journal" if given.is_dir() else out.with_name(f".{out.name}.journal")


def check_out(out: Path, given: Path) -> Path:
    """The journal of what is written there.

    Raises:
        PrivacyError: Something is there that no run wrote.
    """
    journal = journal_of(out, given)
    there = any(out.iterdir()) if out.is_dir() else out.exists()
    if there and not journal.exists():
        msg = f"{out} exists already and is not overwritten; give a new place"
        raise PrivacyError(msg)
    return journal


def start(running: Running) -> None:
    """Do what is left of a run, and tell what was found.

    Raises:
        PrivacyError: It cannot be done.
        SystemExit: Some documents failed.
    """
    plan = running.plan
    _check(plan)
    with closing(Journal(running.journal, running.fingerprint, running.spec.read_key())) as journal:
        with _pool(running) as pool, _bar(plan) as bar:
            task = bar.add_task("", total=sum(source.path.stat().st_size for source in plan.files), documents="")
            for step in run(plan, journal, pool):
                bar.update(task, advance=step.size, documents=f"{step.documents:,} documents")
        _tell(Summary(plan, journal), running)


def _check(plan: CorpusPlan) -> None:
    """Refuse columns that nobody spoke of before hours of work; a file that cannot be read fails when it comes.

    Raises:
        PolicyError: A table's columns are not those that were named.
    """
    for source in (*plan.files, *(plan.prompts or {}).values()):
        with suppress(UnsupportedContent):
            source.format.check(source.path)


def _tell(summary: Summary, running: Running) -> None:
    Console(stderr=True, highlight=False).print(summary)
    if running.plan.prompts is None:
        note(summary.spending())
        note(f"made under the key {running.spec.key_id}, in the session {running.spec.session!r}")
    if running.report is not None:
        written = json.dumps(summary.as_dict(), indent=1, ensure_ascii=False)
        running.report.write_text(written + "\n", encoding="utf-8")
    if summary.failed:
        raise SystemExit(FAILED)


@contextmanager
def _pool(running: Running) -> Iterator[Pool[UnitOfFile]]:
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    pool = Pool[UnitOfFile](running.spec, running.workers or allowed or 1)
    try:
        yield pool
    finally:
        pool.close()


def _bar(plan: CorpusPlan) -> Progress:
    console = Console(stderr=True)
    columns = (
        "sanitizing" if plan.prompts is None else "reading back",
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[documents]}"),
        TransferSpeedColumn(),
        TimeRemainingColumn(),
    )
    return Progress(*columns, console=console, disable=not console.is_terminal, speed_estimate_period=120)
