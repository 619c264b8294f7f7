"""Documents of a corpus, their results, and the recipe for the method that makes them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple, Protocol, runtime_checkable

from privacy_chains.adapting.named_leaf import NamedLeaf
from privacy_chains.contract.method import Method

__all__ = ["Document", "Read", "Recipe"]


class Document(NamedTuple):
    """One document: texts that are sanitized jointly.

    Attributes:
        texts: The texts; None for a cell without one.
        whose: The id of what has its own session, if anything has.
        names: The columns of the texts, if they are cells: ``54`` is an age because its column says so.
    """

    texts: tuple[str | None, ...]
    whose: str = ""
    names: tuple[str, ...] = ()

    @property
    def cells(self) -> list[NamedLeaf]:
        """The texts that there are, under the names of their columns."""
        names = self.names or ("",) * len(self.texts)
        return [NamedLeaf(name, text) for name, text in zip(names, self.texts, strict=True) if text is not None]

    def filled(self, told: Iterable[str]) -> tuple[str | None, ...]:
        """The document's texts after a change, given what became of each cell as it was told."""
        changed = iter([cell.text(text) for cell, text in zip(self.cells, told, strict=True)])
        return tuple(None if text is None else next(changed) for text in self.texts)

    def __repr__(self) -> str:
        return f"Document(texts={len(self.texts)})"


@dataclass(frozen=True, slots=True, repr=False)
class Read:
    """The result for one document. It contains no value that may not leave, unless an answer was read back.

    Attributes:
        texts: The texts, or None for each if the document failed.
        failure: Why it failed, without quoting it; empty if it did not.
        counts: How many values were found, by entity type and what was done to them.
        epsilon: What its numbers spent.
    """

    texts: tuple[str | None, ...]
    failure: str = ""
    counts: tuple[tuple[str, str, int], ...] = ()
    epsilon: Fraction = field(default=Fraction(0))

    def __repr__(self) -> str:
        return f"Read(texts={len(self.texts)}, failed={bool(self.failure)})"


@runtime_checkable
class Recipe(Hashable, Protocol):
    """How a worker makes its method; can be pickled, and holds no key. ``SanitizerSpec`` is one."""

    def opener(self) -> Callable[[str], Method]:
        """Returns what makes the method for a document, by the id of what has its own session."""
        ...
