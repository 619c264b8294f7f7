from __future__ import annotations

import subprocess
import sys

import pytest

import langchain_privacy_chains


def test_the_package_needs_no_more_than_langchain_core() -> None:
    path = langchain_privacy_chains.__path__[0].rpartition("/")[0]
    code = (
        f"import sys; sys.path.insert(0, {path!r}); import langchain_privacy_chains;"
        "heavy = {'langchain', 'langgraph', 'llama_index', 'torch', 'transformers', 'presidio_analyzer'};"
        "assert not heavy & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_every_public_name_is_there() -> None:
    assert sorted(langchain_privacy_chains.__all__) == langchain_privacy_chains.__all__
    assert all(getattr(langchain_privacy_chains, name) for name in langchain_privacy_chains.__all__)
    with pytest.raises(AttributeError, match="no attribute"):
        _ = langchain_privacy_chains.nothing
