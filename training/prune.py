"""Makes trained weights smaller: ``python -m training.prune --data FOLDER --weights big.pt --heads 8 --inner 768``.

Of every layer the heads of attention and the inner units stay that the loss would miss most, by the first order of its
change were they silent (Michel, Levy, Neubig, "Are Sixteen Heads Really Better than One?", 2019; Molchanov et al.,
"Importance Estimation for Neural Network Pruning", 2019). What is lost comes back by training on from there, with the
big weights for a teacher (``training.train --start small.pt --teacher big.pt``).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from functools import partial
from itertools import islice
from pathlib import Path

import torch
from torch import nn

from training.encode import Batch
from training.encoder import encoder_tokenizer
from training.model import HEAD, Tagger, Weights, loaded, loss
from training.stream import stream, stream_options

__all__ = ["main", "pruned"]

Importance = list[tuple[torch.Tensor, torch.Tensor]]


def main() -> None:
    """Read the weights, weigh heads and units on some batches, and keep the best."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    stream_options(parser)
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=Path("build/pruned.pt"))
    parser.add_argument("--heads", type=int, required=True, help="how many of a layer stay")
    parser.add_argument("--inner", type=int, required=True, help="how many inner units of a layer stay")
    parser.add_argument("--batches", type=int, default=60)
    options = parser.parse_args()
    model = loaded(options.weights)
    read = islice(stream(options, encoder_tokenizer()), options.batches)
    torch.save(pruned(model, importance(model, read), options.heads, options.inner), options.out)


def importance(model: Tagger, batches: Iterable[Batch]) -> Importance:
    """What each head and each inner unit of each layer is worth: what goes through it times the slope of the loss."""
    layers = model.bert.encoder.layer
    through: dict[nn.Module, torch.Tensor] = {}
    joints = [(layer.attention.output.dense, layer.output.dense) for layer in layers]
    hooks = [dense.register_forward_pre_hook(partial(_keep, through)) for pair in joints for dense in pair]
    worth = [(torch.zeros(own.in_features // HEAD), torch.zeros(inner.in_features)) for own, inner in joints]
    model.eval()
    for batch in batches:
        torch.autograd.backward(loss(model(batch.pieces, batch.looks, batch.mask), batch.allowed, batch.mask))
        for pair, sums in zip(joints, worth, strict=True):
            for dense, total, width in zip(pair, sums, (HEAD, 1), strict=True):
                total.add_(_effect(through[dense], width))
        model.zero_grad()
    for hook in hooks:
        hook.remove()
    return worth


def pruned(model: Tagger, worth: Importance, heads: int, inner: int) -> Weights:
    """The weights of what is worth most, in the order in which it stood."""
    weights = dict(model.state_dict())
    for number, (of_heads, of_units) in enumerate(worth):
        layer = f"bert.encoder.layer.{number}"
        rows = (_best(of_heads, heads)[:, None] * HEAD + torch.arange(HEAD)).flatten()
        for name in ("query", "key", "value"):
            _select(weights, f"{layer}.attention.self.{name}", rows)
        _select_inputs(weights, f"{layer}.attention.output.dense", rows)
        units = _best(of_units, inner)
        _select(weights, f"{layer}.intermediate.dense", units)
        _select_inputs(weights, f"{layer}.output.dense", units)
    return weights


def _keep(through: dict[nn.Module, torch.Tensor], module: nn.Module, inputs: tuple[torch.Tensor]) -> None:
    inputs[0].retain_grad()
    through[module] = inputs[0]


def _effect(through: torch.Tensor, width: int) -> torch.Tensor:
    """The change of the loss were each ``width`` neighbours silent, without its sign, piece by piece, summed."""
    if through.grad is None:
        msg = "nothing went back through this layer"
        raise RuntimeError(msg)
    return (through.detach() * through.grad).unflatten(-1, (-1, width)).sum(-1).abs().sum((0, 1))


def _best(worth: torch.Tensor, number: int) -> torch.Tensor:
    return worth.topk(number).indices.sort().values


def _select(weights: Weights, name: str, rows: torch.Tensor) -> None:
    for part in ("weight", "bias"):
        weights[f"{name}.{part}"] = weights[f"{name}.{part}"][rows].clone()


def _select_inputs(weights: Weights, name: str, columns: torch.Tensor) -> None:
    weights[f"{name}.weight"] = weights[f"{name}.weight"][:, columns].clone()


if __name__ == "__main__":
    main()
