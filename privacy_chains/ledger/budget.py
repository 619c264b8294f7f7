"""Budgets: the most that may be spent, checked before anything is sent."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from privacy_chains.errors import BudgetExceeded
from privacy_chains.ledger.events import CharacterDP, MetricDP, WordDP
from privacy_chains.ledger.ledger import Ledger
from privacy_chains.ledger.numbers import exact_epsilon, rounded_up

__all__ = ["Budget"]


@dataclass(frozen=True, slots=True)
class Budget:
    """The most epsilon that may be spent; None sets no limit.

    Attributes:
        message: In one message.
        session: In one session, over all its messages.
        user: By one user, over all sessions.
        unit_name: The unit of the words or characters that are counted (see ``WordDP``); empty for numbers.
    """

    message: Fraction | None = None
    session: Fraction | None = None
    user: Fraction | None = None
    unit_name: str = ""

    def __post_init__(self) -> None:
        for name in ("message", "session", "user"):
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, exact_epsilon(value))

    def check(self, message: Ledger, *, session: Ledger | None = None, user: Ledger | None = None) -> None:
        """Refuse a release that would spend too much. Call this before anything is sent.

        Args:
            message: The release to check.
            session: What the session has already released.
            user: What the user has already released in other sessions.

        Raises:
            BudgetExceeded: The budget is exceeded. The message names the budget, what is left of it, and what each part
                of the release needs.
        """
        now, earlier, others = (self._spent(ledger) for ledger in (message, session, user))
        for name, limit, before in (
            ("message", self.message, Fraction(0)),
            ("session", self.session, earlier),
            ("user", self.user, earlier + others),
        ):
            if limit is not None and now and before + now > limit:
                raise BudgetExceeded(_exceeded(name, limit, before, message, self.unit_name))

    def _spent(self, ledger: Ledger | None) -> Fraction:
        if ledger is None:
            return Fraction(0)
        return ledger.spent_in(self.unit_name) if self.unit_name else ledger.spent


def _exceeded(name: str, limit: Fraction, before: Fraction, message: Ledger, unit_name: str) -> str:
    needs = ", ".join(
        f"{event.entity_type} x{event.count} needs {rounded_up(event.epsilon)}"
        for event in message.events
        if isinstance(event, (WordDP, CharacterDP) if unit_name else MetricDP)
    )
    left = max(limit - before, Fraction(0))
    return (
        f"the {name} budget is epsilon {rounded_up(limit)}, of which {left} is left; {needs}. Nothing was released. "
        "Raise the budget, lower the epsilon of a message, or start a new session"
    )
