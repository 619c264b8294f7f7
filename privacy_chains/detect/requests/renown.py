"""Whether the world has a name for a finding, and how surely it is that name: not that it is meant.

A private person may have the full name of somebody well-known; what is said around it tells (:mod:`.judge`). But what
is hardly anybody else's needs less than what many are called.
"""

from __future__ import annotations

from enum import Enum, auto

from privacy_chains.contract.spans import Span
from privacy_chains.detect.requests.made_names import made_names
from privacy_chains.detect.requests.words import KnownWords, known_in
from privacy_chains.formats.word_classes import word_class

__all__ = ["Renown", "renown_of"]

_COMMON = ("given", "surname.en.1")
_OF_PEOPLE, _OF_THINGS = frozenset({"people", "tales"}), frozenset({"things", "titles"})
_POSSESSIVE = 2


class Renown(Enum):
    """How the world knows a name.

    Attributes:
        FULL: As the full name of somebody or something: ``Rosa Parks``.
        SINGLE: As a name of one word that hardly anybody else has: ``Wittgenstein``.
        MADE: In what is called after it: ``Occam's razor``, ``Avogadro's number``.
        OTHER: In part, as what many are called, or not at all.
    """

    FULL = auto()
    SINGLE = auto()
    MADE = auto()
    OTHER = auto()


def renown_of(text: str, span: Span, begin: int, end: int) -> Renown:
    """How the world knows a finding.

    Args:
        text: The text.
        span: The finding.
        begin: Where its sentence begins.
        end: One past the sentence's last code point.
    """
    known = [one for one in known_in(text, begin, end) if one.start < span.end and span.start < one.end]
    whole = next((one for one in known if _is_whole(span, one) and not one.of_place), None)
    if whole and " " in text[whole.start : whole.end]:
        return Renown.FULL
    longer = any(one.row in _OF_THINGS and one.end > span.end for one in known)
    if longer or any(one.start < span.end and span.start < one.end for one in made_names(text, begin, end)):
        return Renown.MADE
    if whole and whole.row in _OF_PEOPLE and not word_class(text[whole.start : whole.end].lower()).startswith(_COMMON):
        return Renown.SINGLE
    return Renown.OTHER


def _is_whole(span: Span, name: KnownWords) -> bool:
    """Whether a well-known name is all of a finding, but for a possessive."""
    return name.start == span.start and span.end - name.end <= _POSSESSIVE
