"""The part of speech of each word: by the model where it has tags, else by the classes of the lexicon."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from privacy_chains.methods.words.lexicon import default_lexicon
from privacy_chains.methods.words.spelling import canonical
from privacy_chains.models import Tag, TokenTag
from privacy_chains.models.tokens import tokens_of

__all__ = ["CONTENT", "listed_tag", "tags_of"]

CONTENT: frozenset[Tag] = frozenset({"NOUN", "PROPN", "NUM", "ADJ"})
"""The parts of speech of words that say what a text is about."""

_OF_CLASS: Mapping[str, Tag] = MappingProxyType(
    {
        "noun": "NOUN",
        "nouns": "NOUN",
        "time": "NOUN",
        "adjective": "ADJ",
        "comparative": "ADJ",
        "superlative": "ADJ",
        "number": "NUM",
        "name": "PROPN",
        "place": "PROPN",
        "woman": "PROPN",
        "man": "PROPN",
        "verb": "VERB",
        "verbs": "VERB",
        "past": "VERB",
        "gerund": "VERB",
    }
)
"""What the words of each class of the lexicon mostly are; of all others ``OTHER``."""


def listed_tag(word: str) -> Tag:
    """What a word mostly is, by itself; one that no list knows is a name, and one with a digit a number."""
    if any(map(str.isdigit, word)):
        return "NUM"
    lexicon = default_lexicon()
    leaf = lexicon.places.get(canonical(word))
    return "PROPN" if leaf is None else _OF_CLASS.get(lexicon.classes[leaf.kind].name, "OTHER")


def tags_of(text: str, words: Sequence[tuple[int, int]], tokens: Sequence[TokenTag] | None) -> list[Tag]:
    """The part of speech of each word.

    Args:
        text: The text.
        words: Start and end of each word, disjoint and in reading order.
        tokens: What the model says of its tokens; None where it has no such part.
    """
    if tokens is None:
        return [listed_tag(text[start:end]) for start, end in words]
    groups = tokens_of(words, [(token.start, token.end) for token in tokens])
    return [
        Counter(tokens[place].tag for place in group).most_common(1)[0][0] if group else listed_tag(text[start:end])
        for group, (start, end) in zip(groups, words, strict=True)
    ]
