"""A session: one user's conversation.

A session remembers what it fixed, so that a released value never changes. It stores nothing that a replay would
not give: the same messages under the same key, policy and session name lead to the same state.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from threading import RLock
from typing import Any, NoReturn

from privacy_chains.conversation import Leaf, Message, SanitizedConversation, texts_of, turns, with_texts
from privacy_chains.dependencies import Dependencies
from privacy_chains.desanitize import Desanitizer
from privacy_chains.engine import Engine
from privacy_chains.errors import DesanitizeError, PrivacyError
from privacy_chains.ledger import Budget, Ledger
from privacy_chains.message import Context, Memory, Outcome, sanitize_message
from privacy_chains.prompt import SanitizedPrompt, as_texts
from privacy_chains.recall import desanitize_with_key

__all__ = ["Session"]


class Session:
    """One user's conversation: what was released once is released again, whatever comes later.

    Made by ``Sanitizer.session``. Safe to share between threads; a message that fails leaves no trace.
    """

    def __init__(self, engine: Engine, name: str, dependencies: Dependencies | None, budget: Budget | None) -> None:
        self._context = Context(engine, name, dependencies)
        self._budget = budget
        self._memory = Memory()
        self._lock = RLock()

    @property
    def name(self) -> str:
        """What tells this session from the user's others; it enters the coins of the noise."""
        return self._context.session

    @property
    def ledger(self) -> Ledger:
        """Everything this session has released."""
        return self._memory.ledger

    def sanitize(self, texts: str | Sequence[str]) -> SanitizedPrompt:
        """Sanitize one message: a text, or several jointly.

        Raises:
            PrivacyError: Nothing of the message may be sent. The session is as it was before.
        """
        message = as_texts(texts)
        with self._lock:
            before = self._memory.ledger
            outcome = self._sanitize(message)
            return self._prompt([outcome], before)

    def sanitize_conversation(self, messages: Sequence[Message]) -> SanitizedConversation:
        """Sanitize a conversation, message by message, in order. What was sent before is sent again unchanged.

        Raises:
            PrivacyError: Nothing of the conversation may be sent.
        """
        with self._lock:
            before = self._memory.ledger
            sanitized: dict[int, tuple[Leaf, ...]] = {}
            outcomes: list[Outcome] = []
            for from_model, group in turns(messages):
                if from_model and group[0][1].sent is not None:
                    continue
                outcomes.append(self._sanitize_turn(group, sanitized, from_model=from_model))
            prompt = self._prompt(outcomes, before)
            for position, message in enumerate(messages):
                if position not in sanitized and prompt.reader.value(message.sent) == message.leaves:
                    sanitized[position] = message.sent or ()
                elif position not in sanitized:
                    outcomes.append(self._sanitize_turn([(position, message)], sanitized, from_model=True))
            if len(outcomes) > 0:
                prompt = self._prompt(outcomes, before)
            return SanitizedConversation(tuple(sanitized[position] for position in range(len(messages))), prompt)

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
        return prompt.reader.restore(answer).text

    def desanitize_value(self, value: Any, prompt: SanitizedPrompt) -> Any:
        """Read JSON-like data back: texts in keys and values, and numbers, which stay numbers."""
        return prompt.reader.value(value)

    def reader(self, prompt: SanitizedPrompt, *, json: bool = False) -> Desanitizer:
        """Read an answer back chunk by chunk; ``json`` for fragments of a JSON text, such as tool arguments."""
        return prompt.reader.stream(json=json)

    def __repr__(self) -> str:
        return f"Session({self.name!r}, {self._context.engine!r})"

    def __reduce__(self) -> NoReturn:
        msg = "a Session holds clear values and is not pickled; make it again by name and replay its messages"
        raise PrivacyError(msg)

    def _sanitize(self, texts: tuple[str, ...], *, from_model: bool = False) -> Outcome:
        known = self._memory.outcomes.get((from_model, texts))
        if known is not None:
            return known
        outcome = sanitize_message(self._context, self._memory, texts, from_model=from_model)
        if self._budget is not None:
            self._budget.check(self._memory.ledger, outcome.events)
        self._memory.commit(from_model, texts, outcome)
        return outcome

    def _sanitize_turn(
        self, group: list[tuple[int, Message]], sanitized: dict[int, tuple[Leaf, ...]], *, from_model: bool
    ) -> Outcome:
        outcome = self._sanitize(texts_of(group), from_model=from_model)
        texts = iter(outcome.texts)
        numbers = self._released_numbers() if from_model else {}
        for position, message in group:
            sanitized[position] = with_texts(message, texts, numbers)
        return outcome

    def _released_numbers(self) -> dict[float, float]:
        """What a number in the model's own tool calls was released as; ambiguous ones are left out."""
        released: dict[float, set[Fraction]] = {}
        for (_, number), value in self._memory.settled.items():
            released.setdefault(_plain(number), set()).add(value)
        return {number: _plain(*values) for number, values in released.items() if len(values) == 1}

    def _prompt(self, outcomes: Sequence[Outcome], before: Ledger) -> SanitizedPrompt:
        return SanitizedPrompt(
            texts=tuple(text for outcome in outcomes for text in outcome.texts),
            spans=tuple(spans for outcome in outcomes for spans in outcome.spans),
            ledger=self._memory.ledger.since(before),
            issued=tuple(self._memory.issued),
        )


def _plain(number: Fraction) -> float:
    return int(number) if number.denominator == 1 else float(number)
