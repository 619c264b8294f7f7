"""Public names in general questions: well-known people of the past, works, laws, institutions, parts of the world.

A name is public only in a question about the world, and never where the same sentence speaks of the writer, of
kin, customers or money, or holds another person or a value: the same surname may be a customer's.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence

from privacy_chains.detect.network.software import is_software
from privacy_chains.detect.requests.sentences import Sentences
from privacy_chains.detect.requests.words import Known, is_term, is_verb, known_in, words_of
from privacy_chains.detect.requests.world import OF_HISTORY, is_worldly, names_only, stems
from privacy_chains.formats._words import word_class
from privacy_chains.spans import Span

__all__ = ["Publicity"]

_NAMES = frozenset({"LOCATION", "ORGANIZATION", "PERSON"})
_ABOUT_ALL = _NAMES | {"NRP", "YEAR", "DATE_TIME", "TITLE", "JOB_TITLE", "NUMBER"}
_ASKED = re.compile(
    r"(?:\A(?:\W*(?:and|but|so|hi|hello|please|[^\W\d_]+ly)\b)*|\b(?:asks?|asked|explain|know"
    r"|tell (?:me|us)|wonder\w*))"
    r"\W*(?P<word>who|whom|whose|what|which|when|where|why|how)\b",
    re.IGNORECASE,
)
_YES_OR_NO = re.compile(
    r"\W*(?:is|are|was|were|do|does|did|has|have|had|can)\s(?!you\b|i\b|we\b)[^?]*\?", re.IGNORECASE
)
_TOLD = re.compile(
    r"\W*(?:(?:please|can|could|would|you)\W+)*(?:compare|define|describe|discuss|explain"
    r"|outline|summari[sz]e|teach me|tell me"
    r"|write (?:[a-z\-]+ ){1,4}(?:about|on|of))\b",
    re.IGNORECASE,
)
_PLAIN = re.compile(r"[^\W\d_]+(?:['\u2019][a-z]{1,2}\b)?")
_OURS = frozenset("i i'm mine my our ours us we you're your yours".split())  # noqa: SIM905  # words read best as words
_THEIRS = frozenset("he her him his she".split())  # noqa: SIM905
_NEUTRAL = frozenset("cut find found get gets got had has have set sets take takes took win won".split())  # noqa: SIM905
"""What WordNet counts among verbs of possession, and is said of everything."""
_AFFAIRS = frozenset(
    (  # noqa: SIM905  # words read best as words
        "absence absent account accounts accounting address allergic anymore appointment arrive"
        " attached attachment blood"
        " boss call called calls case clinic company complain complained complaint contact crash cry deadline desk"
        " diagnosis discharged disease divorce divorced doctor dialysis drove due email emailed"
        " emails excuse feedback fired"
        " flight grade grades gym hired hire hospital inbox injuries injury interview invoice invoices job join joined"
        " kindergarten knee late lawyer lease leave left letter log logged mail manager married maths medication meet"
        " meeting meetings message messages miss missed next notes number nuts office ordered park password"
        " performance phone picked police pregnant project proposal reference report request"
        " review room salary saturday"
        " saw schedule school shift sick staff start surgery suspended symptoms team therapy ticket tomorrow"
        " tonight treatment visit visited vote wheelchair wrong yesterday diabetes"
    ).split()
)
"""Words of offices, clinics and homes: who is spoken of beside them may be somebody's customer."""
_MADE = re.compile(
    r"\bwho (?:was|were|built|composed|designed|discovered|directed|founded|invented|painted|proved|wrote) \Z",
    re.IGNORECASE,
)
_IN = re.compile(r"\b(?:around|at|for|from|in|near|through|to|visit\w*)(?: the)? \Z", re.IGNORECASE)
"""What stands before a place where somebody is or goes."""
_REACH = 20
_COMMON_GIVEN = ("given-f.en.1", "given-f.en.2", "given-m.en.1", "given-m.en.2", "given.en.1", "given.en.2")
_COMMON_SURNAME = ("surname.en.1",)
_COMMON = ".en.1"
_ADDRESS = re.compile(r"\b(?:Mr|Mrs|Ms|Miss|Dr|Prof)\.? \Z")
_NOW = re.compile(r"\b(?:can|can't|does|doesn't|has|hasn't|may|must|should|will|won't) \Z", re.IGNORECASE)
"""What is said of those who live."""
_HEAD = re.compile(r" (?P<noun>[A-Z][a-z]+)\b")
_IDENTITY = re.compile(
    r"\b(?:who (?:is|was|were)|what (?:is|was|were)|compare|explain|describe|about|and|or|versus|vs\.?|of|a|an)"
    r" (?:the )?\Z",
    re.IGNORECASE,
)
"""What stands before a name that is itself asked about."""
_LIVED = frozenset("born conquer conquered defeated die died emperor king queen reign reigned rule ruled".split())  # noqa: SIM905
_LISTED = ("given", "surname")
_JOINED = re.compile(r",? (?:and|or|vs\.?|versus) |, |['\u2019]s (?=[A-Z])")
_FIRST = re.compile(r"([A-Z][a-z]+) ")
_ASKING = frozenset("compare define describe discuss explain outline summarise summarize".split())  # noqa: SIM905
_LEADING = re.compile(r"(?:[Tt]he|[Aa]n?|[Mm]ount|[Ll]ake) ")
_WORDS = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_EPONYM = re.compile(r"(?:['\u2019]s?)?(?: [a-z]+)?? (?P<noun>[a-z]+)\b")
_OWNS = re.compile(r"['\u2019]s? [A-Z]")
_ARTICLE = re.compile(r"\b(?:an?|the) \Z")
_MATHEMATICAL = frozenset(
    (  # noqa: SIM905  # words read best as words
        "algorithm axiom conjecture equation hypothesis inequality lemma paradox postulate theorem transform triangle"
    ).split()
)
"""What nobody has but who found it, whatever else a name is."""
_AUXILIARY = re.compile(
    r"\b(?:can|could|did|do|does|had|has|have|is|might|must|should|was|will|would) \Z", re.IGNORECASE
)
_EPONYMS = _MATHEMATICAL | frozenset(
    [
        "boson",
        "cat",
        "conjecture",
        "constant",
        "diagram",
        "filter",
        "oath",
        "sequence",
        "syndrome",
        "telescope",
        "theorem",
        "triangle",
    ]
)


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
        if self._is_software(span) and self._asks(start, end) is not None:
            return not self._is_private(self._plain_words(start, end, ()), start, end)
        if start not in self._read:
            self._read[start] = list(self._public(start, end))
        return self._is_within(span, self._read[start])

    def _is_software(self, span: Span) -> bool:
        """Whether a finding is what programs are made with, and no name of people: ``Django``."""
        verb = _verb_before(self._text, span.start, span.end)
        name = self._text[verb.end() if verb else span.start : span.end]
        before = self._text[max(0, span.start - _REACH) : span.start]
        titled = _ADDRESS.search(before) or _AUXILIARY.search(before)  # Has Prometheus signed
        return titled is None and is_software(name) and not _class_of(name).startswith(_LISTED)

    def _is_within(self, span: Span, known: Sequence[Known]) -> bool:
        """Whether each name in a finding is, as a whole, within a public one: no name is pieced together."""
        borders = [
            span.start,
            *(at for found in _JOINED.finditer(self._text, span.start, span.end) for at in found.span()),
        ]
        borders.append(span.end)
        if any(_is_work_of(self._text, span, one) for one in known):
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
        known = list(known_in(self._text, begin, end))
        made = [*self._eponyms(begin, end), *self._institutions(begin, end, known)]
        plain = self._plain_words(begin, end, [*known, *made])
        if self._is_private(plain, begin, end):
            yield from (one for one in known if self._is_institution(one, plain))
            return
        yield from made
        alone = all(self._is_within(one, [*known, *made]) for one in self._within(begin, end) if _is_person(one))
        for one in known:
            if self._is_open(one, plain, [*known, *made], alone=alone):
                yield one

    def _is_open(self, one: Known, plain: Sequence[str], known: Sequence[Known], *, alone: bool) -> bool:
        """Whether a well-known name is public beside the other words and names of its sentence."""
        if _is_of_person(self._text, one):
            told = self._is_unmistakable(one, plain) or self._is_of_history(one, plain, known)
            return alone and told and not self._is_addressed(one)
        there = _IN.search(self._text, max(0, one.start - _REACH), one.start)
        if one.of_place and (there or self._text.startswith(("'s ", "\u2019s "), one.end)):
            return alone and is_worldly(plain)
        return not one.of_town or (alone and (is_worldly(plain) or names_only(plain)))

    def _is_addressed(self, one: Known) -> bool:
        """Whether what stands before a name is said of people whom one meets: ``Mrs Shakespeare``, ``Has Ovid``."""
        before = self._text[max(0, one.start - _REACH) : one.start]
        return _ADDRESS.search(before) is not None or _NOW.search(before) is not None

    def _is_institution(self, one: Known, plain: Collection[str]) -> bool:
        """Whether a name of several words is neither a person's nor a place's, where nothing is the writer's."""
        several = " " in self._text[one.start : one.end]
        ours = _OURS | _AFFAIRS | words_of("kin")
        own = any(not ours.isdisjoint(stems(word)) for word in plain)
        return several and not own and not one.of_place and not _is_of_person(self._text, one)

    def _within(self, start: int, end: int) -> Sequence[Span]:
        """The findings that begin in a stretch."""
        return self._spans[bisect_left(self._starts, start) : bisect_left(self._starts, end)]

    def _asks(self, start: int, end: int) -> int | None:
        """Where in a sentence a question about the world begins, if there is one."""
        sentence = self._text[start:end]
        following = self._text[end - 1 : end + 1]
        found = _ASKED.search(sentence) if "?" in sentence + following else None
        if found:
            return start + found.start("word")
        asked = _TOLD.match(sentence) or _YES_OR_NO.match(sentence + following)
        return start + asked.start() if asked else None

    def _plain_words(self, start: int, end: int, known: Sequence[Known]) -> Sequence[str]:
        """The words of a stretch that are in no well-known name, in small letters."""
        found = _PLAIN.finditer(self._text, start, end)
        return [one[0].lower() for one in found if not any(k.start <= one.start() < k.end for k in known)]

    def _is_private(self, plain: Sequence[str], start: int, end: int) -> bool:
        """Whether a sentence speaks of somebody's own affairs, or holds a value."""
        words = _OURS | _AFFAIRS | words_of("kin") | (words_of("dealing") - _NEUTRAL)
        spoken = any(not words.isdisjoint(stems(word)) for word in plain)
        return spoken or any(one.entity_type not in _ABOUT_ALL for one in self._within(start, end))

    def _is_of_history(self, one: Known, plain: Sequence[str], known: Sequence[Known]) -> bool:
        """Whether what is said beside a name that many have tells that it is the well-known one."""
        kind = _class_of(self._text[one.start : one.end])
        if not _THEIRS.isdisjoint(plain) or kind.startswith(_COMMON_GIVEN):
            return False
        if any(not _is_of_person(self._text, other) and not other.of_town for other in known):
            return True
        if not _is_said(plain):
            return False
        if kind.startswith("given") and not _LIVED.isdisjoint(plain):
            return True
        before = self._text[max(0, one.start - _REACH) : one.start]
        spoken = not (OF_HISTORY | words_of("works")).isdisjoint(plain)
        told = is_worldly(plain) and not kind.startswith(_COMMON_SURNAME)
        return spoken or told or _MADE.search(before) is not None

    def _is_unmistakable(self, one: Known, plain: Sequence[str]) -> bool:
        """Whether hardly anybody else is called so: a full name that is not common, or an unlisted or rare one.

        A single word has to stand where nothing but the world is spoken of.
        """
        words = _WORDS.findall(self._text[one.start : one.end])
        if len(words) > 1:
            return not all(_COMMON in _class_of(word) for word in words)
        kind = _class_of(words[0])
        rare = not kind.startswith(_LISTED) or kind.startswith("surname.en.3")
        before = self._text[max(0, one.start - _REACH) : one.start]
        return rare and (is_worldly(plain) or (names_only(plain) and _IDENTITY.search(before) is not None))

    def _institutions(self, start: int, end: int, known: Sequence[Known]) -> Iterator[Known]:
        """Names in those of laws, wars and monuments: ``the Berlin Wall``."""
        heads = words_of("heads") | words_of("works") | words_of("eponymous")
        for one in known:
            after = _HEAD.match(self._text, one.end, end)
            titled = after and _ADDRESS.search(self._text[one.start : after.start("noun")])  # Mrs Rice
            if after and not titled and after["noun"].lower() in heads and not self._is_common(one):
                yield Known(one.start, after.end(), of_person=False, of_place=False)

    def _is_common(self, one: Known) -> bool:
        """Whether people or firms of every day are called so."""
        kind = _class_of(self._text[one.start : one.end])
        return kind.startswith((*_COMMON_GIVEN, *_COMMON_SURNAME))

    def _eponyms(self, start: int, end: int) -> Iterator[Known]:
        """Names in those of discoveries: ``Schrodinger's cat``, ``a Kalman filter``."""
        nouns = words_of("eponymous") | words_of("works") | words_of("sciences") | words_of("abstract") | _EPONYMS
        for word in _WORDS.finditer(self._text, start, end):
            after = _EPONYM.match(self._text, word.end(), end) if word[0][0].isupper() else None
            if after is None or after["noun"] not in nouns:
                continue
            before = self._text[max(start, word.start() - _REACH) : word.start()]
            if _ADDRESS.search(before):
                continue
            if _AUXILIARY.search(before) and self._text[word.end()] == " ":
                continue  # What did Bell order
            if _ARTICLE.search(before) or after["noun"] in _MATHEMATICAL or not _class_of(word[0]).startswith(_LISTED):
                yield Known(word.start(), word.end(), of_person=False, of_place=False)


def _is_person(span: Span) -> bool:
    return span.entity_type == "PERSON"


def _is_said(plain: Sequence[str]) -> bool:
    """Whether nothing but the world is spoken of."""
    return is_worldly(plain) or names_only(plain)


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
    return found if found and found[1].lower() in _ASKING and is_verb(found[1].lower()) else None


def _is_work_of(text: str, span: Span, one: Known) -> bool:
    """Whether a finding is the work of a well-known person: ``Plato's Republic``."""
    return (
        one.of_person
        and one.start == span.start
        and span.entity_type != "PERSON"
        and _OWNS.match(text, one.end) is not None
    )


def _is_of_person(text: str, one: Known) -> bool:
    """Whether a well-known name may be a person's: a word that people are called by, too, may be (Lena, Jordan)."""
    name = text[one.start : one.end]
    return one.of_person or (name.isalpha() and not is_term(name) and _class_of(name).startswith(_LISTED))
