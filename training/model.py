"""The network: a small encoder, letter case fed back in through its token types, and a tag for every piece.

Most pieces of a text are easy. Behind some layers stands an exit, a head of its own: a piece whose tag is sure there is
read no further, and the pieces that are see it as it was when it left (Li et al., "Accelerating BERT Inference for
Sequence Labeling via Early-Exit", 2021).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import torch
from torch import nn
from transformers import BertModel

from privacy_chains.models.looks import LOOKS
from training.encoder import encoder_folder
from training.example import TAGS

__all__ = ["HEAD", "Reading", "Size", "Tagger", "Weights", "distance", "loaded", "loss", "sure", "together"]

HEAD = 32
"""How wide a head of attention is."""

Weights = dict[str, torch.Tensor]
_SURE = 0.98
"""How likely a tag has to be for its piece to leave."""

_FIRST_LAYER = "bert.encoder.layer.0."


class Size(NamedTuple):
    """How large an encoder is: its layers, the heads of attention in each, and the units of each inner layer.

    Attributes:
        exits: The layers, counted from 1, behind which pieces may leave.
    """

    layers: int = 6
    heads: int = 12
    inner: int = 1536
    exits: tuple[int, ...] = ()


class Reading(NamedTuple):
    """What the network says at an exit or at its end.

    Attributes:
        scores: Shape (examples, pieces, tags).
        read: Shape (examples, pieces): the pieces that had not left before.
    """

    scores: torch.Tensor
    read: torch.Tensor


class Tagger(nn.Module):
    """Pieces and looks in, a score for every tag out.

    Args:
        size: How much of the encoder is kept: its first layers, heads and units. Which of them are worth keeping only
            weights that were pruned know (``prune.py``). Its token types are widened to the looks; each starts as its
            only one.
    """

    rate = 1.5e-4

    def __init__(self, size: Size) -> None:
        super().__init__()
        bert = BertModel.from_pretrained(encoder_folder(), add_pooling_layer=False)
        bert.encoder.layer = bert.encoder.layer[: size.layers]
        for layer in bert.encoder.layer:
            _cut(layer, size)
        types = bert.embeddings.token_type_embeddings.weight.data[0]
        wide = nn.Embedding(LOOKS, types.shape[0])
        wide.weight.data = types.repeat(LOOKS, 1)
        bert.embeddings.token_type_embeddings = wide
        bert.config.type_vocab_size = LOOKS
        bert.embeddings.word_embeddings.requires_grad_(requires_grad=False)
        self.bert = bert
        self.dropout = nn.Dropout(0.1)
        self.head = nn.Linear(bert.config.hidden_size, len(TAGS))
        self.exits = nn.ModuleDict({str(layer): nn.Linear(bert.config.hidden_size, len(TAGS)) for layer in size.exits})

    @property
    def fresh(self) -> tuple[nn.Module, ...]:
        """What it learns from nothing."""
        return self.head, self.exits, self.bert.embeddings.token_type_embeddings

    def forward(self, pieces: torch.Tensor, looks: torch.Tensor, mask: torch.Tensor | None = None) -> torch.Tensor:
        """Scores, shape (examples, pieces, tags). Without a mask all pieces are read."""
        return together(self.readings(pieces, looks, torch.ones_like(pieces) if mask is None else mask))

    def readings(self, pieces: torch.Tensor, looks: torch.Tensor, mask: torch.Tensor) -> Iterator[Reading]:
        """What it says at every exit, and at its end."""
        states = self.bert.embeddings(input_ids=pieces, token_type_ids=looks)
        read = mask.bool()
        seen = read[:, None, None, :]
        for number, layer in enumerate(self.bert.encoder.layer, 1):
            states = torch.where(read[..., None], layer(states, seen), states)
            if str(number) in self.exits:
                scores = self.exits[str(number)](self.dropout(states))
                yield Reading(scores, read)
                read = read & ~sure(scores)
        yield Reading(self.head(self.dropout(states)), read)


def together(readings: Iterator[Reading]) -> torch.Tensor:
    """The scores of every piece where it was read last, shape (examples, pieces, tags)."""
    scores = next(readings).scores
    for reading in readings:
        scores = torch.where(reading.read[..., None], reading.scores, scores)
    return scores


def sure(scores: torch.Tensor) -> torch.Tensor:
    """Which pieces have a tag so likely that they are read no further."""
    return torch.softmax(scores, dim=-1).amax(-1) > _SURE


def loaded(path: Path, exits: Sequence[int] = ()) -> Tagger:
    """The network whose weights are in a file, of whatever size they are, and with new exits if it has none."""
    weights: Weights = torch.load(path, weights_only=True)
    size = _size(weights)
    model = Tagger(size._replace(exits=size.exits or tuple(exits)))
    model.load_state_dict(weights, strict=not exits)
    return model


def _size(weights: Weights) -> Size:
    layers = {name.split(".")[3] for name in weights if name.startswith("bert.encoder.layer.")}
    query, inner = (weights[_FIRST_LAYER + name] for name in ("attention.self.query.bias", "intermediate.dense.bias"))
    exits = sorted({int(name.split(".")[1]) for name in weights if name.startswith("exits.")})
    return Size(len(layers), query.shape[0] // HEAD, inner.shape[0], tuple(exits))


def _cut(layer: nn.Module, size: Size) -> None:
    """The first heads and units of a layer, in place."""
    attention = layer.attention.self
    width = size.heads * attention.attention_head_size
    for linear in (attention.query, attention.key, attention.value):
        _keep_outputs(linear, width)
    attention.num_attention_heads, attention.all_head_size = size.heads, width
    _keep_inputs(layer.attention.output.dense, width)
    _keep_outputs(layer.intermediate.dense, size.inner)
    _keep_inputs(layer.output.dense, size.inner)


def _keep_outputs(linear: nn.Linear, number: int) -> None:
    linear.weight = nn.Parameter(linear.weight.data[:number].clone())
    linear.bias = nn.Parameter(linear.bias.data[:number].clone())
    linear.out_features = number


def _keep_inputs(linear: nn.Linear, number: int) -> None:
    linear.weight = nn.Parameter(linear.weight.data[:, :number].clone())
    linear.in_features = number


def loss(scores: torch.Tensor, allowed: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """Minus the log of the probability that each piece has one of its allowed tags, averaged over the pieces.

    Sets that annotate only some types leave open what the rest is (Jie et al., "Better Modeling of Incomplete
    Annotations for NER", 2019).
    """
    chances = torch.log_softmax(scores.float(), dim=-1)
    possible = torch.logsumexp(chances.masked_fill(~allowed, -1e9), dim=-1)
    return -(possible * mask).sum() / mask.sum().clamp(min=1)


def distance(scores: torch.Tensor, teacher: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """How far the tags' chances are from those of a teacher (Kullback-Leibler), averaged over the pieces.

    Source: Hinton, Vinyals, Dean, "Distilling the Knowledge in a Neural Network", 2015.
    """
    own, its = (torch.log_softmax(values.float(), dim=-1) for values in (scores, teacher))
    return ((its.exp() * (its - own)).sum(-1) * mask).sum() / mask.sum().clamp(min=1)
