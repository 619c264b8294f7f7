"""Amounts of money: a number with a currency before or after it."""

from __future__ import annotations

import re
from fractions import Fraction

from privacy_chains.formats._frames import FramedNumber, frame_number
from privacy_chains.formats.quantity import Quantity, QuantityFormat, Taken
from privacy_chains.language.patterns import worded

__all__ = ["MoneyFormat"]

_DOT_GROUPS = worded(r"€|\bEUR|\b{point_grouped_money}\b|\bR\$|\bkr\b|\bzł|\bCHF|\bTL\b|₺|\bIDR|\bRp\b", re.IGNORECASE)


class MoneyFormat(QuantityFormat):
    """Amounts: ``$2,000``, ``€1.234,50``, ``12k USD``, ``$1.2 million``, ``($27)``, ``two million dollars``.

    A point before three digits is a group separator if amounts in that currency are written so (``1.234 €``).
    """

    unit = "currency units"
    keeps = "currency and its place, sign, grouping, number of decimals, magnitude word"

    def read(self, text: str) -> Quantity:
        return _frame(text).quantity

    def take(self, text: str) -> Taken:
        frame = _frame(text)
        return frame.quantity, frame.spell

    def spell(self, text: str, number: Fraction) -> str:
        return _frame(text).spell(number)


def _frame(text: str) -> FramedNumber:
    named = "." in text and not (text.isascii() and text.upper() == text.lower())  # else no such currency's
    return frame_number(text, dot_groups=named and _DOT_GROUPS.search(text) is not None)
