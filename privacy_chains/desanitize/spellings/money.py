"""Whether money is spoken of beside a number: a currency's sign, code or name, before it or behind it."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from privacy_chains.desanitize.spellings.numerals import scale_after
from privacy_chains.language import currencies, magnitudes
from privacy_chains.language.lexicon import word_set
from privacy_chains.language.patterns import worded
from privacy_chains.lazy import lazily

__all__ = ["NO_MONEY", "Money", "ends_in_sign", "is_cut", "money_beside", "names_money", "opens_amount"]


class Money(NamedTuple):
    """What is said of money beside a number.

    Attributes:
        sure: Whether a currency stands there that is nothing else.
        perhaps: The currencies that a word there may name, though it may be another word as well.
    """

    sure: bool = False
    perhaps: frozenset[str] = frozenset()

    def agrees(self, codes: frozenset[str]) -> bool:
        """Whether an amount in one of these currencies may be meant."""
        return self.sure or not self.perhaps.isdisjoint(codes)


NO_MONEY: Final = Money()
_SURE: Final = Money(sure=True)
_BEFORE = lazily(r"([^\s\d]{1,16})[ \u00a0\u2009\u202f]?[-\u2212]?\Z")
_LAST = lazily(r"[^\W\d_]+\Z")
_GAP: Final = r"[ \u00a0\u2009\u202f\n-]"
_JOIN = worded(rf"{_GAP}?(?:{{elided}}['\u2019]|{{of_money}}{_GAP})?")
_WORD = lazily(r"[^\W\d_]+")
_BETWEEN = lazily(rf" & |{_GAP}|['\u2019.]{_GAP}?")
_MOST_WORDS: Final = 5


@cache
def _signs() -> frozenset[str]:
    return frozenset(currencies.signs())


@cache
def _codes() -> frozenset[str]:
    return frozenset(currencies.codes())


def money_beside(behind: str, ahead: str) -> Money:
    """What is said of money around a number, behind its magnitude as well."""
    before = _before(behind)
    if before.sure:
        return before
    scale = scale_after(ahead, 0)
    after = [_after(ahead, 0), *([_after(ahead, scale.end)] if scale else [])]
    if any(money.sure for money in after):
        return _SURE
    return Money(perhaps=before.perhaps.union(*(money.perhaps for money in after)))


_BLANKS: Final = " \u00a0\u2009\u202f"


def ends_in_sign(behind: str) -> bool:
    """Whether a sign of several characters ends what stands before a number: ``$US``, ``S/``."""
    return behind.endswith(currencies.mixed_signs())


def is_cut(ahead: str) -> bool:
    """Whether what stands behind a number is the beginning of such a sign."""
    bare = ahead.lstrip(_BLANKS)
    return bool(bare) and any(sign.startswith(bare) and sign != bare for sign in currencies.mixed_signs())


def _before(behind: str) -> Money:
    if ends_in_sign(behind.rstrip("-\u2212").rstrip(_BLANKS)):
        return _SURE
    found = _BEFORE.search(behind)
    if found is None:
        return NO_MONEY
    if found[1][-1] in _signs():
        return _SURE
    word = _LAST.search(found[1].rstrip("."))
    return names_money(word[0]) if word else NO_MONEY


def _after(ahead: str, start: int) -> Money:
    at = _JOIN.match(ahead, start).end()  # type: ignore[union-attr]  # it matches everywhere
    if ahead.startswith(currencies.mixed_signs(), at):
        return _SURE
    for _ in range(_MOST_WORDS):
        word = _WORD.match(ahead, at)
        stop = word.end() if word else at
        if ahead[stop : stop + 1] in _signs():
            return _SURE
        if word is None:
            return NO_MONEY
        money = names_money(word[0])
        if money is not NO_MONEY:
            return money
        gap = _BETWEEN.match(ahead, stop) if word[0].lower() in currencies.qualifiers() else None
        if gap is None:
            return NO_MONEY
        at = gap.end()
    return NO_MONEY


def names_money(word: str) -> Money:
    """What a word says of money by itself: a code in capitals, a name in any letter case."""
    if word in _codes() or word.lower() in currencies.words():
        return _SURE
    codes = currencies.codes_said(word)
    return Money(perhaps=codes) if codes else NO_MONEY


@cache
def _openings() -> frozenset[str]:
    magnitude = (word.split(" ", 1)[0] for word in magnitudes.factors())
    return frozenset((*magnitude, *currencies.qualifiers(), *word_set("elided", "of_money")))


def opens_amount(word: str) -> bool:
    """Whether a word behind a number may be the first of several that tell an amount: ``million``, ``swiss``."""
    return word.lower() in _openings()
