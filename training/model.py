"""The network: a small encoder, letter case fed back in through its token types, and a tag for every piece."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import nn
from transformers import BertModel

from privacy_chains.detect.looks import LOOKS
from training.example import TAGS

__all__ = ["Tagger", "loss"]


class Tagger(nn.Module):
    """Pieces and looks in, a score for every tag out.

    Args:
        encoder: The folder of a BERT encoder. Its token types are widened to the looks; each starts as its only one.
        layers: How many of its layers are kept.
    """

    def __init__(self, encoder: Path, layers: int) -> None:
        super().__init__()
        bert = BertModel.from_pretrained(encoder, add_pooling_layer=False)
        bert.encoder.layer = bert.encoder.layer[:layers]
        types = bert.embeddings.token_type_embeddings.weight.data[0]
        wide = nn.Embedding(LOOKS, types.shape[0])
        wide.weight.data = types.repeat(LOOKS, 1)
        bert.embeddings.token_type_embeddings = wide
        bert.config.type_vocab_size = LOOKS
        self.bert = bert
        self.dropout = nn.Dropout(0.1)
        self.head = nn.Linear(bert.config.hidden_size, len(TAGS))

    def forward(self, pieces: torch.Tensor, looks: torch.Tensor, mask: torch.Tensor | None = None) -> torch.Tensor:
        """Scores, shape (examples, pieces, tags). Without a mask all pieces are read."""
        states = self.bert(input_ids=pieces, token_type_ids=looks, attention_mask=mask).last_hidden_state
        scores: torch.Tensor = self.head(self.dropout(states))
        return scores


def loss(scores: torch.Tensor, allowed: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """Minus the log of the probability that each piece has one of its allowed tags, averaged over the pieces.

    Sets that annotate only some types leave open what the rest is (Jie et al., "Better Modeling of Incomplete
    Annotations for NER", 2019).
    """
    chances = torch.log_softmax(scores.float(), dim=-1)
    possible = torch.logsumexp(chances.masked_fill(~allowed, -1e9), dim=-1)
    return -(possible * mask).sum() / mask.sum()
