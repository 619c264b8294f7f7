"""Ordinary words of twelve languages: words that hardly anybody and hardly any place is called by.

The table (``data/ordinary_words.tsv``, made by ``scripts/make_ordinary_words.py``) stays on disk: a word is looked up
in its sorted lines in about twenty steps.
"""

from __future__ import annotations

import mmap
from functools import cache
from pathlib import Path
from typing import Final

__all__ = ["ORDINARY_LANGUAGES", "languages_of"]

ORDINARY_LANGUAGES: Final = frozenset({"da", "de", "en", "es", "fi", "fr", "it", "nb", "nl", "pl", "pt", "sv"})
"""The languages of the table."""
_FILE: Final = Path(__file__).parent / "data" / "ordinary_words.tsv"


@cache
def _table() -> mmap.mmap:
    with _FILE.open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


def languages_of(word: str) -> frozenset[str]:
    """The languages in which a word is ordinary; none where it may be a name, or is not known.

    Args:
        word: A word in small letters, or with a capital: a German noun is one only with it.
    """
    table, wanted = _table(), word.encode(errors="replace")
    low, high = 0, len(table)  # where lines begin
    while low < high:
        start = table.rfind(b"\n", low, (low + high) // 2) + 1 or low
        end = table.find(b"\n", start)
        key, _, languages = table[start:end].partition(b"\t")
        if key == wanted:
            return frozenset(languages.decode().split())
        low, high = (end + 1, high) if key < wanted else (low, start)
    return frozenset()
