"""Whether what was found as a person, an organization or a place names none: words of language, medicine, programs.

Surrogates do not depend on it, so it may grow.
"""

from __future__ import annotations

from privacy_chains.detect.callings import names_no_one
from privacy_chains.detect.names import is_listed_in_any_case
from privacy_chains.detect.network.findings import NetworkFinding
from privacy_chains.detect.network.function_words import is_grammar
from privacy_chains.detect.network.software import is_software
from privacy_chains.detect.rules.tables import listed
from privacy_chains.formats.word_classes import word_class
from privacy_chains.language.spellout import find_spoken, said_beside
from privacy_chains.lazy import lazily

_WORD = lazily(r"[^\W\d_]+")
_LETTERS_OF_PLACES = 2  # us and la are words of everyday language, too
_AROUND = 60  # letters in which a number in words, and the language that it is in, are looked for
_AMOUNT = lazily(r"[$\u20ac\u00a3]?[0-9][0-9.,]*\s?[kKmM]?")


def _value(text: str, one: NetworkFinding) -> str:
    return text[one.start : one.end]


def _words(text: str, one: NetworkFinding) -> list[str]:
    return _WORD.findall(_value(text, one).lower())


def is_of_grammar(text: str, one: NetworkFinding) -> bool:
    """Whether a value is words of grammar: ``dans le``, or of firms what a sentence begins with, ``Mijn``.

    People may be called so: om, de vos.
    """
    value = _value(text, one)
    if one.entity_type == "ORGANIZATION" and value.istitle() and is_grammar(value.lower()):
        return True
    may_be = one.entity_type == "PERSON" and value.islower() and any(map(is_listed_in_any_case, value.split()))
    return is_grammar(value) and not may_be


def is_shortening(text: str, one: NetworkFinding) -> bool:
    """Whether a value is a time zone, or a disease as clinics write it."""
    return _value(text, one) in listed("short_forms", "zone", "disease")


def names_software(text: str, one: NetworkFinding) -> bool:
    """Whether a value is what programs are made with: ``PostgreSQL 15``."""
    return is_software(_value(text, one))


def is_amount(text: str, one: NetworkFinding) -> bool:
    """Whether a value is an amount: ``125k``."""
    return _AMOUNT.fullmatch(_value(text, one)) is not None


def is_of_a_number(text: str, one: NetworkFinding) -> bool:
    """Whether a value is of a number in words, in its text's language: ``czterdziestu`` of *czterdziestu siedmiu*."""
    if not _value(text, one).islower():
        return False
    first = max(0, one.start - _AROUND)
    around = text[first : one.end + _AROUND]
    numbers = find_spoken(around, 0, len(around))
    covering = (said for start, end, said in numbers if start <= one.start - first and one.end - first <= end)
    return any(said_beside(around, said) for said in covering)


def is_of_every_day(text: str, one: NetworkFinding) -> bool:
    """Whether a value is everyday words in small letters: ``happy hour``."""
    value, words = _value(text, one), _words(text, one)
    small = value.islower() and len(value) > _LETTERS_OF_PLACES
    return small and bool(words) and all(word_class(word) == "word" for word in words)


def is_of_letters(text: str, one: NetworkFinding) -> bool:
    """Whether a value is words of forms and letters, or callings where these count: ``CPA`` is an office, too."""
    callings = one.entity_type == "PERSON" or not _value(text, one).isupper()
    telling = [word for word in _words(text, one) if not is_grammar(word)]
    return bool(telling) and all(
        word in listed("words_of_letters") or (callings and names_no_one(word)) for word in telling
    )
