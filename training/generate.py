"""Texts made of frames and values, and other names and letter cases for texts that exist."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from training.example import TYPES, Example, Piece, assembled
from training.plain import brands_of, pieces_of
from training.values import Values

__all__ = ["frames", "generated", "joined", "recased", "renamed"]

_FRAMES = Path(__file__).parent / "frames"
_SLOT = re.compile(r"\{(\w+)\}")
_EVERYTHING = frozenset(TYPES)
_SHARES = {
    "en": 0.51,
    "negatives": 0.1,
    "logs": 0.08,
    "de": 0.06,
    "fr": 0.05,
    "es": 0.05,
    "it": 0.05,
    "nl": 0.05,
    "pt": 0.05,
}
_SHARE_LOWER, _SHARE_UPPER = 0.12, 0.03
_SHARE_JOINED = 0.3
_FULL = 400
"""Characters about as long as a window of the detector is."""


def frames(language: str) -> list[str]:
    """The frames of a language; ``negatives`` and ``logs`` hold nothing private."""
    lines = (_FRAMES / f"{language}.txt").read_text("utf-8").splitlines()
    return [line.replace("\\n", "\n") for line in lines if line and not line.startswith("# ")]


def generated(count: int, values: Values, plain: Mapping[str, Sequence[str]]) -> list[Example]:
    """Texts of one to eight frames, by the shares of the languages.

    Frames of ``negatives`` and ordinary paragraphs of the language stand among all others.
    """
    chance = values.chance
    sources = {language: frames(language) for language in _SHARES}
    brands = brands_of(plain["en"])
    examples = []
    for language in chance.choices(list(_SHARES), list(_SHARES.values()), k=count):
        pieces: list[Piece] = []
        for _ in range(chance.choice([1, 1, 1, 1, 2, 2, 3, 8])):
            if pieces:
                pieces.append((chance.choice([" ", " ", "\n", "\n\n"]), None))
            roll = chance.random()
            if roll < 0.15 and language in plain and language != "en":
                pieces += pieces_of(chance.choice(plain[language]), brands)
                continue
            source = sources[language] if roll < 0.85 else sources["negatives"]
            pieces += _filled(chance.choice(source), language if len(language) == 2 else "en", values)
        examples.append(Example(*assembled(pieces), _EVERYTHING))
    return examples


def _filled(frame: str, language: str, values: Values) -> list[Piece]:
    """The frame's pieces. Braces of JSON and code are no slots: only known names are."""
    pieces: list[Piece] = []
    position = 0
    for slot in _SLOT.finditer(frame):
        if slot[1] in values.slots:
            pieces.append((frame[position : slot.start()], None))
            pieces += values.draw(slot[1], language)
            position = slot.end()
    pieces.append((frame[position:], None))
    return pieces


def renamed(example: Example, values: Values, shares: Mapping[str, float]) -> Example:
    """An example with other names for a share of its people, organizations and places.

    Args:
        example: The example.
        values: Where the names come from.
        shares: How many of each type; of types that are not named, none.
    """
    text, marks = "", []
    position = 0
    for start, end, kind in example.marks:
        old = example.text[start:end]
        new = _other_name(old, kind, values) if values.chance.random() < shares.get(kind, 0.0) else old
        text += example.text[position:start]
        marks.append((len(text), len(text) + len(new), kind))
        text += new
        position = end
    return Example(text + example.text[position:], marks, example.annotated)


def _other_name(old: str, kind: str, values: Values) -> str:
    """Another name; one of a person has as many words."""
    if kind == "ORGANIZATION":
        return values.draw("venue" if values.chance.random() < 0.3 else "org", "en")[0][0]
    if kind == "LOCATION":
        return values.city("en")
    if " " not in old:
        return values.last("en") if values.chance.random() < 0.6 else values.first("en")
    return values.person("en")


def joined(examples: Sequence[Example], chance: random.Random) -> Iterator[Example]:
    """The examples, some of them with those that follow as one text, as a page or a context holds several.

    Only examples of the same annotated types are joined, and only up to the length of a window.
    """
    rest = iter([*examples, None])
    run = next(rest)
    while run is not None:
        following = next(rest)
        room = _FULL if chance.random() < _SHARE_JOINED else 0
        while following and following.annotated == run.annotated and len(run.text) + len(following.text) < room:
            run, following = _after(run, following, chance), next(rest)
        yield run
        run = following


def _after(first: Example, second: Example, chance: random.Random) -> Example:
    """Two examples as one: on one line, where the first ends a sentence, or below each other."""
    on = chance.random() < 0.6 and first.text.rstrip().endswith((".", "!", "?"))
    text = first.text + (" " if on else chance.choice(["\n", "\n\n"]))
    marks = [(start + len(text), end + len(text), kind) for start, end, kind in second.marks]
    return Example(text + second.text, [*first.marks, *marks], first.annotated)


def recased(example: Example, chance: random.Random) -> Example:
    """Some examples in lower case, some in upper; offsets hold, or the example stays as it is."""
    roll = chance.random()
    if roll >= _SHARE_LOWER + _SHARE_UPPER:
        return example
    text = example.text.lower() if roll < _SHARE_LOWER else example.text.upper()
    return Example(text, example.marks, example.annotated) if len(text) == len(example.text) else example
