"""Words of names: found in a text, taken apart into parts, and written again.

A text is cut into pieces: words, single letters, and pieces that are kept. What a piece is depends only on what its
surrogate keeps, so the surrogate is cut in the same places.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, partial
from math import prod
from typing import NamedTuple
from unicodedata import combining, normalize

from privacy_chains.errors import FormatError
from privacy_chains.formats._classes import DEFAULT_KEEP, WordSet, sets_of
from privacy_chains.formats._clusters import shape_of
from privacy_chains.formats._initials import group_of, place_of
from privacy_chains.formats._plurals import Unread, plural_of, stem_of
from privacy_chains.formats._spelling import rank_word, shape_size, unrank_word
from privacy_chains.formats._unlisted import EveryWord, rank_plain, size_of_plain, unrank_plain
from privacy_chains.formats.base import Part
from privacy_chains.formats.letters import Symbol, fold, symbols, unfold, word_pattern
from privacy_chains.formats.name_lists import lexicon

__all__ = [
    "Case",
    "Piece",
    "Role",
    "Spell",
    "WordCodec",
    "cut",
    "is_everyday",
    "is_exchangeable",
    "word_class",
    "word_kind",
]

_ASCII_WORD = re.compile(r"[A-Za-z]+")
_APOSTROPHES = frozenset("'\u2019\u02bc\u02bb\u02bd\u02c8`\u00b4")
_RUNS = re.compile(r"((?:Um*)+(?![lm]))|(?:Um*)?(?:lm*)+")
_BLOCK = 16  # letters of a word that is ranked letter by letter, to a part


class Case(Enum):
    """How the letters of a piece are cased."""

    LOWER = "lower"
    TITLE = "title"
    UPPER = "upper"

    def apply(self, word: str) -> str:
        """A folded word in this case."""
        if self is _LOWER:
            return word
        return unfold(word[0]) + word[1:] if self is _TITLE else unfold(word)


_LOWER, _TITLE = Case.LOWER, Case.TITLE  # looked up for every word: the class takes longer to tell them


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


class Piece(NamedTuple):
    """A stretch of letters in a text, in one case.

    Attributes:
        start: Its first code point.
        end: One past its last.
        role: What it is.
        case: How it is cased.
        word: Its letters, folded.
    """

    start: int
    end: int
    role: Role
    case: Case
    word: str


def cut(text: str) -> list[Piece]:
    """The pieces of a text, in order.

    Raises:
        FormatError: A letter of a script this version of the scheme does not know.
    """
    if text.isascii():
        if text.isalpha():
            return [*_ascii_pieces(text, 0, len(text))]
        return [piece for match in _ASCII_WORD.finditer(text) for piece in _ascii_pieces(text, *match.span())]
    pieces: list[Piece] = []
    position = 0
    for match in word_pattern().finditer(text):
        _refuse_unknown(text[position : match.start()])
        position = match.end()
        pieces += _ascii_pieces(text, *match.span()) if match[0].isascii() else _pieces(text, *match.span())
    _refuse_unknown(text[position:])
    return pieces


def _ascii_pieces(text: str, start: int, end: int) -> Iterable[Piece]:
    """The pieces of a word of ASCII letters: a single one where it is in one case, as most are."""
    word = text[start:end]
    folded = word.lower()
    if not word[1:].islower() or folded.startswith("mc"):  # a single letter has none after it
        return _pieces(text, start, end)
    case = _LOWER if word == folded else _TITLE
    return (Piece(start, end, _roles().get(folded, _WORD), case, folded),)


def _refuse_unknown(gap: str) -> None:
    if not gap.isascii() and any(c.isalpha() and c not in _APOSTROPHES for c in gap):
        msg = "a name holds a letter of a script that this version of the scheme does not know"
        raise FormatError(msg)


def _pieces(text: str, start: int, end: int) -> Iterator[Piece]:
    joined = end - start == 1 and _is_joined(text, start)
    for first, last, case in _same_case(text, start, end):
        word = fold(text[first:last])
        rest, below = first, case
        while word.startswith("mc") and len(word) > 2 and word[2].isalpha():
            yield Piece(rest, rest + 2, Role.JOINED, below, "mc")
            rest, word = rest + 2, word[2:]
            below = Case.LOWER if case is Case.TITLE else case
        yield Piece(rest, last, Role.JOINED if joined else _role(word, below), below, word)


def _is_joined(text: str, index: int) -> bool:
    """Whether a single letter hangs on another by an apostrophe."""
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
    return _roles().get(_listing(word)[0], Role.WORD)


@cache
def _roles() -> dict[str, Role]:
    roles = (Role.SUFFIX, Role.PARTICLE, Role.TITLE, Role.RUDE)
    found = {word: role for role in roles for word in lexicon().roles[role.value]}
    return found | {"mc": Role.JOINED}


def _listing(word: str) -> tuple[str, bool]:
    """The spelling under which a folded word would be listed, and whether it stands decomposed in the text."""
    if word.isascii():
        return word, False
    composed = normalize("NFC", word)
    if composed == word:
        return word, False
    return (composed, True) if normalize("NFD", composed) == word else ("", False)


def word_class(word: str) -> str:
    """The class that lists a folded word; empty for an unlisted one."""
    place = lexicon().find(word if word.isascii() else _listing(word)[0])
    return place[0] if place else ""


def word_kind(word: str) -> str:
    """What a word in small letters is, of what its class says: ``given-f``, ``surname``, ``word``, ``word-place``."""
    return word_class(word).partition(".")[0]


def is_everyday(word: str) -> bool:
    """Whether a word in small letters is one of everyday language, though it may be a name: ``mark``, ``judge``."""
    return any(part.startswith(("word", "cue-")) for part in word_class(word).split("."))


Spell = Callable[[Iterator[int]], str]
"""Spells a piece, in the case that it has, with the ranks that come next."""

_Word = tuple[Part, Callable[[int], str]]
_Known = tuple[str, WordSet, frozenset[int]]


class WordCodec:
    """Words as parts, and back. Every word is its own parts, whatever stands beside it.

    Args:
        domain: Names what the words are words of; it begins every part's domain.
        general: Sets of listed words that are classes of their own here, whatever class they are of elsewhere.
        keep: The attributes of a listed name that its surrogate keeps.
    """

    def __init__(
        self, domain: str, general: Sequence[Collection[str]] = (), keep: Collection[str] = DEFAULT_KEEP
    ) -> None:
        self._domain = domain
        self._keep = frozenset(keep)
        self._sets = tuple(tuple(sorted(words)) for words in general)
        self._general = {word: place for place, words in enumerate(self._sets) for word in words}
        self._known: dict[tuple[str, bool, int], _Known] = {}

    def _listed(self, kind: str, word: str) -> _Word:
        """A listed word of a class: its part, and the words it is exchanged within, the general ones left out."""
        key = kind, word.isascii(), group_of(word)
        known = self._known.get(key) or self._known.setdefault(key, self._know(sets_of(self._keep)[key]))
        domain, found, gaps = known
        part = Part(domain, len(found.words), found.ranks[word], steps=found.by_initial, gaps=gaps)
        return part, found.words.__getitem__

    def _know(self, found: WordSet) -> _Known:
        gaps = _gaps(found, frozenset(self._general)) if self._general else frozenset[int]()
        return f"{self._domain}/{found.name}", found, gaps

    def read(self, piece: Piece) -> tuple[list[Part], Spell]:
        """The parts of one piece, one or several for a word of many letters; and what spells it with other ranks."""
        _, _, role, case, word = piece
        apply = case.apply
        if role is Role.INITIAL:
            kind, letters, rank = place_of(word, small=case is _LOWER)
            return [Part(f"{self._domain}/{kind}", len(letters), rank)], lambda ranks: apply(letters[next(ranks)])
        if role is not _WORD:
            words = _role_words(role)
            part = Part(f"{self._domain}/{role.value}", len(words), words.index(word))
            return [part], lambda ranks: apply(words[next(ranks)])
        listing, decomposed = _listing(word)
        found = self._word(word, listing)
        if found:
            part, spell = found
            if decomposed:
                return [part], lambda ranks: apply(normalize("NFD", spell(next(ranks))))
            return [part], lambda ranks: apply(spell(next(ranks)))
        blocks = _blocks(word)
        parts = [Part(f"{self._domain}/letters.{i} {b.name}", b.size, b.rank) for i, b in enumerate(blocks)]
        return parts, lambda ranks: apply("".join(block.write(next(ranks)) for block in blocks))

    def _word(self, word: str, listing: str) -> _Word | None:
        """The part of a word, and the words of its ranks; None for a word that is ranked letter by letter."""
        general = self._general.get(word)
        if general is not None:
            among = self._sets[general]
            return Part(f"{self._domain}/language.{general}", len(among), among.index(word)), among.__getitem__
        place = lexicon().find(listing)
        if place:
            return self._listed(place[0], listing)
        stem = stem_of(listing)
        if stem:
            return self._plural(stem)
        return self._unlisted(word)

    def _plural(self, stem: str) -> _Word | None:
        """A word that is another with an ending: the part of that, for it stands for the same."""
        found = self._word(stem, stem)
        if found is None:
            return None
        part, spell = found
        unread, general = Unread(part.domain, spell, self._general), part.gaps
        gaps = _Either(general, unread) if general else unread
        return part._replace(gaps=gaps), lambda rank: plural_of(spell(rank))

    def _unlisted(self, word: str) -> _Word | None:
        plain = rank_plain(word)
        if plain is not None:
            return Part(f"{self._domain}/unlisted", size_of_plain(), plain), unrank_plain
        shape = shape_of(word)
        if shape is None:
            return None
        part = Part(f"{self._domain}/unlisted {shape.name}", shape_size(shape), rank_word(shape, word))
        return part, partial(unrank_word, shape)

    def read_joined(self, piece: Piece) -> tuple[list[Part], Spell]:
        """The parts of a piece that is a word only together with its neighbours, so that no list knows it."""
        shape = shape_of(piece.word)
        if shape is None:
            return self.read(piece)
        words, apply = EveryWord(shape), piece.case.apply
        part = Part(f"{self._domain}/joined {shape.name}", words.size, words.rank(piece.word))
        return [part], lambda ranks: apply(words.unrank(next(ranks)))


@dataclass(frozen=True)
class _Either(Container[int]):
    """What is in one of two."""

    one: Container[int]
    other: Container[int]

    def __contains__(self, rank: object) -> bool:
        return rank in self.one or rank in self.other


@cache
def _gaps(found: WordSet, general: frozenset[str]) -> frozenset[int]:
    """The ranks of the words of a set that are general ones."""
    return frozenset(found.ranks[word] for word in general & found.ranks.keys())


@cache
def _role_words(role: Role) -> tuple[str, ...]:
    """The words of a role that are exchanged when a name holds nothing else."""
    return tuple(word for word in lexicon().roles[role.value] if _is_exchanged(word, role))


def _is_exchanged(word: str, role: Role) -> bool:
    return word.isascii() and len(word) > 1 and _roles().get(word) is role


def is_exchangeable(piece: Piece) -> bool:
    """Whether a kept piece may be exchanged within its role."""
    return piece.role in (Role.TITLE, Role.PARTICLE, Role.SUFFIX) and _is_exchanged(piece.word, piece.role)


@dataclass(frozen=True, slots=True)
class _Block:
    """Up to 16 letters of a word that is not spelled by clusters: each is exchanged within its alphabet."""

    letters: tuple[Symbol, ...]
    alphabets: tuple[tuple[str, ...], ...]
    barred: Sequence[int]

    @property
    def name(self) -> str:
        return ",".join(
            f"{s.alphabet.name}:{len(a)}{s.marks}" for s, a in zip(self.letters, self.alphabets, strict=True)
        )

    @property
    def size(self) -> int:
        return prod(map(len, self.alphabets)) - len(self.barred)

    @property
    def rank(self) -> int:
        raw = self.raw_rank
        return raw - bisect_left(self.barred, raw)

    @property
    def raw_rank(self) -> int:
        rank = 0
        for symbol, alphabet in zip(self.letters, self.alphabets, strict=True):
            rank = rank * len(alphabet) + bisect_left(alphabet, symbol.letter)
        return rank

    def write(self, rank: int) -> str:
        rank += bisect_right(range(len(self.barred)), rank, key=lambda index: self.barred[index] - index)
        word = ""
        for symbol, alphabet in zip(reversed(self.letters), reversed(self.alphabets), strict=True):
            rank, place = divmod(rank, len(alphabet))
            word = alphabet[place] + symbol.marks + word
        return word


def _blocks(word: str) -> list[_Block]:
    letters = symbols(word)
    alphabets = [symbol.alphabet.letters for symbol in letters]
    _keep_from_mc(letters, alphabets)
    barred = _listed_ranks(_signature(word)) if len(letters) <= _BLOCK else ()
    starts = range(0, len(letters), _BLOCK)
    return [_Block(tuple(letters[i : i + _BLOCK]), tuple(alphabets[i : i + _BLOCK]), barred) for i in starts]


def _keep_from_mc(letters: Sequence[Symbol], alphabets: list[tuple[str, ...]]) -> None:
    """See to it that no word comes to begin with ``mc``, which would be cut off it; accents keep it from that."""
    if len(letters) < 2 or letters[0].marks or letters[1].marks:
        return
    if letters[0].letter != "m":
        alphabets[0] = tuple(letter for letter in alphabets[0] if letter != "m")
    else:
        alphabets[0] = ("m",)
        alphabets[1] = tuple(letter for letter in alphabets[1] if letter != "c")


def _signature(word: str) -> tuple[str, ...]:
    return tuple(symbol.alphabet.name + symbol.marks for symbol in symbols(word))


@cache
def _listed_ranks(signature: tuple[str, ...]) -> tuple[int, ...]:
    """The ranks that listed words of other scripts than Latin take among the words of a signature."""
    words = _listed_otherwise().get(signature, ())
    return tuple(
        sorted(_Block(tuple(s), tuple(x.alphabet.letters for x in s), ()).raw_rank for s in map(symbols, words))
    )


@cache
def _listed_otherwise() -> dict[tuple[str, ...], list[str]]:
    found: dict[tuple[str, ...], list[str]] = {}
    for words in lexicon().classes.values():
        for word in words if words[0] >= "\u0370" else ():
            for form in {word, normalize("NFD", word)}:
                found.setdefault(_signature(form), []).append(form)
    return found
