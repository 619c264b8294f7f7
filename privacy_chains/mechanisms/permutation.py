"""The permutation mechanism: one random permutation of a small domain releases all its numbers."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_CEILING, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache

from privacy_chains.hazmat.coins import Coins
from privacy_chains.mechanisms.base import Mechanism

__all__ = ["LARGEST", "PermutationMechanism"]

LARGEST = 512
"""The most values that a domain may have: the work before the first draw grows with their square."""

_BITS = 160
"""Bits of the weights for a choice. Rounding them loses far less than ``_ratio`` adds."""

_PLACES = Decimal("1e-12")


@dataclass(frozen=True, slots=True)
class PermutationMechanism(Mechanism):
    """Releases each index as its image under one random permutation of the grid that favours small moves.

    A permutation ``p`` is drawn with probability proportional to ``exp(-rate * F(p) / 2)``, where ``F(p)`` is the sum
    of ``|x - p(x)|`` over the grid (Spearman's footrule; Diaconis and Graham 1977). Every index of a grid must get
    the same coins: then different indices always have different releases.

    **Guarantee**: for all indices x and x', every set of other indices, and all their releases:
    ``Pr[p(x) = y, p(s) = z, ...] <= exp(rate * |x - x'|) * Pr[p(x') = y, p(s) = z, ...]``, for the joint release.
    Proof: exchanging x and x' maps the permutations of one event onto those of the other, and
    ``|x - p(x)| + |x' - p(x')|`` changes by at most ``2 |x - x'|``. No function that decays faster in F has this
    guarantee: F / 2 is the least cost of sorting by exchanges that cost their distance. The draw uses a rate slightly
    below ``rate`` (see ``_ratio``), which covers the rounding of weights to 160 bits.

    **Warning**: it shows whether two inputs are equal: equal ones are released equal, different ones are not. The
    noise is about twice that of the bounded geometric mechanism, and about that of the exponential
    mechanism. The grid
    is public, and inputs outside it are clamped to its ends.
    """

    def release(self, index: int, coins: Coins) -> int:
        """The image of an index; an input outside the grid is clamped first."""
        size = self.high - self.low + 1
        return self.low + _drawn(size, _ratio(self.rate), coins)[self.clamp(index) - self.low]

    def probability(self, index: int, released: int, alpha: Fraction) -> Fraction:
        """The probability, where ``alpha`` stands for ``exp(-rate)``: weights of permutations, summed exactly."""
        if not self.low <= released <= self.high:
            return Fraction(0)
        size, at, to = self.high - self.low + 1, self.clamp(index) - self.low, released - self.low
        return _passing(size, at, to, alpha) / _passing(size, None, None, alpha)


def _ratio(rate: Fraction) -> Decimal:
    """``exp(-rate)``, rounded up by at least one part in 10**12, so that the guarantee holds with room to spare."""
    with localcontext(prec=60, rounding=ROUND_CEILING):
        exact = (-Decimal(rate.numerator) / Decimal(rate.denominator)).exp()
        return min(exact * (1 + _PLACES), Decimal(1))


# A permutation is read from left to right. Between places k and k + 1, as many indices up to k have images beyond k as
# images up to k have indices beyond it: ``open`` of each. Each of them adds one to F / 2. At a place, its index and
# its image may both stay open (one way), may be matched with each other, or one of them with one of the open ones
# (2 * open + 1 ways), or both (open ** 2 ways).


def _ways(opened: int) -> tuple[int, int, int]:
    """In how many ways a place can open one more, keep as many open, and close one."""
    return 1, 2 * opened + 1, opened * opened


@lru_cache(maxsize=16)
def _weights(size: int, ratio: Decimal) -> tuple[tuple[tuple[int, int, int], ...], ...]:
    """For each place and number of open indices: whole weights for opening one more, for neither, for closing one."""
    with localcontext(prec=60):
        rest = [Decimal(1), *[Decimal(0)] * (size + 1)]
        powers = [ratio**opened for opened in range(size + 2)]
        places: list[tuple[tuple[int, int, int], ...]] = []
        for place in range(size - 1, -1, -1):
            inside = range(min(place, size - place) + 1)
            exact = [
                [
                    ways * powers[after] * rest[after] if after >= 0 else Decimal(0)
                    for ways, after in zip(_ways(opened), (opened + 1, opened, opened - 1), strict=True)
                ]
                for opened in inside
            ]
            places.append(tuple(_whole(parts) for parts in exact))
            rest = [sum(parts, Decimal(0)) for parts in exact] + [Decimal(0)] * (size + 2 - len(exact))
        return tuple(reversed(places))


def _whole(parts: list[Decimal]) -> tuple[int, int, int]:
    """Weights as whole numbers of 160 bits and more."""
    least = min((part for part in parts if part), default=Decimal(1))
    up, same, down = (int(part / least * 2**_BITS) for part in parts)
    return up, same, down


def _drawn(size: int, ratio: Decimal, coins: Coins) -> list[int]:
    """A permutation of ``range(size)``."""
    images = [0] * size
    indices: list[int] = []
    values: list[int] = []
    for place, weights in enumerate(_weights(size, ratio)):
        up, same, down = weights[len(indices)]
        chosen = coins.below(up + same + down)
        if chosen < up:
            indices.append(place)
            values.append(place)
        elif chosen < up + same:
            _exchange(place, coins.below(2 * len(indices) + 1), images, indices, values)
        else:
            images[place] = _picked(values, coins)
            images[_picked(indices, coins)] = place
    return images


def _exchange(place: int, choice: int, images: list[int], indices: list[int], values: list[int]) -> None:
    """Keep as many open: match a place with itself, its index with an open value, or its value with an open index."""
    count = len(indices)
    if choice == 2 * count:
        images[place] = place
    elif choice < count:
        images[place], values[choice] = values[choice], place
    else:
        images[indices[choice - count]], indices[choice - count] = place, place


def _picked(items: list[int], coins: Coins) -> int:
    """One of the items, taken out."""
    return items.pop(coins.below(len(items)))


def _passing(size: int, at: int | None, to: int | None, alpha: Fraction) -> Fraction:
    """The weights of all permutations, or of those that map ``at`` to ``to``, summed."""
    total = {0: Fraction(1)}
    for place in range(size):
        following: dict[int, Fraction] = {}
        for opened, weight in total.items():
            for after, ways in _ways_with(opened, place, at, to).items():
                following[after] = following.get(after, Fraction(0)) + weight * ways * alpha**after
        total = following
    return total.get(0, Fraction(0))


def _ways_with(opened: int, place: int, at: int | None, to: int | None) -> dict[int, int]:
    """In how many ways a place keeps how many open, if an index has to be mapped to a value."""
    if at is None or to is None:
        return dict(zip((opened + 1, opened, opened - 1), _ways(opened), strict=True))
    first, last = min(at, to), max(at, to)  # a permutation and its inverse are equally likely
    if place == first == last:
        return {opened: 1}
    if place == first:
        return {opened + 1: 1, opened: opened}
    if place == last:
        return {opened: 1, opened - 1: opened}
    if first < place < last:  # one of the open indices is bound to the last place
        return {opened + 1: 1, opened: 2 * opened, opened - 1: opened * (opened - 1)}
    return dict(zip((opened + 1, opened, opened - 1), _ways(opened), strict=True))
