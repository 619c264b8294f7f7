"""Binding: which numbers of a message a formula's variables stand for.

A variable binds by place (said outright), by literal, by an entity type of its name, or by the words near a number
that make up its name. Where that leaves a choice, the original numbers decide: they must fulfil the formula. A
formula that several sets of numbers fulfil without sharing one holds for each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import prod

from privacy_chains.dependencies.expressions import Call, Expression, Variable
from privacy_chains.dependencies.graph import Equation, NumberKey, Precision, with_slack
from privacy_chains.dependencies.helper import Dependencies, Formula
from privacy_chains.dependencies.mentions import Mention, in_reading_order, precisions, stems, vicinities
from privacy_chains.errors import DependencyError

__all__ = ["Message", "bind", "bind_answer"]

_MOST_TRIALS = 5000
_OUTRIGHT, _LIKELY = Fraction(3), Fraction(9, 20)
_FULL, _AFTER, _CLOSE = Fraction(17, 20), Fraction(9, 10), Fraction(4, 5)
_LONGEST_LIST = 60


@dataclass(frozen=True, eq=False)
class Message:
    """The numbers of a message in reading order, and what binding looks up in them.

    Attributes:
        texts: The texts.
        mentions: Their numbers in reading order.
        settled: Numbers released before, which formulas may also speak of.
    """

    texts: Sequence[str] = field(repr=False)
    mentions: Sequence[Mention] = field(repr=False)
    settled: frozenset[NumberKey] = field(default=frozenset(), repr=False)

    @classmethod
    def of(cls, texts: Sequence[str], mentions: Iterable[Mention], settled: Iterable[NumberKey] = ()) -> Message:
        """A message of mentions in any order."""
        return cls(texts, in_reading_order(mentions), frozenset(settled))

    @cached_property
    def steps(self) -> Mapping[NumberKey, Precision]:
        """The precision of every number; settled ones that do not occur count as exact."""
        exact = Precision(Fraction(0), Fraction(0))
        return {**dict.fromkeys(self.settled, exact), **self._precisions}

    @cached_property
    def keys(self) -> tuple[NumberKey, ...]:
        """The distinct numbers in reading order."""
        return tuple(self._precisions)

    @cached_property
    def _precisions(self) -> Mapping[NumberKey, Precision]:
        return precisions(self.mentions)

    @cached_property
    def numbers(self) -> Mapping[NumberKey, Fraction]:
        """The true numbers."""
        return {key: key[1] for key in self.steps}

    @cached_property
    def by_type(self) -> Mapping[str, tuple[Mention, ...]]:
        """Mentions by the lower-case name of their entity type."""
        found: dict[str, list[Mention]] = {}
        for mention in self.mentions:
            found.setdefault(mention.span.entity_type.lower(), []).append(mention)
        return {name: tuple(mentions) for name, mentions in found.items()}

    @cached_property
    def by_word(self) -> Mapping[str, Mapping[int, Fraction]]:
        """For each stem, the mentions near it: 1 for words before a number, a little less for words after."""
        near: dict[str, dict[int, Fraction]] = {}
        for at, vicinity in enumerate(vicinities(self.texts, self.mentions)):
            for word in vicinity.after:
                near.setdefault(word, {})[at] = _AFTER
            for word in vicinity.before:
                near.setdefault(word, {})[at] = Fraction(1)
        return near


Candidates = Mapping[NumberKey, Fraction]
Assignment = Mapping[str, NumberKey]


def bind(dependencies: Dependencies, message: Message) -> tuple[Equation, ...]:
    """The equations that hold among a message's numbers.

    Raises:
        DependencyError: Numbers contradict a formula, or it is ambiguous which ones a formula speaks of; the
            message names variables and positions.
    """
    binder = _Binder(dependencies, message)
    bound = {formula: binder.equations(formula) for formula in dependencies.formulas}
    definitions = {formula.name: formula.expression for formula in reversed(dependencies.formulas)}
    for formula, equations in bound.items():
        if not equations:
            inlined = binder.inlined(formula, definitions)
            bound[formula] = binder.equations(inlined) if inlined != formula else ()
    return tuple(equation for equations in bound.values() for equation in equations)


def bind_answer(
    dependencies: Dependencies, formula: Formula, message: Message
) -> tuple[Expression, Mapping[str, NumberKey]] | None:
    """An answer's expression, with definitions put in for what the text lacks, and the numbers of its variables.

    None where a variable stands for no number of the message.

    Raises:
        DependencyError: A variable may stand for several numbers.
    """
    binder = _Binder(dependencies, message)
    definitions = {other.name: other.expression for other in reversed(dependencies.formulas)}
    expression = binder.inlined(formula, definitions).expression
    keys: dict[str, NumberKey] = {}
    for name in dict.fromkeys(expression.variables()):
        candidates = binder.candidates(name)
        best = [key for key, score in candidates.items() if score == max(candidates.values())]
        if not best:
            return None
        if len(best) > 1:
            raise DependencyError(binder.ambiguous(formula, [{name: key} for key in best], [name]))
        keys[name] = best[0]
    return expression, keys


class _Binder:
    """Binds the formulas of one helper string to one message."""

    def __init__(self, dependencies: Dependencies, message: Message) -> None:
        self._dependencies, self._message = dependencies, message
        names = dependencies.variables
        self._stems = {name: stems(name) for name in names}
        shared: dict[str, int] = {}
        for words in self._stems.values():
            for word in words:
                shared[word] = shared.get(word, 0) + 1
        self._weights = {word: Fraction(1, count) for word, count in shared.items()}
        self._known: dict[str, Candidates] = {}

    def candidates(self, name: str) -> Candidates:
        """The numbers that a variable may stand for on evidence, each with a score."""
        if name not in self._known:
            self._known[name] = dict(self._search(name))
        return self._known[name]

    def _search(self, name: str) -> Iterator[tuple[NumberKey, Fraction]]:
        outright = list(self._outright(name))
        if outright or name in self._dependencies.places or name in self._dependencies.literals:
            yield from ((mention.key, _OUTRIGHT) for mention in outright)
            return
        wanted = self._stems[name] if name in self._stems else stems(name)
        scores: dict[int, Fraction] = {}
        for word in wanted:
            for at, side in self._message.by_word.get(word, {}).items():
                scores[at] = scores.get(at, Fraction(0)) + side * self._weights.get(word, Fraction(1))
        whole = sum((self._weights.get(word, Fraction(1)) for word in wanted), Fraction(0)) or Fraction(1)
        best: dict[NumberKey, Fraction] = {}
        for at, score in scores.items():
            mention = self._message.mentions[at]
            if score / whole >= _LIKELY and self._fits(name, mention.span.entity_type):
                best[mention.key] = max(best.get(mention.key, Fraction(0)), score / whole)
        yield from best.items()

    def _outright(self, name: str) -> Iterator[Mention]:
        """The mentions that stand where, as, or under the type that the helper string says."""
        places = self._dependencies.places.get(name, ())
        literal = self._dependencies.literals.get(name)
        for place in places:
            found = [mention for mention in self._message.mentions if mention.text == place.text and
                     mention.span.start < place.end and place.start < mention.span.end]  # fmt: skip
            if not found:
                raise DependencyError(f"there is no number where {name!r} is said to stand, in text {place.text + 1}")
            yield from found
        if literal is not None:
            for mention in self._message.mentions:
                text = self._message.texts[mention.text][mention.span.start : mention.span.end]
                if text.strip().casefold() == literal.strip().casefold():
                    yield mention
        if not places and literal is None:
            yield from self._message.by_type.get(name.lower(), ())

    def _fits(self, name: str, entity_type: str) -> bool:
        return self._dependencies.types.get(name, entity_type) == entity_type

    def inlined(self, formula: Formula, definitions: Mapping[str, Expression]) -> Formula:
        """A formula with variables that no number is near replaced by their definitions, all the way down."""
        expression = formula.expression
        for _ in range(len(definitions)):
            deeper = expression.replace(
                lambda name: definitions.get(name) if name != formula.name and not self.candidates(name) else None
            )
            if deeper == expression or sum(1 for _ in deeper.variables()) > _LONGEST_LIST * 10:
                break
            expression = deeper
        return Formula(formula.name, expression)

    def equations(self, formula: Formula) -> tuple[Equation, ...]:
        """A formula's equations: none where its numbers are not all there."""
        listed = _list_of(formula)
        if listed:
            return tuple(self._sums(formula, listed))
        scored = list(self._assignments(formula, self._likely))
        if not scored:
            self._refuse_contradiction(formula)
            scored = list(self._assignments(formula, self._possible))
        if not scored:
            return ()
        chosen = self._choose(formula, scored)
        return tuple(Equation(formula.name, formula.expression, assignment) for assignment in chosen)

    def _choose(self, formula: Formula, scored: Sequence[tuple[Fraction, Assignment]]) -> list[Assignment]:
        """The best assignments that share no number, the likeliest first; exact ones before rounded ones.

        Raises:
            DependencyError: Two that speak of one number are equally likely, and not by arithmetic alone.
        """
        least = max(score for score, _ in scored) * _CLOSE
        ranks: dict[tuple[Fraction, bool], list[Assignment]] = {}
        for score, assignment in scored:
            if score >= least:
                exact = Equation(formula.name, formula.expression, assignment).holds(self._message.numbers, _EXACT)
                ranks.setdefault((score, exact), []).append(assignment)
        chosen: list[Assignment] = []
        taken: set[NumberKey] = set()
        for rank in sorted(ranks, reverse=True):
            new = [item for item in _distinct(formula, ranks[rank]) if taken.isdisjoint(item.values())]
            if not _are_disjoint(new):
                if any(not self.candidates(name) for name in formula.variables):
                    continue  # only numeric coincidences
                raise DependencyError(self.ambiguous(formula, new, formula.variables))
            chosen += new
            taken.update(key for item in new for key in item.values())
        return chosen

    def _assignments(
        self, formula: Formula, choices: Callable[[str], Candidates]
    ) -> Iterator[tuple[Fraction, Assignment]]:
        """Every choice of numbers that fulfils the formula, with how much speaks for it."""
        message = self._message
        names = sorted(set(formula.expression.variables()))
        options = [list(choices(name).items()) for name in names]
        if prod(map(len, options)) > _MOST_TRIALS:
            options = [list(self.candidates(name).items()) for name in names]
        if prod(map(len, options)) > _MOST_TRIALS:
            msg = f"the variables of the formula for {formula.name!r} fit too many numbers; bind them by place"
            raise DependencyError(msg)
        left = choices(formula.name)
        for choice in product(*options):
            keys = dict(zip(names, (key for key, _ in choice), strict=True))
            value, slack = self._value(formula, keys)
            likely = sum((score for _, score in choice), Fraction(0))
            for key, score in left.items():
                near = value is not None and abs(value - key[1]) <= slack + message.steps[key].finest
                if near and (formula.name not in keys or keys[formula.name] == key):
                    assignment = {**keys, formula.name: key}
                    if not set(assignment.values()) <= message.settled:
                        yield score + likely, assignment

    def _value(self, formula: Formula, keys: Assignment) -> tuple[Fraction | None, Fraction]:
        """What the right side comes to for true numbers, and its slack; None where it comes to nothing."""
        steps = self._message.steps
        try:
            return with_slack(
                formula.expression,
                {name: key[1] for name, key in keys.items()},
                {name: steps[key].finest / 2 for name, key in keys.items()},
            )
        except DependencyError:
            return None, Fraction(0)

    def _likely(self, name: str) -> Candidates:
        """The numbers that evidence binds a variable to; where there is none, any of a fitting type."""
        return self.candidates(name) or self._possible(name)

    def _possible(self, name: str) -> Candidates:
        """Every number of a type that fits a variable, unless the helper string says where it stands."""
        found = self.candidates(name)
        said = name in self._dependencies.places or name in self._dependencies.literals
        if said or any(score >= _OUTRIGHT for score in found.values()):
            return found
        keys = (*self._message.keys, *sorted(self._message.settled - set(self._message.keys)))
        return {key: found.get(key, Fraction(0)) for key in keys if self._fits(name, key[0])}

    def _refuse_contradiction(self, formula: Formula) -> None:
        """Raise if every variable clearly stands for one number, and those do not fulfil the formula.

        Where all of them were released before, there is nothing left to solve.
        """
        clear = {name: _clearest(self.candidates(name)) for name in formula.variables}
        if set(clear.values()) <= self._message.settled:
            return
        if all(clear.values()) and len(set(clear.values())) == len(clear):
            names = ", ".join(map(repr, sorted(clear)))
            raise DependencyError(f"the numbers found for {names} contradict the formula for {formula.name!r}")

    def ambiguous(self, formula: Formula, assignments: Sequence[Assignment], names: Iterable[str]) -> str:
        """What to tell about several assignments that are equally likely."""
        where: dict[str, list[str]] = {}
        first = {mention.key: mention for mention in reversed(self._message.mentions)}
        for name in sorted(names):
            keys = dict.fromkeys(assignment[name] for assignment in assignments)
            if len(keys) > 1:
                where[name] = [first[key].describe() if key in first else "an earlier message" for key in keys]
        choices = "; ".join(f"{name!r} could be {' or '.join(places[:4])}" for name, places in where.items())
        return (
            f"it is ambiguous which numbers the formula for {formula.name!r} speaks of: {choices}. Bind them by place"
        )

    def _sums(self, formula: Formula, listed: str) -> Iterator[Equation]:
        """Equations for a function of a list: its numbers are bound outright, or stand in a row beside the result."""
        outright = list(self._outright(listed))
        mentions = self._message.mentions
        results = self.candidates(formula.name) or {mention.key: Fraction(0) for mention in mentions}
        rows = [outright] if outright else None
        taken: set[NumberKey] = set()
        for at, mention in enumerate(mentions):
            if mention.key not in results or mention.key in taken or mention.key in self._message.settled:
                continue
            for row in rows if rows is not None else _rows(mentions, at):
                equation = _over_list(formula, listed, mention.key, row)
                if _fulfils(equation, self._message):
                    taken.add(mention.key)
                    yield equation
                    break


class _Exactly(dict[NumberKey, Precision]):
    """Precisions of numbers that are taken as exact."""

    def __missing__(self, key: NumberKey) -> Precision:
        return Precision(Fraction(0), Fraction(0))


_EXACT = _Exactly()


def _clearest(candidates: Candidates) -> NumberKey | None:
    """The one number that nearly everything speaks for, if there is one."""
    best = max(candidates.values(), default=Fraction(0))
    keys = [key for key, score in candidates.items() if score == best]
    return keys[0] if len(keys) == 1 and best >= _FULL else None


def _fulfils(equation: Equation, message: Message) -> bool:
    try:
        return equation.is_plausible(message.numbers, message.steps)
    except DependencyError:
        return False


def _list_of(formula: Formula) -> str:
    """The list variable of a formula such as ``total = sum(items)``; empty for others."""
    call = formula.expression
    if isinstance(call, Call) and len(call.arguments) == 1 and call.function in {"sum", "mean", "min", "max"}:
        (argument,) = call.arguments
        return argument.name if isinstance(argument, Variable) else ""
    return ""


def _rows(mentions: Sequence[Mention], at: int) -> Iterator[list[Mention]]:
    """Runs of two or more numbers of the same type just before, then just after a number; the longest first."""
    kind = mentions[at].span.entity_type
    for direction in (-1, 1):
        run: list[Mention] = []
        position = at + direction
        while (
            0 <= position < len(mentions) and mentions[position].span.entity_type == kind and len(run) < _LONGEST_LIST
        ):
            run.append(mentions[position])
            position += direction
        for length in range(len(run), 1, -1):
            yield run[:length]


def _over_list(formula: Formula, listed: str, result: NumberKey, row: Sequence[Mention]) -> Equation:
    names = [f"{listed}[{at + 1}]" for at in range(len(row))]
    function = formula.expression.function if isinstance(formula.expression, Call) else "sum"
    keys = dict(zip(names, (mention.key for mention in row), strict=True))
    return Equation(formula.name, Call(function, tuple(map(Variable, names))), {**keys, formula.name: result})


def _distinct(formula: Formula, assignments: Sequence[Assignment]) -> list[Assignment]:
    """One of each set of assignments that say the same: a sum does not care which term is which."""
    kept: dict[tuple[object, ...], Assignment] = {}
    for assignment in assignments:
        keys = sorted(set(assignment.values()))
        nudged = {key: key[1] + Fraction(at * at + 1, 7) for at, key in enumerate(keys)}
        try:
            value = formula.expression.value({name: nudged[key] for name, key in assignment.items()})
        except DependencyError:
            value = None
        kept.setdefault((assignment[formula.name], tuple(keys), value), assignment)
    return list(kept.values())


def _are_disjoint(assignments: Sequence[Assignment]) -> bool:
    keys = [key for assignment in assignments for key in set(assignment.values())]
    return len(keys) == len(set(keys))
