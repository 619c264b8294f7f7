"""A run that was killed goes on: no row is lost, none is there twice, and nothing clear lies about."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from cli.corpus.conftest import CLEAR, KEY, TEXTS, read_lines, write_lines
from cli.invoked import Invoked

from privacy_chains import Key, PrivacyError, SanitizerSpec
from privacy_chains.adapting import Document
from privacy_chains.cli.corpus.journal import Journal, Progress
from privacy_chains.cli.corpus.pool import Job, Pool

ROWS = 60


@pytest.fixture
def spec() -> SanitizerSpec:
    return SanitizerSpec("env:PRIVACY_CHAINS_KEY", session="s", neural=False)


def texts(rows: int = ROWS) -> list[str]:
    return [f"{TEXTS[number % 3]} Row {number}." for number in range(rows)]


def killed_after(steps: int, *arguments: str | Path) -> int:
    """The exit code of a command whose process kills itself once it wrote so many units."""
    code = (
        "import os, signal, sys\n"
        "from privacy_chains.cli.app import main\n"
        "from privacy_chains.cli.corpus import running, units\n"
        "units._RECORDS = 9\n"
        "whole = running.run\n"
        "def dying(*given):\n"
        f"    for number, step in enumerate(whole(*given)):\n"
        "        yield step\n"
        f"        if number == {steps}:\n"
        "            os.kill(os.getpid(), signal.SIGKILL)\n"
        "running.run = dying\n"
        "if __name__ == '__main__':\n"
        "    main()\n"
    )
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, check=False, env={**os.environ}).returncode


@pytest.mark.parametrize("steps", [0, 3])
def test_a_killed_run_goes_on_where_it_was(corpus: Callable[..., Invoked], tmp_path: Path, steps: int) -> None:
    given = write_lines(tmp_path / "in.jsonl", texts())
    options = ("--column", "text", "--keep", "id", "--session", "s")
    arguments = ("corpus", "sanitize", given, tmp_path / "out.jsonl", *options, "--patterns-only", "--workers", "2")
    assert killed_after(steps, *arguments) == -signal.SIGKILL
    assert not (tmp_path / "out.jsonl").exists()
    left = tmp_path / "out.jsonl.partial"
    before = left.read_bytes() if left.exists() else b""
    assert (len(before) > 0) == (steps > 0)
    with left.open("ab") as file:
        file.write(b'{"id": "cut of')  # what a kill between writing and noting leaves
    found = b"".join(path.read_bytes() for path in tmp_path.glob("*out*"))
    assert [value for value in CLEAR if value.encode() in found] == []
    assert corpus("sanitize", given, tmp_path / "out.jsonl", *options).exit_code == 0
    sanitizer = SanitizerSpec("env:PRIVACY_CHAINS_KEY", neural=False).make()
    wanted = [sanitizer.session("s").sanitize(text).text for text in texts()]
    assert read_lines(tmp_path / "out.jsonl") == wanted
    assert (tmp_path / "out.jsonl").read_bytes().startswith(before)
    assert read_lines(tmp_path / "out.jsonl", "id") == [f"row {number}" for number in range(ROWS)]


def test_a_run_that_is_complete_does_nothing_again(corpus: Callable[..., Invoked], tmp_path: Path) -> None:
    given = write_lines(tmp_path / "in.jsonl", TEXTS)
    out = tmp_path / "out.jsonl"
    options = (given, out, "--column", "text", "--keep", "id")
    first = corpus("sanitize", *options)
    written = out.stat().st_mtime_ns
    again = corpus("sanitize", *options)
    assert (again.exit_code, again.stderr) == (first.exit_code, first.stderr)
    assert out.stat().st_mtime_ns == written


def test_another_run_does_not_go_on_with_this_one(corpus: Callable[..., Invoked], tmp_path: Path) -> None:
    given = write_lines(tmp_path / "in.jsonl", TEXTS)
    options = (given, tmp_path / "out.jsonl", "--column", "text", "--keep", "id")
    corpus("sanitize", *options)
    assert "other options or another key" in str(corpus("sanitize", *options, "--session", "other").exception)
    given.write_text(given.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert "was changed" in str(corpus("sanitize", *options).exception)


def test_the_journal_holds_no_text_no_name_and_no_person(corpus: Callable[..., Invoked], tmp_path: Path) -> None:
    given = write_lines(tmp_path / "in" / "Alice Barr.jsonl", texts(50)).parent
    told = ("--column", "text", "--keep", "id", "--per", "person", "--id-column", "id")
    assert corpus("sanitize", given, tmp_path / "out", *told).exit_code == 0
    journal = (tmp_path / "out" / ".privacy-chains.journal").read_bytes()
    assert [value for value in (*CLEAR, "row 7") if value.encode() in journal] == []


def test_one_run_at_a_time_has_a_journal(tmp_path: Path) -> None:
    key = Key.from_bytes(bytes.fromhex(KEY))
    journal = Journal(tmp_path / "journal", "a", key)
    with pytest.raises(PrivacyError, match="another run"):
        Journal(tmp_path / "journal", "a", key)
    journal.commit(b"file", "was", Progress(1, 0, 2, 3))
    journal.close()
    again = Journal(tmp_path / "journal", "a", key)
    assert again.progress(b"file", "was") == Progress(1, 0, 2, 3)


def test_a_journal_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "journal").write_bytes(b"something else, and long enough to be looked at" * 9)
    with pytest.raises(PrivacyError, match="cannot be used"):
        Journal(tmp_path / "journal", "a", Key.generate())
    with pytest.raises(sqlite3.DatabaseError):
        sqlite3.connect(tmp_path / "journal").execute("select * from run")


def test_a_worker_that_is_killed_loses_and_repeats_nothing(spec: SanitizerSpec) -> None:
    units = [[f"{TEXTS[0]} Row {number}.", f"Again {number}: {TEXTS[2]}"] for number in range(40)]
    jobs = [Job([(Document((text,)), None) for text in unit], number) for number, unit in enumerate(units)]
    pool = Pool[int](spec, 2)
    done = []
    try:
        for job, result in pool.run(jobs):
            done.append((job.about, [one.texts[0] for one in result.read]))
            if job.about in {3, 11}:
                os.kill(pool.processes[job.about % 2], signal.SIGKILL)
    finally:
        pool.close()
    sanitizer = spec.make()
    assert done == [
        (number, [sanitizer.session("s").sanitize(text).text for text in unit]) for number, unit in enumerate(units)
    ]


def test_a_unit_that_kills_every_worker_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    from deadly import Deadly  # noqa: PLC0415  (workers import it by this name)

    pool = Pool[int](Deadly(), 1)
    try:
        texts = ("fine", "die", "fine again")
        jobs = [Job([(Document((text,)), None)], number) for number, text in enumerate(texts)]
        read = [result.read[0] for _, result in pool.run(jobs)]
    finally:
        pool.close()
    assert [one.texts for one in read] == [("fine",), (None,), ("fine again",)]
    assert read[1].failure == "3 workers died on its unit"


def test_workers_that_cannot_read_the_key_stop_the_run(spec: SanitizerSpec, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PRIVACY_CHAINS_KEY")
    pool = Pool[int](spec, 2)
    try:
        with pytest.raises(PrivacyError, match="PRIVACY_CHAINS_KEY is not set"):
            list(pool.run([Job([(Document(("text",)), None)], 0)]))
    finally:
        pool.close()
