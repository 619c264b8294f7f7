"""No test reads a clock, and what counts steps instead tells linear from quadratic."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from steps import grows_linearly, steps

TESTS = Path(__file__).parent
CLOCKS = {
    f"{name}{ending}"
    for name in ("clock_gettime", "monotonic", "perf_counter", "process_time")
    for ending in ("", "_ns")
} | {"thread_time", "thread_time_ns", "time_ns", "timeit", "default_timer"}


def clocks_in(source: str) -> Iterator[str]:
    """The clocks that a program names."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (one.name for one in names if one.name in {"time", "timeit"})
            case ast.ImportFrom(module="time" | "timeit", names=names):
                yield from (one.name for one in names if one.name != "sleep")
            case ast.Attribute(attr=name) if name in CLOCKS:
                yield name
            case ast.Call(func=ast.Attribute(value=ast.Name(id="loop" | "time"), attr="time")):
                yield "time"


@pytest.mark.parametrize("path", sorted(TESTS.rglob("*.py")), ids=lambda path: str(path.relative_to(TESTS)))
def test_no_test_reads_a_clock(path: Path) -> None:
    assert not list(clocks_in(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    "source",
    [
        "import time",
        "from time import perf_counter",
        "import timeit",
        "x.process_time()",
        "loop.time()",
        "a.monotonic_ns",
    ],
)
def test_clocks_are_found(source: str) -> None:
    assert list(clocks_in(source))


def test_quadratic_loops_are_told_from_linear_ones() -> None:
    def linear(size: int) -> int:
        return sum(1 for _ in range(size))

    def quadratic(size: int) -> int:
        return sum(1 for _ in range(size) for _ in range(size))

    assert grows_linearly(lambda size: lambda: linear(size), 20)
    assert not grows_linearly(lambda size: lambda: quadratic(size), 20)
    assert steps(lambda: quadratic(8)) == steps(lambda: quadratic(8))
