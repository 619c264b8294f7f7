"""The grammar that the pattern families share: where a value may begin and end, and how numbers are written.

Everything here is a piece of a regular expression. Every repetition is bounded, so that no text, however hostile,
makes a search take more than linear time.

A value never begins or ends inside a longer word or number. Letters of any script count as word characters, except
those of scripts that put no spaces between words (Thai, Lao, Burmese, Khmer, Japanese, Chinese).
"""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_lowercase, ascii_uppercase

from privacy_chains.detect.rules.tables import phrases
from privacy_chains.language import magnitudes
from privacy_chains.language.lexicon import meanings, words

__all__ = [
    "AFTER",
    "AFTER_DIGITS",
    "AFTER_ID",
    "AMOUNT",
    "BEFORE",
    "BEFORE_DIGITS",
    "BEFORE_ID",
    "MAGNITUDE",
    "MAGNITUDE_IN_ANY_CASE",
    "NO_LETTER_AFTER",
    "NO_LETTER_BEFORE",
    "NO_TAG",
    "NUMBER_WORDS",
    "PARTED",
    "SEPARATOR",
    "SMALL_NUMBER_WORDS",
    "TAG",
    "UNSPACED",
    "WORD",
    "alternation",
    "any_of",
    "lowered",
    "one_of",
]

UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
"""The letters of scripts that put no spaces between words, as a part of a character class."""

WORD = rf"[^\W{UNSPACED}]"
"""A word character, as a value's surroundings know it."""

BEFORE = rf"(?<![^\W{UNSPACED}])"
"""No word character stands before."""

AFTER = rf"(?![^\W{UNSPACED}])"
"""No word character follows."""

NO_LETTER_BEFORE = rf"(?<![^\W_{UNSPACED}])"
"""No letter or digit stands before; names of files join with underscores what they hold."""

NO_LETTER_AFTER = rf"(?![^\W_{UNSPACED}])"
"""No letter or digit follows."""

BEFORE_DIGITS = rf"{BEFORE}(?<![0-9][.,:/\-])"
"""A number begins here: not the rest of a word, a decimal, a date or a code."""

AFTER_DIGITS = rf"{AFTER}(?![.,:/\-][0-9])"
"""A number ends here."""

BEFORE_ID = rf"{NO_LETTER_BEFORE}(?<![0-9][.,:\-])(?:(?<![0-9]/)|(?<=[0-9]{{4}}/))"
"""An identifier begins here, perhaps behind another and a slash."""

AFTER_ID = rf"{NO_LETTER_AFTER}(?![.,:\-][0-9]|/[0-9]{{1,4}}(?![\w\-/]|[. ][0-9]))"
"""An identifier ends here; behind a slash another may follow, or a date: ``123-45-6789/1958-07-03``."""


_IN_TAG = (
    r"(?>(?!/?(?i:hr|li|ol|table|tbody|thead|tr|ul)\b)/?[A-Za-z][\w:\-]{0,20}"
    r"(?:\s(?:(?!value=)[^<>]){0,200})?/?>\s{0,40})"
)
TAG = f"<{_IN_TAG}"
"""A tag of HTML or XML with the blanks behind it; none that ends a row, and none with a value of its own."""
NO_TAG = f"<(?!{_IN_TAG})"
"""The sign where it begins no such tag."""

SEPARATOR = (
    rf"(?:{TAG}|[._\-\u2026\u00b7](?>(?: ?[._\-\u2026\u00b7]){{1,80}})|\u2026|[\u2190-\u21ff\u2794-\u27be]"
    r"|&(?:nbsp|ensp|emsp|rarr|\#160);)"
)
"""What parts a label from its value beside blanks, a colon and the like: a tag, a dot leader, an arrow."""

PARTED = r"(?:;(?![\s;])| ; )"
"""A semicolon between two cells; no other of a sentence."""


def one_of(phrases: str, *, any_case: bool = False) -> str:
    """The alternation of expressions that are separated by white space; ``_`` in one stands for spaces.

    Args:
        phrases: The expressions, in lower case where they are to be found in any.
        any_case: Whether letter case is ignored. First letters are then spelled out in both, for the engine looks
            ahead to a letter or a class, but not to a letter whose case it ignores.
    """
    expressions = phrases.replace("_", r"\s{1,3}").split()
    if not any_case:
        return alternation(expressions)
    heads, others = _by_first_letter(expressions)
    parts = [f"[{letter}{letter.upper()}](?i:{alternation(rest)})" for letter, rest in heads.items()]
    return f"(?:{'|'.join([*parts, *map('(?i:{})'.format, others)])})"


def any_of(name: str, *, any_case: bool = False) -> str:
    """:func:`one_of` for the phrases of this name in ``rules/phrases.tsv``."""
    return one_of(" ".join(phrases(name)), any_case=any_case)


def alternation(expressions: Iterable[str]) -> str:
    """The alternation of expressions, arranged letter by letter, so that one look at each rules most of them out.

    Those that begin with a letter are tried before others.
    """
    heads, others = _by_first_letter(expressions)
    parts = [letter + (alternation(rest) if len(rest) > 1 else rest[0]) for letter, rest in heads.items()]
    return f"(?:{'|'.join(parts + others)})"


def _by_first_letter(expressions: Iterable[str]) -> tuple[dict[str, list[str]], list[str]]:
    """What follows each first letter, and the expressions that begin with none."""
    heads: dict[str, list[str]] = {}
    others: list[str] = []
    for expression in expressions:
        if expression[:1].isalpha() and expression[1:2] not in ("?", "*", "+", "{"):
            heads.setdefault(expression[0], []).append(expression[1:])
        else:
            others.append(expression)
    return heads, others


_ASCII_LOWER = str.maketrans(ascii_uppercase, ascii_lowercase)


def lowered(text: str) -> str:
    """``text`` in lower case, position for position: searching it is faster than ignoring case."""
    lower = text.lower()
    return lower if len(lower) == len(text) else text.translate(_ASCII_LOWER)


_BLANK = "[ \u00a0\u2009\u202f'\u2019_]"
AMOUNT = (
    r"(?>[0-9]{1,3}+(?:,[0-9]{3}(?:,[0-9]{3}){0,5}(?:\.[0-9]{1,6}|)(?![0-9])"  # 1,000,000.50
    r"|\.[0-9]{3}(?:\.[0-9]{3}){0,5}(?:,[0-9]{1,6}|)(?![0-9])"  # 1.000.000,50
    rf"|{_BLANK}[0-9]{{3}}(?:{_BLANK}[0-9]{{3}}){{0,5}}(?:[.,][0-9]{{1,6}}|)(?![0-9]))"  # 1 000 000,50
    r"|[0-9]{1,2}+,[0-9]{2}(?:,[0-9]{2}){0,4},[0-9]{3}(?:\.[0-9]{1,6}|)(?![0-9])"  # 12,34,567.50
    r"|[0-9]{1,18}+(?:[.,][0-9]{1,17}|)(?![0-9])"
    r"|\.[0-9]{1,6}(?![0-9]))"
)
"""A number in digits, with any common grouping and decimal mark; it is read in one way, whatever follows.

Each way begins with the mark that tells it, so that one look rules it out.
"""

_NAMED = {word: int(figures) for word, figures in meanings("number_word", "en").items()}
_ONES = "|".join(word for word, number in _NAMED.items() if 0 < number < 10)
_TENS = [word for word, number in _NAMED.items() if number >= 20]
_WORD = alternation([*_NAMED, *words("hundred", "en"), *words("scale", "en")])

NUMBER_WORDS = rf"(?:{_WORD}(?:(?:[\s\-]{{1,3}}|\s{{1,3}}and\s{{1,3}}){_WORD}){{0,11}})"
"""A whole number in English words: ``two million``, ``one hundred and five thousand``."""

_HUNDRED = "|".join(words("hundred", "en"))
_TO_99 = alternation(
    [*(rf"{ten}(?:[\s\-]{{1,2}}(?:{_ONES}))?" for ten in _TENS), *sorted(_NAMED.keys() - _TENS, key=len, reverse=True)]
)
SMALL_NUMBER_WORDS = rf"(?:{_TO_99}|(?:one|a)\s{{1,2}}(?:{_HUNDRED})(?:\s{{1,2}}(?:and\s{{1,2}})?{_TO_99})?)"
"""A number below two hundred in English words: ``forty-three``."""

_UNITS = frozenset(["k", "m", "b", "md", "mds", "cr"])
"""Magnitudes that need a currency behind them, or are read without a gap alone."""
_ABBREVIATED = frozenset(["mln", "mio", "mrd", "mld", "tsd", "tys", "milj"])
_MAGNITUDES = (
    " ".join(
        word.replace(" ", "_") + (r"\.?" if word in _ABBREVIATED else "")
        for word in sorted(magnitudes.plain() - _UNITS)
    )
    + r" [kmbt] mds?(?=\s?\u20ac) mill\.(?=\s?\u20ac)"
)
MAGNITUDE = one_of(_MAGNITUDES)
"""What multiplies the number before it, in lower case: ``million``, ``mio.``, ``k``."""
MAGNITUDE_IN_ANY_CASE = one_of(_MAGNITUDES, any_case=True)
"""The same in any letter case: ``Mio.``, ``K``."""
