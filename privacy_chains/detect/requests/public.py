"""What of a finding is public, by what the judge says of its words: well-known names, works and laws, verbs, words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from math import inf

from privacy_chains.contract.spans import Span
from privacy_chains.detect.network.function_words import is_grammar
from privacy_chains.detect.requests.judge import LONGEST, Judged, judged
from privacy_chains.detect.requests.renown import Renown, renown_of
from privacy_chains.detect.requests.words import is_verb, words_of
from privacy_chains.detect.sentences import Sentences
from privacy_chains.formats.word_classes import word_class
from privacy_chains.lazy import lazily

__all__ = ["Publicity"]

_BY_PATTERNS = "patterns"
_NAMES = frozenset({"LOCATION", "ORGANIZATION", "PERSON"})
_WORD = lazily(r"[^\W\d_]+")
_LISTED = ("given", "surname")
_MOST_BEFORE, _SHORT, _FEWEST, _PAIR = 3, 3, 2, 2
_PUBLIC, _PERSON, _WORD_ALONE, _ALONE, _STATED, _CODE = 1.0, 2.0, 1.5, 1.5, 3.25, 4.0
"""From which log-odds of its words on, on average, a name is public where something is asked or ordered; that of a
person; a single word; a person of one word, which many may have; a name in a statement, where hiding is the smaller
error; and one of two letters."""
_WELL_KNOWN = {Renown.FULL: (1.5, 2.5), Renown.SINGLE: (1.75, 3.0)}
"""The same of a name of somebody well-known, which hardly anybody else has; and of that in a statement."""
_MADE = 0.0
"""The same of what is called after somebody: ``Ohm's law``."""
_LESS = 2.0
"""By how much less a single word of it may have."""
_ONLY_VERB, _VERB, _NAMESAKE, _GIVEN = -1.0, 4.0, 4.0, 7.5
"""From which log-odds on the first word of a sentence is no name: a verb that nobody is called by; another word; one
that people are called by; and such a word before a single one, which may be a given name before a surname."""


class Publicity:
    """What of the findings in one text is public.

    Args:
        text: The text.
        sentences: Its sentences.
    """

    def __init__(self, text: str, sentences: Sentences) -> None:
        self._text, self._sentences = text, sentences
        self._read: dict[int, Sequence[Judged]] = {}

    def private_part(self, span: Span) -> Span | None:
        """A finding, or what of it is private: without the verb before it; None where it is public."""
        begin, end = self._sentences.around(span.start)
        if span.entity_type not in _NAMES or span.end > min(end, begin + LONGEST):
            return span
        if span.source == _BY_PATTERNS:  # a label or a form around it says what it is: ``city: Saint Louis``
            return span
        asked = self._asks(begin, end)
        renown = partial(renown_of, self._text, span, begin, end)
        settled = not asked and self._may_be_person(span) and not self._may_begin_with_verb(span)
        if settled and renown() not in _WELL_KNOWN:
            return span  # without a look at the sentence
        words = self._words(span, begin, end)
        behind = words[1:] if self._begins_with_verb(span, words) else words
        if behind and _is_public(behind, self._least(span, behind, renown(), asked=asked)):
            return None
        return replace(span, start=behind[0].start) if len(behind) < len(words) else span

    def _asks(self, begin: int, end: int) -> bool:
        """Whether a sentence asks or orders something: one of its first words is a verb."""
        if "?" in self._text[begin : end + 1]:
            return True
        for number, found in enumerate(_WORD.finditer(self._text, begin, end)):
            word = found[0].lower()
            if is_verb(word) and not is_grammar(word):
                return True
            leads = len(word) <= _SHORT or is_grammar(word) or word in words_of("adverbs")
            if number == _MOST_BEFORE or not leads:
                return False
        return False

    def _may_be_person(self, span: Span) -> bool:
        """Whether people are called by one of the words of a finding, and it is no word of the language."""
        words = _WORD.findall(self._text, span.start, span.end)
        kinds = (word_class(word.lower()) for word in words)
        return any(kind.startswith(_LISTED) and not kind.endswith(".word") for kind in kinds)

    def _least(self, span: Span, words: Sequence[Judged], renown: Renown, *, asked: bool) -> float:
        """The log-odds that a finding needs: what may be one of many people, more; in statements, more again."""
        value = self._text[span.start : span.end]
        if value.isalpha() and len(value) <= _FEWEST:  # the code of a state says nothing by itself
            return _CODE
        if renown in _WELL_KNOWN and (span.entity_type == "PERSON" or self._may_be_person(span)):
            return _WELL_KNOWN[renown][not asked]
        if not asked:
            return inf if self._may_be_person(span) else _STATED
        if renown is Renown.MADE:
            return _MADE
        return self._least_of_asked(span, words)

    def _least_of_asked(self, span: Span, words: Sequence[Judged]) -> float:
        """The log-odds that a finding needs where something is asked or ordered."""
        if len(words) > 1:
            return _PERSON if span.entity_type == "PERSON" else _PUBLIC
        least = _ALONE if span.entity_type == "PERSON" else _WORD_ALONE
        return min(least, self._least_of_verb(words[0])) if self._sentences.begins_at(span.start) else least

    def _may_begin_with_verb(self, span: Span) -> bool:
        """Whether a sentence begins with a finding whose first word nobody is called by: ``Onboard Tariq Osei``."""
        first = _WORD.match(self._text, span.start, span.end)
        named = first is None or word_class(first[0].lower()).startswith(_LISTED)
        return not named and self._sentences.begins_at(span.start)

    def _begins_with_verb(self, span: Span, words: Sequence[Judged]) -> bool:
        """Whether a sentence begins with a finding of several words, the first of which is a verb."""
        begins = len(words) > 1 and words[0].start == span.start and self._sentences.begins_at(span.start)
        return begins and words[0].odds >= self._least_of_verb(words[0], of_two=len(words) == _PAIR)

    def _least_of_verb(self, word: Judged, *, of_two: bool = False) -> float:
        """The log-odds that a verb needs with which a sentence begins."""
        small = self._text[word.start : word.end].lower()
        kind = word_class(small)
        if not kind.startswith("given"):
            return _ONLY_VERB if is_verb(small) and not kind.startswith(_LISTED) else _VERB
        return _GIVEN if of_two else _NAMESAKE

    def _words(self, span: Span, begin: int, end: int) -> Sequence[Judged]:
        """What is said of the words of a finding, but for those of grammar."""
        if begin not in self._read:
            self._read[begin] = judged(self._text, begin, end)
        inside = (one for one in self._read[begin] if one.start < span.end and span.start < one.end)
        return [one for one in inside if not is_grammar(self._text[one.start : one.end])]


def _is_public(words: Sequence[Judged], least: float) -> bool:
    odds = [word.odds for word in words]
    return sum(odds) / len(odds) >= least and min(odds) >= least - _LESS
