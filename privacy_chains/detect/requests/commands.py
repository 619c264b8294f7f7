"""Verbs that a command begins with, and adverbs that a sentence begins with, which were taken for names."""

from __future__ import annotations

import re
from dataclasses import replace

from privacy_chains.contract.spans import Span
from privacy_chains.detect.names import is_listed_in_any_case, is_listed_name
from privacy_chains.detect.requests.sentences import Sentences
from privacy_chains.detect.requests.words import is_verb, words_of
from privacy_chains.formats.word_classes import word_class

__all__ = ["without_verb"]

_FIRST = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)?")
_TITLE = re.compile(r"(?:Mr|Mrs|Ms|Miss|Dr|Prof)\.?\s")
_TITLE_BEFORE = re.compile(r"(?:Mr|Mrs|Madam|Ms)\.?\s(?:Vice\s)?\Z")
_PHRASE = re.compile(
    r"\s(?:(?:a|an|the|this|that|these|those|my|our|your|his|her|its|their|all|any|every|each|both|some|no|one|two|three"
    r"|me|us|him|them|it|everybody|everyone|somebody|how|what|whether|which|who|why|when|where|if)\b|[0-9$\u20ac\u00a3\"])"
)
_GOES_ON = re.compile(r"['\u2019]s?\s|\s[a-z0-9$\u20ac\u00a3\"(]|\s?[.!?;:]")
_STATES = re.compile(
    r"\s(?:[a-z]+ed|came|can|did|does|had|has|is|left|may|must|said|says|was|went|will|won|would|wrote)\b"
)
"""What is said of somebody, so that no command is given."""
_STATED = re.compile(
    r"\b(?:[a-z]+ed|[a-z]+s(?=\s(?:a|an|at|in|on|the|to)\b)|am|are|came|can|could|did|does|do|feels?|felt|gave|got|had|has|have|is"
    r"|knew|left|may|must|needs?|ran|said|saw|says|sent|should|slept|spoke|thinks?|told|took|wants?|was|went|were|will|won|would"
    r"|wrote)\b|[,:\n]"
)
"""What says something of somebody, or sets a name apart; then no word before it is the verb of a command."""
_THINGS = re.compile(r"\s[a-z]+s\s(?:about|by|for|from|in|into|of|on|to|with)\b")
_ONE_NAME = re.compile(r"[^\W\d_a-z][^\W\d_]{2,}")
_CLAUSE_ENDS = re.compile(r"[;:.!?]|,\s")
_NAMES = frozenset({"LOCATION", "ORGANIZATION", "PERSON"})
_TITLE_REACH = 12


def without_verb(text: str, span: Span, sentences: Sentences, following: Span | None) -> Span | None:
    """A name without the verb of a command before it; None where nothing of it is a name.

    A verb is let go if it begins a sentence and is no given name, and what stands behind it can be its object: a
    name, or a phrase with an article or a pronoun. ``Ford Motor announced`` and ``Chase Bank`` are left whole.

    Args:
        text: The text.
        span: What was found.
        sentences: The sentences of the text.
        following: What was found next.
    """
    first = _FIRST.match(text, span.start, span.end)
    if span.entity_type not in _NAMES or first is None or not first[0][0].isupper():
        return span
    whole, word = first.end() == span.end, first[0].lower()
    if whole:
        return None if _names_nobody(text, word, span, sentences, following) else span
    commands = sentences.begins_at(span.start) and is_verb(word) and text[first.end()] == " "
    rest = first.end() + 1
    if not commands or not (_begins_name(text, rest, span, word) or _is_object(text, rest, span, word, sentences)):
        return span
    return replace(span, start=rest, entity_type="PERSON")


def _names_nobody(text: str, word: str, span: Span, sentences: Sentences, following: Span | None) -> bool:
    """Whether a single word is an office that is addressed, or the adverb or the verb that begins a sentence."""
    if span.entity_type == "PERSON" and _is_role(text, span.start, word):
        return True
    if not sentences.begins_at(span.start):
        return False
    adverb = word in words_of("adverbs") and not is_listed_in_any_case(word) and text.startswith(",", span.end)
    return adverb or (is_verb(word) and _has_object(text, word, span, sentences, following))


def _is_role(text: str, start: int, word: str) -> bool:
    """Whether a word says what somebody is who is addressed: ``Mr President``; no name of people says so."""
    name = word.capitalize()
    role = word in words_of("roles") and name not in words_of("people") and not is_listed_name(name, word_too=True)
    return role and _TITLE_BEFORE.search(text, max(0, start - _TITLE_REACH), start) is not None


def _is_given(word: str) -> bool:
    return word_class(word).startswith("given")


def _has_object(text: str, word: str, span: Span, sentences: Sentences, following: Span | None) -> bool:
    """Whether what stands behind a word makes it the verb of a command."""
    if _is_given(word):  # Grant the plumber came
        end = sentences.around(span.start)[1]
        return _PHRASE.match(text, span.end) is not None and _STATED.search(text, span.end, end) is None
    if _PHRASE.match(text, span.end) or (not word_class(word) and _THINGS.match(text, span.end)):
        return True
    if (
        following is None
        or following.start != span.end + 1
        or text[span.end] != " "
        or following.entity_type != "PERSON"
    ):
        return False
    in_full = " " in text[slice(*_of(following))]
    return in_full or (not word_class(word) and _says_nothing_more(text, following.end, sentences))


def _of(span: Span) -> tuple[int, int]:
    return span.start, span.end


def _begins_name(text: str, start: int, span: Span, word: str) -> bool:
    """Whether the rest of a span is a person's name, to whom something is to be done."""
    if not _GOES_ON.match(text, span.end) or _STATES.match(text, span.end):
        return False
    if _TITLE.match(text, start, span.end):
        return True
    words = text[start : span.end].split()
    if not all(one[0].isupper() and one[-1].isalpha() for one in words[:2]):
        return False
    given = word_class(words[0].lower())
    if _is_given(word):
        return len(words) > 1 and given.startswith("given") and _sex(given) != _sex(word_class(word))
    if span.entity_type != "PERSON":
        return given.startswith("given") and not given.endswith(".word") and len(words) > 1
    return given.startswith("given") or len(words) > 1


def _is_object(text: str, start: int, span: Span, word: str, sentences: Sentences) -> bool:
    """Whether a single name behind a verb that is nobody's given name is whom the clause says to do something to."""
    if _is_given(word) or _ONE_NAME.fullmatch(text, start, span.end) is None or _GOES_ON.match(text, span.end) is None:
        return False
    return _says_nothing_more(text, span.end, sentences)


def _says_nothing_more(text: str, start: int, sentences: Sentences) -> bool:
    """Whether the rest of a clause has no verb of its own."""
    end = sentences.around(start)[1]
    clause = _CLAUSE_ENDS.search(text, start, end)
    return _STATED.search(text, start, clause.start() if clause else end) is None


def _sex(name: str) -> str:
    """``given-f`` or ``given-m``, which a first name and a middle name share as a rule; ``given`` is both."""
    return name.partition(".")[0]
