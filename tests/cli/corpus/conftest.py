"""Small corpora, and the command line in this process: workers are processes of their own all the same."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from cli.invoked import Invoked, invoke

from privacy_chains.cli.app import app

KEY = "b1" * 31 + "07"
TEXTS = (
    "Alice Barr (SSN 182-69-2573) is 28 years old\nand owes $54,839.59.",
    'Ms. Barr, "Ali", called again; Bob Haller is 28 years old.',
    "Bob Haller paid with 4574 2472 0401 3705 and writes from bob@example.net.",
    "Nothing private is in this one.",
    "",
)
CLEAR = ("Alice", "Barr", "182-69-2573", "54,839", "Haller", "4574 2472", "bob@")
UNREADABLE = "东京都新宿区西新宿的王小明先生住在这里很久了"


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PRIVACY_CHAINS_KEY", KEY)


@pytest.fixture
def corpus() -> Callable[..., Invoked]:
    """The command ``corpus`` with patterns only, and one worker unless told otherwise."""

    def call(command: str, *arguments: str | Path, workers: int = 1) -> Invoked:
        given = ["corpus", command, *map(str, arguments), "--patterns-only", "--workers", str(workers)]
        return invoke(app, given)

    return call


def write_lines(path: Path, texts: Sequence[str | None], **more: object) -> Path:
    """A file of JSON Lines with ids."""
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = [{"id": f"row {number}", "text": text, **more} for number, text in enumerate(texts)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def read_lines(path: Path, column: str = "text") -> list[str | None]:
    """One field of a file of JSON Lines."""
    return [json.loads(line)[column] for line in path.read_text(encoding="utf-8").splitlines()]
