"""Small words of the seven languages that are read, and what says when somebody was born: they tell a language.

A word may be of several languages; what tells is which of them has the most.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

__all__ = ["CUES", "most_spoken"]

_CUES: Final = {
    "de": "der die das und ist am vom den dem geboren wurde mit für seit bis im geburtsdatum datum geb geburtstag"
    " herr herrn frau ich sie er nicht auch auf ein eine zu zum zur mein meine ihr jahr",
    "en": "the and of on was born is by from with his her date birth dob she he my to for has had are at this that it"
    " i you your please birthday",
    "es": "el los las del una y en nacida nacido fue nació es su fecha nacimiento de mi con por que para señor señora"
    " nac yo tiene cumpleaños",
    "fr": "le les des est née né une du depuis et en au naissance de date mon ma il elle pour avec je monsieur madame"
    " que anniversaire qui",
    "it": "il di nato nata è gli della nel dal alla che e nascita data mia mio signor signora sono una per con la ha"
    " compleanno",
    "nl": "het een van op en geboren sinds is de geboortedatum mijn voor met zij hij ik de heer mevrouw geb"
    " verjaardag niet aan",
    "pt": "em do da dos das não uma no na ao nascida nascido foi e é seu sua nascimento de data meu minha com para que"
    " o os senhor senhora ele ela nasc aniversário",
}
CUES: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {tongue: frozenset(words.split()) for tongue, words in _CUES.items()}
)
"""For each language its small words."""


def most_spoken(words: Iterable[str]) -> frozenset[str]:
    """The languages of which most words are: several where they have as many, none where no word tells."""
    counts: Counter[str] = Counter()
    for word in words:
        counts.update(tongue for tongue, own in CUES.items() if word.lower() in own)
    most = max(counts.values(), default=0)
    return frozenset(tongue for tongue, count in counts.items() if count == most)
