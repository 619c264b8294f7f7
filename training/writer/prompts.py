"""Prompts to teach importance and surprisal on: an instruction and a text, from texts written for this package."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

from training.texts import texts_in
from training.writer.corpus import english

__all__ = ["held_out", "prompts"]

_INSTRUCTIONS = Path(__file__).parent / "instructions.txt"
_SHARES = {"before": 0.6, "behind": 0.2, "none": 0.2}
"""Where the instruction stands."""
_FEWEST, _MOST = 120, 900
"""Code points of a text."""


def prompts(seed: int) -> Iterator[str]:
    """Prompts without end, from the texts to learn from."""
    yield from _drawn([text for name, text in texts_in() if english(name)], _instructions()[::2], seed)


def held_out(seed: int) -> Iterator[str]:
    """Prompts without end, from texts that are held back, with instructions that no other prompt has."""
    texts = [text for name, text in texts_in(held_back=True) if english(name)]
    yield from _drawn(texts, _instructions()[1::2], seed)


def _instructions() -> list[str]:
    return _INSTRUCTIONS.read_text("utf-8").splitlines()


def _drawn(texts: Sequence[str], instructions: Sequence[str], seed: int) -> Iterator[str]:
    """Neighbouring texts up to a length that is drawn, and an instruction."""
    chance = random.Random(seed)
    while True:
        first, length = chance.randrange(len(texts)), chance.randint(_FEWEST, _MOST)
        text = texts[first]
        for further in texts[first + 1 : first + 12]:
            if len(text) + len(further) > length:
                break
            text = f"{text}\n{further}"
        text, instruction = text[:_MOST], chance.choice(instructions)
        (place,) = chance.choices(list(_SHARES), list(_SHARES.values()))
        gap = chance.choice(["\n", "\n\n", " "])
        yield {"before": f"{instruction}{gap}{text}", "behind": f"{text}{gap}{instruction}", "none": text}[place]
