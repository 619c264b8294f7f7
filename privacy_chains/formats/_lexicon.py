"""The frozen words of scheme 1: name classes, kept words, and cues. Loaded on first use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

__all__ = ["Lexicon", "lexicon", "read_table"]


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Every listed word in exactly one class.

    Attributes:
        classes: Class name to its words, in rank order. A name reads ``kind.area.band[.word][.sigma][.marked]``:
            ``word`` marks words of everyday language, ``sigma`` words that end in ς, ``marked`` words with diacritics.
        places: Word to class name and rank.
            Other classes are ``word`` (everyday words), ``cue-...`` (words that announce a name, or make a street or
            a company of it) and ``blunt`` (names that would amuse: exchanged only among themselves).
        roles: ``titles``, ``particles``, ``suffixes``, ``rude``: words kept as they are; ``avoid``: letter groups no
            surrogate may contain.
    """

    classes: Mapping[str, Sequence[str]]
    places: Mapping[str, tuple[str, int]]
    roles: Mapping[str, tuple[str, ...]]

    @property
    def kept(self) -> frozenset[str]:
        """The words that stay as they are wherever a name holds them."""
        return frozenset(word for role in ("titles", "particles", "suffixes", "rude") for word in self.roles[role])


def read_table(name: str) -> dict[str, str]:
    """A data file's rows, ``name<TAB>values``, in file order."""
    text = (files("privacy_chains.formats") / "data" / name).read_text("utf-8")
    rows = (line.partition("\t") for line in text.split("\n") if line and not line.startswith("#"))
    return {key: values for key, _, values in rows}


@cache
def lexicon() -> Lexicon:
    """The words of scheme 1."""
    classes: dict[str, list[str]] = {}
    places: dict[str, tuple[str, int]] = {}
    roles: dict[str, tuple[str, ...]] = {}
    for key, values in read_table("names_v1.txt").items():
        words = values.split(" ")
        if key.startswith("="):
            roles[key[1:]] = tuple(words)
        else:
            classes[key] = words
            places.update(zip(words, ((key, rank) for rank in range(len(words))), strict=True))
    return Lexicon(classes, places, roles)
