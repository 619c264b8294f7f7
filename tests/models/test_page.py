"""The page about local models: its code runs, and its table is what the back ends give."""

from __future__ import annotations

import re
from pathlib import Path

from privacy_chains.models import GIVEN_BY, PARTS

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "models.md").read_text("utf-8")


def test_the_code_that_needs_no_model_runs() -> None:
    code = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)[0]
    exec(compile(code, "models.md", "exec"), {"__name__": "page"})  # noqa: S102  (our own text)


def test_the_table_says_of_each_part_who_gives_it() -> None:
    rows = re.findall(r"^\| `(\w+)\(.*?\)` \|.*?\|(.*?)\|(.*?)\|(.*?)\|(.*?)\|$", PAGE, re.MULTILINE)
    given = {part: [bool(cell.strip()) for cell in cells] for part, *cells in rows}
    named = {
        part: [word in GIVEN_BY[part] for word in ("transformers", "onnx", "ollama", "writer()")] for part in PARTS
    }
    assert given == named
