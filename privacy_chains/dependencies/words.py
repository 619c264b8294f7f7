"""Words in one form for binding, whatever their ending, synonym or language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from itertools import chain

from privacy_chains.lazy import lazily

__all__ = ["may_hold", "stems"]

_WORD = lazily(r"[^\W\d_]+")
_INNER_CAPITAL = lazily(r"(?<=[a-z])(?=[A-Z])")
_SYNONYMS: Mapping[str, str] = {
    word: stem
    for stem, words in {
        "year": "yearly annual annually annum annualized yr yrs jahre annuel annuelle année año anual",
        "month": "monthly mo mensuel mensuelle mois mensual mes",
        "week": "weekly semaine hebdomadaire semana semanal",
        "day": "daily",
        "hour": "hourly hr hrs heure horaire hora",
        "salary": "pay paid pays wage earn earning earned income compensation salaire gagne sueldo salario gano",
        "total": "sum altogether overall together combined insgesamt gesamtbetrag zusammen suma totale totaal samen",
        "price": "cost costing each prix precio",
        "quantity": "qty unit count piece item menge anzahl st\u00fcck quantité cantidad",
        "age": "aged old",
        "birth": "born birthday birthdate dob geboren geb naissance n\u00e9 n\u00e9e nacido nacida nacimiento",
        "weight": "weigh weighs weighing weighed gewicht wiege wiegt poids peso",
        "height": "tall gr\u00f6\u00dfe taille altura estatura",
        "tax": "taxed vat mwst ust tva iva imp\u00f4t taxe impuesto",
        "deduction": "deductible deduct deducted cotisation retenue deducci\u00f3n withholding withheld",
        "taxable": "taxation imposable",
        "gross": "brut brute bruto bruta",
        "net": "neto neta nette",
        "discount": "rabatt skonto remise descuento rebate",
        "owe": "owes owed",
        "remain": "remaining remains rest restant",
        "raise": "raised",
        "increase": "increased",
        "grow": "grew growth grown",
        "rise": "rose risen",
        "reduce": "reduced reduction",
        "decrease": "decreased",
        "fall": "fell fallen",
        "drop": "dropped",
        "save": "saving saved",
    }.items()
    for word in words.split()
}
_FRAGMENTS: Mapping[str, str] = {
    "brutto": "gross",
    "netto": "net",
    "monat": "month",
    "jahr": "year",
    "j\u00e4hr": "year",
    "woche": "week",
    "w\u00f6ch": "week",
    "stund": "hour",
    "st\u00fcnd": "hour",
    "gehalt": "salary",
    "lohn": "salary",
    "verdien": "salary",
    "gesamt": "total",
    "summe": "total",
    "steuer": "tax",
    "preis": "price",
    "abzug": "deduction",
    "abz\u00fcg": "deduction",
}
"""Parts of longer German words: ``Bruttomonatsgehalt`` is gross, month and salary."""
_FRAGMENT = lazily("|".join(_FRAGMENTS))  # none begins with what another ends with

_PHRASES: Mapping[str, tuple[re.Pattern[str], str]] = {
    "year": (lazily(r"\bpar an\b", re.IGNORECASE), "par an"),
}
"""Words that mean something else when they stand alone."""


def stems(text: str) -> frozenset[str]:
    """The words of a text or of a variable's name, brought to one form: ``yearly_salaries`` has year and salary."""
    spaced = _INNER_CAPITAL.sub(" ", text).replace("_", " ")
    lower = spaced.lower()
    for stem, (pattern, phrase) in _PHRASES.items():
        if phrase in lower:
            spaced = pattern.sub(stem, spaced)
    return frozenset(chain.from_iterable(map(_stems, map(str.lower, _WORD.findall(spaced)))))


def _stems(word: str) -> tuple[str, ...]:
    return (_stem(word), *(_FRAGMENTS[fragment] for fragment in _FRAGMENT.findall(word)))


def _stem(word: str) -> str:
    word = _SYNONYMS.get(word, word)
    if word.endswith("ies") and len(word) > 4:
        word = f"{word[:-3]}y"
    elif word.endswith("s") and not word.endswith("ss") and len(word) > 3:
        word = word[:-1]
    return _SYNONYMS.get(word, word)


def may_hold(stem: str, lower: str) -> bool:
    """Whether some word of a text in lower case may have a stem; cheaper than computing the stems."""
    return any(map(lower.__contains__, _forms(stem)))


@cache
def _forms(stem: str) -> tuple[str, ...]:
    """Strings of which every word with that stem contains one."""
    words = (stem, *(word for table in (_SYNONYMS, _FRAGMENTS) for word, other in table.items() if other == stem))
    phrases = (phrase for other, (_, phrase) in _PHRASES.items() if other == stem)
    forms = dict.fromkeys((*(word.removesuffix("y") for word in words), *phrases))
    return tuple(form for form in forms if not any(other != form and other in form for other in forms))
