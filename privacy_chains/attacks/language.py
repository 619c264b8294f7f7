"""What a language model, run by whoever holds the text, reads of noised words from the words around them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log

from privacy_chains.attacks.characters import bayes_with_list
from privacy_chains.attacks.decoder import cased, likely
from privacy_chains.attacks.observed import Attacker, Known, Observed
from privacy_chains.methods.characters.restore import ChannelRestorer
from privacy_chains.methods.characters.rewrite import ModelRestorer
from privacy_chains.methods.characters.words import canonical
from privacy_chains.models import LocalModel, Surprisal, require_part

__all__ = ["model_attackers", "model_in_context", "model_rewriting"]

_WINDOW = 12
"""Words on each side of a secret that the model reads."""
_CANDIDATES = 6
_LN2 = log(2)
_NEEDED_BY = "the guess by a language model"


def model_attackers(model: LocalModel) -> Mapping[str, Attacker]:
    """The attackers that a model's parts allow, by name.

    Raises:
        MissingPart: It has no part that they need.
    """
    found: dict[str, Attacker] = {}
    if model.generate is not None:
        found["model, rewriting"] = model_rewriting(model)
    if model.surprisal is not None or not found:
        found["model, context"] = model_in_context(model)
    return found


def model_rewriting(model: LocalModel) -> Attacker:
    """A model that writes the words around a secret anew, as the paper's restorer does; needs ``generate``.

    A word that it does not restore is taken as released.

    Raises:
        MissingPart: The model does not have the part.
    """
    require_part(model, "generate", needed_by=_NEEDED_BY)

    def attacker(observed: Sequence[Observed], known: Known) -> list[str]:
        restorer = ModelRestorer(model, known.epsilon, known.alphabet, needed_by=_NEEDED_BY)
        guesses: list[str] = []
        for one in observed:
            before, after = one.before.split()[-_WINDOW:], one.after.split()[:_WINDOW]
            words = [*before, one.releases[0], *after]
            guesses.append(restorer.restore(words, [True] * len(words))[len(before)])
        return guesses

    return attacker


def model_in_context(model: LocalModel) -> Attacker:
    """A Bayes decoder whose prior is a model's, in the restored words around a secret; needs ``surprisal``.

    It weighs the likeliest listed names and words. The prior is the mean, in logarithms, of the lists' and of the
    model's. A word that the decoder with lists takes for unlisted keeps that decoder's guess.

    Raises:
        MissingPart: The model does not have the part.
    """
    surprisal = require_part(model, "surprisal", needed_by=_NEEDED_BY)

    def attacker(observed: Sequence[Observed], known: Known) -> list[str]:
        told = bayes_with_list(observed, known)
        restorer = ChannelRestorer(known.epsilon, known.alphabet)
        return [_weighed(surprisal, one, known, guess, restorer) for one, guess in zip(observed, told, strict=True)]

    return attacker


def _weighed(surprisal: Surprisal, one: Observed, known: Known, told: str, restorer: ChannelRestorer) -> str:
    """The best of the likeliest listed words, by channel, lists and model; what no list explains stays as told."""
    listed = likely(one, known, _CANDIDATES)
    if canonical(told) not in [word for word, _, _ in listed]:
        return told
    before, after = _restored(one.before.split()[-_WINDOW:], restorer), _restored(one.after.split()[:_WINDOW], restorer)
    words = [cased(word, one.releases[0], known) for word, _, _ in listed]
    scores = [
        channel + (prior - _LN2 * sum(token.bits for token in surprisal(" ".join([*before, word, *after])))) / 2
        for word, (_, channel, prior) in zip(words, listed, strict=True)
    ]
    return words[scores.index(max(scores))]


def _restored(words: Sequence[str], restorer: ChannelRestorer) -> list[str]:
    return restorer.restore(words, [True] * len(words))
