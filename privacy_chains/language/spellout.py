"""Numbers in words, found and read: the rules that spell a number read it, too.

spell("fr", "%spellout-cardinal-masculine", 47)    "quarante-sept"
readings("siebenundvierzigste")                    {SpokenNumber(47, "de", "%spellout-ordinal")}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from privacy_chains.language.lexicon import word_set
from privacy_chains.language.number_rules import (
    LARGEST,
    Rules,
    SpellingPart,
    folded,
    joins,
    locales,
    rules_of,
    rules_version,
    spell,
)
from privacy_chains.language.tongues import most_spoken
from privacy_chains.lazy import lazily
from privacy_chains.precomputed import precomputed, versions_of

__all__ = [
    "SpokenNumber",
    "Uttered",
    "find_spoken",
    "holds_spoken",
    "is_ordinal",
    "readings",
    "said_beside",
]

_WORD = lazily(r"[^\W\d_]+(?:\u00ad[^\W\d_]+)*")
_PLAIN_WORD = lazily(r"[^\W\d_]+")
_SEVERAL: Final = 2
_MOST: Final = 16
"""Words of the longest number that is looked for."""
_LONGEST: Final = 20
"""Letters of the longest word that a rule holds, at least."""
_HEAD, _SHORTEST = 3, 2
"""Letters by which words of numbers are told at a glance, and of the shortest unit written in one with a number."""


class SpokenNumber(NamedTuple):
    """A number as words say it: in a language, by a set of its rules."""

    number: int
    locale: str
    rules: str


class _Filling(NamedTuple):
    """What the places of a rule hold."""

    left: int | None = None
    right: int | None = None
    same: int | None = None


def is_ordinal(spoken: SpokenNumber) -> bool:
    """Whether the words say a place in an order: ``forty-seventh``."""
    return "ordinal" in spoken.rules


class Uttered(NamedTuple):
    """A number in words that stands in a text: from where to where, and what it may say."""

    start: int
    end: int
    said: tuple[SpokenNumber, ...]


def find_spoken(text: str, start: int, stop: int) -> Iterator[Uttered]:
    """Numbers in words in a stretch of a text, in reading order, each as long as it goes.

    A unit that is written in one with the number is left out: ``siebenundvierzig`` of ``siebenundvierzigj\u00e4hrige``.
    """
    run: list[tuple[int, int]] = []
    for word in _WORD.finditer(text, start, stop):
        end = word.start() + _length(word[0])
        if run and not joins.fullmatch(text, run[-1][1], word.start()):
            yield from _uttered(text, run)
            run = []
        if end > word.start():
            run.append((word.start(), end))
        if end < word.end():
            yield from _uttered(text, run)
            run = []
    yield from _uttered(text, run)


def said_beside(around: str, said: Sequence[SpokenNumber]) -> list[SpokenNumber]:
    """What words say in the languages of a text around them, where its small words tell one: no English ``once``."""
    tongues = most_spoken(_PLAIN_WORD.findall(around))
    return [one for one in said if not tongues or one.locale[:2] in tongues]


def holds_spoken(text: str, start: int, stop: int) -> bool:
    """Whether a stretch of a text holds words that numbers may be made of."""
    words = (found[0] for found in _WORD.finditer(text, start, stop))
    return any(_begins(word, _openers()) and _length(word) for word in words)


def _uttered(text: str, run: Sequence[tuple[int, int]]) -> Iterator[Uttered]:
    """The longest numbers in a run of words of numbers."""
    first = 0
    while first < len(run):
        opens = _begins(text[run[first][0] : run[first][1]], _openers())
        for last in range(min(len(run), first + _MOST), first, -1) if opens else ():
            start, end = run[first][0], run[last - 1][1]
            said = readings(text[start:end])
            if said:
                yield Uttered(start, end, said)
                first = last
                break
        else:
            first += 1


def _length(word: str) -> int:
    """How much of a word is put together from words of numbers, up to a unit of age; nothing if that is not all."""
    if not _begins(word, _heads()):
        return 0
    for length in (len(word), *(len(word) - len(unit) for unit in _glued() if word.lower().endswith(unit))):
        if length > 0 and _is_made_of(folded(word[:length]), _words()):
            return length
    return 0


def _is_made_of(text: str, words: frozenset[str]) -> bool:
    """Whether words of numbers, one behind the other, make up all of a text."""
    reached = {0}
    for at in range(len(text)):
        if at in reached:
            reached.update(end for end in range(at + 1, min(at + _LONGEST, len(text)) + 1) if text[at:end] in words)
    return len(text) in reached


def _begins(word: str, heads: frozenset[str]) -> bool:
    """Whether a word begins as one of numbers may: ``en``, which is short, opens ``enogtyve``."""
    head = word[:_HEAD].lower()
    head = head if head.isascii() else folded(head)
    return head in heads or (head[:_SHORTEST] in _openers() and len(head) > _SHORTEST)


@cache
def _glued() -> frozenset[str]:
    """Units of age that may be written in one with the number: those that no space begins."""
    return frozenset(unit for unit in word_set("age_unit") if len(unit) >= _HEAD)


@cache
def _heads() -> frozenset[str]:
    """What words of numbers begin with."""
    return frozenset(word[:_HEAD] for word in _words())


def _openers() -> frozenset[str]:
    """What numbers begin with: no word that only joins others."""
    return _told()[0]


@cache
def _words() -> frozenset[str]:
    """The words, and pieces of words, that the rules of all languages put together."""
    return frozenset().union(*_told()[1].values())


def _words_of(locale: str) -> frozenset[str]:
    """Those of one language."""
    return _told()[1][locale]


@cache
def _told() -> tuple[frozenset[str], Mapping[str, frozenset[str]]]:
    """What numbers begin with, and the words of each language: most texts need no more of the rules."""
    return precomputed(("words of numbers", *versions_of(__file__), *rules_version()), _tell)


def _tell() -> tuple[frozenset[str], dict[str, frozenset[str]]]:
    tables = {locale: rules_of(locale, folds=True) for locale in locales()}
    rules = (rule for own in tables.values() for name in own if not name.startswith("%%") for rule in own[name])
    firsts = (parts[0] for rule in rules for parts in (rule.parts, rule.without_rest) if parts)
    openers = frozenset(part.text[:_HEAD] for part in firsts if part.kind == "words")
    return openers, {locale: frozenset(_words_in(own)) for locale, own in tables.items()}


def _words_in(rules: Rules) -> Iterator[str]:
    every = (rule for own in rules.values() for rule in own)
    parts = (part for rule in every for part in (*rule.parts, *rule.without_rest) if part.kind == "words")
    return (word for part in parts for word in part.text.split())


def readings(text: str) -> tuple[SpokenNumber, ...]:
    """Every number that words may say, in whatever language; first what is spelled just so."""
    said = folded(text)
    found = _readings_of_word(said) if said in _words() else _readings(said)
    if len(found) < _SEVERAL:
        return found
    written = text.casefold()
    return tuple(sorted(found, key=lambda one: spell(one.locale, one.rules, one.number) != written))


def _readings(said: str) -> tuple[SpokenNumber, ...]:
    words = said.split()
    found = dict[tuple[str, int], SpokenNumber]()
    for locale in locales() if words else ():
        if all(_is_made_of(word, _words_of(locale)) for word in words):
            rules = rules_of(locale, folds=True)
            reader = _Reader(rules, said)
            for name in rules:
                for number in reader.read(name, 0, len(said)) if not name.startswith("%%") else ():
                    found.setdefault((locale, number), SpokenNumber(number, locale, name))
    return tuple(found.values())


@cache
def _readings_of_word(word: str) -> tuple[SpokenNumber, ...]:
    """Those of a word that the rules hold: of few words, so they are kept."""
    return _readings(word)


class _Reader:
    """Reads words in one language, in all ways that its rules allow."""

    def __init__(self, rules: Rules, text: str) -> None:
        self._rules = rules
        self._text = text
        self._known: dict[tuple[str, int, int], frozenset[int]] = {}

    def read(self, name: str, start: int, end: int) -> frozenset[int]:
        """The numbers that a stretch of the text says by a set of rules."""
        place = (name, start, end)
        if place not in self._known:
            self._known[place] = frozenset()  # rules that come back to the same stretch say nothing new
            self._known[place] = frozenset(self._by_rules(name, start, end))
        return self._known[place]

    def _by_rules(self, name: str, start: int, end: int) -> Iterator[int]:
        rules = self._rules[name]
        for rule, below in zip(rules, [*(rule.base for rule in rules[1:]), LARGEST], strict=True):
            if not all(self._text.find(part.text, start, end) >= 0 for part in rule.always):
                continue
            for parts in dict.fromkeys((rule.parts, rule.without_rest)):
                for left, right, same in self._filled(name, parts, start, end):
                    rest = right if right is not None else 0 if parts != rule.parts else rule.base % rule.divisor
                    whole = (rule.base // rule.divisor if left is None else left) * rule.divisor
                    number = same if same is not None else whole + (rest if left is None or right is not None else 0)
                    if rule.base <= number < below and (parts == rule.parts or number % rule.divisor == 0):
                        yield number

    def _filled(self, name: str, parts: tuple[SpellingPart, ...], start: int, end: int) -> Iterator[_Filling]:
        """What the places of a rule hold if it gave a stretch of the text."""
        if not parts:
            if start == end:
                yield _Filling()
            return
        part, further = parts[0], parts[1:]
        if part.kind == "words":
            if self._text.startswith(part.text, start, end):
                yield from self._filled(name, further, start + len(part.text), end)
            return
        for stop in self._stops(further, start, end):
            numbers = self.read(part.text or name, start, stop) if start < stop or part.text.startswith("%%") else ()
            for filling in self._filled(name, further, stop, end) if numbers else ():
                yield from (filling._replace(**{part.kind: number}) for number in numbers)

    def _stops(self, further: tuple[SpellingPart, ...], start: int, end: int) -> Iterator[int]:
        """Where a place may end: where the words behind it begin."""
        if not further:
            yield end
        elif further[0].kind == "words":
            at = self._text.find(further[0].text, start, end)
            while at >= 0:
                yield at
                at = self._text.find(further[0].text, at + 1, end)
        else:
            yield from range(start, end + 1)
