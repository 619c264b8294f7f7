"""The pages on the frameworks: their code runs in the order it is printed, and prints what it says it prints."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
COMMENT = re.compile(r"^ *print\(.*  # (?P<said>[A-Z].*[.])$", re.MULTILINE)


@pytest.mark.parametrize("page", ["langchain.md", "llama_index.md", "hosted-index.md"])
def test_a_pages_code_prints_what_it_says(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    code = "\n".join(blocks)
    exec(compile(code, page, "exec"), {"__name__": "page"})  # noqa: S102  (our own text)
    printed = capsys.readouterr().out
    expected = [found["said"] for found in COMMENT.finditer(code)]
    assert len(expected) >= 3
    assert [line for line in expected if line not in printed] == []
    assert "Alice Johnson" in printed
