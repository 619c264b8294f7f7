"""Codes for words: one letter that says what part a word can play in a name.

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

from functools import cache
from itertools import pairwise

from privacy_chains.detect.callings import callings
from privacy_chains.errors import FormatError
from privacy_chains.formats.name_lists import lexicon
from privacy_chains.formats.name_pieces import Case, NamePiece, Role, cut
from privacy_chains.formats.word_classes import word_class
from privacy_chains.language.lexicon import word_set
from privacy_chains.lazy import lazily

__all__ = ["class_code", "code_of", "lower_codes"]

_PLAIN_WORD = lazily(r"[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u012f\u0132-\u017f\u0400-\u045f]+")
"""Letters with two cases, each a single letter, with a few exceptions that have one case."""
_POSSESSIVE = lazily(r"['\u2019][sS]$")
_CUES = {"cue-after": "C", "cue-before": "F", "cue-street": "R", "cue-label": "M", "cue-greeting": "D", "cue-rank": "K"}


@cache
def _no_names() -> frozenset[str]:
    """Words that would look like part of a name beside one: occupations, and closings of letters: ``Cheers, Dana``.

    No listed name is among them (such as *Kramar*, a Swedish closing): its surrogate could not be found again.
    """
    return callings() | {word for word in word_set("closing") if not class_code(word_class(word)).strip("Ws")}


def code_of(word: str) -> str:
    """The code of a word with a capital or another letter, by its class, its case and its pieces."""
    if word.lower() in _no_names():
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
        codes[1] = class_code(word_class(pieces[1].word)) or "U"
    if len(codes) == 1:
        return codes[0]
    return _compound(pieces, codes)


@cache
def lower_codes() -> dict[str, str]:
    """The words that have a code in lower case, and these codes."""
    told = {"given-f.en.1": "a", "given-m.en.1": "a", "surname.en.1": "b"}
    codes: dict[str, str] = {}
    for name, words in lexicon().classes.items():
        kind = name.partition(".")[0]
        code = _CUES[kind] if kind in ("cue-label", "cue-street") else told.get(name)
        codes |= dict.fromkeys(words if code else (), code or "")
    return (
        codes
        | dict.fromkeys(lexicon().roles["titles"], "T")
        | dict.fromkeys(word_set("name_particle"), "P")
        | {"is": "v"}
    )


def _plain_code(word: str) -> str:
    """The code of a plain word of one piece: Alice, ALICE; empty for others."""
    folded = word.lower()
    upper = word.isupper()
    if len(word) == 1 or folded.startswith("mc") or not (upper or word[1:].islower()):
        return ""
    if word == folded:
        return _kept_codes().get(word, "l")
    return _kept_codes().get(folded) or class_code(word_class(folded)) or ("A" if upper else "U")


@cache
def _kept_codes() -> dict[str, str]:
    """The codes of words that a name keeps."""
    roles = (
        Role.SUFFIX,
        Role.PARTICLE,
        Role.TITLE,
        Role.RUDE,
    )  # the last class of a word counts
    return {word: _role_code(role, word) for role in roles for word in lexicon().roles[role.value]}


def _role_code(role: Role, word: str) -> str:
    kept = "P" if word in word_set("name_particle") else "W"
    return {Role.INITIAL: "i", Role.TITLE: "T", Role.SUFFIX: "X", Role.JOINED: "O"}.get(role, kept)


def _piece_code(piece: NamePiece) -> str:
    if piece.role is not Role.WORD:
        return _role_code(piece.role, piece.word)
    if piece.case is Case.LOWER:
        return "l"
    return class_code(word_class(piece.word)) or ("A" if piece.case is Case.UPPER else "U")


@cache
def class_code(name: str) -> str:
    """The code of a class of the lists; empty if it has none."""
    kind, *rest = name.split(".")
    if kind in _CUES:
        return _CUES[kind].lower() if "name" in rest and kind in ("cue-rank", "cue-after") else _CUES[kind]
    if kind.startswith("given"):
        rare = name == "given-f.en.3" or rest[0] in ("africa", "east-asia")
        return "g" if rare or "word" in rest else "G"
    if kind.startswith("surname") and "word" not in rest:
        return "L" if rest[0] == "en" and name != "surname.en.3" else "S"
    return "W" if kind.startswith("word") else "s" if kind else ""


def _compound(pieces: list[NamePiece], codes: list[str]) -> str:
    """The code of a word of several pieces: Anne-Marie, O'Neil, McDonald, DiCaprio. Karl-Marx-Allee is not a name."""
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
        return "W"  # camel case, except names like DiCaprio
    return "W" if "l" in names or "i" in names else names[0]
