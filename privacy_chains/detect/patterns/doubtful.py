"""Amounts whose currency may be something else: the rand of ``R50``, and the pounds of ``fifty pounds``.

What stands around them decides, or what noise on the amount leaves as it is: a magnitude, two decimals.
"""

from __future__ import annotations

from privacy_chains.detect.patterns.numerals import any_of
from privacy_chains.detect.rules.tables import shape
from privacy_chains.lazy import lazily

__all__ = ["is_doubtful", "is_money"]

_MONEY_NEAR = lazily(r"(?<![^\W_])" + any_of("doubtful_money_near") + r"(?![^\W_])|[\u00a3$\u20ac]")
_REGULARLY = lazily(shape("doubtful_regularly"))
_END_OF_CLAUSE = lazily(r"[\n;{}\[\]]|(?<=[^=])=(?=\s)|(?<=[\w)][.!?])\s")
"""Code has more of them than prose."""
_REACH_BEFORE, _REACH_AFTER = 100, 30

_RAND = lazily(r"R\s?[0-9.]")
_SURELY_RAND = lazily(
    r"R\s?[0-9][0-9 ,.]{0,40}(?:[.,][0-9]{2}|[^0-9]{0,30}[A-Za-z]\.?)\Z"  # R12.50, R5k, R3 million
    r"|R\s[0-9]{3}|R\s?(?:[0-9]{4}|[0-9]{1,3}[ ,][0-9]{3})"
)
_CODE_BEFORE = lazily(shape("doubtful_code_before"))
_LONGEST_BEFORE = 12

_WEIGHT_BEFORE = lazily(r"\b" + any_of("doubtful_weight_before") + r"(?!\w)(?:\s[\w'\u2019]{1,12}){0,3}\s\Z")
_WEIGHT_AFTER = lazily(shape("doubtful_weight_after"))
_CLOSES = lazily(shape("doubtful_closes"))
_IS = lazily(shape("doubtful_is"))
_LARGE = lazily(shape("doubtful_large"))


def is_doubtful(amount: str) -> bool:
    """Whether an amount's currency may be something else."""
    return _RAND.match(amount) is not None or amount[-6:].lower() == "pounds"


def is_money(text: str, start: int, end: int) -> bool:
    """Whether such an amount at ``[start, end)`` is money."""
    before = _END_OF_CLAUSE.split(text[max(0, start - _REACH_BEFORE) : start])[-1]
    after = _END_OF_CLAUSE.split(text[end : end + _REACH_AFTER], 1)[0]
    is_told = _MONEY_NEAR.search(f"{before} {after}".lower()) is not None or _REGULARLY.match(after) is not None
    amount = text[start:end]
    if amount[0] == "R":
        return _are_rand(amount, before, is_told=is_told)
    return _are_sterling(amount, before.lower(), text[end : end + _REACH_AFTER].lower(), is_told=is_told)


def _are_rand(amount: str, before: str, *, is_told: bool) -> bool:
    is_code = _CODE_BEFORE.search(before[-_LONGEST_BEFORE:]) is not None
    return not is_code and (is_told or _SURELY_RAND.match(amount) is not None)


def _are_sterling(amount: str, before: str, after: str, *, is_told: bool) -> bool:
    if _WEIGHT_BEFORE.search(before) or _WEIGHT_AFTER.match(after):
        return False
    lower = amount.lower()
    in_words = any(map(str.isalpha, lower.removesuffix("pounds")))
    may_be_told = _LARGE.search(lower) is not None or _IS.search(before) is None
    return is_told or (in_words and may_be_told and _CLOSES.match(after) is not None)
