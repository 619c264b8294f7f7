"""Names of things: some of their words are kept, and the rest are enciphered word by word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from privacy_chains.errors import FormatError
from privacy_chains.formats._words import Piece, Role, Spell, WordCodec, cut, is_exchangeable, word_kind
from privacy_chains.formats.base import OneLook, Part, Reading, Write

__all__ = ["PhraseFormat"]

_NUMBER = re.compile(r"[0-9]{1,18}")


class PhraseFormat(OneLook):
    """A name of several words and numbers, of which the general ones stay.

    The words that tell least about their bearer are kept: those of the last class of ``tiers`` that occurs, and of the
    classes after it. If only such words occur, they are enciphered among themselves.

    Args:
        domain: Names what the names are names of.
        tiers: Kinds of words (the first parts of class names), most telling first; a kind with a dash at its end is
            the beginning of several. A word of any other kind is enciphered always.
    """

    keeps = "how many words, their classes, letter case and punctuation; general words; the lengths of numbers"
    reading: Reading = "words"

    def __init__(self, domain: str, tiers: Sequence[str]) -> None:
        self._domain = domain
        self._tiers = tuple(tiers)
        self._codec = WordCodec(domain)

    def read(self, text: str) -> tuple[tuple[Part, ...], Write]:
        items = self._enciphered(text)
        read = [self._codec.read(item) if isinstance(item, Piece) else self._number(item) for item in items]

        def write(ranks: Sequence[int]) -> str:
            written: list[str] = []
            position, left = 0, iter(ranks)
            for item, (_, spell) in zip(items, read, strict=True):
                start, end = (item.start, item.end) if isinstance(item, Piece) else item.span()
                written += (text[position:start], spell(left))
                position = end
            return "".join((*written, text[position:]))

        return tuple([part for parts, _ in read for part in parts]), write

    def _number(self, match: re.Match[str]) -> tuple[list[Part], Spell]:
        digits = match.group()
        low, size = _numbers(digits)
        part = Part(f"{self._domain}/number.{len(digits)}.{low}", size, int(digits) - low)
        return [part], lambda ranks: f"{low + next(ranks):0{len(digits)}d}"

    def _enciphered(self, text: str) -> list[Piece | re.Match[str]]:
        """The words and numbers that are exchanged, in order.

        Raises:
            FormatError: There are none.
        """
        pieces = cut(text)
        words = [piece for piece in pieces if piece.role in (Role.WORD, Role.INITIAL)]
        telling = [self._tier(piece) for piece in words]
        chosen: list[Piece] = []
        if words:
            most = min(telling)
            chosen = [piece for piece, tier in zip(words, telling, strict=True) if tier == most]
        chosen = chosen or [piece for piece in pieces if is_exchangeable(piece)]
        numbers: Iterator[re.Match[str]] = _NUMBER.finditer(text)
        items: list[Piece | re.Match[str]] = [*chosen, *numbers]
        if not items:
            msg = "the value holds no word or number that can be enciphered"
            raise FormatError(msg)
        return sorted(items, key=lambda item: item.start if isinstance(item, Piece) else item.start())

    def _tier(self, piece: Piece) -> int:
        kind = word_kind(piece.word) if piece.role is Role.WORD else ""
        return next((i for i, tier in enumerate(self._tiers, 1) if _is_of(kind, tier)), 0)


def _is_of(kind: str, tier: str) -> bool:
    return kind == tier or (tier.endswith("-") and kind.startswith(tier))


def _numbers(digits: str) -> tuple[int, int]:
    """The least number of the same length and the same kind of beginning, zero or not, and how many there are."""
    step = 10 ** (len(digits) - 1)
    if len(digits) == 1:
        return 0, 10
    return (0, step) if digits[0] == "0" else (step, 9 * step)
