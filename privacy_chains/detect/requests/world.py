"""Whether all that a sentence says is said of the world: of history, the arts, the sciences, and of nobody's affairs.

What is not known to be so said is somebody's affair: ``What did Brahms compose?`` is of the world, ``What did Brahms
say about the merger?`` is not, though no word in it is known to be private.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from privacy_chains.detect.network.function_words import is_grammar
from privacy_chains.detect.requests.words import words_of

__all__ = ["OF_HISTORY", "is_worldly", "names_only", "stems"]

OF_HISTORY = frozenset(
    (  # noqa: SIM905  # words read best as words
        "ancient author century composed composer conquer conquered discover discovered dynasty historical history"
        " hypothesis invent invented mythology myth novel novels painter philosopher philosophy"
        " physicist planet planets"
        " plays plot poem poems poet reign reigned scientist theorem theory"
    ).split()
)
"""Words that tell a name of history from a customer's, where both could have it."""
_TASKS = frozenset(
    (  # noqa: SIM905  # words read best as words
        "asks asked compare contrast define describe describing did difference differ discuss does done explain example"
        " know mean means outline simple summarise summarize tell teach wonder write between versus vs short terms"
    ).split()
)
"""What is asked for, which says nothing of anybody."""
_EVERYDAY = frozenset(
    (  # noqa: SIM905  # words read best as words
        "according accounts aided appearances approach attained avenge books brilliant businessman called came captured"
        " career children clinic college could currents daughters during ended father fell film gave general gifts had"
        " having her him himself his include learning looking lost many model mother moved named newspaper noted nurse"
        " opened order ordered partner performances pictures pill player prisoner prizes promised raided"
        " railroad rejected remained"
        " resigned retired returned rule seized sent served settlers she showed signed signer silent sisters spent"
        " spite sponsored star started stories story stressed taught teacher tells thus told took traveled treason"
        " tried"
        " trying until was weights went were whose worked works would wounded"
    ).split()
)
"""What is told of everybody as well."""
_SHORT = 3
_ENDINGS = (("s", 1), ("es", 2), ("ed", 1), ("ed", 2), ("ing", 3), ("'s", 2))


@cache
def _worldly() -> frozenset[str]:
    rows = ("eponymous", "heads", "making", "sciences", "thoughts", "told", "works")
    return OF_HISTORY.union(*map(words_of, rows)) - _EVERYDAY


def stems(word: str) -> Iterator[str]:
    """A word, and what it may be a form of."""
    yield word
    yield from (word[:-cut] for ending, cut in _ENDINGS if len(word) > _SHORT and word.endswith(ending))


def names_only(words: Iterable[str]) -> bool:
    """Whether words say nothing of what they stand beside: ``Compare ... and ...``."""
    return all(word in _TASKS or is_grammar(word) for word in words)


def is_worldly(words: Iterable[str]) -> bool:
    """Whether some words are said of the world, and none of anything else.

    Args:
        words: In small letters.
    """
    content = [word for word in words if word not in _TASKS and not is_grammar(word)]
    return bool(content) and all(_is_of_world(word) for word in content)


def _is_of_world(word: str) -> bool:
    """Whether a word is; a form of what is told of people is told as well: ``compose``."""
    forms = ({word} if word.endswith("ing") else set(stems(word))) | {word + "d", word + "ed"}  # -ing: now
    return not forms.isdisjoint(_worldly())
