"""Names of companies, institutions, shops and clubs."""

from __future__ import annotations

import string

from training.example import Piece
from training.places import Places
from training.registry import named

__all__ = ["Organizations"]


class Organizations(Places):
    """Registered, well-known and made-up organizations, many of them named after people and towns."""

    def _slot_org(self, language: str) -> list[Piece]:
        roll = self.chance.random()
        if roll < 0.4:
            return [(named(self.chance.choice(self._entries), self.chance), "ORGANIZATION")]
        if roll < 0.55:
            return [(self._one_of("famous"), "ORGANIZATION")]
        if roll < 0.65:
            return [(self._fake(language).company(), "ORGANIZATION")]
        name = self._one_of("org_kinds").format(
            c=self.city("en"),
            l="{l}",  # stays: each is another surname
            f=self.first("en"),
            e=self._one_of("org_ends"),
            w=self._one_of("nouns"),
            v=self._one_of("tails"),
            a=self._capitals(2, 5),
        )
        while "{l}" in name:
            name = name.replace("{l}", self._surname(), 1)
        return [(name, "ORGANIZATION")]

    def _slot_venue(self, language: str) -> list[Piece]:
        if self.chance.random() < 0.2:
            return self._slot_org(language)
        name = self._one_of("venues").format(
            l=self._surname(),
            f=self.first(language),
            w=self._one_of("nouns"),
            k=self._one_of("venue_kinds"),
            c=self.city("en"),
            n=self.chance.randint(2, 99),
        )
        return [(name, "ORGANIZATION")]

    def _slot_acronym(self, _: str) -> list[Piece]:
        return [(self._capitals(2, 6), "ORGANIZATION")]

    def _capitals(self, least: int, most: int) -> str:
        count = self.chance.randint(least, most)
        return "".join(self.chance.choice(string.ascii_uppercase) for _ in range(count))
