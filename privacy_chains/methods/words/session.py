"""A session of words with noise: one conversation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from threading import RLock
from typing import NoReturn

from privacy_chains.contract.conversation import Leaf, Message, SanitizedConversation, with_texts
from privacy_chains.contract.method import Traits
from privacy_chains.contract.prompt import Prompt, as_texts
from privacy_chains.contract.spans import Span
from privacy_chains.desanitize import Reader
from privacy_chains.errors import DesanitizeError, KeyMaterialError, PolicyError, PrivacyError
from privacy_chains.keys import Key
from privacy_chains.ledger import Budget, Event, Kept, Ledger
from privacy_chains.methods.words.choice import Choice
from privacy_chains.methods.words.kept import KeptForm
from privacy_chains.methods.words.mechanism import WordMechanism
from privacy_chains.methods.words.prompt import NoisyPrompt
from privacy_chains.methods.words.release import Released, Releaser
from privacy_chains.methods.words.unknown import UnknownWords

__all__ = ["TRAITS", "Settings", "WordSession"]

TRAITS = Traits(stable=True, exact=True, reads_alone=False, keeps_numbers=True)

SCHEME = "words-1"
"""The version of everything that surrogates depend on, but for lexicon and vectors, which have their own."""


@dataclass(frozen=True, slots=True, repr=False)
class Settings:
    """What all sessions of a method share."""

    key: Key
    mechanism: WordMechanism
    choice: Choice
    unknown: UnknownWords
    fresh: bool
    budget: Budget | None

    def releaser(self, session: str) -> Releaser:
        parameters = ("fresh" if self.fresh else "same", *self.mechanism.parameters)
        own = self.key.derive("word noise", SCHEME, session, *parameters)
        letters = self.key.derive("unknown words", SCHEME, session)
        return Releaser(self.mechanism, self.mechanism.draws(own), self.unknown, self.choice, letters, self.fresh)


class WordSession:
    """One conversation: a word that was released is released again as it was, and costs nothing then.

    Made by ``WordNoise.session``. Safe to share between threads; a message that fails leaves no trace.
    """

    def __init__(self, settings: Settings, name: str, other_sessions: Ledger | None = None) -> None:
        self.name = name
        self._settings, self._others = settings, other_sessions
        self._releaser = settings.releaser(name)
        self._ledger = Ledger()
        self._lock = RLock()

    @property
    def ledger(self) -> Ledger:
        """Everything that this session has released."""
        return self._ledger

    @property
    def traits(self) -> Traits:
        """What this method promises. A text that comes back unchanged is read back by where its words stand."""
        return TRAITS

    def scan(self, texts: str | Sequence[str]) -> tuple[tuple[Span, ...], ...]:
        """The words that may not leave as they are, in each text. Nothing is released."""
        return tuple(tuple(self._releaser.private(text)) for text in as_texts(texts))

    def sanitize(self, texts: str | Sequence[str], *, closed: Sequence[Sequence[Span]] | None = None) -> NoisyPrompt:
        """Sanitize one message: a text, or several jointly.

        Args:
            texts: The message.
            closed: For each text the spans that another method has released, disjoint and in reading order.

        Raises:
            BudgetExceeded: Nothing of the message may be sent.
            PolicyError: ``words="undetected"`` without the spans of another method.
        """
        given = as_texts(texts)
        if closed is None and self._settings.choice.name == "undetected":
            msg = "words='undetected' goes behind another method: give the spans that it released as closed="
            raise PolicyError(msg)
        with self._lock:
            released = [
                self._releaser.release(text, spans)
                for text, spans in zip(given, [()] * len(given) if closed is None else closed, strict=True)
            ]
            return self._prompt(released)

    def sanitize_conversation(self, messages: Sequence[Message]) -> SanitizedConversation[NoisyPrompt]:
        """Sanitize a conversation. What was sent before is sent again unchanged; numbers stay, and are counted."""
        with self._lock:
            leaves, released, json = list[tuple[Leaf, ...]](), list[Released](), dict[int, tuple[str, ...]]()
            numbers = 0
            for place, message in enumerate(messages):
                kept = self._opened(message)
                if kept is not None:
                    leaves.append(kept.wrote)
                    json[place] = kept.json
                    continue
                own = [self._releaser.release(leaf) for leaf in message.leaves if isinstance(leaf, str)]
                released += own
                numbers += len(message.leaves) - len(own)
                leaves.append(with_texts(message.leaves, iter([one.text for one in own]), {}))
            return SanitizedConversation(tuple(leaves), self._prompt(released, numbers), json=json)

    def keep(self, wrote: Sequence[Leaf], read: Sequence[Leaf], prompt: Prompt, *, json: Sequence[str] = ()) -> str:
        """Seal what a model wrote, to be stored beside the clear message and handed back as ``Message.kept``."""
        return KeptForm(tuple(wrote), tuple(read), tuple(json)).sealed(self._settings.key, self.name)

    def reader(self, prompt: Prompt) -> Reader:
        """What reads answers to a prompt back: words that stand for one word of it; others are left.

        Raises:
            DesanitizeError: It is no prompt of this method.
            KeyMaterialError: It was made under another key.
        """
        if not isinstance(prompt, NoisyPrompt):
            msg = f"an answer is read back with the prompt that sanitize returned, not {type(prompt).__name__}"
            raise DesanitizeError(msg)
        if prompt.key_id != self._settings.key.id:
            msg = "the prompt was made under another key"
            raise KeyMaterialError(msg)
        return prompt.reader

    def __repr__(self) -> str:
        return f"WordSession({self.name!r}, {self._settings.mechanism!r})"

    def __reduce__(self) -> NoReturn:
        msg = "a session holds clear values and is not pickled; make it again by name and replay its messages"
        raise PrivacyError(msg)

    def _prompt(self, released: Sequence[Released], numbers: int = 0) -> NoisyPrompt:
        events, words = self._releaser.events(released)
        ledger = Ledger.of((*events, *_numbers(numbers)))
        if self._settings.budget is not None:
            self._settings.budget.check(ledger, session=self._ledger, user=self._others)
        self._releaser.count(words)
        self._ledger += ledger
        return NoisyPrompt(tuple(released), ledger, self.name, self._settings.key.id)

    def _opened(self, message: Message) -> KeptForm | None:
        """What the model wrote, where the message proves it and is as it was."""
        kept = KeptForm.opened(self._settings.key, self.name, message.kept) if message.from_model else None
        return kept if kept is not None and kept.read == message.leaves else None


def _numbers(count: int) -> tuple[Event, ...]:
    return (Kept("NUMBER", count, "a number in structured data is no word"),) if count else ()
