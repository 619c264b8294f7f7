"""The loader of this package's tables. Lines that begin with ``#`` say what a table holds, and its source."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from privacy_chains.lazy import lazily

__all__ = ["expression", "listed", "phrases", "rows", "shape"]

_NAME = lazily(r"\{([a-z][a-z_0-9]*)\}")


@cache
def rows(name: str) -> Sequence[Sequence[str]]:
    """The lines of a table, each a list of its cells."""
    text = (Path(__file__).parent / f"{name}.tsv").read_text("utf-8")
    return [line.split("\t") for line in text.split("\n") if line and not line.startswith("#")]


@cache
def listed(name: str, *kinds: str) -> frozenset[str]:
    """The cells of a table; if kinds are named, the cells after a kind, of the lines that begin with one of them."""
    if kinds:
        return frozenset(cell for row in rows(name) if row[0] in kinds for cell in row[1:])
    return frozenset(cell for row in rows(name) for cell in row)


def phrases(name: str) -> Sequence[str]:
    """The expressions of ``phrases.tsv`` that have this name, in order.

    Raises:
        KeyError: There are none.
    """
    return _phrases()[name]


@cache
def _phrases() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, *cells in rows("phrases"):
        found.setdefault(name, []).extend(cells)
    return found


@cache
def _shapes() -> dict[str, str]:
    return {row[0]: row[1] for row in rows("shapes")}


def shape(name: str, **known: str) -> str:
    """A shape of ``shapes.tsv`` as a regular expression.

    Args:
        name: Its name.
        known: Expressions that it refers to and the table does not hold.
    """
    return known[name] if name in known else expression(_shapes()[name], **known)


def expression(text: str, **known: str) -> str:
    """A text with the shapes that it names in braces put in; ``known`` as for :func:`shape`."""
    return _NAME.sub(lambda found: shape(found[1], **known), text)
