"""Public names in general questions: well-known people of the past, works, laws, institutions, parts of the world.

A name is public only where something is asked or ordered that is of the world, never where the same sentence speaks of
the writer or holds another person or a value: the same surname may be a customer's. What is of the world is judged
by what stands around the name (:mod:`.judge`); a name that is in no list is private.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from privacy_chains.contract.spans import Span
from privacy_chains.detect.network.software import is_software
from privacy_chains.detect.requests.evidence import stems
from privacy_chains.detect.requests.judge import log_odds
from privacy_chains.detect.requests.made_names import made_names
from privacy_chains.detect.requests.sentences import Sentences
from privacy_chains.detect.requests.words import Known, is_term, is_verb, known_in
from privacy_chains.formats.word_classes import word_class

__all__ = ["Publicity"]

_NAMES = frozenset({"LOCATION", "ORGANIZATION", "PERSON"})
_ABOUT_ALL = _NAMES | {"NRP", "YEAR", "DATE_TIME", "TITLE", "JOB_TITLE", "NUMBER"}
_ASKED = re.compile(
    r"(?:\A(?:\W*(?:and|but|so|hi|hello|please|[^\W\d_]+ly)\b)*|\b(?:asks?|asked|explain|know|tell (?:me|us)|wonder\w*)"
    r"|,)\W*(?P<word>who|whom|whose|what|which|when|where|why|how|is|are|was|were|do|does|did|has|have|had|can)\b",
    re.IGNORECASE,
)
_TOLD = re.compile(r"\W*(?:(?:please|can|could|would|you)\W+)*(?P<verb>[a-z]+)\b", re.IGNORECASE)
_PLAIN = re.compile(r"[^\W\d_]+(?:['\u2019][a-z]{1,2}\b)?")
_OURS = frozenset("mine my our ours us we".split())  # noqa: SIM905  # words read best as words
_REACH = 20
_COMMON_GIVEN = ("given-f.en.1", "given-f.en.2", "given-m.en.1", "given-m.en.2", "given.en.1", "given.en.2")
_ADDRESS = re.compile(r"\b(?:Mr|Mrs|Ms|Miss|Dr|Prof)\.? \Z")
_NOW = re.compile(r"\b(?:can|can't|has|hasn't|may|must|should|will|won't) \Z", re.IGNORECASE)
"""What is said of those who live."""
_LISTED = ("given", "surname")
_LIKELY, _MORE, _SURE = 1.0, 2.0, 3.0
"""From which log-odds on a name is public: hiding is the smaller error, more so where people are called so."""
_JOINED = re.compile(r",? (?:and|or|vs\.?|versus) |, |['\u2019]s (?=[A-Z])")
_FIRST = re.compile(r"([A-Z][a-z]+) ")
_LEADING = re.compile(r"(?:[Tt]he|[Aa]n?|[Mm]ount|[Ll]ake) ")
_OWNS = re.compile(r"['\u2019]s? [A-Z]")


class Publicity:
    """What of the findings in one text is public.

    Args:
        text: The text.
        sentences: Its sentences.
        spans: What was found in it, disjoint and in reading order.
    """

    def __init__(self, text: str, sentences: Sentences, spans: Sequence[Span]) -> None:
        self._text, self._sentences, self._spans = text, sentences, spans
        self._starts = [span.start for span in spans]
        self._read: dict[int, Sequence[Known]] = {}

    def covers(self, span: Span) -> bool:
        """Whether a finding is public where it stands."""
        if span.entity_type not in _NAMES:
            return False
        value = self._text[span.start : span.end]
        if is_term(value) and not _class_of(value).startswith(_LISTED):
            return True
        start, end = self._sentences.around(span.start)
        if start not in self._read:
            self._read[start] = list(self._public(start, end))
        return self._is_within(span, self._read[start])

    def _software(self, start: int, end: int) -> Iterator[Known]:
        """What programs are made with among the findings, and no name of people: ``Django``."""
        for span in self._within(start, end):
            verb = _verb_before(self._text, span.start, span.end)
            begin = verb.end() if verb else span.start
            name = self._text[begin : span.end]
            if is_software(name) and not _class_of(name).startswith(_LISTED):
                yield Known(begin, span.end, "terms")

    def _is_within(self, span: Span, known: Sequence[Known]) -> bool:
        """Whether each name in a finding is, as a whole, within a public one: no name is pieced together."""
        borders = [
            span.start,
            *(at for found in _JOINED.finditer(self._text, span.start, span.end) for at in found.span()),
        ]
        borders.append(span.end)
        if any(_is_work_of(self._text, span, one) or _holds(self._text, one, span.start, span.end) for one in known):
            return True
        return all(
            any(_holds(self._text, one, *piece) for one in known)
            for piece in zip(borders[::2], borders[1::2], strict=True)
        )

    def _public(self, start: int, end: int) -> Iterator[Known]:
        """The public names of a sentence."""
        begin = self._asks(start, end)
        if begin is None:
            return
        known = tuple(self._known(begin, end))
        private = self._is_private(begin, end, known)
        alone = all(self._is_within(one, known) for one in self._within(begin, end) if one.entity_type == "PERSON")
        for one in known:
            others = tuple(k for k in known if k.end <= one.start or one.end <= k.start)
            least = self._least(one, private=private, alone=alone)
            if least is not None and log_odds(self._text, one, begin, end, others) >= least:
                yield one

    def _known(self, begin: int, end: int) -> Iterator[Known]:
        """The well-known names where something is asked, without the verb that begins it (Tell)."""
        yield from made_names(self._text, begin, end)
        for one in known_in(self._text, begin, end):
            if one.start != begin or not is_verb(self._text[one.start : one.end].lower()):
                yield one
        yield from self._software(begin, end)

    def _least(self, one: Known, *, private: bool, alone: bool) -> float | None:
        """How sure the judge has to be of a name; None where it is not asked.

        It is not where people are addressed (``Mrs Shakespeare``, ``Has Ovid``), or beside somebody else's name.
        """
        before = self._text[max(0, one.start - _REACH) : one.start]
        found = next(iter(self._within(one.start, one.end)), None)
        of_person = one.may_be_person or (found is not None and found.entity_type == "PERSON")
        named = of_person or one.of_place
        if _ADDRESS.search(before) or (named and private):
            return None
        if of_person and (not alone or _NOW.search(before)):
            return None
        given = _class_of(self._text[one.start : one.end]).startswith(_COMMON_GIVEN)
        there = one.of_place and found is not None and found.entity_type == "LOCATION"
        alone_in_titles = one.row == "titles" and " " not in self._text[one.start : one.end]
        taken_for_person = of_person and not one.may_be_person and one.row in ("things", "made")
        if private or alone_in_titles or taken_for_person or (given and not there):
            return _SURE
        return _MORE if of_person else _LIKELY

    def _within(self, start: int, end: int) -> Sequence[Span]:
        """The findings that begin in a stretch."""
        return self._spans[bisect_left(self._starts, start) : bisect_left(self._starts, end)]

    def _asks(self, start: int, end: int) -> int | None:
        """Where in a sentence a question or an order begins, if there is one."""
        sentence = self._text[start:end]
        found = _ASKED.search(sentence) if "?" in sentence + self._text[end - 1 : end + 1] else None
        if found:
            return start + found.start("word")
        asked = _TOLD.match(sentence)
        return start + asked.start("verb") if asked and is_verb(asked["verb"].lower()) else None

    def _is_private(self, start: int, end: int, known: Sequence[Known]) -> bool:
        """Whether a sentence speaks of the writer, or holds a value."""
        found = _PLAIN.finditer(self._text, start, end)
        plain = (one[0].lower() for one in found if not any(k.start <= one.start() < k.end for k in known))
        spoken = any(not _OURS.isdisjoint(stems(word)) for word in plain)
        return spoken or any(one.entity_type not in _ABOUT_ALL for one in self._within(start, end))


def _class_of(name: str) -> str:
    return word_class(name.lower())


def _holds(text: str, one: Known, start: int, end: int) -> bool:
    """Whether a well-known name holds a stretch, without an article, ``Mount`` or a possessive at its edges."""
    leading = _LEADING.match(text, start, end) or _verb_before(text, start, end)
    end -= 2 if text[start:end].endswith(("'s", "\u2019s")) else 0
    return end <= one.end and (one.start <= start or (leading is not None and one.start <= leading.end()))


def _verb_before(text: str, start: int, end: int) -> re.Match[str] | None:
    """What is asked for, taken for the beginning of a name: ``Compare Athens``."""
    found = _FIRST.match(text, start, end)
    word = found[1].lower() if found else ""
    return found if is_verb(word) and not word_class(word) else None


def _is_work_of(text: str, span: Span, one: Known) -> bool:
    """Whether a finding is the work of a well-known person: ``Plato's Republic``."""
    return (
        one.row == "people"
        and one.start == span.start
        and span.entity_type != "PERSON"
        and _OWNS.match(text, one.end) is not None
    )
