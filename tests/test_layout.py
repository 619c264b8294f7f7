"""The pages on the layout name the rooms that are there: every room, and no other."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
CORE = ROOT / "privacy_chains"
BUILT = all((CORE / room).is_dir() for room in ("preempt", "methods", "models"))
pytestmark = pytest.mark.skipif(not BUILT, reason="the rooms are not all built yet")


def rows(page: str) -> list[str]:
    """The places in the cells of a page's tables."""
    return re.findall(r"^\|.*`([a-z_/]+(?:\.py|/))`", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE)


def test_contributing_describes_every_room() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    described = re.findall(r"^\| `([a-z_]+)(?:/|\.py)` \|", text, re.MULTILINE)
    there = {place.stem for place in CORE.iterdir() if not place.name.startswith("_") and place.name != "py.typed"}
    assert sorted(described) == sorted(there)


def test_every_room_has_a_layer() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    (core,) = (contract for contract in contracts if contract["name"] == "Layers of the core")
    layered = {name.removeprefix("privacy_chains.") for layer in core["layers"] for name in re.split(r" [|:] ", layer)}
    there = {place.stem for place in CORE.iterdir() if not place.name.startswith("_") and place.name != "py.typed"}
    assert layered == there


def test_the_twenty_questions_are_answered_by_places_that_exist() -> None:
    places = rows("docs/where.md")
    assert len(places) >= 20
    assert [place for place in places if not (CORE / place).exists()] == []


def classes(*folders: Path) -> Iterator[tuple[str, Path]]:
    """Every class, with the file that defines it."""
    for folder in folders:
        for file in sorted(folder.rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef):
                    yield node.name, file.relative_to(folder)


ADAPTERS = sorted(place for place in (ROOT / "adapters").glob("*/*_privacy_chains") if place.is_dir())


SHARED: set[str] = set()
"""Names that stand for two things, and are still to be told apart. Add none."""


def test_a_public_class_has_a_name_of_its_own() -> None:
    named = defaultdict[str, list[Path]](list)
    for name, file in classes(CORE):
        named[name].append(file)
    taken = {name for adapter in ADAPTERS for name, _ in classes(adapter)}
    assert {
        name for name, files in named.items() if not name.startswith("_") and (len(files) > 1 or name in taken)
    } == SHARED


@pytest.mark.parametrize("adapter", ADAPTERS, ids=lambda adapter: adapter.name)
def test_an_adapter_has_one_class_of_a_name(adapter: Path) -> None:
    names = [name for name, _ in classes(adapter)]
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("room", sorted(place.name for place in CORE.iterdir() if (place / "__init__.py").exists()))
def test_a_room_has_one_private_class_of_a_name(room: str) -> None:
    names = [(file.parent, name) for name, file in classes(CORE / room)]
    assert sorted(names) == sorted(set(names))
