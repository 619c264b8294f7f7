"""Names of people, their titles, jobs and groups."""

from __future__ import annotations

import string

from training.draws import Draws
from training.example import Piece

__all__ = ["People"]


class People(Draws):
    """Names from the language's countries, the census and all over the world."""

    def first(self, language: str) -> str:
        """A given name; one in four from somewhere else."""
        roll = self.chance.random()
        if roll < 0.1:
            return self._one_of("roman")
        if roll < 0.3:
            return self.chance.choice(self._given_names).title()
        fake = self._foreign() if roll < 0.5 else self._fake(language)
        return fake.first_name()

    def last(self, language: str) -> str:
        """A surname; one in two from somewhere else."""
        roll = self.chance.random()
        if roll < 0.1:
            return self._one_of("roman_last")
        if roll < 0.4:
            name = self._surname()
            return f"Mc{name[2:].title()}" if name.startswith("Mc") and len(name) > 4 else name
        if roll < 0.45:
            return self._pick("van der ", "de la ", "von ", "O'", "Mc", "Di ", "Le ", "El ") + self._surname()
        if roll < 0.49:
            return f"{self._surname()}-{self._surname()}"
        fake = self._foreign() if roll < 0.7 else self._fake(language)
        return fake.last_name()

    def person(self, language: str) -> str:
        """A name in full, in one of its usual forms."""
        first, last = self.first(language), self.last(language)
        forms = {
            f"{first} {last}": 62,
            f"{first} {self._initial()} {last}": 10,
            f"{first} {self.first(language)} {last}": 7,
            f"{first} {last} {self._pick('Jr.', 'Sr.', 'III', 'II', 'Jr')}": 4,
            f"{self._initial()} {last}": 4,
            f"{self._initial()}{self._initial()} {last}": 3,
            f"{first} {last} {self.last(language)}": 4,
            first: 3,
            f'{first} "{self.first(language)}" {last}': 3,
        }
        return self.chance.choices(list(forms), list(forms.values()))[0]

    def _initial(self) -> str:
        return self.chance.choice(string.ascii_uppercase) + self._pick(".", ".", ".", "")

    def _slot_person(self, language: str) -> list[Piece]:
        name = self.person(language)
        if self.chance.random() < 0.1:
            return [*self._slot_title(language), (" ", None), (name, "PERSON")]
        return [(name, "PERSON")]

    def _slot_titled(self, language: str) -> list[Piece]:
        return [*self._slot_title(language), (" ", None), *self._slot_last(language)]

    def _slot_first(self, language: str) -> list[Piece]:
        return [(self.first(language), "PERSON")]

    def _slot_last(self, language: str) -> list[Piece]:
        return [(self.last(language), "PERSON")]

    def _slot_initial(self, _: str) -> list[Piece]:
        return [(self._initial(), "PERSON")]

    def _slot_title(self, _: str) -> list[Piece]:
        return [(self._one_of("titles"), "TITLE")]

    def _slot_dr(self, _: str) -> list[Piece]:
        return [(self._pick("Dr.", "Dr.", "Dr"), "TITLE")]

    def _slot_him(self, _: str) -> list[Piece]:
        return [(self._pick("him", "her", "them"), None)]

    def _slot_his(self, _: str) -> list[Piece]:
        return [(self._pick("his", "her", "their"), None)]

    def _slot_nrp(self, _: str) -> list[Piece]:
        return [(self._one_of("nrp"), "NRP")]

    def _slot_party(self, _: str) -> list[Piece]:
        return [(self._one_of("parties"), "NRP")]

    def _slot_initials(self, _: str) -> list[Piece]:
        """How people sign short messages."""
        letters = self._initial()[0] + self._initial()[0]
        return [(self._pick(letters, letters, letters.title(), letters.lower()), "PERSON")]

    def _slot_job(self, _: str) -> list[Piece]:
        if self.chance.random() < 0.3:
            return [(self._american().job(), "JOB_TITLE")]
        job = self._one_of("jobs")
        return [(job.title() if self.chance.random() < 0.3 and job.islower() else job, "JOB_TITLE")]

    def _slot_ajob(self, _: str) -> list[Piece]:
        job = self._one_of("jobs")
        return [("an " if job[0] in "aeiouAEIOU" else "a ", None), (job, "JOB_TITLE")]
