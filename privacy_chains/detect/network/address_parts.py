"""The parts of addresses: words of streets, house numbers, units, postal codes, and what separates them."""

from __future__ import annotations

from functools import cache

from privacy_chains.detect.patterns.label_table import POSTAL_CODE
from privacy_chains.detect.rules.tables import listed, shape
from privacy_chains.formats.name_lists import lexicon
from privacy_chains.language.lexicon import word_set
from privacy_chains.language.patterns import worded
from privacy_chains.lazy import lazily

__all__ = [
    "AFTER",
    "CLOSING",
    "CODE_BEFORE",
    "CROSSING_BEFORE",
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
    "MEETS",
    "MISSED",
    "NUMBER_AFTER",
    "OPENS",
    "OWNER_ENDS",
    "POSTAL_CODE",
    "REGION",
    "SHORT_NUMBER",
    "STARTS_AS_CODE",
    "STREET_IN_ENGLISH",
    "UNIT",
    "UNIT_BEFORE",
    "UNIT_NUMBER_AFTER",
    "begins_as_street",
    "has_no_street",
    "is_street",
    "is_street_word",
    "words_of",
]

# --- words -----------------------------------------------------------------------------------------------------------

_WORD = lazily(r"[^\W\d_]+")
_STREET_ENDING = r"[^\W\d_]{3}{street_ending}"
_ENDS_AS_STREET = worded(rf"{_STREET_ENDING}\Z")
IS_COMPOUND = worded(rf"[^\W\d_]*{_STREET_ENDING}\.?")
"""A word that is the name of a street and no other: ``Hauptstra\u00dfe``."""
GOES_ON = worded(r"-?(?i:{street_goes_on})\b")
"""What stands behind the name of a street."""


@cache
def _listed_words() -> frozenset[str]:
    """The street words of the frozen lists: no name that the lists find contains one."""
    classes = lexicon().classes
    return frozenset(word for name in classes if name.startswith("cue-street") for word in classes[name])


def words_of(value: str) -> list[str]:
    """The words of a name, in small letters."""
    return _WORD.findall(value.casefold())


def is_street_word(word: str) -> bool:
    """Whether a word in small letters stands beside names of streets."""
    return word in _listed_words() or word in word_set("street_before", "street_after")


def begins_as_street(name: str) -> bool:
    """Whether a name begins with a word of streets, or holds one that is nothing else."""
    words = words_of(name)
    return bool(words) and (words[0] in word_set("street_before") or not _listed_words().isdisjoint(words))


def is_street(name: str) -> bool:
    """Whether a name ends or begins as those of streets do: ``Calle Mayor``, ``Hauptstra\u00dfe``, ``Baker Street``."""
    words = words_of(name)
    if not words:
        return False
    ends = words[-1] in word_set("street_after") or _ENDS_AS_STREET.search(words[-1]) is not None
    return ends or words[0] in word_set("street_before") or not _listed_words().isdisjoint((words[0], words[-1]))


def has_no_street(value: str) -> bool:
    """Whether a value has neither a number nor a word of streets: then it is no address."""
    return not any(map(str.isdigit, value)) and not any(map(is_street, words_of(value)))


# --- numbers ---------------------------------------------------------------------------------------------------------

_HOUSE = r"[0-9]{1,5}[A-Za-z]?(?:\s?[/\-]\s?[0-9]{1,4}[A-Za-z]?|/[A-Za-z](?![^\W_])){0,2}(?![^\W_])"
_UNIT = rf"(?i:{{unit_of_house}}|{shape('numbered_box')})"
_UNIT_NUMBER = rf"{_UNIT}\.?\s?[0-9]{{1,5}}[A-Za-z]?[\s,/]{{1,2}}"

STREET_IN_ENGLISH = worded(rf"\W{{0,2}}{_HOUSE}\s[^\n]{{1,60}}?\b(?i:{{street_word}})\b")
NUMBER_AFTER = worded(
    rf"(?:,?\s(?:{{house_number_sign}}\s?)?|,)(?:{_HOUSE}|S/N\b)"
    r"(?=\s*(?:[,.;:)\]\"'\n]|\Z)|\s(?:[0-9]{2,6}\b|[A-Z\u00c0-\u00de]|{behind_house}(?!\w))"
    r"|\s{before_town}\s[A-Z\u00c0-\u00de])"  # via Mazzini 8 a Lecce
)
"""A house number behind a street, where no word follows that it could count."""
HOUSE_AFTER = worded(
    r",?\s[1-9][0-9]{0,3}[A-Za-z]?(?![^\W_])(?![:.,]?[0-9])(?!\s?[%\u20ac$\u00a3])"
    r"(?!\s(?i:{counted_thing}|[ap]\.?m|h|k?m|[a-z]+s)\b)"
)
"""The same after a certain street: any word may follow, except one for something that is counted."""
HOUSE_ALONE = worded(rf"(?:(?i:{{number_of_house}})\.?\s?{_HOUSE}|{_HOUSE}|S/N\b)(?=\s?(?:[0-9,;\n]|{_UNIT}\b|\Z))")
"""A house number without the name of a street after it."""
HOUSE_AT_END = lazily(rf"(?P<street>.*[^\W\d_]\.?),?\s{_HOUSE}\Z")
HOUSE_THEN_CODE = lazily(rf"{_HOUSE}\s{POSTAL_CODE}\Z")
HOUSE_BEFORE = worded(rf"(?:{_UNIT_NUMBER}|(?:{_HOUSE}[,;]?\s){{1,2}})\Z")
UNIT_BEFORE = worded(rf"(?<![^\W_])(?:{_UNIT_NUMBER}|[0-9]{{1,4}}[\s/])\Z")
UNIT = worded(r"(?i:{unit_of_house})\.?")
UNIT_NUMBER_AFTER = worded(rf"\.?\s?{_HOUSE}(?!\s(?i:{{counted_thing}})\b)(?![.,:]?[0-9])")
"""The number of a flat behind the word for it."""
CROSSING_BEFORE = worded(r"(?<![^\W_])(?i:{crossing})\s\Z")
MEETS = worded(r"\s(?:{and}|&)\s")
"""What stands between two streets that meet. If both are one address, the words between them belong to it."""
OPENS = worded(r"(?:\A|[\n:;,(\[\"'>|{=\-\u2022]|(?<![^\W_])(?i:{before_address}))\s{0,2}\Z")
"""What stands before an address that begins with a number, and not before a number that counts or dates."""
SHORT_NUMBER = lazily(rf"[0-9]{{1,6}}[A-Za-z]?|[0-9]{{2,5}}-|{POSTAL_CODE}")
STARTS_AS_CODE = lazily(rf"(?:[A-Z]{{2,3}}\s)?{POSTAL_CODE}")
SHIP = lazily(rf"(?:{'|'.join(sorted(listed('ships', 'warship')))})\s")
"""What a ship's name begins with, which is the street of who serves there."""
SHIP_BEFORE = lazily(rf"(?<![^\W_]){SHIP.pattern}\Z")
FLEET = lazily(r"[ADF]PO,?\sA[AEP]\b")
"""The post office and the region of the armed forces of the US."""
CODE_BEFORE = lazily(r"(?<![^\W_])[0-9]{2,5}-\Z")
DUTCH_CODE = lazily(r"(?<![^\W_])[0-9]{4}\s?[A-Z]{2}\Z")
ENDS_AS_CODE = worded(
    r"(?<![^\W_])(?=[A-Z0-9 \-]*[0-9])"
    r"(?:[A-Z0-9]{4,8}|[0-9]{4}\s[A-Z]{2}|[A-Z][0-9]{2}\s[A-Z0-9]{4}|[0-9]{2,5}-[0-9]{3})"
    r"(?:\s{town_beginning})?[\s)]*\Z"
)
"""A postal code at the end, perhaps with the beginning of its town."""
REGION = lazily(r"[A-Z]{2,4}")
ENDS_AS_REGION = lazily(r"(?<![^\W_])[A-Z]{2,3}\Z")
ENDS_OPEN = lazily(r"\s[a-z]{1,3}\Z")
CLOSING = lazily(r"(?:[A-Z]{2,3})?\)")
AFTER = lazily(
    rf"\s?\([A-Z]{{2,3}}\)|\s/\s[A-Z]{{2}}\b|[ ,]{{0,2}}\n?[ ]?[A-Z]{{2,3}}[ ,]{{0,2}}\n?[ ]?{POSTAL_CODE}"
    r"|[\s,]{1,3}(?:[0-9]{5}(?:-[0-9]{3,4})?|[0-9]{4}\s[A-Z]{2})(?=\s*(?:[,.;)\]\"'\n]|\Z))"
)
"""A region or a postal code behind an address."""

# --- gaps ------------------------------------------------------------------------------------------------------------

GAP = lazily(r"(?=[^\n]*(?:\n[^\n]*)?\Z)[\s,.;:#/\-\u2013]{0,6}")
"""Signs, spaces and one line break at most."""
MISSED = worded(
    r"(?=[^\n]*(?:\n(?!\s*[-*])[^\n]*)?\Z)[\s,.;:\-/(]{0,4}"
    r"(?:[0-9][\w.\-/]{0,9}|[A-Z\u00c0-\u00de][\w.'\u2019\-]{0,11}(?!:)|&|{address_particle}(?=\s))[\s,.;:\-/)]{0,4}"
)
"""The same around a word or number that was missed; a word with a colon is the name of a field."""
OWNER_ENDS = lazily(rf"[ \t]*[,;:(]?[ \t]*\r?\n\s*|\s?[,;:(]\s*(?=[^\W\d_]|{_HOUSE}\s[^\W\d_])")
"""What stands between a person's name and where the person lives."""
