"""Every test of this folder runs on both adapters."""

from __future__ import annotations

import pytest
from adapter_support.codebook import Codebook
from adapter_support.langchain_side import LangChain
from adapter_support.llama_index_side import LlamaIndex
from adapter_support.sides import Side

SIDES: dict[str, type[Side]] = {"langchain": LangChain, "llama_index": LlamaIndex}


@pytest.fixture(params=SIDES)
def side(request: pytest.FixtureRequest) -> Side:
    return SIDES[request.param]()


@pytest.fixture
def sides() -> list[Side]:
    """Both, to compare them."""
    return [kind() for kind in SIDES.values()]


@pytest.fixture
def codebook() -> Codebook:
    return Codebook()
