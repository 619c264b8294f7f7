"""Marks the words of ``privacy_chains/methods/words/data/words.txt`` that no draw may write: obscene ones.

A prompt may hold such a word, and its leaf hides it like any other. Whoever draws the leaf gets the word of the nearest
leaf instead. The list is ``en.json`` of the npm package ``naughty-words`` 1.2.0 (CC BY 4.0).

``python -m training.words.unsaid en.json privacy_chains/methods/words/data/words.txt``
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Collection
from pathlib import Path

__all__ = ["marked"]

_MARK = "-"


def marked(line: str, unsaid: Collection[str]) -> str:
    """A line of the file, with a mark behind a word that is not to be written."""
    word, _, rest = line.partition(" ")
    return f"{word} {rest[:1]} {_MARK}" if word in unsaid and rest else line


def main() -> None:
    """Mark the words of a file in place."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("list", type=Path)
    parser.add_argument("words", type=Path)
    given = parser.parse_args()
    unsaid = frozenset(json.loads(given.list.read_text(encoding="utf-8")))
    lines = given.words.read_text(encoding="utf-8").splitlines()
    after = [marked(line, unsaid) for line in lines]
    given.words.write_text("\n".join(after) + "\n", encoding="utf-8")
    print(sum(one != other for one, other in zip(lines, after, strict=True)), "words are marked")


if __name__ == "__main__":
    main()
