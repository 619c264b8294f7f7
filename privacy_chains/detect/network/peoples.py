"""Nationalities, peoples and religions: words that say what somebody is, not where somebody lives or works.

Unlike the frozen lists these decide nothing that a key reads: they may grow.
"""

from __future__ import annotations

from privacy_chains.language.lexicon import word_set
from privacy_chains.lazy import lazily

__all__ = ["is_people"]

_GAP = lazily(r"[\s\-/]+")


def is_people(text: str) -> bool:
    """Whether a text names a nationality, a people or a religion and nothing else: ``Iraqi``, ``Shiites``.

    Two of them side by side are one: ``Sunni Arab``, ``African-American``.
    """
    return all(map(_is_one, _GAP.split(text.lower().replace("\u2019", "'"))))


def _is_one(word: str) -> bool:
    return word in word_set("people_of", "one_of_people") or (word.endswith("s") and word[:-1] in word_set("people_of"))
