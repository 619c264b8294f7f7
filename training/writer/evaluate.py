"""How well the writer in the package does: ``python -m training.writer.evaluate --dialogues MTS.csv``.

Scores are compared with what the teachers say of 64 prompts from texts that are held back, with instructions that no
other prompt has. Words are masked in these prompts, and in dialogues of doctors and patients, of which nothing was
learned.
"""

from __future__ import annotations

import argparse
import csv
import random
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean, median
from time import process_time

import numpy as np
from numpy.typing import NDArray
from scipy.stats import spearmanr  # type: ignore[import-untyped, unused-ignore]

from privacy_chains.models import LocalModel, require_part, writer
from privacy_chains.models.embedded.graph import PIECES
from privacy_chains.models.embedded.words import vocabulary
from privacy_chains.models.onnx import tokenizer_of
from training.writer.labels import Labelled, labelled
from training.writer.words import TAGS

__all__ = ["main"]

_BY = "the evaluation"
_CONTENT = frozenset({"NOUN", "PROPN", "ADJ", "VERB"})
_MASKED = 0.15
_COUNT = 20
_CHARACTERS = 2_000


def main() -> None:
    """Print all figures, each beside its aim."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--dialogues", type=Path, help="a table with a column 'dialogue'")
    options = parser.parse_args()
    model, prompts = writer(), labelled("held-out")
    _report_scores(model, prompts)
    tagged = [(one.text, _spans(model, one.text), [TAGS[tag] for tag in one.tags]) for one in prompts]
    _report_masks("prompts held back", model, tagged)
    texts = [one.text for one in prompts]
    if options.dialogues:
        texts = _dialogues(options.dialogues)
        own = [(text, _spans(model, text), _tags(model, text)) for text in texts[:100]]
        _report_masks("dialogues", model, own)
    _report_speed(model, "\n".join(texts))


def _report_scores(model: LocalModel, prompts: Sequence[Labelled]) -> None:
    bits = [_bits(model, one.text) for one in prompts]
    norms = [_norms(model, one.text) for one in prompts]
    of_bits = _rank([one.bits for one in prompts], bits)
    of_norms = _rank([one.norms for one in prompts], norms)
    print(f"{len(prompts)} prompts of {sum(len(one.bits) for one in prompts):,} words")
    print(f"surprisal: Spearman {of_bits[0]:.3f} over all words (aim .85), {of_bits[1]:.3f} within a prompt")
    print(f"importance: Spearman {of_norms[1]:.3f} within a prompt (aim .60), {of_norms[0]:.3f} over all words")
    pairs = [pair for one in prompts for pair in zip(_tags(model, one.text), one.tags, strict=True)]
    right = [said == TAGS[tag] for said, tag in pairs]
    content = [hit for hit, (_, tag) in zip(right, pairs, strict=True) if TAGS[tag] != "OTHER"]
    print(f"part of speech: {fmean(right):.1%} of all words right, {fmean(content):.1%} of those of content")


def _rank(wanted: Sequence[NDArray[np.float32]], said: Sequence[NDArray[np.float32]]) -> tuple[float, float]:
    """Spearman's correlation over all words, and its mean over prompts."""
    apart = [spearmanr(one, other).statistic for one, other in zip(wanted, said, strict=True) if len(one) > 9]
    return float(spearmanr(np.concatenate(wanted), np.concatenate(said)).statistic), fmean(apart)


def _report_masks(
    name: str, model: LocalModel, texts: Sequence[tuple[str, Sequence[tuple[int, int]], list[str]]]
) -> None:
    known = {word for _, word in vocabulary(tokenizer_of(PIECES.parent).get_vocab())}
    fill, chance = require_part(model, "fill", needed_by=_BY), random.Random(5)  # no secret
    ranks: dict[bool, list[int]] = {True: [], False: []}
    unknown = 0
    for text, spans, tags in texts:
        chosen = [at for at in range(len(spans)) if chance.random() < _MASKED and text[slice(*spans[at])].isalpha()]
        for at, found in zip(chosen, fill(text, [spans[one] for one in chosen], _COUNT), strict=True):
            word, is_content = text[slice(*spans[at])].lower(), tags[at] in _CONTENT
            if word in known:
                words = [one.text for one in found]
                ranks[is_content].append(words.index(word) if word in words else _COUNT)
            else:
                unknown += is_content
    content = len(ranks[True])
    print(f"{name}: {_shares(ranks[True] + ranks[False])} of {content + len(ranks[False]):,} masked words")
    print(
        f"    of content: {_shares(ranks[True])} of {content:,} (aim: top 5 .40); {unknown:,} more are not of one piece"
    )


def _shares(ranks: Sequence[int]) -> str:
    return ", ".join(f"top {count} {fmean(rank < count for rank in ranks):.3f}" for count in (1, 5, _COUNT))


def _report_speed(model: LocalModel, text: str) -> None:
    """Processor time of one thread, for the first characters of a text from different places on."""
    fill = require_part(model, "fill", needed_by=_BY)
    reads, fills, gaps = [], [], []
    for start in range(0, 9 * _CHARACTERS, _CHARACTERS):
        part = text[start : start + _CHARACTERS]
        begun = process_time()
        spans, tags = _spans(model, part), _tags(model, part)
        read = process_time()
        chosen = [span for span, tag in zip(spans, tags, strict=True) if tag in {"NOUN", "PROPN"}]
        fill(part, chosen, _COUNT)
        reads.append(read - begun)
        fills.append(process_time() - read)
        gaps.append(len(chosen))
    print(
        f"{_CHARACTERS:,} characters: scores {1000 * median(reads):.0f} ms, "
        f"{median(gaps):.0f} gaps filled {1000 * median(fills):.0f} ms, of one processor"
    )


def _spans(model: LocalModel, text: str) -> list[tuple[int, int]]:
    return [(one.start, one.end) for one in require_part(model, "tags", needed_by=_BY)(text)]


def _tags(model: LocalModel, text: str) -> list[str]:
    return [one.tag for one in require_part(model, "tags", needed_by=_BY)(text)]


def _bits(model: LocalModel, text: str) -> NDArray[np.float32]:
    return np.array([one.bits for one in require_part(model, "surprisal", needed_by=_BY)(text)], np.float32)


def _norms(model: LocalModel, text: str) -> NDArray[np.float32]:
    return np.array([one.log_norm for one in require_part(model, "importance", needed_by=_BY)(text)], np.float32)


def _dialogues(path: Path) -> list[str]:
    with path.open(encoding="utf-8", newline="") as file:
        return [row["dialogue"] for row in csv.DictReader(file)]


if __name__ == "__main__":
    main()
