"""What is learned from, as batches without end."""

from __future__ import annotations

import random
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path

from tokenizers import Tokenizer

from training.corpora import code, gold
from training.encode import Batch, Encoded, batches, encoded
from training.example import Example
from training.generate import generated, joined, recased, renamed
from training.plain import ordinary, paragraphs
from training.prose import Paragraph, excerpts, prose, sentences
from training.reading import as_read
from training.surrogates import sanitized
from training.texts import written
from training.values import Values
from training.wikipedia import wikipedia

__all__ = ["stream", "stream_options"]

_PIECES = 2_048
_SHARES_RENAMED = {"PERSON": 0.35, "ORGANIZATION": 0.25, "LOCATION": 0.25}
_SHARE_SANITIZED, _SHARE_AS_READ = 0.3, 0.6
_SHARE_WRITTEN = 0.5
"""How many of the written texts stand in a round; each round draws its own."""
_FRAMES, _CODE, _PLAIN, _PROSE, _WIKIPEDIA = 1.5, 1 / 6, 1 / 4, 3, 1.5
"""How many texts of frames, of code, without names, and without marks of two kinds there are for each gold one."""


def stream_options(parser: ArgumentParser) -> None:
    """Add the options that say where the texts are."""
    parser.add_argument("--data", type=Path, required=True, help="the folder of the training sets")
    parser.add_argument("--registry", type=Path, default=Path("/usr/share/ieee-data"), help="the folder of ieee-data")
    parser.add_argument("--pages", type=Path, default=Path("/usr/share"), help="the folder of the help pages")
    parser.add_argument("--prose", type=Path, help="the folder of dictionaries, whose texts only a teacher marks")
    parser.add_argument("--wikipedia", type=Path, help="a dump of Wikipedia, whose articles only a teacher marks")
    parser.add_argument("--seed", type=int, default=20261121)


def stream(options: Namespace, tokenizer: Tokenizer) -> Iterator[Batch]:
    """Batches without end; every round joins, renames, recases and generates anew."""
    data, seed = options.data, options.seed
    values = Values(seed, data / "us_census_1990_names", options.registry)
    plain = paragraphs(options.pages)
    texts = written()
    shelves = _shelves(options)
    chance = random.Random(seed)
    for turn in range(1_000_000):
        marked = gold(data, seed + turn)
        count = len(marked)
        marked += chance.sample(texts, round(_SHARE_WRITTEN * len(texts)))
        for shelf, share in shelves:
            marked += excerpts(shelf, round(share * count), chance)
        examples: list[Example] = [renamed(example, values, _SHARES_RENAMED) for example in marked]
        examples = list(joined(examples, chance))
        examples += generated(round(_FRAMES * count), values, plain) + code(seed + turn, round(_CODE * count))
        examples += ordinary(plain, round(_PLAIN * count), chance)
        examples = [sanitized(one, chance) if chance.random() < _SHARE_SANITIZED else one for one in examples]
        examples = [recased(example, chance) for example in examples]
        read = [as_read(example) if chance.random() < _SHARE_AS_READ else example for example in examples]
        ready: list[Encoded] = [encoded(example, tokenizer) for example in read]
        yield from batches(ready, _PIECES, chance)


def _shelves(options: Namespace) -> list[tuple[list[Paragraph], float]]:
    """Paragraphs that only a teacher marks, each kind with how many excerpts there are for each gold text."""
    shelves: list[tuple[list[Paragraph], float]] = []
    if options.prose:
        shelves.append((prose(options.prose, options.data.parent / "text" / "us_speeches"), _PROSE))
    if options.wikipedia:
        shelves.append(([sentences(text) for text in wikipedia(options.wikipedia)], _WIKIPEDIA))
    return shelves
