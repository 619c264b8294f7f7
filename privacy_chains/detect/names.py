"""People's names, found by frozen lists and the words around them.

Every word is reduced to one letter that says what it is: listed as a given name or a surname, everyday word, unlisted
and capitalised, title, initial, and so on; every gap to another. Names are then found by one regular expression over
those letters. All of it is what `PersonFormat` keeps, so a text in which names were replaced by their surrogates gives
the same spans again: no rule asks for the length, the spelling or the meaning of a name.

Codes of words:

====  =============================================================
``G``  listed given name
``g``  listed given name that is also an everyday word (Will, Rose), or rare
``L``  common surname
``S``  listed surname
``s``  listed surname that is also an everyday word (Baker, Young)
``U``  unlisted, capitalised; ``A`` the same in capitals
``I``  initial with its full stop; ``i`` without
``T``  title; ``K`` rank (Uncle), ``k`` one that is a surname too (Judge); ``X`` suffix (Jr.); ``P`` particle (van)
``C``  word that makes a place or company of the name before it (Inc); ``c`` one that is a surname too (Lane)
``F``  word that makes a place of the name after it (San, Lake)
``R``  word that makes a street of the names beside it (Rua, Calle, utca), in any letter case
``M``  label that announces a name (Patient); ``D`` greeting (Dear); ``v`` the word "is"
``a``  common given name in lower case; ``b`` common surname in lower case
``l``  any other word in lower case; ``W`` any other word
====  =============================================================
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import accumulate, pairwise, repeat

from privacy_chains.contract.spans import Span
from privacy_chains.detect.callings import CALLINGS
from privacy_chains.detect.patterns.reading import matches
from privacy_chains.errors import FormatError
from privacy_chains.formats.name_lists import lexicon
from privacy_chains.formats.name_pieces import Case, Piece, Role, cut
from privacy_chains.formats.word_classes import word_class
from privacy_chains.lazy import lazily

__all__ = ["NameDetector", "is_given_name", "is_listed_in_any_case", "is_listed_name"]

_LETTERS = r"[^\W\d_]+(?:[\u0300-\u036f]+[^\W\d_]*)*"
_WORDS = lazily(rf"({_LETTERS}(?:['\u2019\-]{_LETTERS})*)")
_ASCII_WORDS = lazily(r"([A-Za-z]++(?:['\-][A-Za-z]++)*+)")
_JOINED = lazily(r"(?<![^\W_])([A-Z][a-z]{1,24})_([A-Z][a-z]{1,24})(?![^\W_])")
_JOINT = lazily(r"_(?<=[a-z]_)(?=[A-Z])")  # the sign first: the search then looks for it
_PLAIN_WORD = lazily(r"[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u012f\u0132-\u017f\u0400-\u045f]+")
"""Letters that have two cases, each of one letter, but for a few that have one."""
_GIVEN, _SURNAMES = frozenset("G"), frozenset("LS")
_POSSESSIVE = lazily(r"['\u2019][sS]$")
_OPAQUE_BEFORE = frozenset("@#\\_~0123456789")
_OPAQUE_AFTER = frozenset("@\\_0123456789")

_ANY = "[GgLSsUAIkc]"  # whatever can be a name once something announces it
_STREET = f"R(?: P){{0,3}}(?: T)?(?: {_ANY}){{1,3}}|{_ANY}(?: {_ANY}){{0,2}} R"  # read over: no part of it is a name
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
_CUES = {"cue-after": "C", "cue-before": "F", "cue-street": "R", "cue-label": "M", "cue-greeting": "D", "cue-rank": "K"}
_DAY = lazily(r"\.? (?:the )?[0-9]{1,4}(?:st|nd|rd|th)?(?!\w)")
_INITIAL_TITLES = {
    "A": ("W", lazily(r"(?<!\S)Q\. ")),
    "M": (
        "T",
        lazily(
            r"\b(?:Mme|Mlle|Monsieur|Madame|Bonjour|Cordialement|les|une|dans|avec|vous|nous|sont|leur|cette|je|mon"
            r"|n\u00e9e|gagne|mois)\b"
        ),
    ),
    "D": (
        "T",
        lazily(
            r"\b(?:D\u00aa|Do\u00f1a|Sra|Dona|el|los|las|por|para|pero|muy|marido|mujer|tiene|seu|sua|uma|ela|ele)\b"
        ),
    ),
}
"""Titles (and answers) that read like initials, and words that tell so, none of which a name holds."""
_ROMAN = frozenset("IVX")
_NAME_CODES = frozenset("GgLSsUAIi")
_CLOSINGS = frozenset(
    (  # noqa: SIM905  # words read best as words
        "abrazos abra\u00e7os amiti\u00e9s beijos besos bisous cheers congrats cordialement cordialmente "
        "cumprimentos greetings groet groeten groetjes gruesse gruss gru\u00df gr\u00fcsse "
        "gr\u00fc\u00dfe hugs kisses kudos lg merci mfg namaste obrigada obrigado respectfully saludos "
        "salut salutations saluti sauda\u00e7\u00f5es thx vg warmly xoxo"
    ).split()
)
"""Words that stand before a name at the end of a letter, and would be its surname: ``Cheers, Dana``."""
_NO_NAMES = _CLOSINGS | CALLINGS
_SHIPS = "(?:HMS|HMCS|HMAS|HMNZS|HNLMS|RMS|USS|USNS|USCGC|USNV) "
_SHIP = lazily(rf"{_SHIPS}[A-Z]")
_SHIP_BEFORE = lazily(rf"(?<![^\W_]){_SHIPS}(?:[A-Z][\w.]{{0,12}} )?\Z")
_SHIP_REACH = 24
_SHORTENED = frozenset(("apto", "avda", "depto", "edif", "ul"))
"""Words of streets that a full stop follows within a sentence."""
_PARTICLES = frozenset(
    re.findall(
        r"\w+",
        "van von der den de del della delle dello degli di da dos das du la le los las ter ten zu zum zur af av bin "
        "ibn bint vd het op aan e y",
    )
)


class NameDetector:
    """Finds names of people by lists, titles and labels; never across a line break.

    Found: a title and the capitalised words after it; a listed given name with a surname, listed or not, with
    initials and particles between; surname, comma, given name; a listed given name, or a common surname, alone. A
    listed name that is also an everyday word (Will, Rose, May) counts only beside another name. Titles and
    possessives are outside the span. Not found: names whose words are all unlisted, without a title or label; names
    in scripts without capital letters; names of companies and places are taken for people where a person's name is
    all they are (Morgan Stanley).

    Args:
        score: Scales the scores of all spans.
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
                continue  # June 3rd; whether it is a month depends on the word, so other everyday words are left, too
            if _is_ship(text, start):
                continue
            possessive = _POSSESSIVE.search(text, start, end)
            end = possessive.start() if possessive else end
            if _is_shortened(match[group][-1], text, end):
                end += 1
            spans.append(Span(start, end, "PERSON", self._score * _SCORES.get(group, 0.7), "names"))
        if _JOINT.search(text):
            spans += (Span(*place, "PERSON", self._score * 0.7, "names") for place in _joined(text))
        return spans


def _joined(text: str) -> Iterator[tuple[int, int]]:
    """Where a listed given name and a listed surname are joined, as in names of files: ``CV_Maria_Fernandez.pdf``."""
    position = 0
    while found := _JOINED.search(text, position):
        codes = {_code(found[1]), _code(found[2])}
        is_name = bool(codes & _GIVEN and codes & _SURNAMES)
        if is_name:
            yield found.span()
        position = found.end() if is_name else found.start(2)


def _is_shortened(code: str, text: str, end: int) -> bool:
    """Whether the name's last word is cut short, by the full stop behind it: ``Turner Jr.``, not ``Turner III.``."""
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
        rare_too: Whether it may be one that is not found alone, such as Wage.
    """
    name = word_class(word.lower()) if word[:1].isupper() and word.isalpha() else ""
    if not name.startswith(("given", "surname")) or (name.endswith(".word") and not word_too):
        return False
    return rare_too or _class_code(name) in "GL"


def is_given_name(word: str) -> bool:
    """Whether a capitalised word is a listed given name, and no everyday word or well-known place."""
    return is_listed_name(word) and word_class(word.lower()).startswith("given")


def is_listed_in_any_case(word: str) -> bool:
    """Whether a word is a listed name of people, whatever its letter case, though it may be an everyday word, too."""
    return is_listed_name(word.capitalize(), word_too=True)


class _Initials(dict[str, str]):
    """What the initials of one text are, each worked out once: a title (M. Dupont, D. Ruiz), or an initial."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __missing__(self, initial: str) -> str:
        code, words = _INITIAL_TITLES.get(initial, ("I", None))
        told = words is not None and words.search(self._text) is not None
        self[initial] = code if told else "I"
        return self[initial]


class _Codes(dict[str, str]):
    """The codes of the words of one text that are not plain ones in lower case, each worked out once."""

    def __missing__(self, word: str) -> str:
        code = self[word] = _code(word)
        return code


def _encode(text: str, pieces: list[str], ends: list[int]) -> str:
    """One letter for each gap and each word; most are told without a look at the text around them."""
    codes = list(map(_GAPS.get, pieces[::2], repeat("|")))
    known, initials, lower_code = _Codes(), _Initials(text), _lower_codes().get
    ascii_only = text.isascii()
    words = [
        lower_code(word, "l") if word.islower() and (ascii_only or word.isascii()) else known[word]
        for word in pieces[1::2]
    ]
    codes[0] = "|"
    for found in _TELLING.finditer("".join(words)):
        index = found.start()
        start, end, code = ends[2 * index], ends[2 * index + 1], found.group()
        if _is_opaque(text, start, end):
            words[index] = "W"
            continue
        if code == "i" and text.startswith(".", end):
            inner = codes[index] == " " and words[index - 1] in _NAME_CODES  # John M. Turner
            words[index] = code = "I" if inner else initials[pieces[2 * index + 1]]
        dotted = code in "ITXKk" or (code == "R" and pieces[2 * index + 1].lower() in _SHORTENED)
        if dotted and pieces[2 * index + 2] in _DOTTED_GAPS:
            codes[index + 1] = " "
    woven = [""] * len(pieces)
    woven[::2], woven[1::2] = codes, words
    return "".join(woven)


def _is_opaque(text: str, start: int, end: int) -> bool:
    """Whether the word is part of an address, a path, an identifier or a number."""
    before, after = text[start - 1 : start], text[end : end + 1]
    if before in _OPAQUE_BEFORE or after in _OPAQUE_AFTER:
        return True
    if before in (".", "/", "-") and text[start - 2 : start - 1].isalnum() and end - start > 1 and before != "/":
        return not (start > 2 and not text[start - 3].isalnum())  # J.Smith
    return after == "." and end - start > 1 and text[end + 1 : end + 2].isalnum()


def _code(word: str) -> str:
    """What a word with a capital or another letter is, by its class, its case and how it is put together."""
    if word.lower() in _NO_NAMES:
        return "W"
    word = word if word.isalpha() else _POSSESSIVE.sub("", word)
    if _PLAIN_WORD.fullmatch(word) and (code := _plain_code(word)):
        return code
    try:
        pieces = cut(word)
    except FormatError:
        return "W"
    codes = [_piece_code(piece) for piece in pieces]
    if codes == ["O", "l"] and pieces[0].case is Case.TITLE:  # Mccullough: the prefix is capitalised for both
        codes[1] = _class_code(word_class(pieces[1].word)) or "U"
    if len(codes) == 1:
        return codes[0]
    return _compound(pieces, codes)


@cache
def _lower_codes() -> dict[str, str]:
    """The words that say something in lower case, and their codes."""
    told = {"given-f.en.1": "a", "given-m.en.1": "a", "surname.en.1": "b"}
    codes: dict[str, str] = {}
    for name, words in lexicon().classes.items():
        kind = name.partition(".")[0]
        code = _CUES[kind] if kind in ("cue-label", "cue-street") else told.get(name)
        codes |= dict.fromkeys(words if code else (), code or "")
    return codes | dict.fromkeys(lexicon().roles["titles"], "T") | dict.fromkeys(_PARTICLES, "P") | {"is": "v"}


def _plain_code(word: str) -> str:
    """The code of a plain word that is cut into one piece: Alice, ALICE; empty for others."""
    folded = word.lower()
    upper = word.isupper()
    if len(word) == 1 or folded.startswith("mc") or not (upper or word[1:].islower()):
        return ""
    if word == folded:
        return _kept_codes().get(word, "l")
    return _kept_codes().get(folded) or _class_code(word_class(folded)) or ("A" if upper else "U")


@cache
def _kept_codes() -> dict[str, str]:
    """The codes of the words that a name keeps."""
    roles = (Role.SUFFIX, Role.PARTICLE, Role.TITLE, Role.RUDE)  # a word of several is of the last
    return {word: _role_code(role, word) for role in roles for word in lexicon().roles[role.value]}


def _role_code(role: Role, word: str) -> str:
    kept = "P" if word in _PARTICLES else "W"
    return {Role.INITIAL: "i", Role.TITLE: "T", Role.SUFFIX: "X", Role.JOINED: "O"}.get(role, kept)


def _piece_code(piece: Piece) -> str:
    if piece.role is not Role.WORD:
        return _role_code(piece.role, piece.word)
    if piece.case is Case.LOWER:
        return "l"
    return _class_code(word_class(piece.word)) or ("A" if piece.case is Case.UPPER else "U")


@cache
def _class_code(name: str) -> str:
    """The code of a class of the lists; empty for none."""
    kind, *rest = name.split(".")
    if kind in _CUES:
        return _CUES[kind].lower() if "name" in rest and kind in ("cue-rank", "cue-after") else _CUES[kind]
    if kind.startswith("given"):
        rare = name == "given-f.en.3" or rest[0] in ("africa", "east-asia")
        return "g" if rare or "word" in rest else "G"
    if kind.startswith("surname") and "word" not in rest:
        return "L" if rest[0] == "en" and name != "surname.en.3" else "S"
    return "W" if kind.startswith("word") else "s" if kind else ""


def _compound(pieces: list[Piece], codes: list[str]) -> str:
    """The code of a word of several pieces: Anne-Marie, O'Neil, McDonald, DiCaprio; no name is Karl-Marx-Allee."""
    names = [code for code in codes if code not in "PO"]
    if names and (names[-1] in "CR" or (names[-1] == "c" and len(names) > 2)):
        return "W"
    if not names or any(code in "lWTXiM" for code in names[:1]) or any(code in "WTX" for code in names):
        return "W"
    if codes[0] == "O":
        surname = pieces[0].word in ("o", "mc")
        return "W" if names[0] not in "GgLSskU" else "L" if surname else names[0]
    joined = [one.end == two.start for one, two in pairwise(pieces)]
    if any(flag and code != "P" for flag, code in zip(joined, codes, strict=False)):
        return "W"  # camel case, but for DiCaprio
    return "W" if "l" in names or "i" in names else names[0]
