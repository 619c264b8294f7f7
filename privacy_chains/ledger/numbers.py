"""The numbers of a ledger: read exactly as written, printed rounded up."""

from __future__ import annotations

from decimal import ROUND_CEILING, Decimal, localcontext
from fractions import Fraction
from math import inf
from typing import TypeAlias

from privacy_chains.errors import PolicyError

__all__ = ["Epsilon", "exact_epsilon", "exact_number", "factor", "rounded_up"]

Epsilon: TypeAlias = Fraction | float
"""An exact epsilon, or ``math.inf``."""

_LEAST_EPSILON, _MOST_EPSILON = Fraction(1, 10**9), Fraction(10**9)
_MOST_DIGITS = 1000


def exact_epsilon(value: Fraction | float | str) -> Fraction:
    """Read an epsilon exactly as written: the float 0.1 is one tenth.

    Raises:
        PolicyError: It is not a number from a billionth to a billion.
    """
    try:
        epsilon = exact_number(str(value))
    except (ValueError, ArithmeticError):
        epsilon = Fraction(0)
    if not _LEAST_EPSILON <= epsilon <= _MOST_EPSILON:
        msg = "an epsilon is a positive, finite number, such as 0.5 or 1/3: from 1e-9, which is all noise, to 1e9"
        raise PolicyError(msg)
    return epsilon


def exact_number(text: str) -> Fraction:
    """Read a number exactly as written: ``0.1``, ``1e-3`` or ``1/3``.

    Raises:
        ValueError: It is not a number, or has so many digits that calculating would take too long.
        ArithmeticError: It is not a number, such as ``1/0``.
    """
    if "/" in text:
        return Fraction(text)
    number = Decimal(text)
    if abs(number.adjusted()) > _MOST_DIGITS:
        msg = "a number of too many digits"
        raise ValueError(msg)
    return Fraction(number)


def rounded_up(number: Epsilon, digits: int = 4) -> str:
    """A number for people, rounded up to ``digits`` significant digits, so that no epsilon looks smaller than it is."""
    if isinstance(number, float):
        return "infinite" if number == inf else rounded_up(Fraction(str(number)), digits)
    with localcontext(prec=digits, rounding=ROUND_CEILING):
        decimal = Decimal(number.numerator) / Decimal(number.denominator) if number.denominator > 1 else None
    text = f"{number.numerator:,}" if decimal is None else f"{decimal:,f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def factor(epsilon: Fraction) -> str:
    """``exp(epsilon)`` for people, rounded up: how much likelier one value makes a release than another value does."""
    with localcontext(prec=30, rounding=ROUND_CEILING):
        factor = (Decimal(epsilon.numerator) / Decimal(epsilon.denominator)).exp().next_plus()
        return f"{factor.quantize(Decimal('0.01')):,}" if factor < 10**6 else "more than a million"
