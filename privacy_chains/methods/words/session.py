"""A session of words with noise: one conversation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import RLock
from typing import NoReturn

from privacy_chains.contract.conversation import Leaf, Message, SanitizedConversation, with_texts
from privacy_chains.contract.method import Traits
from privacy_chains.contract.prompt import Prompt, as_texts
from privacy_chains.contract.recording import Recording
from privacy_chains.contract.spans import Span, replace_spans
from privacy_chains.contract.unproven import Unproven
from privacy_chains.desanitize import Reader
from privacy_chains.errors import DesanitizeError, KeyMaterialError, PolicyError, PrivacyError, forgets_values
from privacy_chains.keys import KeptForms, Key
from privacy_chains.ledger import Budget, Event, Kept, Ledger
from privacy_chains.ledger.audit import AuditLog
from privacy_chains.methods.history import History
from privacy_chains.methods.stacking import NOTHING_CLOSED
from privacy_chains.methods.words.choice import Choice
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
        self._recording = Recording(settings.audit, "WordNoise", name)

    @property
    def ledger(self) -> Ledger:
        """Everything that this session has released."""
        return self._ledger

    @property
    def mechanism(self) -> WordMechanism:
        """What draws the words."""
        return self._settings.mechanism

    @property
    def traits(self) -> Traits:
        """What this method promises. A text that comes back unchanged is read back by where its words stand."""
        return TRAITS

    @forgets_values
    def scan(
        self, texts: str | Sequence[str], *, closed: Sequence[Sequence[Span]] = ()
    ) -> tuple[tuple[Span, ...], ...]:
        """The words that may not leave as they are, in each text outside of closed spans. Nothing is released."""
        given = as_texts(texts)
        spans = closed or [()] * len(given)
        return tuple(tuple(self._releaser.private(text, shut)) for text, shut in zip(given, spans, strict=True))

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
        given = as_texts(texts)
        if closed is None and self._settings.choice.name == "undetected":
            msg = "words='undetected' goes behind another method: give the spans that it released as closed="
            raise PolicyError(msg)
        spans = [()] * len(given) if closed is None else closed
        return self._recording.of(lambda: self._sanitized(given, spans))

    def _sanitized(self, texts: Sequence[str], closed: Sequence[Sequence[Span]]) -> NoisyPrompt:
        with self._lock:
            pairs = zip(texts, closed, strict=True)
            return self._prompt([self._releaser.release(text, spans) for text, spans in pairs])

    @forgets_values
    def sanitize_conversation(
        self, messages: Sequence[Message], *, closed: Mapping[str, Sequence[Span]] = NOTHING_CLOSED
    ) -> SanitizedConversation[NoisyPrompt]:
        """Sanitize a conversation. What was sent before is sent again unchanged; numbers stay, and are counted.

        Args:
            messages: The conversation.
            closed: By text, the spans that another method has released.

        Raises:
            UnsupportedContent: A message does not prove that the model wrote it, and such are refused.
        """
        return self._recording.of(lambda: self._sanitized_conversation(messages, closed))

    def _sanitized_conversation(
        self, messages: Sequence[Message], closed: Mapping[str, Sequence[Span]]
    ) -> SanitizedConversation[NoisyPrompt]:
        with self._lock:
            leaves, released, history, numbers = list[tuple[Leaf, ...]](), list[NoisyText](), self._history(), 0
            for place, message in enumerate(messages):
                sent = history.send(place, message)
                if sent is None:
                    texts = [leaf for leaf in message.leaves if isinstance(leaf, str)]
                    own = [self._releaser.release(text, closed.get(text, ())) for text in texts]
                    released += own
                    numbers += len(message.leaves) - len(own)
                    sent = with_texts(message.leaves, iter([one.text for one in own]), {})
                leaves.append(sent)
            prompt = self._prompt(released, numbers, tuple(history.pairs))
            return SanitizedConversation(tuple(leaves), prompt, json=history.json)

    @forgets_values
    def keep(self, wrote: Sequence[Leaf], read: Sequence[Leaf], prompt: Prompt, *, json: Sequence[str] = ()) -> str:
        """Seal what a model wrote, to be stored beside the clear message and handed back as ``Message.kept``."""
        return self._history().keep(wrote, read, json, [*prompt.surrogates.items()])

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

    def _prompt(
        self, released: Sequence[NoisyText], numbers: int = 0, carried: tuple[tuple[str, str], ...] = ()
    ) -> NoisyPrompt:
        events, words = self._releaser.events(released)
        ledger = Ledger.of((*events, *_numbers(numbers)))
        if self._settings.budget is not None:
            self._settings.budget.check(ledger, session=self._ledger, user=self._others)
        self._releaser.count(words)
        self._ledger += ledger
        return NoisyPrompt(tuple(released), ledger, self.name, self._settings.key.id, carried)

    def _history(self) -> History:
        return History(_FORMS, self._settings.key, self.name, self._settings.unproven, self._hidden)

    def _hidden(self, text: str) -> str:
        """A text of unknown origin without the words that are drawn in others."""
        spans = [*self._releaser.private(text)]
        return replace_spans(text, spans, ["[WORD]"] * len(spans))[0]


def _numbers(count: int) -> tuple[Event, ...]:
    return (Kept("NUMBER", count, "a number in structured data is no word"),) if count else ()
