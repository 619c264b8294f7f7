"""The sieve: skips the parts of a text in which no spelling starts, block by block, in loops that run in C.

Most of the time of reading goes into looking at tokens, and no surrogate starts with most of them. The sieve splits a
block at everything that is no letter or digit, drops the pieces that it knows, and looks at the tokens of the others.
It returns the places of tokens that the index has to be asked about. A search token by token would stop at each of
these places, and at no other place that leads to a find.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import filterfalse
from typing import Final

from privacy_chains.desanitize.engine.index import SurrogateIndex
from privacy_chains.desanitize.tokens import ESCAPE, STEM, TOKEN, in_word, is_cjk
from privacy_chains.lazy import lazily

__all__ = ["BLOCK", "SHORTEST", "Sieve"]

BLOCK: Final = 4_096
"""How many characters are sifted at once."""
SHORTEST: Final = 1_024
"""Shorter texts are read token by token: sifting would not pay."""
_LOOKAHEAD: Final = 128
"""How much text has to follow a block: an initial is recognized by the word after it."""
_MOST_KNOWN: Final = 50_000
_LONGEST_KNOWN: Final = 32
_ESCAPES: Final = lazily(ESCAPE)
_WORDS_ONLY: Final = bytes(byte if byte > 127 or chr(byte).isalnum() else 32 for byte in range(256))


class Sieve:
    """Finds the places in a text where a spelling may start. For one thread at a time.

    Args:
        index: What to look for; nothing may be added to it afterwards.
    """

    __slots__ = ("_dull", "_index", "_initials", "_telling")

    def __init__(self, index: SurrogateIndex) -> None:
        self._index, self._initials = index, index.names.initials_followed()
        self._dull: set[bytes] = set()
        self._telling: dict[bytes, tuple[int, ...]] = {}

    def sift(self, text: str, start: int) -> tuple[list[int], int]:
        """The places in a block from ``start`` on, last first, and where the block ends: at a space or a line break.

        Without such an end within reach, the block is empty.
        """
        reach = min(start + BLOCK, len(text) - _LOOKAHEAD)
        stop = max(text.rfind(" ", start, reach), text.rfind("\n", start, reach)) + 1
        if stop <= start:
            return [], start
        block = text[start:stop]
        places = []
        if "\\" in block or "%" in block or "&" in block:
            first = self._index.first
            places = [start + escape.start() for escape in _ESCAPES.finditer(block) if escape[0] in first]
            block = _ESCAPES.sub(_blank, block)
        data = block.encode("utf-8", "surrogatepass").translate(_WORDS_ONLY)
        padded = b" %b " % data
        for piece in self._others(data.split()):
            offsets = self._offsets(piece)
            if offsets:
                places += [start + at + offset for at in _stands(piece, padded, len(block)) for offset in offsets]
        if self._initials is not None:
            places += self._initialed(text, start, block)
        places.sort(reverse=True)
        return places, stop

    def _initialed(self, text: str, start: int, block: str) -> Iterator[int]:
        """Where an initial stands, before a word that follows it in a name; ``block`` is without escapes."""
        if self._initials is None:
            return
        pattern, following = self._initials
        for seen in pattern.finditer(text, start, start + len(block) + _LOOKAHEAD):
            at = seen.start() - start
            if at < len(block) and seen[2] in following[seen[1]]:
                before = block[at - 1 : at] if at else ""
                if not before or not in_word(before) or is_cjk(before):
                    yield seen.start()

    def _others(self, pieces: list[bytes]) -> list[bytes]:
        """Each piece, once, that is not a word known to start no spelling."""
        new = list(set(filterfalse(self._dull.__contains__, pieces)))
        if not new:
            return new
        first, stems = self._index.first, self._index.stems
        words = b" ".join(new).decode("utf-8", "surrogatepass").split(" ")
        plain = [
            piece
            for piece, word in zip(new, words, strict=True)
            if word not in first and word[:STEM] not in stems and word.isalpha() and word.isascii()
        ]
        self._forget(self._dull)
        self._dull.update(plain)
        return list(filterfalse(self._dull.__contains__, new))

    def _offsets(self, piece: bytes) -> tuple[int, ...]:
        """Where tokens start in a piece that the index has to be asked about."""
        offsets = self._telling.get(piece)
        if offsets is None:
            tokens = TOKEN.finditer(piece.decode("utf-8", "surrogatepass"))
            offsets = tuple(token.start() for token in tokens if self._index.may_start(token))
            if len(piece) <= _LONGEST_KNOWN:
                self._forget(self._dull if not offsets else self._telling)
                if offsets:
                    self._telling[piece] = offsets
                else:
                    self._dull.add(piece)
        return offsets

    @staticmethod
    def _forget(known: set[bytes] | dict[bytes, tuple[int, ...]]) -> None:
        if len(known) >= _MOST_KNOWN:
            known.clear()


def _blank(escape: re.Match[str]) -> str:
    return " " * (escape.end() - escape.start())


def _stands(piece: bytes, padded: bytes, length: int) -> Iterator[int]:
    """Where a whole piece stands in a block between two spaces, in characters, of which the block has ``length``."""
    spelled = b" %b " % piece
    at = padded.find(spelled)
    while at >= 0:
        yield at if length == len(padded) - 2 else len(padded[1 : at + 1].decode("utf-8", "surrogatepass"))
        at = padded.find(spelled, at + len(spelled) - 1)
