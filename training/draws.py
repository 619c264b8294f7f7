"""What all kinds of values draw from: chance, word lists, Faker's locales, the census and registered organizations."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from faker import Faker

from training.lists import LISTS
from training.registry import Entry, registry

__all__ = ["Draws"]

_LOCALES = {
    "en": ["en_US", "en_US", "en_GB", "en_CA", "en_AU", "en_IE", "en_NZ", "en_IN"],
    "de": ["de_DE", "de_AT", "de_CH"],
    "fr": ["fr_FR", "fr_CH", "fr_CA"],
    "es": ["es_ES", "es_MX", "es_AR", "es_CO"],
    "it": ["it_IT"],
    "nl": ["nl_NL", "nl_BE"],
    "pt": ["pt_PT", "pt_BR"],
}


class Draws:
    """The base of all kinds of values.

    A kind is a subclass with a method ``_slot_name(language)`` for each slot ``{name}`` of the frames. Every draw moves
    ``chance`` on, so the order of draws is part of what a seed means: reordering them gives other texts.

    Args:
        seed: All draws follow from it and from ``PYTHONHASHSEED``, in the first object of a seed in a process.
        census: The folder of the census name lists.
        organizations: The folder of the registry of organizations and their addresses.

    Attributes:
        chance: Where all draws come from.
    """

    def __init__(self, seed: int, census: Path, organizations: Path) -> None:
        self.chance = random.Random(seed)
        self._seed = seed
        self._surnames = _names(census / "dist.all.last", 40_000)
        self._given_names = _names(census / "dist.female.first", 2_500) + _names(census / "dist.male.first", 1_000)
        self._entries = registry(organizations)
        self._entries_of = {language: _of(self._entries, language) for language in _LOCALES}

    def _pick(self, *options: str) -> str:
        return self.chance.choice(options)

    def _one_of(self, name: str) -> str:
        """An entry of the word list of that name."""
        return self.chance.choice(LISTS[name])

    def _surname(self) -> str:
        """A surname of the census."""
        return self.chance.choice(self._surnames).title()

    def _fake(self, language: str) -> Faker:
        """Faker for a country where the language is spoken."""
        return _faker(self.chance.choice(_LOCALES[language]), self._seed)

    def _foreign(self) -> Faker:
        """Faker for a country anywhere."""
        return _faker(self._one_of("elsewhere"), self._seed)

    def _american(self) -> Faker:
        """Faker for the United States."""
        return _faker("en_US", self._seed)


def _of(entries: Iterable[Entry], language: str) -> list[Entry]:
    """The entries of countries where a language is spoken; of all countries for English."""
    if language == "en":
        return list(entries)
    countries = {locale[-2:] for locale in _LOCALES[language]}
    return [entry for entry in entries if entry.country in countries]


@cache
def _names(path: Path, most: int) -> list[str]:
    """The commonest names of a census list, in upper case."""
    return [line.split()[0] for line in path.read_text("ascii").splitlines()[:most]]


@cache
def _faker(locale: str, seed: int) -> Faker:
    """Costly to make, so shared by all objects of a seed: a second one goes on where the first stopped."""
    fake = Faker(locale, use_weighting=False)
    fake.seed_instance(f"{seed}-{locale}")
    return fake
