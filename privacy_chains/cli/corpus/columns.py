"""What becomes of each column of a table; one that nobody named is refused, not passed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from privacy_chains.errors import PolicyError

__all__ = ["EVERY", "Columns", "Fate"]

EVERY = "*"
"""The name that stands for all columns that are not named otherwise."""

Fate: TypeAlias = Literal["rewritten", "kept", "dropped"]
"""What becomes of a column."""


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a corpus's tables.

    Attributes:
        rewritten: The columns of text that become other text, jointly in each row.
        kept: Those that are written as they are, in clear.
        dropped: Those that are not written.
        whose: The column that holds the id of what has a session of its own; empty if none has.
    """

    rewritten: tuple[str, ...]
    kept: frozenset[str] = frozenset()
    dropped: frozenset[str] = frozenset()
    whose: str = ""

    def fate(self, name: str) -> Fate | None:
        """What becomes of a column; nothing if nobody said."""
        if name in self.rewritten:
            return "rewritten"
        if name in self.kept or name in self.dropped:
            return "kept" if name in self.kept else "dropped"
        return "kept" if EVERY in self.kept else "dropped" if EVERY in self.dropped else None

    def written(self, names: Iterable[str]) -> list[str]:
        """Those of a table's columns that are written."""
        return [name for name in names if self.fate(name) in {"rewritten", "kept"}]

    @property
    def told(self) -> tuple[object, ...]:
        """What is told of the columns, in one order in every process."""
        return (self.rewritten, tuple(sorted(self.kept)), tuple(sorted(self.dropped)), self.whose)

    def check_named(self, table: str) -> None:
        """Refuse a table of which nobody said what holds text.

        Raises:
            PolicyError: No column is named.
        """
        if not self.rewritten:
            msg = f"{table} is a table: say by --column which of its columns hold text"
            raise PolicyError(msg)

    def check(self, names: Sequence[str], table: str) -> None:
        """Refuse a table whose columns are not those that were named.

        Args:
            names: The table's columns.
            table: What the table is called.

        Raises:
            PolicyError: A column is missing, stands twice, or nobody said what becomes of it.
        """
        self.check_named(table)
        needed = (*self.rewritten, *filter(None, (self.whose,)))
        missing = [name for name in needed if name not in names]
        if missing or len(set(names)) < len(names):
            what = f"has no column {missing[0]!r}" if missing else "has two columns of one name"
            msg = f"{table} {what}; its columns are {', '.join(names)}"
            raise PolicyError(msg)
        unsaid = [name for name in names if self.fate(name) is None]
        if unsaid:
            msg = (
                f"{table} has columns that nobody said anything of: {', '.join(unsaid)}. Add --column NAME to sanitize "
                "one, --keep NAME to write it in clear, or --drop NAME; '*' stands for all others"
            )
            raise PolicyError(msg)
