"""Tiny models of transformers where noise on characters needs one: whatever they write, nothing breaks."""

from __future__ import annotations

from fractions import Fraction

import pytest
from model_support import tiny

from privacy_chains.attacks.characters import Known, Observed, Secret
from privacy_chains.attacks.language import model_attackers
from privacy_chains.errors import MissingPart
from privacy_chains.keys import Key
from privacy_chains.methods.characters import CharacterNoise
from privacy_chains.models import LocalModel

KEY = Key.from_bytes(bytes(range(32)))
TEXT = "Ask Fenwick Osterhagen about invoice QX204417B.\nIt is late."


@pytest.mark.parametrize("chat", [False, True])
def test_a_causal_model_restores_and_the_answer_is_read_back(*, chat: bool) -> None:
    method = CharacterNoise(KEY, epsilon=3, restore=LocalModel.transformers(*tiny.llama(chat=chat, positions=2048)))
    prompt = method.sanitize(TEXT)
    assert [char.isspace() for char in prompt.text] == [char.isspace() for char in TEXT]
    assert method.sanitize(TEXT).texts == prompt.texts
    assert method.reader(prompt).text(prompt.text) == TEXT


def test_a_causal_model_attacks_in_both_ways() -> None:
    attackers = model_attackers(LocalModel.transformers(*tiny.llama(positions=2048)))
    assert set(attackers) == {"model, rewriting", "model, context"}
    observed = [Observed(Secret("Martin", "PERSON"), ("Marqin",), "She saw ", " again.")]
    for attacker in attackers.values():
        (guess,) = attacker(observed, Known(Fraction(3), "class"))
        assert len(guess) == len("Martin")


def test_a_masked_model_does_not_restore() -> None:
    with pytest.raises(MissingPart, match=r"CharacterNoise\(restore=LocalModel\) needs 'generate'"):
        CharacterNoise(KEY, epsilon=3, restore=LocalModel.transformers(*tiny.roberta()))
