"""A session: one user's conversation.

A session remembers what it fixed, so that a released value never changes. It stores nothing that a replay would
not give: the same messages under the same key, policy and session name lead to the same state.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import zip_longest
from threading import RLock
from typing import Any, NoReturn

from privacy_chains.conversation import (
    Leaf,
    Message,
    SanitizedConversation,
    texts_of,
    texts_written,
    turns,
    with_texts,
)
from privacy_chains.dependencies import Dependencies
from privacy_chains.desanitize import Desanitizer, Issued, JsonDesanitizer, Reader, Sighting, as_integers
from privacy_chains.engine import Engine
from privacy_chains.errors import DesanitizeError, PrivacyError
from privacy_chains.ledger import Budget, Event, Ledger
from privacy_chains.marks import Mark, Marked, identities
from privacy_chains.memory import Context, Memory, Outcome, Said
from privacy_chains.message import holds_clear_values, sanitize_message
from privacy_chains.prompt import SanitizedPrompt, as_texts
from privacy_chains.recall import desanitize_with_key

__all__ = ["Session"]


@dataclass(slots=True, repr=False)
class _Request:
    """What one call has put together so far."""

    outcomes: list[Outcome] = field(default_factory=list)
    leaves: dict[int, tuple[Leaf, ...]] = field(default_factory=dict)
    events: tuple[Event, ...] = ()


class Session:
    """One user's conversation: what was released once is released again, whatever comes later.

    Made by ``Sanitizer.session``. Safe to share between threads; a message that fails leaves no trace.
    """

    def __init__(
        self,
        engine: Engine,
        name: str,
        dependencies: Dependencies | None,
        budget: Budget | None,
        other_sessions: Ledger | None = None,
    ) -> None:
        self._context = Context(engine, name, dependencies)
        self._budget = budget
        self._other_sessions = other_sessions
        self._memory = Memory()
        self._verified: set[Message] = set()
        self._latest: SanitizedPrompt | None = None
        self._lock = RLock()

    @property
    def name(self) -> str:
        """What tells this session from the user's others; it enters the coins of the noise."""
        return self._context.session

    @property
    def fingerprint(self) -> str:
        """16 hexadecimal digits for caches: others under another name, key, policy or kind of detector. Public."""
        return self._context.engine.fingerprint("session", self.name, repr(self._context.dependencies))

    @property
    def ledger(self) -> Ledger:
        """Everything this session has released."""
        return self._memory.ledger

    def sanitize(
        self, texts: str | Sequence[str], *, dependencies: Dependencies | str | None = None
    ) -> SanitizedPrompt:
        """Sanitize one message: a text, or several jointly.

        Args:
            texts: The message.
            dependencies: Formulas among the numbers of this message, beside the session's own. What earlier
                messages released stays as it is: formulas speak of what is new.

        Raises:
            PrivacyError: Nothing of the message may be sent. The session is as it was before.
        """
        message = as_texts(texts)
        with self._lock:
            request = _Request()
            self._sanitize(request, Said(message), self._context_with(dependencies))
            return self._prompt(request)

    def sanitize_conversation(self, messages: Sequence[Message]) -> SanitizedConversation:
        """Sanitize a conversation, message by message, in order. What was sent before is sent again unchanged.

        Raises:
            PrivacyError: Nothing of the conversation may be sent.
        """
        with self._lock:
            request = _Request()
            for from_model, group in turns(messages):
                position, message = group[0]
                if from_model and message.sent is not None and self._may_send_again(request, message, message.sent):
                    request.leaves[position] = message.sent
                else:
                    self._sanitize_turn(request, group, from_model=from_model)
            prompt = self._prompt(request)
            leaves = tuple(request.leaves[position] for position in range(len(messages)))
            return SanitizedConversation(leaves, prompt)

    def desanitize(self, answer: str, prompt: SanitizedPrompt | None = None) -> str:
        """Read an answer back: the surrogates of ``prompt``, or without one those that the key deciphers.

        Raises:
            DesanitizeError: ``answer`` is not text.
        """
        if not isinstance(answer, str):
            msg = f"desanitize takes the answer's text, not {type(answer).__name__}; see desanitize_value"
            raise DesanitizeError(msg)
        if prompt is None:
            return desanitize_with_key(self._context.engine, self.name, answer)
        return prompt.reader.text(answer)

    def desanitize_value(self, value: Any, prompt: SanitizedPrompt) -> Any:
        """Read JSON-like data back: texts in keys and values, and numbers, which stay numbers."""
        return prompt.reader.value(value)

    def reader(self, prompt: SanitizedPrompt, *, json: bool = False) -> Desanitizer | JsonDesanitizer:
        """Read an answer back chunk by chunk; ``json`` for fragments of a JSON text, such as tool arguments."""
        return prompt.reader.stream(json=json)

    def seal(self, fields: Mapping[str, Iterable[Marked]]) -> str:
        """The mark of a record: what reads it back exactly from a hosted store. See :mod:`privacy_chains.marks`."""
        return Mark.seal(self._context.engine.key, fields)

    def open(self, sealed: object) -> Mark:
        """The mark that ``seal`` returned, under this key or, in a ring, under the one that sealed it.

        Raises:
            MarkError: It was changed since, or is none.
            KeyMaterialError: The key that sealed it is not here.
        """
        return Mark.open(self._context.engine.key, sealed)

    def identities(self, name: str) -> tuple[str, ...]:
        """A record's id in a hosted store, and those that the old keys of a ring gave it."""
        return identities(self._context.engine.key, name)

    def __repr__(self) -> str:
        return f"Session({self.name!r}, {self._context.engine!r})"

    def __reduce__(self) -> NoReturn:
        msg = "a Session holds clear values and is not pickled; make it again by name and replay its messages"
        raise PrivacyError(msg)

    def _context_with(self, dependencies: Dependencies | str | None) -> Context:
        """What a message is sanitized under that has formulas of its own."""
        if dependencies is None:
            return self._context
        given = Dependencies.parse(dependencies) if isinstance(dependencies, str) else dependencies
        own = self._context.dependencies
        return replace(self._context, dependencies=own + given if own else given)

    def _sanitize(self, request: _Request, said: Said, context: Context) -> Outcome:
        outcome = self._memory.outcomes.get(said) if context is self._context else None
        if outcome is None:
            known = said._replace(texts=self._as_timed(self._as_answered(said.texts))) if said.from_model else said
            outcome = sanitize_message(context, self._memory, known)
            if self._budget is not None:
                self._budget.check(Ledger.of(outcome.events), session=self._memory.ledger, user=self._other_sessions)
            self._memory.commit(said, outcome)
            request.events += outcome.events
        request.outcomes.append(outcome)
        return outcome

    def _answers(self) -> list[Issued]:
        """What answers by formula were issued as: they are of no type that a policy treats."""
        rules = self._context.engine.policy.rules
        return [
            item for item in self._memory.issued.values() if item.released is not None and item.entity_type not in rules
        ]

    def _as_answered(self, texts: tuple[str, ...]) -> tuple[str, ...]:
        """The model's own texts with the true answers in them as it gave them: they were never released."""
        answers = self._answers()
        if not answers:
            return texts
        reader = Reader([item.reversed() for item in answers])
        return tuple(map(reader.text, texts))

    def _as_timed(self, texts: tuple[str, ...]) -> tuple[str, ...]:
        """The model's own texts with the true times of timestamps, where they stand alone, as they were released.

        They are no values of their own: no detector looks for them where the policy does not ask for times of day.
        """
        reader = Reader.of_times(self._memory.issued.values()) if any(map(_CLOCK.search, texts)) else None
        return tuple(_timed(reader, text) for text in texts) if reader else texts

    def _sanitize_turn(self, request: _Request, group: Sequence[tuple[int, Message]], *, from_model: bool) -> None:
        wrote = texts_written(group[0][1]) if from_model else None
        texts = iter(self._sanitize(request, Said(texts_of(group), from_model, wrote), self._context).texts)
        numbers = self._released_numbers() if from_model else {}
        for position, message in group:
            request.leaves[position] = with_texts(message, texts, numbers)

    def _may_send_again(self, request: _Request, message: Message, sent: tuple[Leaf, ...]) -> bool:
        """Whether the form that a model wrote is sent again: not if it was edited since, or holds a clear value.

        Nothing proves that the model wrote it: it lay with the caller, and may be forged, or restored to clear. So it
        is sent only if sanitizing it would replace nothing in it but surrogates that this session issued. It is judged
        by what came before it, as sanitizing it is: what comes later does not change what was sent.
        """
        if message in self._verified:
            return True
        if Said(texts_of([(0, message)]), from_model=True, wrote=texts_written(message)) in self._memory.outcomes:
            return False  # it was sanitized before, and goes on as it was sent then
        reader = self._prompt(_Request(request.outcomes)).reader
        numbers = self._released_numbers()
        for leaf, clear in zip_longest(sent, message.leaves):
            if isinstance(leaf, str):
                read = reader.restore(leaf)
                reads_as, safe = read.text, self._is_safe(leaf, (*read.restored, *read.left))
            else:
                reads_as = reader.value(leaf)
                safe = reads_as != leaf or numbers.get(leaf, leaf) == leaf
            if reads_as != clear or not safe:
                return False
        self._verified.add(message)
        return True

    def _is_safe(self, text: str, surrogates: Iterable[Sighting]) -> bool:
        """Whether a text holds no clear value beside the surrogates, nor a true answer that only a formula gave."""
        answered = self._as_answered((text,)) == (text,)
        return answered and not holds_clear_values(self._context, self._memory, text, surrogates)

    def _released_numbers(self) -> dict[float, float]:
        """What a number in the model's own tool calls was issued as; ambiguous ones are left out, but codes never."""
        released: dict[float, set[Fraction]] = {}
        for (_, number), value in self._memory.settled.items():
            released.setdefault(_plain(number), set()).add(value)
        for item in self._answers():
            if item.number is not None and item.released is not None:
                released.setdefault(_plain(item.number), set()).add(item.released)
        known = {number: _plain(*values) for number, values in released.items() if len(values) == 1}
        negative = {-number: -value for number, value in known.items() if number > 0 < value}
        return as_integers(self._memory.issued.values()) | negative | known

    def _prompt(self, request: _Request) -> SanitizedPrompt:
        self._latest = SanitizedPrompt(
            texts=tuple(text for outcome in request.outcomes for text in outcome.texts),
            spans=tuple(spans for outcome in request.outcomes for spans in outcome.spans),
            ledger=Ledger.of(request.events),
            issued=tuple(self._memory.issued.values()),
            originals=tuple(originals for outcome in request.outcomes for originals in outcome.originals),
            policy=self._context.engine.policy,
            earlier=self._latest.built_reader if self._latest else None,
        )
        return self._latest


_CLOCK = re.compile(r"[0-9](?:[:.h][0-9]|\s?[ap]\.?m)", re.IGNORECASE)


def _timed(reader: Reader, text: str) -> str:
    pieces, position = list[str](), 0
    for seen in reader.restore(text).restored:
        if seen.entity_type == "TIME":
            pieces += (text[position : seen.start], reader.text(text[seen.start : seen.end]))
            position = seen.end
    return "".join([*pieces, text[position:]])


def _plain(number: Fraction) -> float:
    return int(number) if number.denominator == 1 else float(number)
