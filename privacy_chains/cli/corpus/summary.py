"""What a run did, in counts: for people, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from privacy_chains.adapting import Account, epsilon_over_people
from privacy_chains.cli.corpus.journal import Journal
from privacy_chains.cli.corpus.run import Plan
from privacy_chains.ledger import rounded_up

__all__ = ["Summary"]

_SHOWN = 20
"""How many failures are shown; the report has all."""


class Summary:
    """What was found, spent and failed in all runs of a journal.

    Args:
        plan: What was to be done.
        journal: What was done.
    """

    def __init__(self, plan: Plan, journal: Journal) -> None:
        self.account: Account = journal.account
        self._people = plan.people
        self._spent = epsilon_over_people(journal.people) if plan.people else self.account.epsilon
        names = {journal.digest("file", source.name): source.name for source in plan.files}
        self._journal, self._names = journal, names

    @property
    def failures(self) -> Iterator[tuple[str, str]]:
        """The ids of records that failed (file and number), and why. None quotes a record."""
        for failure in self._journal.failures:
            name = self._names.get(failure.file, "a file that is not there any more")
            yield (f"{name}:{failure.record}" if failure.record else name), failure.reason

    @property
    def failed(self) -> bool:
        """Whether anything failed."""
        return next(self.failures, None) is not None

    def as_dict(self) -> dict[str, Any]:
        """All of it as JSON-ready data; fractions are strings, exact."""
        failures = [{"id": place, "reason": reason} for place, reason in self.failures]
        composed = {"epsilon": str(self._spent), "composition": self._composition}
        return {**self.account.as_dict(), **composed, "failures": failures}

    def __rich__(self) -> RenderableType:
        table = Table("type", "what was done", "values", title="found in the corpus")
        for (name, what), count in sorted(self.account.counts.items()):
            table.add_row(name, what, f"{count:,}")
        failures = list(self._failures_shown())
        return Group(table, Text(f"documents: {self.account.documents:,}; failed: {self.account.failed:,}"), *failures)

    def spending(self) -> str:
        """What numbers spent, per document and together, in one line; rounded up."""
        mean = Fraction(self.account.epsilon, max(1, self.account.documents - self.account.failed))
        return (
            f"epsilon of numbers per document: at most {rounded_up(self.account.most)}, on average {rounded_up(mean)}; "
            f"of the corpus: {rounded_up(self._spent)} ({self._composition}; computational)"
        )

    @property
    def _composition(self) -> str:
        return "the most of one person, as declared: no document tells of two" if self._people else "the sum"

    def _failures_shown(self) -> Iterator[Text]:
        for number, (place, reason) in enumerate(self.failures):
            if number == _SHOWN:
                yield Text("... --report FILE lists all that failed")
                return
            yield Text(f"failed: {place}: {reason}", style="red")
