"""Numbers that a model reasons about: ages, sums of money, measurements."""

from __future__ import annotations

from training.draws import Draws
from training.example import Piece
from training.lists import LISTS

__all__ = ["Quantities"]

_CURRENCIES = ("$", "$", "$", "€", "£", "¥", "US$", "C$", "₹", "CHF ", "EUR ", "USD ", "GBP ")
_UNITS = (
    " dollars",
    " euros",
    " pounds",
    " USD",
    " EUR",
    " GBP",
    " CHF",
    "€",
    " €",
    "k USD",
    " bucks",
    " yen",
    " rupees",
)
_SWAPPED = str.maketrans(",.", ".,")


class Quantities(Draws):
    """Ages, money and measurements, as people write them."""

    def _slot_age(self, language: str) -> list[Piece]:
        age = self.chance.randint(1, 99)
        if language == "en" and age > 20 and age % 10 and self.chance.random() < 0.07:
            return [(f"{LISTS['tens'][age // 10 - 2]}-{LISTS['ones'][age % 10 - 1]}", "AGE")]
        return [(str(age), "AGE")]

    def _slot_money(self, language: str) -> list[Piece]:
        amount = self._amount(language)
        return [(self._english_sum(amount) if language == "en" else self._european_sum(amount), "MONEY")]

    def _amount(self, language: str) -> str:
        """A number of any size, its thousands and decimals set apart as the language does."""
        roll = self.chance.random()
        amount = round(10 ** self.chance.uniform(0.5, 7), self.chance.choice([0, 0, 2]))
        text = f"{amount:,.2f}" if roll < 0.4 else f"{int(amount):,}" if roll < 0.75 else str(int(amount))
        if language in ("de", "es", "it", "nl", "pt"):
            return text.translate(_SWAPPED)
        return text.replace(",", "\u202f").replace(".", ",") if language == "fr" else text

    def _european_sum(self, amount: str) -> str:
        if self.chance.random() < 0.8:
            return amount + self._pick(" €", " Euro", " EUR", "€", " CHF")
        return f"€ {amount}"

    def _english_sum(self, amount: str) -> str:
        """A sum of that amount, or of one that is written otherwise: in millions, in words, in thousands."""
        roll = self.chance.random()
        if roll < 0.12:
            size = self._pick("million", "billion", "thousand", "m", "bn")
            return f"{self._pick(*_CURRENCIES)}{self.chance.uniform(1, 99):.1f} {size}"
        if roll < 0.17:
            size, unit = self._pick("hundred", "thousand", "million"), self._pick("dollars", "pounds", "euros")
            return f"{self._one_of('ones')} {size} {unit}"
        if roll < 0.22:
            return f"{self._pick(*_CURRENCIES).strip()}{self.chance.randint(1, 900)}k"
        return f"{self._pick(*_CURRENCIES)}{amount}" if roll < 0.7 else f"{amount}{self._pick(*_UNITS)}"

    def _slot_height(self, _: str) -> list[Piece]:
        options = (
            f"{self.chance.randint(120, 210)} cm",
            f"{self.chance.uniform(1.2, 2.1):.2f} m",
            f"{self.chance.randint(4, 6)}'{self.chance.randint(0, 11)}\"",
            f"{self.chance.randint(4, 6)} ft {self.chance.randint(0, 11)} in",
        )
        return [(self._pick(*options), "MEASUREMENT")]

    def _slot_weight(self, _: str) -> list[Piece]:
        weight = self.chance.randint(3, 150)
        return [(f"{weight}{self._pick(' kg', 'kg', ' lbs', ' pounds', ' kilograms')}", "MEASUREMENT")]

    def _slot_length(self, _: str) -> list[Piece]:
        return [(f"{self.chance.uniform(1, 99):.1f}{self._pick(' cm', ' inches', ' m', 'mm')}", "MEASUREMENT")]

    def _slot_lab(self, _: str) -> list[Piece]:
        value = self.chance.uniform(1, 200)
        return [(f"{value:.1f} {self._pick('mg/dL', 'mmol/L', 'g/dL', 'U/L', 'ng/mL')}", "MEASUREMENT")]

    def _slot_temp(self, _: str) -> list[Piece]:
        return [(f"{self.chance.uniform(35, 41):.1f}{self._pick(' °C', '°C', ' C')}", "MEASUREMENT")]

    def _slot_bp(self, _: str) -> list[Piece]:
        return [(f"{self.chance.randint(90, 190)}/{self.chance.randint(50, 110)} mmHg", "MEASUREMENT")]
