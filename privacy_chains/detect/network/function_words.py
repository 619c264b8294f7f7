"""Words of grammar and adverbs of time: alone, in small letters, they name nobody and nothing.

A network that takes one for a name does more harm than with a rare word: the sweep would replace it wherever it stands.
The lexicon holds them as ``grammar_word``, without those that are mostly people or places in small letters: ben, us.
"""

from __future__ import annotations

from privacy_chains.language.lexicon import word_set
from privacy_chains.lazy import lazily

__all__ = ["is_grammar"]

_WORD = lazily(r"[^\W\d_]+")


def is_grammar(value: str) -> bool:
    """Whether a value is a letter or nothing but words of grammar in small letters, or an article."""
    if value.islower():
        return len(value) == 1 or word_set("grammar_word").issuperset(_WORD.findall(value))
    return value in word_set("article_at_start")
