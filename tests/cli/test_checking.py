"""``check``, and tables that fit a terminal of 80 columns."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]  # no stubs
from cli.invoked import invoke

from privacy_chains.cli.app import app

ROOT = Path(__file__).resolve().parents[2]
SECRETS = "# notes\nnothing here\ncall Alice Barr, SSN 182-69-2573\n"


def run(*arguments: str) -> tuple[int, str]:
    done = invoke(app, ["check", *arguments])
    return done.exit_code, done.output


def test_it_names_places_and_never_values(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text(SECRETS, encoding="utf-8")
    code, output = run(str(file))
    assert code == 1
    assert f"{file}:3:6: PERSON\n{file}:3:22: US_SSN\n" in output
    assert not [value for value in ("Alice", "Barr", "182") if value in output]


def test_clean_files_and_binary_ones_pass(tmp_path: Path) -> None:
    clean, image = tmp_path / "clean.py", tmp_path / "image.png"
    clean.write_text("def add(a, b):\n    return a + b\n", encoding="utf-8")
    image.write_bytes(b"\x89PNG\r\n\xff\xfe")
    code, output = run(str(clean), str(image))
    assert code == 0
    assert "image.png: not looked at" in output


def test_types_and_a_policy_narrow_it(tmp_path: Path) -> None:
    file, policy = tmp_path / "notes.txt", tmp_path / "policy.toml"
    file.write_text(SECRETS, encoding="utf-8")
    assert run(str(file), "--types", "CREDIT_CARD, IBAN_CODE")[0] == 0
    code, output = run(str(file), "--types", "US_SSN")
    assert (code, "PERSON" in output) == (1, False)
    policy.write_text('allow = ["Alice Barr", "182-69-2573"]\n', encoding="utf-8")
    assert run(str(file), "--policy", str(policy))[0] == 0


def test_an_unknown_type_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text(SECRETS, encoding="utf-8")
    done = invoke(app, ["check", str(file), "--types", "US_SNN"])
    assert "is it US_SSN?" in str(done.exception)


def test_the_hook_runs_it() -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert hook["entry"].split() == ["privacy-chains", "check"]
    assert {"id", "name", "language", "types"} <= hook.keys()


@pytest.mark.parametrize("arguments", [["types"], ["demo"]])
def test_tables_fit_eighty_columns_and_leave_most_of_them_to_sentences(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "privacy_chains", *arguments],
        capture_output=True,
        check=True,
        encoding="utf-8",
        env={**os.environ, "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"},
    )
    rows = [line for line in (done.stdout + done.stderr).splitlines() if line.startswith("│")]
    assert rows
    assert max(map(len, rows)) <= 80
    if arguments == ["types"]:
        assert {len(row.split("│")[1]) for row in rows} == {28}
