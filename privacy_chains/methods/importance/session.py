"""A session of rewritten words: one conversation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from privacy_chains.contract.method import Traits
from privacy_chains.contract.recording import Recording
from privacy_chains.contract.spans import Span
from privacy_chains.contract.unproven import Unproven
from privacy_chains.keys import KeptForms, Key
from privacy_chains.ledger import Budget, Event, Ledger
from privacy_chains.methods.importance.memory import RewriteMemory, key_of
from privacy_chains.methods.importance.prompt import RewrittenPrompt
from privacy_chains.methods.importance.rewriting import Rewriting, open_cut
from privacy_chains.methods.words.conversation import ConversationRules, Draft, WordConversation
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


class WordRewriter(WordConversation[RewrittenPrompt]):
    """One conversation: a word that was replaced becomes the same again, and no two become the same.

    Made by ``ImportanceSanitizer.session``. Safe to share between threads; a message that fails leaves no trace.
    """

    def __init__(self, settings: ImportanceSettings, other_sessions: Ledger | None = None) -> None:
        recording = Recording(None, "ImportanceSanitizer", settings.session)
        rules = ConversationRules(_FORMS, settings.key, recording, settings.budget, settings.unproven, other_sessions)
        super().__init__(settings.session, rules, RewrittenPrompt)
        self._rewriting, self._memory = settings.rewriting, RewriteMemory()

    @property
    def traits(self) -> Traits:
        """What this method promises. A text that comes back unchanged is read back by where its words stand."""
        return TRAITS

    def __repr__(self) -> str:
        return f"WordRewriter({self.name!r})"

    def _private(self, text: str, closed: Sequence[Span] = ()) -> Iterable[Span]:
        spans = spans_of(open_cut(text, closed))
        places = sorted(self._rewriting.private(text, closed, self._memory))
        return [Span(*spans[place], "WORD", source="importance") for place in places]

    def _draft(self) -> Draft:
        return _Rewritten(self._rewriting, self._memory.copy(), self._remember)

    def _remember(self, memory: RewriteMemory) -> None:
        self._memory = memory


class _Rewritten:
    """What a call releases, with what the session will remember of it."""

    def __init__(self, rewriting: Rewriting, memory: RewriteMemory, remember: Callable[[RewriteMemory], None]) -> None:
        self._rewriting, self._memory, self._remember = rewriting, memory, remember

    def released(self, texts: Sequence[str], closed: Sequence[Sequence[Span]]) -> list[NoisyText]:
        """The texts of one message, in order; one that was sent before is sent as it was."""
        self.see(texts)
        known, found = self._memory.texts, list[NoisyText]()
        for text, spans in zip(texts, closed, strict=True):
            key = key_of(text, spans)
            if key not in known:
                known[key] = self._rewriting.written(text, spans, self._memory)
            found.append(known[key])
        return found

    def see(self, texts: Iterable[str]) -> None:
        self._memory.see(texts)

    def events(self, released: Sequence[NoisyText]) -> Sequence[Event]:
        return self._rewriting.events(released, self._memory)

    def commit(self) -> None:
        self._remember(self._memory)
