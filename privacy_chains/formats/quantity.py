"""Quantities: the number in a Category II string, and how its spelling is kept when the number changes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple, Self, TypeAlias

from privacy_chains.errors import FormatError

__all__ = ["Quantity", "QuantityFormat", "QuantityKey", "Taken", "is_multiple", "nearest_multiple", "printed_step"]


class QuantityKey(Fraction):
    """A fraction for frequent look-ups. Its hash, which takes a modular inverse, is computed once."""

    __slots__ = ("_hash",)
    _hash: int

    def __new__(cls, numerator: Fraction | int, denominator: int | None = None) -> Self:
        """The same number."""
        key = super().__new__(cls, numerator, denominator)
        key._hash = Fraction.__hash__(key)
        return key

    def __hash__(self) -> int:  # type: ignore[override]  # numbers.Complex declares that there is none
        return self._hash


class Quantity(NamedTuple):
    """A number as it is written.

    Attributes:
        number: Its value, in the unit of the entity type. Not shown in the repr.
        step: The precision with which it is written: 1/100 for ``$12.50``, 1000 for ``12k``, 100 for ``1.2k``.
        finer: The steps that more decimals would give, coarsest first; empty if the spelling takes no decimals.
        limits: The smallest and the largest number that the spelling can express, if there are limits.
    """

    number: Fraction
    step: Fraction
    finer: tuple[Fraction, ...] = ()
    limits: tuple[Fraction, Fraction] | None = None

    def __repr__(self) -> str:
        return f"Quantity(step={self.step!r}, finer={self.finer!r})"


def nearest_multiple(number: Fraction, step: Fraction) -> Fraction:
    """The multiple of ``step`` nearest to ``number``. Halves are rounded up, so that equal distances stay equal."""
    above, below = number.numerator * step.denominator, number.denominator * step.numerator
    count = (2 * above + below) // (2 * below)
    return Fraction(count * step.numerator, step.denominator)


def is_multiple(number: Fraction, step: Fraction) -> bool:
    """Whether ``number`` is a multiple of ``step``."""
    return number.numerator * step.denominator % (number.denominator * step.numerator) == 0


def printed_step(number: Fraction, steps: Sequence[Fraction]) -> Fraction:
    """The first of ``steps`` that prints ``number`` exactly; if none does, the first of all."""
    return next((step for step in steps if is_multiple(number, step)), steps[0])


Taken: TypeAlias = tuple[Quantity, Callable[[Fraction], str]]
"""A parsed string: its quantity, and a function that spells another multiple of its step in its place."""


class QuantityFormat(ABC):
    """Reads the numbers of one entity type, and writes other numbers in the original spelling.

    For every member ``text``: ``write(text, read(text).number) == text``; and for every multiple ``n`` of
    ``read(text).step`` that the type can express, ``read(write(text, n)).number == n``.

    Attributes:
        unit: The unit: ``"years"``, ``"days"``, ``"currency units"``.
        keeps: What the written surrogate has in common with its original: the declared leakage of the spelling.
    """

    unit: str = ""
    keeps: str = ""

    @abstractmethod
    def read(self, text: str) -> Quantity:
        """The quantity that ``text`` states.

        Raises:
            FormatError: ``text`` is not a member. The message never quotes it.
        """

    @abstractmethod
    def spell(self, text: str, number: Fraction) -> str:
        """``text`` with its number replaced by ``number``, a multiple of its step."""

    def within(self, texts: Sequence[str], start: int, end: int) -> QuantityFormat:
        """A copy that reads a value as the texts around it require.

        Args:
            texts: The text with the value, and others that were written with it.
            start: The start of the value.
            end: Its end.
        """
        del texts, start, end
        return self

    def together(self, texts: Sequence[str], start: int, end: int) -> QuantityFormat:
        """A copy that reads a value so that it moves like those around it, where one shift moves all.

        Args:
            texts: The text with the value, and others that were written with it.
            start: The start of the value.
            end: Its end.
        """
        del texts, start, end
        return self

    def alone(self, text: str, number: Fraction) -> Fraction:
        """The number of a text, as who sees nothing else reads it.

        Args:
            text: The text.
            number: What it was read as.
        """
        del text
        return number

    def others(self, text: str) -> Sequence[QuantityFormat]:
        """Copies that read a text in its other possible readings."""
        del text
        return ()

    def meaning(self, text: str, number: Fraction) -> QuantityFormat:
        """A copy that reads a text as a number that it was read as before, if it has several possible readings.

        Raises:
            FormatError: ``text`` is not a member.
        """
        return next((form for form in (self, *self.others(text)) if form.read(text).number == number), self)

    def take(self, text: str) -> Taken:
        """The result of ``read``, and ``spell`` with its text bound. An override may read the text only once.

        Raises:
            FormatError: ``text`` is not a member.
        """
        return self.read(text), partial(self.spell, text)

    def write(self, text: str, number: Fraction, taken: Taken | None = None, *, finer: bool = False) -> str:
        """``text`` with its number replaced by the multiple of its step nearest to ``number``.

        The result is read back before it is returned.

        Args:
            text: The spelling.
            number: The number to write.
            taken: The result of ``take`` for the text, if the caller already has it.
            finer: Whether more decimals may be written, if they express the number exactly.

        Raises:
            FormatError: ``text`` is not a member, or cannot express the number in its spelling.
        """
        quantity, spell = taken or self.take(text)
        exact = is_multiple(number, quantity.step) or (finer and any(is_multiple(number, s) for s in quantity.finer))
        rounded = number if exact else nearest_multiple(number, quantity.step)
        if rounded == quantity.number:
            return text
        written = spell(rounded)
        if self.read(written).number != rounded:
            msg = f"a number of {self.unit or 'this type'} cannot be expressed in the spelling it stands in"
            raise FormatError(msg)
        return written
