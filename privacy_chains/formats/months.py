"""The names of months, in full and in short, as dates are written with them.

The lists whose order decides surrogates come first, then the languages of the lexicon that they lack.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from privacy_chains.formats._ranked_months import FURTHER, MONTHS, SHORT_MONTHS, SHORT_TONGUES, SPANISH, TONGUES
from privacy_chains.language.lexicon import entries, languages

__all__ = [
    "LONGEST_MONTH",
    "MONTH_NAMES",
    "RANKED_TONGUES",
    "full_names",
    "in_order",
    "month_names",
    "month_of",
    "names_like",
    "tongues_of",
]

LONGEST_MONTH: Final = 12
"""How many letters the name of a month has at most: ``października``."""

_SPANISH_LAST = tuple(sorted(MONTHS, key=lambda names: names[0] == "enero"))
"""For dates without ``de``: ``3 marzo 2024`` is Italian."""


def _folded(month: str) -> str:
    """A month in small letters; ``sept`` is ``sep``."""
    return "sep" if month.casefold() == "sept" else month.casefold()


def in_order() -> tuple[str, ...]:
    """The languages of the lexicon in the order in which they are asked: one that is added comes last."""
    first = dict.fromkeys((*TONGUES, *FURTHER))
    return (*first, *(language for language in languages() if language not in first))


def _further() -> Iterator[tuple[str, tuple[str, ...]]]:
    """The months of the languages of the lexicon, in each of their forms, with the language."""
    for language in in_order():
        months = list(entries("month", language))
        for form in range(max((len(month.forms) for month in months), default=0)):
            yield language, tuple(month.forms[min(form, len(month.forms) - 1)] for month in months)


_RANKED = tuple(zip((*TONGUES, *SHORT_TONGUES), (*MONTHS, *SHORT_MONTHS), strict=True))
_KNOWN = frozenset(_folded(name) for _, names in _RANKED for name in names)
_FURTHER = tuple((of, names) for of, names in _further() if not _KNOWN.issuperset(map(_folded, names)))
_SPOKEN = (*_RANKED, *_FURTHER)
RANKED_TONGUES = frozenset(TONGUES)
"""The languages whose order decides surrogates: where nothing else tells, a month is of one of these."""
MONTH_NAMES = frozenset(name.lower() for _, names in _SPOKEN for name in names)
"""The names of months, in small letters."""
_BY_NAME: dict[str, frozenset[str]] = {}
for _of, _names in _SPOKEN:
    for _name in map(_folded, _names):
        _BY_NAME[_name] = _BY_NAME.get(_name, frozenset()) | {_of}


def month_of(name: str) -> int:
    """The number of a month that goes by a name, in full or in short."""
    folded = _folded(name)
    return next(at for _, names in _SPOKEN for at, month in enumerate(names, 1) if month.casefold() == folded)


def tongues_of(month: str) -> frozenset[str]:
    """The languages in which a word is the name of a month, in full or in short."""
    return _BY_NAME.get(_folded(month), frozenset())


def _others() -> Iterator[tuple[str, ...]]:
    return (names for _, names in _FURTHER)


def full_names() -> frozenset[str]:
    """The names of months that are no abbreviations in their language, each as it is written there."""
    return frozenset(name for names in (MONTHS[0], *MONTHS[2:], *_others()) for name in names)


def names_like(old: str, lists: tuple[tuple[str, ...], ...], *others: tuple[str, ...]) -> tuple[str, ...]:
    """The list that a name comes from; one of ``others`` where it is in none of the first."""
    folded = _folded(old)
    knowing = [names for names in lists if folded in [name.casefold() for name in names]]
    spelled = [names for names in knowing if old in names]  # "mai" is French, "Mai" German
    return next(iter(spelled or knowing), None) or names_like(old, others)


def _spoken(old: str, tongue: str) -> tuple[str, ...]:
    """The list of a language that a name comes from, if it has it."""
    folded = _folded(old)
    return next((names for of, names in _SPOKEN if of == tongue and folded in [_folded(name) for name in names]), ())


def month_names(name: str, text: str, tongue: str = "") -> tuple[str, ...]:
    """The months in the language and the length in which a name of one is written.

    Args:
        name: The name.
        text: The date that it stands in.
        tongue: The language, such as ``de``, where it is known.
    """
    lists = MONTHS if SPANISH.search(text) else _SPANISH_LAST
    return _spoken(name, tongue) or names_like(name, lists, *SHORT_MONTHS, *_others())
