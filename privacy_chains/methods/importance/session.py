"""A session of rewritten words: one conversation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import RLock
from typing import NoReturn

from privacy_chains.contract.conversation import Leaf, Message, SanitizedConversation, with_texts
from privacy_chains.contract.method import Traits
from privacy_chains.contract.prompt import Prompt, as_texts
from privacy_chains.contract.spans import Span, replace_spans
from privacy_chains.contract.unproven import Unproven
from privacy_chains.desanitize import Reader
from privacy_chains.errors import DesanitizeError, KeyMaterialError, PrivacyError
from privacy_chains.keys import KeptForms, Key
from privacy_chains.ledger import Budget, Event, Kept, Ledger
from privacy_chains.methods.history import History
from privacy_chains.methods.importance.memory import RewriteMemory, key_of
from privacy_chains.methods.importance.prompt import RewrittenPrompt
from privacy_chains.methods.importance.rewriting import Rewriting, open_cut
from privacy_chains.methods.stacking import NOTHING_CLOSED
from privacy_chains.methods.words.release import NoisyText
from privacy_chains.methods.words.spelling import spans_of

__all__ = ["TRAITS", "ImportanceSettings", "WordRewriter"]

TRAITS = Traits(stable=False, exact=True, reads_alone=False, keeps_numbers=True)
"""What a word becomes depends on the words that the session has sent before: nothing that was stored is found again."""

_FORMS = KeptForms("kept form of importance", "importance-1")


@dataclass(frozen=True, slots=True, repr=False)
class ImportanceSettings:
    """What a session is made of.

    Attributes:
        key: The user's.
        session: Its name.
        rewriting: How words are replaced, under the session's sub-key.
        budget: The most that may be spent.
        unproven: What becomes of messages that nothing proves the model wrote.
    """

    key: Key
    session: str
    rewriting: Rewriting
    budget: Budget | None = None
    unproven: Unproven = "hide"


class WordRewriter:
    """One conversation: a word that was replaced becomes the same again, and no two become the same.

    Made by ``ImportanceSanitizer.session``. Safe to share between threads; a message that fails leaves no trace.
    """

    def __init__(self, settings: ImportanceSettings, other_sessions: Ledger | None = None) -> None:
        self._settings, self._others = settings, other_sessions
        self._memory, self._ledger, self._lock = RewriteMemory(), Ledger(), RLock()

    @property
    def name(self) -> str:
        """The name of the session."""
        return self._settings.session

    @property
    def ledger(self) -> Ledger:
        """Everything that this session has released."""
        return self._ledger

    @property
    def traits(self) -> Traits:
        """What this method promises. A text that comes back unchanged is read back by where its words stand."""
        return TRAITS

    def scan(
        self, texts: str | Sequence[str], *, closed: Sequence[Sequence[Span]] = ()
    ) -> tuple[tuple[Span, ...], ...]:
        """The words that may not leave as they are, in each text outside of closed spans. Nothing is released."""
        given = as_texts(texts)
        spans = closed or [()] * len(given)
        return tuple(tuple(self._private(text, shut)) for text, shut in zip(given, spans, strict=True))

    def sanitize(self, texts: str | Sequence[str], *, closed: Sequence[Sequence[Span]] = ()) -> RewrittenPrompt:
        """Sanitize one message: a text, or several jointly.

        Args:
            texts: The message.
            closed: For each text the spans that another method has released, disjoint and in reading order.

        Raises:
            BudgetExceeded: Nothing of the message may be sent.
            ModelError: The model failed.
        """
        given = as_texts(texts)
        with self._lock:
            memory = self._memory.copy()
            released = self._released(given, closed or [()] * len(given), memory)
            return self._prompt(released, memory)

    def sanitize_conversation(
        self, messages: Sequence[Message], *, closed: Mapping[str, Sequence[Span]] = NOTHING_CLOSED
    ) -> SanitizedConversation[RewrittenPrompt]:
        """Sanitize a conversation. What was sent before is sent again unchanged; numbers in data stay, and are counted.

        Args:
            messages: The conversation.
            closed: By text, the spans that another method has released.

        Raises:
            UnsupportedContent: A message does not prove that the model wrote it, and such are refused.
            BudgetExceeded: Nothing of the conversation may be sent.
            ModelError: The model failed.
        """
        with self._lock:
            memory, history = self._memory.copy(), self._history()
            leaves, released, numbers = list[tuple[Leaf, ...]](), list[NoisyText](), 0
            for place, message in enumerate(messages):
                sent = history.send(place, message)
                if sent is None:
                    texts = [leaf for leaf in message.leaves if isinstance(leaf, str)]
                    own = self._released(texts, [closed.get(text, ()) for text in texts], memory)
                    released += own
                    numbers += len(message.leaves) - len(own)
                    sent = with_texts(message.leaves, iter([one.text for one in own]), {})
                else:
                    memory.see(leaf for leaf in sent if isinstance(leaf, str))
                leaves.append(sent)
            prompt = self._prompt(released, memory, numbers, tuple(history.pairs))
            return SanitizedConversation(tuple(leaves), prompt, json=history.json)

    def keep(self, wrote: Sequence[Leaf], read: Sequence[Leaf], prompt: Prompt, *, json: Sequence[str] = ()) -> str:
        """Seal what a model wrote, to be stored beside the clear message and handed back as ``Message.kept``."""
        return self._history().keep(wrote, read, json, [*prompt.surrogates.items()])

    def reader(self, prompt: Prompt) -> Reader:
        """What reads answers to a prompt back: words that stand for one word of it; others are left.

        Raises:
            DesanitizeError: It is no prompt of this method.
            KeyMaterialError: It was made under another key.
        """
        if not isinstance(prompt, RewrittenPrompt):
            msg = f"an answer is read back with the prompt that sanitize returned, not {type(prompt).__name__}"
            raise DesanitizeError(msg)
        if prompt.key_id != self._settings.key.id:
            msg = "the prompt was made under another key"
            raise KeyMaterialError(msg)
        return prompt.reader

    def __repr__(self) -> str:
        return f"WordRewriter({self.name!r})"

    def __reduce__(self) -> NoReturn:
        msg = "a session holds clear words and is not pickled; make it again by name and replay its messages"
        raise PrivacyError(msg)

    def _released(
        self, texts: Sequence[str], closed: Sequence[Sequence[Span]], memory: RewriteMemory
    ) -> list[NoisyText]:
        """The texts of one message, in order; one that was sent before is sent as it was."""
        memory.see(texts)
        found: list[NoisyText] = []
        for text, spans in zip(texts, closed, strict=True):
            key = key_of(text, spans)
            if key not in memory.texts:
                memory.texts[key] = self._settings.rewriting.written(text, spans, memory)
            found.append(memory.texts[key])
        return found

    def _prompt(
        self,
        released: Sequence[NoisyText],
        memory: RewriteMemory,
        numbers: int = 0,
        carried: Sequence[tuple[str, str]] = (),
    ) -> RewrittenPrompt:
        """The prompt; the session remembers what it holds."""
        events = self._settings.rewriting.events(released, memory)
        ledger = Ledger.of((*events, *_numbers(numbers)))
        if self._settings.budget is not None:
            self._settings.budget.check(ledger, session=self._ledger, user=self._others)
        self._memory = memory
        self._ledger += ledger
        return RewrittenPrompt(tuple(released), ledger, self.name, self._settings.key.id, tuple(carried))

    def _private(self, text: str, closed: Sequence[Span] = ()) -> list[Span]:
        spans = spans_of(open_cut(text, closed))
        places = sorted(self._settings.rewriting.private(text, closed, self._memory))
        return [Span(*spans[place], "WORD", source="importance") for place in places]

    def _history(self) -> History:
        return History(_FORMS, self._settings.key, self.name, self._settings.unproven, self._hidden)

    def _hidden(self, text: str) -> str:
        """A text of unknown origin without the words that are replaced in others."""
        spans = self._private(text)
        return replace_spans(text, spans, ["[WORD]"] * len(spans))[0]


def _numbers(count: int) -> tuple[Event, ...]:
    return (Kept("NUMBER", count, "a number in structured data is no word"),) if count else ()
