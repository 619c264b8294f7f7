"""The pieces of names: words, single letters, and what is kept.

The pieces depend only on what a surrogate keeps, so the surrogate is cut in the same places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cache
from typing import NamedTuple
from unicodedata import combining

from privacy_chains.errors import FormatError
from privacy_chains.formats.letters import fold, unfold, word_pattern
from privacy_chains.formats.name_lists import lexicon
from privacy_chains.formats.word_classes import listed_form
from privacy_chains.lazy import lazily

__all__ = ["Case", "NamePiece", "Role", "cut", "is_exchangeable", "role_words"]

_ASCII_WORD = lazily(r"[A-Za-z]+")
_APOSTROPHES = frozenset("'\u2019\u02bc\u02bb\u02bd\u02c8`\u00b4")
_RUNS = lazily(r"((?:Um*)+(?![lm]))|(?:Um*)?(?:lm*)+")


class Case(Enum):
    """The letter case of a piece."""

    LOWER = "lower"
    TITLE = "title"
    UPPER = "upper"

    def apply(self, word: str) -> str:
        """A folded word in this case."""
        if self is _LOWER:
            return word
        return unfold(word[0]) + word[1:] if self is _TITLE else unfold(word)


_LOWER, _TITLE = Case.LOWER, Case.TITLE  # needed for every word, and looking them up in the class is slower


class Role(Enum):
    """What a piece of a name is."""

    WORD = "word"
    INITIAL = "initial"
    TITLE = "titles"
    PARTICLE = "particles"
    SUFFIX = "suffixes"
    RUDE = "rude"
    JOINED = "joined"  # the O of O'Neil, the s of Soze's, the Mc of McDonald


_WORD = Role.WORD
_ROLES = (Role.SUFFIX, Role.PARTICLE, Role.TITLE, Role.RUDE)
"""Of words that are kept, unless a name holds nothing else."""


class NamePiece(NamedTuple):
    """A run of letters in a text, in one case.

    Attributes:
        start: Its first code point.
        end: One past its last.
        role: Its role.
        case: Its letter case.
        word: Its letters, folded.
    """

    start: int
    end: int
    role: Role
    case: Case
    word: str


def cut(text: str) -> list[NamePiece]:
    """The pieces of a text, in order.

    Raises:
        FormatError: A letter is in a script that this version of the scheme does not know.
    """
    if text.isascii():
        if text.isalpha():
            return [*_ascii_pieces(text, 0, len(text))]
        return [piece for match in _ASCII_WORD.finditer(text) for piece in _ascii_pieces(text, *match.span())]
    pieces: list[NamePiece] = []
    position = 0
    for match in word_pattern().finditer(text):
        _refuse_unknown(text[position : match.start()])
        position = match.end()
        pieces += _ascii_pieces(text, *match.span()) if match[0].isascii() else _pieces(text, *match.span())
    _refuse_unknown(text[position:])
    return pieces


def _ascii_pieces(text: str, start: int, end: int) -> Iterable[NamePiece]:
    """The pieces of a word of ASCII letters: only one if the whole word is in one case, as most are."""
    word = text[start:end]
    folded = word.lower()
    if not word[1:].islower() or folded.startswith("mc"):  # a single letter has none after it
        return _pieces(text, start, end)
    case = _LOWER if word == folded else _TITLE
    return (NamePiece(start, end, _roles().get(folded, _WORD), case, folded),)


def _refuse_unknown(gap: str) -> None:
    if not gap.isascii() and any(c.isalpha() and c not in _APOSTROPHES for c in gap):
        msg = "a name holds a letter of a script that this version of the scheme does not know"
        raise FormatError(msg)


def _pieces(text: str, start: int, end: int) -> Iterator[NamePiece]:
    joined = end - start == 1 and _is_joined(text, start)
    for first, last, case in _same_case(text, start, end):
        word = fold(text[first:last])
        rest, below = first, case
        while word.startswith("mc") and len(word) > 2 and word[2].isalpha():
            yield NamePiece(rest, rest + 2, Role.JOINED, below, "mc")
            rest, word = rest + 2, word[2:]
            below = Case.LOWER if case is Case.TITLE else case
        yield NamePiece(rest, last, Role.JOINED if joined else _role(word, below), below, word)


def _is_joined(text: str, index: int) -> bool:
    """Whether an apostrophe joins a single letter to another."""
    after = index + 2 < len(text) and text[index + 1] in _APOSTROPHES and text[index + 2].isalpha()
    return after or (index > 1 and text[index - 1] in _APOSTROPHES and not text[index - 2].isspace())


def _same_case(text: str, start: int, end: int) -> Iterator[tuple[int, int, Case]]:
    """Cut ``DiCaprio`` into ``Di`` and ``Caprio``, ``JFKennedy`` into ``JF`` and ``Kennedy``."""
    word = text[start:end]
    if word.isascii() and (word.islower() or word[1:].islower()):
        yield start, end, Case.TITLE if word[0].isupper() else Case.LOWER
        return
    shape = "".join("U" if fold(c) != c else "m" if combining(c) else "l" for c in word)
    for match in _RUNS.finditer(shape):
        case = Case.UPPER if match.group(1) else Case.TITLE if match.group()[0] == "U" else Case.LOWER
        yield start + match.start(), start + match.end(), case


def _role(word: str, case: Case) -> Role:
    if len(word) == 1 and word.isascii():
        return Role.JOINED if case is Case.LOWER and word in "ey" else Role.INITIAL
    return _roles().get(listed_form(word)[0], Role.WORD)


@cache
def _roles() -> dict[str, Role]:
    found = {word: role for role in _ROLES for word in lexicon().roles[role.value]}
    return found | {"mc": Role.JOINED}


@cache
def role_words(role: Role) -> tuple[str, ...]:
    """The words of a role that are exchanged if a name holds nothing else."""
    return tuple(word for word in lexicon().roles[role.value] if _is_exchanged(word, role))


def _is_exchanged(word: str, role: Role) -> bool:
    return word.isascii() and len(word) > 1 and _roles().get(word) is role


def is_exchangeable(piece: NamePiece) -> bool:
    """Whether a kept piece may be exchanged within its role."""
    return piece.role in _ROLES and _is_exchanged(piece.word, piece.role)
