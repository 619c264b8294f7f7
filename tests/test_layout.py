"""The pages on the layout name the rooms that are there: every room, and no other."""

from __future__ import annotations

import re
import tomllib
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
