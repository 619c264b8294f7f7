"""Deterministic automata, and the ranks of the strings they accept.

The members of a regular language of one length are numbered in lexicographic order: the number of a string is the
number of accepted strings below it, counted over the automaton's states (Goldberg and Sipser, 1985; Bellare,
Ristenpart, Rogaway and Stegers, "Format-preserving encryption", 2009). Counts are exact integers.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from privacy_chains.errors import FormatError

__all__ = ["Dfa", "Ranker", "minimise"]


@dataclass(frozen=True)
class Dfa:
    """A partial deterministic automaton; state 0 is the start.

    Attributes:
        moves: For each state, the next state by character. A character without a move is refused.
        accepting: The states a member may end in.
    """

    moves: tuple[Mapping[str, int], ...]
    accepting: frozenset[int]


def minimise(dfa: Dfa) -> Dfa:
    """The smallest automaton of the same language, by refining a partition of the states (Moore, 1956)."""
    block = [int(state in dfa.accepting) for state in range(len(dfa.moves))]
    count = len(set(block))
    while True:
        signatures = [
            (block[state], frozenset((char, block[target]) for char, target in moves.items()))
            for state, moves in enumerate(dfa.moves)
        ]
        numbers: dict[tuple[int, frozenset[tuple[str, int]]], int] = {}
        block = [numbers.setdefault(signature, len(numbers)) for signature in signatures]
        if len(numbers) == count:
            break
        count = len(numbers)
    merged: dict[int, Mapping[str, int]] = {}
    for state, moves in enumerate(dfa.moves):
        merged.setdefault(block[state], {char: block[target] for char, target in moves.items()})
    return Dfa(tuple(merged[number] for number in range(count)), frozenset(block[state] for state in dfa.accepting))


@dataclass(frozen=True, slots=True)
class _Row:
    """The moves of one state at one place: characters in order, where each leads, and the members below each."""

    chars: str
    targets: tuple[int, ...]
    below: tuple[int, ...]


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
        counts = {state: 1 for state in layers[length] if state in dfa.accepting}
        rows: list[dict[int, _Row]] = []
        for place in range(length - 1, -1, -1):
            rows.append({state: _row(moves, counts) for state, moves in layers[place].items()})
            counts = {state: row.below[-1] + counts[row.targets[-1]] for state, row in rows[-1].items() if row.chars}
        self._rows = rows[::-1]
        self.size = counts.get(0, 0)

    def rank(self, word: str) -> int:
        """The place of ``word``, counted from 0.

        Raises:
            FormatError: ``word`` is not a member.
        """
        state = total = 0
        if len(word) != len(self._rows) or not self.size:
            msg = "the value does not have the length of its format"
            raise FormatError(msg)
        for row_of, char in zip(self._rows, word, strict=True):
            row = row_of[state]
            index = row.chars.find(char)
            if index < 0:
                msg = "the value does not match the pattern of its format"
                raise FormatError(msg)
            total += row.below[index]
            state = row.targets[index]
        return total

    def unrank(self, rank: int) -> str:
        """The member at place ``rank``, ``0 <= rank < size``.

        Raises:
            FormatError: ``rank`` is out of range.
        """
        if not 0 <= rank < self.size:
            raise FormatError(f"a rank must lie in [0, {self.size})")
        state, chars = 0, []
        for row_of in self._rows:
            row = row_of[state]
            index = bisect_right(row.below, rank) - 1
            rank -= row.below[index]
            chars.append(row.chars[index])
            state = row.targets[index]
        return "".join(chars)


def _reachable(dfa: Dfa, length: int, alphabets: Sequence[str] | None) -> list[dict[int, Mapping[str, int]]]:
    """For each place, the states a string can be in there, with the moves it may make."""
    layers: list[dict[int, Mapping[str, int]]] = []
    states = {0}
    for place in range(length):
        allowed = None if alphabets is None else set(alphabets[place])
        layer: dict[int, Mapping[str, int]] = {}
        for state in states:
            moves = dfa.moves[state]
            layer[state] = (
                moves if allowed is None else {char: target for char, target in moves.items() if char in allowed}
            )
        layers.append(layer)
        states = {target for moves in layer.values() for target in moves.values()}
    layers.append({state: {} for state in states})
    return layers


def _row(moves: Mapping[str, int], counts: Mapping[int, int]) -> _Row:
    """The moves that lead to a member, with running totals."""
    chars, targets, below, total = [], [], [], 0
    for char in sorted(moves):
        ahead = counts.get(moves[char], 0)
        if ahead:
            chars.append(char)
            targets.append(moves[char])
            below.append(total)
            total += ahead
    return _Row("".join(chars), tuple(targets), tuple(below))
