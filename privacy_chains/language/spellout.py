"""Numbers in words, by the rules of CLDR: spelled, and read again.

``data/spellout.tsv`` holds the rules as the Unicode Consortium publishes them. A rule says from which number on it
holds, and how the words are put together: ``quarante[-→%%et-un→]`` spells what is left over forty by another set of
rules, and leaves the brackets out where nothing is left. What spells a number reads it too.

    spell("fr", "%spellout-cardinal-masculine", 47)    "quarante-sept"
    readings("siebenundvierzigste")                    {SpokenNumber(47, "de", "%spellout-ordinal")}
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from privacy_chains.language.lexicon import word_set
from privacy_chains.language.tables import read_rows
from privacy_chains.language.tongues import most_spoken
from privacy_chains.lazy import lazily
from privacy_chains.precomputed import precomputed, versions_of

__all__ = [
    "LARGEST",
    "SpokenNumber",
    "Uttered",
    "find_spoken",
    "folded",
    "holds_spoken",
    "is_ordinal",
    "readings",
    "rule_sets",
    "said_beside",
    "spell",
]

LARGEST: Final = 10**15
"""Numbers below this are spelled."""
_FILE: Final = "spellout.tsv"
_PARTS = lazily(r"\[|\]|←(?P<left>%*[\w-]*)←|→(?P<right>%*[\w-]*)→|=(?P<same>%[\w%-]*)=|[^\[\]←→=]+")
_JOINS = lazily(r"[\s\u2010\u2011-]+")
_WORD = lazily(r"[^\W\d_]+(?:\u00ad[^\W\d_]+)*")
_PLAIN_WORD = lazily(r"[^\W\d_]+")
_MOST: Final = 16
"""Words of the longest number that is looked for."""
_LONGEST: Final = 20
"""Letters of the longest word that a rule holds, at least."""
_HEAD: Final = 3
"""Letters by which words of numbers are told at a glance, and of the shortest unit written in one with a number."""


class SpokenNumber(NamedTuple):
    """A number as words say it: in a language, by a set of its rules."""

    number: int
    locale: str
    rules: str


class _Part(NamedTuple):
    """A piece of a rule: words, or a place that other rules fill with the quotient, the rest, or the number itself."""

    kind: str
    text: str
    optional: bool


class _Rule(NamedTuple):
    base: int
    divisor: int
    parts: tuple[_Part, ...]
    without_rest: tuple[_Part, ...]
    always: tuple[_Part, ...]


class _Filling(NamedTuple):
    """What the places of a rule hold."""

    left: int | None = None
    right: int | None = None
    same: int | None = None


_Rules = Mapping[str, Sequence[_Rule]]


def is_ordinal(spoken: SpokenNumber) -> bool:
    """Whether the words say a place in an order: ``forty-seventh``."""
    return "ordinal" in spoken.rules


def folded(text: str) -> str:
    """Words of numbers in one form: small letters without marks, one space for whatever joins them."""
    plain = unicodedata.normalize("NFKD", text.replace("\u00ad", "").casefold())
    return _JOINS.sub(" ", "".join(char for char in plain if not unicodedata.combining(char)))


@cache
def rule_sets() -> tuple[tuple[str, str], ...]:
    """Every language with each set of rules that spells whole numbers in it, the usual one first."""
    return tuple((one, name) for one in _rows() for name in _rules_of(one) if not name.startswith("%%"))


def spell(locale: str, rules: str, number: int) -> str:
    """A whole number in words.

    Raises:
        KeyError: No such language, or no such rules in it.
        ValueError: There are no words for it.
    """
    return _spelled(_rules_of(locale), rules, number)


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
        if run and not _JOINS.fullmatch(text, run[-1][1], word.start()):
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
    return any(folded(word[:_HEAD]) in _openers() and _length(word) for word in words)


def _uttered(text: str, run: Sequence[tuple[int, int]]) -> Iterator[Uttered]:
    """The longest numbers in a run of words of numbers."""
    first = 0
    while first < len(run):
        opens = folded(text[run[first][0] : run[first][1]])[:_HEAD] in _openers()
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
    if folded(word[:_HEAD]) not in _heads():
        return 0
    for length in (len(word), *(len(word) - len(unit) for unit in _glued() if word.lower().endswith(unit))):
        if length > 0 and _is_made_of(folded(word[:length]), _words()):
            return length
    return 0


def _is_made_of(text: str, words: frozenset[str]) -> bool:
    """Whether words of numbers, one behind the other, make up all of a text."""
    reached = [True]
    for end in range(1, len(text) + 1):
        reached.append(any(reached[at] and text[at:end] in words for at in range(max(0, end - _LONGEST), end)))
    return reached[-1]


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
    name = "words of numbers", *versions_of(__file__, str(Path(__file__).parent / "data" / _FILE))
    return precomputed(name, _tell)


def _tell() -> tuple[frozenset[str], dict[str, frozenset[str]]]:
    rules = {locale: _rules_of(locale, folds=True) for locale in _rows()}
    public = (rule for own in rules.values() for name in own if not name.startswith("%%") for rule in own[name])
    firsts = (parts[0] for rule in public for parts in (rule.parts, rule.without_rest) if parts)
    openers = frozenset(part.text[:_HEAD] for part in firsts if part.kind == "words")
    return openers, {locale: frozenset(_words_in(own)) for locale, own in rules.items()}


def _words_in(rules: _Rules) -> Iterator[str]:
    parts = (part for own in rules.values() for rule in own for part in rule.parts if part.kind == "words")
    return (word for part in parts for word in part.text.split())


def readings(text: str) -> tuple[SpokenNumber, ...]:
    """Every number that words may say, in whatever language; none where they say none."""
    said = folded(text)
    return _read_word(said) if said in _words() else _read(said)


@cache
def _read_word(word: str) -> tuple[SpokenNumber, ...]:
    """What a word of the rules says: what is kept of them is no text's."""
    return _read(word)


def _read(said: str) -> tuple[SpokenNumber, ...]:
    words = said.split()
    found = dict[tuple[str, int], SpokenNumber]()
    for locale in _rows() if words else ():
        if all(_is_made_of(word, _words_of(locale)) for word in words):
            rules = _rules_of(locale, folds=True)
            reader = _Reader(rules, said)
            for name in rules:
                for number in reader.read(name, 0, len(said)) if not name.startswith("%%") else ():
                    found.setdefault((locale, number), SpokenNumber(number, locale, name))
    return tuple(found.values())


@cache
def _rows() -> Mapping[str, Sequence[Sequence[str]]]:
    """The rows of each language's own rules."""
    found: dict[str, list[Sequence[str]]] = {}
    for locale, *row in read_rows(_FILE):
        found.setdefault(locale, []).append(row)
    return found


@cache
def _rules_of(locale: str, *, folds: bool = False) -> _Rules:
    """The rules of a language, with what it inherits; ``folds`` for words in one form."""
    rules: dict[str, list[_Rule]] = {}
    for name, base, radix, rule in _rows()[locale]:
        rules.setdefault(name, []).append(_rule(int(base), int(radix), rule, folds=folds))
    return rules if locale == locale[:2] else {**_rules_of(locale[:2], folds=folds), **rules}


def _rule(base: int, radix: int, rule: str, *, folds: bool) -> _Rule:
    divisor = 1
    while divisor * radix <= base:
        divisor *= radix
    parts, optional = list[_Part](), False
    for piece in _PARTS.finditer(rule.removeprefix("'")):
        if piece[0] in "[]":
            optional = piece[0] == "["
        elif piece.lastgroup:
            parts.append(_Part(piece.lastgroup, piece[piece.lastgroup], optional))
        else:
            plain = piece[0].replace("\u00ad", "")
            parts.append(_Part("words", folded(plain) if folds else plain, optional))
    parts = [part for part in parts if part.text or part.kind != "words"]
    without_rest = tuple(part for part in parts if not part.optional)
    return _Rule(base, divisor, tuple(parts), without_rest, tuple(p for p in without_rest if p.kind == "words"))


def _chosen(rules: Sequence[_Rule], number: int) -> tuple[int, _Rule]:
    """The last rule that begins at a number or below it."""
    place = max((place for place, rule in enumerate(rules) if rule.base <= number), default=-1)
    if place < 0:
        msg = "there are no words for the number"
        raise ValueError(msg)
    return place, rules[place]


def _spelled(rules: _Rules, name: str, number: int) -> str:
    if not 0 <= number < LARGEST:
        msg = "there are no words for the number"
        raise ValueError(msg)
    _, rule = _chosen(rules[name], number)
    quotient, rest = divmod(number, rule.divisor)
    values = {"left": quotient, "right": rest, "same": number}
    return "".join(
        part.text if part.kind == "words" else _spelled(rules, part.text or name, values[part.kind])
        for part in rule.parts
        if rest or not part.optional
    )


class _Reader:
    """Reads words in one language, in all ways that its rules allow."""

    def __init__(self, rules: _Rules, text: str) -> None:
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

    def _filled(self, name: str, parts: tuple[_Part, ...], start: int, end: int) -> Iterator[_Filling]:
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

    def _stops(self, further: tuple[_Part, ...], start: int, end: int) -> Iterator[int]:
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
