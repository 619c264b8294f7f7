"""Subjects: the person that a number is about. A recognised relation ties numbers of one subject.

The subject is the last person mentioned before a number, by name, pronoun or kinship word. A pronoun means the only
person mentioned so far. If there are several, it is unclear whom it means, and no relation is recognised for it. If
nobody is mentioned, numbers in one sentence, or in one form of labelled lines, belong together. In doubt, no relation
is recognised.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property

from privacy_chains.contract.spans import Span
from privacy_chains.dependencies.graph import Equation, NumberKey
from privacy_chains.dependencies.mentions import Mention
from privacy_chains.language.kinds import Kind
from privacy_chains.language.lexicon import word_set
from privacy_chains.language.patterns import worded
from privacy_chains.lazy import lazily

__all__ = ["Subjects"]

_PERSONS: Mapping[str, tuple[Kind, ...]] = {
    "I": ("speaker",),
    "my": ("my",),
    "you": ("listener",),
    "his": ("his",),
    "he": ("he",),
    "other": ("kinship", "somebody"),
}
"""The ways in which a word can mean a person, with the kinds of such words. Possessives introduce another person."""


@cache
def _persons() -> Mapping[str, str]:
    return {word: person for person, kinds in _PERSONS.items() for word in word_set(*kinds)}


_WORD = lazily(r"[^\W\d_]+(?:['\u2019][a-z]+)?")
_BORDER = lazily(r"[.!?;](?=\s)|[\n{}|]|\A")
_RECORD = lazily(r"[{}]|\n[ \t]*\n")
_LABEL = lazily(r"\s*[^\W\d_][^:\n]{0,40}:")
_APPOSED = lazily(r"[ ,:(]*\Z")
_BESIDE = worded(r"(?:[ -]{age_unit})* ?\Z")
_POSSESSIVE = frozenset({"my", "his"})


@dataclass(frozen=True, slots=True)
class _Marker:
    """A mention of a person: the place, and whether it is a name, a kinship word, the speaker, or a pronoun."""

    start: int
    end: int
    who: str


class Subjects:
    """The persons that the numbers of a message are about.

    Args:
        texts: The message.
        mentions: Its numbers.
        people: For each text, the places where people are named.
    """

    def __init__(
        self, texts: Sequence[str], mentions: Sequence[Mention], people: Sequence[Sequence[Span]] = ()
    ) -> None:
        self._texts, self._mentions, self._people = texts, mentions, people
        self._tales: dict[int, _Tale] = {}

    @cached_property
    def _of(self) -> Mapping[NumberKey, frozenset[str]]:
        """The subjects of each number. A number with several mentions may have several subjects."""
        found: dict[NumberKey, frozenset[str]] = {}
        for mention in self._mentions:
            found[mention.key] = found.get(mention.key, frozenset()) | {self._subject(mention)}
        return found

    def _subject(self, mention: Mention) -> str:
        tale = self._tales.get(mention.text)
        if tale is None:
            people = self._people[mention.text] if self._people else ()
            tale = self._tales[mention.text] = _Tale(self._texts[mention.text], people)
        return f"{mention.text} {tale.subject(mention.span)}"

    def share(self, equation: Equation) -> bool:
        """Whether all numbers of an equation have the same subject."""
        return len(self._told_of(equation)) == 1

    def agree(self, equation: Equation) -> bool:
        """Whether they do, or are in one text about at most one person, such as a payslip."""
        told = self._told_of(equation)
        places = {int(subject.split()[0]) for subject in told if subject}
        return len(told) == 1 or (len(places) == 1 and "" not in told and self._tales[places.pop()].is_of_one)

    def _told_of(self, equation: Equation) -> frozenset[str]:
        return frozenset[str]().union(*(self._of.get(key, frozenset({""})) for key in equation.nodes))


@dataclass(frozen=True)
class _Tale:
    """A text, and the places where it mentions people."""

    text: str
    people: Sequence[Span] = field(default=(), repr=False)

    def subject(self, span: Span) -> str:
        """The subject of a number. If nobody is mentioned, each sentence and each record has a subject of its own."""
        beside = bisect_right(self._starts, span.end)
        if beside < len(self._markers) and _BESIDE.match(self.text[span.end : self._markers[beside].start]):
            return self._markers[beside].who  # "36-year-old Ann"
        at = bisect_right(self._starts, span.start) - 1
        if at >= 0 and not _RECORD.search(self.text, self._markers[at].end, span.start):
            return self._markers[at].who
        return f"nobody in {self._sentence(span.start)}"

    def _sentence(self, position: int) -> int:
        """The start of the sentence at a position. In a form, a labelled line continues the lines before it."""
        starts = [found.end() for found in _BORDER.finditer(self.text, 0, position)]
        first = starts.pop()
        while starts and _LABEL.match(self.text, first) and _LABEL.match(self.text, starts[-1]):
            first = starts.pop()
        return first

    @property
    def is_of_one(self) -> bool:
        """Whether at most one person is mentioned."""
        return len({marker.who for marker in self._markers}) < 2 and not _RECORD.search(self.text.strip())

    @cached_property
    def _starts(self) -> list[int]:
        return [marker.start for marker in self._markers]

    @cached_property
    def _markers(self) -> list[_Marker]:
        """All mentions of people in reading order, each with the person that is meant, if that is known."""
        known: list[str] = []
        markers: list[_Marker] = []
        for marker in self._raw():
            before = markers[-1] if markers else None
            if before and self._are_one(before, marker):
                known = [*(one for one in known if one != before.who), marker.who]
                markers[-1] = _Marker(before.start, marker.end, marker.who)
                continue
            who = _meant(marker.who, known, marker.start)
            if who.startswith(("name", "kin")) and who not in known:
                known.append(who)
            markers.append(_Marker(marker.start, marker.end, who))
        return markers

    def _are_one(self, before: _Marker, marker: _Marker) -> bool:
        """Whether a name belongs to the kinship word before it: "my husband Jorge" is one person."""
        kinds = before.who.startswith("kin"), marker.who.startswith("name")
        return all(kinds) and _APPOSED.match(self.text[before.end : marker.start]) is not None

    def _raw(self) -> Iterator[_Marker]:
        named = sorted(self.people)
        taken = [(span.start, span.end) for span in named]
        found = [_Marker(span.start, span.end, f"name {_words(self.text[span.start : span.end])}") for span in named]
        for word in _WORD.finditer(self.text):
            person = _persons().get(word[0].lower()) or _persons().get(re.split("['\u2019]", word[0].lower())[0])
            inside = bisect_right(taken, (word.start(), len(self.text))) - 1
            if person is None or (inside >= 0 and word.start() < taken[inside][1]):
                continue
            who = f"kin {word.start()}" if person == "other" else person
            found.append(_Marker(word.start(), word.end(), who))
        yield from sorted(found, key=lambda marker: marker.start)


def _meant(who: str, known: Sequence[str], start: int) -> str:
    """The person that a word means. For a pronoun, the only one mentioned, or else an unknown person."""
    if who == "he":
        return known[0] if len(known) == 1 else "he" if not known else f"unknown {start}"
    if who in _POSSESSIVE:
        return "I" if who == "my" else known[0] if len(known) == 1 else f"his {start}"
    if who.startswith("name"):
        words = set(who.split())
        same = [one for one in known if words <= set(one.split()) or words >= set(one.split())]
        return same[0] if len(same) == 1 else who if not same else f"unknown {start}"
    return who


def _words(name: str) -> str:
    """The words of a name. Some of them are enough to name the same person."""
    return " ".join(_WORD.findall(name.lower().removesuffix("'s").removesuffix("\u2019s")))
