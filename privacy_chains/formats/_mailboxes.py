"""The local parts of e-mail addresses: the words of a name become those of its surrogate."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from privacy_chains.errors import FormatError
from privacy_chains.formats._classes import DEFAULT_KEEP, Attribute
from privacy_chains.formats.base import OneLook, Part, Write
from privacy_chains.formats.name_pieces import Case, NamePiece, Role, cut, is_exchangeable
from privacy_chains.formats.name_words import Spell, WordCodec
from privacy_chains.lazy import lazily

__all__ = ["MailboxFormat"]

_WORDS = lazily(r"(?=[A-Za-z._-]{0,64}?[A-Za-z]{2})[A-Za-z]+(?:[._-][A-Za-z]+){0,5}[._-]?(?P<number>[0-9]{1,6})?")
_EXCHANGED = (Role.WORD, Role.INITIAL)


class MailboxFormat(OneLook):
    """Local parts made of words: ``john.smith87`` is read as the words of a name, and a number.

    The words are enciphered like those of people's names: if ``John Smith`` becomes ``Carl Weber``, this becomes
    ``carl.weber`` and another number with as many digits. So an address reveals no more about a name than the name's
    own surrogate does, and keeps no word's length.

    Args:
        keep: The attributes of a listed name that its surrogate keeps.
    """

    keeps = "its words as names are kept, separators, the length of a number at its end"

    def __init__(self, keep: Collection[Attribute] = DEFAULT_KEEP) -> None:
        self._codec = WordCodec("PERSON", keep=keep)

    def read(self, text: str) -> tuple[tuple[Part, ...], Write]:
        found = _WORDS.fullmatch(text)
        pieces = [*_exchanged(cut(text))] if found else []
        if found is None or not pieces:
            msg = "the value is not made of words"
            raise FormatError(msg)
        read = [(piece.start, piece.end, *self._read(piece)) for piece in pieces]
        if number := found["number"]:
            read.append((found.start("number"), len(text), *_number(number)))

        def write(ranks: Sequence[int]) -> str:
            written: list[str] = []
            position, left = 0, iter(ranks)
            for start, end, _, spell in read:
                written += (text[position:start], spell(left))
                position = end
            return "".join((*written, text[position:]))

        return tuple([part for _, _, parts, _ in read for part in parts]), write

    def _read(self, piece: NamePiece) -> tuple[list[Part], Spell]:
        """The parts of a piece. An initial has the parts that it has in a name, where it is a capital."""
        if piece.role is not Role.INITIAL:
            return self._codec.read(piece)
        parts, spell = self._codec.read(piece._replace(case=Case.TITLE))
        return parts, lambda ranks: piece.case.apply(spell(ranks).lower())


def _exchanged(pieces: Sequence[NamePiece]) -> Iterator[NamePiece]:
    """The words and initials, which name somebody; if there are none, the words that a name keeps elsewhere.

    A single letter is an initial, capital or small: it is no word by itself, and no apostrophe joins it to another
    word.
    """
    pieces = [piece._replace(role=Role.INITIAL) if len(piece.word) == 1 else piece for piece in pieces]
    chosen = [piece for piece in pieces if piece.role in _EXCHANGED]
    yield from chosen or filter(is_exchangeable, pieces)


def _number(digits: str) -> tuple[list[Part], Callable[[Iterator[int]], str]]:
    size = 10 ** len(digits)
    return [Part(f"email/number.{len(digits)}", size, int(digits))], lambda ranks: f"{next(ranks):0{len(digits)}d}"
