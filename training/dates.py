"""Dates and times."""

from __future__ import annotations

from datetime import date

from training.draws import Draws
from training.example import Piece
from training.lists import LISTS

__all__ = ["Dates"]


class Dates(Draws):
    """Days, months, years, times of day and expiry dates, in the language's spellings."""

    def _slot_date(self, language: str) -> list[Piece]:
        day = date(self.chance.randint(1920, 2030), self.chance.randint(1, 12), self.chance.randint(1, 28))
        pattern = self.chance.choice(LISTS["dates"] + LISTS.get(f"dates_{language}", LISTS["dates_romance"]))
        return [(_written(day, pattern, LISTS[f"months_{language}"][day.month - 1]), "DATE_TIME")]

    def _slot_monthyear(self, _: str) -> list[Piece]:
        return [(f"{self._one_of('months_en')} {self.chance.randint(1950, 2030)}", "DATE_TIME")]

    def _slot_year(self, _: str) -> list[Piece]:
        return [(str(self.chance.randint(1850, 2030)), "DATE_TIME")]

    def _slot_weekday(self, _: str) -> list[Piece]:
        return [(self._one_of("days"), "DATE_TIME")]

    def _slot_clock(self, _: str) -> list[Piece]:
        hour, minute = self.chance.randint(0, 23), self.chance.choice([0, 15, 30, 45])
        return [(self._pick(f"{hour}:{minute:02}", f"{hour % 12 + 1} {self._pick('am', 'pm', 'p.m.')}"), "DATE_TIME")]

    def _slot_isotime(self, _: str) -> list[Piece]:
        day = f"20{self.chance.randint(10, 29)}-{self.chance.randint(1, 12):02}-{self.chance.randint(1, 28):02}"
        between = self._pick(" ", "T")
        clock = f"{self.chance.randint(0, 23):02}:{self.chance.randint(0, 59):02}:12"
        return [(f"{day}{between}{clock}", "DATE_TIME")]

    def _slot_expiry(self, _: str) -> list[Piece]:
        month, year = f"{self.chance.randint(1, 12):02}", self.chance.randint(20, 35)
        return [(self._pick(f"{month}/{year}", f"{month}/20{year}", f"20{year}/{month}"), "DATE_TIME")]


def _written(day: date, pattern: str, month: str) -> str:
    """The date as a pattern of ``lists.txt`` has it.

    Its fields are ``d``, ``m``, ``y``: day, month, year; ``s``: the year's last two digits; ``o``: the ordinal of the
    day; ``n``, ``b``: the month's name, and in short; ``w``, ``a``: the weekday, and in short; ``h``, ``i``: hour and
    minute; ``q``: the quarter.
    """
    ending = {1: "st", 2: "nd", 3: "rd"}.get(day.day % 10 if day.day not in range(11, 14) else 0, "th")
    weekday = LISTS["days"][day.weekday()]
    return pattern.format(
        d=day.day, m=day.month, y=day.year, s=f"{day.year % 100:02}", n=month, b=month[:3], o=f"{day.day}{ending}",
        w=weekday, a=weekday[:3], h=day.day % 24, i=day.month * 5 - 5, q=(day.month + 2) // 3,
    )  # fmt: skip
