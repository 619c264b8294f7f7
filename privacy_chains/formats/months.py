"""The names of months in dates, in full and abbreviated.

The lists whose order decides surrogates come first, then the other languages of the lexicon.
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
"""The most letters in the name of a month: ``października``."""

_SPANISH_LAST = tuple(sorted(MONTHS, key=lambda names: names[0] == "enero"))
"""For dates without ``de``: ``3 marzo 2024`` is Italian."""


def _folded(month: str) -> str:
    """A month in lower case; ``sept`` becomes ``sep``."""
    return "sep" if month.casefold() == "sept" else month.casefold()


def in_order() -> tuple[str, ...]:
    """The languages of the lexicon in the order in which they are tried. New languages come last."""
    first = dict.fromkeys((*TONGUES, *FURTHER))
    return (*first, *(language for language in languages() if language not in first))


def _further() -> Iterator[tuple[str, tuple[str, ...]]]:
    """The months in the languages of the lexicon, in each of their forms, with the language."""
    for language in in_order():
        months = list(entries("month", language))
        for form in range(max((len(month.forms) for month in months), default=0)):
            yield language, tuple(month.forms[min(form, len(month.forms) - 1)] for month in months)


_RANKED = tuple(zip((*TONGUES, *SHORT_TONGUES), (*MONTHS, *SHORT_MONTHS), strict=True))
_KNOWN = frozenset(_folded(name) for _, names in _RANKED for name in names)
_FURTHER = tuple((of, names) for of, names in _further() if not _KNOWN.issuperset(map(_folded, names)))
_SPOKEN = (*_RANKED, *_FURTHER)
RANKED_TONGUES = frozenset(TONGUES)
"""The languages whose order decides surrogates. If nothing else decides, a month is in one of these."""
MONTH_NAMES = frozenset(name.lower() for _, names in _SPOKEN for name in names)
"""The names of months, in lower case."""
_BY_NAME: dict[str, frozenset[str]] = {}
for _of, _names in _SPOKEN:
    for _name in map(_folded, _names):
        _BY_NAME[_name] = _BY_NAME.get(_name, frozenset()) | {_of}


def month_of(name: str) -> int:
    """The number of the month with a name, in full or abbreviated."""
    folded = _folded(name)
    return next(at for _, names in _SPOKEN for at, month in enumerate(names, 1) if month.casefold() == folded)


def tongues_of(month: str) -> frozenset[str]:
    """The languages in which a word is the name of a month, in full or abbreviated."""
    return _BY_NAME.get(_folded(month), frozenset())


def _others() -> Iterator[tuple[str, ...]]:
    return (names for _, names in _FURTHER)


def full_names() -> frozenset[str]:
    """The full names of months, each as written in its language."""
    return frozenset(name for names in (MONTHS[0], *MONTHS[2:], *_others()) for name in names)


def names_like(old: str, lists: tuple[tuple[str, ...], ...], *others: tuple[str, ...]) -> tuple[str, ...]:
    """The list that holds a name; one of ``others`` if none of the first does."""
    folded = _folded(old)
    knowing = [names for names in lists if folded in [name.casefold() for name in names]]
    spelled = [names for names in knowing if old in names]  # "mai" is French, "Mai" German
    return next(iter(spelled or knowing), None) or names_like(old, others)


def _spoken(old: str, tongue: str) -> tuple[str, ...]:
    """The list of a language that holds a name, if there is one."""
    folded = _folded(old)
    return next((names for of, names in _SPOKEN if of == tongue and folded in [_folded(name) for name in names]), ())


def month_names(name: str, text: str, tongue: str = "") -> tuple[str, ...]:
    """All months, in the language and length of one month's name.

    Args:
        name: The name.
        text: The date with the name in it.
        tongue: The language, such as ``de``, if it is known.
    """
    lists = MONTHS if SPANISH.search(text) else _SPANISH_LAST
    return _spoken(name, tongue) or names_like(name, lists, *SHORT_MONTHS, *_others())
