"""What addresses are made of: words of streets, house numbers, units, postal codes, and what stands between them."""

from __future__ import annotations

import re
from functools import cache

from privacy_chains.detect.patterns.label_table import POSTAL_CODE
from privacy_chains.detect.rules.tables import listed
from privacy_chains.formats.name_lists import lexicon

__all__ = [
    "AFTER",
    "CLOSING",
    "CODE_BEFORE",
    "DUTCH_CODE",
    "ENDS_AS_CODE",
    "ENDS_AS_REGION",
    "ENDS_OPEN",
    "GAP",
    "GOES_ON",
    "HOUSE_AFTER",
    "HOUSE_ALONE",
    "HOUSE_AT_END",
    "HOUSE_BEFORE",
    "HOUSE_THEN_CODE",
    "IS_COMPOUND",
    "MISSED",
    "NUMBER_AFTER",
    "OPENS",
    "OWNER_ENDS",
    "POSTAL_CODE",
    "REGION",
    "SHORT_NUMBER",
    "STARTS_AS_CODE",
    "STREET_IN_ENGLISH",
    "UNIT_BEFORE",
    "begins_as_street",
    "has_no_street",
    "is_street",
    "is_street_word",
    "words_of",
]

# --- words -----------------------------------------------------------------------------------------------------------

_WORD = re.compile(r"[^\W\d_]+")
_ENGLISH = (
    "street|st|road|rd|avenue|ave|lane|ln|drive|dr|boulevard|blvd|way|court|ct|place|pl|square|sq|terrace|crescent"
    "|close"
)
_BEFORE_NAMES = frozenset(
    (  # noqa: SIM905  # words read best as words
        "aeroporto av borgo camino campo canale col\u00f4nia conjunto corredor corso esta\u00e7\u00e3o estrada favela "
        "fazenda feira intrarea jardim lago largo loteamento morro n\u00facleo parque passarela praia p\u00e1tio "
        "quadra recanto setor s\u00edtio trecho vale vereda via viaduto vila \u00e1rea "
        "\u03bb\u03b5\u03c9\u03c6\u03cc\u03c1\u03bf\u03c2 \u03bf\u03b4\u03cc\u03c2"
    ).split()
)
"""Words before the names of streets that are names, or other words, as well: the lists of names hold them as those."""
_AFTER_NAMES = frozenset(
    (  # noqa: SIM905  # words read best as words
        "ave avenue boulevard damm gasse lane platz rd ring road st street tie t\u00e9r ufer vej weg \u00fat"
    ).split()
)
"""The same behind names."""
_STREET_ENDING = (
    r"[^\W\d_]{3}(?:stra\u00dfe|strasse|str|gasse|platz|allee|ring|damm|weg|ufer|straat|laan|plein|dreef|gracht|kade"
    r"|singel|dijk|gatan?|v\u00e4g(?:en)?|torget|gade|vej|all\u00e9|gate|veien|vegen|katu|kuja|polku|tie|utca)"
)
_ENDS_AS_STREET = re.compile(rf"{_STREET_ENDING}\Z")
IS_COMPOUND = re.compile(rf"[^\W\d_]*{_STREET_ENDING}\.?")
"""A word that is the name of a street and no other: ``Hauptstra\u00dfe``."""
GOES_ON = re.compile(
    r"-?(?i:all[e\u00e9]e?|damm|gade|gasse|katu|laan|plads|platz|plein|ring|stra\u00dfe|straat|strasse|tie|t\u00e9r|ufer"
    r"|ulica|utca|vej|v\u00e4gen|weg|\u00fat)\b"
)
"""What stands behind the name of a street."""


@cache
def _listed_words() -> frozenset[str]:
    """The words of streets that the frozen lists hold as such: they are in no name that the lists find."""
    classes = lexicon().classes
    return frozenset(word for name in classes if name.startswith("cue-street") for word in classes[name])


def words_of(value: str) -> list[str]:
    """The words of a name, in small letters."""
    return _WORD.findall(value.casefold())


def is_street_word(word: str) -> bool:
    """Whether a word in small letters stands beside names of streets."""
    return word in _listed_words() or word in _BEFORE_NAMES or word in _AFTER_NAMES


def begins_as_street(name: str) -> bool:
    """Whether a name begins with a word of streets, or holds one that is nothing else."""
    words = words_of(name)
    return bool(words) and (words[0] in _BEFORE_NAMES or not _listed_words().isdisjoint(words))


def is_street(name: str) -> bool:
    """Whether a name ends or begins as those of streets do: ``Calle Mayor``, ``Hauptstra\u00dfe``, ``Baker Street``."""
    words = words_of(name)
    if not words:
        return False
    ends = words[-1] in _AFTER_NAMES or _ENDS_AS_STREET.search(words[-1]) is not None
    return ends or words[0] in _BEFORE_NAMES or not _listed_words().isdisjoint((words[0], words[-1]))


def has_no_street(value: str) -> bool:
    """Whether a value has neither a number nor a word of streets: then it is no address."""
    return not any(map(str.isdigit, value)) and not any(map(is_street, words_of(value)))


# --- numbers ---------------------------------------------------------------------------------------------------------

_HOUSE = r"[0-9]{1,5}[A-Za-z]?(?:\s?[/\-]\s?[0-9]{1,4}[A-Za-z]?|/[A-Za-z](?![^\W_])){0,2}(?![^\W_])"
_UNIT = (
    r"(?i:apartment|apartamento|apto?|appartement|appartamento|bl|building|bldg|depto|edif|flat|floor|interior|level|lot"
    r"|no|nr|piano|piso|puerta|room|rm|sc|shop|studio|suite|ste|top|unit|h\.\s?no|p\.?\s?o\.?\s?box|box)"
)
_UNIT_NUMBER = rf"{_UNIT}\.?\s?[0-9]{{1,5}}[A-Za-z]?[\s,/]{{1,2}}"
_SAINTS = (
    r"(?:Alto|Bad|Castro|El|La|Las|Le|Los|Monte|North|Nova|Nov\u00e9|Novi|Nowa|Nowy|Saint|Sainte|San|Sankt|Santa|Santo"
    r"|South|St\.?|S\u00e3o|Torre|Vale|Vila|Villa)"
)
"""Words with which names of towns begin."""

STREET_IN_ENGLISH = re.compile(rf"\W{{0,2}}{_HOUSE}\s[^\n]{{1,60}}?\b(?i:{_ENGLISH})\b")
NUMBER_AFTER = re.compile(
    rf"(?:,?\s(?:(?:nr|no|n)\.?\s|n\u00b0\s?|\u010d\.\s?)?|,)(?:{_HOUSE}|S/N\b)"
    r"(?=\s*(?:[,.;:)\]\"'\n]|\Z)|\s(?:[0-9]{2,6}\b|[A-Z\u00c0-\u00de]|m\.|bis\b)"
    r"|\s(?:ad?|\u00e0|en|em|in|te)\s[A-Z\u00c0-\u00de])"  # via Mazzini 8 a Lecce; codespell:ignore te
)
"""A house number behind a street, where no word follows that it could count."""
HOUSE_AFTER = re.compile(
    r",?\s[1-9][0-9]{0,3}[A-Za-z]?(?![^\W_])(?![:.,]?[0-9])(?!\s?[%\u20ac$\u00a3])"
    r"(?!\s(?i:uhr|prozent|percent|o['\u2019]clock|[ap]\.?m|h|k?m|mal|times|[a-z]+s|people|personen|menschen|leute)\b)"
)
"""The same where what stands before is a street beyond doubt: any word may follow that is nothing to count."""
HOUSE_ALONE = re.compile(rf"(?:(?i:nr|no)\.?\s?{_HOUSE}|{_HOUSE}|S/N\b)(?=\s?(?:[0-9,;\n]|{_UNIT}\b|\Z))")
"""A house number that no name of a street follows."""
HOUSE_AT_END = re.compile(rf"(?P<street>.*[^\W\d_]\.?),?\s{_HOUSE}\Z")
HOUSE_THEN_CODE = re.compile(rf"{_HOUSE}\s{POSTAL_CODE}\Z")
HOUSE_BEFORE = re.compile(rf"(?:{_UNIT_NUMBER}|(?:{_HOUSE}[,;]?\s){{1,2}})\Z")
UNIT_BEFORE = re.compile(rf"(?<![^\W_])(?:{_UNIT_NUMBER}|[0-9]{{1,4}}[\s/])\Z")
OPENS = re.compile(
    r"(?:\A|[\n:;,(\[\"'>|{=\-\u2022]|(?<![^\W_])(?i:at|to|from|is|between|and|near|und|nach|a|\u00e0|en|address))\s{0,2}\Z"
)
"""What stands before an address that begins with a number, and not before a number that counts or dates."""
SHORT_NUMBER = re.compile(rf"[0-9]{{1,6}}[A-Za-z]?|[0-9]{{2,5}}-|{POSTAL_CODE}")
STARTS_AS_CODE = re.compile(rf"(?:[A-Z]{{2,3}}\s)?{POSTAL_CODE}")
SHIP = re.compile(rf"(?:{'|'.join(sorted(listed('ships', 'warship')))})\s")
"""What a ship's name begins with, which is the street of who serves there."""
SHIP_BEFORE = re.compile(rf"(?<![^\W_]){SHIP.pattern}\Z")
FLEET = re.compile(r"[ADF]PO,?\sA[AEP]\b")
"""The post office and the region of the armed forces of the US."""
CODE_BEFORE = re.compile(r"(?<![^\W_])[0-9]{2,5}-\Z")
DUTCH_CODE = re.compile(r"(?<![^\W_])[0-9]{4}\s?[A-Z]{2}\Z")
ENDS_AS_CODE = re.compile(
    r"(?<![^\W_])(?=[A-Z0-9 \-]*[0-9])"
    r"(?:[A-Z0-9]{4,8}|[0-9]{4}\s[A-Z]{2}|[A-Z][0-9]{2}\s[A-Z0-9]{4}|[0-9]{2,5}-[0-9]{3})"
    rf"(?:\s{_SAINTS})?[\s)]*\Z"
)
"""A postal code at the end, perhaps with the beginning of its town."""
REGION = re.compile(r"[A-Z]{2,4}")
ENDS_AS_REGION = re.compile(r"(?<![^\W_])[A-Z]{2,3}\Z")
ENDS_OPEN = re.compile(r"\s[a-z]{1,3}\Z")
CLOSING = re.compile(r"(?:[A-Z]{2,3})?\)")
AFTER = re.compile(
    rf"\s?\([A-Z]{{2,3}}\)|\s/\s[A-Z]{{2}}\b|[ ,]{{0,2}}\n?[ ]?[A-Z]{{2,3}}[ ,]{{0,2}}\n?[ ]?{POSTAL_CODE}"
    r"|[\s,]{1,3}(?:[0-9]{5}(?:-[0-9]{3,4})?|[0-9]{4}\s[A-Z]{2})(?=\s*(?:[,.;)\]\"'\n]|\Z))"
)
"""A region or a postal code behind an address."""

# --- gaps ------------------------------------------------------------------------------------------------------------

_PARTICLE = (
    r"(?:c/o|de|del|de la|do|da|dos|das|di|der|den|am|an(?: de[nr])?|im|pod|nad|od|op|sur|les|la|le"
    r"|n\u00b0|nr\.?|no\.?|m\.|bis|ter)"
)
GAP = re.compile(r"(?=[^\n]*(?:\n[^\n]*)?\Z)[\s,.;:#/\-\u2013]{0,6}")
"""Signs, spaces and one line break at most."""
MISSED = re.compile(
    r"(?=[^\n]*(?:\n(?!\s*[-*])[^\n]*)?\Z)[\s,.;:\-/(]{0,4}"
    rf"(?:[0-9][\w.\-/]{{0,9}}|[A-Z\u00c0-\u00de][\w.'\u2019\-]{{0,11}}(?!:)|&|{_PARTICLE}(?=\s))[\s,.;:\-/)]{{0,4}}"
)
"""The same around a word or number that was missed; a word with a colon is the name of a field."""
OWNER_ENDS = re.compile(rf"[ \t]*[,;:(]?[ \t]*\r?\n\s*|\s?[,;:(]\s*(?=[^\W\d_]|{_HOUSE}\s[^\W\d_])")
"""What stands between a person's name and where the person lives."""
