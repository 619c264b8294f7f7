"""People's names, word by word."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from privacy_chains.errors import FormatError
from privacy_chains.formats._classes import DEFAULT_KEEP, Attribute, told
from privacy_chains.formats.base import OneLook, Part, Reading, Write
from privacy_chains.formats.name_pieces import NamePiece, Role, cut, is_exchangeable
from privacy_chains.formats.name_words import WordCodec
from privacy_chains.formats.word_classes import word_class
from privacy_chains.lazy import lazily

__all__ = ["PersonFormat"]

_TOKEN = lazily(r"[^\s,;^]+")
_AND = ("and", "und", "et", "y", "e")
_POSSESSIVE = lazily(r"['\u2019][sS]?$")
_EXCHANGED = (Role.WORD, Role.INITIAL)
_KEEPS = (
    "how many words, and what each is (given name, surname, everyday word, unlisted; script and "
    "diacritics){}; of an unlisted word of other than usual clusters these; letter case, punctuation, "
    "initials as initials, an -s behind a word; whether an initial, or what a given name begins with, is one of Q, U, "
    "W to Z; titles, particles, suffixes, possessives and digits in clear"
)


class PersonFormat(OneLook):
    """Names of people. Each word is enciphered by itself, within its class.

    The same word is the same part everywhere, in any case and beside any other word. So ``Kaiser Soze``, ``Mr. Soze``,
    ``SOZE`` and ``Soze, Kaiser`` agree without a table. A listed word becomes another one of its set. The sets are
    given names (of women, of men, or of either) and surnames, with or without diacritics. An unlisted word becomes an
    unlisted word. A word in another script is enciphered letter by letter. ``Fenwicks`` follows ``Fenwick`` and keeps
    its ending. Initials become other initials, and common given names follow their initials (those of 19 in 20 people
    do), so ``A. Koch`` mostly matches ``Anna Koch``. Titles, particles, generation suffixes, possessives, the ``O`` of
    ``O'Neil`` and the ``Mc`` of ``McDonald`` stay. In a name of only titles or particles, these are exchanged among
    themselves.

    Most unlisted words are in one set of 768 million words, made of two to eight usual clusters of letters, and their
    surrogates keep no length. A word of other clusters has fewer possible surrogates, all of its shape: ``Xu`` has
    about 100.

    Args:
        keep: What a listed word's surrogate keeps in addition to the sort of word: ``"gender"`` of a given name;
            ``"fame"``, how surely list-based detection recognises it as a name, which helps
            `default_detector(neural=False)` to read answers with the key alone; ``"language"``, the area whose lists
            rank it highest. The ledger lists each with its bits.

    Raises:
        FormatError: An attribute is unknown.
    """

    reading: Reading = "words"

    def __init__(self, keep: Collection[Attribute] = DEFAULT_KEEP) -> None:
        self.keeps = _KEEPS.format(told(keep))
        self._keep = tuple(sorted(set(keep)))
        self._codec = WordCodec("PERSON", keep=keep)

    def __reduce__(self) -> tuple[type[PersonFormat], tuple[tuple[Attribute, ...]]]:
        return PersonFormat, (self._keep,)

    def read(self, text: str) -> tuple[tuple[Part, ...], Write]:
        pieces = _enciphered(cut(text))
        words = [(piece.start, piece.end, *self._codec.read(piece)) for piece in pieces]
        start, end, parts, spell_all = words[0]
        if end - start == len(text):  # a single word
            return tuple(parts), lambda ranks: spell_all(iter(ranks))

        def write(ranks: Sequence[int]) -> str:
            written: list[str] = []
            position, left = 0, iter(ranks)
            for start, end, _, spell in words:
                written += (text[position:start], spell(left))
                position = end
            return "".join((*written, text[position:]))

        return tuple([part for _, _, parts, _ in words for part in parts]), write

    def aliases(self, text: str) -> tuple[str, ...]:
        """The words that can mean the person by themselves: no titles, particles, suffixes, initials or everyday words.

        The name without its titles is also an alias, and so is ``First Last`` for ``Last, First``.
        """
        if text.isascii() and text.isalpha():  # one word is not an alias of itself
            return ()
        found = dict.fromkeys(_aliases(text))
        found.pop(text, None)
        return tuple(found)


def _enciphered(pieces: Sequence[NamePiece]) -> list[NamePiece]:
    """The pieces that are exchanged: words and initials, or the kept words if a name holds nothing else.

    Raises:
        FormatError: There is nothing to encipher.
    """
    chosen = [piece for piece in pieces if piece.role in _EXCHANGED]
    chosen = chosen or [piece for piece in pieces if is_exchangeable(piece)]
    if not chosen:
        msg = "a name holds at least one word; this value has none that can be enciphered"
        raise FormatError(msg)
    return chosen


_ALONE = {role: frozenset((role,)) for role in Role}


class _Token(NamedTuple):
    """A word of a name between white space.

    Attributes:
        start: Its first code point in the name.
        end: One past its last.
        whole: The word as written.
        word: The word without quotes, brackets and possessive.
        roles: The roles of its pieces.
        stands: Whether ``word`` names a person by itself.
    """

    start: int
    end: int
    whole: str
    word: str
    roles: frozenset[Role]
    stands: bool

    @classmethod
    def of(cls, match: re.Match[str]) -> _Token:
        whole = match.group()
        word = whole if whole.isascii() and whole.isalpha() else _trimmed(whole)
        pieces = cut(whole)
        own = pieces if word == whole else cut(word)
        roles = _ALONE[pieces[0].role] if len(pieces) == 1 else frozenset([piece.role for piece in pieces])
        return cls(*match.span(), whole, word, roles, _names_someone(own))


_TITLE = frozenset({Role.TITLE})
_PARTICLE = frozenset({Role.PARTICLE})
_AFTER_NAME = frozenset({Role.TITLE, Role.SUFFIX, Role.PARTICLE})


def _aliases(text: str) -> Iterator[str]:
    """Every alias of a name, longest first, perhaps the name itself among them."""
    tokens = [_Token.of(match) for match in _TOKEN.finditer(text) if any(map(str.isalpha, match.group()))]
    titled = False
    while tokens and (tokens[0].roles <= _TITLE or (titled and tokens[0].whole in _AND)):
        titled = True
        tokens.pop(0)
    while tokens and tokens[-1].roles <= _AFTER_NAME:
        tokens.pop()
    if not any(token.stands for token in tokens):
        return
    yield _POSSESSIVE.sub("", text[tokens[0].start : tokens[-1].end]).rstrip(",;")
    comma = text.find(",", tokens[0].start, tokens[-1].start)
    if comma >= 0:
        yield f"{text[comma + 1 : tokens[-1].end].strip()} {text[tokens[0].start : comma]}"
    for index, token in enumerate(tokens):
        if token.stands:
            yield from _of_word(tokens, index)


def _of_word(tokens: Sequence[_Token], index: int) -> Iterator[str]:
    """The aliases from one word: with its particles, alone, and its hyphenated parts."""
    first = index
    while first and tokens[first - 1].roles <= _PARTICLE:
        first -= 1
    if first < index:
        yield " ".join(token.word for token in tokens[first : index + 1])
    word = tokens[index].word
    yield word
    if "-" in word:
        yield from (part for part in word.split("-") if _names_someone(cut(part)))


def _trimmed(token: str) -> str:
    """A token without quotes and brackets around it, and without its possessive."""
    while token and not token[0].isalnum():
        token = token[1:]
    token = _POSSESSIVE.sub("", token)
    while token and not (token[-1].isalnum() or _is_mark(token[-1])):
        token = token[:-1]
    return _POSSESSIVE.sub("", token)


def _is_mark(char: str) -> bool:
    return unicodedata.category(char).startswith("M")


def _names_someone(pieces: Sequence[NamePiece]) -> bool:
    """Whether one of these pieces names a person by itself."""
    return any(piece.role is Role.WORD and _is_name(word_class(piece.word)) for piece in pieces)


def _is_name(listed: str) -> bool:
    return not listed.startswith(("word", "cue")) or ".name" in listed
