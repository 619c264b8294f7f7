"""Fixtures of the LlamaIndex adapter's tests."""

from __future__ import annotations

import pytest
from adapter_support.codebook import Codebook


@pytest.fixture
def codebook() -> Codebook:
    return Codebook()
