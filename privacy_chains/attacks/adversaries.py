"""Adversaries of the game: they match equal values, count, replay histories, plant documents, and read numbers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import exp
from random import Random

from privacy_chains.attacks.game import Adversary, Turn, View, play
from privacy_chains.attacks.people import population
from privacy_chains.attacks.result import Result
from privacy_chains.attacks.setting import Setting
from privacy_chains.lazy import lazily
from privacy_chains.preempt.treatments import AddNoise

__all__ = ["IDENTIFIERS", "NUMBERS", "NumberAdversary", "game_of_identifiers", "game_of_numbers"]

Moves = Generator[Turn, View, int]
_ONE, _OTHER = "Patricia Wilson", "Jennifer Hughes"
_BOUND = "guessing is what the guarantee allows"
_FIGURES = lazily(r"\d[\d,]*(?:\.\d+)?")


def _guess_by_order(_: Random) -> Moves:
    """Two prompts of one shape: guess by the order of the surrogates of the name."""
    seen = yield Turn((f"My name is {_ONE}.",), (f"My name is {_OTHER}.",))
    return int(seen[0] > f"My name is {_ONE}.")


def _match_equality(random: Random) -> Moves:
    """Many mentions of several people. Their equality is the same in both worlds, and is declared leakage."""
    left, right = (_ONE, "Mary Clark", _ONE), (_OTHER, "Susan Clark", _OTHER)
    seen = yield Turn(_called(left), _called(right))
    same = [seen.index(text) for text in seen]
    return int(same != [0, 1, 0]) if same != [0, 1, 0] else random.randrange(2)


def _count(_: Random) -> Moves:
    """A name in a crowd: guess by whether a word of its surrogate occurs again."""
    crowd = _others(population(16, 3))
    listed = tuple(f"{name} called." for name in crowd)
    seen = yield Turn((*listed, f"{_ONE} called."), (*listed, f"{_OTHER} called."))
    words = Counter(word for text in seen for word in text.split())
    return int(words[seen[-1].split()[1]] > 1)


def _replay(random: Random) -> Moves:
    """The model lists both names. The one that comes back like the user's name was the user's."""
    asked = yield Turn((f"My name is {_ONE}.",), (f"My name is {_OTHER}.",))
    wrote = f"Dear {_ONE}, welcome.\nDear {_OTHER}, welcome."
    seen = yield Turn(("Go on.",), ("Go on.",), answer=wrote)
    name = asked[0].removeprefix("My name is ").removesuffix(".")
    came = seen[1].split("\n")
    for world, line in enumerate(came[:2]):
        if name in line and line != wrote.split("\n")[world]:
            return world
    changed = [line != before for line, before in zip(came, wrote.split("\n"), strict=False)]
    return changed.index(True) if changed.count(True) == 1 else random.randrange(2)


def _quote(random: Random) -> Moves:
    """The model writes the surrogate together with a name of its choice, turn after turn, and watches what changes."""
    seen = yield Turn((f"I am {_ONE}, account 48291736.",), (f"I am {_OTHER}, account 59302847.",))
    first = seen[0]
    for name in (_ONE, _OTHER):
        seen = yield Turn(("And?",), ("And?",), answer=f"{first} You are {name}, account 48291736.")
    return int(seen[0] != first or _OTHER not in seen[3]) if seen[0] != first else random.randrange(2)


def _plant(_: Random) -> Moves:
    """A document in the same request holds names of the adversary's choice, and neither of the two."""
    planted = tuple(f"Customer: {name}" for name in _others(population(16, 7)))
    seen = yield Turn((f"My name is {_ONE}.", *planted), (f"My name is {_OTHER}.", *planted))
    words = seen[0].removeprefix("My name is ").removesuffix(".").split()
    shared = [text for text in seen[1:] if set(text.split()) & set(words)]
    return len(shared) % 2


def _ids(_: Random) -> Moves:
    """Numbers of accounts and cards that differ in a single digit."""
    left, right = "SSN 536-22-8154, account number 48291736.", "SSN 536-22-8155, account number 48291737."
    seen = yield Turn((left,), (right,))
    return int(sum(map(int, re.findall(r"\d", seen[0]))) % 2)


def _echo(random: Random) -> Moves:
    """The model writes halves of what it saw with halves of its own, as names, addresses and links, turn after turn."""
    texts = [f"I am {name}, {name.lower().replace(' ', '.')}@gmail.com." for name in (_ONE, _OTHER)]
    seen = yield Turn((texts[0],), (texts[1],))
    first, last = seen[0].removeprefix("I am ").split(",")[0].split(" ", 1)
    changed: list[int] = []
    for world, name in enumerate((_ONE, _OTHER)):
        half = name.split()
        wrote = f"{first} {half[1]}, {half[0]} {last}, {name.lower().replace(' ', '.')}@gmail.com, [{name}](https://a.b/{first})"
        seen = yield Turn(("Who is that?", "Ask M. Clark."), ("Who is that?", "Ask M. Clark."), answer=wrote)
        changed += [world] if seen[1 + 3 * world] != wrote else []
    return changed[0] if len(changed) == 1 else random.randrange(2)


def _address(_: Random) -> Moves:
    """A document holds an address made of other names: guess by whether the user's address shares a word with it."""
    planted = [name.lower().replace(" ", ".") + "@gmail.com" for name in _others(population(16, 9))]
    mails = [name.lower().replace(" ", ".") + "@gmail.com" for name in (_ONE, _OTHER)]
    seen = yield Turn((f"Write to {mails[0]}.", *planted), (f"Write to {mails[1]}.", *planted))
    words = set(re.findall(r"[a-z]+", seen[0])) - {"gmail", "com"}
    return sum(len(words & set(re.findall(r"[a-z]+", text))) for text in seen[1:]) % 2


def _called(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"{name} called." for name in names)


def _others(names: Sequence[str]) -> list[str]:
    """The names that share no word and no initial with either of the two; sharing is declared leakage."""
    words = {*_ONE.split(), *_OTHER.split()}
    initials = {_ONE[0], _OTHER[0]}
    return [name for name in names if not (words.intersection(name.split()) or name[0] in initials)]


IDENTIFIERS: Mapping[str, Adversary] = {
    "order": _guess_by_order,
    "equality pattern": _match_equality,
    "frequency": _count,
    "replayed history": _replay,
    "quoting history": _quote,
    "planted document": _plant,
    "planted addresses": _address,
    "echoed halves": _echo,
    "neighbouring ids": _ids,
}
"""Adversaries of Category I: none wins more than half of its games."""


@dataclass(frozen=True, slots=True)
class NumberAdversary:
    """Two neighbours of Category II.

    Attributes:
        entity_type: Their type.
        text: What is sent; ``{}`` is the number.
        left: The spelling of one.
        right: The spelling of the other.
        more: Further texts with the number: repeating a number costs nothing.
    """

    entity_type: str
    text: str
    left: str
    right: str
    more: tuple[str, ...] = ()

    def play(self, random: Random) -> Moves:
        """Guess the number that is nearer to the released one, which is the best strategy."""
        texts = (self.text, *self.more)
        left, right = (tuple(text.format(number) for text in texts) for number in (self.left, self.right))
        seen = yield Turn(left, right)
        shown = [_number(found[-1]) for text in seen[: len(texts)] if (found := _FIGURES.findall(text))]
        low, high = _number(self.left), _number(self.right)
        nearer = sum((2 * one > low + high) - (2 * one < low + high) for one in shown)
        return int(nearer > 0) if nearer else random.randrange(2)

    def bound(self, setting: Setting) -> float:
        """The share of games that the guarantee allows: ``e^x / (1 + e^x)`` where x is epsilon times the distance."""
        rule = setting.policy.treatment(self.entity_type)
        if not isinstance(rule, AddNoise):
            return 0.5
        left, right = (rule.format.read(text) for text in (self.left, self.right))
        distance, epsilon = abs(right.number - left.number), setting.policy.epsilon_each / rule.noise.weight
        spent = max(rule.noise.epsilon_for(distance, one.number, one.step, Fraction(epsilon)) for one in (left, right))
        return exp(float(spent)) / (1 + exp(float(spent)))


def _number(text: str) -> Fraction:
    """The number that figures say."""
    return Fraction(_FIGURES.findall(text)[-1].replace(",", ""))


NUMBERS: Mapping[str, NumberAdversary] = {
    "ages 40 and 41": NumberAdversary("AGE", "My brother is {} years old.", "40", "41"),
    "ages 40 and 42": NumberAdversary("AGE", "My brother is {} years old.", "40", "42"),
    "an age told three times": NumberAdversary(
        "AGE", "My brother is {} years old.", "40", "41", ("He is {} years old, too.", "She is {} years old.")
    ),
    "$85,000 and $85,200": NumberAdversary("MONEY", "My brother earns {} a year.", "$85,000", "$85,200"),
    "$85,000 and $86,000": NumberAdversary("MONEY", "My brother earns {} a year.", "$85,000", "$86,000"),
    "$9,999 and $10,001": NumberAdversary("MONEY", "My brother owes {} to a bank.", "$9,999", "$10,001"),
    "$9,900 and $10,100": NumberAdversary("MONEY", "My brother owes {} to a bank.", "$9,900", "$10,100"),
    "$85k and $86k": NumberAdversary("MONEY", "My brother earns {} a year.", "$85k", "$86k"),
}
"""Neighbours: nobody wins more games than the bound of their distance allows."""


def game_of_identifiers(setting: Setting) -> tuple[Result, ...]:
    """How many games each adversary of Category I wins; guessing wins half."""
    games = setting.people
    return tuple(
        Result(f"game: {name}", play(setting, adversary, games, seed=seed), games, games / 2)
        for seed, (name, adversary) in enumerate(IDENTIFIERS.items())
    )


def game_of_numbers(setting: Setting) -> tuple[Result, ...]:
    """How many games the best adversary wins about two numbers; "guessing" is what the guarantee allows."""
    games = setting.people
    return tuple(
        Result(f"game: {name}", play(setting, pair.play, games, seed=seed), games, games * pair.bound(setting), _BOUND)
        for seed, (name, pair) in enumerate(NUMBERS.items())
    )
