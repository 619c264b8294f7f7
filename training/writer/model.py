"""The writer: the detector's encoder, taught anew, with heads for scores of words and for words that are masked."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import torch
from torch import nn

from privacy_chains.models.parts import Tag
from training.model import Size, Tagger, Weights, loaded

__all__ = ["SCORES", "TAGS", "Writer", "begun", "writer_of"]

TAGS: tuple[str, ...] = get_args(Tag)
"""The parts of speech that it tells apart."""
SCORES = 2 + len(TAGS)
"""What it says of each piece: the root of its word's bits, the log norm, and a score for each part of speech."""


class Writer(nn.Module):
    """Pieces and looks in, scores out, and logits of words at some places.

    Args:
        bert: The encoder; its word embeddings stay as they are, since the package has them once.
        words: The pieces that masked words are chosen from, shape (words,).
    """

    def __init__(self, bert: nn.Module, words: torch.Tensor) -> None:
        super().__init__()
        width = bert.config.hidden_size
        self.bert = bert
        self.inner = nn.Linear(width, width)
        self.scores = nn.Linear(width, SCORES)
        self.dense = nn.Linear(width, width)
        self.norm = nn.LayerNorm(width, eps=1e-12)
        self.bias = nn.Parameter(torch.zeros(len(words)))
        self.register_buffer("words", words)
        table = bert.embeddings.word_embeddings.weight.requires_grad_(requires_grad=False)
        self.register_buffer("table", table.detach()[words], persistent=False)

    def states(self, pieces: torch.Tensor, looks: torch.Tensor, mask: torch.Tensor | None = None) -> torch.Tensor:
        """The last states, shape (examples, pieces, width). Without a mask all pieces are read."""
        states = self.bert.embeddings(input_ids=pieces, token_type_ids=looks)
        seen = None if mask is None else mask[:, None, None, :]
        for layer in self.bert.encoder.layer:
            states = layer(states, seen)
        return states

    def score(self, states: torch.Tensor) -> torch.Tensor:
        """The scores of pieces, shape (..., SCORES)."""
        scores: torch.Tensor = self.scores(nn.functional.gelu(self.inner(states)))
        return scores

    def query(self, states: torch.Tensor) -> torch.Tensor:
        """What is multiplied with the embeddings of words, shape (..., width)."""
        query: torch.Tensor = self.norm(nn.functional.gelu(self.dense(states)))
        return query

    def logits(self, states: torch.Tensor) -> torch.Tensor:
        """The logits of the words for states at masks, shape (..., words)."""
        logits: torch.Tensor = nn.functional.linear(self.query(states), self.table, self.bias)
        return logits

    @property
    def fresh(self) -> list[nn.Parameter]:
        """What it learns from nothing."""
        parts = (self.inner, self.scores, self.dense, self.norm)
        return [self.bias, *(parameter for part in parts for parameter in part.parameters())]


def begun(start: Path | None, words: torch.Tensor, shares: torch.Tensor) -> Writer:
    """A writer that has learned nothing yet but how often words are masked.

    Args:
        start: Weights of the detector to start from; the encoder as its makers left it when None.
        words: The pieces that masked words are chosen from.
        shares: How often each of them is masked, shape (words,).
    """
    model = Writer((loaded(start) if start else Tagger(Size())).bert, words)
    model.bert.config._attn_implementation = "eager"  # noqa: SLF001  # a third faster to train on a processor
    model.bias.data = shares.log()
    return model


def writer_of(path: Path, words: torch.Tensor) -> Writer:
    """The writer whose weights are in a file, of whatever size they are."""
    weights: Weights = torch.load(path, weights_only=True)
    query, inner = (
        weights[f"bert.encoder.layer.0.{name}.bias"] for name in ("attention.self.query", "intermediate.dense")
    )
    layers = {name.split(".")[3] for name in weights if name.startswith("bert.encoder.layer.")}
    model = Writer(Tagger(Size(len(layers), query.shape[0] // 32, inner.shape[0])).bert, words)
    model.load_state_dict(weights)
    return model
