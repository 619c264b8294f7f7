"""How many words a shape has, and the rank of each. Frozen as scheme 1.

The states of the automaton of avoided letter groups are counted cluster by cluster, so that the count is exact.
The count includes listed words; `_spelling` subtracts them.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate, groupby

from privacy_chains.formats._avoided import DEAD, START, advance, avoided, step
from privacy_chains.formats._clusters import ASCII_RUNS, Cluster, Shape
from privacy_chains.formats.letters import Alphabet, symbols

__all__ = ["completions", "raw_rank", "raw_unrank"]

Clusters = tuple[Cluster, ...]


def completions(clusters: Clusters, contains: str, state: str = START) -> int:
    """The number of words of these clusters, including listed ones, with one avoided letter group or with none.

    Args:
        clusters: The clusters of the words.
        contains: The avoided letter group.
        state: The automaton's state before the clusters.
    """
    return _completions(_chain(clusters), state, contains)


class _Link:
    """A chain of clusters. Equal ends of words share one object, and so are counted once.

    Attributes:
        head: The first cluster.
        rest: The clusters after it; None after the last.
        counts: The number of words, by the state before the chain and the letter group.
    """

    __slots__ = ("counts", "head", "rest")

    def __init__(self, head: Cluster, rest: _Link | None) -> None:
        self.head = head
        self.rest = rest
        self.counts: dict[tuple[str, str], int] = {}


@lru_cache(maxsize=1 << 14)
def _link(head: Cluster, rest: _Link | None) -> _Link:
    return _Link(head, rest)


@lru_cache(maxsize=1 << 14)
def _chain(clusters: Clusters) -> _Link | None:
    chain: _Link | None = None
    for cluster in reversed(clusters):
        chain = _link(cluster, chain)
    return chain


def _completions(chain: _Link | None, state: str, contains: str) -> int:
    if state == DEAD:
        return 0
    if chain is None:
        return int((state if state in avoided() else "") == contains)
    found = chain.counts.get((state, contains))
    if found is None:
        found = chain.counts[state, contains] = _counted(chain, state, contains)
    return found


def _counted(chain: _Link, state: str, contains: str) -> int:
    """The number of words of a chain. For all clusters that lead to the same state, the rest is counted once."""
    if not chain.head.options:
        return _spelled(chain, state, contains)
    rest = chain.rest
    return sum(times * _completions(rest, after, contains) for after, times in _spread(chain.head, state))


@lru_cache(maxsize=1 << 12)
def _after(head: Cluster, state: str) -> tuple[str, ...]:
    """The state after each option of a cluster."""
    return tuple([advance(state, option) for option in head.options])


@lru_cache(maxsize=1 << 12)
def _spread(head: Cluster, state: str) -> tuple[tuple[str, int], ...]:
    """The states after the options of a cluster, and how many of those lead to each."""
    return tuple(Counter(_after(head, state)).items())


@lru_cache(maxsize=1 << 13)
def _cumulative(chain: _Link, state: str, contains: str) -> tuple[int, ...]:
    """For each option of the first cluster, the number of words before it; at the end, of all words."""
    counts = {after: _completions(chain.rest, after, contains) for after, _ in _spread(chain.head, state)}
    return tuple(accumulate(map(counts.__getitem__, _after(chain.head, state)), initial=0))


@lru_cache(maxsize=1 << 10)
def _places(head: Cluster) -> dict[str, int]:
    """The place of each option of a cluster."""
    return {option: place for place, option in enumerate(head.options)}


def _spelled(chain: _Link, state: str, contains: str) -> int:
    """The number of words whose first cluster is spelled letter by letter."""
    head, rest = chain.head, chain.rest
    lost = sum(times * _completions(rest, after, contains) for after, times in _spread_barred(head.barred, state))
    return _free(chain, 0, state, contains) - lost


@lru_cache(maxsize=1 << 12)
def _spread_barred(barred: tuple[str, ...], state: str) -> tuple[tuple[str, int], ...]:
    """The states after clusters that are barred, and how many of those lead to each."""
    return tuple(Counter([advance(state, option) for option in barred]).items())


@lru_cache(maxsize=1 << 16)
def _free(chain: _Link, place: int, state: str, contains: str) -> int:
    """The number of words from ``place`` on in a cluster that is spelled letter by letter, including usual clusters."""
    head = chain.head
    if place == len(head.alphabets):
        return _completions(chain.rest, state, contains)
    spread = Counter(_letters_after(head.alphabets[place], head.marks[place], state))
    return sum(times * _free(chain, place + 1, after, contains) for after, times in spread.items())


@lru_cache(maxsize=1 << 12)
def _letters_after(alphabet: Alphabet, marks: str, state: str) -> tuple[str, ...]:
    """The state after each letter of an alphabet, with its marks."""
    return tuple([step(state, letter + marks) for letter in alphabet.letters])


def raw_rank(shape: Shape, word: str) -> int:
    """The rank of ``word`` among all words of its shape, including listed ones."""
    rank, state, chain = 0, START, _chain(shape.clusters)
    texts = _cluster_texts(word)
    while chain:
        head, text = chain.head, next(texts)
        if head.options:
            place = _places(head)[text]
            rank += _cumulative(chain, state, shape.contains)[place]
            state = _after(head, state)[place]
        else:
            for place, letter in enumerate(text):
                before, after = _choices(chain, place, _barred_behind(head, text[:place]), state, shape.contains)
                chosen = bisect_left(head.alphabets[place].letters, letter)
                rank += before[chosen]
                state = after[chosen]
        chain = chain.rest
    return rank


def _cluster_texts(word: str) -> Iterator[str]:
    if word.isascii():
        yield from ASCII_RUNS.findall(word)
        return
    for _, run in groupby(symbols(word), key=lambda symbol: symbol.alphabet.vowel):
        yield "".join(symbol.letter for symbol in run)


def _barred_behind(head: Cluster, prefix: str) -> tuple[str, ...]:
    """The endings that complete a prefix to a usual cluster.

    A cluster that is spelled letter by letter may not be one.
    """
    start, end = bisect_left(head.barred, prefix), bisect_right(head.barred, prefix + "~")
    return tuple([option[len(prefix) :] for option in head.barred[start:end]])


@lru_cache(maxsize=1 << 14)
def _choices(
    chain: _Link, place: int, barred: tuple[str, ...], state: str, contains: str
) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """For each letter of a place in the first cluster: the number of words before it, and its state.

    A prefix enters only through its ``barred`` endings, so that the cache has few keys and none of them is a name.
    """
    head, rest = chain.head, chain.rest
    after = _letters_after(head.alphabets[place], head.marks[place], state)
    ahead = {one: _free(chain, place + 1, one, contains) for one in set(after)}
    counts = [ahead[one] for one in after]
    for tail in barred:
        chosen = bisect_left(head.alphabets[place].letters, tail[:1])
        counts[chosen] -= _completions(rest, advance(after[chosen], tail[1:]), contains)
    return tuple(accumulate(counts, initial=0)), after


def raw_unrank(shape: Shape, rank: int) -> str:
    """The word with the given rank among all words of the shape."""
    state, chain, pieces = START, _chain(shape.clusters), []
    while chain:
        head = chain.head
        if head.options:
            table = _cumulative(chain, state, shape.contains)
            index = bisect_right(table, rank) - 1
            rank -= table[index]
            pieces.append(head.options[index])
            state = _after(head, state)[index]
        else:
            text, rank, state = _unrank_letters(shape, chain, rank, state)
            pieces.append("".join(letter + marks for letter, marks in zip(text, head.marks, strict=True)))
        chain = chain.rest
    return "".join(pieces)


def _unrank_letters(shape: Shape, chain: _Link, rank: int, state: str) -> tuple[str, int, str]:
    head, text = chain.head, ""
    for place, alphabet in enumerate(head.alphabets):
        before, after = _choices(chain, place, _barred_behind(head, text), state, shape.contains)
        chosen = bisect_right(before, rank) - 1
        rank -= before[chosen]
        text, state = text + alphabet.letters[chosen], after[chosen]
    return text, rank, state
