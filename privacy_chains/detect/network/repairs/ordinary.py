"""Whether a name that a network found consists only of ordinary words of the language around it: ``tout``, ``Kinder``.

It takes away only what the table of ordinary words knows (:mod:`privacy_chains.language.ordinary`), and only where
nothing beside it says that it is a name after all. Sentences of English it leaves alone: the network knows their words,
and firms are called by them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from privacy_chains.detect.names import is_listed_in_any_case
from privacy_chains.detect.network.findings import NetworkFinding
from privacy_chains.detect.network.function_words import is_grammar
from privacy_chains.detect.sentences import Sentences
from privacy_chains.formats.name_lists import lexicon
from privacy_chains.language.ordinary import ORDINARY_LANGUAGES, languages_of
from privacy_chains.language.patterns import worded
from privacy_chains.lazy import lazily

__all__ = ["without_ordinary"]

_NAMES = frozenset({"LOCATION", "ORGANIZATION", "PERSON"})
_VALUE = lazily(r"[^\W\d_]{2,}(?:[ \-][^\W\d_]+){0,3}")
_WORD = lazily(r"[^\W\d_]+")
_BEFORE, _BEHIND = lazily(r"([^\W\d_]+)[ \-]\Z"), lazily(r"[ \-]([^\W\d_]+)")
_ABBREVIATED = lazily(r"([^\W\d_]+)\.? \Z")
_TITLE = worded(r"\b{title|honorific|kin_title|greeting|kinship}\.? \Z", re.IGNORECASE)
_LABEL = worded(r"\b{name_label|town_label}\b[\"']?[ \t]*[:=|,\t][ \t]*[\"']?\Z", re.IGNORECASE)
_NEAR, _AROUND = 40, 120
_FEWEST = 2


def without_ordinary(text: str, findings: Sequence[NetworkFinding]) -> Iterator[NetworkFinding]:
    """The findings but for people, firms and places that are ordinary words.

    Args:
        text: The text they were found in.
        findings: Disjoint, in reading order.
    """
    sentences = _Sentences(text)
    for one in findings:
        if not (one.entity_type in _NAMES and _is_ordinary(text, one, sentences)):
            yield one


class _Sentences:
    """The sentences of a text, found when they are first asked for."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._found: Sentences | None = None

    def begins_at(self, position: int) -> bool:
        """Whether a sentence begins at a position."""
        self._found = self._found or Sentences(self._text)
        return self._found.begins_at(position)


def _is_ordinary(text: str, one: NetworkFinding, sentences: _Sentences) -> bool:
    """Whether a finding is ordinary words of the language around it, and nothing beside it says that it is a name."""
    if not _VALUE.fullmatch(text, one.start, one.end):
        return False
    first, *others = _WORD.findall(text, one.start, one.end)
    small = languages_of(first.lower()) if first.istitle() else frozenset[str]()
    known = _tongues(first) | (small if small and sentences.begins_at(one.start) else frozenset())
    known = known.intersection(*map(_tongues, others)) if known else known
    spoken = known and known & _spoken(text, one.start, one.end)
    return bool(spoken) and not _is_marked(text, one.start, one.end, spoken)


def _tongues(word: str) -> frozenset[str]:
    """The languages in which a word is ordinary as it is written: in small letters, or a noun of German."""
    return ORDINARY_LANGUAGES if is_grammar(word) else languages_of(word)


def _spoken(text: str, start: int, end: int) -> frozenset[str]:
    """The languages with the most words around a stretch; none if English may be among them."""
    around = {*_WORD.findall(text, max(0, start - _AROUND), start), *_WORD.findall(text, end, end + _AROUND)}
    counts = Counter(chain.from_iterable(languages_of(word) or languages_of(word.lower()) for word in around))
    most = max(counts.values(), default=0)
    spoken = frozenset(tongue for tongue, count in counts.items() if count == most)
    return frozenset() if most < _FEWEST or "en" in spoken else spoken


def _is_marked(text: str, start: int, end: int, tongues: frozenset[str]) -> bool:
    """Whether a title, a label, or a name right beside a stretch says that it is a name."""
    near = max(0, start - _NEAR)
    beside = (_BEFORE.search(text, near, start), _BEHIND.match(text, end))
    title = _ABBREVIATED.search(text, near, start)
    return (
        any(_may_be_name(found[1], tongues) for found in beside if found)
        or (title is not None and title[1].lower() in lexicon().roles["titles"])
        or _TITLE.search(text, near, start) is not None
        or _LABEL.search(text, near, start) is not None
    )


def _may_be_name(word: str, tongues: frozenset[str]) -> bool:
    """Whether a neighbour is listed as a name, or has a capital that no ordinary word has."""
    return is_listed_in_any_case(word) or (word[0].isupper() and tongues.isdisjoint(_tongues(word)))
