"""Order: if a policy asks for it, numbers of one type are released in the order of their true values."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from fractions import Fraction

from privacy_chains.dependencies.domains import Domain
from privacy_chains.dependencies.graph import NumberKey

__all__ = ["ordered"]


def ordered(
    drawn: Mapping[NumberKey, Fraction],
    fixed: Mapping[NumberKey, Fraction],
    domains: Mapping[NumberKey, Domain],
) -> dict[NumberKey, Fraction]:
    """The drawn numbers. If a type preserves order, its drawn numbers are sorted like its true numbers.

    The noisy numbers of a type are assigned in order. Two that would look the same in print are moved apart by printed
    steps. Numbers settled before keep their values, and new ones stay between them. Two releases stay equal only if no
    value is left between.
    """
    types = {key[0] for key in drawn if domains[key].noise.preserve_order}
    released = dict(drawn)
    for entity_type in types:
        keys = sorted((key for key in drawn if key[0] == entity_type), key=lambda key: key[1])
        values = [
            domains[key].printable(number) for key, number in zip(keys, sorted(drawn[key] for key in keys), strict=True)
        ]
        settled = sorted((number, value) for (other, number), value in fixed.items() if other == entity_type)
        released |= dict(zip(keys, _apart(keys, values, settled, domains), strict=True))
    return released


def _apart(
    keys: Sequence[NumberKey],
    values: Sequence[Fraction],
    settled: Sequence[tuple[Fraction, Fraction]],
    domains: Mapping[NumberKey, Domain],
) -> list[Fraction]:
    """Strictly increasing values within their domains and between the settled ones, by one pass up and one down."""
    room = [_room(key, settled, domains[key]) for key in keys]
    steps = [domains[key].steps.coarsest for key in keys]
    moved: list[Fraction] = []
    for value, step, (least, most) in zip(values, steps, room, strict=True):
        above = max(value, least, _next(moved[-1], step) if moved else least)
        moved.append(min(above, most))
    for at in range(len(moved) - 2, -1, -1):
        if moved[at] >= moved[at + 1]:
            moved[at] = max(room[at][0], -_next(-moved[at + 1], steps[at]))
    return moved


def _room(key: NumberKey, settled: Sequence[tuple[Fraction, Fraction]], domain: Domain) -> tuple[Fraction, Fraction]:
    """The printable bounds of one number: those of its domain, narrowed by its settled neighbours."""
    (least, most), step = domain.bounds, domain.steps.coarsest
    if domain.noise.is_public(key[1]):
        return Fraction(0), Fraction(0)
    at = bisect_left(settled, (key[1],))
    if at:
        least = max(least, _next(settled[at - 1][1], step))
    if at < len(settled):
        most = min(most, -_next(-settled[at][1], step))
    return (least, most) if least <= most else (most, most)


def _next(value: Fraction, step: Fraction) -> Fraction:
    """The smallest multiple of ``step`` above ``value``."""
    return (value // step + 1) * step
