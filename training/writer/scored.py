"""Prompts with labels, in batches without end; new labels are read as they come in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer

from training.writer.labels import Labelled
from training.writer.masks import FIRST, LAST
from training.writer.words import words_of

__all__ = ["LONGEST", "Scored", "Window", "endless", "ready", "scored"]

LONGEST = 254
"""The pieces of a window, beside its two special ones."""
_STEP = 32
_AGAIN = 40
"""After so many batches labels are read again."""


class Window(NamedTuple):
    """A prompt, or the beginning of a long one: its pieces, their looks, the word of each, and labels of words."""

    pieces: NDArray[np.int64]
    looks: NDArray[np.int64]
    owners: NDArray[np.int64]
    labels: NDArray[np.float32]


class Scored(NamedTuple):
    """Windows of prompts.

    Attributes:
        pieces, looks, mask: Shape (windows, pieces).
        means: Shape (words, windows times pieces): of each word, its pieces with equal shares.
        prompts: Shape (words,): the window of each word.
        bits, norms: Shape (words,).
        tags: Shape (words,).
    """

    pieces: torch.Tensor
    looks: torch.Tensor
    mask: torch.Tensor
    means: torch.Tensor
    prompts: torch.Tensor
    bits: torch.Tensor
    norms: torch.Tensor
    tags: torch.Tensor


def ready(found: Sequence[Labelled], tokenizer: Tokenizer) -> list[Window]:
    """Labelled prompts as windows."""
    return [_window(one, tokenizer) for one in found]


def scored(windows: Sequence[Window], size: int, chance: np.random.Generator | None = None) -> Iterator[Scored]:
    """All windows once, in batches of about ``size`` pieces, those of like length together."""
    order = sorted(windows, key=lambda one: len(one.pieces))
    groups: list[list[Window]] = [[]]
    for one in order:
        longest = -(-(len(one.pieces) + 2) // _STEP) * _STEP
        if groups[-1] and longest * (len(groups[-1]) + 1) > size:
            groups.append([])
        groups[-1].append(one)
    for at in range(len(groups)) if chance is None else chance.permutation(len(groups)):
        yield _batch(groups[at])


def endless(read: Callable[[], Sequence[Window]], size: int, seed: int) -> Iterator[Scored]:
    """Batches of all windows that there are by now, without end.

    Args:
        read: Gives the windows, more and more of them.
        size: How many pieces a batch has.
        seed: Where the draws begin.
    """
    chance = np.random.default_rng(seed)
    while True:
        windows = list(read())
        mixed = [windows[at] for at in chance.permutation(len(windows))][: _AGAIN * 16]
        yield from scored(mixed, size, chance)


def _window(one: Labelled, tokenizer: Tokenizer) -> Window:
    words, _ = words_of(one.text, tokenizer)
    count = int(np.searchsorted(words.borders, LONGEST, side="right")) - 1
    end = words.borders[count]
    owners = np.repeat(np.arange(count), np.diff(words.borders[: count + 1]))
    labels = np.stack([one.bits[:count], one.norms[:count], one.tags[:count].astype(np.float32)])
    return Window(words.pieces[:end].astype(np.int64), words.looks[:end].astype(np.int64), owners, labels)


def _batch(group: Sequence[Window]) -> Scored:
    longest = -(-(max(len(one.pieces) for one in group) + 2) // _STEP) * _STEP
    pieces = np.full((len(group), longest), LAST, np.int64)
    looks = np.zeros((len(group), longest), np.int64)
    mask = np.zeros((len(group), longest), np.bool_)
    rows, columns, first = [], [], 0
    for row, one in enumerate(group):
        count = len(one.pieces)
        pieces[row, 0], pieces[row, 1 : count + 1], looks[row, 1 : count + 1] = FIRST, one.pieces, one.looks
        mask[row, : count + 2] = True
        rows.append(one.owners + first)
        columns.append(np.arange(count) + row * longest + 1)
        first += one.labels.shape[1]
    where = np.concatenate(rows), np.concatenate(columns)
    shares = 1 / np.bincount(where[0])[where[0]]
    means = torch.sparse_coo_tensor(
        torch.from_numpy(np.stack(where)), torch.from_numpy(shares.astype(np.float32)), (first, pieces.size)
    )
    bits, norms, tags = (torch.from_numpy(part) for part in np.concatenate([one.labels for one in group], axis=1))
    prompts = torch.from_numpy(np.repeat(np.arange(len(group)), [one.labels.shape[1] for one in group]))
    read, seen, known = (torch.from_numpy(array) for array in (pieces, looks, mask))
    return Scored(read, seen, known, means, prompts, bits, norms, tags.long())
