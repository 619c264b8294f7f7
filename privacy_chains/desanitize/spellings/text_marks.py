"""Marks of a text: the few things by which to tell that a spelling is not in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from privacy_chains.desanitize.spellings.codes import compact, digit_run
from privacy_chains.desanitize.spellings.numerals import ESCAPED_MARK, NUMERAL, mantissa
from privacy_chains.desanitize.tokens import FIGURES, STEM, TOKEN

__all__ = ["Marks"]


@dataclass(frozen=True, slots=True, repr=False)
class Marks:
    """What the spellings in a text start with.

    Attributes:
        tokens: Its tokens.
        stems: The first letters of each.
        numerals: The significant digits of each numeral, and of what stands in it before a space, a comma or an escape.
        runs: The digits from each figure on, as far as only separators stand between them.
    """

    tokens: frozenset[str]
    stems: frozenset[str]
    numerals: frozenset[str]
    runs: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> Self:
        """The marks of ``text``."""
        tokens: set[str] = set()
        numerals: set[str] = set()
        runs: list[str] = []
        for token in TOKEN.finditer(text):
            tokens.add(token[0])
            if token.lastindex == FIGURES:
                runs.append(compact(digit_run(text, token.start())))
                numeral = NUMERAL.match(text, token.start())
                if numeral is not None:
                    ends = (numeral[0], *(numeral[0].partition(mark)[0] for mark in " ,"), _unescaped(numeral[0]))
                    numerals.update(map(mantissa, ends))
        stems = frozenset(token[:STEM] for token in tokens)
        return cls(frozenset(tokens), stems, frozenset(numerals), tuple(runs))


def _unescaped(numeral: str) -> str:
    """What stands in a numeral before its first escape."""
    return ESCAPED_MARK.split(numeral, maxsplit=1)[0]
