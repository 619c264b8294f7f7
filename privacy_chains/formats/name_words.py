"""Codec for the words of names: it splits them into parts, and writes them with other parts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from unicodedata import normalize

from privacy_chains.formats._classes import DEFAULT_KEEP, WordSet, sets_of
from privacy_chains.formats._clusters import shape_of
from privacy_chains.formats._initials import group_of, place_of
from privacy_chains.formats._letter_blocks import letter_blocks
from privacy_chains.formats._plurals import ReadOtherwise, Unread, plural_of, stem_of
from privacy_chains.formats._spelling import rank_word, shape_size, unrank_word
from privacy_chains.formats._unlisted import EveryWord, may_be_plain, rank_plain, size_of_plain, unrank_plain
from privacy_chains.formats.base import Part
from privacy_chains.formats.name_lists import lexicon
from privacy_chains.formats.name_pieces import Case, NamePiece, Role, role_words
from privacy_chains.formats.word_classes import listed_form

__all__ = ["Spell", "WordCodec"]

_WORD = Role.WORD  # needed for every word, and looking it up in the class is slower

Spell = Callable[[Iterator[int]], str]
"""Spells a piece in its own case, with the next ranks."""
_Word = tuple[Part, Callable[[int], str]]
_Known = tuple[str, WordSet, frozenset[int]]


class WordCodec:
    """Turns words into parts, and back. The parts of a word do not depend on the words beside it.

    Args:
        domain: Names what the words are words of. Every part's domain begins with it.
        general: Sets of listed words that are separate classes here, whatever their class is elsewhere.
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
        """A listed word of a class: its part, and the words for which it may be exchanged, without the general ones."""
        key = kind, word.isascii(), group_of(word)
        known = self._known.get(key) or self._known.setdefault(key, self._know(sets_of(self._keep)[key]))
        domain, found, gaps = known
        part = Part(domain, len(found.words), found.ranks[word], steps=found.by_initial, gaps=gaps)
        return part, found.words.__getitem__

    def _know(self, found: WordSet) -> _Known:
        gaps = _gaps(found, frozenset(self._general)) if self._general else frozenset[int]()
        return f"{self._domain}/{found.name}", found, gaps

    def read(self, piece: NamePiece) -> tuple[list[Part], Spell]:
        """The parts of a piece (several for a word of many letters), and a function that spells it with other ranks."""
        _, _, role, case, word = piece
        apply = case.apply
        if role is Role.INITIAL:
            kind, letters, rank = place_of(word, small=case is Case.LOWER)
            return [Part(f"{self._domain}/{kind}", len(letters), rank)], lambda ranks: apply(letters[next(ranks)])
        if role is not _WORD:
            words = role_words(role)
            part = Part(f"{self._domain}/{role.value}", len(words), words.index(word))
            return [part], lambda ranks: apply(words[next(ranks)])
        listing, decomposed = listed_form(word)
        found = self._word(word, listing)
        if found:
            part, spell = found
            if decomposed:
                return [part], lambda ranks: apply(normalize("NFD", spell(next(ranks))))
            return [part], lambda ranks: apply(spell(next(ranks)))
        blocks = letter_blocks(word)
        parts = [Part(f"{self._domain}/letters.{i} {b.name}", b.size, b.rank) for i, b in enumerate(blocks)]
        return parts, lambda ranks: apply("".join(block.write(next(ranks)) for block in blocks))

    def _word(self, word: str, listing: str) -> _Word | None:
        """The part of a word, and the words for its ranks; None for a word that is ranked letter by letter."""
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
        """A word with an ending: it has the part of the word without the ending, because both name the same."""
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
        gaps = ReadOtherwise(shape) if may_be_plain(shape) else frozenset[int]()
        part = Part(f"{self._domain}/unlisted {shape.name}", shape_size(shape), rank_word(shape, word), gaps=gaps)
        return part, partial(unrank_word, shape)

    def read_joined(self, piece: NamePiece) -> tuple[list[Part], Spell]:
        """The parts of a piece that is a word only together with its neighbours, so no list has it."""
        shape = shape_of(piece.word)
        if shape is None:
            return self.read(piece)
        words, apply = EveryWord(shape), piece.case.apply
        part = Part(f"{self._domain}/joined {shape.name}", words.size, words.rank(piece.word))
        return [part], lambda ranks: apply(words.unrank(next(ranks)))


@dataclass(frozen=True)
class _Either(Container[int]):
    """The union of two containers."""

    one: Container[int]
    other: Container[int]

    def __contains__(self, rank: object) -> bool:
        return rank in self.one or rank in self.other


@cache
def _gaps(found: WordSet, general: frozenset[str]) -> frozenset[int]:
    """The ranks of the general words in a set."""
    return frozenset(found.ranks[word] for word in general & found.ranks.keys())
