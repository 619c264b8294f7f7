"""Numbers enciphered as numbers: for tasks that need no arithmetic, such as translation."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from privacy_chains.errors import FormatError
from privacy_chains.formats.base import Format, Part, Reading
from privacy_chains.formats.quantity import Quantity, QuantityFormat

__all__ = ["CountFormat"]

_LONGEST = 30


class CountFormat(Format):
    """A number becomes any other of as many digits, in the same spelling: ``$2,000.50`` becomes ``$7,316.24``.

    Args:
        domain: Names what the numbers are; it enters the tweak.
        quantity: How the type's strings spell a number.
    """

    reading: Reading = "code"

    def __init__(self, domain: str, quantity: QuantityFormat) -> None:
        self._domain = domain
        self._quantity = quantity
        self.keeps = f"how many digits, sign, {quantity.keeps}"

    def split(self, text: str) -> tuple[Part, ...]:
        quantity = self._quantity.read(text)
        low, size = _counts(quantity)
        sign = "-" if quantity.number < 0 else ""
        return (Part(f"{self._domain}/{sign}{low}.{quantity.step}", size, _count(quantity) - low),)

    def join(self, text: str, ranks: Sequence[int]) -> str:
        quantity = self._quantity.read(text)
        number = (_counts(quantity)[0] + ranks[0]) * quantity.step
        return self._quantity.spell(text, -number if quantity.number < 0 else number)


def _count(quantity: Quantity) -> int:
    """The number in steps, without its sign.

    Raises:
        FormatError: It is no whole number of steps, or a very long one.
    """
    steps = abs(quantity.number) / quantity.step
    if steps.denominator != 1 or steps >= Fraction(10) ** _LONGEST:
        msg = "the value is no number that can be enciphered as one"
        raise FormatError(msg)
    return int(steps)


def _counts(quantity: Quantity) -> tuple[int, int]:
    """The least number of steps with as many digits, and how many such there are."""
    digits = len(str(_count(quantity)))
    return (0, 10) if digits == 1 else (10 ** (digits - 1), 9 * 10 ** (digits - 1))
