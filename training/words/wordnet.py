"""What WordNet 3.0 and the census know of a word: its parts of speech, by its endings too, and whose name it is."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["Census", "WordNet"]

_PLACES, _TIMES, _PEOPLE, _GROUPS = "15", "28", "18", ("06", "14")
"""Lexicographer files: noun.location, noun.time, noun.person, noun.artifact and noun.group."""

_PLURALS = (("s", ""), ("ses", "s"), ("xes", "x"), ("zes", "z"), ("ches", "ch"), ("shes", "sh"), ("men", "man"))
_PLURALS_OF_Y = (*_PLURALS, ("ies", "y"))
_ENDINGS = {
    "verbs": (("s", ""), ("ies", "y"), ("es", "e"), ("es", "")),
    "past": (("ed", "e"), ("ed", "")),
    "gerund": (("ing", "e"), ("ing", "")),
}
_DEGREES = {"comparative": (("er", ""), ("er", "e")), "superlative": (("est", ""), ("est", "e"))}
"""WordNet's own rules of detachment (morphy, section "Rules of Detachment" of its manual)."""

_BASES = {"noun": "noun", "verb": "verb", "adj": "adjective", "adv": "adverb"}
AUXILIARIES = ("be", "have", "do")


@dataclass
class WordNet:
    """The index, the exceptions and the capitals of WordNet.

    Args:
        folder: Where its data files are.
    """

    folder: Path
    lemmas: dict[str, set[str]] = field(default_factory=dict)
    irregular: dict[str, dict[str, str]] = field(default_factory=dict)
    capital: set[str] = field(default_factory=set)
    small: set[str] = field(default_factory=set)
    kinds: dict[str, set[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for part in _BASES:
            lines = (self.folder / f"index.{part}").read_text().splitlines()
            self.lemmas[part] = {line.split()[0] for line in lines if not line.startswith(" ")}
            rows = (line.split()[:2] for line in (self.folder / f"{part}.exc").read_text().splitlines())
            self.irregular[part] = {form: base for form, base in rows if form != base}
        for line in (self.folder / "data.noun").read_text(encoding="utf-8").splitlines():
            if not line.startswith(" "):
                self._learn(line.partition("|")[0].split())

    def _learn(self, row: list[str]) -> None:
        """The capitals of one set of synonyms."""
        for place in range(int(row[3], 16)):
            lemma = row[4 + 2 * place]
            if not lemma[0].isupper():
                self.small.add(lemma.lower())
                continue
            self.capital.add(lemma.lower())
            if row[1] == _PEOPLE:
                if "@i" in row:
                    self.kinds.setdefault("surname", set()).add(lemma.lower().split("_")[-1])
            elif row[1] in (_PLACES, _TIMES, *_GROUPS):
                kind = {_PLACES: "place", _TIMES: "time"}.get(row[1], "group")
                self.kinds.setdefault(kind, set()).add(lemma.lower())

    def classes(self, word: str) -> set[str]:
        """The classes that a word can be of."""
        found = {kind for part, kind in _BASES.items() if word in self.lemmas[part]}
        if word not in self.small:
            found.discard("noun")
        if self._ends(word, _PLURALS_OF_Y, "noun", self.small) or word in self.irregular["noun"]:
            found.add("nouns")
        found |= {kind for kind, ends in _ENDINGS.items() if self._ends(word, ends, "verb")}
        if word in self.irregular["verb"]:
            found.add("gerund" if word.endswith("ing") else "verbs" if word.endswith("s") else "past")
        if word not in self.lemmas["noun"]:
            found |= {kind for kind, ends in _DEGREES.items() if self._ends(word, ends, "adj")}
        if word in self.irregular["adj"]:
            found.add("superlative" if word.endswith("st") else "comparative")
        return found | ({"name"} if word in self.capital and word not in self.small else set())

    def is_auxiliary(self, word: str) -> bool:
        """Whether it is a form of *be*, *have* or *do*."""
        return self.irregular["verb"].get(word, word) in AUXILIARIES

    def _ends(self, word: str, ends: tuple[tuple[str, str], ...], part: str, also: set[str] | None = None) -> bool:
        bases = (word.removesuffix(end) + base for end, base in ends if word.endswith(end))
        return any(base in self.lemmas[part] and (also is None or base in also) for base in bases)


@dataclass
class Census:
    """How frequent names are, in percent: US census of 1990, public domain.

    Args:
        folder: Where its three lists are.
    """

    folder: Path
    shares: dict[str, Counter[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for kind, file in (("woman", "female.first"), ("man", "male.first"), ("surname", "all.last")):
            rows = (line.split() for line in (self.folder / f"dist.{file}").read_text().splitlines())
            self.shares[kind] = Counter({row[0].lower(): float(row[1]) for row in rows})

    def kinds(self, word: str, least: float = 0.2) -> list[str]:
        """The kinds of name that a word is, those that are at least ``least`` as frequent as the most frequent."""
        shares = {kind: names[word] for kind, names in self.shares.items() if word in names}
        most = max(shares.values(), default=0.0)
        return [kind for kind, share in shares.items() if share >= least * most]

    def given(self, word: str) -> str | None:
        """``"woman"`` or ``"man"`` for a frequent given name that is no likelier a surname."""
        woman, man, surname = (self.shares[kind][word] for kind in ("woman", "man", "surname"))
        if max(woman, man) < 0.02 or max(woman, man) < 0.3 * surname:
            return None
        return "woman" if woman > man else "man"
