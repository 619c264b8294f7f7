"""A session: one user's conversation.

A session remembers what it fixed, so that a released value never changes. It stores nothing that a replay could not
reproduce: the same messages under the same key, policy and session name lead to the same state.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, islice
from threading import RLock
from typing import TYPE_CHECKING, Any, NoReturn

from privacy_chains.contract.conversation import (
    Leaf,
    Message,
    SanitizedConversation,
    question_of,
    texts_of,
    turns,
    with_texts,
)
from privacy_chains.contract.method import Traits
from privacy_chains.contract.prompt import Prompt, as_texts
from privacy_chains.contract.recording import Recording
from privacy_chains.contract.records import DEFAULT_INDEX
from privacy_chains.contract.report import Sighting
from privacy_chains.contract.spans import Span, in_originals
from privacy_chains.contract.unproven import Unproven
from privacy_chains.dependencies import Dependencies
from privacy_chains.errors import DesanitizeError, PrivacyError, forgets_values
from privacy_chains.keys import KeptForm
from privacy_chains.ledger import Budget, Ledger
from privacy_chains.preempt.engine import SCHEME, Engine
from privacy_chains.preempt.index import Index
from privacy_chains.preempt.invented import invented_values
from privacy_chains.preempt.kept import FORMS, pairs_in, rows_of
from privacy_chains.preempt.key_alone import desanitize_with_key
from privacy_chains.preempt.memory import Context, Memory, Outcome, Said
from privacy_chains.preempt.prompt import SanitizedPrompt, check_prompt
from privacy_chains.preempt.provenance import Provenance, is_told_by_user
from privacy_chains.preempt.replay import Replay, Replays
from privacy_chains.preempt.resending import Resending
from privacy_chains.preempt.turns import PromptDraft, Turns
from privacy_chains.preempt.witnessing import Retold, Witnessing

if TYPE_CHECKING:
    from privacy_chains.desanitize import Reader

__all__ = ["TRAITS", "Session"]

TRAITS = Traits(stable=True, exact=True, reads_alone=True, keeps_numbers=True)
"""What enciphering and noise promise together."""


class Session(Witnessing):
    """One user's conversation: a value that was released once is always released the same way.

    Made by ``Sanitizer.session``. Safe to share between threads; a message that fails leaves no trace.
    """

    def __init__(  # noqa: PLR0913  (each says one thing of the session)
        self,
        engine: Engine,
        name: str,
        dependencies: Dependencies | None,
        budget: Budget | None,
        other_sessions: Ledger | None = None,
        *,
        replays: Replays | None = None,
        unproven: Unproven = "hide",
    ) -> None:
        self._context = Context(engine, name, dependencies)
        self._memory = Memory()
        replays = Replays(0) if replays is None else replays
        self._replay = Replay(replays, self._context)
        self._turns = Turns(self._context, self._memory, self._replay, budget, other_sessions)
        self._resending = Resending(self._turns, unproven)
        self._provenance = replays.shared(f"values {name}", Provenance)
        self._retold = replays.shared(f"texts {name}", Retold)
        self._rule = unproven
        self._recording = Recording(engine.audit, "Sanitizer", name)
        self._latest: SanitizedPrompt | None = None
        self._lock = RLock()

    @property
    def name(self) -> str:
        """What distinguishes this session from the user's others; the coins of the noise depend on it."""
        return self._context.session

    @property
    def fingerprint(self) -> str:
        """16 hexadecimal digits for caches; they differ for each name, key, policy and kind of detector. Public."""
        rule = () if self._rule == "hide" else (self._rule,)
        return self._context.engine.fingerprint("session", self.name, repr(self._context.dependencies), *rule)

    @property
    def ledger(self) -> Ledger:
        """Everything this session has released."""
        return self._memory.ledger

    @property
    def traits(self) -> Traits:
        """What this method promises."""
        return TRAITS

    @forgets_values
    def scan(self, texts: str | Sequence[str]) -> tuple[tuple[Span, ...], ...]:
        """What is private in texts, given what this session knows. Nothing is released or remembered.

        Args:
            texts: A text, or several that are read jointly.

        Returns:
            For each text, the spans of values that may not leave as they are, even if noise would not change them.

        Raises:
            PrivacyError: The texts cannot be sanitized, for example because the policy refuses a value.
        """
        said = _each(self._context, [(text,) for text in as_texts(texts)])
        with self._lock:
            known = {one: self._memory.outcomes[one] for one in said if one in self._memory.outcomes}
            new = [one for one in dict.fromkeys(said) if one not in known]
            outcomes = known | (self._turns.anew(new, self._context, {}) if new else {})
        policy = self._context.engine.policy
        return tuple(
            policy.private(in_originals(spans, originals))
            for one in said
            for spans, originals in zip(outcomes[one].spans, outcomes[one].originals, strict=True)
        )

    @forgets_values
    def sanitize(
        self, texts: str | Sequence[str], *, dependencies: Dependencies | str | None = None
    ) -> SanitizedPrompt:
        """Sanitize one message: a text, or several jointly.

        Args:
            texts: The message.
            dependencies: Formulas among the numbers of this message, beside the session's own. What earlier
                messages released stays: formulas only affect new numbers.

        Raises:
            PrivacyError: Nothing of the message may be sent. The session is as it was before.
        """
        message = as_texts(texts)
        with self._lock:
            return self._recording.of(lambda: self._sanitized(message, dependencies))

    @forgets_values
    def sanitize_conversation(self, messages: Sequence[Message]) -> SanitizedConversation[SanitizedPrompt]:
        """Sanitize a conversation, message by message, in order. What was sent before is sent again unchanged.

        Raises:
            PrivacyError: Nothing of the conversation may be sent.
        """
        with self._lock:
            return self._recording.of(lambda: self._sanitized_conversation(messages))

    @forgets_values
    def keep(self, wrote: Sequence[Leaf], read: Sequence[Leaf], prompt: Prompt, *, json: Sequence[str] = ()) -> str:
        """Seal what a model wrote, to be stored beside the clear message and handed back as ``Message.kept``.

        Args:
            wrote: The leaves of its message.
            read: The leaves of the clear message.
            prompt: What the message answers.
            json: JSON texts in the message, which go back byte for byte, too.
        """
        issued = check_prompt(prompt).issued
        pairs = rows_of(pairs_in(issued, wrote, read))
        self._provenance.read(wrote, read, issued)
        kept = KeptForm(tuple(wrote), tuple(read), tuple(json), pairs)
        return FORMS.seal(self._context.engine.key, self.name, kept)

    def index(self, name: str = DEFAULT_INDEX, *, key_id: str | None = None) -> Index:
        """What fills and asks a store that outlives this session; see ``Sanitizer.index``."""
        engine = self._context.engine.for_index(name).reading(key_id)
        return Index(lambda: Session(engine, f"index {name}", None, None), engine, name, self._context.engine.key)

    @forgets_values
    def desanitize(self, answer: str, prompt: Prompt | None = None, *, key_id: str | None = None) -> str:
        """Read an answer back: the surrogates of ``prompt``, or without one those that the key deciphers.

        Args:
            answer: What the model wrote.
            prompt: What it answers.
            key_id: Without a prompt: the id of the key that made the surrogates, where a key ring has several.

        Raises:
            DesanitizeError: ``answer`` is not text.
            KeyMaterialError: The prompt was made under a key that is not here; or without a prompt, the key ring has
                several keys and ``key_id`` names none of them.
        """
        if not isinstance(answer, str):
            msg = f"desanitize takes the answer's text, not {type(answer).__name__}; see desanitize_value"
            raise DesanitizeError(msg)
        if prompt is None:
            return desanitize_with_key(self._context.engine.reading(key_id), self.name, answer)
        return self.reader(prompt).text(answer)

    @forgets_values
    def desanitize_value(self, value: Any, prompt: Prompt) -> Any:
        """Read JSON-like data back: texts in keys and values, and numbers, which stay numbers."""
        return self.reader(prompt).value(value)

    def reader(self, prompt: Prompt) -> Reader:
        """What reads answers to a prompt: ``text`` whole, ``value`` as JSON-like data, ``stream`` chunk by chunk.

        Raises:
            DesanitizeError: It is no prompt of this method.
            KeyMaterialError: It was made under a key that is not here.
        """
        made = check_prompt(prompt)
        self._context.engine.check_key(made.key_id)
        return made.reader

    @forgets_values
    def invented(self, answer: str, prompt: Prompt) -> tuple[Sighting, ...]:
        """Where an answer, as the model wrote it, holds values that it made up; see ``invented_values``."""
        return invented_values(self._context.engine, check_prompt(prompt), answer)

    def __repr__(self) -> str:
        return f"Session({self.name!r}, {self._context.engine!r})"

    def __reduce__(self) -> NoReturn:
        msg = "a Session holds clear values and is not pickled; make it again by name and replay its messages"
        raise PrivacyError(msg)

    def _sanitized(self, message: Sequence[str], dependencies: Dependencies | str | None) -> SanitizedPrompt:
        draft, context = PromptDraft(), self._context_with(dependencies)
        self._turns.sanitize(draft, _each(context, [(text,) for text in message]), context)
        return self._prompt(draft)

    def _sanitized_conversation(self, messages: Sequence[Message]) -> SanitizedConversation[SanitizedPrompt]:
        draft, asked = PromptDraft(), ""
        for from_model, group in turns(messages):
            if from_model:
                self._provenance.saw(texts_of(group))
                self._resending.send(draft, *group[0])
                asked = question_of(group[0][1])
            else:
                self._sanitize_turn(draft, group, asked)
        prompt = self._prompt(draft)
        leaves = tuple(draft.leaves[position] for position in range(len(messages)))
        return SanitizedConversation(leaves, prompt, frozenset(draft.told), draft.json)

    def _context_with(self, dependencies: Dependencies | str | None) -> Context:
        """What a message is sanitized under that has formulas of its own."""
        if dependencies is None:
            return self._context
        given = Dependencies.parse(dependencies) if isinstance(dependencies, str) else dependencies
        own = self._context.dependencies
        return replace(self._context, dependencies=own + given if own else given)

    def _recall(self) -> None:
        recalled = self._provenance.recall(self._memory)
        if recalled:
            self._replay.carried(recalled)

    def _sanitize_turn(self, draft: PromptDraft, group: Sequence[tuple[int, Message]], asked: str) -> None:
        said = _each(self._context, [texts_of([item]) for item in group], asked)
        outcomes = self._turns.sanitize(draft, said, self._context)
        own = [is_told_by_user(message) for _, message in group for leaf in message.leaves if isinstance(leaf, str)]
        self._witness(said, own, outcomes)
        texts = iter([text for outcome in outcomes for text in outcome.texts])
        for position, message in group:
            draft.leaves[position] = with_texts(message.leaves, texts, {})

    def _witness(self, said: Sequence[Said], own: Sequence[bool], outcomes: Sequence[Outcome]) -> None:
        """Learn who wrote the values of a turn, and how its texts appear in traces."""
        texts, whose = [text for one in said for text in one.texts], iter(own)
        self._provenance.saw([text for text, is_own in zip(texts, own, strict=True) if not is_own])
        for one, outcome in zip(said, outcomes, strict=True):
            self._provenance.said(one.texts, list(islice(whose, len(one.texts))), outcome)
            self._retold.learn(one.texts, outcome.texts)

    def _prompt(self, draft: PromptDraft) -> SanitizedPrompt:
        self._latest = SanitizedPrompt(
            texts=tuple(text for outcome in draft.outcomes for text in outcome.texts),
            spans=tuple(spans for outcome in draft.outcomes for spans in outcome.spans),
            ledger=Ledger.of(draft.events),
            issued=tuple(self._memory.issued.values()),
            originals=tuple(originals for outcome in draft.outcomes for originals in outcome.originals),
            policy=self._context.engine.policy,
            earlier=self._latest.built_reader if self._latest else None,
            key_id=self._context.engine.key.id,
            scheme=SCHEME,
            session=self.name,
        )
        return self._latest


def _each(context: Context, texts: Sequence[tuple[str, ...]], asked: str = "") -> list[Said]:
    """The messages of the caller's turn; a single one if formulas were given, since they hold for all of it."""
    whole = [tuple(chain.from_iterable(texts))] if context.dependencies else texts
    return [Said(each, asked=asked) for each in whole]
