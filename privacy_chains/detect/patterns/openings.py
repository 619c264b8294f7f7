"""With which letters an expression's matches begin: worked out from the expression, so that no list has to repeat it.

Trying each expression at every place of a text costs most of the time. A :class:`Reading` therefore knows under which
first letters the words of its text stand, and an :class:`Opening` knows with which an expression begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, partial
from string import ascii_lowercase
from typing import NamedTuple

from privacy_chains.lazy import lazily
from privacy_chains.precomputed import precomputed

__all__ = ["HEAD", "Opening", "first_letters"]

HEAD = 3
"""How many first letters are told apart."""

_TOKEN = lazily(
    r"(?P<escape>\\.)|(?P<set>\[\^?\]?(?:\\.|[^\]\\])*\])"
    r"|(?P<look>\(\?(?:[=!]|<[=!]))|(?P<same>\(\?P=\w+\))|(?P<open>\((?:\?(?:[:>]|P<\w+>|[a-z]+:))?)|(?P<close>\))|(?P<bar>\|)"
    r"|(?P<times>[*+?]|\{\d*(?:,\d*)?\})(?P<mode>[+?]?)|(?P<sign>.)",
    re.DOTALL,
)
_CODE_POINT = lazily(r"\\u([0-9a-f]{4})")
_RANGE = lazily(r"\\.|[^\\]-[^\]\\]|.", re.DOTALL)
_ANY_LETTER = frozenset({r"\w", r"\S", r"\D"})
_NO_WIDTH = frozenset({r"\b", r"\B", r"\A", r"\Z", "^", "$"})
_END = "."
"""Behind first letters: no letter follows."""


class _Piece(NamedTuple):
    """A set of characters or a group, and how often it may stand.

    Attributes:
        letters: The letters it may be, with ``_END`` for whatever is none, and ``*`` for any letter.
        ways: The sequences of pieces that a group may be.
    """

    letters: str
    ways: tuple[Sequence[_Piece], ...]
    least: int
    most: int


class Opening:
    """The first letters of what expressions match, worked out at first use.

    Args:
        patterns: Expressions for texts in lower case. What begins with no letter is not told.
    """

    def __init__(self, *patterns: re.Pattern[str]) -> None:
        self.patterns = patterns

    @cached_property
    def heads(self) -> frozenset[str]:
        """The first three letters, fewer where no further letter follows."""
        return frozenset().union(*(_known_letters(pattern.pattern) for pattern in self.patterns))


def _known_letters(expression: str) -> frozenset[str]:
    return precomputed(("first letters", HEAD, expression), partial(first_letters, expression))


def first_letters(expression: str) -> frozenset[str]:
    """The first three letters of what ``expression`` matches; what looks around is not weighed.

    Raises:
        ValueError: It may begin with any letter.
    """
    plain = _CODE_POINT.sub(lambda code: chr(int(code[1], 16)), expression)
    heads = {head.rstrip(_END) for head in _grown({""}, _group(_TOKEN.finditer(plain)))}
    if any("*" in head for head in heads):
        msg = "an expression begins with any letter"
        raise ValueError(msg)
    return frozenset(heads - {""})


def _group(tokens: Iterator[re.Match[str]]) -> tuple[Sequence[_Piece], ...]:
    """The ways of a group, up to the bracket that closes it."""
    ways: list[list[_Piece]] = [[]]
    for token in tokens:
        kind = token.lastgroup
        if kind == "close":
            break
        if kind == "bar":
            ways.append([])
        elif kind == "mode":
            if ways[-1]:
                least, most = _times(token["times"])
                ways[-1][-1] = ways[-1][-1]._replace(least=least, most=most)
        elif kind == "look":
            _group(tokens)
            ways[-1].append(_Piece("", (), 0, 0))
        elif kind == "open":
            ways[-1].append(_Piece("", _group(tokens), 1, 1))
        else:
            ways[-1].append(_single(token[0], kind or ""))
    return tuple(ways)


def _single(text: str, kind: str) -> _Piece:
    if text in _NO_WIDTH:
        return _Piece("", (), 0, 0)
    if kind == "same" or text in _ANY_LETTER or (kind == "sign" and text == "."):
        return _Piece("*", (), 1, 1)
    return _Piece(_in_set(text[1:-1]) if kind == "set" else _letter(text), (), 1, 1)


def _in_set(members: str) -> str:
    """What a set of characters may be."""
    if members.startswith("^"):
        return "*" + _END
    found: dict[str, None] = {}
    for member in _RANGE.findall(members):
        if len(member) == HEAD:  # a range
            inside = [letter for letter in ascii_lowercase if member[0] <= letter <= member[2]]
            found |= dict.fromkeys(inside or (_END if member[2].isascii() else "*"))
        else:
            found[_letter(member)] = None
    return "".join(found)


def _letter(text: str) -> str:
    """A letter as a text in lower case has it; ``_END`` for whatever is none."""
    if text in _ANY_LETTER:
        return "*"
    return text if text.isalpha() else _END


def _times(text: str) -> tuple[int, int]:
    if text in "*+?":
        return int(text == "+"), 1 if text == "?" else HEAD
    least, _, most = text[1:-1].partition(",")
    return min(int(least or 0), HEAD), min(int(most or HEAD if "," in text else least), HEAD)


def _grown(heads: set[str], ways: Iterable[Sequence[_Piece]]) -> set[str]:
    """What first letters become when one of these sequences follows."""
    whole = {head for head in heads if _is_whole(head)}
    begun = heads - whole
    for way in ways:
        grown = begun
        for piece in way:
            if all(map(_is_whole, grown)):
                break
            grown = _repeated(grown, piece)
        whole |= grown
    return whole


def _repeated(heads: set[str], piece: _Piece) -> set[str]:
    found = set(heads) if not piece.least else set()
    for times in range(1, piece.most + 1):
        heads = _grown(heads, piece.ways) if piece.ways else _followed(heads, piece.letters)
        if times >= piece.least:
            found |= heads
    return found


def _followed(heads: set[str], letters: str) -> set[str]:
    return {head if _is_whole(head) else head + letter for head in heads for letter in letters}


def _is_whole(head: str) -> bool:
    return len(head) >= HEAD or head.endswith((_END, "*"))
