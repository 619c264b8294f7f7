"""Examples as numbers: pieces, looks, and for each piece the tags it may have."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from tokenizers import Tokenizer

from privacy_chains.models.looks import looks
from training.example import TAGS, UNSURE, Example

__all__ = ["MOST_PIECES", "Batch", "Encoded", "batches", "encoded"]

MOST_PIECES = 256
_STEP = 16
_TAG = {name: number for number, name in enumerate(TAGS)}


@dataclass(frozen=True, slots=True)
class Encoded:
    """One example: for each piece its number, its look, and its tag, or None where it is not known."""

    pieces: list[int]
    looks: list[int]
    tags: list[int | None]
    annotated: frozenset[str]


@dataclass(frozen=True, slots=True)
class Batch:
    """Examples of like length.

    Attributes:
        pieces, looks, mask: Shape (examples, pieces).
        allowed: Shape (examples, pieces, tags): the tags that a piece may have.
    """

    pieces: torch.Tensor
    looks: torch.Tensor
    mask: torch.Tensor
    allowed: torch.Tensor


def encoded(example: Example, tokenizer: Tokenizer) -> Encoded:
    """An example cut to the longest window."""
    encoding = tokenizer.encode(example.text)
    ids, offsets = encoding.ids[:MOST_PIECES], encoding.offsets[:MOST_PIECES]
    tags: list[int | None] = [_TAG["O"]] * len(ids)
    marks = iter(example.marks)
    mark = next(marks, None)
    begun = False
    for index, (start, end) in enumerate(offsets):
        while mark and start >= mark[1]:
            mark, begun = next(marks, None), False
        if mark and start < mark[1] and end > mark[0] and start < end:
            tags[index] = None if mark[2] == UNSURE else _TAG[f"{'I' if begun else 'B'}-{mark[2]}"]
            begun = True
    return Encoded(ids, looks(example.text, encoding.offsets)[:MOST_PIECES], tags, example.annotated)


def batches(examples: Sequence[Encoded], pieces: int, chance: random.Random) -> Iterator[Batch]:
    """All examples once, in batches of ``pieces`` pieces, like lengths together, in random order.

    Lengths are rounded up to a few, and batches filled to one size for each: kernels are prepared once for a shape.
    """
    rooms: dict[int, list[Encoded]] = {}
    for example in chance.sample(examples, len(examples)):
        rooms.setdefault(-(-len(example.pieces) // _STEP) * _STEP, []).append(example)
    groups = []
    for length, room in rooms.items():
        size = pieces // length
        groups += [(length, room[start : start + size]) for start in range(0, len(room), size)]
    chance.shuffle(groups)
    for length, group in groups:
        yield _batch(group, length)


def _batch(group: Sequence[Encoded], longest: int) -> Batch:
    pieces, shapes, mask = (np.zeros((len(group), longest), np.int64) for _ in range(3))
    allowed = np.ones((len(group), longest, len(TAGS)), np.bool_)
    for row, example in enumerate(group):
        length = len(example.pieces)
        pieces[row, :length] = example.pieces
        shapes[row, :length] = example.looks
        mask[row, :length] = 1
        outside = np.array([name == "O" or name[2:] not in example.annotated for name in TAGS])
        tags = np.array([-1 if tag is None else tag for tag in example.tags])
        allowed[row, :length][tags == 0] = outside
        inside = np.flatnonzero(tags > 0)
        allowed[row, inside] = False
        allowed[row, inside, tags[inside]] = True
    return Batch(*(torch.from_numpy(array) for array in (pieces, shapes, mask, allowed)))
