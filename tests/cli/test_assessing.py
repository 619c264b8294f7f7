"""``assess fit`` and ``assess report``, as a user types them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from privacy_chains.methods.router import Assessor

CODE = "import sys; from privacy_chains.cli.app import main; sys.argv[0] = 'privacy-chains'; main()"


def run(*arguments: str | Path) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-c", CODE, *map(str, arguments)], capture_output=True, check=False)


def a_log(path: Path, answers: int, saved: int = 0) -> Path:
    coins = np.random.default_rng(1)
    lines = []
    for number in range(answers + saved):
        identity = float(coins.random())
        quality = min(1.0, max(0.0, 0.3 + 0.6 * identity + float(coins.normal()) * 0.05))
        told = [identity * 0.5, identity * 0.6 + 0.3, 1.0]
        lines.append({"action": "send", "features": {"identity": identity}, "told": told, "quality": quality})
        if number >= answers:
            lines[-1] |= {"action": "local", "quality": None}
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    return path


def test_a_report_has_the_figures_of_the_paper_and_a_plot(tmp_path: Path) -> None:
    done = run("assess", "report", a_log(tmp_path / "flow.jsonl", 80, 20), "--svg", tmp_path / "plot.svg")
    shown = done.stdout.decode() + done.stderr.decode()
    assert done.returncode == 0, shown
    assert "calls saved: 20 of 100 (20.0%)" in shown
    assert "wasted" in shown
    assert shown.count("o\n") + shown.count("|\n") >= 4
    assert "<circle" in (tmp_path / "plot.svg").read_text("utf-8")


def test_an_empty_log_is_reported_as_such(tmp_path: Path) -> None:
    done = run("assess", "report", a_log(tmp_path / "flow.jsonl", 0))
    assert done.returncode == 0
    assert b"no call was observed" in done.stdout + done.stderr


def test_few_answers_are_refused_in_a_line(tmp_path: Path) -> None:
    done = run("assess", "fit", a_log(tmp_path / "flow.jsonl", 50), "--out", tmp_path / "a.npz")
    assert done.returncode == 2
    assert b"50 answers were observed; below 200" in done.stderr
    assert not (tmp_path / "a.npz").exists()


def test_a_fit_writes_an_assessor(tmp_path: Path) -> None:
    pytest.importorskip("sklearn", reason="needs the extra [assess]")
    done = run("assess", "fit", a_log(tmp_path / "flow.jsonl", 220), "--out", tmp_path / "a.npz")
    assert done.returncode == 0, done.stderr
    made = Assessor.read(tmp_path / "a.npz")
    assert made.features == ("identity",)
    assert made.predict({"identity": 0.9}).middle > made.predict({"identity": 0.1}).middle + 0.3
