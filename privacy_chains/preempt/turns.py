"""The turns of a session: each message is sanitized once, and sent the same way from then on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from privacy_chains.contract.conversation import Leaf
from privacy_chains.ledger import Budget, Event, Ledger
from privacy_chains.preempt.edits import Stretch, of_edits
from privacy_chains.preempt.memory import Context, Memory, Outcome, Said
from privacy_chains.preempt.own_words import as_released
from privacy_chains.preempt.replace import sanitize_messages
from privacy_chains.preempt.replay import Replay

__all__ = ["PromptDraft", "Turns"]


@dataclass(slots=True, repr=False)
class PromptDraft:
    """The part of its prompt that a call has built so far.

    Attributes:
        outcomes: What its messages become, in order.
        leaves: The leaves of each message as they are sent, by its position.
        events: What it releases for the first time.
        told: The positions of messages that are sent as ``Message.told``.
        json: JSON texts that go back byte for byte, by the position of their message.
    """

    outcomes: list[Outcome] = field(default_factory=list)
    leaves: dict[int, tuple[Leaf, ...]] = field(default_factory=dict)
    events: tuple[Event, ...] = ()
    told: set[int] = field(default_factory=set)
    json: dict[int, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, repr=False)
class Turns:
    """What sanitizes the messages of one session, turn by turn, and fixes what they become.

    Attributes:
        context: What the session's messages are sanitized under.
        memory: What the session has fixed.
        replay: The remembered outcomes of messages.
        budget: What the session and the user may spend; None for no limit.
        other_sessions: What the user has spent elsewhere.
    """

    context: Context
    memory: Memory
    replay: Replay
    budget: Budget | None = None
    other_sessions: Ledger | None = None

    def sanitize(self, draft: PromptDraft, said: Sequence[Said], context: Context) -> list[Outcome]:
        """Add the messages of one turn: earlier ones as they were sent, new ones sanitized together with all of them.

        Args:
            draft: What they are added to.
            said: The messages.
            context: What they are sanitized under: the session's context, or one with formulas of their own.

        Raises:
            PrivacyError: Nothing of the turn may be sent. The session is as it was before.
        """
        sent = self.memory.outcomes if context is self.context else {}
        own = {one: sent[one] for one in said if one in sent}
        new = [one for one in dict.fromkeys(said) if one not in own]
        places = {one: self.replay.place(one, context, said if len(said) > 1 else ()) for one in new}
        found = {one: outcome for one in new if (outcome := self.replay.find(places[one])) is not None}
        if len(found) < len(new):
            if not self.replay.is_named:
                found = {}
            found |= self.anew([one for one in new if one not in found], context, found)
        self._commit(draft, found, places)
        outcomes = [(own | found)[one] for one in said]
        draft.outcomes += outcomes
        return outcomes

    def anew(self, said: Sequence[Said], context: Context, beside: Mapping[Said, Outcome]) -> dict[Said, Outcome]:
        """The outcomes of messages that were not sent before, given those of their turn that were.

        Raises:
            PrivacyError: Nothing of them may be sent.
        """
        self.memory.recall(self.replay.known())
        memory = self.memory.branch() if beside else self.memory
        for one, outcome in beside.items():
            memory.commit(one, outcome)
        known = [
            one._replace(texts=as_released(self.context, self.memory, one.texts)) if one.from_model else one
            for one in said
        ]
        return dict(zip(said, sanitize_messages(context, memory, known), strict=True))

    def sanitize_edits(self, draft: PromptDraft, said: Said, own: Sequence[Sequence[Stretch]]) -> tuple[str, ...]:
        """The texts of an edited message of the model's: its edits are sanitized, all else stays.

        Args:
            draft: What it is added to.
            said: The message.
            own: The stretches of each text that the model wrote.

        Raises:
            PrivacyError: Nothing of it may be sent.
        """
        outcome = self.memory.outcomes.get(said)
        if outcome is None:
            place = self.replay.place(said, self.context)
            outcome = self.replay.find(place)
            if outcome is None:
                self.memory.recall(self.replay.known())
                (whole,) = sanitize_messages(self.context, self.memory, [said])
                outcome = of_edits(said.texts, whole, own)
            self._commit(draft, {said: outcome}, {said: place})
        return outcome.texts

    def _commit(self, draft: PromptDraft, found: Mapping[Said, Outcome], places: Mapping[Said, bytes]) -> None:
        events = tuple(event for outcome in found.values() for event in outcome.events)
        if self.budget is not None:
            self.budget.check(Ledger.of(events), session=self.memory.ledger, user=self.other_sessions)
        for one, place in places.items():
            self.memory.commit(one, found[one])
            self.replay.passed(place, found[one])
            if one.asked and self.replay.is_named:
                self.replay.passed(self.replay.place(one.unasked(), self.context), found[one])
            self.replay.learn(found[one].found)
        draft.events += events
