"""The rules of CLDR that spell numbers in words, and what they spell.

``data/spellout.tsv`` holds the rules as the Unicode Consortium publishes them. A rule says from which number on it
holds, and how the words are put together: ``quarante[-→%%et-un→]`` spells what is left over forty by another set of
rules, and leaves the brackets out where nothing is left; there, what stands behind a ``|`` in them holds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from privacy_chains.language.marks import without_marks
from privacy_chains.language.tables import read_rows
from privacy_chains.lazy import lazily
from privacy_chains.precomputed import precomputed, versions_of

__all__ = [
    "LARGEST",
    "Rules",
    "SpellingPart",
    "SpellingRule",
    "folded",
    "joins",
    "locales",
    "rule_sets",
    "rules_of",
    "rules_version",
    "spell",
]

_FILE: Final = "spellout.tsv"

LARGEST: Final = 10**15
"""Numbers below this are spelled."""
_PARTS = lazily(r"\[|\]|\||←(?P<left>%*[\w-]*)←|→(?P<right>%*[\w-]*)→|=(?P<same>%[\w%-]*)=|[^\[\]|←→=]+")
_RESTS: Final[Mapping[str, bool | None]] = {"[": True, "|": False, "]": None}
joins = lazily(r"[\s\u2010\u2011-]+")
"""What stands between the words of a number."""


class SpellingPart(NamedTuple):
    """A piece of a rule: words, or a place that other rules fill with the quotient, the rest, or the number itself.

    ``rest`` says whether it stands only where something is left over, only where nothing is, or always (None).
    """

    kind: str
    text: str
    rest: bool | None


class SpellingRule(NamedTuple):
    """How numbers from ``base`` on are spelled.

    Attributes:
        base: The first of them.
        divisor: What a number is divided by into a quotient and a rest.
        parts: The words where something is left over.
        without_rest: The words where nothing is.
        always: Those of both.
    """

    base: int
    divisor: int
    parts: tuple[SpellingPart, ...]
    without_rest: tuple[SpellingPart, ...]
    always: tuple[SpellingPart, ...]


_Plain: TypeAlias = tuple[str, str, bool | None]
_PlainRule: TypeAlias = tuple[int, int, tuple[_Plain, ...], tuple[_Plain, ...], tuple[_Plain, ...]]
"""A part and a rule as they are kept between processes."""
Rules: TypeAlias = Mapping[str, Sequence[SpellingRule]]
"""The rules of a language, by set."""


def folded(text: str) -> str:
    """Words of numbers in one form: small letters without marks, one space for whatever joins them."""
    return joins.sub(" ", without_marks(text.replace("\u00ad", "").casefold(), "NFKD"))


@cache
def rule_sets() -> tuple[tuple[str, str], ...]:
    """Every language with each set of rules that spells whole numbers in it, the usual one first."""
    return tuple((locale, name) for locale in locales() for name in rules_of(locale) if not name.startswith("%%"))


def spell(locale: str, rules: str, number: int) -> str:
    """A whole number in words.

    Raises:
        KeyError: No such language, or no such rules in it.
        ValueError: There are no words for it.
    """
    return _spelled(rules_of(locale), rules, number)


@cache
def locales() -> tuple[str, ...]:
    """The languages that there are rules of."""
    return precomputed(("languages of rules of numbers", *rules_version()), lambda: tuple(_rows()))


@cache
def rules_version() -> tuple[str | int, ...]:
    """What tells whether the rules, or how they are read, have changed."""
    return versions_of(__file__, str(Path(__file__).parent / "data" / _FILE))


@cache
def rules_of(locale: str, *, folds: bool = False) -> Rules:
    """The rules of a language, with what it inherits; ``folds`` for words in one form.

    Raises:
        KeyError: No such language.
    """
    name = "rules of numbers", locale, folds, *rules_version()
    own = {name: [_made(*rule) for rule in rules] for name, rules in precomputed(name, partial(_plain, locale, folds))}
    parent = locale[:2]
    return own if locale == parent else {**rules_of(parent, folds=folds), **own}


def _made(base: int, divisor: int, *parts: Sequence[_Plain]) -> SpellingRule:
    with_rest, without_rest, always = (tuple(map(SpellingPart._make, some)) for some in parts)
    return SpellingRule(base, divisor, with_rest, without_rest, always)


def _plain(locale: str, folds: bool) -> tuple[tuple[str, tuple[_PlainRule, ...]], ...]:  # noqa: FBT001
    """The rules of a language, by set, as they are kept between processes."""
    own: dict[str, list[_PlainRule]] = {}
    for name, base, radix, rule in _rows()[locale]:
        first, divisor, *parts = _rule(int(base), int(radix), rule, folds=folds)
        with_rest, without_rest, always = (tuple((*part,) for part in some) for some in parts)
        own.setdefault(name, []).append((first, divisor, with_rest, without_rest, always))
    return tuple((name, tuple(rules)) for name, rules in own.items())


@cache
def _rows() -> Mapping[str, Sequence[Sequence[str]]]:
    """The rows of each language's own rules, as they are written."""
    found: dict[str, list[Sequence[str]]] = {}
    for locale, *row in read_rows(_FILE):
        found.setdefault(locale, []).append(row)
    return found


def _rule(base: int, radix: int, rule: str, *, folds: bool) -> SpellingRule:
    divisor = 1
    while divisor * radix <= base:
        divisor *= radix
    parts, rest = list[SpellingPart](), None
    for piece in _PARTS.finditer(rule.removeprefix("'")):
        if piece[0] in _RESTS:
            rest = _RESTS[piece[0]]
        elif piece.lastgroup:
            parts.append(SpellingPart(piece.lastgroup, piece[piece.lastgroup], rest))
        else:
            plain = piece[0].replace("\u00ad", "")
            parts.append(SpellingPart("words", folded(plain) if folds else plain, rest))
    parts = [part for part in parts if part.text or part.kind != "words"]
    with_rest, without_rest = (tuple(part for part in parts if part.rest in {None, left}) for left in (True, False))
    always = tuple(part for part in parts if part.rest is None and part.kind == "words")
    return SpellingRule(base, divisor, with_rest, without_rest, always)


def _chosen(rules: Sequence[SpellingRule], number: int) -> tuple[int, SpellingRule]:
    """The last rule that begins at a number or below it."""
    place = max((place for place, rule in enumerate(rules) if rule.base <= number), default=-1)
    if place < 0:
        msg = "there are no words for the number"
        raise ValueError(msg)
    return place, rules[place]


def _spelled(rules: Rules, name: str, number: int) -> str:
    if not 0 <= number < LARGEST:
        msg = "there are no words for the number"
        raise ValueError(msg)
    _, rule = _chosen(rules[name], number)
    quotient, rest = divmod(number, rule.divisor)
    values = {"left": quotient, "right": rest, "same": number}
    return "".join(
        part.text if part.kind == "words" else _spelled(rules, part.text or name, values[part.kind])
        for part in (rule.parts if rest else rule.without_rest)
    )
