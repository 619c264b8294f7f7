"""The sets within which listed words of names are exchanged. Each set joins several of the frozen classes.

A frozen class says more about a word than its surrogate has to keep, such as how common it is, and where. The caller
names the attributes to keep.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from math import log2
from typing import Final, Literal, get_args

from privacy_chains.errors import FormatError
from privacy_chains.formats import _initials, name_lists
from privacy_chains.formats._initials import GROUPS, ByInitial, group_of, initial_of
from privacy_chains.formats.name_lists import lexicon
from privacy_chains.precomputed import precomputed, versions_of

__all__ = ["ATTRIBUTES", "DEFAULT_KEEP", "Attribute", "WordSet", "bits", "sets_of", "told"]

Attribute = Literal["gender", "language", "fame"]
"""The attributes that a surrogate of a listed name may keep, beside the sort of word."""

ATTRIBUTES: tuple[str, ...] = get_args(Attribute)
DEFAULT_KEEP: Final[tuple[Attribute, ...]] = ("gender",)
"""What is kept by default: a man's name becomes a man's name."""
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
_BY_INITIAL = "given.latin"
_RARE_GIVEN, _RARE_SURNAMES = "given-f.en.3", "surname.en.3"


@dataclass(frozen=True, eq=False)
class WordSet:
    """Words that are exchanged for one another.

    Attributes:
        name: Identifies the set.
        words: The words, in rank order; given names of Latin letters by their initials, common ones first.
    """

    name: str
    words: Sequence[str]

    @cached_property
    def by_initial(self) -> ByInitial | None:
        """How words follow their initials, if an initial could stand for a word of this set."""
        if not self.name.startswith(_BY_INITIAL) or not self.words:
            return None
        group, counted = group_of(self.words[0]), Counter(map(initial_of, self.words))
        return ByInitial(group, [counted[letter] for letter in GROUPS[group]])

    @cached_property
    def ranks(self) -> Mapping[str, int]:
        """The rank of each word."""
        return {word: rank for rank, word in enumerate(self.words)}


@cache
def sets_of(keep: frozenset[str]) -> Mapping[tuple[str, bool, int], WordSet]:
    """The set within which words are exchanged.

    By their frozen class, whether all their letters are ASCII, and the group of their initial.
    """
    paths = (__file__, name_lists.__file__, _initials.__file__, str(name_lists.WORDS))
    told = precomputed(("sets of words", *versions_of(*paths), *sorted(keep)), partial(_sorted_out, keep))
    found: dict[tuple[str, bool, int], WordSet] = {}
    for name, words, classes in told:
        found |= dict.fromkeys(classes, WordSet(name, words))
    return found


def _sorted_out(keep: frozenset[str]) -> list[tuple[str, tuple[str, ...], list[tuple[str, bool, int]]]]:
    """The name of each set, its words, and their classes, with the arguments of :func:`sets_of`."""
    members: dict[str, list[str]] = {}
    for name in lexicon().classes:
        members.setdefault(_set_name(name, keep), []).append(name)
    found = []
    for name, classes in members.items():
        words = [word for one in sorted(classes, key=_commonness) for word in lexicon().classes[one]]
        for plain in (True, False):
            alike = [word for word in words if word.isascii() == plain]
            whole = name if plain else f"{name}.letters"
            for groups, set_name, lot in _by_group(whole, alike):
                found.append((set_name, lot, [(one, plain, group) for one in classes for group in groups]))
    return found


def _commonness(name: str) -> tuple[bool, bool, str]:
    """A sort key: classes of common names come first, English ones by their counted bands."""
    area, band = (*name.split("."), "", "")[1:3]
    return area != "en", area != "latin", band


def _by_group(name: str, words: Sequence[str]) -> Iterator[tuple[Sequence[int], str, tuple[str, ...]]]:
    """Each group of initials, with the name and the words of its set.

    One set for all groups if no initial stands for a word.
    """
    if not name.startswith(_BY_INITIAL):
        yield range(len(GROUPS)), name, tuple(words)
        return
    for group, letters in enumerate(GROUPS):
        lot = [word for word in words if group_of(word) == group]
        yield (group,), f"{name}.{group}", tuple(sorted(lot, key=lambda word: letters.index(initial_of(word))))


def _set_name(name: str, keep: frozenset[str]) -> str:
    """What a surrogate keeps of a word of a frozen class."""
    kind, *rest = name.split(".")
    if not kind.startswith(_NAMES):
        return name
    area = rest[0]
    plain = kind.partition("-")[0]
    # Few given names are everyday words. An everyday surname would be restored where an answer means the word.
    flags = [flag for flag in _FLAGS if flag in rest and (flag != "word" or plain == "surname")]
    kept = [_value(attribute, name) for attribute in sorted(keep)]
    return ".".join((plain, _NON_LATIN.get(area, "latin"), *kept, *flags))


def _fame(name: str, plain: str, area: str) -> str:
    """How a detector by lists treats a class.

    It finds English surnames and most given names even if they stand alone.
    """
    if plain == "surname":
        return "english" if area == "en" and name != _RARE_SURNAMES else "known"
    unsure = name.endswith(".word") or name == _RARE_GIVEN or area in ("africa", "east-asia")
    return "unsure" if unsure else "known"


def _value(attribute: str, name: str) -> str:
    """What a frozen class of names says of an attribute."""
    kind, area = name.split(".")[:2]
    plain = kind.partition("-")[0]
    values = {"gender": kind, "language": area, "fame": _fame(name, plain, area)}
    return values[attribute]


def bits(attribute: str) -> float:
    """The most bits that an attribute reveals about a listed name: the logarithm of the number of its values."""
    names = [name for name in lexicon().classes if name.startswith(_NAMES)]
    kinds = [{_value(attribute, name) for name in names if name.startswith(kind)} for kind in _NAMES]
    return log2(max(map(len, kinds)))


def told(keep: Collection[Attribute]) -> str:
    """The kept attributes of listed names, each with its bits.

    The text begins with a comma; it is empty if none is kept.

    Raises:
        FormatError: There is no such attribute.
    """
    if unknown := sorted(set(keep).difference(ATTRIBUTES)):
        msg = f"a name's surrogate keeps {' or '.join(ATTRIBUTES)}, not {unknown[0]}"
        raise FormatError(msg)
    return "".join(f", {one} (at most {bits(one):.1f} bits)" for one in sorted(set(keep)))
