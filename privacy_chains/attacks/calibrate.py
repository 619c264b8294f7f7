"""The largest epsilon at which no attacker reads more than a target."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from privacy_chains.attacks.characters import ATTACKERS, Attacker, Known, Secret, observe, results
from privacy_chains.attacks.result import Result
from privacy_chains.errors import MechanismError
from privacy_chains.methods.characters.alphabet import AlphabetName
from privacy_chains.methods.characters.channel import Repeats
from privacy_chains.methods.characters.words import words

__all__ = ["Calibration", "calibrate"]

_LEAST, _MOST, _STEP = Fraction(1, 4), Fraction(10), Fraction(1, 4)
_MOST_RELEASES = 8


@dataclass(frozen=True, slots=True)
class Calibration:
    """What calibration found.

    Attributes:
        epsilon: The largest of a grid of quarters at which every attacker stays at or below the target.
        target: The share of secrets that an attacker may read.
        attacks: What each attacker reads there, with its interval: of all secrets.
    """

    epsilon: Fraction
    target: float
    attacks: tuple[Result, ...]

    @property
    def worst(self) -> Result:
        """What the best attacker reads."""
        return max(self.attacks, key=lambda result: result.success)


def calibrate(  # noqa: PLR0913  (each says one thing of the channel or the attack)
    texts: Sequence[str],
    secrets: Sequence[Secret],
    attackers: Mapping[str, Attacker] = ATTACKERS,
    *,
    target: float = 0.05,
    alphabet: AlphabetName = "class",
    repeats: Repeats = "same",
    seed: int = 5,
) -> Calibration:
    """The largest epsilon at which no attacker reads more than ``target`` of the secrets, by Wilson's upper bound.

    Args:
        texts: Texts as they will be sent: with ``repeats="fresh"`` a secret is released as often as it stands there.
        secrets: Words that are to stay private.
        attackers: By name.
        target: The share that may be read.
        alphabet: The channel's.
        repeats: The channel's.
        seed: Tells runs apart.

    Raises:
        MechanismError: No epsilon of the grid will do: there are too few secrets to tell, or they are guessed anyway.
    """
    occur = Counter(word.text for text in texts for word in words(text)) if repeats == "fresh" else Counter[str]()
    times = [max(1, min(_MOST_RELEASES, occur[secret.text])) for secret in secrets]
    low, high = 0, int((_MOST - _LEAST) / _STEP)
    found: Calibration | None = None
    while low <= high:
        middle = (low + high) // 2
        known = Known(_LEAST + middle * _STEP, alphabet)
        attacks = tuple(_attacked(secrets, known, attackers, times, seed))
        if all(result.interval[1] <= target for result in attacks):
            found, low = Calibration(known.epsilon, target, attacks), middle + 1
        else:
            high = middle - 1
    if found is None:
        msg = f"from epsilon {_LEAST} on some attacker may read more than {target:.1%} of the {len(secrets)} secrets"
        raise MechanismError(f"{msg}: give more of them, a higher target, or hide them by another method")
    return found


def _attacked(
    secrets: Sequence[Secret], known: Known, attackers: Mapping[str, Attacker], times: Sequence[int], seed: int
) -> list[Result]:
    observed = observe(secrets, known, releases=times, seed=seed)
    return [next(results(name, observed, attacker(observed, known))) for name, attacker in attackers.items()]
