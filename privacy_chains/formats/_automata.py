"""Deterministic automata, and the ranks of the strings they accept.

The members of a regular language of one length are numbered in lexicographic order: the number of a string is the
number of accepted strings below it, counted over the automaton's states (Goldberg and Sipser, 1985; Bellare,
Ristenpart, Rogaway and Stegers, "Format-preserving encryption", 2009). Counts are exact integers.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from string import digits
from typing import NamedTuple

from privacy_chains.errors import FormatError

__all__ = ["Dfa", "Moves", "Ranker", "minimise"]

Moves = tuple[tuple[str, int], ...]
"""Where a state leads: stretches of consecutive characters, each with the state it leads to."""


@dataclass(frozen=True)
class Dfa:
    """A partial deterministic automaton; state 0 is the start.

    Attributes:
        moves: Where each state leads. A character that does not occur is refused.
        accepting: The states a member may end in.
    """

    moves: tuple[Moves, ...]
    accepting: frozenset[int]


def minimise(table: Sequence[Sequence[int]], accepting: frozenset[int]) -> list[int]:
    """The block of each state in the coarsest partition that still accepts the same strings (Hopcroft, 1971).

    Args:
        table: For each state, the next state by letter.
        accepting: The states a member may end in.
    """
    sources: list[list[list[int]]] = [[[] for _ in table] for _ in range(len(table[0]))]
    for state, row in enumerate(table):
        for letter, target in enumerate(row):
            sources[letter][target].append(state)
    blocks = [set(accepting), set(range(len(table))) - accepting]
    block_of = [0 if state in accepting else 1 for state in range(len(table))]
    pending = {(block, letter) for letter in range(len(table[0])) for block in (0, 1)}
    while pending:
        splitter, letter = pending.pop()
        arriving = {source for state in blocks[splitter] for source in sources[letter][state]}
        for touched in {block_of[state] for state in arriving}:
            inside = blocks[touched] & arriving
            if len(inside) == len(blocks[touched]):
                continue
            smaller = inside if 2 * len(inside) <= len(blocks[touched]) else blocks[touched] - inside
            blocks[touched] -= smaller
            blocks.append(smaller)
            for state in smaller:
                block_of[state] = len(blocks) - 1
            # If the old block is still pending, both halves become pending; otherwise the smaller half suffices.
            pending |= {(len(blocks) - 1, each) for each in range(len(table[0]))}
    return block_of


_MOST_FREE = 10**30  # int() of longer strings saves no time, and Python refuses very long ones


class _Row(NamedTuple):
    """The moves of one state at one place.

    Attributes:
        places: For each character, its stretch and its place in it.
        stretches: Characters in order that lead to the same state.
        below: For each stretch, the members that begin with a smaller character.
        ahead: For each stretch, the members that go on from one of its characters.
        after: For each stretch, the row at the next place.
        total: All members that go on from here.
        free: Whether those are all strings of digits, and not too many.
    """

    places: dict[str, tuple[int, int]]
    stretches: tuple[str, ...]
    below: tuple[int, ...]
    ahead: tuple[int, ...]
    after: tuple[_Row, ...]
    total: int
    free: bool


_END = _Row({}, (), (), (), (), 1, free=True)
_NONE = _Row({}, (), (), (), (), 0, free=False)


class Ranker:
    """Numbers the members of one length, in lexicographic order of code points.

    Args:
        dfa: The language.
        length: The members' length in code points.
        alphabets: The characters allowed at each place, where that is narrower than the language.

    Attributes:
        size: How many members there are; 0 if there is none.
    """

    def __init__(self, dfa: Dfa, length: int, alphabets: Sequence[str] | None = None) -> None:
        layers = _reachable(dfa, length, alphabets)
        rows = {state: _END for state in layers[length] if state in dfa.accepting}
        for layer in reversed(layers[:length]):
            made = ((state, _row(moves, rows)) for state, moves in layer.items())
            rows = {state: row for state, row in made if row.total}
        self._first = rows.get(0, _NONE)
        self._length = length
        self.size = self._first.total

    def rank(self, word: str) -> int:
        """The place of ``word``, counted from 0.

        Raises:
            FormatError: ``word`` is not a member.
        """
        if len(word) != self._length or not self.size:
            msg = "the value does not have the length of its format"
            raise FormatError(msg)
        total, row = 0, self._first
        try:
            for place, char in enumerate(word):
                places, _, below, ahead, after, _, free = row
                if free and word.isascii() and word[place:].isdigit():
                    return total + int(word[place:])
                index, offset = places[char]
                total += below[index] + offset * ahead[index]
                row = after[index]
        except KeyError:
            msg = "the value does not match the pattern of its format"
            raise FormatError(msg) from None
        return total

    def unrank(self, rank: int) -> str:
        """The member at place ``rank``, ``0 <= rank < size``.

        Raises:
            FormatError: ``rank`` is out of range.
        """
        if not 0 <= rank < self.size:
            msg = f"a rank must lie in [0, {self.size})"
            raise FormatError(msg)
        row, written = self._first, []
        for left in range(self._length, 0, -1):
            _, stretches, below, ahead, after, _, free = row
            if free:
                written.append(f"{rank:0{left}d}")
                break
            index = bisect_right(below, rank) - 1 if len(below) > 1 else 0
            offset, rank = divmod(rank - below[index], ahead[index])
            written.append(stretches[index][offset])
            row = after[index]
        return "".join(written)


def _reachable(dfa: Dfa, length: int, alphabets: Sequence[str] | None) -> list[dict[int, Moves]]:
    """For each place, the states a string can be in there, with the moves it may make."""
    layers: list[dict[int, Moves]] = []
    states = {0}
    for place in range(length):
        layer = {state: dfa.moves[state] for state in states}
        if alphabets is not None:
            layer = {state: _only(moves, alphabets[place]) for state, moves in layer.items()}
        layers.append(layer)
        states = {target for moves in layer.values() for _, target in moves}
    layers.append(dict.fromkeys(states, ()))
    return layers


def _only(moves: Moves, alphabet: str) -> Moves:
    """The moves over characters of ``alphabet``."""
    narrowed = (("".join(char for char in chars if char in alphabet), target) for chars, target in moves)
    return tuple((chars, target) for chars, target in narrowed if chars)


def _row(moves: Moves, rows: dict[int, _Row]) -> _Row:
    """The moves that lead to a member, with running totals."""
    alive = [(chars, rows[target]) for chars, target in moves if target in rows]
    stretches = tuple(chars for chars, _ in alive)
    below, total = [], 0
    for chars, row in alive:
        below.append(total)
        total += len(chars) * row.total
    ahead, after = tuple(row.total for _, row in alive), tuple(row for _, row in alive)
    free = stretches == (digits,) and after[0].free and total <= _MOST_FREE
    return _Row(_places(stretches), stretches, tuple(below), ahead, after, total, free)


@lru_cache(maxsize=1024)
def _places(stretches: tuple[str, ...]) -> dict[str, tuple[int, int]]:
    """For each character, its stretch and its place in it."""
    return {char: (index, offset) for index, chars in enumerate(stretches) for offset, char in enumerate(chars)}
