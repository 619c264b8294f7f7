"""The teacher: a larger encoder that reads the same pieces, for the network in the package to learn from.

all-mpnet-base-v2 has 12 layers and is 768 wide: fourteen times the network's work for each piece, too large for the
package, and it knows many names that the small encoder does not (Song et al., "MPNet: Masked and Permuted Pre-training
for Language Understanding", 2020). Its vocabulary is the small one's, in another order.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import torch
from torch import nn
from transformers import MPNetModel

from privacy_chains.models.looks import LOOKS
from training.encoder import encoder_tokenizer, teacher_folder
from training.example import TAGS
from training.model import Reading, Tagger, Weights, loaded

__all__ = ["Teacher", "teacher_of"]

_SPECIAL = {"[CLS]": "<s>", "[SEP]": "</s>", "[PAD]": "<pad>"}
_SMALL = 0.01
"""The spread of what a look adds before anything is learned of it."""


class Teacher(nn.Module):
    """Pieces and looks in, a score for every tag out, as ``Tagger``, which it teaches; it has no exits."""

    rate = 6e-5

    def __init__(self) -> None:
        super().__init__()
        folder = teacher_folder()
        self.encoder = MPNetModel.from_pretrained(folder, add_pooling_layer=False)
        self.encoder.embeddings.word_embeddings.requires_grad_(requires_grad=False)
        width = self.encoder.config.hidden_size
        self.looks = nn.Embedding(LOOKS, width)
        nn.init.normal_(self.looks.weight, std=_SMALL)
        self.dropout = nn.Dropout(0.1)
        self.head = nn.Linear(width, len(TAGS))
        self.register_buffer("numbers", _numbers(folder / "vocab.txt"), persistent=False)

    @property
    def fresh(self) -> tuple[nn.Module, ...]:
        """What it learns from nothing."""
        return self.head, self.looks

    def forward(self, pieces: torch.Tensor, looks: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """Scores, shape (examples, pieces, tags)."""
        words = self.encoder.embeddings.word_embeddings(self.numbers[pieces])
        states = self.encoder(inputs_embeds=words + self.looks(looks), attention_mask=mask).last_hidden_state
        scores: torch.Tensor = self.head(self.dropout(states))
        return scores

    def readings(self, pieces: torch.Tensor, looks: torch.Tensor, mask: torch.Tensor) -> Iterator[Reading]:
        """What it says at its end."""
        yield Reading(self(pieces, looks, mask), mask.bool())


def teacher_of(path: Path) -> Teacher | Tagger:
    """A trained teacher, or a trained network of the package's kind that is to be one, ready to teach."""
    weights: Weights = torch.load(path, weights_only=True)
    if "looks.weight" not in weights:
        return loaded(path).eval()
    teacher = Teacher()
    teacher.load_state_dict(weights)
    return teacher.eval()


def _numbers(vocabulary: Path) -> torch.Tensor:
    """For each number of a piece in the small encoder's vocabulary its number in the teacher's."""
    its = {piece: number for number, piece in enumerate(vocabulary.read_text("utf-8").split("\n"))}
    own: dict[str, int] = encoder_tokenizer().get_vocab()
    numbers = torch.zeros(len(own), dtype=torch.long)
    for piece, number in own.items():
        numbers[number] = its[_SPECIAL.get(piece, piece)]
    return numbers
