"""What stands for one person, account or thing: telephone numbers, numbers of documents, user names, passwords."""

from __future__ import annotations

import string

from training.example import UNSURE, Piece
from training.people import People

__all__ = ["Identifiers"]

_SIGNS = {"#": string.digits, "?": string.ascii_uppercase}
_NOISE = string.ascii_letters + string.digits + "!@#$%&*?_-"


class Identifiers(People):
    """Numbers in the usual patterns; user names are made of people's names."""

    def _slot_phone(self, language: str) -> list[Piece]:
        us = self._like("(###) ###-####", "###-###-####", "+1 ### ### ####", "###.###.####", "##########")
        if language == "en" and self.chance.random() < 0.5:
            return [(us, "PHONE_NUMBER")]
        return [(self._fake(language).phone_number(), "PHONE_NUMBER")]

    def _slot_email(self, language: str) -> list[Piece]:
        return [(self._fake(language).ascii_email(), UNSURE)]  # patterns find it

    def _slot_ssn(self, _: str) -> list[Piece]:
        return [(self._like("###-##-####", "### ## ####", "#########"), "US_SSN")]

    def _slot_card(self, _: str) -> list[Piece]:
        if self.chance.random() < 0.5:
            return [(self._american().credit_card_number(), "CREDIT_CARD")]
        return [(self._like("#### #### #### ####", "####-####-####-####", "#### ###### #####"), "CREDIT_CARD")]

    def _slot_mrn(self, _: str) -> list[Piece]:
        number = self._like("#######", "########", "MRN-######", "H######", "##-##-##", "??####")
        return [(number, "MEDICAL_RECORD")]

    def _slot_order(self, _: str) -> list[Piece]:
        number = self._like("#######", "ORD-#####", "###-#######-#######", "??-####-???", "A######", "#?#?#?##")
        return [(number, "ORDER_ID")]

    def _slot_bank(self, _: str) -> list[Piece]:
        return [(self._like("########", "##########", "############", "####-#####"), "US_BANK_NUMBER")]

    def _slot_license(self, _: str) -> list[Piece]:
        number = self._like("?#######", "########", "???-###-###", "?###-####-####", "#########")
        return [(number, "US_DRIVER_LICENSE")]

    def _slot_passport(self, _: str) -> list[Piece]:
        return [(self._like("#########", "?########", "??#######"), "US_PASSPORT")]

    def _slot_idnum(self, _: str) -> list[Piece]:
        number = self._like("######", "?####", "EMP-####", "##-########", "???#####", "####/##", "P-###-###")
        return [(number, "ID_NUMBER")]

    def _slot_user(self, language: str) -> list[Piece]:
        first, last = _ascii_letters(self.first(language)), _ascii_letters(self.last(language))
        number = str(self.chance.randint(1, 2010))
        word = self._one_of("words")
        name = self._pick(
            f"{first}.{last}",
            f"{first[:1]}{last}",
            f"{first}{number}",
            f"{word}_{first}",
            f"{first}_{last}",
            f"{word}{number}",
            f"{last}{first[:1]}",
            f"{word}.{word[::-1]}",
        )
        return [(name, "USERNAME")]

    def _slot_password(self, _: str) -> list[Piece]:
        word, other = self._one_of("words"), self._one_of("words")
        noise = "".join(self.chance.choice(_NOISE) for _ in range(self.chance.randint(7, 14)))
        options = (
            f"{word.title()}{self.chance.randint(1, 2025)}!",
            noise,
            noise,
            f"{word}-{other}-{self.chance.randint(1, 99)}",
            f"{word}{other}{self.chance.randint(1, 999)}",
            self._filled("######"),
        )
        return [(self._pick(*options), "PASSWORD")]

    def _like(self, *patterns: str) -> str:
        """One of the patterns, filled."""
        return self._filled(self._pick(*patterns))

    def _filled(self, pattern: str) -> str:
        """The pattern with digits for ``#`` and capitals for ``?``."""
        return "".join(self.chance.choice(_SIGNS[sign]) if sign in _SIGNS else sign for sign in pattern)


def _ascii_letters(name: str) -> str:
    return "".join(sign for sign in name.lower() if sign.isascii() and sign.isalpha()) or "anon"
