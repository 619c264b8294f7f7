"""Prose that nobody has marked: what is in it a teacher says.

The glosses of WordNet and the entries of three smaller dictionaries say who somebody or what something is; speeches are
running text. Each of their texts is a paragraph, as its sentences.
"""

from __future__ import annotations

import gzip
import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from training.example import Example

__all__ = ["Paragraph", "excerpts", "prose", "sentences"]

Paragraph = tuple[str, ...]
"""The sentences of a paragraph, in order."""

_DICTIONARIES = ("foldoc", "jargon", "devil")
_ENTRY = re.compile(r"\n(?=\S)")
_SENSE = re.compile(r"(?:^|\s)(?:(?:n|v|adj|adv) )?\d+: ")
_ASIDE = re.compile(r"\[(?:syn|ant|also): [^]]*\]|\[\{[^]]*\]|<[^>]*>|\(\d{4}-\d\d-\d\d\)")
_QUOTED = re.compile(r';? "([^"]{20,})"')
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"'(])")
_PROPER = re.compile(r"(?<=[\w,;] )[A-Z]")
_PLAIN = 4
"""Of the texts without a capital within, one in so many is kept."""
_SHORTEST, _LONGEST = 20, 600
_MOST_SENTENCES = 4


def prose(folder: Path, speeches: Path) -> list[Paragraph]:
    """All paragraphs that may hold a name, and some of the others.

    Args:
        folder: Where the Debian packages ``dict-wn``, ``dict-foldoc``, ``dict-jargon`` and ``dict-devil`` are
            installed: ``/usr/share``.
        speeches: A folder of text files, paragraphs apart by an empty line or each on a line.

    Raises:
        SystemExit: One of them is not there.
    """
    for place in [*(_dictionary(folder, name) for name in ("wn", *_DICTIONARIES)), speeches]:
        if not place.exists():
            msg = f"no prose at {place}: see training/README.md"
            raise SystemExit(msg)
    texts = set(_glosses(_dictionary(folder, "wn")))
    for name in _DICTIONARIES:
        texts.update(_entries(_dictionary(folder, name)))
    for page in sorted(speeches.glob("*.txt")):
        texts.update(re.split(r"\n\s*\n|(?<=\.)\s*\n", page.read_text("utf-8", errors="replace")))
    long = sorted(text for text in texts if len(text) >= _SHORTEST)
    plain = [text for text in long if not _PROPER.search(text)]
    return [sentences(text) for text in [*filter(_PROPER.search, long), *plain[::_PLAIN]]]


def excerpts(paragraphs: Sequence[Paragraph], count: int, chance: random.Random) -> list[Example]:
    """Examples of one to four sentences that stand together. No type has been looked for in them."""
    chosen = chance.choices(paragraphs, [len(paragraph) for paragraph in paragraphs], k=count)
    return [Example(_excerpt(paragraph, chance), (), frozenset()) for paragraph in chosen]


def _excerpt(paragraph: Paragraph, chance: random.Random) -> str:
    first = chance.randrange(len(paragraph))
    return " ".join(paragraph[first : first + chance.randint(1, _MOST_SENTENCES)])[:_LONGEST]


def _dictionary(folder: Path, name: str) -> Path:
    return folder / "dictd" / f"{name}.dict.dz"


def _read(dictionary: Path) -> Iterator[tuple[str, str]]:
    """The words of a dictionary, and what it says of each."""
    with gzip.open(dictionary, "rt", encoding="utf-8", errors="replace") as lines:
        for entry in _ENTRY.split(lines.read()):
            head, _, body = entry.partition("\n")
            yield head.strip(), body


def _glosses(dictionary: Path) -> Iterator[str]:
    """What WordNet says of a word after the word itself, and the sentences that it quotes."""
    for head, body in _read(dictionary):
        for sense in _SENSE.split(" ".join(body.split())):
            text = _ASIDE.sub("", sense)
            yield from _QUOTED.findall(text)
            gloss = _QUOTED.sub("", text).strip()
            yield f"{head}, {gloss}." if gloss else ""


def _entries(dictionary: Path) -> Iterator[str]:
    """The paragraphs of a dictionary's entries."""
    for _, body in _read(dictionary):
        for paragraph in re.split(r"\n\s*\n", _ASIDE.sub("", body)):
            yield " ".join(paragraph.replace("{", "").replace("}", "").split())


def sentences(text: str) -> Paragraph:
    """The sentences of a paragraph, near enough to cut it into excerpts."""
    return tuple(_SENTENCE_END.split(" ".join(text.split())))
