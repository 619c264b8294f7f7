from __future__ import annotations

from pathlib import Path

import pytest

ADAPTERS = Path(__file__).parents[2] / "adapters"


@pytest.mark.parametrize("name", ["_fields.py", "_streams.py", "_visitors.py"])
def test_what_the_adapters_share_is_the_same_in_both(name: str) -> None:
    langchain = ADAPTERS / "langchain" / "langchain_privacy_chains" / name
    llama_index = ADAPTERS / "llama_index" / "llama_index_privacy_chains" / name
    twin = llama_index.read_text(encoding="utf-8").replace("llama_index_privacy_chains", "langchain_privacy_chains")
    assert langchain.read_text(encoding="utf-8") == twin
