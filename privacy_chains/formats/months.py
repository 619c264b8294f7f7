"""The names of months in seven languages, in full and in short, as dates are written with them."""

from __future__ import annotations

import re

from privacy_chains.lazy import lazily

__all__ = ["MONTH_NAMES", "full_names", "month_names", "month_of", "names_like", "tongues_of"]

_MONTHS: tuple[tuple[str, ...], ...] = tuple(
    tuple(names.split())
    for names in (
        "January February March April May June July August September October November December",
        "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
        "Januar Februar M\u00e4rz April Mai Juni Juli August September Oktober November Dezember",
        "J\u00e4nner Februar M\u00e4rz April Mai Juni Juli August September Oktober November Dezember",
        "janvier f\u00e9vrier mars avril mai juin juillet ao\u00fbt septembre octobre novembre d\u00e9cembre",
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
        "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
        "januari februari maart april mei juni juli augustus september oktober november december",
        "janeiro fevereiro mar\u00e7o abril maio junho julho agosto setembro outubro novembro dezembro",
    )
)
_TONGUES = ("en", "en", "de", "de", "fr", "es", "it", "nl", "pt")
_SPANISH_LAST = tuple(sorted(_MONTHS, key=lambda names: names[0] == "enero"))
"""For dates without ``de``: ``3 marzo 2024`` is Italian."""
_SHORT_MONTHS: tuple[tuple[str, ...], ...] = tuple(
    tuple(names.split())
    for names in (
        "Jan Feb M\u00e4r Apr Mai Jun Jul Aug Sep Okt Nov Dez",
        "Jan Feb Mrz Apr Mai Jun Jul Aug Sep Okt Nov Dez",
        "Januar Februar Maerz April Mai Juni Juli August September Oktober November Dezember",
        "janv f\u00e9vr mars avr mai juin juil ao\u00fbt sept oct nov d\u00e9c",
        "janv f\u00e9v mars avr mai juin juil ao\u00fbt sept oct nov d\u00e9c",
        "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre",
        "ene feb mar abr may jun jul ago sep oct nov dic",
        "gen feb mar apr mag giu lug ago set ott nov dic",
        "jan feb mrt apr mei jun jul aug sep okt nov dec",
        "jan fev mar abr mai jun jul ago set out nov dez",
    )
)
_SHORT_TONGUES = ("de", "de", "de", "fr", "fr", "fr", "es", "it", "nl", "pt")
MONTH_NAMES = frozenset(name.lower() for names in (*_MONTHS, *_SHORT_MONTHS) for name in names)
"""The names of months, in small letters."""


def _folded(month: str) -> str:
    """A month in small letters; ``sept`` is ``sep``."""
    return "sep" if month.casefold() == "sept" else month.casefold()


_SPOKEN = tuple(zip((*_TONGUES, *_SHORT_TONGUES), (*_MONTHS, *_SHORT_MONTHS), strict=True))
_BY_NAME: dict[str, frozenset[str]] = {}
for _of, _names in _SPOKEN:
    for _name in map(_folded, _names):
        _BY_NAME[_name] = _BY_NAME.get(_name, frozenset()) | {_of}
_SPANISH = lazily(r"\bdel?\b", re.IGNORECASE)


def month_of(name: str) -> int:
    """The number of a month that goes by a name, in full or in short."""
    folded = _folded(name)
    return next(
        at for names in (*_MONTHS, *_SHORT_MONTHS) for at, month in enumerate(names, 1) if month.casefold() == folded
    )


def tongues_of(month: str) -> frozenset[str]:
    """The languages in which a word is the name of a month, in full or in short."""
    return _BY_NAME.get(_folded(month), frozenset())


def full_names() -> frozenset[str]:
    """The names of months that are no abbreviations in their language, each as it is written there."""
    return frozenset(name for names in (_MONTHS[0], *_MONTHS[2:]) for name in names)


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
    lists = _MONTHS if _SPANISH.search(text) else _SPANISH_LAST
    return _spoken(name, tongue) or names_like(name, lists, *_SHORT_MONTHS)
