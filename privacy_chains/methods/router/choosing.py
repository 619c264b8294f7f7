"""Choosing a rung: the first that passes, or one drawn by the exponential mechanism."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate

from privacy_chains.hazmat.coins import Coins
from privacy_chains.hazmat.inversion import alpha_above

__all__ = ["drawn", "probabilities", "weights"]


def weights(passing: Sequence[bool], epsilon: Fraction) -> tuple[int, ...]:
    """The weights of the rungs and, last, of sending nothing.

    The utility is 1 for a rung that passes, 0 for one that does not, and 1/2 for sending nothing; the weight is
    ``exp(epsilon * utility / 2)``, times ``2**-place``: of two that pass the more private is likelier.

    **Guarantee**: between any two messages, and whatever the rungs released of them, the probability of a way changes
    by a factor of at most ``exp(epsilon)``: a weight by at most ``exp(epsilon / 2)``, and so does their sum. With the
    release of the chosen rung, which the draw is given, that is the rung's epsilon and this one; rungs that were
    looked at and not chosen add nothing. ``exp`` is a rational number, rounded in favour of privacy.

    Args:
        passing: For each rung, the most private first, whether its lower prediction is high enough.
        epsilon: What the draw spends.
    """
    alpha = alpha_above(epsilon / 4)
    high, middle, low = alpha.denominator**2, alpha.numerator * alpha.denominator, alpha.numerator**2
    count = len(passing)
    rungs = ((high if passes else low) << (count - place) for place, passes in enumerate(passing))
    return (*rungs, middle)


def probabilities(passing: Sequence[bool], epsilon: Fraction) -> tuple[Fraction, ...]:
    """The exact probability of each rung and, last, of sending nothing."""
    all_weights = weights(passing, epsilon)
    return tuple(Fraction(weight, sum(all_weights)) for weight in all_weights)


def drawn(passing: Sequence[bool], epsilon: Fraction, coins: Coins) -> int | None:
    """The rung that is drawn, by integers alone; None if nothing is to be sent."""
    ends = list(accumulate(weights(passing, epsilon)))
    coin = coins.below(ends[-1])
    place = next(number for number, end in enumerate(ends) if coin < end)
    return None if place == len(passing) else place
