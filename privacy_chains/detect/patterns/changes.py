"""Amounts that change: ``rent went from 1450 to 1620``, ``my salary: it was 68,000, now 71,500``.

The first number says by its words what it is, and the second is of the same kind. Each takes three digits.
"""

from __future__ import annotations

from collections.abc import Iterator

from privacy_chains.detect.patterns.numerals import AFTER, AMOUNT, MAGNITUDE, one_of
from privacy_chains.detect.patterns.reading import FoundValue, ValueReading, matches
from privacy_chains.detect.patterns.sums import CLOSE, CLOSE_ABROAD, SUM_WORDS
from privacy_chains.lazy import lazily

__all__ = ["find_changes"]

_SUM = rf"(?=[0-9]{{3}}|[0-9]{{1,2}}(?:[.,'\u2019 ][0-9]{{3}}|\s?k\b)){AMOUNT}(?:[\s\-]?{MAGNITUDE}{AFTER})?"
_TO = one_of("to auf à a zu naar para al")
_FROM_TO = lazily(rf"(?P<old>{_SUM})\s{_TO}\s(?P<new>{_SUM})(?:{CLOSE}|{CLOSE_ABROAD})")
_SINCE = one_of(
    "now today currently jetzt heute inzwischen maintenant désormais ahora hoy adesso ora oggi nu agora hoje"
)
_WAS_NOW = lazily(
    rf"(?P<old>{_SUM})(?:\s(?:before|last_year|previously))?,?\s(?:(?:and|but|und|aber|et|mais|y|pero|e|ma|en|maar|mas)\s)?"
    rf"(?:it['\u2019]?s?\s(?:is\s)?|is\s|ist\s|est\s|es\s|è\s|é\s)?{_SINCE}\s(?:(?:it['\u2019]s|it\sis|is)\s)?(?P<new>{_SUM})(?:{CLOSE}|{CLOSE_ABROAD})"
)
_CHANGED = one_of(
    "went goes go going rose rises risen rise jumped climbed increased raised fell fallen dropped drops drop decreased"
    " changed changes moved moves grew grown was is up down shrank cut lowered hiked bumped"
    " stieg steigt gestiegen fiel fällt gefallen sank ging erhöhte erhöht sinkt wuchs"
    " passe passé passée passait monté montée monte baissé augmenté descendu"
    " subió sube subido bajó baja bajado pasó pasa pasado aumentó"
    " passa passato passata salito salita sale sceso scesa scende aumentato aumentata"
    " ging gaat gegaan steeg stijgt gestegen daalde gedaald"
    " subiu passou caiu aumentou baixou"
)
_BETWEEN = r"(?:\s[^\W\d_]{1,12}){0,3}?"
_IS_CHANGED = lazily(rf"(?<![^\W_]){SUM_WORDS}{_BETWEEN}\s{_CHANGED}{_BETWEEN}\s{one_of('from von de da van du')}\s\Z")
_WAS = lazily(
    rf"(?:(?<![^\W_]){SUM_WORDS}[^.;!?\n0-9]{{0,24}}|(?:\A|\n)\s{{0,4}}(?:(?:it|es|das|ce|het|dat)\s|c['\u2019])?)"
    rf"{one_of('was war était etait era fue eram werd')}\s\Z"
)
_REACH = 80


def find_changes(reading: ValueReading) -> Iterator[FoundValue]:
    """The amounts before and after a change of a sum of money; of ``it`` where no earlier word tells what it is."""
    for pattern, told in ((_FROM_TO, _IS_CHANGED), (_WAS_NOW, _WAS)):
        for found in matches(pattern, reading.lower, reading.amounts):
            if told.search(reading.lower, max(0, found.start() - _REACH), found.start()):
                yield FoundValue(*found.span("old"), "MONEY", 0.6)
                yield FoundValue(*found.span("new"), "MONEY", 0.6)
