"""Numbers in English words: parsed, and written in the same style."""

from __future__ import annotations

import re
from dataclasses import dataclass

from privacy_chains.language.lexicon import alternation_of, form_of, meanings
from privacy_chains.language.lexicon import words as words_of
from privacy_chains.lazy import lazily

__all__ = ["NUMBER_WORDS", "Words", "parse_words"]

_VALUES = {word: int(value) for word, value in meanings("number_word", "en").items()}
_SMALL = [form_of("number_word", str(number), "en") for number in range(20)]
_TENS = [form_of("number_word", str(number), "en") for number in range(20, 100, 10)]
_SCALES = {word: int(value) for word, value in meanings("scale", "en").items()}
_HUNDRED, _AND = words_of("hundred", "en")[0], words_of("and", "en")[0]
_ANY = "|".join(sorted((*_VALUES, *_SCALES, _HUNDRED), key=len, reverse=True))

NUMBER_WORDS = (
    rf"(?:\ba[ ](?=(?:{alternation_of((_HUNDRED, *_SCALES))})\b))?"
    rf"\b(?:{_ANY})\b(?:(?:[ -]|,[ ]|[ ]{_AND}[ ])(?:{_ANY})\b)*"
)
"""A regular expression, to be used without regard to case, for a number in words."""

_SHAPE = lazily(NUMBER_WORDS, re.IGNORECASE)
_LOOSE = lazily(rf"\b(?:{'|'.join(_TENS)}) (?:{'|'.join(_SMALL[1:10])})\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Words:
    """A number in words and how it is spelled.

    Attributes:
        number: Its value.
        step: Its last word of magnitude: 1 for ``forty-seven``, 1000000 for ``two million``.
        hyphen: Whether tens and units are joined by a hyphen.
        joined: Whether ``and`` stands after hundreds.
        case: ``lower``, ``upper``, ``first`` (only the first letter is a capital) or ``title``.
        in_hundreds: Whether thousands are counted in hundreds: ``twelve hundred``.
    """

    number: int
    step: int
    hyphen: bool
    joined: bool
    case: str
    in_hundreds: bool = False

    def spell(self, number: int) -> str:
        """A number below 10^15, not negative, in the same style."""
        words = self._write(number)
        match self.case:
            case "upper":
                return words.upper()
            case "first":
                return words[:1].upper() + words[1:]
            case "title":
                return re.sub(rf"\b(?!{_AND}\b)[a-z]", lambda letter: letter[0].upper(), words)
            case _:
                return words

    def _write(self, number: int) -> str:
        if number < 1000 or (self.in_hundreds and number < 10_000 and number // 100 % 10):
            return self._with_hundreds(number)
        pieces: list[str] = []
        for name, value in reversed(_SCALES.items()):
            count, number = divmod(number, value)
            if count:
                pieces.append(f"{self._with_hundreds(count)} {name}")
        if number:
            pieces.append((f"{_AND} " if self.joined and number < 100 else "") + self._with_hundreds(number))
        return " ".join(pieces)

    def _with_hundreds(self, number: int) -> str:
        """A number below 10,000, counted in hundreds."""
        hundreds, rest = divmod(number, 100)
        pieces = [f"{self._below_hundred(hundreds)} {_HUNDRED}"] if hundreds else []
        if rest or not hundreds:
            pieces.append(self._below_hundred(rest))
        return (f" {_AND} " if self.joined else " ").join(pieces)

    def _below_hundred(self, number: int) -> str:
        if number < 20:
            return _SMALL[number]
        tens, units = divmod(number, 10)
        return _TENS[tens - 2] + (("-" if self.hyphen else " ") + _SMALL[units] if units else "")


def parse_words(text: str) -> Words | None:
    """Read a number in words; None where ``text`` is not one, or its words are in no valid order."""
    if _SHAPE.fullmatch(text) is None:
        return None
    words = [word for word in re.split(r"[ ,-]+", text.lower()) if word != _AND]
    words[0] = "one" if words[0] == "a" or words[0] in _SCALES or words[0] == _HUNDRED else words[0]
    if not text.lower().startswith(("a ", "one")) and words[0] == "one":
        words.insert(1, text.lower().split()[0])
    number = _value(words)
    if number is None:
        return None
    joined = f" {_AND} " in text.lower() or number < 100
    hyphen, in_hundreds = _LOOSE.search(text) is None, number >= 1000 and _SCALES.keys().isdisjoint(words)
    return Words(number, _last_scale(words), hyphen, joined and number >= 100, _case(text), in_hundreds)


def _value(words: list[str]) -> int | None:
    """The number the words state, or None: each magnitude must be smaller than the one before it."""
    total, limit = 0, 10**15
    group: list[str] = []
    for word in [*words, ""]:
        if word in _SCALES or not word:
            value = _group_value(group, most=9 if word or total else 99)
            scale = _SCALES.get(word, 1)
            if scale >= limit or value is None or (word and not value):
                return None
            total, limit, group = total + value * scale, scale, []
        else:
            group.append(word)
    return total


def _group_value(group: list[str], *, most: int = 9) -> int | None:
    """The number that a run of words states, with at most ``most`` hundreds; 0 for no words."""
    if _HUNDRED in group:
        at = group.index(_HUNDRED)
        head, rest = _group_value(group[:at]), _group_value(group[at + 1 :])
        return head * 100 + rest if head and head <= most and rest is not None and rest < 100 else None
    values = [_VALUES[word] for word in group]
    if len(values) == 2 and values[0] >= 20 and 1 <= values[1] <= 9:
        return sum(values)
    return values[0] if len(values) == 1 else None if values else 0


def _last_scale(words: list[str]) -> int:
    step = 1
    for word in reversed(words):
        if word == _HUNDRED:
            step *= 100
        elif word in _SCALES:
            step *= _SCALES[word]
        else:
            break
    return step


def _case(text: str) -> str:
    letters = [word for word in re.split(r"[^A-Za-z]+", text) if word and word != _AND]
    if text.isupper():
        return "upper"
    if text[0].isupper():
        return "title" if len(letters) > 1 and all(word[0].isupper() for word in letters) else "first"
    return "lower"
