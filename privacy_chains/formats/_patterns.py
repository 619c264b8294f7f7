r"""Regular expressions, compiled to automata.

Supported, with their meaning in ASCII: literal characters, ``\\d``, ``\\w``, escaped punctuation, classes
``[A-Z0-9_]``, groups ``(...)`` and ``(?:...)``, alternatives ``|``, and the quantifiers ``?``, ``*``, ``+``, ``{m}``,
``{m,n}`` and ``{m,}``. A pattern always matches the whole value, so a leading ``^`` and a closing ``$`` are allowed and
change nothing. Everything else is refused; the error names the construct and its position.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from string import ascii_letters, digits, punctuation

from privacy_chains.errors import FormatError
from privacy_chains.formats import _automata
from privacy_chains.formats._automata import Dfa, Moves, minimise
from privacy_chains.precomputed import precomputed, versions_of

__all__ = ["compile_own_pattern", "compile_pattern"]

_MAX_STATES = 50_000
_TOO_LARGE = f"the pattern needs more than {_MAX_STATES} states: shorten its repetitions"
_SETS = {"d": frozenset(digits), "w": frozenset(ascii_letters + digits + "_")}
_CONTROL = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v"}
_REFUSED = {".": "'.' (any character)", "^": "an anchor inside the pattern", "$": "an anchor inside the pattern"}


@lru_cache(maxsize=512)
def compile_pattern(pattern: str) -> Dfa:
    """The minimal automaton of ``pattern``.

    Raises:
        FormatError: A construct is not supported; the message names it and its position.
    """
    nfa = _Nfa()
    parser = _Parser(pattern, nfa)
    start, end = parser.parse()
    return _determinise(nfa, start, end)


def compile_own_pattern(pattern: str) -> Dfa:
    """The same for a pattern of this package, whose automaton is kept for the next process."""

    def compiled() -> tuple[tuple[Moves, ...], frozenset[int]]:
        automaton = compile_pattern(pattern)
        return automaton.moves, automaton.accepting

    return Dfa(*precomputed(("automaton", *versions_of(__file__, _automata.__file__), pattern), compiled))


@dataclass
class _Nfa:
    """Thompson's construction (1968): fragments joined by empty moves."""

    moves: list[list[tuple[frozenset[str], int]]] = field(default_factory=list)
    empty: list[list[int]] = field(default_factory=list)

    def state(self) -> int:
        if len(self.moves) >= _MAX_STATES:
            raise FormatError(_TOO_LARGE)
        self.moves.append([])
        self.empty.append([])
        return len(self.moves) - 1

    def closure(self, states: frozenset[int]) -> frozenset[int]:
        """Everything reachable by empty moves."""
        seen, stack = set(states), list(states)
        while stack:
            for target in self.empty[stack.pop()]:
                if target not in seen:
                    seen.add(target)
                    stack.append(target)
        return frozenset(seen)


@dataclass(frozen=True)
class _Node:
    """A parsed piece: a set of characters, or ``children`` joined by ``kind``; ``least`` to ``most`` times."""

    kind: str
    chars: frozenset[str] = frozenset()
    children: tuple[_Node, ...] = ()
    least: int = 1
    most: int | None = 1


class _Parser:
    """Recursive descent over the pattern, then fragments of the automaton."""

    def __init__(self, pattern: str, nfa: _Nfa) -> None:
        self.pattern = pattern
        self.nfa = nfa
        self.at = 0

    def parse(self) -> tuple[int, int]:
        if self._next() == "^":
            self.at += 1
        node = self._alternatives()
        if self._next() == "$" and self.at == len(self.pattern) - 1:
            self.at += 1
        if self.at < len(self.pattern):
            self._refuse(_REFUSED.get(self.pattern[self.at], f"{self.pattern[self.at]!r} without its partner"))
        return self._build(node)

    def _next(self) -> str:
        return self.pattern[self.at] if self.at < len(self.pattern) else ""

    def _refuse(self, construct: str, at: int | None = None) -> None:
        place = self.at if at is None else at
        raise FormatError(f"{construct} is not supported in a format's pattern (position {place})")

    def _alternatives(self) -> _Node:
        branches = [self._sequence()]
        while self._next() == "|":
            self.at += 1
            branches.append(self._sequence())
        return branches[0] if len(branches) == 1 else _Node("either", children=tuple(branches))

    def _sequence(self) -> _Node:
        items: list[_Node] = []
        while self._next() not in ("", "|", ")"):
            if self._next() == "$" and self.at == len(self.pattern) - 1:
                break
            items.append(self._repeated(self._atom()))
        return _Node("then", children=tuple(items))

    def _atom(self) -> _Node:
        char = self._next()
        if char == "(":
            return self._group()
        if char == "[":
            return _Node("set", self._class())
        if char == "\\":
            return _Node("set", self._escape())
        if char in _REFUSED:
            self._refuse(_REFUSED[char])
        if char in "?*+{":
            self._refuse(f"the quantifier {char!r} with nothing to repeat")
        self.at += 1
        return _Node("set", frozenset(char))

    def _group(self) -> _Node:
        opened = self.at
        self.at += 1
        if self._next() == "?":
            if self.pattern[self.at : self.at + 2] != "?:":
                self._refuse(f"the group {self.pattern[opened : opened + 3]!r}", opened)
            self.at += 2
        node = self._alternatives()
        if self._next() != ")":
            self._refuse("'(' without its partner", opened)
        self.at += 1
        return node

    def _escape(self) -> frozenset[str]:
        char = self.pattern[self.at + 1 : self.at + 2]
        if not (char in _SETS or char in _CONTROL or char in punctuation or char == " ") or not char:
            self._refuse(f"the escape '\\{char}'")
        self.at += 2
        return _SETS.get(char) or frozenset(_CONTROL.get(char, char))

    def _class(self) -> frozenset[str]:
        opened = self.at
        self.at += 1
        if self._next() == "^":
            self._refuse("a negated class '[^...]'", opened)
        chars: set[str] = set()
        while self._next() != "]" or self.at == opened + 1:
            if not self._next():
                self._refuse("'[' without its partner", opened)
            low = self._member()
            if self._next() == "-" and self.pattern[self.at + 1 : self.at + 2] not in ("]", ""):
                chars |= self._range(low)
            else:
                chars |= low
        self.at += 1
        return frozenset(chars)

    def _member(self) -> frozenset[str]:
        if self._next() == "\\":
            return self._escape()
        self.at += 1
        return frozenset(self.pattern[self.at - 1])

    def _range(self, low: frozenset[str]) -> set[str]:
        at = self.at
        self.at += 1
        high = self._member()
        if len(low) != 1 or len(high) != 1 or min(low) > min(high):
            self._refuse("a range that does not run from a lower to a higher character", at)
        return {chr(code) for code in range(ord(min(low)), ord(min(high)) + 1)}

    def _repeated(self, node: _Node) -> _Node:
        char, at = self._next(), self.at
        if char in ("?", "*", "+"):
            self.at += 1
            least, most = (int(char == "+"), 1 if char == "?" else None)
        elif char == "{":
            least, most = self._bounds()
        else:
            return node
        if self._next() and self._next() in "?*+{":
            self._refuse("a quantifier of a quantifier (lazy, possessive or doubled)", at)
        return _Node("repeat", children=(node,), least=least, most=most)

    def _bounds(self) -> tuple[int, int | None]:
        opened = self.at
        close = self.pattern.find("}", opened)
        low, comma, high = self.pattern[opened + 1 : max(close, opened + 1)].partition(",")
        written = [part for part in (low, high) if part]
        if close < 0 or not low or not all(part.isascii() and part.isdigit() for part in written):
            self._refuse("this use of '{'", opened)
        self.at = close + 1
        least = int(low)
        most = (int(high) if high else None) if comma else least
        if most is not None and most < least:
            self._refuse("a repetition whose bounds are reversed", opened)
        return least, most

    def _build(self, node: _Node) -> tuple[int, int]:
        """The fragment of ``node``: its first and last state."""
        if node.kind == "set":
            start, end = self.nfa.state(), self.nfa.state()
            self.nfa.moves[start].append((node.chars, end))
            return start, end
        if node.kind == "either":
            return self._build_either(node)
        if node.kind == "repeat":
            return self._build_repeat(node)
        start = end = self.nfa.state()
        for child in node.children:
            first, last = self._build(child)
            self.nfa.empty[end].append(first)
            end = last
        return start, end

    def _build_either(self, node: _Node) -> tuple[int, int]:
        start, end = self.nfa.state(), self.nfa.state()
        for child in node.children:
            first, last = self._build(child)
            self.nfa.empty[start].append(first)
            self.nfa.empty[last].append(end)
        return start, end

    def _build_repeat(self, node: _Node) -> tuple[int, int]:
        start = end = self.nfa.state()
        final = self.nfa.state()
        for index in range(max(node.least, 1) if node.most is None else node.most):
            if index >= node.least:
                self.nfa.empty[end].append(final)
            first, last = self._build(node.children[0])
            self.nfa.empty[end].append(first)
            end = last
            if node.most is None and index == max(node.least, 1) - 1:
                self.nfa.empty[last].append(first)
        self.nfa.empty[end].append(final)
        if node.least == 0:
            self.nfa.empty[start].append(final)
        return start, final


def _letters(nfa: _Nfa) -> tuple[list[str], dict[frozenset[str], list[int]]]:
    """Characters that belong to the same sets, joined as one letter; and the letters of each set."""
    sets = list({chars for moves in nfa.moves for chars, _ in moves})
    signatures: dict[str, list[int]] = {}
    for number, chars in enumerate(sets):
        for char in chars:
            signatures.setdefault(char, []).append(number)
    letters: dict[tuple[int, ...], list[str]] = {}
    for char in sorted(signatures):
        letters.setdefault(tuple(signatures[char]), []).append(char)
    of_set: dict[frozenset[str], list[int]] = {chars: [] for chars in sets}
    for letter, signature in enumerate(letters):
        for number in signature:
            of_set[sets[number]].append(letter)
    return ["".join(chars) for chars in letters.values()], of_set


def _determinise(nfa: _Nfa, start: int, end: int) -> Dfa:
    """The subset construction (Rabin and Scott, 1959), then the smallest equivalent automaton."""
    letters, of_set = _letters(nfa)
    numbers = {nfa.closure(frozenset((start,))): 0}
    queue, table = list(numbers), []
    for subset in queue:
        targets: list[set[int]] = [set() for _ in letters]
        for state in subset:
            for chars, target in nfa.moves[state]:
                for letter in of_set[chars]:
                    targets[letter].add(target)
        table.append([_number(nfa, frozenset(raw), numbers, queue) for raw in targets])
    accepting = frozenset(number for subset, number in numbers.items() if end in subset)
    return _smallest(letters, table, accepting, numbers.get(frozenset()))


def _number(nfa: _Nfa, raw: frozenset[int], numbers: dict[frozenset[int], int], queue: list[frozenset[int]]) -> int:
    """The number of the state that ``raw`` leads to; a new one is queued."""
    subset = nfa.closure(raw)
    if subset not in numbers:
        if len(numbers) >= _MAX_STATES:
            raise FormatError(_TOO_LARGE)
        numbers[subset] = len(numbers)
        queue.append(subset)
    return numbers[subset]


def _smallest(letters: list[str], table: list[list[int]], accepting: frozenset[int], dead: int | None) -> Dfa:
    """The minimal automaton without its dead state, renumbered from the start."""
    block_of = minimise(table, accepting) if letters else [0] * len(table)
    refused = None if dead is None else block_of[dead]
    rows = {block_of[state]: [block_of[target] for target in row] for state, row in enumerate(table)}
    order = {block_of[0]: 0}
    queue, moves = [block_of[0]], []
    for block in queue:
        alive = [(chars, target) for chars, target in zip(letters, rows[block], strict=True) if target != refused]
        for _, target in alive:
            if target not in order:
                order[target] = len(order)
                queue.append(target)
        moves.append(_stretches((char, order[target]) for chars, target in alive for char in chars))
    return Dfa(tuple(moves), frozenset(order[block_of[state]] for state in accepting if block_of[state] in order))


def _stretches(moves: Iterable[tuple[str, int]]) -> Moves:
    """Stretches of consecutive characters that lead to the same state."""
    runs = groupby(sorted(moves), key=itemgetter(1))
    return tuple(("".join(char for char, _ in run), target) for target, run in runs)
