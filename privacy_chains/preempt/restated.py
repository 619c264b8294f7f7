"""Senses of bare numbers: whether a known number without a label repeats a private value.

``Her dad is 47 too`` repeats an age; ``Bus 47`` and ``47 pages`` do not. The words beside a number decide: on each side
there must be the end of a clause, a function word, or a word that speaks of the type. A noun before a number makes it
the name of something, and a noun after it is what is counted. A year is a year unless such a noun says otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from privacy_chains.dependencies.words import stems
from privacy_chains.detect.network.function_words import is_grammar
from privacy_chains.language.kinds import Kind
from privacy_chains.language.lexicon import word_set
from privacy_chains.language.patterns import worded
from privacy_chains.lazy import lazily

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
_UNIT = worded(r"[ \u00a0]?{age_unit}(?!\w)", re.IGNORECASE)
_MARKER = lazily(r"[.)](?:\s|\Z)")
_PAIRED = worded(r"[0-9][0-9.,]*\s?(?:-|\u2013|{to|and|or|of|out_of})\s\Z")
_PAIR = worded(r"\s?(?:-|\u2013|{to})\s?[0-9]")
_CONTRACTED = ("'s", "'m", "'re", "\u2019s", "\u2019m", "\u2019re")


@dataclass(frozen=True, slots=True)
class _Sense:
    """What speaks of the numbers of one type.

    Attributes:
        stems: Words that announce one, brought to one form.
        fewest: How many figures a number needs to be recognized without such a word.
        determined: Whether one may stand behind an article: ``the 640 was late``.
        parted: Whether ``of`` may follow: ``385 of it``.
    """

    stems: frozenset[str]
    fewest: int = 2
    determined: bool = True
    parted: bool = True


_KINDS: Final[Mapping[str, Kind]] = {
    "AGE": "speaks_of_age",
    "MONEY": "speaks_of_money",
    "MEASUREMENT": "speaks_of_measure",
    "PERCENTAGE": "speaks_of_share",
}


@cache
def _sense_of(entity_type: str) -> _Sense:
    announced = stems(" ".join(word_set(_KINDS[entity_type])))
    if entity_type == "AGE":
        return _Sense(announced, determined=False, parted=False)
    return _Sense(announced, fewest=3) if entity_type == "MONEY" else _Sense(announced)


def is_about(text: str, start: int) -> bool:
    """Whether the number that starts there is called approximate: ``about 55,000``, ``call it 55,000``."""
    before = _BEFORE.search(text, max(0, start - _REACH), start)
    said = [word.lower() for word in before.group("word", "second") if word] if before else []
    return not word_set("about").isdisjoint(said)


def may_say(entity_type: str, text: str, start: int, end: int) -> bool:
    """Whether the number at ``text[start:end]`` may be a value of a type, judged by the words beside it."""
    if entity_type == "YEAR_OF_BIRTH":
        return _may_be_year(text, start, end)
    sense = _sense_of(entity_type)
    paired = _PAIRED.search(text, max(0, start - _REACH), start)
    first = paired.start() if paired else start
    before = _before(text, first)
    told = [word.lower() for word in before.group("third", "second", "word") if word] if before else []
    if entity_type == "AGE" and _is_aged(text, end, told, apposed=bool(before and before["comma"])):
        return True
    if not _is_uncounted(sense, text, end, told):
        return False
    digits = sum(map(str.isdigit, text[start:end]))
    short = 0 < digits < sense.fewest and text[end - 1].isdigit()  # not 1.2m
    if before is None:
        return not (paired or short) and _opens(text, start, end)
    return _announced(sense, before, told, short=short)


def _announced(sense: _Sense, before: re.Match[str], told: list[str], *, short: bool) -> bool:
    """Whether what stands before a number lets it be one of a type."""
    if before["comma"]:
        return not short and (told[-1] in word_set("answer") or bool(sense.stems & stems(told[-1])))
    if not sense.stems.isdisjoint(stems(" ".join(told))):
        named = told[-1] in word_set("number_bearer")
        return not named and (not before["colon"] or bool(sense.stems & stems(told[-1])))
    return not (short or before["colon"]) and _leads(sense, told)


def _is_aged(text: str, end: int, told: list[str], *, apposed: bool) -> bool:
    """Whether somebody is said to be, or to have, so many years: ``il a aussi 47 ans``, no ``47 ans de travail``."""
    unit = _UNIT.match(text, end, end + _REACH)
    verb = next((place for place, word in enumerate(told) if word in word_set("age_verb")), None)
    if unit is None or not (apposed or (verb is not None and all(map(is_grammar, told[verb + 1 :])))):
        return False
    after = _AFTER.match(text, unit.end(), unit.end() + _REACH)
    if after is None or after["asked"]:
        return after is not None
    follows = after["word"]
    return after["end"] is not None or (is_grammar(follows.lower()) and follows.lower() not in word_set("age_of"))


def _is_uncounted(sense: _Sense, text: str, end: int, told: list[str]) -> bool:
    """Whether no counted thing follows a number, and no ``of``."""
    after = _AFTER.match(text, end, end + _REACH)
    if _PAIR.match(text, end):
        return sense.parted and bool(told) and told[-1] in word_set("range_from")
    if after is None:
        return False
    if after["asked"]:
        asked = after["asked"].lower()
        said = bool(told) and told[-1] in word_set("says")
        return (said or _goes_on(sense, asked)) and asked not in word_set("number_bearer")
    return after["end"] is not None or _goes_on(sense, after["word"].lower())


def _before(text: str, start: int) -> re.Match[str] | None:
    return _BEFORE.search(text, max(0, start - _REACH), start)


def _leads(sense: _Sense, told: list[str]) -> bool:
    """Whether a number may follow words of grammar, and none by which it would be counted or be named."""
    word, before = told[-1], told[-2:-1]
    if before and word in {"is", "are", "was", "were"} and before[0] == "there":
        return False
    if word in word_set("before_no_age") and not sense.determined:
        return False
    affirmed = word in word_set("affirms")
    return affirmed or word in word_set("about") or is_grammar(word) or word.endswith(_CONTRACTED)


def _goes_on(sense: _Sense, word: str) -> bool:
    """Whether a word that follows a number counts nothing by it."""
    if word == "of":
        return sense.parted
    counted = word in word_set("behind_number") or word.endswith("ly")
    return counted or is_grammar(word) or bool(sense.stems & stems(word))


def _opens(text: str, start: int, end: int) -> bool:
    """Whether a number stands at the beginning of a sentence, and is no marker of a list."""
    return _OPENS.search(text, max(0, start - _REACH), start) is not None and _MARKER.match(text, end) is None


def _may_be_year(text: str, start: int, end: int) -> bool:
    """Whether a number is a year: not after something that has a number, and not before something it counts."""
    before, after = _before(text, start), _AFTER.match(text, end, end + _REACH)
    if text[max(0, start - 1) : start] in {"/", "#"} and not text[max(0, start - 2) : start - 1].isdigit():
        return False
    words = [word.lower() for word in before.group("second", "word") if word] if before else []
    if words and words[-1] in word_set("number_bearer"):
        return False
    counted = after is not None and after["word"] is not None and not is_grammar(after["word"].lower())
    return not (counted and words and words[-1] in word_set("before_count"))
