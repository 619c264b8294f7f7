"""Deciding for one message: every rung is tried in a session of its own, and nothing of that is released."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from privacy_chains.contract.conversation import Leaf, Message
from privacy_chains.contract.decision import Action, Decision
from privacy_chains.contract.method import Method
from privacy_chains.errors import BudgetExceeded, NotWorthSending
from privacy_chains.hazmat.coins import Coins
from privacy_chains.ledger import ChoiceDP, Chosen, Ledger, PostProcessed
from privacy_chains.methods.router.choosing import drawn
from privacy_chains.methods.router.features import Features
from privacy_chains.methods.router.settings import Assessed, RouterSettings
from privacy_chains.methods.stacking import in_session

__all__ = ["Decided", "RoutedTurn", "decide"]

_WAY = "WAY"
_FREE = (
    "the way was chosen from sanitized texts alone; those that were looked at and not sent count as released, since "
    "the choice tells of them"
)


@dataclass(frozen=True, repr=False)
class RoutedTurn:
    """What is decided on.

    Attributes:
        session: The name of the session.
        messages: The messages of the turn, none of which is the model's.
        earlier: For each rung, the messages before the turn that went by it.
        digest: Which conversation it is.
        number: How many decisions the session made before.
    """

    session: str
    messages: Sequence[Message]
    earlier: Sequence[Sequence[Message]]
    digest: bytes
    number: int

    def __repr__(self) -> str:
        return f"RoutedTurn({self.number})"

    @cached_property
    def text(self) -> str:
        """What is asked: what the application says of itself counts only where nobody else says anything."""
        return self.shown([message.leaves for message in self.messages])

    def shown(self, leaves: Sequence[Sequence[Leaf]]) -> str:
        """The texts of the turn, of leaves in the shape of its messages."""
        pairs = list(zip(self.messages, leaves, strict=True))
        chosen = [own for message, own in pairs if message.origin != "system"] or [own for _, own in pairs]
        return "\n".join(leaf for own in chosen for leaf in own if isinstance(leaf, str) and leaf.strip())


@dataclass(frozen=True, repr=False)
class Decided:
    """A decision, what it was made of, and what it tells."""

    decision: Decision
    features: Features
    choice: Ledger

    @property
    def is_sent(self) -> bool:
        """Whether the message is sent."""
        return self.decision.rung is not None

    def refusal(self, accept: float, hint: str = "") -> NotWorthSending:
        """The error for a message that is not sent."""
        low, high = self.decision.interval or (0.0, 1.0)
        msg = f"an answer would be {low:.2f} to {high:.2f} good (80 %), and {accept:.2f} is asked for; nothing was sent"
        return NotWorthSending(msg, hint=hint or "lower accept=, add a rung, or give the router local=")


def decide(settings: RouterSettings, turn: RoutedTurn) -> Decided:
    """Decide what becomes of a turn."""
    trials: list[_Trial] = []
    place = _chosen(settings, turn, trials)
    tried = [one.assessed for one in trials if one.assessed is not None]
    best = max(tried, key=lambda one: one.prediction.low, default=None)
    chosen = trials[place].assessed if place is not None else None
    action, reason, rung = _action(settings, turn, place)
    shown = chosen or best
    decision = Decision(
        action,
        reason,
        turn.number,
        rung,
        "" if rung is None else settings.rungs[rung].name,
        None if shown is None else shown.prediction.middle,
        None if shown is None else (shown.prediction.low, shown.prediction.high),
    )
    return Decided(decision, {} if shown is None else shown.features, _choice(settings, trials, rung))


def _chosen(settings: RouterSettings, turn: RoutedTurn, trials: list[_Trial]) -> int | None:
    """The place of the rung that is chosen by its prediction; what was tried is added to ``trials``."""
    for trial in _tried(settings, turn):
        trials.append(trial)
        if settings.selection == "best" and trial.passes(settings.accept):
            return len(trials) - 1
    if settings.selection == "best" or settings.key is None:
        return None
    coins = Coins(settings.key.derive("router", turn.session), turn.digest)
    return drawn([trial.passes(settings.accept) for trial in trials], settings.epsilon, coins)


def _action(settings: RouterSettings, turn: RoutedTurn, place: int | None) -> tuple[Action, str, int | None]:
    if place is not None:
        told = "was drawn" if settings.selection == "exponential" else "is the most private that is likely good enough"
        return "send", f"rung {place} {told}", place
    if _answers(settings.local):
        return "local", "no rung was chosen, and a model on this side answers", None
    if settings.plain == "nothing-private" and _holds_nothing_private(settings, turn):
        return "plain", "the last rung finds nothing private", len(settings.rungs) - 1
    return "refuse", "no rung was chosen", None


def _answers(local: object) -> bool:
    return local is not None and getattr(local, "generate", True) is not None


@dataclass(frozen=True, slots=True, repr=False)
class _Trial:
    """What came of trying a rung: nothing, if its budget does not allow it."""

    assessed: Assessed | None
    ledger: Ledger

    def passes(self, accept: float) -> bool:
        """Whether the lower end of its prediction is high enough."""
        return self.assessed is not None and self.assessed.prediction.low >= accept


def _tried(settings: RouterSettings, turn: RoutedTurn) -> Iterator[_Trial]:
    clear = ""
    if settings.seen == "all" and settings.wants_answers:
        clear = settings.measure.answer(turn.text)
    for place, rung in enumerate(settings.rungs):
        method = in_session(rung.method, turn.session)
        try:
            sanitized, read, ledger = _sanitized(settings, turn, place, method, asks=bool(clear))
        except BudgetExceeded:
            yield _Trial(None, Ledger())
            continue
        if settings.seen == "sanitized":
            yield _Trial(settings.of_sanitized(sanitized, rung), ledger)
        else:
            yield _Trial(settings.of_both(turn.text, sanitized, rung, clear, read), ledger)


def _sanitized(
    settings: RouterSettings, turn: RoutedTurn, place: int, method: Method, *, asks: bool
) -> tuple[str, tuple[str, str], Ledger]:
    """What a rung would send of a turn, what the small model answers to that, and what it would add to the ledger."""
    earlier = list(turn.earlier[place])
    if earlier:
        method.sanitize_conversation(earlier)  # so that the ledger below is that of the turn
    said = method.sanitize_conversation([*earlier, *turn.messages])
    sanitized = turn.shown(said.messages[len(earlier) :])
    wrote = settings.measure.answer(sanitized) if asks else ""
    return sanitized, (wrote, method.reader(said.prompt).text(wrote) if wrote else ""), said.prompt.ledger


def _holds_nothing_private(settings: RouterSettings, turn: RoutedTurn) -> bool:
    method = in_session(settings.rungs[-1].method, turn.session)
    if turn.earlier[-1]:
        method.sanitize_conversation(turn.earlier[-1])
    texts = [leaf for message in turn.messages for leaf in message.leaves if isinstance(leaf, str)]
    return not any(method.scan(texts))


def _choice(settings: RouterSettings, trials: Sequence[_Trial], rung: int | None) -> Ledger:
    """What the choice tells."""
    if settings.selection == "exponential":
        return Ledger((ChoiceDP(_WAY, settings.epsilon, len(settings.rungs) + 1, 1),))
    if settings.seen == "sanitized":
        others = [event for place, trial in enumerate(trials) if place != rung for event in trial.ledger]
        return Ledger.of([PostProcessed(_WAY, 1, _FREE), *others])
    return Ledger((Chosen(_WAY, settings.ways, 1),))
