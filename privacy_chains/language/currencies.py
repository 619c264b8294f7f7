"""Currencies: their codes, signs and names in the languages that are read.

Words are in small letters. Those to be *careful* with mean something else as well (``pound``, ``real``, ``won``,
``ALL``): alone they are no money, nor is a number beside them without more that says so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain
from typing import NamedTuple

from privacy_chains.language.tables import read_rows, split
from privacy_chains.lazy import lazily

__all__ = [
    "Currency",
    "careful_codes",
    "careful_words",
    "codes",
    "codes_in",
    "codes_of",
    "codes_said",
    "currencies",
    "letter_signs",
    "mixed_signs",
    "qualifiers",
    "signs",
    "words",
]

_LANGUAGES = ["en", "de", "fr", "es", "it", "pt", "nl", "pl", "sv", "da", "nb", "fi"]
_EVERY = "*"
_WORD = lazily(r"[^\W\d_]+")


class Currency(NamedTuple):
    """One currency.

    Attributes:
        code: Its ISO code.
        careful: Whether the code is as often a word or another abbreviation.
        signs: How it is written short: ``$``, ``MX$``, ``kr``.
        names: Its names by language, in every form that counting asks for.
    """

    code: str
    careful: bool
    signs: tuple[str, ...]
    names: Mapping[str, tuple[str, ...]]


@cache
def currencies() -> Mapping[str, Currency]:
    """Every currency that is or was legal tender in this century, and two that never were, by code."""
    rows = (row for row in read_rows("currencies.tsv") if row[0] != _EVERY)
    return {
        code: Currency(code, careful != "", split(signs), dict(zip(_LANGUAGES, map(split, names), strict=True)))
        for code, careful, signs, *names in rows
    }


@cache
def signs() -> str:
    """Every character that is the sign of a currency."""
    return next(row[2] for row in read_rows("currencies.tsv") if row[0] == _EVERY).replace("|", "")


@cache
def letter_signs() -> frozenset[str]:
    """Signs of two letters or more, in small letters and without points at the end: ``kr``, ``fcfa``, ``rs``."""
    short = (sign.rstrip(".").lower() for currency in currencies().values() for sign in currency.signs)
    return frozenset(sign for sign in short if len(sign) > 1 and sign.isalpha())


@cache
def mixed_signs() -> tuple[str, ...]:
    """Signs of several characters that are not all letters: ``$US``, ``S/``, ``B/.``."""
    written = (sign for currency in currencies().values() for sign in currency.signs)
    return tuple(sorted({sign for sign in written if len(sign) > 1 and not sign.rstrip(".").isalpha()}))


@cache
def codes() -> tuple[str, ...]:
    """The codes that are little else."""
    return tuple(currency.code for currency in currencies().values() if not currency.careful)


@cache
def careful_codes() -> tuple[str, ...]:
    """The codes to be careful with."""
    return tuple(currency.code for currency in currencies().values() if currency.careful)


@cache
def words() -> frozenset[str]:
    """What money is called in one word: ``dollars``, ``euro``, ``franken``."""
    return frozenset(chain.from_iterable(split(row[1]) for row in read_rows("currency_words.tsv")))


@cache
def careful_words() -> frozenset[str]:
    """The words for money to be careful with."""
    return frozenset(chain.from_iterable(split(row[2]) for row in read_rows("currency_words.tsv")))


@cache
def qualifiers() -> frozenset[str]:
    """The other words of the names of currencies: ``swiss``, ``des``, ``amerykańskich``."""
    return frozenset(_parts()) - words() - careful_words()


@cache
def _parts() -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for currency in currencies().values():
        for name in chain.from_iterable(currency.names.values()):
            for part in _WORD.findall(name):
                found[part].add(currency.code)
    return {part: frozenset(codes) for part, codes in found.items()}


def codes_of(word: str) -> frozenset[str]:
    """The currencies in whose names a word stands; in small letters."""
    return _parts().get(word, frozenset())


@cache
def _by_sign() -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for currency in currencies().values():
        for sign in (currency.code, *currency.signs):
            found[sign.rstrip(".").lower()].add(currency.code)
    return {sign: frozenset(codes) for sign, codes in found.items()}


_PIECE = lazily(r"[^\W\d_]+\$?|[^\w\s]")


def codes_said(word: str) -> frozenset[str]:
    """The currencies that a sign, a code or a name to be careful with may say; none for another word."""
    small = word.lower()
    known = _by_sign().get(small, frozenset()) if small != word or small in letter_signs() else frozenset()
    return known | codes_of(small) if small in careful_words() else known


def codes_in(text: str) -> frozenset[str]:
    """The currencies that an amount may be in, by the sign, code or word that stands in it."""
    return frozenset(chain.from_iterable(_codes_in(text.lower())))


def _codes_in(text: str) -> Iterator[frozenset[str]]:
    for sign in mixed_signs():
        if sign.lower() in text:
            yield _by_sign().get(sign.rstrip(".").lower(), frozenset())
    for piece in _PIECE.findall(text):
        yield _by_sign().get(piece, frozenset())
        if piece in words() or piece in careful_words():
            yield codes_of(piece)
