"""What a whole corpus spends, computed from what its documents spent."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction

__all__ = ["epsilon_in_sequence", "epsilon_over_people"]


def epsilon_in_sequence(spent: Iterable[Fraction]) -> Fraction:
    """What documents spend together, whoever they are about: the sum.

    **Guarantee**: metric privacy composes: if each document's release is bound by ``exp(epsilon_i * distance)``, all of
    them together are bound by the product. A number that occurs again in the same session is released as before and
    costs nothing, so the sum is never too small.

    **Warning**: under one session for the corpus two equal numbers are released equally, in any two documents: that
    they are equal is not hidden.
    """
    return sum(spent, Fraction(0))


def epsilon_over_people(spent: Iterable[tuple[str, Fraction]]) -> Fraction:
    """What documents spend if each is about one person, and each person has a session of their own: the most of one.

    **Guarantee**: let two corpora differ in the numbers of one person ``p`` only, the i-th by a distance ``d_i``. A
    document's release is a function of the key, the session and the document alone, and a session is one person's. The
    coins of sessions with different names are different streams of a PRF, so the releases of different people are
    independent (computationally). The probability of what is seen is then a product with one factor for each person.
    All factors but that of ``p`` are the same for both corpora; that of ``p`` changes by at most
    ``exp(sum of epsilon_i * d_i)`` over the documents of ``p``. So the corpus costs each person what their own
    documents cost, and the number here is the most that anyone's cost. This is parallel composition.

    **Warning**: it assumes what the caller declares, and nothing checks it: no document tells a number of two people;
    nobody's number follows from another's (a household's income, a total over people); and who has how many documents
    is public. Where one session is shared by people, equal numbers of two people are released equally, factors are not
    independent, and only the sum holds (``epsilon_in_sequence``).

    Args:
        spent: Who a document is of, and what it spent.
    """
    sums: defaultdict[str, Fraction] = defaultdict(Fraction)
    for person, epsilon in spent:
        sums[person] += epsilon
    return max(sums.values(), default=Fraction(0))
