"""The benchmark of the gateway at a small size: processes of their own, two users, streams at once."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("uvicorn", reason="needs the extra [serve]")
pytest.importorskip("httpx", reason="needs the extra [serve]")

BENCHMARK = Path(__file__).resolve().parents[2] / "benchmarks" / "bench_gateway.py"


def test_two_users_stay_apart_and_no_stream_is_lost() -> None:
    command = [sys.executable, str(BENCHMARK), "--requests", "64", "--streams", "24"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    told = " ".join(done.stdout.split())
    assert "24 of 24 ended whole" in told
    assert "0 answers differ, 0 hold a value of the other user" in told
    (requests, leaks) = re.findall(r"the provider had (\d+) requests, (\d+) with a value", told)[0]
    assert int(requests) >= 64 + 24
    assert leaks == "0"
