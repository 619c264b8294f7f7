"""The calibrated identity rate: epsilons of different methods do not compare, the words that they leave do."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from privacy_chains.contract.method import Method
from privacy_chains.errors import BudgetExceeded
from privacy_chains.methods.stacking import in_session
from privacy_chains.methods.words.lexicon import default_lexicon

__all__ = ["identity_rate"]

_WORDS, _FEW = 1024, 32
_SESSION = "identity"


def identity_rate(method: Method) -> float:
    """The share of frequent words that a method releases as they are, in a session of its own.

    It depends on the method, its parameters and its key, and on no text of a user: what follows from it is free.

    **Warning**: for one key it is one draw of each word, so it varies by some hundredths between keys.
    """
    words = _frequent()
    try:
        sent = in_session(method, _SESSION).sanitize("\n".join(words)).text.split("\n")
    except BudgetExceeded:  # so many words are more than the budget of a message
        words = words[:_FEW]
        sent = [in_session(method, f"{_SESSION} {place}").sanitize(word).text for place, word in enumerate(words)]
    return sum(one == other for one, other in zip(words, sent, strict=False)) / len(words)


@cache
def _frequent() -> Sequence[str]:
    """The most frequent words of the lexicon that are no words of grammar."""
    lexicon = default_lexicon()
    words = [word for word in lexicon.places if len(word) > 1 and not lexicon.is_function(word)]
    return sorted(words, key=lambda word: (lexicon.places[word].frequency, word))[:_WORDS]
