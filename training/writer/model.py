"""The writer: the detector's encoder, taught anew, with heads for scores of words and for words that are masked."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import nn

from training.model import Size, Tagger, Weights, loaded
from training.writer.words import TAGS

__all__ = ["SCORES", "Writer", "begun", "writer_of"]

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
        unseen = None if mask is None else (~mask)[:, None, None, :] * -1e4
        for layer in self.bert.encoder.layer:
            states = layer(states, unseen)
        return states

    def states_at(self, pieces: torch.Tensor, looks: torch.Tensor, places: torch.Tensor) -> torch.Tensor:
        """The last states at some places, shape (places, width): the last layer is worked out nowhere else.

        Args:
            pieces: Shape (examples, pieces); all are read.
            looks: Shape (examples, pieces).
            places: Which of all pieces, behind each other, in rising order; shape (places,).
        """
        states = self.bert.embeddings(input_ids=pieces, token_type_ids=looks)
        *layers, last = self.bert.encoder.layer
        for layer in layers:
            states = layer(states)
        asking = states.flatten(0, 1)[places]
        attended = _attended(last.attention.self, asking, states, places // pieces.shape[1])
        found: torch.Tensor = last.feed_forward_chunk(last.attention.output(attended, asking))
        return found

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


def _attended(part: nn.Module, asking: torch.Tensor, states: torch.Tensor, rows: torch.Tensor) -> torch.Tensor:
    """What attention gives to some pieces, shape (asking, heads times width); ``rows`` are their examples."""
    counts = torch.bincount(rows, minlength=len(states))
    columns = torch.arange(len(rows)) - (counts.cumsum(0) - counts)[rows]
    query = part.query(asking)
    padded = query.new_zeros(len(states), int(counts.max()), query.shape[-1]).index_put((rows, columns), query)
    split = (
        one.unflatten(-1, (part.num_attention_heads, -1)).transpose(1, 2)
        for one in (padded, part.key(states), part.value(states))
    )
    asked, keys, values = split
    weights = (asked @ keys.transpose(-1, -2) * part.scaling).softmax(-1)
    return (weights.to(values.dtype) @ values).transpose(1, 2).flatten(2)[rows, columns]


def begun(start: Path | None, layers: int, words: torch.Tensor, shares: torch.Tensor) -> Writer:
    """A writer that has learned nothing yet but how often words are masked.

    Args:
        start: Weights of the detector to start from; the encoder as its makers left it when None.
        layers: How many of its first layers are kept then.
        words: The pieces that masked words are chosen from.
        shares: How often each of them is masked, shape (words,).
    """
    model = Writer((loaded(start) if start else Tagger(Size(layers))).bert, words)
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
