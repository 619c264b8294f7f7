"""The order of the leaves: near words are put near each other in a binary tree.

A graph joins each word to its nearest words. The tree is made from the root: every subtree's words are cut into
halves of equal size so that few edges are cut (pairs are swapped while that cuts fewer, as in Dhulipala and others,
"Compressing graphs and indexes with recursive graph bisection", KDD 2016). Then single words are moved and swapped
while that makes a draw land among the nearest words more often, which is what the tree is measured by.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix  # type: ignore[import-untyped, unused-ignore]

__all__ = ["alpha_of", "ordered", "share_near"]

_Ints = NDArray[np.int64]
_Floats = NDArray[np.float32]
_PASSES, _POWERS = 60, 8
_SMALLEST = 3
"""Subtrees of this height and less are first cut anywhere."""
_BATCH, _NEAREST_LEAVES = 1500, 5


def alpha_of(identity: float, height: int) -> float:
    """The factor of a level at which a word of a full tree stays with this probability."""
    low, high = 1e-6, 0.9999
    for _ in range(100):
        middle = (low + high) / 2
        stays = 1 / (1 + sum(2.0 ** (level - 1) * middle**level for level in range(1, height + 1)))
        low, high = (low, middle) if stays < identity else (middle, high)
    return low


def ordered(  # noqa: PLR0913  (each says one thing of the tree)
    graph: csr_matrix, vectors: _Floats, height: int, coins: np.random.Generator, *, identity: float, rounds: int
) -> _Ints:
    """The leaf of each word.

    Args:
        graph: Symmetric weights between the words of one class.
        vectors: Their vectors; shape ``(words, dimensions)``.
        height: The tree has ``2**height`` leaves, at least as many as there are words.
        coins: Breaks ties and proposes moves.
        identity: The probability of staying that the tree is made for.
        rounds: How many batches of moves are tried.
    """
    leaves = np.zeros(graph.shape[0], dtype=np.int64)
    edges = graph.tocoo()
    for level in range(height, 0, -1):
        inside = leaves[edges.row] == leaves[edges.col]
        weights = (edges.data[inside], (edges.row[inside], edges.col[inside]))
        side = _first_cut(leaves, vectors, level, coins)
        leaves = 2 * leaves + _cut(csr_matrix(weights, shape=graph.shape), leaves, side, coins)
    return _moved(graph, leaves, height, coins, alpha_of(identity, height), rounds)


def _first_cut(blocks: _Ints, vectors: _Floats, level: int, coins: np.random.Generator) -> _Ints:
    """Halves of each block: by its principal axis, and of small ones by nothing."""
    side = np.zeros(len(blocks), dtype=np.int64)
    order = np.argsort(blocks, kind="stable")
    starts = np.flatnonzero(np.diff(blocks[order], prepend=-1))
    for members in np.split(order, starts[1:]):
        if level > _SMALLEST and len(members) > 2:
            members = members[np.argsort(_along_axis(vectors[members], coins))]  # noqa: PLW2901
        side[members[len(members) // 2 :]] = 1
    return side


def _along_axis(vectors: _Floats, coins: np.random.Generator) -> _Floats:
    """Positions along the first principal axis, by powers of the covariance."""
    centred = vectors - vectors.mean(axis=0)
    axis = np.asarray(coins.standard_normal(vectors.shape[1]), dtype=np.float32)
    for _ in range(_POWERS):
        axis = centred.T @ (centred @ axis)
        axis /= np.linalg.norm(axis) + 1e-12
    return np.asarray(centred @ axis)


def _cut(graph: csr_matrix, blocks: _Ints, side: _Ints, coins: np.random.Generator) -> _Ints:
    """Halves between which fewer edges run, by swaps of pairs: the best of one side with the best of the other."""
    for turn in range(_PASSES):
        sign = (2 * side - 1).astype(np.float32)
        gain = -sign * (graph @ sign)
        first, second = _pairs(blocks, side, gain)
        swapped = gain[first] + gain[second] > 1e-6
        swapped &= coins.random(len(first)) < (0.9 if turn < 5 else 0.5 if turn < _PASSES // 2 else 0.2)
        if not swapped.any():
            break
        side[first[swapped]], side[second[swapped]] = 1, 0
    return side


def _pairs(blocks: _Ints, side: _Ints, gain: _Floats) -> tuple[_Ints, _Ints]:
    """The words of both sides of each block with the same rank by gain."""
    order = np.lexsort((-gain, side, blocks))
    group = 2 * blocks[order] + side[order]
    starts = np.flatnonzero(np.diff(group, prepend=-1))
    ranks = np.arange(len(order)) - np.repeat(starts, np.diff(np.append(starts, len(order))))
    keys, left = blocks[order] * (len(order) + 1) + ranks, side[order] == 0
    _, one, two = np.intersect1d(keys[left], keys[~left], assume_unique=True, return_indices=True)
    return order[left][one], order[~left][two]


class _Moves(NamedTuple):
    """Proposals: a word, the leaf it would move to, and the word there (or -1)."""

    word: _Ints
    leaf: _Ints
    other: _Ints


def _moved(  # noqa: PLR0913, PLR0917
    graph: csr_matrix, leaves: _Ints, height: int, coins: np.random.Generator, alpha: float, rounds: int
) -> _Ints:
    """The leaves after moves and swaps that bring neighbours nearer, as draws weigh it."""
    leaves, words = leaves.copy(), np.flatnonzero(np.diff(graph.indptr))
    at = np.full(1 << height, -1, dtype=np.int64)
    at[leaves] = np.arange(len(leaves))
    worth = np.append(0.0, alpha ** np.arange(1, height + 1))
    for _ in range(rounds):
        asked = coins.choice(words, min(_BATCH, max(8, len(words) // 8), len(words)), replace=False)
        moves = _proposed(graph, leaves, at, asked, height, coins)
        here = leaves[moves.word]
        gain = sum(
            sign * _worth(graph, leaves, worth, *what)
            for sign, what in (
                (1, (moves.word, moves.leaf, moves.other)),
                (-1, (moves.word, here, moves.other)),
                (1, (moves.other, here, moves.word)),
                (-1, (moves.other, moves.leaf, moves.word)),
            )
        )
        _apply(np.asarray(gain), moves, leaves, at)
    return leaves


def _proposed(  # noqa: PLR0913, PLR0917
    graph: csr_matrix, leaves: _Ints, at: _Ints, asked: _Ints, height: int, coins: np.random.Generator
) -> _Moves:
    """For each word a leaf near one of its neighbours."""
    degrees = np.diff(graph.indptr)[asked]
    beside = graph.indices[graph.indptr[asked] + (coins.random(len(asked)) * degrees).astype(np.int64)]
    half = 1 << (coins.geometric(0.5, len(asked)).clip(1, min(_NEAREST_LEAVES, height)) - 1)
    targets = leaves[beside] ^ (half + (coins.random(len(asked)) * half).astype(np.int64))
    moving = targets != leaves[asked]
    return _Moves(asked[moving], targets[moving], at[targets[moving]])


def _worth(  # noqa: PLR0913, PLR0917
    graph: csr_matrix, leaves: _Ints, worth: NDArray[np.float64], words: _Ints, places: _Ints, without: _Ints
) -> NDArray[np.float64]:
    """What words are worth at places, not counting their edge to one other word; nothing for no word."""
    there = words >= 0
    degrees = np.where(there, np.diff(graph.indptr)[words], 0)
    row = np.repeat(np.arange(len(words)), degrees)
    ends = np.cumsum(degrees)
    edge = np.arange(len(row)) + np.repeat(np.where(there, graph.indptr[:-1][words], 0) - (ends - degrees), degrees)
    beside = graph.indices[edge]
    value = graph.data[edge] * worth[_levels(places[row], leaves[beside])]
    value[beside == without[row]] = 0
    return np.bincount(row, weights=value, minlength=len(words)).astype(np.float64)


def _apply(gain: NDArray[np.float64], moves: _Moves, leaves: _Ints, at: _Ints) -> None:
    """Do the moves that gain, the best first, one in each subtree of eight leaves."""
    busy: set[int] = set()
    for place in np.argsort(-gain):
        if gain[place] <= 1e-9:
            return
        word, leaf, other = (int(column[place]) for column in moves)
        here = int(leaves[word])
        if busy.isdisjoint((here >> 3, leaf >> 3)):
            busy |= {here >> 3, leaf >> 3}
            at[leaf], at[here], leaves[word] = word, other, leaf
            if other >= 0:
                leaves[other] = here


def _levels(one: _Ints, other: _Ints) -> _Ints:
    """The height of the lowest common ancestor."""
    return np.frexp((one ^ other).astype(np.float64))[1].astype(np.int64)


def share_near(leaves: _Ints, near: _Ints, height: int, identity: float) -> NDArray[np.float64]:
    """For each word, the share of the draws which are not its own leaf that land on its nearest words.

    Args:
        leaves: The leaf of each word.
        near: The nearest words of each, -1 for none; shape ``(words, count)``.
        height: The height of the tree.
        identity: The probability of the word's own leaf.
    """
    alpha = alpha_of(identity, height)
    total = sum(2.0 ** (level - 1) * alpha**level for level in range(1, height + 1))
    rows, columns = np.nonzero(near >= 0)
    levels = _levels(leaves[rows], leaves[near[rows, columns]])
    return np.bincount(rows, weights=alpha**levels / total, minlength=len(leaves)).astype(np.float64)
