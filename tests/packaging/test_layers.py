"""Who may import whom."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_layer_order_holds() -> None:
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as main; main()", "--no-cache"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_core_names_no_framework_anywhere() -> None:
    words = ("import langchain", "from langchain", "import llama_index", "from llama_index")
    core = (ROOT / "privacy_chains").rglob("*.py")
    assert [path.name for path in core if any(word in path.read_text(encoding="utf-8") for word in words)] == []
