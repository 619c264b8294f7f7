"""Numbers that are no values: a year, and the name of a page, a port, an error.

Their words outweigh figures that agree: where ``$2,024`` was released, ``As of 2024`` is still a year.
"""

from __future__ import annotations

import re
from typing import Final

from privacy_chains.desanitize.spellings.number_context import Around
from privacy_chains.formats.months import MONTH_NAMES
from privacy_chains.lazy import lazily

__all__ = ["is_label", "is_reckoned", "may_be_year", "names_no_value", "stands_as_year"]

_LABEL_WORDS: Final = (
    "page pages p pp error errors code status port rfc room flight chapter line lines section article paragraph"
    " figure table volume issue building gate route highway bus platform channel exercise footnote bug ticket pid"
    " build revision step question slide verse psalm seite seiten s fehler fehlercode zimmer raum flug kapitel"
    " zeile abschnitt artikel absatz abbildung tabelle band erreur chambre vol chapitre ligne alinéa"
    " página páginas puerto habitación vuelo capítulo línea artículo pagina pagine errore porta stanza volo"
    " capitolo riga articolo fout poort kamer vlucht hoofdstuk regel erro quarto voo linha artigo strona sida"
)
_NUMBER_WORDS: Final = "number no nr num numéro número numero nummer code"
_WORDS_OF_YEARS: Final = "year years jahr jahre année an ans año anno jaar ano rok roku år fy"
_LABELS: Final = frozenset(_LABEL_WORDS.split())
"""What has a number for a name, in the languages that are read."""
_NUMBERED: Final = frozenset(_NUMBER_WORDS.split())
_YEAR_WORDS: Final = frozenset(_WORDS_OF_YEARS.split())
_YEAR = lazily(r"(?:1[6-9]|20)[0-9]{2}")
_FULL = "|".join(sorted((name for name in sorted(MONTH_NAMES) if len(name) > 4), key=len, reverse=True))
_SHORT = "|".join(sorted((name.title() for name in sorted(MONTH_NAMES) if len(name) <= 4), key=len, reverse=True))
_DATED = lazily(
    rf"\b(?:(?i:{_FULL})|{_SHORT}|(?:\d{{1,2}}\.?|de|of)\s(?:mai|juin|mei|may|août))\.?"
    r"(?:\s\d{1,2}(?:st|nd|rd|th)?)?,?\s(?:(?:de|of|del|do|di)\s)?\Z"
)
_SPAN: Final = (
    "beginning|start|end|middle|close|spring|summer|autumn|fall|winter|class|early|late|mid|quarter|half"
    "|anfang|beginn|mitte|ende|frühjahr|frühling|sommer|herbst|stand|début|fin|milieu|printemps|été|automne|hiver"
    "|rentrée|promotion|principios|inicios|finales|fines|mediados|primavera|verano|verão|otoño|invierno|inverno|clase"
    "|promoción|inizio|fine|metà|estate|autunno|outono|begin|eind|einde|medio|voorjaar|zomer|najaar|início|fim|final"
    "|meados|turma|years?|jahre?s?|année|año|anno|jaar|ano|rok|år"
)
_TIMED = lazily(
    r"(?:\b(?:in|since|until|till|during|throughout|circa|as of|as at|im|seit|en|ens|depuis|dès|ici|desde|nel|sinds"
    r"|sedert|vanaf|em|copyright|from (?:the )?early|edition|fy|q[1-4]|h[12]|\(c\)|vom jahr)"
    rf"|\b(?:{_SPAN})(?:\s(?:of|de|del|di|do|van|von|des|der))?|©)[\s-]{{1,2}}\Z",
    re.IGNORECASE,
)
"""What only a year stands behind."""
_PERHAPS = lazily(
    r"\b(?:from|before|after|by|ab|vor|nach|bis|avant|après|antes de|después de|hasta|dal|al|del|fino al|prima del"
    r"|dopo il|voor|na|tot|até|antes de|depois de)\s\Z",
    re.IGNORECASE,
)
"""What a year stands behind, and an amount as well where it is spoken of: ``the rent rose from 2024``."""
_CITED = lazily(r"[(\[;][^()\[\]]{0,60}(?:\b[A-Z][^\W\d_]+|\bal\.),?\s\Z")
_CITES = lazily(r"[a-z]?[)\];,:]")
_OF_A_YEAR = lazily(
    r"(?:[ \u00a0-](?:(?:tax|fiscal|calendar|financial|academic|school|model|budget)\s)?"
    r"(?:years?|season|edition|elections?|census|olympics|vintage|ad|ce|bce?|saison|ausgabe|steuerjahr|wahl(?:en)?"
    r"|élections?|édition|temporada|edición|elecciones|stagione|edizione|elezioni|seizoen|editie|verkiezingen"
    r"|temporada|edição|eleições|roku|r\.)(?![^\W_])|[年년])",
    re.IGNORECASE,
)
_BEFORE_SUM = lazily(r"[*\u00d7+\u00f7/=<>\u00b7]\s?[-\u2212]?\Z")
_AFTER_SUM = lazily(r"\s?[*\u00d7+\u00f7=<>\u00b7]|\s/\s|\s[x\u2212]\s")
_RATE = lazily(
    r"\s?(?:/|(?:a|per|each|every|pro|im|par|al|alla|a la|por|per la|ao|à la)\s)\s?"
    r"(?:month|mo|week|day|hour|quarter|year|annum|monat|woche|tag|stunde|jahr|mois|semaine|jour|an|mes|semana|día"
    r"|año|mese|settimana|giorno|anno|maand|week|dag|jaar|mês|dia|ano)(?![^\W_])",
    re.IGNORECASE,
)
_REACH: Final = 80


def may_be_year(numeral: str) -> bool:
    """Whether figures are those of a year: four, and no mark in them."""
    return _YEAR.fullmatch(numeral) is not None


def stands_as_year(text: str, start: int, end: int, *, spoken: bool) -> bool:
    """Whether four figures stand where a year does; ``spoken``: what is issued is spoken of beside them."""
    behind = text[max(0, start - _REACH) : start]
    if _TIMED.search(behind) or _DATED.search(behind) or _OF_A_YEAR.match(text, end):
        return True
    if _CITED.search(behind) and _CITES.match(text, end):
        return True
    return not spoken and _PERHAPS.search(behind) is not None


def is_reckoned(text: str, start: int, end: int) -> bool:
    """Whether a number is a term of a sum, or paid by the month."""
    behind = text[max(0, start - 4) : start]
    return bool(_BEFORE_SUM.search(behind) or _AFTER_SUM.match(text, end) or _RATE.match(text, end))


def is_label(here: Around) -> bool:
    """Whether the word before a number says that it is the name of something: ``Error 3837``, ``page 3837``."""
    return here.left in _LABELS or (here.left in _NUMBERED and not here.type_left.isdisjoint(_LABELS))


def names_no_value(words: frozenset[str]) -> bool:
    """Whether the words of a key are those of a year, a page, a port."""
    return not words.isdisjoint(_LABELS | _YEAR_WORDS)
