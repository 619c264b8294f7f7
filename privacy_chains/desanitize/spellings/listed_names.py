"""What the lists say of a word: a name of its own, a word like any other, or the ending of a name."""

from __future__ import annotations

from typing import Final

from privacy_chains.desanitize.tokens import STEM
from privacy_chains.formats.word_classes import word_class

__all__ = ["LONGEST_ENDING", "is_ending", "is_everyday", "is_given", "is_inflected", "is_listed", "may_be_surname"]

# Endings that carry a case and turn no common name into another one. Listed, not guessed: `-a` is left out
# because it makes Martina of Martin; a lone `-n` makes Martin of Marti, and is read after the vowel of a surname only.
_LISTED: Final = (
    "s es sche schen scher sches"  # German, Scandinavian, Dutch
    " owi em iem owie owych owym ów"  # Polish
    " in ia issa istä ista iin illa illä ilta iltä ille iksi ssa ssä sta stä lla llä lta ltä lle"  # Finnish
    " nak nek val vel hoz tól től ról ről ban ben"  # Hungarian
    " ом ем ым ов ову ому"  # Russian, Bulgarian, Ukrainian
)
_GENITIVE: Final = "n"
_VOWELS: Final = frozenset("aeiouyäöåAEIOUYÄÖÅ")
_ENDINGS: Final = frozenset(_LISTED.split()) | {_GENITIVE}
_BEGUN: Final = frozenset(ending[:end] for ending in _ENDINGS for end in range(1, len(ending) + 1))
LONGEST_ENDING: Final = max(map(len, _ENDINGS))


def is_ending(letters: str, *, whole: bool) -> bool:
    """Whether letters are an ending that a name may take; or, if not ``whole``, the beginning of one."""
    return letters.lower() in (_ENDINGS if whole else _BEGUN)


def is_inflected(name: str, ending: str) -> bool:
    """Whether letters after a name are an ending of it, and the two together no name of their own."""
    if is_listed(name + ending):
        return False
    if ending.lower() == _GENITIVE:
        return len(name) >= STEM and name[-1] in _VOWELS and not word_class(name.lower()).startswith("given")
    return is_ending(ending, whole=True)


def is_listed(word: str) -> bool:
    """Whether a word is a name of its own: ``Williams`` is not a form of ``William``."""
    return bool(word_class(word.lower()))


_TOWNS: Final = (
    "bath bears borne buffalo commerce concord cork enter enterprise essen grave hope hull humble independence lies"
    " made male mobile nice normal orange phoenix police providence reading reunion rude split surprise tours warns"
)
_TOWNS_AND_WORDS: Final = frozenset(_TOWNS.split())
"""Towns that the lists do not mark as words, for they are no words of names."""


def is_everyday(word: str, *, of_a_place: bool = False) -> bool:
    """Whether a name, in small letters, is a word like any other: ``rose``, ``king``; of a place, ``bath``."""
    listed = word_class(word.lower())
    if of_a_place and (listed == "word-place" or word.lower() in _TOWNS_AND_WORDS):
        return word.lower() in _TOWNS_AND_WORDS
    return listed.endswith(".word") or listed.startswith(("word", "cue"))


def is_given(word: str) -> bool:
    """Whether a listed name is a given name."""
    return word_class(word.lower()).startswith("given")


def may_be_surname(word: str) -> bool:
    """Whether a word with a capital behind a given name may be a surname: a listed one, or a word of no list."""
    listed = word_class(word.lower())
    return not listed or (listed.startswith("surname") and not listed.endswith(".word"))
