"""Layers: methods one under the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from inspect import signature
from itertools import pairwise
from typing import NoReturn

from privacy_chains.contract.conversation import Leaf, Message, SanitizedConversation
from privacy_chains.contract.method import Method, Traits
from privacy_chains.contract.prompt import Prompt, SpannedPrompt, as_texts
from privacy_chains.contract.recording import Recording
from privacy_chains.contract.report import Restored, Sighting
from privacy_chains.contract.roles import Keeper, Noticing, ReportingReader, for_index, instruction_of
from privacy_chains.contract.spans import Span
from privacy_chains.detect import Detector
from privacy_chains.errors import DesanitizeError, PolicyError, PrivacyError, forgets_values
from privacy_chains.keys import Key, KeyRing
from privacy_chains.ledger import Ledger
from privacy_chains.ledger.audit import AuditLog
from privacy_chains.methods.characters import CharacterNoise
from privacy_chains.methods.layers.moves import Moves, joined
from privacy_chains.methods.layers.prompt import LayeredPrompt, SettledPlaces, by_text, settled
from privacy_chains.methods.layers.reader import LayeredReader, layered
from privacy_chains.methods.stacking import Stackable, in_session
from privacy_chains.preempt.policy import Policy
from privacy_chains.preempt.sanitizer import Sanitizer

__all__ = ["UNDETECTED_EPSILON", "Layers"]

UNDETECTED_EPSILON = Fraction(9, 4)
"""For words that no detector finds: no attacker reads more than 5 % of synth_v2's marked words (docs/characters.md)."""

_BETWEEN = "~"
"""Stands between the methods' kept forms, and in none of them."""


class Layers:
    """Methods one under the other: each sees what the ones before it left, and leaves alone what they settled.

    Args:
        methods: The first is any method whose prompts tell where surrogates stand, such as a ``Sanitizer``; the
            others leave closed spans alone, such as ``CharacterNoise`` and ``WordNoise`` with ``words="undetected"``.
        audit: A log that gets one line for what all of them release together; the methods have none of their own.

    **Guarantee**: that of each method for what it settles. The ledger has the events of all; epsilons of different
    units stand in it apart. What a model wrote goes back to it byte for byte, as far as every method keeps it.
    **Warning**: a later method sees the text of the earlier ones, so where it noises a word tells that they left it.
    What none of them takes for private leaves as it is. Answers are read back by the last method first: what it reads
    wrongly the others read on.

    Raises:
        PolicyError: There is no method, or one cannot stand where it does.
    """

    def __init__(self, methods: Sequence[Method], *, audit: AuditLog | None = None) -> None:
        if not methods or not all(isinstance(method, Method) for method in methods):
            msg = "Layers is made of methods: Layers([Sanitizer(key), CharacterNoise(key, epsilon=2, ...)])"
            raise PolicyError(msg)
        first, *others = methods
        self._first = first
        self._others = tuple(_stackable(method) for method in others)
        self._ledger = Ledger()
        self._recording = Recording(audit, "Layers")

    @classmethod
    def of_policy(
        cls,
        key: Key | KeyRing,
        policy: Policy | None = None,
        *,
        epsilon: Fraction | float | str = UNDETECTED_EPSILON,
        detector: Detector | None = None,
        audit: AuditLog | None = None,
    ) -> Layers:
        """What a policy asks for: a ``Sanitizer``, and with ``undetected="noise"`` noise on characters under it.

        Args:
            key: The user's.
            policy: How each type is treated; the default one with ``undetected="noise"`` if left out.
            epsilon: What each character of an undetected word spends; see ``CharacterNoise``.
            detector: Finds private values; the default one if left out.
            audit: A log that gets a line for each release and each refusal.
        """
        policy = replace(Policy.default(), undetected="noise") if policy is None else policy
        first = Sanitizer(key, policy=replace(policy, undetected="keep"), detector=detector)
        if policy.undetected == "keep":
            return cls([first], audit=audit)
        return cls([first, CharacterNoise(key, epsilon=epsilon, words="undetected")], audit=audit)

    @property
    def methods(self) -> tuple[Method, ...]:
        """The methods, in their order."""
        return (self._first, *self._others)

    def session(self, name: str) -> Layers:
        """The same for one conversation: a session of each method that has sessions."""
        return self._of([in_session(method, name) for method in self.methods], name)

    def index(self, name: str, *, key_id: str | None = None) -> Layers:
        """What fills and asks the index of a name."""
        return self._of([for_index(method, name, key_id) for method in self.methods], f"index {name}")

    def _of(self, methods: Sequence[Method], name: str) -> Layers:
        layers = Layers(methods)
        layers._recording = replace(self._recording, session=name)  # its own
        return layers

    @property
    def traits(self) -> Traits:
        """What all of the methods promise. Nothing is read without its prompt unless there is one method alone."""
        traits = [method.traits for method in self.methods]
        return Traits(
            stable=all(one.stable for one in traits),
            exact=all(one.exact for one in traits),
            reads_alone=False,
            keeps_numbers=all(one.keeps_numbers for one in traits),
        )

    @property
    def instruction(self) -> str:
        """What the model has to be told before the texts: what any of the methods wants it told."""
        return "\n".join(filter(None, map(instruction_of, self.methods)))

    @property
    def ledger(self) -> Ledger:
        """Everything released through these layers so far."""
        return self._ledger

    @forgets_values
    def scan(self, texts: str | Sequence[str]) -> tuple[tuple[Span, ...], ...]:
        """What any of the methods takes for private in each text. Nothing is released or remembered."""
        given = as_texts(texts)
        found = [tuple(spans) for spans in self._first.scan(given)]
        for method in self._others:
            more = method.scan(given, closed=found)
            found = [tuple(sorted([*spans, *others])) for spans, others in zip(found, more, strict=True)]
        return tuple(found)

    @forgets_values
    def sanitize(self, texts: str | Sequence[str]) -> LayeredPrompt:
        """Sanitize one message's texts, by one method after the other."""
        return self._recording.of(lambda: self._sanitized(texts))

    def _sanitized(self, texts: str | Sequence[str]) -> LayeredPrompt:
        prompts = [_spanned(self._first.sanitize(as_texts(texts)))]
        places = settled({}, prompts[0])
        for method in self._others:
            before = by_text(prompts[-1], places)
            closed = [before[text].spans for text in prompts[-1].texts]
            prompts.append(method.sanitize(prompts[-1].texts, closed=closed))
            places = settled(before, prompts[-1])
        return self._prompt(prompts, places)

    @forgets_values
    def sanitize_conversation(self, messages: Sequence[Message]) -> SanitizedConversation[LayeredPrompt]:
        """Sanitize a conversation, by one method after the other."""
        return self._recording.of(lambda: self._sanitized_conversation(messages))

    def _sanitized_conversation(self, messages: Sequence[Message]) -> SanitizedConversation[LayeredPrompt]:
        kept = [_kept(message, len(self.methods)) for message in messages]
        said: SanitizedConversation[Prompt] = self._first.sanitize_conversation(_passed(messages, kept, 0))
        prompts, told = [_spanned(said.prompt)], said.told
        places = settled({}, prompts[0])
        for number, method in enumerate(self._others, 1):
            before = by_text(prompts[-1], places)
            closed = {text: one.spans for text, one in before.items()}
            passed = [
                replace(one, leaves=leaves, told=None) for one, leaves in zip(messages, said.messages, strict=True)
            ]
            under = method.sanitize_conversation(_passed(passed, kept, number), closed=closed)
            said, told = under, told | under.told
            prompts.append(under.prompt)
            places = settled(before, under.prompt)
        return SanitizedConversation(said.messages, self._prompt(prompts, places), told, said.json)

    @forgets_values
    def keep(self, wrote: Sequence[Leaf], read: Sequence[Leaf], prompt: Prompt, *, json: Sequence[str] = ()) -> str:
        """Seal what a model wrote, for each method as the next one read it; see :class:`Keeper`."""
        readers = self.reader(prompt).readers
        forms = [tuple(wrote)]
        for reader in readers[:-1]:
            forms.append(tuple(reader.value(leaf) for leaf in forms[-1]))
        forms.append(tuple(read))
        kept: list[str] = []
        for method, one, (was, became) in zip(
            reversed(self.methods), reversed(_layered(prompt).prompts), pairwise(forms), strict=True
        ):
            kept.append(method.keep(was, became, one, json=json) if isinstance(method, Keeper) else "")
        return _BETWEEN.join(reversed(kept))

    def reader(self, prompt: Prompt) -> LayeredReader:
        """What reads answers to a prompt: by the last method first.

        Raises:
            DesanitizeError: It is no prompt of these layers.
        """
        prompts = _layered(prompt).prompts
        if len(prompts) != len(self.methods):
            msg = "the prompt was made by other layers than these"
            raise DesanitizeError(msg)
        pairs = zip(self.methods, prompts, strict=True)
        return layered([method.reader(one) for method, one in pairs][::-1])

    def invented(self, answer: str, prompt: Prompt) -> tuple[Sighting, ...]:
        """Where an answer, as the model wrote it, holds values that no method issued and that look as if one had.

        Each method that tells such values sees the answer as the methods under it read it.

        Raises:
            PrivacyError: No method tells such values.
        """
        pairs = [*zip(self.methods, _layered(prompt).prompts, strict=True)][::-1]
        if not any(isinstance(method, Noticing) for method, _ in pairs):
            msg = "none of these layers tells which values a model made up; leave out invented="
            raise PrivacyError(msg)
        found, read = list[Sighting](), list[Restored]()
        for method, one in pairs:
            seen = joined(read) if read else Restored(answer)
            back = Moves.of(seen).back
            if isinstance(method, Noticing):
                told = method.invented(seen.text, one)
                found += [replace(each, start=a, end=b) for each in told for a, b in [back.moved(each.start, each.end)]]
            reader = method.reader(one)
            if isinstance(reader, ReportingReader):
                read.append(reader.restore(seen.text))
        return tuple(found)

    def __repr__(self) -> str:
        return f"Layers({', '.join(map(repr, self.methods))})"

    def __reduce__(self) -> NoReturn:
        msg = "Layers hold a key and are not pickled; make them again where they are needed"
        raise PrivacyError(msg)

    def _prompt(self, prompts: Sequence[SpannedPrompt], places: tuple[SettledPlaces, ...]) -> LayeredPrompt:
        prompt = LayeredPrompt(tuple(prompts), places)
        self._ledger += prompt.ledger
        return prompt


def _stackable(method: Method) -> Stackable:
    parts = (method.scan, method.sanitize, method.sanitize_conversation)
    if not isinstance(method, Stackable) or not all("closed" in signature(part).parameters for part in parts):
        msg = f"{type(method).__name__} cannot stand under another method: it does not take closed spans; put it first"
        raise PolicyError(msg)
    return method


def _spanned(prompt: Prompt) -> SpannedPrompt:
    if not isinstance(prompt, SpannedPrompt):
        msg = f"{type(prompt).__name__} does not tell where its surrogates stand, so nothing can stand under its method"
        raise PolicyError(msg)
    return prompt


def _layered(prompt: Prompt) -> LayeredPrompt:
    if not isinstance(prompt, LayeredPrompt):
        msg = f"an answer is read back with the prompt that sanitize returned, not {type(prompt).__name__}"
        raise DesanitizeError(msg)
    return prompt


def _kept(message: Message, count: int) -> Sequence[str | None]:
    """The kept form of each method; none where the message has not as many."""
    parts = (message.kept or "").split(_BETWEEN)
    return [part or None for part in parts] if len(parts) == count else [None] * count


def _passed(messages: Sequence[Message], kept: Sequence[Sequence[str | None]], number: int) -> list[Message]:
    """The messages as they are handed to a method, with its own proofs."""
    return [replace(message, kept=forms[number]) for message, forms in zip(messages, kept, strict=True)]
