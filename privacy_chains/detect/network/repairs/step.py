"""The definition of a repair, and makers of the usual ones: drop, cut, retype."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from privacy_chains.detect.network.findings import NetworkFinding

__all__ = ["Change", "Repair", "cut", "drop", "each", "retype"]

Change: TypeAlias = Callable[[str, Sequence[NetworkFinding]], Iterable[NetworkFinding]]
"""From a text and its findings, disjoint and in reading order, to other findings."""


class Repair(NamedTuple):
    """A step that makes findings of the network better.

    Attributes:
        name: What it is called in tables.
        why: What it mends, with an example.
        apply: The step.
    """

    name: str
    why: str
    apply: Change


def each(change: Callable[[str, NetworkFinding], Iterable[NetworkFinding]]) -> Change:
    """A step that reads one finding at a time."""

    def apply(text: str, findings: Sequence[NetworkFinding]) -> Iterator[NetworkFinding]:
        for finding in findings:
            yield from change(text, finding)

    return apply


def drop(types: Collection[str], is_none: Callable[[str, NetworkFinding], bool]) -> Change:
    """A step that drops findings of these types if a test says that they are not of them."""
    return each(lambda text, one: () if one.entity_type in types and is_none(text, one) else (one,))


def cut(types: Collection[str], borders: Callable[[str, NetworkFinding], tuple[int, int]]) -> Change:
    """A step that sets the borders of findings of these types."""

    def change(text: str, one: NetworkFinding) -> Iterator[NetworkFinding]:
        start, end = borders(text, one) if one.entity_type in types else (one.start, one.end)
        yield one if (start, end) == (one.start, one.end) else one._replace(start=start, end=end)

    return each(change)


def retype(types: Collection[str], is_other: Callable[[str], bool], kind: str) -> Change:
    """A step that gives findings of these types another type if a test of their value says so."""

    def change(text: str, one: NetworkFinding) -> Iterator[NetworkFinding]:
        other = one.entity_type in types and is_other(text[one.start : one.end])
        yield one._replace(entity_type=kind) if other else one

    return each(change)
