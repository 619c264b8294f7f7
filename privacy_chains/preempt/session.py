"""A session: one user's conversation.

A session remembers what it fixed, so that a released value never changes. It stores nothing that a replay would
not give: the same messages under the same key, policy and session name lead to the same state.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain, islice
from threading import RLock
from typing import Any, NoReturn

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
from privacy_chains.contract.prompt import Prompt
from privacy_chains.contract.records import DEFAULT_INDEX
from privacy_chains.contract.spans import Span, in_originals, replace_spans
from privacy_chains.dependencies import Dependencies
from privacy_chains.desanitize import Issued, Reader, as_integers
from privacy_chains.errors import DesanitizeError, PrivacyError
from privacy_chains.ledger import Budget, Event, Ledger
from privacy_chains.preempt.annotate import needles_of
from privacy_chains.preempt.edits import Stretch, is_mostly_own, number_like, of_edits, own_stretches
from privacy_chains.preempt.engine import SCHEME, Engine
from privacy_chains.preempt.index import Index
from privacy_chains.preempt.kept import KeptForm, opened, pairs_in, sealed
from privacy_chains.preempt.key_alone import desanitize_with_key
from privacy_chains.preempt.memory import Context, Memory, Outcome, Said
from privacy_chains.preempt.policy import Encipher
from privacy_chains.preempt.prompt import SanitizedPrompt, as_texts, check_prompt
from privacy_chains.preempt.provenance import Provenance, is_told_by_user
from privacy_chains.preempt.replace import sanitize_messages
from privacy_chains.preempt.replay import Replay, Replays
from privacy_chains.preempt.sweep import Needle
from privacy_chains.preempt.unproven import Unproven, hidden, refuse_unproven
from privacy_chains.preempt.witnessing import Retold, Witnessing

__all__ = ["TRAITS", "Session"]

TRAITS = Traits(stable=True, exact=True, reads_alone=True, keeps_numbers=True)
"""What enciphering and noise promise together."""


@dataclass(slots=True, repr=False)
class _Request:
    """What one call has put together so far."""

    outcomes: list[Outcome] = field(default_factory=list)
    leaves: dict[int, tuple[Leaf, ...]] = field(default_factory=dict)
    events: tuple[Event, ...] = ()
    told: set[int] = field(default_factory=set)
    json: dict[int, tuple[str, ...]] = field(default_factory=dict)


class Session(Witnessing):
    """One user's conversation: what was released once is released again, whatever comes later.

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
        self._budget = budget
        self._other_sessions = other_sessions
        self._memory = Memory()
        replays = Replays(0) if replays is None else replays
        self._replay = Replay(replays, self._context)
        self._provenance = replays.shared(f"values {name}", Provenance)
        self._retold = replays.shared(f"texts {name}", Retold)
        self._rule = unproven
        self._hidden: dict[tuple[Leaf, ...], tuple[Leaf, ...]] = {}
        self._latest: SanitizedPrompt | None = None
        self._lock = RLock()

    @property
    def name(self) -> str:
        """What tells this session from the user's others; it enters the coins of the noise."""
        return self._context.session

    @property
    def fingerprint(self) -> str:
        """16 hexadecimal digits for caches: others under another name, key, policy or kind of detector. Public."""
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

    def scan(self, texts: str | Sequence[str]) -> tuple[tuple[Span, ...], ...]:
        """What is private in texts, in the light of what this session knows. Nothing is released or remembered.

        Args:
            texts: A text, or several that are read jointly.

        Returns:
            For each text the spans of values that may not leave as they are, whatever noise would make of them.

        Raises:
            PrivacyError: The texts cannot be sanitized at all, as where the policy refuses a value.
        """
        said = _each(self._context, [(text,) for text in as_texts(texts)])
        with self._lock:
            known = {one: self._memory.outcomes[one] for one in said if one in self._memory.outcomes}
            new = [one for one in dict.fromkeys(said) if one not in known]
            outcomes = known | (self._anew(new, self._context, {}) if new else {})
        policy = self._context.engine.policy
        return tuple(
            policy.private(in_originals(spans, originals))
            for one in said
            for spans, originals in zip(outcomes[one].spans, outcomes[one].originals, strict=True)
        )

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
            context = self._context_with(dependencies)
            self._sanitize(request, _each(context, [(text,) for text in message]), context)
            return self._prompt(request)

    def sanitize_conversation(self, messages: Sequence[Message]) -> SanitizedConversation[SanitizedPrompt]:
        """Sanitize a conversation, message by message, in order. What was sent before is sent again unchanged.

        Raises:
            PrivacyError: Nothing of the conversation may be sent.
        """
        with self._lock:
            request, asked = _Request(), ""
            for from_model, group in turns(messages):
                if from_model:
                    self._provenance.saw(texts_of(group))
                    self._send_again(request, *group[0])
                    asked = question_of(group[0][1])
                else:
                    self._sanitize_turn(request, group, asked)
            prompt = self._prompt(request)
            leaves = tuple(request.leaves[position] for position in range(len(messages)))
            return SanitizedConversation(leaves, prompt, frozenset(request.told), request.json)

    def keep(self, wrote: Sequence[Leaf], read: Sequence[Leaf], prompt: Prompt, *, json: Sequence[str] = ()) -> str:
        """Seal what a model wrote, to be stored beside the clear message and handed back as ``Message.kept``.

        Args:
            wrote: The leaves of its message.
            read: The leaves of the clear message.
            prompt: What the message answers.
            json: JSON texts in the message, which go back byte for byte, too.
        """
        issued = check_prompt(prompt).issued
        pairs = tuple(pairs_in(issued, wrote, read))
        self._provenance.read(wrote, read, issued)
        return sealed(self._context.engine.key, self.name, KeptForm(tuple(wrote), tuple(read), tuple(json), pairs))

    def index(self, name: str = DEFAULT_INDEX, *, key_id: str | None = None) -> Index:
        """What fills and asks a store that outlives this session; see ``Sanitizer.index``."""
        engine = self._context.engine.for_index(name).reading(key_id)
        return Index(lambda: Session(engine, f"index {name}", None, None), engine, name, self._context.engine.key)

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

    def _sanitize(self, request: _Request, said: Sequence[Said], context: Context) -> list[Outcome]:
        """The messages of one turn: those that were sent before as they were, the others in the light of all."""
        sent = self._memory.outcomes if context is self._context else {}
        own = {one: sent[one] for one in said if one in sent}
        new = [one for one in dict.fromkeys(said) if one not in own]
        places = {one: self._replay.place(one, context, said if len(said) > 1 else ()) for one in new}
        found = {one: outcome for one in new if (outcome := self._replay.find(places[one])) is not None}
        if len(found) < len(new):
            if not self._replay.is_named:
                found = {}
            found |= self._anew([one for one in new if one not in found], context, found)
        self._commit(request, found, places)
        outcomes = [(own | found)[one] for one in said]
        request.outcomes += outcomes
        return outcomes

    def _anew(self, said: Sequence[Said], context: Context, beside: Mapping[Said, Outcome]) -> dict[Said, Outcome]:
        """What messages become that were not sent before, beside others of their turn that were."""
        self._memory.recall(self._replay.known())
        memory = self._memory.branch() if beside else self._memory
        for one, outcome in beside.items():
            memory.commit(one, outcome)
        known = [
            one._replace(texts=self._as_timed(self._as_answered(one.texts))) if one.from_model else one for one in said
        ]
        return dict(zip(said, sanitize_messages(context, memory, known), strict=True))

    def _commit(self, request: _Request, found: Mapping[Said, Outcome], places: Mapping[Said, bytes]) -> None:
        events = tuple(event for outcome in found.values() for event in outcome.events)
        if self._budget is not None:
            self._budget.check(Ledger.of(events), session=self._memory.ledger, user=self._other_sessions)
        for one, place in places.items():
            self._memory.commit(one, found[one])
            self._replay.passed(place, found[one])
            if one.asked and self._replay.is_named:
                self._replay.passed(self._replay.place(one.unasked(), self._context), found[one])
            self._replay.learn(found[one].found)
        request.events += events

    def _recall(self) -> None:
        recalled = self._provenance.recall(self._memory)
        if recalled:
            self._replay.carried(recalled)

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

    def _sanitize_turn(self, request: _Request, group: Sequence[tuple[int, Message]], asked: str) -> None:
        said = _each(self._context, [texts_of([item]) for item in group], asked)
        outcomes = self._sanitize(request, said, self._context)
        own = [is_told_by_user(message) for _, message in group for leaf in message.leaves if isinstance(leaf, str)]
        self._witness(said, own, outcomes)
        texts = iter([text for outcome in outcomes for text in outcome.texts])
        for position, message in group:
            request.leaves[position] = with_texts(message.leaves, texts, {})

    def _witness(self, said: Sequence[Said], own: Sequence[bool], outcomes: Sequence[Outcome]) -> None:
        """Learn whose the values of a turn are, and how its texts are told."""
        texts, whose = [text for one in said for text in one.texts], iter(own)
        self._provenance.saw([text for text, is_own in zip(texts, own, strict=True) if not is_own])
        for one, outcome in zip(said, outcomes, strict=True):
            self._provenance.said(one.texts, list(islice(whose, len(one.texts))), outcome)
            self._retold.learn(one.texts, outcome.texts)

    def _send_again(self, request: _Request, position: int, message: Message) -> None:
        """What the model wrote goes back as it wrote it; nothing that it chose meets the key on the way.

        Raises:
            PrivacyError: There is no proof of what it wrote, and such messages are refused.
        """
        kept = opened(self._context.engine.key, self.name, message.kept)
        if kept is not None:
            self._carry(kept)
            self._replay.carried(str(message.kept))
            if kept.read == message.leaves:
                request.leaves[position], request.json[position] = kept.wrote, kept.json
                return
            edited = self._edited(request, message, kept)
            if edited is not None:
                request.leaves[position] = edited
                return
        request.leaves[position] = self._unproven(request, message)
        if message.told is not None:
            request.told.add(position)

    def _carry(self, kept: KeptForm) -> None:
        """Know what was read back in a message: what issued it may be gone."""
        engine = self._context.engine
        for pair in kept.pairs:
            swept = isinstance(engine.policy.rules.get(pair.entity_type), Encipher)
            needles = tuple(needles_of(engine, (pair.entity_type, pair.original), ())) if swept else ()
            self._memory.carry([pair], needles)
            self._replay.learn(needles)

    def _edited(self, request: _Request, message: Message, kept: KeptForm) -> tuple[Leaf, ...] | None:
        """An edited message: its edits as the caller's, all else as the model wrote it; nothing for another message."""
        now, told = message.leaves, message.told or message.leaves
        if [type(leaf) for leaf in now] != [type(leaf) for leaf in kept.read] or len(told) != len(now):
            return None
        forms = tuple(zip(kept.wrote, kept.read, now, strict=True))
        own = [own_stretches(*map(str, form)) for form in forms]
        if not is_mostly_own(own, tuple(map(str, now))):
            return None
        kept_whole = [wrote if was == is_now else None for wrote, was, is_now in forms]
        texts = tuple(
            str(leaf if whole is None else is_now) for leaf, whole, is_now in zip(told, kept_whole, now, strict=True)
        )
        sent = iter(self._sanitize_edits(request, Said(texts, from_model=True, kept=message.kept), own))
        return tuple(
            text if isinstance(is_now, str) else number_like(text, is_now) if whole is None else whole
            for text, is_now, whole in zip(sent, now, kept_whole, strict=True)
        )

    def _sanitize_edits(self, request: _Request, said: Said, own: Sequence[Sequence[Stretch]]) -> tuple[str, ...]:
        outcome = self._memory.outcomes.get(said)
        if outcome is None:
            place = self._replay.place(said, self._context)
            outcome = self._replay.find(place)
            if outcome is None:
                self._memory.recall(self._replay.known())
                (whole,) = sanitize_messages(self._context, self._memory, [said])
                outcome = of_edits(said.texts, whole, own)
            self._commit(request, {said: outcome}, {said: place})
        return outcome.texts

    def _unproven(self, request: _Request, message: Message) -> tuple[Leaf, ...]:
        """A message in the model's name that nothing proves the model wrote."""
        leaves = message.told or message.leaves
        if self._rule == "refuse":
            raise refuse_unproven()
        numbers = self._released_numbers()
        if self._rule == "caller":
            texts = texts_of([(0, replace(message, leaves=leaves))])
            (outcome,) = self._sanitize(request, [Said(texts, from_model=True)], self._context)
            return with_texts(leaves, iter(outcome.texts), numbers)
        if leaves not in self._hidden:
            characters = sum(len(leaf) for leaf in leaves if isinstance(leaf, str))
            found = self._replay.once(repr((message.leaves, leaves)), lambda: self._hide(message, numbers), characters)
            self._hidden[leaves], needles = found
            self._memory.carry((), needles)
            self._replay.learn(needles)
            self._replay.carried(repr(leaves))
        return self._hidden[leaves]

    def _hide(self, message: Message, numbers: Mapping[float, float]) -> tuple[tuple[Leaf, ...], tuple[Needle, ...]]:
        self._memory.recall(self._replay.known())
        reader = Reader.of_times(self._memory.issued.values())
        return hidden(self._context, self._memory, message, numbers, lambda text: _times(reader, text))

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
            key_id=self._context.engine.key.id,
            scheme=SCHEME,
            session=self.name,
        )
        return self._latest


def _each(context: Context, texts: Sequence[tuple[str, ...]], asked: str = "") -> list[Said]:
    """The messages of the caller's turn: with formulas that were asked for, which speak of all of it, it is one."""
    whole = [tuple(chain.from_iterable(texts))] if context.dependencies else texts
    return [Said(each, asked=asked) for each in whole]


_CLOCK = re.compile(r"[0-9](?:[:.h][0-9]|\s?[ap]\.?m)", re.IGNORECASE)


def _times(reader: Reader | None, text: str) -> list[Span]:
    """Where true times of timestamps stand alone in a text."""
    if reader is None or not _CLOCK.search(text):
        return []
    return [Span(seen.start, seen.end, "TIME") for seen in reader.restore(text).restored if seen.entity_type == "TIME"]


def _timed(reader: Reader, text: str) -> str:
    spans = _times(reader, text)
    return replace_spans(text, spans, [reader.text(text[span.start : span.end]) for span in spans])[0]


def _plain(number: Fraction) -> float:
    return int(number) if number.denominator == 1 else float(number)
