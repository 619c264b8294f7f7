"""Whether what was found as a person, an organization or a place names none: words of language, medicine, programs.

None of it decides what a key reads: it may grow.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from privacy_chains.detect.callings import names_no_one
from privacy_chains.detect.names import is_listed_in_any_case
from privacy_chains.detect.network.findings import NetworkFinding
from privacy_chains.detect.network.function_words import is_grammar
from privacy_chains.detect.network.repairs.listed import is_listed_word
from privacy_chains.detect.network.software import is_software
from privacy_chains.formats.name_lists import lexicon
from privacy_chains.formats.word_classes import word_class

_WORD = re.compile(r"[^\W\d_]+")
_LETTERS_OF_PLACES = 2  # us and la are words of everyday language, too
_ZONES = frozenset(
    (  # noqa: SIM905  # words read best as words
        "AEDT AEST AKST BST CDT CEST CET CST EDT EEST EET EST GMT HST IST JST MDT MSK MST PDT PST SGT UTC WET"
    ).split()
)
_DEGREE = re.compile(r"(?:[BM]\.\s?(?:A|S|Sc|Eng|Ed)|Ph\.\s?D|LL\.\s?[BM])\.?")
_AMOUNT = re.compile(r"[$\u20ac\u00a3]?[0-9][0-9.,]*\s?[kKmM]?")
_CODE = re.compile(r"(?=.*[0-9_])[a-z0-9]+(?:[_\-][a-z0-9]+)+")  # xiu-ying is a person
_KEY = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]{1,2})+")  # temp_c; john_d may be a person
_REFLEXIVE = re.compile(r"[^\W\d_]{3,}-(?:[mst]e|lhes?|nos|vos|l[aeo]s?)")  # renova-se
_MEDICAL = re.compile(
    r"[^\W\d_]{3,}(?:itis|osis|a?emia|\u00e4mie|\u00e9mie|path(?:ie|y)|pat\u00eda|tension|tensi\u00f3n|tensione|tonie"
    r"|pno?ea|pnoe|pn\u00e9e|algi[ae]|ectom(?:y|ie)|ektomie|ectom\u00eda|scop(?:y|ie)|skopie|plasty|plastie|cardi[ae]"
    r"|kardie|urie|rrho?ea|rrhoe|rrh\u00e9e|plegi[ae]|insuffizienz|insufficiency|insuffisance|syndrome?"
    r"|olol|sartan|statin|cillin|mycin|xaban|gliptin|formin|azepam|prazole?|oxetine?|codone|profen|dipine?"
    r"|karzinom|carcinom[ae]?|fibrillation|flimmern|infar(?:kt|ction)|stenos[ei]s?|fibros[ei]s?)\Z"
)
"""Endings of the names of diseases, what is done about them, and of medicines."""
_DISEASES = frozenset(("angina", "diabetes", "enoxaparin", "heparin", "mellitus", "pectoris", "warfarin"))
_SHORT_FORMS = frozenset(
    (  # noqa: SIM905  # words read best as words
        "AFIB BPH CAD CHF CKD COPD CVA DM DM1 DM2 DVT ESRD GERD HLD HTN NSTEMI OSA STEMI T1DM T2DM TIA UTI"
    ).split()
)
"""Diseases as clinics write them; in other letter case some are names of people."""
_IN_CAPITALS = _ZONES | _SHORT_FORMS
_SHORTEST_WORD = 7


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
    return _value(text, one) in _IN_CAPITALS


def is_reflexive(text: str, one: NetworkFinding) -> bool:
    """Whether a value is a verb with its object: ``renova-se``."""
    value = _value(text, one)
    return value.islower() and _REFLEXIVE.fullmatch(value) is not None


def names_software(text: str, one: NetworkFinding) -> bool:
    """Whether a value is what programs are made with: ``PostgreSQL 15``."""
    return is_software(_value(text, one))


def is_key(text: str, one: NetworkFinding) -> bool:
    """Whether a value is the key of a record: ``temp_c``."""
    return _KEY.fullmatch(_value(text, one)) is not None


def is_code(text: str, one: NetworkFinding) -> bool:
    """Whether a value is part of a program, with no listed name in it: ``cache-3``."""
    value = _value(text, one)
    return _CODE.fullmatch(value) is not None and not any(map(is_listed_word, _WORD.findall(value)))


def is_degree(text: str, one: NetworkFinding) -> bool:
    """Whether a value is an academic degree: ``B.S.``."""
    return _DEGREE.fullmatch(_value(text, one)) is not None


def is_amount(text: str, one: NetworkFinding) -> bool:
    """Whether a value is an amount: ``125k``."""
    return _AMOUNT.fullmatch(_value(text, one)) is not None


def is_rude(text: str, one: NetworkFinding) -> bool:
    """Whether a value is nothing but words that surrogates keep: no list has them."""
    words = _words(text, one)
    return bool(words) and all(word in lexicon().roles["rude"] for word in words)


def is_of_every_day(text: str, one: NetworkFinding) -> bool:
    """Whether a value is everyday words in small letters: ``happy hour``."""
    value, words = _value(text, one), _words(text, one)
    small = value.islower() and len(value) > _LETTERS_OF_PLACES
    return small and bool(words) and all(word_class(word) == "word" for word in words)


def is_disease(text: str, one: NetworkFinding) -> bool:
    """Whether a value ends with a disease or a medicine.

    That its ending tells so is too little for people in capitals: Nikos Politis.
    """
    value, words = _value(text, one), _words(text, one)
    if not words:
        return False
    if words[-1] in _DISEASES:
        return True
    by_ending = one.entity_type != "PERSON" or value.islower()
    long = len(words[-1]) >= _SHORTEST_WORD and not is_listed_word(words[-1])
    return by_ending and long and _MEDICAL.match(words[-1]) is not None


def is_of_letters(text: str, one: NetworkFinding) -> bool:
    """Whether a value is words of forms and letters, or callings where these count: ``CPA`` is an office, too."""
    callings = one.entity_type == "PERSON" or not _value(text, one).isupper()
    telling = [word for word in _words(text, one) if not is_grammar(word)]
    return bool(telling) and all(word in _ordinary() or (callings and names_no_one(word)) for word in telling)


def is_calling(text: str, one: NetworkFinding) -> bool:
    """Whether a person is called by a title, a label or an occupation alone: ``Kundin``."""
    return names_no_one(_value(text, one))


def is_letter(text: str, one: NetworkFinding) -> bool:
    """Whether a value is a letter alone."""
    return one.end - one.start == 1 and text[one.start].isalpha()


@cache
def _ordinary() -> frozenset[str]:
    text = (files("privacy_chains.detect.network") / "data" / "ordinary.txt").read_text("utf-8")
    return frozenset(text.split())
