"""A session of words with noise: one conversation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from privacy_chains.contract.method import Traits
from privacy_chains.contract.recording import Recording
from privacy_chains.contract.spans import Span
from privacy_chains.contract.unproven import Unproven
from privacy_chains.errors import PolicyError, forgets_values
from privacy_chains.keys import KeptForms, Key
from privacy_chains.ledger import Budget, Event, Ledger
from privacy_chains.ledger.audit import AuditLog
from privacy_chains.methods.words.choice import Choice
from privacy_chains.methods.words.conversation import ConversationRules, Draft, WordConversation
from privacy_chains.methods.words.mechanism import WordMechanism
from privacy_chains.methods.words.prompt import NoisyPrompt
from privacy_chains.methods.words.release import NoisyText, Releaser
from privacy_chains.methods.words.unknown import UnknownWords

__all__ = ["TRAITS", "Settings", "WordSession"]

TRAITS = Traits(stable=True, exact=True, reads_alone=False, keeps_numbers=True)

SCHEME = "words-1"
"""The version of everything that surrogates depend on, but for lexicon and vectors, which have their own."""

_FORMS = KeptForms("kept form of words", SCHEME)


@dataclass(frozen=True, slots=True, repr=False)
class Settings:
    """What all sessions of a method share."""

    key: Key
    mechanism: WordMechanism
    choice: Choice
    unknown: UnknownWords
    fresh: bool
    budget: Budget | None
    unproven: Unproven = "hide"
    audit: AuditLog | None = None

    def releaser(self, session: str) -> Releaser:
        parameters = ("fresh" if self.fresh else "same", *self.mechanism.parameters)
        own = self.key.derive("word noise", SCHEME, session, *parameters)
        letters = self.key.derive("unknown words", SCHEME, session)
        return Releaser(self.mechanism, self.mechanism.draws(own), self.unknown, self.choice, letters, self.fresh)


class WordSession(WordConversation[NoisyPrompt]):
    """One conversation: a word that was released is released again as it was, and costs nothing then.

    Made by ``WordNoise.session``. Safe to share between threads; a message that fails leaves no trace.
    """

    def __init__(self, settings: Settings, name: str, other_sessions: Ledger | None = None) -> None:
        recording = Recording(settings.audit, "WordNoise", name)
        rules = ConversationRules(_FORMS, settings.key, recording, settings.budget, settings.unproven, other_sessions)
        super().__init__(name, rules, NoisyPrompt)
        self._settings = settings
        self._releaser = settings.releaser(name)

    @property
    def mechanism(self) -> WordMechanism:
        """What draws the words."""
        return self._settings.mechanism

    @property
    def traits(self) -> Traits:
        """What this method promises. A text that comes back unchanged is read back by where its words stand."""
        return TRAITS

    @forgets_values
    def sanitize(self, texts: str | Sequence[str], *, closed: Sequence[Sequence[Span]] | None = None) -> NoisyPrompt:
        """Sanitize one message: a text, or several jointly.

        Args:
            texts: The message.
            closed: For each text the spans that another method has released, disjoint and in reading order.

        Raises:
            BudgetExceeded: Nothing of the message may be sent.
            PolicyError: ``words="undetected"`` without the spans of another method.
        """
        if closed is None and self._settings.choice.name == "undetected":
            msg = "words='undetected' goes behind another method: give the spans that it released as closed="
            raise PolicyError(msg)
        return super().sanitize(texts, closed=closed)

    def __repr__(self) -> str:
        return f"WordSession({self.name!r}, {self._settings.mechanism!r})"

    def _private(self, text: str, closed: Sequence[Span] = ()) -> Iterable[Span]:
        return self._releaser.private(text, closed)

    def _draft(self) -> Draft:
        return _Noised(self._releaser)


class _Noised:
    """What a call releases: draws of a word do not depend on what the session remembers, which is only counted."""

    def __init__(self, releaser: Releaser) -> None:
        self._releaser = releaser
        self._words = frozenset[str]()

    def released(self, texts: Sequence[str], closed: Sequence[Sequence[Span]]) -> list[NoisyText]:
        return [self._releaser.release(text, spans) for text, spans in zip(texts, closed, strict=True)]

    def see(self, texts: Iterable[str]) -> None:
        pass  # no draw depends on it

    def events(self, released: Sequence[NoisyText]) -> Sequence[Event]:
        events, self._words = self._releaser.events(released)
        return events

    def commit(self) -> None:
        self._releaser.count(self._words)
