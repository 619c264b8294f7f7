"""Quantities: what a Category II string says, and how its spelling is kept when the number changes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple, Self, TypeAlias

from privacy_chains.errors import FormatError

__all__ = ["Quantity", "QuantityFormat", "QuantityKey", "Taken", "is_multiple", "nearest_multiple", "printed_step"]


class QuantityKey(Fraction):
    """A fraction that is looked up often: its hash, which takes a modular inverse, is worked out once."""

    __slots__ = ("_hash",)
    _hash: int

    def __new__(cls, numerator: Fraction | int, denominator: int | None = None) -> Self:
        """The same number."""
        key = super().__new__(cls, numerator, denominator)
        key._hash = Fraction.__hash__(key)
        return key

    def __hash__(self) -> int:  # type: ignore[override]  # numbers.Complex declares that it has none
        return self._hash


class Quantity(NamedTuple):
    """A number as it is written.

    Attributes:
        number: Its value, in the unit of the entity type. Not shown in the repr.
        step: The precision it is written with: 1/100 for ``$12.50``, 1000 for ``12k``, 100 for ``1.2k``.
        finer: The steps that more decimals would give, the coarsest first; none where the spelling takes none.
        limits: The least and the greatest number that the spelling can say, where there are such.
    """

    number: Fraction
    step: Fraction
    finer: tuple[Fraction, ...] = ()
    limits: tuple[Fraction, Fraction] | None = None

    def __repr__(self) -> str:
        return f"Quantity(step={self.step!r}, finer={self.finer!r})"


def nearest_multiple(number: Fraction, step: Fraction) -> Fraction:
    """The multiple of ``step`` nearest to ``number``; halves go up, so that equal distances stay equal."""
    above, below = number.numerator * step.denominator, number.denominator * step.numerator
    count = (2 * above + below) // (2 * below)
    return Fraction(count * step.numerator, step.denominator)


def is_multiple(number: Fraction, step: Fraction) -> bool:
    """Whether ``number`` is a multiple of ``step``."""
    return number.numerator * step.denominator % (number.denominator * step.numerator) == 0


def printed_step(number: Fraction, steps: Sequence[Fraction]) -> Fraction:
    """The first of ``steps`` that prints ``number`` exactly; the first of all where none does."""
    return next((step for step in steps if is_multiple(number, step)), steps[0])


Taken: TypeAlias = tuple[Quantity, Callable[[Fraction], str]]
"""A string taken apart: what it says, and what spells another number in its place, a multiple of its step."""


class QuantityFormat(ABC):
    """How the numbers of one entity type are read, and written back in the spelling they came in.

    For every member ``text``: ``write(text, read(text).number) == text``; and for every multiple ``n`` of
    ``read(text).step`` that the type can express, ``read(write(text, n)).number == n``.

    Attributes:
        unit: What one is: ``"years"``, ``"days"``, ``"currency units"``.
        keeps: What the written surrogate shares with its original: the declared leakage of the spelling.
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
        """The same, reading a value as the texts around it want it read.

        Args:
            texts: The text in which it stands, and others that were written with it.
            start: Where it stands.
            end: Where it ends.
        """
        del texts, start, end
        return self

    def others(self, text: str) -> Sequence[QuantityFormat]:
        """The same, reading a text in the other ways in which it may be read."""
        del text
        return ()

    def meaning(self, text: str, number: Fraction) -> QuantityFormat:
        """The same, reading a text as a number that it was read as before, where it may say several.

        Raises:
            FormatError: ``text`` is not a member.
        """
        return next((form for form in (self, *self.others(text)) if form.read(text).number == number), self)

    def take(self, text: str) -> Taken:
        """What ``read`` gives, and ``spell`` with its text bound: one look at the text where a format overrides it.

        Raises:
            FormatError: ``text`` is not a member.
        """
        return self.read(text), partial(self.spell, text)

    def write(self, text: str, number: Fraction, taken: Taken | None = None, *, finer: bool = False) -> str:
        """``text`` with its number replaced by the multiple of its step nearest to ``number``.

        What is written is read back before it is returned.

        Args:
            text: The spelling.
            number: What it shall say.
            taken: What ``take`` gives for it, where the caller has looked at it already.
            finer: Whether more decimals may be written, where that says the number exactly.

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
