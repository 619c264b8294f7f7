"""The grammar of formulas: a tokenizer and a recursive-descent parser. Nothing is ever evaluated as code.

expression := term { ("+" | "-") term }
term       := factor { ("*" | "/" | "of") factor }
factor     := ("+" | "-") factor | power
power      := atom [ ("**" | "^") ["-"] whole number ]
atom       := quantity | date | name ["%"] | function "(" expression { "," expression } ")" | "(" expression ")" ["%"]
quantity   := number [ "%" | "percent" | "k" | "thousand" | "million" | "billion" | "days" | "weeks" ]
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from privacy_chains.dependencies.arithmetic import ARITIES, FUNCTIONS
from privacy_chains.dependencies.expressions import Constant, Expression, FunctionCall, Power, Product, Sum, Variable
from privacy_chains.errors import DependencyError
from privacy_chains.lazy import lazily

__all__ = ["LONGEST_FORMULA", "NAME", "parse_expression"]

LONGEST_FORMULA = 5000
"""The most characters in a formula."""

NAME = r"[^\W\d]\w{0,79}"
"""A regular expression for a variable's name."""

_DEEPEST = 40
_MOST_EXPONENT = 64
_MOST_DIGITS = 1000
_TOKEN = lazily(
    rf"\s*(?:(?P<date>[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}})(?![\w-])|(?P<number>[0-9][0-9_]*(?:\.[0-9]+)?|\.[0-9]+)"
    rf"|(?P<name>{NAME})|(?P<symbol>\*\*|[-+*/^%(),]))"
)
_ALIASES = {"avg": "mean", "average": "mean", "total": "sum"}
_SCALES = {
    "%": Fraction(1, 100),
    "percent": Fraction(1, 100),
    "k": Fraction(1000),
    "thousand": Fraction(1000),
    "million": Fraction(10**6),
    "billion": Fraction(10**9),
    "day": Fraction(1),
    "days": Fraction(1),
    "week": Fraction(7),
    "weeks": Fraction(7),
}
_PERCENT = Constant(Fraction(1, 100))


def parse_expression(text: str) -> Expression:
    """Parse an expression.

    Raises:
        DependencyError: It does not follow the grammar. The message has positions and names, never numbers.
    """
    if len(text) > LONGEST_FORMULA:
        raise DependencyError(f"a formula of {len(text)} characters is too long; {LONGEST_FORMULA} is the limit")
    parser = _Parser(_tokens(text))
    expression = parser.expression()
    if parser.peek():
        raise DependencyError(f"a formula is complete, but more text follows at character {parser.position()}")
    return expression


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    at: int


def _tokens(text: str) -> list[_Token]:
    tokens: list[_Token] = []
    at, end = 0, len(text.rstrip())
    while at < end:
        found = _TOKEN.match(text, at)
        if found is None:
            raise DependencyError(f"a formula has a character that is not in the grammar, at character {at + 1}")
        tokens.append(_Token(found.lastgroup or "", found[found.lastgroup or 0], found.start(found.lastgroup or 0) + 1))
        at = found.end()
    return tokens


class _Parser:
    """One pass over the tokens of a formula."""

    def __init__(self, tokens: list[_Token]) -> None:
        self._tokens = tokens
        self._at = 0
        self._depth = 0

    def peek(self) -> str:
        """The next token's text; empty at the end. Numbers and dates appear as ``0``."""
        if self._at >= len(self._tokens):
            return ""
        token = self._tokens[self._at]
        return "0" if token.kind in {"number", "date"} else token.text

    def position(self) -> int:
        return self._tokens[min(self._at, len(self._tokens) - 1)].at if self._tokens else 1

    def _take(self, *texts: str) -> str:
        """Consume the next token if it is one of these, and return its text."""
        if self.peek() in texts and self.peek():
            self._at += 1
            return self._tokens[self._at - 1].text
        return ""

    def _expect(self, text: str) -> None:
        if not self._take(text):
            raise DependencyError(f"a formula needs {text!r} at character {self.position()}")

    def expression(self) -> Expression:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise DependencyError(f"a formula is nested more than {_DEEPEST} deep")
        terms = [(1, self._term())]
        while sign := self._take("+", "-"):
            terms.append((1 if sign == "+" else -1, self._term()))
        self._depth -= 1
        return terms[0][1] if len(terms) == 1 else Sum(tuple(terms))

    def _term(self) -> Expression:
        factors = [(1, self._factor())]
        while operator := self._take("*", "/", "of"):
            factors.append((-1 if operator == "/" else 1, self._factor()))
        return factors[0][1] if len(factors) == 1 else Product(tuple(factors))

    def _factor(self) -> Expression:
        sign = 1
        while mark := self._take("+", "-"):
            sign = -sign if mark == "-" else sign
        power = self._power()
        return power if sign > 0 else Sum(((-1, power),))

    def _power(self) -> Expression:
        atom = self._atom()
        if not self._take("**", "^"):
            return atom
        sign = -1 if self._take("-") else 1
        exponent = self._atom()
        if not isinstance(exponent, Constant) or exponent.number.denominator != 1 or exponent.number > _MOST_EXPONENT:
            raise DependencyError(
                f"an exponent is a whole number of at most {_MOST_EXPONENT}, before character {self.position()}"
            )
        return Power(atom, sign * int(exponent.number))

    def _atom(self) -> Expression:
        if self._at >= len(self._tokens):
            msg = "a formula ends where a number or a name is expected"
            raise DependencyError(msg)
        token = self._tokens[self._at]
        self._at += 1
        if token.kind == "number":
            if len(token.text) > _MOST_DIGITS:
                raise DependencyError(f"a formula has a number of more than {_MOST_DIGITS} digits")
            scale = self._take(*_SCALES)
            return Constant(Fraction(token.text.replace("_", "")) * _SCALES.get(scale, Fraction(1)))
        if token.kind == "date":
            return Constant(_ordinal(token))
        if token.kind == "name" and self.peek() == "(":
            return self._call(token)
        if token.kind == "name":
            return self._percent(Variable(token.text))
        if token.text == "(":
            inside = self.expression()
            self._expect(")")
            return self._percent(inside)
        raise DependencyError(
            f"a formula has {token.text!r} where a number or a name is expected, at character {token.at}"
        )

    def _percent(self, expression: Expression) -> Expression:
        return Product(((1, expression), (1, _PERCENT))) if self._take("%", "percent") else expression

    def _call(self, token: _Token) -> Expression:
        name = _ALIASES.get(token.text, token.text)
        if name not in FUNCTIONS:
            raise DependencyError(f"a formula calls {token.text!r}, which the grammar does not have")
        self._expect("(")
        arguments = [self.expression()]
        while self._take(","):
            arguments.append(self.expression())
        self._expect(")")
        fewest, most = ARITIES.get(name, (1, len(arguments)))
        if not fewest <= len(arguments) <= most:
            raise DependencyError(f"a formula gives {token.text!r} {len(arguments)} arguments; it takes {most}")
        return FunctionCall(name, tuple(arguments))


def _ordinal(token: _Token) -> Fraction:
    try:
        return Fraction(date.fromisoformat(token.text).toordinal())
    except ValueError:
        raise DependencyError(f"a formula has a date that does not exist, at character {token.at}") from None
