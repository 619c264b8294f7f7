"""Senses of bare numbers: whether a known number that stands alone may say its value once more.

``Her dad is 47 too`` says an age again, ``Bus 47`` and ``47 pages`` do not: what stands beside a number tells. On both
sides there has to be the end of a clause, a word of grammar, or a word that speaks of the type; a noun before a number
names something else by it, and one behind is what is counted. A year is one unless such a noun says otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from privacy_chains.dependencies.words import stems
from privacy_chains.detect.lazy import lazily
from privacy_chains.detect.network.function_words import is_grammar

__all__ = ["is_about", "may_say"]

_REACH = 40
_WORD = r"[^\W\d_](?:[^\W\d_]|['\u2019](?=[^\W\d_])){0,23}"
_BEFORE = lazily(
    rf"(?:(?P<third>{_WORD})[ ])?(?:(?P<second>{_WORD})[ ])?(?P<word>{_WORD})"
    r"(?P<colon>\s?[:=])?(?P<comma>,)?[ \u00a0]\Z"
)
_AFTER = lazily(
    rf"[ \u00a0](?P<asked>{_WORD})\?|(?P<end>[.!?;,:)\u2026]?(?:\s*\Z|\s*\n)|[.!?;,:)\u2026][\"')\u201d]?\s)"
    rf"|[ \u00a0](?P<word>{_WORD})"
)
_OPENS = lazily(r"(?:\A|\n|[^\W\d_]{4}[.!?][\"')\u201d]?\s|\w;\s|[^\W\d_]\s[\u2013\u2014-]\s)\s*\Z")
_MARKER = lazily(r"[.)](?:\s|\Z)")
_PAIRED = lazily(r"[0-9][0-9.,]*\s?(?:-|\u2013|to|and|or|of|bis|und|oder|von|et|ou|sur|y|o|de)\s\Z")
_PAIR = lazily(r"\s?(?:-|\u2013|to|bis|\u00e0|a)\s?[0-9]")
_CONTRACTED = ("'s", "'m", "'re", "\u2019s", "\u2019m", "\u2019re")


def _words(words: str) -> frozenset[str]:
    return frozenset(words.split())


_ABOUT: Final = _words(
    "about almost approximately approx around barely between ca circa exactly just maybe nearly only over perhaps"
    " probably roughly say some under call says said means even still already"
    " etwa fast rund knapp ungef\u00e4hr genau sagt"
    " environ presque pr\u00e8s dit casi aproximadamente unos dice quasi"
)
"""Words of measure and of saying, which stand before any number."""
_LATER: Final = _words(
    "again ago already altogether each exactly instead last like next now nowadays ok okay per plus then today tomorrow"
    " tonight well yes yesterday yet encima heute gestern morgen hoy hier aujourd'hui"
)
"""Adverbs that follow a number and are counted by nothing."""
_DETERMINERS: Final = _words(
    "a an the this that these those my your his her its our their no all any der die das den dem ein eine le la les un"
    " une des el los las uno una"
)
_CARRIERS: Final = _words(
    "act apartment article box building bus channel chapter code column docs door error exit exhibit extension figure"
    " flight floor gate highway house id interstate issue item level line lot model number page paragraph part platform"
    " port psalm question room route row rule seat section size slide step suite table track train unit verse version"
    " volume windows zimmer zeile seite linie gleis chambre ligne salle habitaci\u00f3n l\u00ednea p\u00e1gina"
)
"""What bears numbers as names: not even a year beside it is one."""
_ANSWERS: Final = _words(
    "yes no yeah yep nope well ok okay right sure exactly indeed correct true ja nein doch genau richtig oui non si"
    " exact s\u00ed claro exacto s\u00ec esatto sim n\u00e3o certo nee klopt"
)
"""Words that are a clause of their own, behind which a value is said again: ``Yes, 47.``"""
_AFFIRMS: Final = _ANSWERS - _words("no well right exact")
"""Those of them that name nothing by the number behind: not ``no 47``."""
_FROM: Final = (["from"], ["between"], ["von"], ["zwischen"], ["de"])
_IS: Final = (["is"], ["was"], ["ist"], ["est"], ["es"])


@dataclass(frozen=True, slots=True)
class _Sense:
    """What speaks of the numbers of one type.

    Attributes:
        stems: Words that announce one, brought to one form.
        fewest: Figures that a number must have to be told without such a word.
        determined: Whether one may stand behind an article: ``the 640 was late``.
        parted: Whether ``of`` may follow: ``385 of it``.
    """

    stems: frozenset[str]
    fewest: int = 2
    determined: bool = True
    parted: bool = True


def _sense(words: str, *, fewest: int = 2, determined: bool = True, parted: bool = True) -> _Sense:
    return _Sense(stems(words), fewest, determined, parted)


_SENSES: Final[Mapping[str, _Sense]] = {
    "AGE": _sense(
        "age turn turned turning reach reached reaches look looks looked being become became becomes feel feels edad"
        " alter alt \u00e2ge man woman boy girl lady werde wurde",
        determined=False,
        parted=False,
    ),
    "MONEY": _sense(
        "salary price pay owe cost spend spent rent fee amount total bill invoice loan debt budget income bonus pension"
        " deposit gross net tax balance mortgage revenue transfer transferred send sent receive received betrag miete"
        " kredit loyer montant",
        fewest=3,
    ),
    "MEASUREMENT": _sense(
        "weight height measure measured bmi glucose sugar pressure pulse temperature dose distance length level value"
        " take took",
    ),
    "PERCENTAGE": _sense(
        "rate share margin growth percentage percent interest yield quota discount increase decrease rise fall raise"
        " anteil satz marge zins taux tasa",
    ),
}


def is_about(text: str, start: int) -> bool:
    """Whether the number that starts there is said to be one near another: ``about 55,000``, ``call it 55,000``."""
    before = _BEFORE.search(text, max(0, start - _REACH), start)
    return before is not None and not _ABOUT.isdisjoint(word.lower() for word in before.group("word", "second") if word)


def may_say(entity_type: str, text: str, start: int, end: int) -> bool:
    """Whether the number at ``text[start:end]`` may be a value of a type, by what stands beside it."""
    if entity_type == "YEAR_OF_BIRTH":
        return _may_be_year(text, start, end)
    sense = _SENSES[entity_type]
    paired = _PAIRED.search(text, max(0, start - _REACH), start)
    first = paired.start() if paired else start
    before = _before(text, first)
    told = [word.lower() for word in before.group("third", "second", "word") if word] if before else []
    if not _is_uncounted(sense, text, end, told):
        return False
    digits = sum(map(str.isdigit, text[start:end]))
    short = 0 < digits < sense.fewest and text[end - 1].isdigit()  # not 1.2m
    if before is None:
        return not paired and not short and _opens(text, start, end)
    if before["comma"]:
        return not short and (told[-1] in _ANSWERS or bool(sense.stems & stems(told[-1])))
    if not sense.stems.isdisjoint(stems(" ".join(told))):
        return told[-1] not in _CARRIERS and (not before["colon"] or bool(sense.stems & stems(told[-1])))
    return not (short or before["colon"]) and _leads(sense, told)


def _is_uncounted(sense: _Sense, text: str, end: int, told: list[str]) -> bool:
    """Whether nothing follows a number that is counted by it, or parted from it."""
    after = _AFTER.match(text, end, end + _REACH)
    if _PAIR.match(text, end):
        return sense.parted and told[-1:] in _FROM
    if after is None:
        return False
    if after["asked"]:
        return (told[-1:] in _IS or _goes_on(sense, after["asked"].lower())) and after["asked"].lower() not in _CARRIERS
    return after["end"] is not None or _goes_on(sense, after["word"].lower())


def _before(text: str, start: int) -> re.Match[str] | None:
    return _BEFORE.search(text, max(0, start - _REACH), start)


def _leads(sense: _Sense, told: list[str]) -> bool:
    """Whether a number may follow words of grammar, and none by which it would be counted or be named."""
    word, before = told[-1], told[-2:-1]
    if before and word in {"is", "are", "was", "were"} and before[0] == "there":
        return False
    if word in _DETERMINERS and not sense.determined:
        return False
    return word in _ABOUT or word in _AFFIRMS or is_grammar(word) or word.endswith(_CONTRACTED)


def _goes_on(sense: _Sense, word: str) -> bool:
    """Whether a word that follows a number counts nothing by it."""
    if word == "of":
        return sense.parted
    return word in _LATER or word.endswith("ly") or is_grammar(word) or bool(sense.stems & stems(word))


def _opens(text: str, start: int, end: int) -> bool:
    """Whether a number stands at the beginning of a sentence, and is no marker of a list."""
    return _OPENS.search(text, max(0, start - _REACH), start) is not None and _MARKER.match(text, end) is None


def _may_be_year(text: str, start: int, end: int) -> bool:
    """A year is one, but behind what bears numbers, and where it counts what follows."""
    before, after = _before(text, start), _AFTER.match(text, end, end + _REACH)
    if text[max(0, start - 1) : start] in {"/", "#"} and not text[max(0, start - 2) : start - 1].isdigit():
        return False
    words = [word.lower() for word in before.group("second", "word") if word] if before else []
    if words and words[-1] in _CARRIERS:
        return False
    counted = after is not None and after["word"] is not None and not is_grammar(after["word"].lower())
    return not (counted and words and words[-1] in _COUNTING)


_COUNTING: Final = _words(
    "is are was were has have had be been weigh weighs weighed contain contains hold holds cost costs about over almost"
    " nearly some these those all took takes than"
)
"""Words behind which a number with a noun is a count: ``there are 1990 people``."""
