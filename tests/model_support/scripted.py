"""A local model without weights: what it says of a word is told by the word, so that tests need no library."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from privacy_chains.methods.importance.tagging import listed_tag
from privacy_chains.methods.words.lexicon import default_lexicon
from privacy_chains.models import LocalModel, Replacement, TokenImportance, TokenSurprisal, TokenTag

WORD = re.compile(r"\w+|[^\w\s]")


def _tokens(text: str) -> Iterator[tuple[int, int, str]]:
    yield from ((found.start(), found.end(), found[0]) for found in WORD.finditer(text))


def surprisal(text: str, /) -> list[TokenSurprisal]:
    """Rare words and unknown ones tell most."""
    places = default_lexicon().places
    return [
        TokenSurprisal(start, end, 2.0 + (places[small].frequency if (small := word.casefold()) in places else 24))
        for start, end, word in _tokens(text)
    ]


def importance(text: str, /) -> list[TokenImportance]:
    """The first letter of a word says how important it is: a little, z much."""
    return [TokenImportance(start, end, float(ord(word.casefold()[0]) % 97)) for start, end, word in _tokens(text)]


def tags(text: str, /) -> list[TokenTag]:
    return [TokenTag(start, end, listed_tag(word)) for start, end, word in _tokens(text)]


def fill(_: str, spans: Sequence[tuple[int, int]], count: int, /) -> list[list[Replacement]]:
    """The same words everywhere, some of each kind."""
    kinds = [kind.leaves[1:60:3] for kind in default_lexicon().classes]
    words = [word for kind in kinds for word in kind][:count]
    return [[Replacement(word, 0.5 / len(words)) for word in words] for _ in spans]


SCRIPTED = LocalModel(name="scripted", surprisal=surprisal, importance=importance, tags=tags, fill=fill)
