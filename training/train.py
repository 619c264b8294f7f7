"""Trains the embedded detector: ``python -m training.train --data FOLDER --minutes 60``.

The learning rate falls with the share of the minutes that is used up, so that any budget gives a finished model; with
``--steps`` it falls with the steps instead, and the same seeds, ``PYTHONHASHSEED`` among them, give the same model on
the same machine.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Mapping
from pathlib import Path

import torch
from torch import nn

from training.corpora import development
from training.encode import Batch, Encoded, batches, encoded
from training.encoder import encoder_tokenizer
from training.model import Reading, Size, Tagger, distance, loaded, loss, together
from training.stream import stream, stream_options
from training.teacher import Teacher, teacher_of
from training.texts import held_back

__all__ = ["main"]

_HEAD_RATE, _WARM_UP = 1e-3, 0.05
_OF_AN_EXIT = 0.3
_OF_THE_MARKS = 0.3
"""How much the marks count beside a teacher."""
_EVERY = 100


def main() -> None:
    """Train, and keep the weights."""
    options = _options()
    options.out.parent.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    tokenizer = encoder_tokenizer()
    model = _begun(options)
    teacher = teacher_of(options.teacher) if options.teacher else None
    for dropout in (part for part in model.modules() if isinstance(part, nn.Dropout)):
        dropout.p = options.dropout
    head = [parameter for part in model.fresh for parameter in part.parameters()]
    heads = {id(parameter) for parameter in head}
    body = [p for p in model.parameters() if p.requires_grad and id(p) not in heads]
    optimizer = torch.optim.AdamW(
        [{"params": body, "lr": model.rate}, {"params": head, "lr": _HEAD_RATE}], weight_decay=0.01, fused=True
    )
    rates = [group["lr"] for group in optimizer.param_groups]
    checks = {"development": development(options.data)[::3], "held back": held_back()[::4]}
    ready = {name: [encoded(example, tokenizer) for example in examples] for name, examples in checks.items()}
    begun = saved = time.monotonic()
    total, seen = 0.0, 0
    for step, batch in enumerate(stream(options, tokenizer)):
        used = step / options.steps if options.steps else (time.monotonic() - begun) / (60 * options.minutes)
        if used >= 1:
            break
        factor = options.rate * min(used / _WARM_UP, 1.0) * (1 - used)
        for group, rate in zip(optimizer.param_groups, rates, strict=True):
            group["lr"] = rate * factor
        model.train()
        value = _value(model, teacher, batch)
        optimizer.zero_grad()
        torch.autograd.backward(value)
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        total, seen = total + value.item(), seen + int(batch.mask.sum())
        if step % _EVERY == _EVERY - 1:
            print(f"step {step + 1}  used {used:.1%}  loss {total / _EVERY:.4f}  pieces {seen:,}", flush=True)
            total = 0.0
        if time.monotonic() - saved > 300:
            saved = time.monotonic()
            torch.save(model.state_dict(), options.out)
            _report(model, ready)
    torch.save(model.state_dict(), options.out)
    _report(model, ready)
    print(f"{seen:,} pieces in {step} steps", flush=True)


def _begun(options: argparse.Namespace) -> Teacher | Tagger:
    if options.as_teacher:
        return teacher_of(options.start) if options.start else Teacher()
    return loaded(options.start, options.exits) if options.start else Tagger(Size(exits=tuple(options.exits)))


def _value(model: Teacher | Tagger, teacher: Teacher | Tagger | None, batch: Batch) -> torch.Tensor:
    """What is made small: the loss of the whole, and a share of that of every exit for the pieces that it sees."""
    with torch.autocast("cpu", dtype=torch.bfloat16):
        readings = list(model.readings(batch.pieces, batch.looks, batch.mask))
        taught = None
        if teacher:
            with torch.no_grad():
                taught = teacher(batch.pieces, batch.looks, batch.mask)
    whole = Reading(together(iter(readings)), batch.mask.bool())
    values = [_loss(whole, taught, batch), *(_OF_AN_EXIT * _loss(one, taught, batch) for one in readings[:-1])]
    return torch.stack(values).sum()


def _loss(reading: Reading, taught: torch.Tensor | None, batch: Batch) -> torch.Tensor:
    value = loss(reading.scores, batch.allowed, reading.read)
    if taught is None:
        return value
    return _OF_THE_MARKS * value + (1 - _OF_THE_MARKS) * distance(reading.scores, taught, reading.read)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    stream_options(parser)
    parser.add_argument("--as-teacher", action="store_true", help="train the larger encoder, to be a teacher")
    parser.add_argument("--out", type=Path, default=Path("build/detector.pt"))
    parser.add_argument("--start", type=Path, help="weights to go on from")
    parser.add_argument("--rate", type=float, default=1.0, help="scales the learning rates, to go on from weights")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--steps", type=int, default=0)
    parser.add_argument("--teacher", type=Path, help="weights whose chances count beside the marks")
    parser.add_argument("--exits", type=int, nargs="*", default=(), help="layers behind which sure pieces leave")
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    if (options.prose or options.wikipedia) and not options.teacher:
        parser.error("--prose and --wikipedia have no marks: they need a --teacher")
    return options


def _report(model: Teacher | Tagger, checks: Mapping[str, list[Encoded]]) -> None:
    for name, examples in checks.items():
        print(f"{name}: {_accuracy(model, examples)}", flush=True)


def _accuracy(model: Teacher | Tagger, examples: list[Encoded]) -> str:
    """How many private pieces are found as anything, and how many others are taken for private."""
    model.eval()
    hidden = private = masked = others = right = 0
    with torch.no_grad():
        for batch in batches(examples, 4_096, random.Random(0)):
            with torch.autocast("cpu", dtype=torch.bfloat16):
                best = model(batch.pieces, batch.looks, batch.mask).argmax(-1)
            known = ~batch.allowed[..., 0]
            inside = batch.mask.bool() & known
            outside = batch.mask.bool() & ~known
            private += int(inside.sum())
            others += int(outside.sum())
            hidden += int((inside & (best > 0)).sum())
            right += int((inside & batch.allowed.gather(-1, best.unsqueeze(-1)).squeeze(-1)).sum())
            masked += int((outside & (best > 0)).sum())
    return f"hidden {hidden / private:.2%}, right tag {right / private:.2%}, masked {masked / others:.2%}"


if __name__ == "__main__":
    main()
