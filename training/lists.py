"""The word lists of ``lists.txt``."""

from __future__ import annotations

from pathlib import Path

__all__ = ["LISTS"]


def _lists() -> dict[str, list[str]]:
    """Under each ``[name]`` its entries, separated by bars."""
    found: dict[str, list[str]] = {}
    name = ""
    for line in (Path(__file__).parent / "lists.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            name = line[1:-1]
            found[name] = []
        elif not line.startswith("#"):
            found[name] += line.split("|")
    return found


LISTS = _lists()
"""The entries of each list, by its name."""
