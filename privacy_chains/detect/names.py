"""People's names, found by frozen lists and the words around them.

Every word is reduced to one letter that says what it is (:mod:`privacy_chains.detect.name_codes`), and every gap to
another letter. One regular expression over these letters then finds the names. The letters depend only on what
`PersonFormat` keeps, so a text in which names were replaced by their surrogates gives the same spans again: no rule
looks at the length, the spelling or the meaning of a name.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import accumulate, repeat

from privacy_chains.contract.spans import Span
from privacy_chains.detect.name_codes import class_code, code_of, lower_codes
from privacy_chains.detect.patterns.postal import towns_in
from privacy_chains.detect.patterns.reading import matches
from privacy_chains.detect.rules.tables import listed
from privacy_chains.formats.word_classes import word_class
from privacy_chains.language import magnitudes
from privacy_chains.language.lexicon import word_set
from privacy_chains.language.patterns import worded
from privacy_chains.lazy import lazily

__all__ = ["NameDetector", "is_given_name", "is_listed_in_any_case", "is_listed_name", "may_be_full_name"]

_LETTERS = r"[^\W\d_]+(?:[\u0300-\u036f]+[^\W\d_]*)*"
_WORDS = lazily(rf"({_LETTERS}(?:['\u2019\-]{_LETTERS})*)")
_ASCII_WORDS = lazily(r"([A-Za-z]++(?:['\-][A-Za-z]++)*+)")
_JOINED = lazily(r"(?<![^\W_])([A-Z][a-z]{1,24})_([A-Z][a-z]{1,24})(?![^\W_])")
_JOINT = lazily(r"_(?<=[a-z]_)(?=[A-Z])")  # the sign first: the search then looks for it
_GIVEN, _SURNAMES = frozenset("G"), frozenset("LS")
_POSSESSIVE = lazily(r"['\u2019][sS]$")
_OPAQUE_BEFORE = frozenset("@#\\_~0123456789")
_OPAQUE_AFTER = frozenset("@\\_0123456789")

_ANY = "[GgLSsUAIkc]"  # whatever can be a name once something announces it
_STREET = f"R(?: P){{0,3}}(?: T)?(?: {_ANY}){{1,3}}|{_ANY}(?: {_ANY}){{0,2}} R"  # skipped: no part of it is a name
_SURNAME = "(?:(?: P){1,3} [GLSsU]|(?: [Ii]){0,2} [LSsGgk])"
_REST = f"(?: P){{0,3}} {_ANY}"
_NAME = lazily(
    "(?:"
    + "|".join(
        (
            rf"(?P<street>{_STREET})",
            rf"T (?P<titled>(?>(?:P ){{0,3}}{_ANY}(?:{_REST}){{0,3}}(?: X)?))(?! [CRc])",
            r"[Kk] (?P<ranked>(?>[GgLSsU](?: [Ii])?(?: [GLSs])?))(?! [CRc])",
            r"M:(?P<sorted>(?>[GgLSsUA],[GgLSsUA](?: [Ii])?))(?=\|)",
            rf"(?:M:|M v |D ,?)(?P<announced>(?>[GgLSsUAkc](?:(?: i)?{_REST}){{0,3}}(?: X)?))(?! [CRc])",
            # Alice Turner; Anna-Maria van der Berg; John F. Kennedy; Will Smith
            rf"(?<!F )(?P<full>(?>[Gg](?: [Ii]){{0,2}}(?: [Gg])?{_SURNAME}(?:(?: P){{0,3}} [LSU])?(?: X)?))(?! [CRc])",
            r"(?<!F )(?P<half>(?>G(?: [Ii]){0,2}(?: P){0,3}(?: U){1,2}(?: X)?))(?! [CRc])",
            r"(?<!F )(?P<unsure>(?>g(?: [Ii]){0,2}(?: P){0,3} [LSU]))(?! [CRc])",
            r"(?P<initials>(?>I(?: I){0,2} (?:P ){0,3}[GLSsU](?: [LS])?(?: X)?))(?! [CRc])",
            r"(?<!F )(?P<reversed>[LSs],(?:G|g(?= [Ii]|\|))(?: [Ii](?! [GLSU]))?)(?![ ][CRLSU])",
            r"(?<=\|)(?P<filed>U,G(?: [Ii])?)(?=\|)",
            r"(?<!F )(?P<surnames>(?>[LS](?: [Ii]){0,2}(?: P){0,3} [LSU](?: X)?))(?! [CRc])",
            r"(?<=[ ,])(?<!F )(?P<unlisted>(?>U(?: [Ii]){0,2} [LS](?: [LS])?(?: X)?))(?! [CRc])",
            r"(?P<lower>a(?: P){0,3} b)",
            r"(?<!F )(?P<lone>(?>[GL](?: X)?))(?! [CRc])",
        )
    )
    + ")"
)
_FIRST = lazily(r"[RTKkMDGgLSsUIa]")
_TELLING = lazily(r"[^lW|]")
_GAPS = {" ": " ", "\xa0": " ", ", ": ",", ",": ",", ": ": ":"}
_DOTTED_GAPS = frozenset((". ", ".", ".\xa0", ".-"))  # after an initial, a title, a suffix or a rank
_SCORES = {
    "titled": 0.95,
    "full": 0.9,
    "ranked": 0.8,
    "announced": 0.85,
    "sorted": 0.85,
    "initials": 0.85,
    "reversed": 0.85,
}
_INITIAL_TITLES = {
    "A": ("W", lazily(r"(?<!\S)Q\. ")),
    "M": ("T", worded(r"\b{m_reads_as_title}\b")),
    "D": ("T", worded(r"\b{d_reads_as_title}\b")),
}
"""Titles (and answers) that look like initials, and words that show them to be no initials. No name holds any of
these."""
_SHIPS = f"(?:{'|'.join(sorted(listed('ships', 'warship', 'ship')))}) "
_SHIP = lazily(rf"{_SHIPS}[A-Z]")
_SHIP_BEFORE = lazily(rf"(?<![^\W_]){_SHIPS}(?:[A-Z][\w.]{{0,12}} )?\Z")
_DAY = worded(r"\.? (?:{the:en} )?[0-9]{1,4}{ordinal_ending:en}?(?!\w)")
_ROMAN = frozenset("IVX")
_NAME_CODES = frozenset("GgLSsUAIi")
_SHIP_REACH, _FULL = 24, 2
_PERHAPS_SURNAMES = frozenset({"word", "cue-after.name"})


class NameDetector:
    """Finds names of people by lists, titles and labels; never across a line break.

    Found: a title and the capitalised words after it; a listed given name with a surname, listed or not, with
    initials and particles between; surname, comma, given name; a listed given name, or a common surname, alone. A
    listed name that is also an everyday word (Will, Rose, May) counts only beside another name. Titles and
    possessives are outside the span. Not found: names whose words are all unlisted, without a title or label; names
    in scripts without capital letters; names of companies and places are taken for people where a person's name is
    all they are (Morgan Stanley).

    Args:
        score: A factor for the scores of all spans.
    """

    def __init__(self, *, score: float = 1.0) -> None:
        self._score = score

    def detect(self, text: str) -> Iterable[Span]:
        pieces = (_ASCII_WORDS if text.isascii() else _WORDS).split(text)  # gap, word, gap, ..., gap
        ends = list(accumulate(map(len, pieces)))
        codes = _encode(text, pieces, ends)
        spans: list[Span] = []
        for match in matches(_NAME, codes, [found.start() for found in _FIRST.finditer(codes)]):
            group = match.lastgroup or ""
            if group == "street":
                continue
            start, end = ends[match.start(group) - 1], ends[match.end(group) - 1]
            if group == "announced" and match[group] in "gs" and _DAY.match(text, end):
                continue  # June 3rd; surrogates do not keep which words are months: all everyday words are skipped
            if _is_ship(text, start) or _is_magnitude(text, start, end):
                continue
            possessive = _POSSESSIVE.search(text, start, end)
            end = possessive.start() if possessive else end
            if _is_shortened(match[group][-1], text, end):
                end += 1
            spans.append(Span(start, end, "PERSON", self._score * _SCORES.get(group, 0.7), "names"))
        if _JOINT.search(text):
            spans += (Span(*place, "PERSON", self._score * 0.7, "names") for place in _joined(text))
        return spans


def _is_magnitude(text: str, start: int, end: int) -> bool:
    """Whether a word is the magnitude of the number right before it: *2.4 Mio*, although Mio is also a name."""
    behind = start > 1 and text[start - 2].isdigit() and text[start - 1].isspace()
    return behind and text[start:end].lower() in magnitudes.plain()


def _joined(text: str) -> Iterator[tuple[int, int]]:
    """The places where a listed given name and a listed surname are joined, as in names of files.

    ``CV_Maria_Fernandez.pdf``.
    """
    position = 0
    while found := _JOINED.search(text, position):
        codes = {code_of(found[1]), code_of(found[2])}
        is_name = bool(codes & _GIVEN and codes & _SURNAMES)
        if is_name:
            yield found.span()
        position = found.end() if is_name else found.start(2)


def _is_shortened(code: str, text: str, end: int) -> bool:
    """Whether the full stop after the name marks an abbreviation: ``Turner Jr.``, not ``Turner III.``."""
    return text.startswith(".", end) and (code == "I" or (code == "X" and text[end - 1] not in _ROMAN))


def _is_ship(text: str, start: int) -> bool:
    """Whether the name that begins at ``start`` is a ship's: ``HMS Victory``, ``USS Gerald R. Ford``."""
    return (
        _SHIP.match(text, start) is not None
        or _SHIP_BEFORE.search(text, max(0, start - _SHIP_REACH), start) is not None
    )


def is_listed_name(word: str, *, word_too: bool = False, rare_too: bool = True) -> bool:
    """Whether a capitalised word is a listed name of people.

    Args:
        word: The word.
        word_too: Whether it may also be an everyday word, such as Price.
        rare_too: Whether it may be a name that is not found alone, such as Wage.
    """
    name = word_class(word.lower()) if word[:1].isupper() and word.isalpha() else ""
    if not name.startswith(("given", "surname")) or (name.endswith(".word") and not word_too):
        return False
    return rare_too or class_code(name) in "GL"


def is_given_name(word: str) -> bool:
    """Whether a capitalised word is a listed given name, but not an everyday word or a well-known place."""
    return is_listed_name(word) and word_class(word.lower()).startswith("given")


def may_be_full_name(text: str) -> bool:
    """Whether a text is a given name and an everyday word: *Linda Work*, *Shirley Hill*, but not *Daniel Bank*."""
    words = text.split()
    if len(words) != _FULL or not all(word.istitle() and word.isalpha() for word in words):
        return False
    return is_given_name(words[0]) and word_class(words[1].lower()) in _PERHAPS_SURNAMES


def is_listed_in_any_case(word: str) -> bool:
    """Whether a word is a listed name of people in any letter case; it may also be an everyday word."""
    return is_listed_name(word.capitalize(), word_too=True)


class _Initials(dict[str, str]):
    """Whether each initial of one text is a title (M. Dupont, D. Ruiz) or an initial; each is decided once."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __missing__(self, initial: str) -> str:
        code, words = _INITIAL_TITLES.get(initial, ("I", None))
        told = words is not None and words.search(self._text) is not None
        self[initial] = code if told else "I"
        return self[initial]


class _Codes(dict[str, str]):
    """The codes of the words of one text, except plain words in lower case; each is worked out once."""

    def __missing__(self, word: str) -> str:
        code = self[word] = code_of(word)
        return code


def _encode(text: str, pieces: list[str], ends: list[int]) -> str:
    """One letter for each gap and each word; most do not depend on the text around them."""
    codes = list(map(_GAPS.get, pieces[::2], repeat("|")))
    known, initials, lower_code = _Codes(), _Initials(text), lower_codes().get
    ascii_only = text.isascii()
    words = [
        lower_code(word, "l") if word.islower() and (ascii_only or word.isascii()) else known[word]
        for word in pieces[1::2]
    ]
    codes[0] = "|"
    for index in _of_towns(text, ends):
        words[index] = "W"
    for found in _TELLING.finditer("".join(words)):
        index = found.start()
        start, end, code = ends[2 * index], ends[2 * index + 1], found.group()
        if _is_opaque(text, start, end):
            words[index] = "W"
            continue
        if code == "i" and text.startswith(".", end):
            inner = codes[index] == " " and words[index - 1] in _NAME_CODES  # John M. Turner
            words[index] = code = "I" if inner else initials[pieces[2 * index + 1]]
        dotted = code in "ITXKk" or (code == "R" and pieces[2 * index + 1].lower() in word_set("shortened_street"))
        if dotted and pieces[2 * index + 2] in _DOTTED_GAPS:
            codes[index + 1] = " "
    woven = [""] * len(pieces)
    woven[::2], woven[1::2] = codes, words
    return "".join(woven)


def _of_towns(text: str, ends: list[int]) -> Iterator[int]:
    """The words that belong to names of towns, whether or not they are also surnames: ``A. Trenton, CO 50453``."""
    for start, end in towns_in(text):
        yield from range(bisect_left(ends[::2], start), bisect_left(ends[::2], end))


def _is_opaque(text: str, start: int, end: int) -> bool:
    """Whether the word is part of an address, a path, an identifier or a number."""
    before, after = text[start - 1 : start], text[end : end + 1]
    if before in _OPAQUE_BEFORE or after in _OPAQUE_AFTER:
        return True
    if before in (".", "/", "-") and text[start - 2 : start - 1].isalnum() and end - start > 1 and before != "/":
        return not (start > 2 and not text[start - 3].isalnum())  # J.Smith
    return after == "." and end - start > 1 and text[end + 1 : end + 2].isalnum()
