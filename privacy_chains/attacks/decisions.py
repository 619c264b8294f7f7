"""Decision leak: what the way of a message tells of a word in it, beside what its surrogate tells.

The worst case of the utility assessor's section 7.2: a message of one word, which is one of two neighbours in the word
tree, and a router that sends it only if it is similar enough to itself. The attacker knows everything but the key. It
plays the router many times with keys of its own, and takes the likelier of the two words for what it sees.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from hashlib import sha256
from math import ceil, exp
from typing import Literal

import numpy as np

from privacy_chains.attacks.result import Result
from privacy_chains.attacks.setting import Setting
from privacy_chains.contract.conversation import Message
from privacy_chains.errors import NotWorthSending
from privacy_chains.keys import Key
from privacy_chains.methods.router.assessor import Assessor
from privacy_chains.methods.router.features import Measure
from privacy_chains.methods.router.session import RouterSession
from privacy_chains.methods.router.settings import RouterSettings, Rung
from privacy_chains.methods.router.trees import Trees
from privacy_chains.methods.words import Lexicon, WordClass, WordNoise
from privacy_chains.methods.words.lexicon import Leaf

__all__ = ["decisions"]

Mode = Literal["sanitized", "exponential", "best"]

_WORDS = ("asthma", "eczema", "lupus", "rosacea")
_SECRETS = _WORDS[:2]
_EPSILONS = Fraction(1, 2), Fraction(1)
_DRAW = Fraction(1)
_TRIES = 1000
_LEXICON = Lexicon(
    (WordClass.of("noun", 2, list(_WORDS)),), {word: Leaf(0, place, 20) for place, word in enumerate(_WORDS)}
)
_WITHOUT_FIRST = Lexicon(_LEXICON.classes, {word: _LEXICON.places[word] for word in _WORDS[1:]})
_TOLD: dict[Mode, tuple[float, str]] = {
    "sanitized": (float(sum(_EPSILONS)), "both rungs were looked at, and count"),
    "exponential": (float(max(_EPSILONS) + _DRAW), "the rung that was drawn, and the draw"),
    "best": (float(max(_EPSILONS)), "the larger rung alone: the choice has no bound"),
}
"""The epsilon that the ledger says, and what it is made of."""


def decisions(setting: Setting) -> tuple[Result, ...]:
    """What the way of a message tells, for each mode; guessing is what the ledger's epsilon allows."""
    return tuple(_attack(setting, mode) for mode in _TOLD)


def _attack(setting: Setting, mode: Mode) -> Result:
    likely = {secret: Counter(_seen(mode, secret, key) for key in _keys(b"attacker", _TRIES)) for secret in _SECRETS}
    random, learned = setting.random(), 0
    for key in _keys(setting.secret, setting.people):
        true = random.choice(_SECRETS)
        seen = _seen(mode, true, key)
        chances = [likely[secret][seen] for secret in _SECRETS]
        guess = random.choice(_SECRETS) if chances[0] == chances[1] else _SECRETS[int(chances[1] > chances[0])]
        learned += guess == true
    epsilon, note = _TOLD[mode]
    allowed = ceil(setting.people * exp(epsilon) / (1 + exp(epsilon)))
    return Result(f"decisions: {mode}", learned, setting.people, allowed, note, stated=mode == "best")


def _seen(mode: Mode, secret: str, key: Key) -> tuple[str, ...]:
    """What the attacker sees: the way, and what was sent."""
    session = RouterSession(_settings(mode, key), "attacked")
    try:
        prompt = session.sanitize_conversation([Message((secret,))]).prompt
    except NotWorthSending:
        return ("not sent",)
    return str(prompt.decision.rung), *prompt.texts


def _settings(mode: Mode, key: Key) -> RouterSettings:
    rungs = [Rung(WordNoise(key, epsilon=epsilon, lexicon=_LEXICON), 0.5) for epsilon in _EPSILONS]
    return RouterSettings(
        rungs=rungs,
        local=None,
        accept=0.5,
        plain="never",
        seen="sanitized" if mode == "sanitized" else "all",
        selection="exponential" if mode == "exponential" else "best",
        epsilon=_DRAW,
        key=key,
        assessor=_WORST["sanitized" if mode == "sanitized" else "all"],
        measure=Measure(lexicon=_WITHOUT_FIRST if mode == "sanitized" else _LEXICON),
        log=None,
    )


def _keys(secret: bytes, count: int) -> Iterator[Key]:
    for number in range(count):
        yield Key.from_bytes(sha256(secret + number.to_bytes(8, "big")).digest())


def _stump(feature: str) -> Assessor:
    """Holds a text for good if a feature is above one half."""
    trees = Trees(
        feature=np.zeros(3, dtype=np.int16),
        threshold=np.array([0.5, 0.0, 0.0]),
        left=np.array([1, -1, -1], dtype=np.int32),
        right=np.array([2, -1, -1], dtype=np.int32),
        missing_left=np.ones(3, dtype=np.bool_),
        value=np.array([0.0, 0.0, 1.0]),
        roots=np.zeros(1, dtype=np.int32),
        base=np.zeros(1),
    )
    return Assessor((feature,), (trees, trees, trees), "the worst case")


_WORST = {"all": _stump("similarity"), "sanitized": _stump("unknown")}
"""Sends a word only if it is itself; with sanitized texts alone, if the first word was drawn for it."""
