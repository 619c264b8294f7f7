"""What a network takes for names and is none, and what it takes in beside them: headings, labels, medicine, code.

None of it decides what a key reads: it may grow.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from privacy_chains.detect.callings import names_no_one
from privacy_chains.detect.names import is_listed_in_any_case
from privacy_chains.detect.network.function_words import is_grammar
from privacy_chains.detect.network.software import is_software
from privacy_chains.formats.name_lists import lexicon
from privacy_chains.formats.word_classes import is_everyday, word_class
from privacy_chains.lazy import lazily

__all__ = [
    "amount_behind",
    "is_no_name",
    "is_titled",
    "is_under_name",
    "names_a_person",
    "shorn",
    "with_handle",
    "without_shorthand",
]

_WORD = lazily(r"[^\W\d_]+")
_LETTERS_OF_PLACES = 2  # us and la are words of everyday language, too
_ZONES = frozenset(
    (  # noqa: SIM905  # words read best as words
        "AEDT AEST AKST BST CDT CEST CET CST EDT EEST EET EST GMT HST IST JST MDT MSK MST PDT PST SGT UTC WET"
    ).split()
)
_DEGREE = lazily(r"(?:[BM]\.\s?(?:A|S|Sc|Eng|Ed)|Ph\.\s?D|LL\.\s?[BM])\.?")
_AMOUNT = lazily(r"[$\u20ac\u00a3]?[0-9][0-9.,]*\s?[kKmM]?")
_CODE = lazily(r"(?=.*[0-9_])[a-z0-9]+(?:[_\-][a-z0-9]+)+")  # xiu-ying is a person
_KEY = lazily(r"[a-z][a-z0-9]*(?:_[a-z0-9]{1,2})+")  # temp_c; john_d may be a person
_REFLEXIVE = lazily(r"[^\W\d_]{3,}-(?:[mst]e|lhes?|nos|vos|l[aeo]s?)")  # renova-se
_MEDICAL = lazily(
    r"[^\W\d_]{3,}(?:itis|osis|a?emia|\u00e4mie|\u00e9mie|path(?:ie|y)|pat\u00eda|tension|tensi\u00f3n|tensione|tonie"
    r"|pno?ea|pnoe|pn\u00e9e|algi[ae]|ectom(?:y|ie)|ektomie|ectom\u00eda|scop(?:y|ie)|skopie|plasty|plastie|cardi[ae]"
    r"|kardie|urie|rrho?ea|rrhoe|rrh\u00e9e|plegi[ae]|insuffizienz|insufficiency|insuffisance|syndrome?"
    r"|olol|sartan|statin|cillin|mycin|xaban|gliptin|formin|azepam|prazole?|oxetine?|codone|profen|dipine?"
    r"|karzinom|carcinom[ae]?|fibrillation|flimmern|infar(?:kt|ction)|stenos[ei]s?|fibros[ei]s?)\Z"
)
"""Endings of the names of diseases, what is done about them, and of medicines."""
_LEADING = lazily(
    r"(?:affitto|alquiler|aluguel|bonifico|demeurant|domicili\u00e9e?|gehalt|gutschrift|huur|lastschrift|lohn|loyer|miete"
    r"|n\u00f3mina|pr\u00e9l\u00e8vement|residente|salaire|salaris|stipendio|transferencia|\u00fcberweisung|virement|wohnhaft"
    r"|wonende|woonachtig|getuige|kund(?:e|in)|notaire|patient(?:in|e)?|t\u00e9moin|testemunha|testigo|testimone"
    r"|zeug(?:e|in)|(?:[a-z]*adre(?:sse|s)|address|anschrift|direcci\u00f3n|domicilio|endere\u00e7o|indirizzo):?|nonn[ao]|oma|opa|abuel[ao]"
    r"|mamie|papy|daughter|wife|husband|brother|sister|mother|father|nephew|niece|zi[ao]|t\u00ed[ao]|cllr\.|fa\.|d\u00f1a\.)\s+(?=\S)",
    re.IGNORECASE,
)
"""What stands before names and addresses in statements and letters."""
_TRAILING = lazily(
    r"(?:[\s,;(]{1,4}(?:BIC|BSN|CNPJ|CPF|CUIT|CURP|DNI|DOB|IBAN|KVNR|NIE|NIF|NIR|NSS|PESEL|PLZ|RFC|SIREN|SIRET|SSN)"
    r"|\s?[,;(]\s?(?i:bic|bsn|cpf|dni|dob|e-?mail|fax|geb|iban|mail|mobil|nif|nr|[^\W\d_]*(?:nr|nummer)|ssn|tel|t\u00e9l))\.?\Z"
)
"""Labels of what follows."""
_WHOSE = lazily(
    r"(?<=\w)\s(?:dein\w{0,2}|her|his|jouw|mein\w{0,2}|mi|mijn|minha|mio|mon|my|notre|nuestr[ao]|our|su|their|ton|tu|tuo"
    r"|votre|your)\s"
)
"""Words in small letters that no name holds."""
_PREPOSITION = lazily(
    r"(?:aan|bij|op|in|auf|an|bei|en|em|na|no)\s(?:de[rnm]?|het|la|le|las|los)?\s?(?=[A-Z\u00c0-\u00de])"
)
_TITLED = lazily(
    r"(?:Frau|Herrn?|Fr\.|Hr\.|Mme|Mlle|Mr|Mrs|Ms|M\.|Sig\.(?:ra)?|Sr\.|Sra\.|Sr\u00aa|Mevr(?:ouw)?|Dhr|Dr|Dra|Prof)\.?"
    r"\s[A-Z\u00c0-\u00de][^,;\n]*"
)
_SHORT = lazily(r"\s?\([A-Z]{1,4}\)\Z")
_MOST_WORDS = 3
_KEY_OF_NAME = lazily(
    r"(?<![^\W_])(?:first|last|given|family|middle|full|nick|sur|fore)[_\s\-]?(?:name)?[\"']?\s{0,2}[:=]\s{0,2}[\"']?\Z",
    re.IGNORECASE,
)
_KEY_REACH = 24
_AMOUNT_BEHIND = lazily(r"\s(?P<amount>[0-9][0-9.,]*[kK])\Z")
_HANDLE = lazily(r"\.(?P<rest>[a-z]{2,24})(?![\w(]|\.\w)")
_DISEASES = frozenset(("angina", "diabetes", "enoxaparin", "heparin", "mellitus", "pectoris", "warfarin"))
_SHORT_FORMS = frozenset(
    (  # noqa: SIM905  # words read best as words
        "AFIB BPH CAD CHF CKD COPD CVA DM DM1 DM2 DVT ESRD GERD HLD HTN NSTEMI OSA STEMI T1DM T2DM TIA UTI"
    ).split()
)
"""Diseases as clinics write them; in other letter case some are names of people."""
_IN_CAPITALS = _ZONES | _SHORT_FORMS
_SHORTEST_WORD = 7


@cache
def _ordinary() -> frozenset[str]:
    text = (files("privacy_chains.detect.network") / "data" / "ordinary.txt").read_text("utf-8")
    return frozenset(text.split())


def is_no_name(value: str, entity_type: str) -> bool:
    """Whether a value that was found as a person, an organization or a place names none.

    Headings and words of letters (``Kontoauszug``, ``Experiencia``), degrees, amounts, diseases, and of people also
    titles and callings, and words of programs with a dash or an underscore between them.

    Args:
        value: What was found.
        entity_type: As what.
    """
    of_person = entity_type == "PERSON"
    if entity_type == "ORGANIZATION" and value.istitle() and is_grammar(value.lower()):
        return True  # what a sentence begins with: Mijn
    if (
        (is_grammar(value) and not (of_person and _may_be_name(value)))
        or _is_technical(value, entity_type)
        or any(shape.fullmatch(value) for shape in (_DEGREE, _AMOUNT))
    ):
        return True
    words = _WORD.findall(value.lower())
    if not words:
        return False
    if all(word in lexicon().roles["rude"] for word in words):
        return True  # no list has them, and surrogates keep them
    small = not of_person and value.islower() and len(value) > _LETTERS_OF_PLACES
    everyday = small and all(word_class(word) == "word" for word in words)
    if (
        everyday
        or _is_disease(words[-1], by_ending=not of_person or value.islower())
        or _says_what_it_is(words, callings=of_person or not value.isupper())
    ):
        return True
    return names_no_one(value) if of_person else len(value) == 1


def _may_be_name(grammar: str) -> bool:
    """Whether words of grammar in small letters may be a person: om, de vos."""
    return grammar.islower() and any(map(is_listed_in_any_case, grammar.split()))


def _is_technical(value: str, entity_type: str) -> bool:
    """Whether a value is a verb, a time zone, a disease in short, software or a key; a person may have a handle."""
    if entity_type != "PERSON":
        verb = value.islower() and _REFLEXIVE.fullmatch(value) is not None
        return verb or value in _IN_CAPITALS or is_software(value) or _KEY.fullmatch(value) is not None
    return _CODE.fullmatch(value) is not None and not any(map(_is_listed, _WORD.findall(value)))


def _says_what_it_is(words: Sequence[str], *, callings: bool) -> bool:
    """Whether words are those of forms and letters, or callings where these count: ``CPA`` is an office, too."""
    telling = [word for word in words if not is_grammar(word)]
    return bool(telling) and all(word in _ordinary() or (callings and names_no_one(word)) for word in telling)


def _is_disease(word: str, *, by_ending: bool) -> bool:
    """Whether a word is a disease or a medicine; that its ending tells so is too little for people: Nikos Politis."""
    if word in _DISEASES:
        return True
    return by_ending and len(word) >= _SHORTEST_WORD and not _is_listed(word) and _MEDICAL.match(word) is not None


def _is_listed(word: str) -> bool:
    return word_class(word).startswith(("given", "surname")) and not is_everyday(word)


def shorn(text: str, start: int, end: int, entity_type: str) -> tuple[int, int]:
    """A name or an address without the words of forms and letters that stand at its edges.

    Args:
        text: The text.
        start: Where it begins.
        end: Where it ends.
        entity_type: Its type.
    """
    if entity_type in ("LOCATION", "ORGANIZATION", "PERSON") and (other := _WHOSE.search(text, start, end)):
        end = other.start()
    if label := _TRAILING.search(text, start, end):
        end = label.start() if label.start() > start else end
    leading = _LEADING.match(text, start, end)
    if leading is None and entity_type == "STREET_ADDRESS":
        leading = _PREPOSITION.match(text, start, end)
    return (leading.end() if leading and leading.end() < end else start), end


def names_a_person(value: str) -> bool:
    """Whether what was found as a place is a person: a title and a name, or a listed given name and surname."""
    if is_titled(value):
        return True
    words = _SHORT.sub("", value).split(" ")
    if not 1 < len(words) <= _MOST_WORDS or not all(word.isalpha() and word[0].isupper() for word in words):
        return False
    kinds = [word_class(word.lower()) for word in words]
    first = kinds[0].startswith("given") and not is_everyday(words[0].lower())
    return first and (kinds[-1].startswith("surname") or (kinds[-1] == "" and len(words) == 2))


def is_titled(value: str) -> bool:
    """Whether a value is a title and a name."""
    return _TITLED.fullmatch(value) is not None


def without_shorthand(text: str, start: int, end: int) -> int:
    """Where a person's name ends, without capitals in brackets behind it that say what the person is."""
    found = _SHORT.search(text, start, end)
    return found.start() if found else end


def with_handle(text: str, start: int, end: int) -> int:
    """Where a name in small letters ends, with the listed name that a full stop joins to it: ``maria.lopes``."""
    found = _HANDLE.match(text, end) if text[start:end].islower() else None
    return found.end() if found and _is_listed(found["rest"]) else end


def is_under_name(text: str, start: int) -> bool:
    """Whether the key before a value says that it is a person's name: ``"last": "Battaglia"``."""
    return _KEY_OF_NAME.search(text, max(0, start - _KEY_REACH), start) is not None


def amount_behind(text: str, start: int, end: int) -> int:
    """Where an amount begins that was found as the end of a firm's name, ``Zorbin 215k``; ``end`` if there is none."""
    found = _AMOUNT_BEHIND.search(text, start, end)
    return found.start("amount") if found else end
