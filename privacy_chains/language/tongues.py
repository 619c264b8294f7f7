"""Which language a text is in, told by its small words; a word may be of several: what tells is which has the most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache

from privacy_chains.language.lexicon import languages, words

__all__ = ["most_spoken", "small_words"]


@cache
def small_words() -> Mapping[str, frozenset[str]]:
    """For each language that has any its small words, in small letters."""
    found = {language: frozenset(words("small_word", language)) for language in languages()}
    return {language: own for language, own in found.items() if own}


def most_spoken(words: Iterable[str]) -> frozenset[str]:
    """The languages of which most words are: several where they have as many, none where no word tells."""
    counts: Counter[str] = Counter()
    for word in words:
        counts.update(tongue for tongue, own in small_words().items() if word.lower() in own)
    most = max(counts.values(), default=0)
    return frozenset(tongue for tongue, count in counts.items() if count == most)
