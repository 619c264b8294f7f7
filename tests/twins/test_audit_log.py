"""The audit log of everything that leaves through a protected component."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from adapter_support.person import NAME, RECORD, VALUES
from adapter_support.sides import Side, Way

from privacy_chains import Key, Sanitizer
from privacy_chains.ledger.audit import AuditLog, verify_log

KEY = Key.from_bytes(bytes(range(32)))


def entries(path: Path) -> list[tuple[str, str]]:
    assert verify_log(path, KEY).fault is None
    text = path.read_text("ascii")
    assert not [value for value in VALUES if value in text]
    lines = [json.loads(line) for line in text.splitlines()][1:]
    return [(one["destination"].split()[0], one["decision"]) for one in lines]


@pytest.mark.parametrize("way", ["whole", "async", "stream", "astream"])
async def test_calls_of_models_are_in_it(way: Way, side: Side, tmp_path: Path) -> None:
    sanitizer = Sanitizer(KEY, audit=AuditLog(tmp_path / "log", KEY, durable=False))
    await side.talk(side.protect(side.model(), sanitizer), [RECORD, f"Who is {NAME}?"], way)
    assert entries(tmp_path / "log") == [("model", "released")] * 2


@pytest.mark.parametrize("way", ["whole", "async"])
async def test_so_is_what_goes_elsewhere(way: Way, side: Side, tmp_path: Path) -> None:
    sanitizer = Sanitizer(KEY, audit=AuditLog(tmp_path / "log", KEY, durable=False))

    def look_up(name: str) -> str:
        """Look somebody up."""
        return f"Found {name}."

    await side.use(side.protect(side.tool(look_up), sanitizer, trust="remote"), {"name": NAME}, way)
    await side.embed(side.protect(side.embedding(), sanitizer), RECORD, way)
    store = side.protect(side.store(), sanitizer, trust="remote")
    await side.fill(store, RECORD, {"owner": NAME}, way)
    await side.find(store, f"Who is {NAME}?", way)
    await side.search(side.protect(side.searching([RECORD]), sanitizer, trust="query"), f"Who is {NAME}?", way)
    found = entries(tmp_path / "log")
    assert {kind for kind, _ in found} == {"tool", "embeddings", "store", "retriever"}
    assert {decision for _, decision in found} == {"released"}
