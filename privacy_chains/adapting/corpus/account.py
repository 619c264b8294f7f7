"""What was found in a corpus, as counts, never values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from privacy_chains.adapting.corpus.documents import Read

__all__ = ["Account"]


@dataclass(slots=True)
class Account:
    """Counts of what happened to documents. Accounts add up, and are written as JSON.

    Attributes:
        documents: How many there were, those that failed included.
        failed: How many failed.
        counts: How many values were found, by entity type and what was done to them.
        epsilons: How many documents spent each epsilon.
    """

    documents: int = 0
    failed: int = 0
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    epsilons: Counter[Fraction] = field(default_factory=Counter)

    @classmethod
    def of(cls, read: Iterable[Read]) -> Account:
        """The account of sanitized documents."""
        account = cls()
        for one in read:
            account.documents += 1
            account.failed += bool(one.failure)
            account.counts.update({(name, what): count for name, what, count in one.counts})
            account.epsilons[one.epsilon] += not one.failure
        return account

    def add(self, other: Account) -> None:
        """Count another account's documents, too."""
        self.documents += other.documents
        self.failed += other.failed
        self.counts += other.counts
        self.epsilons += other.epsilons

    @property
    def epsilon(self) -> Fraction:
        """What all documents spent in sequence."""
        return sum((epsilon * count for epsilon, count in self.epsilons.items()), Fraction(0))

    @property
    def most(self) -> Fraction:
        """The most that one document spent."""
        return max(self.epsilons, default=Fraction(0))

    def as_dict(self) -> dict[str, Any]:
        """The account as JSON-ready data; fractions are strings, exact."""
        return {
            "documents": self.documents,
            "failed": self.failed,
            "found": [[name, what, count] for (name, what), count in sorted(self.counts.items())],
            "epsilon_per_document": {str(epsilon): count for epsilon, count in sorted(self.epsilons.items()) if count},
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Account:
        """The account that ``as_dict`` wrote."""
        counts = Counter({(name, what): count for name, what, count in data["found"]})
        epsilons = Counter({Fraction(epsilon): count for epsilon, count in data["epsilon_per_document"].items()})
        return cls(data["documents"], data["failed"], counts, epsilons)
