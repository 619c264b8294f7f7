"""What of a finding is public, by what the judge says of its words: well-known names, works and laws, verbs, words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from privacy_chains.detect.network.function_words import is_grammar
from privacy_chains.detect.requests.judge import LONGEST, Judged, judged
from privacy_chains.detect.requests.sentences import Sentences
from privacy_chains.detect.requests.words import is_verb, words_of
from privacy_chains.formats._words import is_everyday, word_class
from privacy_chains.spans import Span

__all__ = ["Publicity"]

_NAMES = frozenset({"LOCATION", "ORGANIZATION", "PERSON"})
_WORD = re.compile(r"[^\W\d_]+")
_MOST_BEFORE, _SHORT = 3, 3
_PUBLIC, _STATED = 1.0, 4.0
"""From which log-odds of its words on, on average, a name is public where something is asked or ordered, and where
something is stated: hiding is the smaller error."""
_EACH = 0.3
"""What share of that each word has to have."""
_VERB = 1.0
"""From which log-odds on the first word of a sentence is no part of the name behind it."""


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
        asked = self._asks(begin, end)
        if not (asked or self._is_language(span)):
            return span
        words = self._words(span, begin, end)
        behind = words[1:] if self._begins(span, words) and words[0].odds >= _VERB else words
        if behind and _is_public(behind, _PUBLIC if asked else _STATED):
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

    def _is_language(self, span: Span) -> bool:
        """Whether a finding holds nothing but words of the language and initials."""
        return all(map(_is_of_language, _WORD.findall(self._text, span.start, span.end)))

    def _begins(self, span: Span, words: Sequence[Judged]) -> bool:
        """Whether a sentence begins with a finding of several words."""
        return len(words) > 1 and words[0].start == span.start and self._sentences.begins_at(span.start)

    def _words(self, span: Span, begin: int, end: int) -> Sequence[Judged]:
        """What is said of the words of a finding, but for those of grammar."""
        if begin not in self._read:
            self._read[begin] = judged(self._text, begin, end)
        inside = (one for one in self._read[begin] if one.start < span.end and span.start < one.end)
        return [one for one in inside if not is_grammar(self._text[one.start : one.end])]


def _is_of_language(word: str) -> bool:
    small = word.lower()
    kind = word_class(small)
    if kind.startswith(("given", "surname")) and not kind.endswith(".word"):
        return False
    return word.isupper() or is_everyday(small) or kind.startswith(("word", "cue")) or small in words_of("adverbs")


def _is_public(words: Sequence[Judged], least: float) -> bool:
    odds = [word.odds for word in words]
    return sum(odds) / len(odds) >= least and min(odds) >= _EACH * least
