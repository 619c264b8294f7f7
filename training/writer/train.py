"""Trains the writer: ``python -m training.writer.train --start build/shipped.pt --minutes 70``.

Most batches are of texts in which words are masked; one in some is of prompts with labels, as soon as there are some.
The learning rate falls with the share of the minutes that is used up. Weights and the optimizer are kept every few
minutes, and a run that was cut off goes on from there with the same command.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import fmean

import torch
from torch import nn

from training.encoder import encoder_tokenizer
from training.model import Weights
from training.writer.corpus import BUILD, corpora
from training.writer.labels import labelled
from training.writer.masks import Masked, Masks
from training.writer.model import Writer, begun
from training.writer.scored import Scored, Window, endless, ready
from training.writer.words import vocabulary

__all__ = ["main", "of_masks", "of_scores"]

_PIECES = 1_024
_BODY_RATE, _HEAD_RATE, _WARM_UP = 3e-4, 1e-3, 0.03
_OF_BITS, _OF_NORMS, _OF_LEVEL, _OF_TAGS = 1.5, 1.5, 0.1, 0.7
_EVERY, _KEPT_EVERY = 50, 150


def main() -> None:
    """Train, and keep the weights."""
    options = _options()
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    tokenizer = encoder_tokenizer()
    words = vocabulary(tokenizer)
    drawn = Masks(corpora(), words, _PIECES, _seed(options))
    model = begun(options.start, options.layers, torch.from_numpy(words), drawn.shares()).train()
    if options.weights:
        model.load_state_dict(torch.load(options.weights, weights_only=True))
    for part in model.modules():
        if isinstance(part, nn.Dropout):
            part.p = 0.0
    for frozen in (model.bert.embeddings, *model.bert.encoder.layer[: options.frozen]) if options.frozen else ():
        frozen.requires_grad_(requires_grad=False)
    optimizer, rates = _optimizer(model)
    used_before, step = _go_on(options.out, model, optimizer) if options.out.exists() and not options.anew else (0.0, 0)
    masks: Iterator[Masked] = iter(drawn)
    prompts = endless(_Prompts(), _PIECES, _seed(options))
    begun_at = kept_at = time.monotonic()
    said = _Said()
    while (used := used_before + (time.monotonic() - begun_at) / (60 * options.minutes)) < 1:
        for group, rate in zip(optimizer.param_groups, rates, strict=True):
            group["lr"] = rate * options.rate * min(used / _WARM_UP, 1.0) * (1 - used)
        turn = options.labels_every and step % options.labels_every == 0 and _Prompts.exist()
        losses = of_scores(model, next(prompts)) if turn else {"masked": of_masks(model, next(masks))}
        _learn(model, optimizer, losses)
        step += 1
        said.add(losses)
        if step % _EVERY == 0:
            said.say(f"step {step}  used {used:.1%}")
        if time.monotonic() - kept_at > _KEPT_EVERY:
            kept_at = time.monotonic()
            _keep(options.out, model, optimizer, used, step)
            _meet(model, options.beside)
    _keep(options.out, model, optimizer, 1.0, step)


def of_masks(model: Writer, batch: Masked) -> torch.Tensor:
    """The loss of masked words: cross entropy, in nats."""
    with torch.autocast("cpu", dtype=torch.bfloat16):
        logits = model.logits(model.states_at(batch.pieces, batch.looks, batch.places))
    return nn.functional.cross_entropy(logits.float(), batch.words)


def of_scores(model: Writer, batch: Scored) -> dict[str, torch.Tensor]:
    """The losses of the scores of words.

    Of log norms the order within a prompt counts, and their level little: it hangs on an answer that is not read.
    """
    with torch.autocast("cpu", dtype=torch.bfloat16):
        scores = model.score(model.states(batch.pieces, batch.looks, batch.mask)).float()
    said = torch.sparse.mm(batch.means, scores.flatten(0, 1))
    bits = nn.functional.smooth_l1_loss(said[:, 0], batch.bits.sqrt())
    apart, prompts = _with_norms(said[:, 1] - batch.norms, batch.prompts)
    level = torch.zeros(len(batch.pieces)).index_reduce(0, prompts, apart, "mean", include_self=False)
    norms = nn.functional.smooth_l1_loss(apart, level[prompts]) if len(apart) else level.sum()
    tags = nn.functional.cross_entropy(said[:, 2:], batch.tags)
    return {
        "bits": _OF_BITS * bits,
        "norms": _OF_NORMS * norms,
        "level": _OF_LEVEL * nn.functional.smooth_l1_loss(level, torch.zeros_like(level)),
        "tags": _OF_TAGS * tags,
    }


def _with_norms(apart: torch.Tensor, prompts: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    known = ~apart.isnan()
    return apart[known], prompts[known]


def _learn(model: Writer, optimizer: torch.optim.AdamW, losses: Mapping[str, torch.Tensor]) -> None:
    optimizer.zero_grad()
    torch.stack(list(losses.values())).sum().backward()  # type: ignore[no-untyped-call, unused-ignore]
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()


class _Said:
    """The means of the losses since they were last printed."""

    def __init__(self) -> None:
        self._losses: defaultdict[str, list[float]] = defaultdict(list)

    def add(self, losses: Mapping[str, torch.Tensor]) -> None:
        for name, value in losses.items():
            self._losses[name].append(value.item())

    def say(self, head: str) -> None:
        print(head, *(f"{name} {fmean(values):.3f}" for name, values in self._losses.items()), sep="  ", flush=True)
        self._losses.clear()


class _Prompts:
    """The labelled prompts by now, read again when there are more."""

    def __init__(self) -> None:
        self._tokenizer = encoder_tokenizer()
        self._windows: list[Window] = []

    def __call__(self) -> list[Window]:
        found = labelled("train")
        self._windows += ready(found[len(self._windows) :], self._tokenizer)
        return self._windows

    @staticmethod
    def exist() -> bool:
        path = BUILD / "train.jsonl"
        return path.exists() and path.stat().st_size > 100_000


def _optimizer(model: Writer) -> tuple[torch.optim.AdamW, list[float]]:
    fresh = {id(parameter) for parameter in model.fresh}
    body = [one for one in model.parameters() if one.requires_grad and id(one) not in fresh]
    groups = [{"params": body, "lr": _BODY_RATE}, {"params": model.fresh, "lr": _HEAD_RATE}]
    return torch.optim.AdamW(groups, weight_decay=0.01, betas=(0.9, 0.98), fused=True), [_BODY_RATE, _HEAD_RATE]


def _keep(path: Path, model: Writer, optimizer: torch.optim.AdamW, used: float, step: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.save(model.state_dict(), path.with_suffix(".part"))
    path.with_suffix(".part").rename(path)
    torch.save((optimizer.state_dict(), used, step), path.with_suffix(".state"))


def _meet(model: Writer, path: Path | None) -> None:
    """Go on from the mean with another run (Stich, "Local SGD Converges Fast and Communicates Little", 2019)."""
    if path is None or not path.exists():
        return
    other: Weights = torch.load(path, weights_only=True)
    for name, own in model.state_dict().items():
        if own.is_floating_point():
            own.lerp_(other[name], 0.5)


def _go_on(path: Path, model: Writer, optimizer: torch.optim.AdamW) -> tuple[float, int]:
    """The share of the minutes that was used up, and the steps."""
    state, used, step = torch.load(path.with_suffix(".state"), weights_only=True)
    model.load_state_dict(torch.load(path, weights_only=True))
    optimizer.load_state_dict(state)
    return float(used), int(step)


def _seed(options: argparse.Namespace) -> int:
    """Where the draws begin: not where a run began that was cut off."""
    path = options.out.with_suffix(".state")
    step = 0 if options.anew or not path.exists() else torch.load(path, weights_only=True)[2]
    return int(options.seed) + int(step)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--start", type=Path, help="weights of the detector to start from")
    parser.add_argument(
        "--weights", type=Path, help="the writer's weights to go on from, of the size that it begins with"
    )
    parser.add_argument("--frozen", type=int, default=0, help="how many of the first layers learn nothing more")
    parser.add_argument("--layers", type=int, default=6, help="how many layers of it are kept without --start")
    parser.add_argument("--out", type=Path, default=BUILD / "writer.pt")
    parser.add_argument("--anew", action="store_true", help="do not go on from a run that was cut off")
    parser.add_argument("--minutes", type=float, default=70)
    parser.add_argument("--rate", type=float, default=1.0, help="scales the learning rates")
    parser.add_argument("--labels-every", type=int, default=5, help="one batch in so many has labels")
    parser.add_argument("--beside", type=Path, help="what another run keeps, which has this one's beside it in turn")
    parser.add_argument("--seed", type=int, default=20261128)
    return parser.parse_args()


if __name__ == "__main__":
    main()
