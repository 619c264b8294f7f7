"""Expressions of the helper string: computing their exact values, and solving them for a variable."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from privacy_chains.dependencies.arithmetic import FUNCTIONS, MOST_BITS, checked, divided, root, years_away
from privacy_chains.errors import DependencyError

__all__ = ["DEEPEST", "Constant", "Expression", "FunctionCall", "Power", "Product", "Sum", "Variable"]

Values = Mapping[str, Fraction]
DEEPEST = 60
"""The deepest nesting of operations in an expression that is substituted into another formula."""


class Expression:
    """A part of a formula. Immutable."""

    __slots__ = ()

    def variables(self) -> Iterator[str]:
        """The names in it, in reading order, with repetitions."""
        for part in self.parts():
            yield from part.variables()

    def parts(self) -> tuple[Expression, ...]:
        """Its direct sub-expressions."""
        return ()

    def depth(self) -> int:
        """The nesting depth of its operations."""
        return 1 + max((part.depth() for part in self.parts()), default=0)

    def rebuilt(self, parts: tuple[Expression, ...]) -> Expression:
        """The same operation on other parts."""
        return self

    def value(self, values: Values) -> Fraction:
        """Its value.

        Raises:
            DependencyError: There is a division by zero, or a number is too large to be intended.
        """
        raise NotImplementedError

    def replace(self, substitute: Callable[[str], Expression | None]) -> Expression:
        """The expression with each variable replaced for which ``substitute`` returns an expression."""
        return self.rebuilt(tuple(part.replace(substitute) for part in self.parts()))

    def degree(self, name: str) -> int | None:
        """The degree as a polynomial in one variable: 0 if it does not occur, None if this is not a polynomial."""
        return None if name in self.variables() else 0

    def invertible(self, name: str) -> bool:
        """Whether it can be solved for a variable that occurs in it once."""
        return False

    def inverse(self, name: str, target: Fraction, values: Values) -> Fraction:
        """The value of ``name``, which occurs once, for which the expression equals ``target``.

        Raises:
            DependencyError: There is no such value, or the expression cannot be solved.
        """
        raise DependencyError(f"the formula cannot be solved for {name!r}")


@dataclass(frozen=True, slots=True)
class Constant(Expression):
    """A number that the formula states."""

    number: Fraction

    def value(self, values: Values) -> Fraction:
        return self.number


@dataclass(frozen=True, slots=True)
class Variable(Expression):
    """A name."""

    name: str

    def variables(self) -> Iterator[str]:
        yield self.name

    def value(self, values: Values) -> Fraction:
        return values[self.name]

    def replace(self, substitute: Callable[[str], Expression | None]) -> Expression:
        return substitute(self.name) or self

    def degree(self, name: str) -> int | None:
        return int(name == self.name)

    def invertible(self, name: str) -> bool:
        return name == self.name

    def inverse(self, name: str, target: Fraction, values: Values) -> Fraction:
        return target


@dataclass(frozen=True, slots=True)
class Sum(Expression):
    """Terms added or subtracted: pairs of a sign, 1 or -1, and an expression."""

    terms: tuple[tuple[int, Expression], ...]

    def parts(self) -> tuple[Expression, ...]:
        return tuple(term for _, term in self.terms)

    def rebuilt(self, parts: tuple[Expression, ...]) -> Expression:
        return Sum(tuple((sign, part) for (sign, _), part in zip(self.terms, parts, strict=True)))

    def value(self, values: Values) -> Fraction:
        return checked(sum((sign * term.value(values) for sign, term in self.terms), Fraction(0)))

    def degree(self, name: str) -> int | None:
        return _highest([term.degree(name) for term in self.parts()])

    def invertible(self, name: str) -> bool:
        return any(part.invertible(name) for part in self.parts())

    def inverse(self, name: str, target: Fraction, values: Values) -> Fraction:
        rest = target
        for sign, term in self.terms:
            if name in term.variables():
                inside, flip = term, sign
            else:
                rest -= sign * term.value(values)
        return inside.inverse(name, flip * rest, values)


@dataclass(frozen=True, slots=True)
class Product(Expression):
    """Factors multiplied or divided by: pairs of an exponent, 1 or -1, and an expression."""

    factors: tuple[tuple[int, Expression], ...]

    def parts(self) -> tuple[Expression, ...]:
        return tuple(factor for _, factor in self.factors)

    def rebuilt(self, parts: tuple[Expression, ...]) -> Expression:
        return Product(tuple((power, part) for (power, _), part in zip(self.factors, parts, strict=True)))

    def value(self, values: Values) -> Fraction:
        result = Fraction(1)
        for power, factor in self.factors:
            number = factor.value(values)
            result = checked(result * number if power > 0 else divided(result, number, factor.variables()))
        return result

    def degree(self, name: str) -> int | None:
        total = 0
        for power, factor in self.factors:
            degree = factor.degree(name)
            if degree is None or (degree and power < 0):
                return None
            total += degree
        return total

    def invertible(self, name: str) -> bool:
        return any(part.invertible(name) for part in self.parts())

    def inverse(self, name: str, target: Fraction, values: Values) -> Fraction:
        others = [(power, factor) for power, factor in self.factors if name not in factor.variables()]
        (power, inside), *_ = [pair for pair in self.factors if name in pair[1].variables()]
        rest = Product(tuple(others)).value(values)
        if power > 0:
            wanted = divided(target, rest, iter(self.variables()))
        else:
            wanted = divided(rest, target, iter(self.variables()))
        return inside.inverse(name, wanted, values)


@dataclass(frozen=True, slots=True)
class Power(Expression):
    """A base raised to a constant, whole exponent."""

    base: Expression
    exponent: int

    def parts(self) -> tuple[Expression, ...]:
        return (self.base,)

    def rebuilt(self, parts: tuple[Expression, ...]) -> Expression:
        return Power(parts[0], self.exponent)

    def value(self, values: Values) -> Fraction:
        base = self.base.value(values)
        if (base.numerator.bit_length() + base.denominator.bit_length()) * abs(self.exponent) > 2 * MOST_BITS:
            msg = "a formula's value overflows: it has more than a thousand digits"
            raise DependencyError(msg)
        if self.exponent < 0:
            base = divided(Fraction(1), base, self.variables())
        return checked(Fraction(base ** abs(self.exponent)))

    def degree(self, name: str) -> int | None:
        degree = self.base.degree(name)
        return degree if not degree else degree * self.exponent if self.exponent >= 0 else None

    def invertible(self, name: str) -> bool:
        return self.exponent != 0 and self.base.invertible(name)

    def inverse(self, name: str, target: Fraction, values: Values) -> Fraction:
        if self.exponent < 0:
            target = divided(Fraction(1), target, self.variables())
        return self.base.inverse(name, root(target, abs(self.exponent)), values)


@dataclass(frozen=True, slots=True)
class FunctionCall(Expression):
    """A function of the grammar applied to arguments."""

    function: str
    arguments: tuple[Expression, ...]

    def parts(self) -> tuple[Expression, ...]:
        return self.arguments

    def rebuilt(self, parts: tuple[Expression, ...]) -> Expression:
        return FunctionCall(self.function, parts)

    def value(self, values: Values) -> Fraction:
        return checked(FUNCTIONS[self.function](*(argument.value(values) for argument in self.arguments)))

    def degree(self, name: str) -> int | None:
        if self.function in {"sum", "mean"}:
            return _highest([argument.degree(name) for argument in self.arguments])
        return None if name in self.variables() else 0

    def invertible(self, name: str) -> bool:
        return self.function in {"sum", "mean", "sqrt", "years"} and any(
            part.invertible(name) for part in self.arguments
        )

    def inverse(self, name: str, target: Fraction, values: Values) -> Fraction:
        match self.function:
            case "sum" | "mean":
                whole = target * (len(self.arguments) if self.function == "mean" else 1)
                return Sum(tuple((1, argument) for argument in self.arguments)).inverse(name, whole, values)
            case "sqrt" if target >= 0:
                return self.arguments[0].inverse(name, target * target, values)
            case "abs" | "max" | "min" | "round":
                part = next(part for part in self.arguments if name in part.variables())
                return part.inverse(name, target, values)
            case "years":
                later, earlier = self.arguments
                if name in earlier.variables():
                    return earlier.inverse(name, years_away(later.value(values), -target), values)
                return later.inverse(name, years_away(earlier.value(values), target), values)
        return Expression.inverse(self, name, target, values)


def _highest(degrees: list[int | None]) -> int | None:
    known = [degree for degree in degrees if degree is not None]
    return max(known, default=0) if len(known) == len(degrees) else None
