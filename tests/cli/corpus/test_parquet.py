"""Parquet files by column: types are kept, runs that were killed go on, and row groups are not read twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from cli.corpus.conftest import CLEAR, KEY, TEXTS, UNREADABLE
from cli.invoked import Invoked

from privacy_chains import PrivacyError, SanitizerSpec

pytest.importorskip("pyarrow", reason="pyarrow is not installed: make ray tests this in an environment that has it")
import pyarrow as pa
from pyarrow import parquet

Corpus = Callable[..., Invoked]
OPTIONS = ("--column", "text", "--keep", "*", "--session", "s")


def write(path: Path, texts: Sequence[str | None], kind: pa.DataType | None = None) -> Path:
    """A file of several row groups, with columns of other types beside the text."""
    numbers = list(range(len(texts)))
    columns = {
        "id": pa.array(numbers, pa.int16()),
        "text": pa.array(texts, kind or pa.string()),
        "at": pa.array(numbers, pa.timestamp("ns")),
        "tags": pa.array([[str(number)] for number in numbers]),
    }
    table = pa.table(columns).replace_schema_metadata({"note": "Alice Barr"})
    parquet.write_table(table, path, row_group_size=7)
    return path


def expected(texts: Sequence[str]) -> list[str]:
    sanitizer = SanitizerSpec("env:PRIVACY_CHAINS_KEY", neural=False).make()
    return [sanitizer.session("s").sanitize(text).text for text in texts]


def test_texts_are_sanitized_and_other_columns_are_as_they_were(corpus: Corpus, tmp_path: Path) -> None:
    given = write(tmp_path / "in.parquet", [*TEXTS, None])
    assert corpus("sanitize", given, tmp_path / "out.parquet", *OPTIONS).exit_code == 0
    before, after = parquet.read_table(given), parquet.read_table(tmp_path / "out.parquet")
    assert after["text"].to_pylist() == [*expected(TEXTS), None]
    assert after.drop(["text"]).equals(before.drop(["text"]))
    content = (tmp_path / "out.parquet").read_bytes()
    assert [value for value in CLEAR if value.encode() in content] == []
    assert sorted(path.name for path in tmp_path.iterdir()) == [".out.parquet.journal", "in.parquet", "out.parquet"]


def test_a_killed_run_goes_on_where_it_was(corpus: Corpus, tmp_path: Path) -> None:
    texts = [f"{TEXTS[number % 3]} Row {number}." for number in range(40)]
    given = write(tmp_path / "in.parquet", texts)
    code = (
        "import os, signal\n"
        "from privacy_chains.cli.app import main\n"
        "from privacy_chains.cli.corpus import running, units\n"
        "units._RECORDS = 5\n"
        "whole = running.run\n"
        "def dying(*given):\n"
        "    for number, step in enumerate(whole(*given)):\n"
        "        yield step\n"
        "        if number == 3:\n"
        "            os.kill(os.getpid(), signal.SIGKILL)\n"
        "running.run = dying\n"
        "main()\n"
    )
    arguments = ("corpus", "sanitize", given, tmp_path / "out.parquet", *OPTIONS, "--patterns-only", "--workers", "1")
    command = [sys.executable, "-c", code, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, check=False, env={**os.environ, "PRIVACY_CHAINS_KEY": KEY})
    assert done.returncode == -signal.SIGKILL
    (tmp_path / "out.parquet.partial" / "3").write_bytes(b"half a part")
    assert corpus("sanitize", given, tmp_path / "out.parquet", *OPTIONS).exit_code == 0
    after = parquet.read_table(tmp_path / "out.parquet")
    assert after["text"].to_pylist() == expected(texts)
    assert after["id"].to_pylist() == list(range(40))


def test_answers_are_read_back_and_failures_are_null(corpus: Corpus, tmp_path: Path) -> None:
    given = write(tmp_path / "in.parquet", [TEXTS[0], UNREADABLE])
    assert corpus("sanitize", given, tmp_path / "sent.parquet", *OPTIONS).exit_code == 3
    sent = parquet.read_table(tmp_path / "sent.parquet")["text"].to_pylist()
    assert sent == [*expected(TEXTS[:1]), None]
    answers = write(tmp_path / "answers.parquet", [f"So: {sent[0]}", None], pa.large_string())
    told = ("--column", "text", "--prompts", given, "--prompt-column", "text", "--session", "s")
    assert corpus("desanitize", answers, tmp_path / "back.parquet", *told).exit_code == 3
    assert parquet.read_table(tmp_path / "back.parquet")["text"].to_pylist() == [f"So: {TEXTS[0]}", None]


def test_a_column_of_numbers_and_a_file_that_is_none_are_refused(corpus: Corpus, tmp_path: Path) -> None:
    given = write(tmp_path / "in.parquet", TEXTS)
    done = corpus("sanitize", given, tmp_path / "out.parquet", "--column", "id", "--keep", "*")
    assert isinstance(done.exception, PrivacyError)
    assert "holds int16" in str(done.exception)
    (tmp_path / "other.parquet").write_bytes(b"no parquet")
    assert corpus("sanitize", tmp_path / "other.parquet", tmp_path / "out", *OPTIONS).exit_code == 3
