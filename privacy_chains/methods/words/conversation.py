"""A conversation of a method that replaces words: what noise on words and rewritten words have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from threading import RLock
from typing import Generic, NoReturn, Protocol, TypeVar

from privacy_chains.contract.conversation import Leaf, Message, SanitizedConversation, with_texts
from privacy_chains.contract.prompt import Prompt, as_texts
from privacy_chains.contract.recording import Recording
from privacy_chains.contract.spans import Span, replace_spans
from privacy_chains.contract.unproven import Unproven
from privacy_chains.desanitize import Reader
from privacy_chains.errors import DesanitizeError, KeyMaterialError, PrivacyError, forgets_values
from privacy_chains.keys import KeptForms, Key
from privacy_chains.ledger import Budget, Event, Kept, Ledger
from privacy_chains.methods.history import History
from privacy_chains.methods.stacking import NOTHING_CLOSED
from privacy_chains.methods.words.prompt import NoisyPrompt
from privacy_chains.methods.words.release import NoisyText

__all__ = ["ConversationRules", "Draft", "WordConversation"]

P = TypeVar("P", bound=NoisyPrompt)


class Draft(Protocol):
    """What a call would release. Nothing is remembered of it until it is committed."""

    def released(self, texts: Sequence[str], closed: Sequence[Sequence[Span]]) -> list[NoisyText]:
        """The texts of one message as they would leave, given the closed spans of each."""
        ...

    def see(self, texts: Iterable[str]) -> None:
        """Learn what a model wrote."""
        ...

    def events(self, released: Sequence[NoisyText]) -> Sequence[Event]:
        """What the texts reveal."""
        ...

    def commit(self) -> None:
        """Remember what was released."""
        ...


@dataclass(frozen=True, slots=True, repr=False)
class ConversationRules:
    """What holds for every message of a conversation.

    Attributes:
        forms: Seals and opens what a model wrote.
        key: The user's.
        recording: What the audit log is told.
        budget: The most that may be spent.
        unproven: What becomes of messages that nothing proves the model wrote.
        other_sessions: What the user released in others, for a budget of the user.
    """

    forms: KeptForms
    key: Key
    recording: Recording
    budget: Budget | None = None
    unproven: Unproven = "hide"
    other_sessions: Ledger | None = None


class WordConversation(ABC, Generic[P]):
    """One conversation, safe to share between threads; a message that fails leaves no trace.

    Args:
        name: The name of the session.
        rules: What holds for every message.
        prompt: The class of its prompts.
    """

    def __init__(self, name: str, rules: ConversationRules, prompt: type[P]) -> None:
        self.name = name
        self._rules, self._made = rules, prompt
        self._ledger, self._lock = Ledger(), RLock()

    @property
    def ledger(self) -> Ledger:
        """Everything that this session has released."""
        return self._ledger

    @forgets_values
    def scan(
        self, texts: str | Sequence[str], *, closed: Sequence[Sequence[Span]] = ()
    ) -> tuple[tuple[Span, ...], ...]:
        """The words that may not leave as they are, in each text outside of closed spans. Nothing is released."""
        given = as_texts(texts)
        spans = closed or [()] * len(given)
        return tuple(tuple(self._private(text, shut)) for text, shut in zip(given, spans, strict=True))

    @forgets_values
    def sanitize(self, texts: str | Sequence[str], *, closed: Sequence[Sequence[Span]] | None = None) -> P:
        """Sanitize one message: a text, or several jointly.

        Args:
            texts: The message.
            closed: For each text the spans that another method has released, disjoint and in reading order.

        Raises:
            BudgetExceeded: Nothing of the message may be sent.
            ModelError: A local model failed.
            PolicyError: The method goes behind another one, whose spans are missing.
        """
        given = as_texts(texts)
        spans = [()] * len(given) if closed is None else closed
        return self._rules.recording.of(lambda: self._sanitized(given, spans))

    @forgets_values
    def sanitize_conversation(
        self, messages: Sequence[Message], *, closed: Mapping[str, Sequence[Span]] = NOTHING_CLOSED
    ) -> SanitizedConversation[P]:
        """Sanitize a conversation. What was sent before is sent again unchanged; numbers in data stay, and are counted.

        Args:
            messages: The conversation.
            closed: By text, the spans that another method has released.

        Raises:
            UnsupportedContent: A message does not prove that the model wrote it, and such are refused.
            BudgetExceeded: Nothing of the conversation may be sent.
            ModelError: A local model failed.
        """
        return self._rules.recording.of(lambda: self._sanitized_conversation(messages, closed))

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
        if not isinstance(prompt, self._made):
            msg = f"an answer is read back with the prompt that sanitize returned, not {type(prompt).__name__}"
            raise DesanitizeError(msg)
        if prompt.key_id != self._rules.key.id:
            msg = "the prompt was made under another key"
            raise KeyMaterialError(msg)
        return prompt.reader

    def __reduce__(self) -> NoReturn:
        msg = "a session holds clear values and is not pickled; make it again by name and replay its messages"
        raise PrivacyError(msg)

    @abstractmethod
    def _private(self, text: str, closed: Sequence[Span] = ()) -> Iterable[Span]:
        """The words of a text that may not leave as they are."""

    @abstractmethod
    def _draft(self) -> Draft:
        """What a call starts from."""

    def _sanitized(self, texts: Sequence[str], closed: Sequence[Sequence[Span]]) -> P:
        with self._lock:
            draft = self._draft()
            return self._prompt(draft, draft.released(texts, closed))

    def _sanitized_conversation(
        self, messages: Sequence[Message], closed: Mapping[str, Sequence[Span]]
    ) -> SanitizedConversation[P]:
        with self._lock:
            draft, history = self._draft(), self._history()
            leaves, released, numbers = list[tuple[Leaf, ...]](), list[NoisyText](), 0
            for place, message in enumerate(messages):
                sent = history.send(place, message)
                if sent is None:
                    texts = [leaf for leaf in message.leaves if isinstance(leaf, str)]
                    own = draft.released(texts, [closed.get(text, ()) for text in texts])
                    released += own
                    numbers += len(message.leaves) - len(own)
                    sent = with_texts(message.leaves, iter([one.text for one in own]), {})
                else:
                    draft.see(leaf for leaf in sent if isinstance(leaf, str))
                leaves.append(sent)
            prompt = self._prompt(draft, released, numbers, tuple(history.pairs))
            return SanitizedConversation(tuple(leaves), prompt, json=history.json)

    def _prompt(
        self, draft: Draft, released: Sequence[NoisyText], numbers: int = 0, carried: tuple[tuple[str, str], ...] = ()
    ) -> P:
        """The prompt; the session remembers what it holds."""
        rules = self._rules
        ledger = Ledger.of((*draft.events(released), *_numbers(numbers)))
        if rules.budget is not None:
            rules.budget.check(ledger, session=self._ledger, user=rules.other_sessions)
        draft.commit()
        self._ledger += ledger
        return self._made(tuple(released), ledger, self.name, rules.key.id, carried)

    def _history(self) -> History:
        return History(self._rules.forms, self._rules.key, self.name, self._rules.unproven, self._hidden)

    def _hidden(self, text: str) -> str:
        """A text of unknown origin without the words that are replaced in others."""
        spans = [*self._private(text)]
        return replace_spans(text, spans, ["[WORD]"] * len(spans))[0]


def _numbers(count: int) -> tuple[Event, ...]:
    return (Kept("NUMBER", count, "a number in structured data is no word"),) if count else ()
