"""What a model wrote is sent again: unchanged if it is proved, and without private values if it is not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from privacy_chains.contract.conversation import Leaf, Message, number_like, texts_of, with_texts
from privacy_chains.contract.unproven import Unproven, refuse_unproven
from privacy_chains.keys import KeptForm
from privacy_chains.preempt.annotate import needles_of
from privacy_chains.preempt.edits import is_mostly_own, own_behind, own_stretches
from privacy_chains.preempt.kept import FORMS, issued_of
from privacy_chains.preempt.memory import Said
from privacy_chains.preempt.needles import Needle
from privacy_chains.preempt.own_words import released_numbers, released_times
from privacy_chains.preempt.policy import Encipher
from privacy_chains.preempt.turns import PromptDraft, Turns
from privacy_chains.preempt.unproven import hidden

__all__ = ["Resending"]


class Resending:
    """What sends the model's messages of one session again.

    Args:
        turns: What sanitizes the session's messages.
        unproven: What becomes of a message that nothing proves the model wrote.
    """

    def __init__(self, turns: Turns, unproven: Unproven) -> None:
        self._turns = turns
        self._rule = unproven
        self._hidden: dict[tuple[Leaf, ...], tuple[Leaf, ...]] = {}

    def send(self, draft: PromptDraft, position: int, message: Message) -> None:
        """Send what the model wrote as it wrote it; the key is never applied to anything that it chose.

        Raises:
            PrivacyError: There is no proof of what it wrote, and such messages are refused.
        """
        kept = FORMS.open(self._turns.context.engine.key, self._turns.context.session, message.kept)
        if kept is not None:
            self._carry(kept)
            self._turns.replay.carried(str(message.kept))
            if kept.read == message.leaves:
                draft.leaves[position], draft.json[position] = kept.wrote, kept.json
                return
            edited = self._edited(draft, message, kept)
            if edited is not None:
                draft.leaves[position] = edited
                return
        draft.leaves[position] = self._unproven(draft, message)
        if message.told is not None:
            draft.told.add(position)

    def _carry(self, kept: KeptForm) -> None:
        """Learn what was read back in a message: the message that issued it may be gone."""
        engine = self._turns.context.engine
        for pair in issued_of(kept.pairs):
            swept = isinstance(engine.policy.rules.get(pair.entity_type), Encipher)
            needles = tuple(needles_of(engine, (pair.entity_type, pair.original), ())) if swept else ()
            self._turns.memory.carry([pair], needles)
            self._turns.replay.learn(needles)

    def _edited(self, draft: PromptDraft, message: Message, kept: KeptForm) -> tuple[Leaf, ...] | None:
        """An edited message: its edits as the caller's, the rest as the model wrote it; None for another message."""
        now, told = message.leaves, message.told or message.leaves
        if [type(leaf) for leaf in now] != [type(leaf) for leaf in kept.read] or len(told) != len(now):
            return None
        forms = tuple(zip(kept.wrote, kept.read, now, strict=True))
        own = [own_stretches(*map(str, form)) for form in forms]
        if not is_mostly_own(own, tuple(map(str, now))):
            return None
        kept_whole = [wrote if was == is_now else None for wrote, was, is_now in forms]
        heads = [
            str(leaf).removesuffix(is_now) if isinstance(is_now, str) and whole is None else ""
            for leaf, whole, is_now in zip(told, kept_whole, now, strict=True)
        ]
        texts = tuple(
            str(leaf if whole is None else is_now) for leaf, whole, is_now in zip(told, kept_whole, now, strict=True)
        )
        behind = [own_behind(head, stretches) for head, stretches in zip(heads, own, strict=True)]
        sent = iter(self._turns.sanitize_edits(draft, Said(texts, from_model=True, kept=message.kept), behind))
        return tuple(
            text[len(head) :] if isinstance(is_now, str) else number_like(text, is_now) if whole is None else whole
            for text, is_now, whole, head in zip(sent, now, kept_whole, heads, strict=True)
        )

    def _unproven(self, draft: PromptDraft, message: Message) -> tuple[Leaf, ...]:
        """A message in the model's name that nothing proves the model wrote."""
        leaves = message.told or message.leaves
        if self._rule == "refuse":
            raise refuse_unproven()
        numbers = released_numbers(self._turns.context, self._turns.memory)
        if self._rule == "caller":
            texts = texts_of([(0, replace(message, leaves=leaves))])
            (outcome,) = self._turns.sanitize(draft, [Said(texts, from_model=True)], self._turns.context)
            return with_texts(leaves, iter(outcome.texts), numbers)
        if leaves not in self._hidden:
            characters = sum(len(leaf) for leaf in leaves if isinstance(leaf, str))
            found = self._turns.replay.once(
                repr((message.leaves, leaves)), lambda: self._hide(message, numbers), characters
            )
            self._hidden[leaves], needles = found
            self._turns.memory.carry((), needles)
            self._turns.replay.learn(needles)
            self._turns.replay.carried(repr(leaves))
        return self._hidden[leaves]

    def _hide(self, message: Message, numbers: Mapping[float, float]) -> tuple[tuple[Leaf, ...], tuple[Needle, ...]]:
        self._turns.memory.recall(self._turns.replay.known())
        from privacy_chains.desanitize import Reader  # noqa: PLC0415  # reads answers; a prompt needs none

        reader = Reader.of_times(self._turns.memory.issued.values())
        return hidden(
            self._turns.context, self._turns.memory, message, numbers, lambda text: released_times(reader, text)
        )
