"""The paper's equations (4.1) to (4.5): exactly how much guessing recovers of words after k-ary randomized response.

They hold for words whose characters are drawn uniformly and independently. For words of a language, and for names, a
decoder with a list recovers more: the equations are floors, not claims.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb, floor, log

from privacy_chains.errors import MechanismError

__all__ = [
    "T0",
    "T_alpha",
    "guess_within",
    "log_likelihood_ratio",
    "posterior",
    "posterior_uniform",
    "random_word",
]


def posterior(prior: Sequence[Fraction], true: int, released: int, kept: Fraction) -> Fraction:
    """(4.1): the probability that character ``true`` was there, given that ``released`` was released.

    Args:
        prior: The probability of each of the k characters.
        true: The place of a character.
        released: The place of the released one.
        kept: The probability of releasing a character as it is, ``1 - gamma`` in the paper.

    Raises:
        MechanismError: There are fewer than two characters, or a probability is none.
    """
    k, gamma = len(prior), 1 - kept
    if k < 2 or not 0 <= kept <= 1 or sum(prior) != 1 or min(prior) < 0:
        msg = "a posterior needs probabilities of at least two characters that add up to one"
        raise MechanismError(msg)
    more = kept * (k - 1) - gamma
    return (gamma + more * (true == released)) * prior[true] / (gamma + more * prior[released])


def posterior_uniform(k: int, kept: Fraction, *, same: bool) -> Fraction:
    """(4.2): the same where all k characters are as likely; ``same``: whether it is the released one."""
    return kept if same else (1 - kept) / (k - 1)


def random_word(length: int, kept: Fraction) -> Fraction:
    """(4.3): the probability that a random word is the released one."""
    return kept**length


def guess_within(wrong: int, length: int, kept: Fraction) -> Fraction:
    """(4.4): the probability that the released word differs from a random one at most at ``wrong`` places."""
    return sum(
        (comb(length, count) * kept ** (length - count) * (1 - kept) ** count for count in range(wrong + 1)),
        Fraction(0),
    )


def T_alpha(lengths: Mapping[int, int], kept: Fraction, alpha: Fraction) -> Fraction:  # noqa: N802  (the paper's name)
    """(4.5): the share of words that are guessed within ``alpha`` of their length.

    Args:
        lengths: How many words have each length.
        kept: The probability of releasing a character as it is.
        alpha: From 0 to 1.

    Raises:
        MechanismError: There is no word.
    """
    total = sum(lengths.values())
    if not total:
        msg = "a share of words needs at least one word"
        raise MechanismError(msg)
    found = (count * guess_within(floor(alpha * length), length, kept) for length, count in lengths.items())
    return sum(found, Fraction(0)) / total


def T0(lengths: Mapping[int, int], kept: Fraction) -> Fraction:  # noqa: N802  (the paper's name)
    """(4.5) with alpha 0: the share of random words that are released as they are, the paper's baseline."""
    return T_alpha(lengths, kept, Fraction(0))


def log_likelihood_ratio(length: int, kept: Fraction) -> float:
    """How much likelier it is that no character of a word changed than that all did, as a natural logarithm."""
    return length * (log(kept) - log(1 - kept))
