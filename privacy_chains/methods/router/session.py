"""A session of a router: one conversation, every message of which keeps its way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from threading import RLock
from typing import Any, NoReturn

from privacy_chains.contract.conversation import Leaf, Message, SanitizedConversation, turns
from privacy_chains.contract.decision import Decision
from privacy_chains.contract.method import AnswerReader, Traits
from privacy_chains.contract.prompt import Prompt, as_texts
from privacy_chains.contract.roles import Keeper, instruction_of
from privacy_chains.contract.spans import Span
from privacy_chains.errors import DesanitizeError, PrivacyError, forgets_values
from privacy_chains.hazmat.kdf import encode_context
from privacy_chains.ledger import Ledger
from privacy_chains.methods.layers.reader import LayeredReader
from privacy_chains.methods.router.deciding import Decided, RoutedTurn, decide
from privacy_chains.methods.router.observing import Observation, quality_of
from privacy_chains.methods.router.prompt import ClearReader, RoutedPrompt
from privacy_chains.methods.router.settings import RouterSettings
from privacy_chains.methods.stacking import in_session

__all__ = ["NOT_SENT", "RouterSession"]

NOT_SENT = "[not sent]"
"""Stands in later requests for a text that was answered on this side."""

_NOBODY = "nothing here answers it: give the router local= and call it through an adapter that asks it"


@dataclass(frozen=True, slots=True, repr=False)
class _Plan:
    """For each message the rung that it goes by, None if it stays; and what was decided for the latest."""

    ways: tuple[int | None, ...]
    latest: Decided | None
    is_new: bool = False


class RouterSession:
    """One conversation: what was decided for a message stays decided, and its rung keeps it.

    Made by ``Router.session``. Safe to share between threads. What was answered on this side is not sent later either:
    there ``[not sent]`` stands for it, and for the answer.
    """

    def __init__(self, settings: RouterSettings, name: str) -> None:
        self.name = name
        self._settings = settings
        self._rungs = [in_session(rung.method, name) for rung in settings.rungs]
        self._decided: dict[bytes, Decided] = {}
        self._observed: dict[int, Observation] = {}
        self._ledger = Ledger()
        self._lock = RLock()

    @property
    def ledger(self) -> Ledger:
        """Everything that this session has released, its decisions included."""
        return self._ledger

    @property
    def local(self) -> Any:
        """What answers on this side."""
        return self._settings.local

    @property
    def traits(self) -> Traits:
        """What all rungs promise. A text may go another way the next time, so a store takes one rung alone."""
        traits = [rung.traits for rung in self._rungs]
        return Traits(
            stable=False,
            exact=len(traits) == 1 and traits[0].exact,
            reads_alone=False,
            keeps_numbers=all(one.keeps_numbers for one in traits),
        )

    @forgets_values
    def scan(self, texts: str | Sequence[str]) -> tuple[tuple[Span, ...], ...]:
        """What the most private rung takes for private in each text. Nothing is released or remembered."""
        return self._rungs[0].scan(texts)

    @forgets_values
    def decide(self, messages: Sequence[Message]) -> Decision:
        """What becomes of the last message that is not the model's: the same whenever it is asked for.

        Raises:
            NotWorthSending: It is neither sent nor answered here.
        """
        with self._lock:
            decided = self._plan(messages).latest
        if decided is None:
            return Decision("send", "nothing is asked", rung=0, method=self._settings.rungs[0].name)
        if decided.decision.action == "refuse":
            raise decided.refusal(self._settings.accept)
        return decided.decision

    @forgets_values
    def sanitize(self, texts: str | Sequence[str]) -> RoutedPrompt:
        """Sanitize one message by the rung that is chosen for it.

        Raises:
            NotWorthSending: It is not sent.
        """
        return self.sanitize_conversation([Message(as_texts(texts))]).prompt

    @forgets_values
    def sanitize_conversation(self, messages: Sequence[Message]) -> SanitizedConversation[RoutedPrompt]:
        """Sanitize a conversation, each message by its rung.

        Raises:
            NotWorthSending: The latest message is not sent, but refused or to be answered on this side.
        """
        with self._lock:
            plan = self._plan(messages)
            decided = plan.latest
            if decided is not None and not decided.is_sent:
                raise decided.refusal(self._settings.accept, "" if decided.decision.action == "refuse" else _NOBODY)
            return self._sanitized(messages, plan)

    @forgets_values
    def answered_here(self, messages: Sequence[Message]) -> RoutedPrompt:
        """What reads the answer of a message that is answered on this side: its answer is clear already."""
        return RoutedPrompt(self.decide(messages))

    @forgets_values
    def keep(self, wrote: Sequence[Leaf], read: Sequence[Leaf], prompt: Prompt, *, json: Sequence[str] = ()) -> str:
        """Seal what a model wrote, by the rung that it answered; empty where that has no proofs."""
        routed = _routed(prompt)
        for rung, own in routed.rungs.items():
            method = self._rungs[rung]
            return method.keep(wrote, read, own, json=json) if isinstance(method, Keeper) else ""
        return ""

    def reader(self, prompt: Prompt) -> AnswerReader:
        """What reads answers: first by the rung of the latest message, then by those of earlier ones.

        Raises:
            DesanitizeError: It is no prompt of a router.
        """
        routed = _routed(prompt)
        readers = [self._rungs[rung].reader(own) for rung, own in routed.rungs.items()]
        if len(readers) == 1:
            return readers[0]
        return LayeredReader(readers) if readers else ClearReader()

    def observe(self, decision: Decision | Mapping[str, Any], answer: str, quality: float | None = None) -> bool:
        """Store in the log what came of a decision: its features and how good the answer was, and no text.

        Args:
            decision: The decision, or as it stands beside an answer.
            answer: The answer, read back.
            quality: How good it was, from 0 to 1. Left out, it is how similar the answer is to the small model's to
                the clear text, or without one to the text itself.

        Returns:
            Whether it was stored: a message that was not sent tells nothing of the model, and is stored once.
        """
        number = decision.number if isinstance(decision, Decision) else int(decision.get("number", 0))
        with self._lock:
            observed = self._observed.pop(number, None)
        if observed is None or self._settings.log is None:
            return False
        good = quality_of(self._settings.measure, observed, answer) if quality is None else quality
        self._settings.log.write(observed.decision, observed.features, min(1.0, max(0.0, good)))
        return True

    def __repr__(self) -> str:
        return f"RouterSession({self.name!r}, rungs={len(self._rungs)})"

    def __reduce__(self) -> NoReturn:
        msg = "a session holds clear values and is not pickled; make it again by name and replay its messages"
        raise PrivacyError(msg)

    def _sanitized(self, messages: Sequence[Message], plan: _Plan) -> SanitizedConversation[RoutedPrompt]:
        leaves: list[tuple[Leaf, ...]] = [tuple(map(_withheld, message.leaves)) for message in messages]
        prompts, told, json = dict[int, Prompt](), set[int](), dict[int, tuple[str, ...]]()
        latest = plan.latest.decision.rung if plan.latest else None
        used = sorted({way for way in plan.ways if way is not None}, key=lambda way: (way != latest, way))
        for rung in used:
            places = [place for place, way in enumerate(plan.ways) if way == rung]
            said = self._rungs[rung].sanitize_conversation([messages[place] for place in places])
            for place, sent in zip(places, said.messages, strict=True):
                leaves[place] = sent
            prompts[rung] = said.prompt
            told.update(places[at] for at in said.told)
            json.update((places[at], texts) for at, texts in said.json.items())
        prompt = self._prompt(plan, prompts)
        return SanitizedConversation(tuple(leaves), prompt, frozenset(told), json)

    def _prompt(self, plan: _Plan, prompts: Mapping[int, Prompt]) -> RoutedPrompt:
        decision = plan.latest.decision if plan.latest else Decision("send", "nothing is asked", rung=0)
        choice = plan.latest.choice if plan.latest and plan.is_new else Ledger()
        told = dict.fromkeys(filter(None, (instruction_of(self._rungs[rung]) for rung in prompts)))
        prompt = RoutedPrompt(decision, prompts, choice, "\n".join(told))
        self._ledger += Ledger.of(event for own in prompts.values() for event in own.ledger)
        return prompt

    def _plan(self, messages: Sequence[Message]) -> _Plan:
        """The way of every message. Those before the first of the user's go by the most private rung."""
        ways: list[int | None] = [0] * len(messages)
        latest, current, is_new = None, 0 if self._rungs else None, False
        for from_model, group in turns(messages):
            if not from_model:
                end = group[-1][0] + 1
                latest, is_new = self._of_turn(messages[:end], ways, [place for place, _ in group])
                current = latest.decision.rung
            for place, _ in group:
                ways[place] = current
        return _Plan(tuple(ways), latest, is_new)

    def _of_turn(
        self, messages: Sequence[Message], ways: Sequence[int | None], places: Sequence[int]
    ) -> tuple[Decided, bool]:
        digest = _digest(messages)
        known = self._decided.get(digest)
        if known is not None:
            return known, False
        earlier = [
            [message for place, message in enumerate(messages[: places[0]]) if ways[place] == rung]
            for rung in range(len(self._rungs))
        ]
        turn = RoutedTurn(self.name, [messages[place] for place in places], earlier, digest, len(self._decided))
        made = self._decided[digest] = decide(self._settings, turn)
        self._ledger += made.choice
        self._remember(made, turn)
        return made, True

    def _remember(self, made: Decided, turn: RoutedTurn) -> None:
        if self._settings.log is None:
            return
        if made.is_sent:
            self._observed[made.decision.number] = Observation(made.decision, made.features, turn.text)
        else:
            self._settings.log.write(made.decision, made.features, None)


def _routed(prompt: Prompt) -> RoutedPrompt:
    if not isinstance(prompt, RoutedPrompt):
        msg = f"an answer is read back with the prompt that sanitize returned, not {type(prompt).__name__}"
        raise DesanitizeError(msg)
    return prompt


def _withheld(leaf: Leaf) -> Leaf:
    if isinstance(leaf, str):
        return NOT_SENT if leaf.strip() else leaf
    return type(leaf)(0)


def _digest(messages: Sequence[Message]) -> bytes:
    """Which conversation it is, up to a message."""
    told = sha256()
    for message in messages:
        told.update(b"model" if message.from_model else b"other")
        told.update(encode_context(*(f"{type(leaf).__name__} {leaf}" for leaf in message.leaves), ""))
    return told.digest()
