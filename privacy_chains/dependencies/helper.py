"""The helper string: formulas among a prompt's numbers, which numbers to keep, and how to recompute answers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType

from privacy_chains.dependencies.expressions import Expression
from privacy_chains.dependencies.syntax import NAME, parse_expression
from privacy_chains.errors import DependencyError
from privacy_chains.lazy import lazily

__all__ = ["Dependencies", "Formula", "HelperPlace"]

_MOST_LINES = 20_000
_FORMULA = lazily(rf"(?P<name>{NAME})\s*=(?!=)(?P<expression>.*)", re.DOTALL)
_KEEP = lazily(rf"keep\s*:\s*(?P<names>{NAME}(?:\s*,\s*{NAME})*)\s*")
_ANSWER = lazily(r"answer\s*:\s*(?P<formula>.*)", re.DOTALL)
_LITERAL = lazily(rf"(?P<name>{NAME})\s+is\s+(?P<quote>[\"'])(?P<literal>.+)(?P=quote)\s*")
_TYPE = lazily(rf"(?P<name>{NAME})\s*:\s*(?P<type>[A-Z][A-Z0-9_]*)\s*")
_RESERVED = frozenset({"answer", "is", "keep", "of", "percent"})


@dataclass(frozen=True, slots=True)
class Formula:
    """An equation: a variable and the expression that it equals."""

    name: str
    expression: Expression

    @property
    def variables(self) -> frozenset[str]:
        """Every name in it."""
        return frozenset(self.expression.variables()) | {self.name}


@dataclass(frozen=True, slots=True, order=True)
class HelperPlace:
    """A part of a text: the index of the text in the message, and the range (code points, half-open)."""

    text: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Dependencies:
    """The known relations among the numbers of a prompt.

    Attributes:
        formulas: Equations, in the given order.
        keep: Entity types or variables whose numbers must not change.
        answers: Equations for numbers that the model is asked for.
        literals: Texts that variables stand for. They may be private: not shown.
        types: For each such variable, the entity type that its numbers must have.
        places: The explicit places of variables, if there are any.

    Raises:
        DependencyError: A variable's definition is circular, or two definitions contradict each other.
    """

    formulas: tuple[Formula, ...] = ()
    keep: frozenset[str] = frozenset()
    answers: tuple[Formula, ...] = ()
    literals: Mapping[str, str] = field(default_factory=dict, repr=False)
    types: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, tuple[HelperPlace, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("literals", "types", "places"):
            object.__setattr__(self, name, MappingProxyType(dict(getattr(self, name))))
        _refuse_cycles(self.formulas)
        answered = [answer.name for answer in self.answers]
        if len(set(answered)) < len(answered):
            msg = "an answer has two formulas"
            raise DependencyError(msg)

    def __reduce__(self) -> tuple[object, ...]:
        fields = (self.formulas, self.keep, self.answers, *map(dict, (self.literals, self.types, self.places)))
        return type(self), fields

    @classmethod
    def parse(cls, text: str) -> Dependencies:
        """Read a helper string. For the grammar, see ``docs/dependencies.md``.

        Raises:
            DependencyError: A line does not follow the grammar. The message names the line's number and its variables.
        """
        lines = text.splitlines()
        if len(lines) > _MOST_LINES:
            raise DependencyError(f"a helper string of {len(lines)} lines is too long; {_MOST_LINES} is the limit")
        reader = _Reader()
        for number, line in enumerate(lines, 1):
            statement = _without_comment(line).strip()
            if statement:
                try:
                    reader.read(statement)
                except DependencyError as error:
                    raise DependencyError(f"line {number} of the helper string: {error}") from None
        return reader.result()

    @classmethod
    def load(cls, path: str | Path) -> Dependencies:
        """Read a helper string from a file.

        Raises:
            DependencyError: The file cannot be read, or does not follow the grammar.
        """
        try:
            text = Path(path).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise DependencyError(f"the helper file cannot be read: {type(error).__name__}") from None
        return cls.parse(text)

    @classmethod
    def of(
        cls, formulas: Mapping[str, str], *, keep: Iterable[str] = (), answers: Mapping[str, str] | None = None
    ) -> Dependencies:
        """Build from Python objects: ``Dependencies.of({"yearly": "12 * monthly"})``.

        Raises:
            DependencyError: A formula does not follow the grammar.
        """
        return cls(
            tuple(Formula(_name(name), parse_expression(text)) for name, text in formulas.items()),
            frozenset(keep),
            tuple(Formula(_name(name), parse_expression(text)) for name, text in (answers or {}).items()),
        )

    def bound(self, places: Mapping[str, HelperPlace | Sequence[HelperPlace]]) -> Dependencies:
        """A copy with variables bound to explicit places. A list variable takes several."""
        new = {name: (place,) if isinstance(place, HelperPlace) else tuple(place) for name, place in places.items()}
        unknown = sorted(new.keys() - self.variables)
        if unknown:
            raise DependencyError(f"no formula has a variable {', '.join(map(repr, unknown))}")
        return replace(self, places={**self.places, **new})

    def __add__(self, other: Dependencies) -> Dependencies:
        return Dependencies(
            self.formulas + tuple(formula for formula in other.formulas if formula not in self.formulas),
            self.keep | other.keep,
            self.answers + tuple(answer for answer in other.answers if answer not in self.answers),
            {**self.literals, **other.literals},
            {**self.types, **other.types},
            {**self.places, **other.places},
        )

    @property
    def variables(self) -> frozenset[str]:
        """Every name in formulas and answers."""
        return frozenset().union(*(formula.variables for formula in (*self.formulas, *self.answers)))

    @property
    def definitions(self) -> Mapping[str, Expression]:
        """What each variable with a formula equals, by its first formula."""
        return {formula.name: formula.expression for formula in reversed(self.formulas)}


class _Reader:
    """Collects the statements of a helper string."""

    def __init__(self) -> None:
        self._formulas: list[Formula] = []
        self._answers: list[Formula] = []
        self._keep: set[str] = set()
        self._literals: dict[str, str] = {}
        self._types: dict[str, str] = {}

    def read(self, statement: str) -> None:
        if found := _KEEP.fullmatch(statement):
            self._keep |= {name.strip() for name in found["names"].split(",")}
        elif found := _ANSWER.fullmatch(statement):
            self._answers.append(_formula(found["formula"]))
        elif found := _LITERAL.fullmatch(statement):
            self._literals[_name(found["name"])] = found["literal"]
        elif found := _TYPE.fullmatch(statement):
            self._types[_name(found["name"])] = found["type"]
        else:
            self._formulas.append(_formula(statement))

    def result(self) -> Dependencies:
        dependencies = Dependencies(
            tuple(self._formulas),
            frozenset(self._keep),
            tuple(self._answers),
            self._literals,
            self._types,
        )
        unknown = sorted((self._literals.keys() | self._types.keys()) - dependencies.variables)
        if unknown:
            raise DependencyError(f"no formula has a variable {', '.join(map(repr, unknown))}")
        return dependencies


def _formula(statement: str) -> Formula:
    found = _FORMULA.fullmatch(statement.strip())
    if found is None:
        msg = (
            "a statement is 'name = formula', 'keep: name', 'answer: name = formula', "
            "'name is \"text\"' or 'name: TYPE'"
        )
        raise DependencyError(msg)
    name = _name(found["name"])
    try:
        return Formula(name, parse_expression(found["expression"]))
    except DependencyError as error:
        raise DependencyError(f"the formula for {name!r}: {error}") from None


def _name(name: str) -> str:
    if not re.fullmatch(NAME, name) or name in _RESERVED:
        raise DependencyError(f"{name[:80]!r} cannot be the name of a variable")
    return name


def _without_comment(line: str) -> str:
    """A line up to the first ``#`` outside a quoted literal."""
    quote = ""
    for at, character in enumerate(line):
        if character == quote:
            quote = ""
        elif not quote and character in "\"'":
            quote = character
        elif not quote and character == "#":
            return line[:at]
    return line


def _refuse_cycles(formulas: Sequence[Formula]) -> None:
    """Refuse circular definitions. For a name with two definitions, the first is checked."""
    needs: dict[str, frozenset[str]] = {}
    for formula in formulas:
        needs.setdefault(formula.name, frozenset(formula.expression.variables()))
    done: set[str] = set()
    for name, used in needs.items():
        if name in done:
            continue
        path = {name: iter(sorted(used))}
        while path:
            current = next(reversed(path))
            following = next((other for other in path[current] if other in needs and other not in done), None)
            if following is None:
                done.add(current)
                del path[current]
            elif following in path:
                names = list(path)
                circle = " -> ".join([*names[names.index(following) :], following])
                raise DependencyError(f"variables are defined in a circle: {circle}")
            else:
                path[following] = iter(sorted(needs[following]))
