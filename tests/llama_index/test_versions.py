"""The adapter loads on every LlamaIndex 0.14; the first of them lack some content blocks."""

from __future__ import annotations

import subprocess
import sys

SCRIPT = """
from llama_index.core import VectorStoreIndex
from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.base.llms import types

vars(types).pop("ThinkingBlock", None)
vars(types).pop("ToolCallBlock", None)
from llama_index.core.llms.mock import MockLLM
from llama_index_privacy_chains import protect
from privacy_chains import Key, Sanitizer

llm = protect(MockLLM(), Sanitizer(Key.generate()))
print(llm.chat([types.ChatMessage(content="I am Alice Johnson.")]).message.content)
"""


def test_the_adapter_loads_where_some_blocks_are_missing() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {sys.path!r}\n{SCRIPT}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert "Alice Johnson" in ran.stdout
