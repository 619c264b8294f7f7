"""What importing costs, and what the packages offer."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pytest

HEAVY = (
    "httpx",
    "langchain",
    "langchain_core",
    "langgraph",
    "llama_index",
    "numpy",
    "onnxruntime",
    "phonenumbers",
    "pandas",
    "presidio_analyzer",
    "pyarrow",
    "pyspark",
    "ray",
    "rich",
    "spacy",
    "starlette",
    "tomlkit",
    "torch",
    "transformers",
    "typer",
    "uvicorn",
)
PACKAGES = (
    "privacy_chains",
    "gateway_privacy_chains",
    "langchain_privacy_chains",
    "llama_index_privacy_chains",
    "ray_privacy_chains",
)


def loaded_by(statement: str) -> set[str]:
    """The top-level modules in memory after a statement, in a fresh interpreter."""
    code = f"import sys; {statement}; print(*{{name.partition('.')[0] for name in sys.modules}})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_importing_the_core_loads_nothing_heavy() -> None:
    assert loaded_by("import privacy_chains").intersection(HEAVY) == set()


def test_a_policy_and_a_key_load_nothing_heavy() -> None:
    statement = "from privacy_chains import Key, Policy; Key.generate(); Policy.default()"
    assert loaded_by(statement).intersection(HEAVY) == set()


def test_the_langchain_adapter_loads_no_other_framework() -> None:
    others = {"llama_index", "torch", "transformers", "spacy", "langgraph"}
    assert loaded_by("import langchain_privacy_chains").intersection(others) == set()


def test_the_llama_index_adapter_loads_no_langchain() -> None:
    loaded = loaded_by("import llama_index_privacy_chains")
    assert loaded.intersection({"langchain", "langchain_core", "langgraph", "torch"}) == set()


@pytest.mark.parametrize("package", PACKAGES)
def test_all_names_what_is_importable_once(package: str) -> None:
    module = importlib.import_module(package)
    assert len(module.__all__) == len(set(module.__all__))
    assert [name for name in module.__all__ if not hasattr(module, name)] == []


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_name_says_what_it_is(package: str) -> None:
    module = importlib.import_module(package)
    public = ((name, getattr(module, name)) for name in module.__all__)
    assert [name for name, value in public if callable(value) and not (value.__doc__ or "").strip()] == []
