from __future__ import annotations

import sys
from copy import copy
from functools import partial
from pathlib import Path

import pytest

from privacy_chains import precomputed as module
from privacy_chains.precomputed import _Store, precomputed, versions_of


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where values are kept, for as long as a test runs."""
    path = tmp_path / "folder" / "values.marshal"
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(module, "_STORE", _Store(path))
    return path


def next_process(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a process does at its end, and the next at its start."""
    module._STORE._write(place)
    monkeypatch.setattr(module, "_STORE", _Store(place))


def refuse() -> int:
    pytest.fail("it is worked out again")


def test_the_next_process_reads_what_the_one_before_worked_out(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    values: dict[tuple[str | int, ...], object] = {("a", 1): ("x", frozenset({"y"})), ("a", 2): {"z": (1, 2)}}
    for name, value in values.items():
        assert precomputed(name, partial(copy, value)) == value
    next_process(place, monkeypatch)
    assert [precomputed(name, refuse) for name in values] == list(values.values())


def test_what_is_new_is_added(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a", "b"):
        precomputed((name,), lambda: 1)
        next_process(place, monkeypatch)
    assert [precomputed((name,), refuse) for name in ("a", "b")] == [1, 1]


@pytest.mark.parametrize("damaged", [b"", b"\0" * 7, b"\xff" * 99, b"\0" * 7 + b"\x04junk"])
def test_a_damaged_file_is_as_none(place: Path, damaged: bytes) -> None:
    place.parent.mkdir()
    place.write_bytes(damaged)
    assert precomputed(("a",), lambda: 3) == 3


def test_a_file_of_another_python_is_as_none(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    precomputed(("a",), lambda: 1)
    next_process(place, monkeypatch)
    monkeypatch.setattr(module, "_PYTHON", b"another")
    assert precomputed(("a",), lambda: 2) == 2


def test_nothing_is_written_where_python_writes_no_bytecode(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    precomputed(("a",), lambda: 1)
    assert module._STORE._new == {}
    assert not place.parent.exists()


def test_where_nothing_can_be_written_nothing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    store = _Store(tmp_path / "file" / "values.marshal")
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(module, "_STORE", store)
    assert precomputed(("a",), lambda: 1) == 1
    store._write(tmp_path / "file" / "values.marshal")
    assert (tmp_path / "file").read_text() == ""


def test_what_was_not_used_is_dropped_where_it_is_too_much(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("old", "used"):
        precomputed((name,), lambda: "x" * 99)
    next_process(place, monkeypatch)
    monkeypatch.setattr(module, "_MOST_BYTES", 250)
    precomputed(("used",), refuse)
    precomputed(("new",), lambda: "x" * 99)
    next_process(place, monkeypatch)
    assert [len(precomputed((name,), lambda: "")) for name in ("used", "new", "old")] == [99, 99, 0]


def test_a_version_changes_with_the_file(tmp_path: Path) -> None:
    path = tmp_path / "table.txt"
    path.write_text("a")
    before = versions_of(str(path))
    path.write_text("ab")
    assert versions_of(str(path)) != before
