"""Names of things: some words are kept, and the rest are enciphered word by word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from privacy_chains.errors import FormatError
from privacy_chains.formats._language import WORD_SETS
from privacy_chains.formats.base import OneLook, Part, Reading, Write
from privacy_chains.formats.name_pieces import NamePiece, Role, cut, is_exchangeable
from privacy_chains.formats.name_words import Spell, WordCodec
from privacy_chains.formats.word_classes import word_kind
from privacy_chains.lazy import lazily

__all__ = ["PhraseFormat"]

_NUMBER = lazily(r"[0-9]{1,18}")
_WORDS = (Role.WORD, Role.INITIAL)


class _Word(NamedTuple):
    """A word of a name.

    Attributes:
        piece: Where it stands.
        tier: How much it reveals about the bearer; 0 reveals most.
        spelled: Whether it is part of a word made of several, and is looked up in no list.
    """

    piece: NamePiece
    tier: int
    spelled: bool = False


class PhraseFormat(OneLook):
    """A name of several words and numbers, of which the general words stay.

    The words that reveal least about the bearer are kept: those of the last class of ``tiers`` that occurs, and of the
    classes after it. If only such words occur, they are enciphered among themselves.

    Words are enciphered like those of people's names, so that a word has the same surrogate in places and in firms.
    Everyday words that the lists of names do not hold become other everyday words.

    Args:
        domain: The kind of thing that is named.
        tiers: Kinds of words (the first parts of class names), the most revealing first. A kind that ends in a dash
            stands for all kinds that begin with it. A word of any other kind is always enciphered.
        general: Listed words that belong to the last kind here, whatever their kind elsewhere.
        splits: Whether to recognise words made of several (``PayPal``), so that neither half is kept.
    """

    keeps = "how many words, their classes, letter case and punctuation; general words; the lengths of numbers"
    reading: Reading = "words"
    borrows = frozenset({"PERSON"})

    def __init__(self, domain: str, tiers: Sequence[str], *, general: Sequence[str] = (), splits: bool = False) -> None:
        self._domain = domain
        self._tiers = tuple(tiers)
        self._splits = splits
        self._general = frozenset(general)
        self._codec = WordCodec("PERSON", WORD_SETS)

    def read(self, text: str) -> tuple[tuple[Part, ...], Write]:
        items = self._enciphered(text)
        read = [self._number(item) if isinstance(item, re.Match) else self._word(item) for item in items]

        def write(ranks: Sequence[int]) -> str:
            written: list[str] = []
            position, left = 0, iter(ranks)
            for item, (_, spell) in zip(items, read, strict=True):
                start, end = _span(item)
                written += (text[position:start], spell(left))
                position = end
            return "".join((*written, text[position:]))

        return tuple([part for parts, _ in read for part in parts]), write

    def _number(self, match: re.Match[str]) -> tuple[list[Part], Spell]:
        digits = match.group()
        low, size = _numbers(digits)
        part = Part(f"{self._domain}/number.{len(digits)}.{low}", size, int(digits) - low)
        return [part], lambda ranks: f"{low + next(ranks):0{len(digits)}d}"

    def _word(self, word: _Word) -> tuple[list[Part], Spell]:
        return self._codec.read_joined(word.piece) if word.spelled else self._codec.read(word.piece)

    def _enciphered(self, text: str) -> list[_Word | re.Match[str]]:
        """The words and numbers to encipher, in order.

        Raises:
            FormatError: There are none to encipher.
        """
        pieces = cut(text)
        forms = self.forms(text)
        words = list(self._words(pieces))
        # If a name is nothing but a form, such as "GmbH", the form is enciphered like any word.
        words = [word for word in words if not _is_within(word.piece, forms)] or words
        most = min((word.tier for word in words), default=0)
        chosen = [word for word in words if word.tier == most]
        chosen = chosen or [_Word(piece, 0) for piece in pieces if is_exchangeable(piece)]
        items: list[_Word | re.Match[str]] = [*chosen, *_NUMBER.finditer(text)]
        if not items:
            msg = "the value holds no word or number that can be enciphered"
            raise FormatError(msg)
        return sorted(items, key=_span)

    def forms(self, text: str) -> Sequence[tuple[int, int]]:
        """The places of words and letters that state the kind of thing and are kept. None by default."""
        return ()

    def _words(self, pieces: Sequence[NamePiece]) -> Iterator[_Word]:
        """The words among the pieces of a text, with how much each reveals."""
        for run in _runs(pieces):
            tiers = [self._tier(piece) for piece in run]
            if len(run) == 1 or not self._splits or not all(map(_is_half, run)):
                found = zip(run, tiers, strict=True)
                yield from (_Word(piece, tier) for piece, tier in found if piece.role in _WORDS)
                continue
            spelled, last = min(tiers) == 0, len(self._tiers)
            for piece, tier in zip(run, tiers, strict=True):
                yield _Word(piece, tier) if tier == last else _Word(piece, 0, spelled=spelled)

    def _tier(self, piece: NamePiece) -> int:
        if piece.role is not Role.WORD:
            return 0
        if piece.word in self._general:
            return len(self._tiers)
        kind = word_kind(piece.word)
        return next((i for i, tier in enumerate(self._tiers, 1) if _is_of(kind, tier)), 0)


def _span(item: _Word | re.Match[str]) -> tuple[int, int]:
    return item.span() if isinstance(item, re.Match) else (item.piece.start, item.piece.end)


def _is_within(piece: NamePiece, stretches: Sequence[tuple[int, int]]) -> bool:
    return any(start <= piece.start and piece.end <= end for start, end in stretches)


def _runs(pieces: Sequence[NamePiece]) -> Iterator[list[NamePiece]]:
    """Pieces with nothing between them, grouped: the two of ``PayPal``."""
    run: list[NamePiece] = []
    for piece in pieces:
        if run and run[-1].end != piece.start:
            yield run
            run = []
        run.append(piece)
    if run:
        yield run


def _is_half(piece: NamePiece) -> bool:
    """Whether a piece may be part of a word made of several. A particle, as in ``LeRoy``, and ``Mc`` may not."""
    return piece.role in _WORDS or len(piece.word) == 1


def _is_of(kind: str, tier: str) -> bool:
    return kind == tier or (tier.endswith("-") and kind.startswith(tier))


def _numbers(digits: str) -> tuple[int, int]:
    """The smallest number of as many digits that begins with zero if this one does, and how many there are."""
    step = 10 ** (len(digits) - 1)
    if len(digits) == 1:
        return 0, 10
    return (0, step) if digits[0] == "0" else (step, 9 * step)
