"""The evidence that a variable stands for a number."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

from privacy_chains.dependencies.expressions import DEEPEST, Expression
from privacy_chains.dependencies.graph import NumberKey
from privacy_chains.dependencies.helper import Dependencies, Formula
from privacy_chains.dependencies.mentions import Mention
from privacy_chains.dependencies.message import NumberedMessage
from privacy_chains.dependencies.words import stems
from privacy_chains.errors import DependencyError

__all__ = ["Candidates", "Leaves", "RelationEvidence", "ambiguity", "clearest", "inlined"]

Candidates: TypeAlias = Mapping[NumberKey, Fraction]
"""The numbers that a variable may stand for, each with a score."""

_OUTRIGHT, _LIKELY = Fraction(3), Fraction(9, 20)
_FULL = Fraction(17, 20)
_MOST_VARIABLES = 600


class RelationEvidence:
    """What a helper string and the words of a message say about which number a variable stands for.

    If the message does not mention a variable, the newest earlier message that mentions it decides.
    """

    def __init__(
        self, dependencies: Dependencies, message: NumberedMessage, earlier: Sequence[NumberedMessage] = ()
    ) -> None:
        self._dependencies, self._message, self._earlier = dependencies, message, earlier
        names = dependencies.variables
        self._stems = {name: stems(name) for name in names}
        shared: dict[str, int] = {}
        for words in self._stems.values():
            for word in words:
                shared[word] = shared.get(word, 0) + 1
        self._weights = {word: Fraction(1, count) for word, count in shared.items()}
        self._known: dict[str, Candidates] = {}

    def candidates(self, name: str) -> Candidates:
        """The numbers for which there is evidence that a variable stands for them, each with a score."""
        if name not in self._known:
            found = dict(self._search(name, self._message))
            if not found and name not in self._dependencies.places:
                found = next(
                    filter(None, (dict(self._search(name, message)) for message in reversed(self._earlier))), {}
                )
            self._known[name] = found
        return self._known[name]

    def _search(self, name: str, message: NumberedMessage) -> Iterator[tuple[NumberKey, Fraction]]:
        outright = list(self.outright(name, message))
        if outright or name in self._dependencies.places or name in self._dependencies.literals:
            yield from ((mention.key, _OUTRIGHT) for mention in outright)
            return
        wanted = self._stems[name] if name in self._stems else stems(name)
        scores: dict[int, Fraction] = {}
        for word in wanted:
            for at, side in message.by_word.get(word, {}).items():
                scores[at] = scores.get(at, Fraction(0)) + side * self._weights.get(word, Fraction(1))
        whole = sum((self._weights.get(word, Fraction(1)) for word in wanted), Fraction(0)) or Fraction(1)
        best: dict[NumberKey, Fraction] = {}
        for at, score in scores.items():
            mention = message.mentions[at]
            if score / whole >= _LIKELY and self._fits(name, mention.span.entity_type):
                best[mention.key] = max(best.get(mention.key, Fraction(0)), score / whole)
        yield from best.items()

    def outright(self, name: str, message: NumberedMessage | None = None) -> Iterator[Mention]:
        """The mentions that the helper string identifies by place, by literal or by type."""
        message = message or self._message
        places = self._dependencies.places.get(name, ())
        literal = self._dependencies.literals.get(name)
        for place in places:
            found = [mention for mention in message.mentions if mention.text == place.text and
                     mention.span.start < place.end and place.start < mention.span.end]  # fmt: skip
            if not found:
                raise DependencyError(f"no number stands at the place given for {name!r}, in text {place.text + 1}")
            yield from found
        if literal is not None:
            for mention in message.mentions:
                text = message.texts[mention.text][mention.span.start : mention.span.end]
                if text.strip().casefold() == literal.strip().casefold():
                    yield mention
        if not places and literal is None:
            yield from message.by_type.get(name.lower(), ())

    def _fits(self, name: str, entity_type: str) -> bool:
        return self._dependencies.types.get(name, entity_type) == entity_type

    def likely(self, name: str) -> Candidates:
        """The numbers that evidence binds a variable to. Without evidence, all numbers of a matching type."""
        return self.candidates(name) or self.possible(name)

    def possible(self, name: str) -> Candidates:
        """Every number of a type that matches a variable, unless words or the helper string say which number it is.

        Numbers that words clearly assign to another variable are left out.
        """
        found = self.candidates(name)
        said = name in self._dependencies.places or name in self._dependencies.literals
        if said or clearest(found) or any(score >= _OUTRIGHT for score in found.values()):
            return found
        keys = (*self._message.keys, *sorted(self._message.settled.keys() - set(self._message.keys)))
        return {
            key: found.get(key, Fraction(0))
            for key in keys
            if self._fits(name, key[0]) and (key in found or key not in self._claimed)
        }

    @cached_property
    def _claimed(self) -> frozenset[NumberKey]:
        """The numbers that words clearly assign to one of the variables."""
        clear = (clearest(self.candidates(name)) for name in self._stems)
        return frozenset(key for key in clear if key is not None)


def clearest(candidates: Candidates) -> NumberKey | None:
    """The single number that has nearly all of the score, if there is one."""
    best = max(candidates.values(), default=Fraction(0))
    keys = [key for key, score in candidates.items() if score == best]
    return keys[0] if len(keys) == 1 and best >= _FULL else None


def inlined(formula: Formula, definitions: Mapping[str, Expression], is_stated: Callable[[str], bool]) -> Formula:
    """A formula in which definitions replace the variables without a number nearby, recursively."""
    expression = formula.expression
    for _ in range(len(definitions)):
        deeper = expression.replace(
            lambda name: definitions.get(name) if name != formula.name and not is_stated(name) else None
        )
        if deeper.depth() > DEEPEST or deeper == expression or sum(1 for _ in deeper.variables()) > _MOST_VARIABLES:
            break
        expression = deeper
    return Formula(formula.name, expression)


class Leaves:
    """The variables that remain when definitions replace those without a number nearby."""

    def __init__(self, definitions: Mapping[str, Expression], is_stated: Callable[[str], bool]) -> None:
        self._definitions, self._is_stated = definitions, is_stated
        self._known: dict[str, frozenset[str]] = {}

    def of(self, expression: Expression) -> frozenset[str]:
        """The variables that remain of an expression."""
        names = set(expression.variables())
        waiting = list(names)
        while waiting:
            name = waiting[-1]
            if name not in self._known and name in self._definitions and not self._is_stated(name):
                parts = set(self._definitions[name].variables())
                waiting += parts - self._known.keys()
                if parts <= self._known.keys():
                    self._known[name] = frozenset[str]().union(*(self._known[part] for part in parts))
            else:
                self._known.setdefault(waiting.pop(), frozenset({name}))
        return frozenset[str]().union(*(self._known[name] for name in names))


def ambiguity(formula: Formula, choices: Mapping[str, Sequence[NumberKey]], messages: Sequence[NumberedMessage]) -> str:
    """The error text for variables that may stand for several numbers. It holds names and places, no values."""
    first = {mention.key: mention for message in messages for mention in reversed(message.mentions)}
    where = {
        name: [first[key].describe() if key in first else "an earlier message" for key in keys]
        for name, keys in choices.items()
        if len(keys) > 1
    }
    told = "; ".join(f"{name!r} could be {' or '.join(places[:4])}" for name, places in where.items())
    return f"it is ambiguous which numbers the formula for {formula.name!r} speaks of: {told}. Bind them by place"
