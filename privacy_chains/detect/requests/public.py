"""Public names in general questions: well-known people of the past, works, laws, institutions, parts of the world.

A name is public only in a question about the world, and never where the same sentence speaks of the writer, of
kin, customers or money, or holds another person or a value: the same surname may be a customer's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from privacy_chains.detect.requests.sentences import Sentences
from privacy_chains.detect.requests.words import Known, is_term, known_in, words_of
from privacy_chains.formats._words import word_class
from privacy_chains.spans import Span

__all__ = ["Publicity"]

_NAMES = frozenset({"LOCATION", "ORGANIZATION", "PERSON"})
_ABOUT_ALL = _NAMES | {"NRP", "YEAR", "DATE_TIME", "TITLE", "JOB_TITLE", "NUMBER"}
_ASKED = re.compile(
    r"(?:\A(?:\W*(?:and|but|so|hi|hello|please|thirdly|secondly|firstly|[^\W\d_]+ly)\b)*|\b(?:asks?|asked|explain|know|me|us|wonder\w*)"
    r"|,)\W*(?P<word>who|whom|whose|what|which|when|where|why|how)\b",
    re.IGNORECASE,
)
_YES_OR_NO = re.compile(r"\W*(?:is|are|was|were|do|does|did|has|have|had|can)\s(?!you\b|i\b|we\b)[^?]*\?", re.IGNORECASE)
_TOLD = re.compile(
    r"\W*(?:(?:please|can|could|would|you)\W+)*(?:compare|define|describe|discuss|explain|outline|summari[sz]e|teach me|tell me"
    r"|write (?:[a-z\-]+ ){1,4}(?:about|on|of))\b",
    re.IGNORECASE,
)
_PLAIN = re.compile(r"[^\W\d_]+(?:['\u2019][a-z]{1,2}\b)?")
_OURS = frozenset("he her hers him his i i'm mine my our ours she us we you're your yours".split())  # noqa: SIM905
_AFFAIRS = frozenset(
    (  # noqa: SIM905  # words read best as words
        "absence absent account accounts accounting address allergic anymore appointment arrive attached attachment blood"
        " boss call called calls case clinic company complain complained complaint contact crash cry deadline desk"
        " diagnosis discharged disease divorce divorced doctor dialysis drove due email emailed emails excuse feedback fired"
        " flight grade grades gym hired hire home hospital inbox injuries injury interview invoice invoices job join joined"
        " kindergarten knee late lawyer lease leave left letter log logged mail manager married maths medication meet"
        " meeting meetings message messages miss missed next notes number nuts office order ordered orders park password"
        " performance phone picked police pregnant project proposal reference report request review room salary saturday"
        " saw schedule school shift sick staff start surgery suspended symptoms take takes team therapy ticket tomorrow"
        " tonight treatment visit visited vote wheelchair work works wrong yesterday diabetes"
    ).split()
)
"""Words of offices, clinics and homes: who is spoken of beside them may be somebody's customer."""
_OF_HISTORY = frozenset(
    (  # noqa: SIM905  # words read best as words
        "ancient author century composed composer conquer conquered discover discovered dynasty historical history"
        " hypothesis invent invented mythology myth novel novels painter philosopher philosophy physicist planet planets"
        " plays plot poem poems poet reign reigned scientist theorem theory"
    ).split()
)
"""Words that tell a name of history from a customer's, where both could have it."""
_MADE = re.compile(r"who (?:built|composed|designed|discovered|directed|founded|invented|painted|proved|sculpted|wrote) \Z", re.IGNORECASE)
_MADE_REACH = 20
_WAS = re.compile(r"\bwho (?:was|were) \Z", re.IGNORECASE)
_COMMON_GIVEN = ("given-f.en", "given-m.en", "given.en")
_JOINED = re.compile(r",? (?:and|or|vs\.?|versus) |, |['\u2019]s (?=[A-Z])")
_LEADING = re.compile(r"(?:[Tt]he|[Aa]n?|[Mm]ount|[Ll]ake) ")
_WORDS = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_EPONYM = re.compile(r"(?:['\u2019]s?)?(?: [a-z]+)?? (?P<noun>[a-z]+)\b")
_ARTICLE = re.compile(r"\b(?:an?|the) \Z")
_EPONYMS = frozenset("boson cat conjecture constant diagram filter oath sequence syndrome telescope theorem triangle".split())


class Publicity:
    """What of the findings in one text is public.

    Args:
        text: The text.
        sentences: Its sentences.
        spans: What was found in it, disjoint and in reading order.
    """

    def __init__(self, text: str, sentences: Sentences, spans: Sequence[Span]) -> None:
        self._text, self._sentences, self._spans = text, sentences, spans
        self._read: dict[int, Sequence[Known]] = {}

    def covers(self, span: Span) -> bool:
        """Whether a finding is public where it stands."""
        if span.entity_type not in _NAMES:
            return False
        value = self._text[span.start : span.end]
        if is_term(value) and not word_class(value.lower()).startswith(("given", "surname")):
            return True
        start, end = self._sentences.around(span.start)
        if start not in self._read:
            self._read[start] = list(self._public(start, end))
        return self._is_within(span, self._read[start])

    def _is_within(self, span: Span, known: Sequence[Known]) -> bool:
        """Whether each name in a finding is, as a whole, within a public one: no name is pieced together."""
        borders = [span.start, *(at for found in _JOINED.finditer(self._text, span.start, span.end) for at in found.span())]
        borders.append(span.end)
        return all(any(_holds(self._text, one, *piece) for one in known) for piece in zip(borders[::2], borders[1::2], strict=True))

    def _public(self, start: int, end: int) -> Iterator[Known]:
        """The public names of a sentence."""
        begin = self._asks(start, end)
        if begin is None:
            return
        known = list(known_in(self._text, begin, end))
        plain = self._plain_words(begin, end, known)
        if self._is_private(plain, begin, end):
            return
        known += self._eponyms(begin, end)
        spans = [one for one in self._spans if begin <= one.start < end and one.entity_type == "PERSON"]
        alone = all(self._is_within(one, known) for one in spans)
        for one in known:
            if not _is_of_person(self._text, one):
                yield one
            elif alone and (self._is_unmistakable(one) or self._is_of_history(one, plain, known)):
                yield one

    def _asks(self, start: int, end: int) -> int | None:
        """Where in a sentence a question about the world begins, if there is one."""
        sentence = self._text[start:end]
        following = self._text[end - 1 : end + 1]
        found = _ASKED.search(sentence)
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
        words = _OURS | _AFFAIRS | words_of("kin") | (words_of("dealing") - {"find", "get", "set"})
        spoken = any(word in words or word.removesuffix("s") in words for word in plain)
        return spoken or any(start <= one.start < end and one.entity_type not in _ABOUT_ALL for one in self._spans)

    def _is_of_history(self, one: Known, plain: Sequence[str], known: Sequence[Known]) -> bool:
        """Whether what is said beside a name that many have tells that it is the well-known one."""
        first = _WORDS.match(self._text, one.start)
        if first and first.end() == one.end and word_class(first[0].lower()).startswith(_COMMON_GIVEN):
            return False
        made = _MADE.search(self._text, max(0, one.start - _MADE_REACH), one.start)
        beside = any(not other.of_person and other.end - other.start > len("Lena") for other in known)
        was = _WAS.search(self._text, max(0, one.start - _MADE_REACH), one.start)
        return made is not None or was is not None or beside or not (_OF_HISTORY | words_of("works")).isdisjoint(plain)

    def _is_unmistakable(self, one: Known) -> bool:
        """Whether hardly anybody else is called so: a name of which some word is no listed name of people."""
        words = _WORDS.findall(self._text[one.start : one.end])
        return any(not word_class(word.lower()).startswith(("given", "surname")) for word in words)

    def _eponyms(self, start: int, end: int) -> Iterator[Known]:
        """Names in those of discoveries: ``Schrodinger's cat``, ``a Kalman filter``."""
        nouns = words_of("eponymous") | words_of("works") | _EPONYMS
        for word in _WORDS.finditer(self._text, start, end):
            after = _EPONYM.match(self._text, word.end(), end) if word[0][0].isupper() else None
            if after is None or after["noun"] not in nouns:
                continue
            article = _ARTICLE.search(self._text, max(start, word.start() - 4), word.start())
            if article or not word_class(word[0].lower()).startswith(("given", "surname")):
                yield Known(word.start(), word.end(), of_person=False)


def _holds(text: str, one: Known, start: int, end: int) -> bool:
    """Whether a well-known name holds a stretch, without an article, ``Mount`` or a possessive at its edges."""
    leading = _LEADING.match(text, start, end)
    end -= 2 if text[start:end].endswith(("'s", "\u2019s")) else 0
    return end <= one.end and (one.start <= start or (leading is not None and one.start <= leading.end()))


def _is_of_person(text: str, one: Known) -> bool:
    """Whether a well-known name may be a person's: a word that people are called by, too, may be (Lena, Jordan)."""
    name = text[one.start : one.end]
    return one.of_person or (name.isalpha() and not is_term(name) and word_class(name.lower()).startswith(("given", "surname")))
