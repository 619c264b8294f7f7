"""Ages: the number alone, so that the words around it keep their shape.

A span covers ``50`` in "50 years old", ``forty-three`` in "forty-three years old", and ``50`` and ``64`` in
"aged 50-64". In months, weeks or days it covers the unit too ("18 months" old), for the number means nothing
without it. Decades ("in her 40s") and bare durations ("for 5 years") are not ages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from privacy_chains.detect.lazy import lazily
from privacy_chains.detect.names import is_listed_name
from privacy_chains.detect.patterns.numerals import AFTER, BEFORE_DIGITS, SMALL_NUMBER_WORDS, one_of
from privacy_chains.detect.patterns.reading import Found, Reading, matches

__all__ = ["MAX_AGE", "find_ages"]

MAX_AGE = 120
"""Numbers above this are not ages of people."""

_N = rf"(?:[0-9]{{1,3}}+|{SMALL_NUMBER_WORDS})"
_RANGE = rf"(?P<%s>{_N})(?:\s?+(?:-|\u2013|\u2014|to|and|or|through)\s?(?P<%s>{_N}))?"
_END = rf"(?![.,][0-9])(?:{AFTER}|(?=y(?:/?o|rs?)?(?!\w)))(?!\s?%)"
_PUNCTUATION = r"\s{0,2}(?:[;!?)]|,(?![0-9])|\.(?![0-9])|$)"

_ANNOUNCED = (
    r"(?:a(?:ge(?:d?|s|(?:\s(?:is|was|of|group|range|bracket)){1,2}|s\s(?:are|were|between|from|of)"
    r"|\s?(?:/\s?(?:sex|gender)|[\s_(]?(?:in[\s_])?(?:years|yrs)(?=[\"')]?\s?[:=])\)?))|lter)"
    r"|\u00e2ge|\u00e2g\u00e9e?s?\sde|edad|et\u00e0|leeftijd|idade)"
    r"[\"']?\s{0,2}[._\u2026]{0,60}[:=|]?\s{0,2}[\"']?(?:(?:about|around|approximately|over|under)\s|~\s?)?"
)
_NOT_AN_AGE = rf"(?!\s?{one_of('pages gb mb')}\b)"
_TURNED = r"(?:turn(?:s|ed|ing)?|celebrat\w{1,5}\s(?:his|her|their|my)|at\s(?:the\s)?age(?:\sof)?)\s{1,2}"
_TURNED_END = rf"(?={_PUNCTUATION}|\s{{1,2}}(?!{one_of('percent dollars degrees down left right of to')}\b)\w)"
_AM = (
    r"(?:i\s(?:am|was)|i['\u2019]?m|s?he(?:\s(?:is|was)|['\u2019]?s)|who\s(?:is|was)|they\sare)\s{1,2}"
    r"(?:(?:only|just|now|currently|about)\s{1,2})?"
)
_AM_END = rf"(?={_PUNCTUATION}|\s{{1,2}}{one_of('and now today but with when while this who or')}\b)"
_OLD = (
    r"(?:,?\s{0,2}[-\u2013]?\s{0,2}(?:years?|yrs?)[\s\-\u2013]{1,3}(?:old|of\s+age|young)(?!\w)"
    r"|\s?-?y\s?[/.]?\s?o\.?(?!\w)|\s?-?yrs?\.?\s?old(?!\w)|-year-olds?(?!\w)"
    r"|\s{1,2}(?:jahre?\s+alt|a\u00f1os\s+de\s+edad|anni\s+di\s+et\u00e0|jaar\s+oud"
    r"|anos\s+de\s+idade|(?P<years>jahre?|ans|a\u00f1os|anni|jaar|anos))(?!\w)"
    r"|/?[fm](?=\s(?:with|w/|who|present|c/o|s/p|hx|admitted)))"  # 68F with chest pain
)
_INFANT = r"\s?-?(?:months?|mos?|weeks?|wks?|days?)(?=[\s\-]{1,2}(?:old|of\sage)(?!\w))"
_AGE = lazily(
    rf"(?=[0-9ac-fhilostwnz\u00e2]){BEFORE_DIGITS}(?<![$\u20ac\u00a3])(?:"
    rf"{_ANNOUNCED}{_RANGE % ('announced', 'announced2')}{_END}{_NOT_AN_AGE}"
    rf"|{_TURNED}(?P<turned>{_N}){_END}{_TURNED_END}"
    rf"|{_AM}(?P<am>{_N}){_AM_END}"
    rf"|{_RANGE % ('old', 'old2')}{_OLD}"
    rf"|(?P<infant>{_N}{_INFANT})"
    rf")"
)
_GROUPS = ("announced", "announced2", "turned", "am", "old", "old2", "infant")
_VERBS = one_of(
    "of was is who whose from has had said says told died lives? lived works? worked joined an? the and were pleaded"
    " will which did"
)
_APPOSED = lazily(rf"(?=[0-9])(?<=[^\W\d_]{{2}}, )(?P<apposed>[0-9]{{1,3}})(?=,\s{{1,2}}{_VERBS}\b)")
_OF_PATIENT = lazily(r"(?<=[./\-\s][0-9]{4} \()[0-9]{1,3}(?=\s?[MFmf]\))")
"""Behind a date of birth: ``14/02/1951 (73M)``."""
_SAID = lazily(rf"[0-9]{{1,3}}{_AM_END}")
_NAME_IS = lazily(r"(?P<name>[^\W\d_]+)(?:['\u2019]s|\s(?:is|was|ist|war|turned)(?:\s(?:now|only|just))?)\s\Z")
_NAME_HAS = lazily(r"(?P<name>[^\W\d_]+)\s(?:a|ha|tiene|tem|heeft|is|ist|war|was)\s\Z")
_LAST_OF_IT = frozenset(("'s ", "\u2019s ", "is ", "as ", "st ", "ar ", "ed ", "ow ", "ly "))
_HAVE = lazily(
    r"(?<!\w)"
    + one_of(
        "tengo tiene ten\u00eda cumplo cumple cumpli\u00f3 cumpl\u00ed tenho tem tinha ho ha aveva compie j['\u2019]ai"
        " (?:il|elle|qui|on)_a avait bin ist war ben is was werd wird"
        " (?:homme|femme|gar\u00e7on|fille|fils|enfant|patiente?)_de"  # codespell:ignore fille,fils
        " (?:hombre|mujer|ni\u00f1[oa]|hij[oa]|paciente|homem|mulher)_de"
        " (?:uomo|donna|ragazz[oa]|figli[oa]|paziente)_di (?:man|vrouw|pati\u00ebnt)_van"
    )
    + r"\s{1,2}\Z"
)
_NAMED = lazily(r"[^\W\d_a-z\u00df-\u00ff][^\W\d_]+,\s\Z")
_NOTHING_COUNTED = lazily(r"\s*(?:[,.;:!?)]|$|\n)|\s(?:und|et|y|e|en|and|aber|mais|pero|ma|maar|mas)\b")
_LONGEST_BEFORE = 24


def find_ages(reading: Reading) -> Iterator[Found]:
    """The ages in ``text``: 0 to 120, in digits or English words."""
    text = reading.text
    for found in matches(_AGE, reading.lower, reading.beginning("age", reading.small)):
        if found["years"] and not _are_somebodys(text, found):
            continue
        for group in filter(found.__getitem__, _GROUPS):
            yield from _age(text, *found.span(group))
    for found in matches(_APPOSED, text, [number for number in reading.small if text[number - 2 : number] == ", "]):
        yield from _age(text, *found.span("apposed"))
    for number in reading.small:
        if text[number - 1 : number] == "(" and (patient := _OF_PATIENT.match(text, number)):
            yield from _age(text, *patient.span())
        if text[number - 3 : number] in _LAST_OF_IT:
            said = _SAID.match(reading.lower, number)
            if said is not None and _is_of_one_named(_NAME_IS, text, number):
                yield from _age(text, *said.span())


def _are_somebodys(text: str, found: re.Match[str]) -> bool:
    """Whether years, in a language where ages are years that somebody has, are somebody's age."""
    before = text[max(0, found.start() - _LONGEST_BEFORE) : found.start()]
    if before.endswith("("):
        return text.startswith(")", found.end())
    alone = _NOTHING_COUNTED.match(text, found.end()) is not None
    if not alone:
        return False
    return bool(_HAVE.search(before.lower()) or _NAMED.search(before)) or _is_of_one_named(
        _NAME_HAS, text, found.start()
    )


def _is_of_one_named(before: re.Pattern[str], text: str, start: int) -> bool:
    """Whether what stands before a number says that it is the age of somebody with a listed name."""
    found = before.search(text, max(0, start - _LONGEST_BEFORE), start)
    return found is not None and is_listed_name(found["name"])


def _age(text: str, start: int, end: int) -> Iterator[Found]:
    if not text[start:end].isdigit() or int(text[start:end]) <= MAX_AGE:
        yield Found(start, end, "AGE", 0.9)
