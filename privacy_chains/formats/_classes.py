"""The sets that listed words of names are exchanged within: wide ones, of the frozen classes that are told apart.

A frozen class says more of a word than its surrogate has to: how common it is, and where. The classes of one set are
those that a detector by lists treats alike, so that the surrogate is found where the word was.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from math import log2
from typing import Literal, get_args

from privacy_chains.formats._lexicon import lexicon

__all__ = ["ATTRIBUTES", "Attribute", "WordSet", "bits", "sets_of"]

Attribute = Literal["gender", "language"]
"""What a surrogate of a listed name may keep beside what sort of word it is."""

ATTRIBUTES: tuple[str, ...] = get_args(Attribute)
_NAMES = ("given", "surname")
_FLAGS = ("word", "sigma", "marked")
_NON_LATIN = {
    "bg": "cyrillic",
    "ru": "cyrillic",
    "uk": "cyrillic",
    "cyrillic": "cyrillic",
    "el": "greek",
    "greek": "greek",
}
_RARE_GIVEN, _RARE = ("given-f.en.3",), ("surname.en.3",)


@dataclass(frozen=True, eq=False)
class WordSet:
    """Words that are exchanged for one another.

    Attributes:
        name: Tells the set apart from every other.
        words: The words, in rank order.
        starts: For each frozen class in it, the rank of that class's first word.
    """

    name: str
    words: Sequence[str]
    starts: Mapping[str, int]


@cache
def sets_of(keep: frozenset[str]) -> Mapping[str, WordSet]:
    """By frozen class, the set that its words are exchanged within."""
    members: dict[str, list[str]] = {}
    for name in lexicon().classes:
        members.setdefault(_set_name(name, keep), []).append(name)
    found = {}
    for name, classes in members.items():
        one = WordSet(name, tuple(_words(classes)), dict(_starts(classes)))
        found |= dict.fromkeys(classes, one)
    return found


def _words(classes: Iterable[str]) -> Iterator[str]:
    return chain.from_iterable(lexicon().classes[name] for name in classes)


def _starts(classes: Iterable[str]) -> Iterator[tuple[str, int]]:
    start = 0
    for name in classes:
        yield name, start
        start += len(lexicon().classes[name])


def _set_name(name: str, keep: frozenset[str]) -> str:
    """What a surrogate keeps of a word of a frozen class."""
    kind, *rest = name.split(".")
    if not kind.startswith(_NAMES):
        return name
    area = rest[0]
    flags = [flag for flag in _FLAGS if flag in rest]
    plain = kind.partition("-")[0]
    told = kind if "gender" in keep and (plain == "given" or area == "pl") else plain
    script = _NON_LATIN.get(area, "latin")
    where = area if "language" in keep else script
    return ".".join((told, where, _known(plain, name, area), *flags))


def _known(kind: str, name: str, area: str) -> str:
    """What a detector by lists makes of a class: names that are rare, or of areas whose names look like words."""
    if kind == "given":
        return "rare" if name in _RARE_GIVEN or area in ("africa", "east-asia") else "known"
    return "rare" if name in _RARE or area == "africa" else "known"


def bits(attribute: str) -> float:
    """At most how many bits an attribute tells of a listed name: the logarithm of how many values it has."""
    values = set()
    for name in lexicon().classes:
        kind, *rest = name.split(".")
        if kind.startswith(_NAMES):
            values.add(kind if attribute == "gender" else rest[0])
    return log2(len({value for value in values if attribute != "gender" or value.startswith("given")}))
