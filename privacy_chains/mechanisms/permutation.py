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
"""The most values that a domain may have. The work before the first draw grows with the square of their number."""

_BITS = 160
"""Bits of the weights for a choice. Rounding to them loses far less than ``_ratio`` adds."""

_PLACES = Decimal("1e-12")


@dataclass(frozen=True, slots=True)
class PermutationMechanism(Mechanism):
    """Releases each index as its image under one random permutation of the grid. Small moves are more likely.

    A permutation ``p`` is drawn with probability proportional to ``exp(-rate * F(p) / 2)``, where ``F(p)`` is the sum
    of ``|x - p(x)|`` over the grid (Spearman's footrule; Diaconis and Graham 1977). Use the same coins for every index
    of a grid: then different indices always have different releases.

    **Guarantee**: for all indices x and x', every set of other indices, and all their releases:
    ``Pr[p(x) = y, p(s) = z, ...] <= exp(rate * |x - x'|) * Pr[p(x') = y, p(s) = z, ...]``, for the joint release.
    Proof: swapping x and x' maps the permutations of one event onto those of the other, and
    ``|x - p(x)| + |x' - p(x')|`` changes by at most ``2 |x - x'|``. No function that decays faster in F has this
    guarantee: F / 2 is the least cost of sorting by swaps, if a swap costs its distance. The draw uses a rate slightly
    below ``rate`` (see ``_ratio``), which covers the rounding of weights to 160 bits.

    **Warning**: a release shows whether two inputs are equal: equal inputs are released equal, different ones are not.
    There is about twice as much noise as with the bounded geometric mechanism, and about as much as with the
    exponential mechanism. The grid is public, and inputs outside it are clamped to its ends.
    """

    def release(self, index: int, coins: Coins) -> int:
        """The image of an index. An input outside the grid is clamped first."""
        size = self.high - self.low + 1
        return self.low + _drawn(size, _ratio(self.rate), coins)[self.clamp(index) - self.low]

    def probability(self, index: int, released: int, alpha: Fraction) -> Fraction:
        """The exact probability, with ``alpha`` in place of ``exp(-rate)``, from sums over permutations."""
        if not self.low <= released <= self.high:
            return Fraction(0)
        size, at, to = self.high - self.low + 1, self.clamp(index) - self.low, released - self.low
        return _passing(size, at, to, alpha) / _passing(size, None, None, alpha)


def _ratio(rate: Fraction) -> Decimal:
    """``exp(-rate)``, rounded up by at least one part in 10**12, so that the guarantee holds with room to spare."""
    with localcontext(prec=60, rounding=ROUND_CEILING):
        exact = (-Decimal(rate.numerator) / Decimal(rate.denominator)).exp()
        return min(exact * (1 + _PLACES), Decimal(1))


# A permutation is built from left to right. After place k, some indices up to k still need an image beyond k: they are
# open. As many values up to k still need an index beyond k: call this number ``open``. Each pair of an open index and
# an open value adds one to F / 2. At the next place there are three cases. The place's index and value both stay open
# (1 way). They are matched with each other, or just one of them is matched with an open one (2 * open + 1 ways). Or
# both are matched with open ones (open ** 2 ways).


def _ways(opened: int) -> tuple[int, int, int]:
    """In how many ways a place raises the number of open ones by one, keeps it, and lowers it by one."""
    return 1, 2 * opened + 1, opened * opened


@lru_cache(maxsize=16)
def _weights(size: int, ratio: Decimal) -> tuple[tuple[tuple[int, int, int], ...], ...]:
    """For each place and number of open indices: integer weights for raising that number, keeping and lowering it."""
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
    """Weights as integers of at least 160 bits."""
    least = min((part for part in parts if part), default=Decimal(1))
    up, same, down = (int(part / least * 2**_BITS) for part in parts)
    return up, same, down


def _drawn(size: int, ratio: Decimal, coins: Coins) -> list[int]:
    """Draw a permutation of ``range(size)``."""
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
    """Keep the number of open ones: match a place with itself, its index with an open value, or the reverse."""
    count = len(indices)
    if choice == 2 * count:
        images[place] = place
    elif choice < count:
        images[place], values[choice] = values[choice], place
    else:
        images[indices[choice - count]], indices[choice - count] = place, place


def _picked(items: list[int], coins: Coins) -> int:
    """Remove a random item and return it."""
    return items.pop(coins.below(len(items)))


def _passing(size: int, at: int | None, to: int | None, alpha: Fraction) -> Fraction:
    """The summed weight of all permutations, or of those that map ``at`` to ``to``."""
    total = {0: Fraction(1)}
    for place in range(size):
        following: dict[int, Fraction] = {}
        for opened, weight in total.items():
            for after, ways in _ways_with(opened, place, at, to).items():
                following[after] = following.get(after, Fraction(0)) + weight * ways * alpha**after
        total = following
    return total.get(0, Fraction(0))


def _ways_with(opened: int, place: int, at: int | None, to: int | None) -> dict[int, int]:
    """In how many ways a place leads to each number of open ones, if ``at`` must be mapped to ``to``."""
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
