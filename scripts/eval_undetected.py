"""Measure what leaves in clear because no detector finds it, with and without noise on what looks private.

Run it with ``python scripts/eval_undetected.py [--texts N]``.

Of the words of marked values (synth_v2, and prompts of our own with values in odd forms) it counts those that no
detector finds and that are sent as they are, under the default policy, and under the same policy with
``undetected="noise"``. A value that is found and whose noise happens to be none is not among them; a word that the
second net leaves as it is, is. Of all other words it counts those that are sent as they were written. A word is told
by where it stands: nothing is searched for.
"""

from __future__ import annotations

import argparse
import json
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from privacy_chains import Key, Sanitizer
from privacy_chains.attacks.result import Result
from privacy_chains.contract.prompt import SpannedPrompt
from privacy_chains.contract.spans import in_originals
from privacy_chains.methods.layers import Layers

ROOT = Path(__file__).resolve().parents[1]
DATA = Path(os.environ.get("PRIVACY_CHAINS_DATA", ROOT.parent / "shared" / "data"))
OWN = ROOT / "scripts" / "undetected_prompts.txt"
KEY = Key.from_bytes(bytes(range(1, 33)))
PUNCTUATION = ".,;:!?\"'()[]{}<>"
_WORD = re.compile(r"\S+")


class Marked(NamedTuple):
    """A text, and where its private values stand."""

    text: str
    values: Sequence[tuple[int, int]]


class Counted(NamedTuple):
    """Words of values and those undetected and in clear; other words and those sent as they are written."""

    clear: int
    values: int
    ordinary: int
    others: int


def synth(most: int) -> Iterator[Marked]:
    path = DATA / "test" / "presidio_research" / "synth_dataset_v2.json"
    for item in json.loads(path.read_text("utf-8"))[:most]:
        yield Marked(item["full_text"], [(span["start_position"], span["end_position"]) for span in item["spans"]])


def own() -> Iterator[Marked]:
    """Prompts with their values between double angle quotes; lines with # are comments."""
    for line in OWN.read_text("utf-8").splitlines():
        pieces = re.split("[«»]", line)
        if not line.startswith("#") and len(pieces) > 1:
            ends = [*map(len, pieces)]
            starts = [sum(ends[:place]) for place in range(len(pieces))]
            spans = [(starts[place], starts[place] + ends[place]) for place in range(1, len(pieces), 2)]
            yield Marked("".join(pieces), spans)


def counted(marked: Marked, prompt: SpannedPrompt) -> Counted:
    """What becomes of the words of one text."""
    (sent,), (spans,), (originals,) = prompt.texts, prompt.spans, prompt.originals
    changed = [
        (place.start, place.end)
        for span, place, original in zip(spans, in_originals(spans, originals), originals, strict=True)
        if sent[span.start : span.end] != original
    ]
    treated = [(place.start, place.end) for place in in_originals(spans, originals) if place.source != "characters"]
    found = [0, 0, 0, 0]
    for word in _WORD.finditer(marked.text):
        start = word.end() - len(word[0].lstrip(PUNCTUATION))
        end = start + len(word[0].strip(PUNCTUATION))
        if start >= end:
            continue
        is_value = any(start < stop and begin < end for begin, stop in marked.values)
        is_clear = not any(start < stop and begin < end for begin, stop in changed)
        is_found = any(start < stop and begin < end for begin, stop in treated)
        found[0 if is_value else 2] += is_clear and not (is_value and is_found)
        found[1 if is_value else 3] += 1
    return Counted(*found)


def share(part: int, whole: int) -> str:
    low, high = Result("", part, whole, 0).interval
    return f"{part} of {whole} ({part / max(whole, 1):.1%}; {low:.1%} to {high:.1%})"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--texts", type=int, default=1500, help="of synth_v2")
    texts = options.parse_args().texts
    table = Table("texts", "method", "values' words in clear, undetected", "other words as written")
    for name, samples in (("synth_v2", [*synth(texts)]), ("own prompts", [*own()])):
        for title, method in (("Sanitizer", Sanitizer(KEY)), ("undetected='noise'", Layers.of_policy(KEY))):
            every = [counted(one, method.sanitize(one.text)) for one in samples]
            clear, values, ordinary, others = map(sum, zip(*every, strict=True))
            table.add_row(f"{name}, {len(samples)}", title, share(clear, values), share(ordinary, others))
    Console(width=140).print(table)


if __name__ == "__main__":
    main()
