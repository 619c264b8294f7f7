from __future__ import annotations

import pkgutil
import subprocess
import sys

import langchain_core
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


LOOKED_THROUGH = frozenset(
    (  # noqa: SIM905  # words read best as words
        "agents caches callbacks chat_history chat_loaders chat_sessions cross_encoders decisions document_loaders"
        " documents embeddings env example_selectors exceptions globals indexing language_models load messages"
        " output_parsers outputs prompt_values prompts rate_limiters retrievers runnables stores structured_query"
        " sys_info tools tracers utils vectorstores version"
    ).split()
)
"""The rooms of langchain-core that were searched for what sends text somewhere."""


def test_a_new_kind_of_component_does_not_go_unnoticed() -> None:
    rooms = {room.name for room in pkgutil.iter_modules(langchain_core.__path__) if not room.name.startswith("_")}
    new = sorted(rooms - LOOKED_THROUGH)
    assert not new, "does anything in there send text somewhere? protect and audit have to know it"
