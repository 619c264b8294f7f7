"""What ``requests/encoder.py`` works out, in torch, for many sentences at once, so that its weights can be learned."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import nn
from torch.nn import functional

from privacy_chains.detect.requests.encoder import HEADS, LAYERS

__all__ = ["Batch", "Head"]

WIDTH, KNOWN, INNER_LAYER, INNER = 96, 48, 192, 48
ENTERING, WITHIN, LEAVING = 0.2, 0.1, 0.3
"""How much is left out, while it learns, of what comes in, of what layers add, and of what is judged by."""


class Batch(NamedTuple):
    """Some sentences and their words.

    Attributes:
        states: Shape (sentences, pieces, width).
        mask: Which pieces there are, shape (sentences, pieces).
        words: The word of each piece, counted from 1 through all sentences; 0 where it is of none.
        traits: Those of all words behind each other.
        offsets: Where those of each word begin.
        judged: Which words are to be learned.
        public: What of these is to be learned.
    """

    states: torch.Tensor
    mask: torch.Tensor
    words: torch.Tensor
    traits: torch.Tensor
    offsets: torch.Tensor
    judged: torch.Tensor
    public: torch.Tensor


class Head(nn.Module):
    """The judge.

    Args:
        width: That of the states.
        traits: How many traits there are.
    """

    def __init__(self, width: int, traits: int) -> None:
        super().__init__()
        self.enter, self.known = nn.Linear(width, WIDTH), nn.Linear(KNOWN, WIDTH)
        self.traits = nn.EmbeddingBag(traits, KNOWN, mode="sum")
        nn.init.normal_(self.traits.weight, 0, 0.1)
        for layer in range(LAYERS):
            setattr(self, f"look{layer}", nn.Linear(WIDTH, 3 * WIDTH))
            setattr(self, f"take{layer}", nn.Linear(WIDTH, WIDTH))
            setattr(self, f"up{layer}", nn.Linear(WIDTH, INNER_LAYER))
            setattr(self, f"down{layer}", nn.Linear(INNER_LAYER, WIDTH))
        self.inner, self.last = nn.Linear(WIDTH, INNER), nn.Linear(INNER, 1)

    def forward(self, batch: Batch) -> torch.Tensor:
        """The log-odds of the words to be learned, shape (words,)."""
        known = self.known(self.traits(batch.traits, batch.offsets))
        none = torch.zeros(1, WIDTH)
        seen = self.enter(self._left_out(batch.states, ENTERING)) + torch.cat([none, known])[batch.words]
        for layer in range(LAYERS):
            seen = seen + self._left_out(self._attended(layer, _level(seen), batch.mask), WITHIN)
            inner = torch.relu(getattr(self, f"up{layer}")(_level(seen)))
            seen = seen + self._left_out(getattr(self, f"down{layer}")(inner), WITHIN)
        whole = self._left_out(_means(_level(seen), batch.words, len(known))[batch.judged], LEAVING)
        odds: torch.Tensor = self.last(torch.relu(self.inner(whole)))
        return odds[:, 0]

    def _left_out(self, value: torch.Tensor, share: float) -> torch.Tensor:
        return functional.dropout(value, share, self.training)

    def _attended(self, layer: int, seen: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        sentences, pieces, width = seen.shape
        joined = getattr(self, f"look{layer}")(seen).view(sentences, pieces, 3, HEADS, width // HEADS)
        query, key, value = joined.permute(2, 0, 3, 1, 4)
        taken = functional.scaled_dot_product_attention(query, key, value, mask[:, None, None, :])
        attended: torch.Tensor = getattr(self, f"take{layer}")(taken.transpose(1, 2).reshape(sentences, pieces, width))
        return attended


def _level(value: torch.Tensor) -> torch.Tensor:
    return functional.layer_norm(value, value.shape[-1:])


def _means(seen: torch.Tensor, words: torch.Tensor, count: int) -> torch.Tensor:
    """The mean of the pieces of each word, shape (words, width)."""
    flat, numbers = seen.reshape(-1, seen.shape[-1]), words.reshape(-1)
    sums = torch.zeros(count + 1, seen.shape[-1]).index_add(0, numbers, flat)
    counts = torch.bincount(numbers, minlength=count + 1).clamp(min=1)[:, None]
    return (sums / counts)[1:]
