"""Given names that follow their initials: A. Koch and Anna Koch become T. Weber and, mostly, Tanja Weber."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple
from unicodedata import normalize

__all__ = ["GROUPS", "ByInitial", "InitialsPlace", "group_of", "initial_of", "place_of"]

GROUPS = ("abcdefghijklmnoprstv", "quwxyz")
"""Letters with which many listed given names begin, and letters with which few do. Initials, and the first letters of
names, are exchanged within each group. Frozen."""

_SMALL = tuple("".join(letter for letter in letters if letter not in "ey") for letters in GROUPS)
_GROUP_OF = {letter: group for group, letters in enumerate(GROUPS) for letter in letters}
_WITHOUT_DECOMPOSITION = {"æ": "a", "þ": "t", "đ": "d", "ə": "e", "ø": "o", "ł": "l"}


class InitialsPlace(NamedTuple):
    """The place of an initial in its group.

    Attributes:
        domain: The name of its group.
        letters: The group.
        rank: The place there.
    """

    domain: str
    letters: str
    rank: int


def place_of(initial: str, *, small: bool) -> InitialsPlace:
    """The place of a folded Latin letter among the initials. Small e and y are words where they stand alone."""
    group = _GROUP_OF[initial]
    letters = _SMALL[group] if small else GROUPS[group]
    return InitialsPlace(f"initial.small.{group}" if small else f"initial.{group}", letters, letters.index(initial))


def group_of(word: str) -> int:
    """The group of a folded word's initial; the first group if the initial is not a Latin letter."""
    group = _GROUP_OF.get(word[0])
    return _GROUP_OF.get(initial_of(word), 0) if group is None else group


def initial_of(word: str) -> str:
    """The initial of a folded word; empty if it is not a Latin letter."""
    first = _WITHOUT_DECOMPOSITION.get(word[0]) or normalize("NFD", word[0])[0]
    return first if "a" <= first <= "z" else ""


@dataclass(frozen=True, eq=False)
class ByInitial:
    """Ranks of the given names of one group of initials, ordered by initial, the most common names first.

    A name moves to the initial that the cipher gives for its own initial. If that initial has fewer names, the name
    moves on to the cipher's image of that one, until there is room (cycle-walking); so only the least common names do
    not follow their initial. Then the name is permuted among the names of the initial it arrived at.

    **Guarantee**: a permutation of the names for every cipher. A name's surrogate has the initial that the cipher gives
        for its initial, as long as names with that initial are left, and may be any of these names.

    **Warning**: whoever learns a name and its surrogate learns what its initial mostly becomes, and that a name of the
        same initial mostly hides among the names of that one initial.

    Attributes:
        group: The number of the group.
        sizes: The number of names of each of its initials.
    """

    group: int
    sizes: Sequence[int]

    @cached_property
    def _starts(self) -> Sequence[int]:
        return tuple(accumulate(self.sizes, initial=0))

    def permute(self, apply: Callable[[int, int, str], int], rank: int, domain: str, *, inverse: bool) -> int:
        """The image of a rank.

        Args:
            apply: Permutes a rank of a domain, given its size and name.
            rank: A name's place.
            domain: Names the set of names. The part before its slash is also the domain of the initials.
            inverse: Whether to undo the permutation; ``apply`` is then the inverse.
        """
        sizes, starts = self.sizes, self._starts
        source = bisect_right(starts, rank) - 1
        inner, size = rank - starts[source], sizes[source]
        if inverse and size > 1:
            inner = apply(inner, size, f"{domain}/{source}")
        target = self._walked(apply, source, inner, domain.partition("/")[0])
        size = sizes[target]
        if not inverse and size > 1:
            inner = apply(inner, size, f"{domain}/{target}")
        return starts[target] + inner

    def shared(self, rank: int, domain: str) -> tuple[str, int, int]:
        """The initial of a name, as the part that enciphers it where it stands alone.

        Args:
            rank: A name's place.
            domain: Names the set of names.
        """
        initial = bisect_right(self._starts, rank) - 1
        return self._initials(domain.partition("/")[0]), len(self.sizes), initial

    def _initials(self, kind: str) -> str:
        return f"{kind}/initial.{self.group}"

    def _walked(self, apply: Callable[[int, int, str], int], initial: int, inner: int, kind: str) -> int:
        """The first initial with room on the cipher's walk."""
        sizes, letters, initials = self.sizes, len(self.sizes), self._initials(kind)
        initial = apply(initial, letters, initials)
        while inner >= sizes[initial]:
            initial = apply(initial, letters, initials)
        return initial
