"""Words as models write them: letter case, diacritics, escapes, and what may stand between two words."""

from __future__ import annotations

import html.entities
import re
import unicodedata
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final

from privacy_chains.desanitize.tokens import DASHES, SPACES
from privacy_chains.language.marks import without_marks
from privacy_chains.lazy import lazily

__all__ = [
    "COMMA_SEAM",
    "DOTTED_SEAMS",
    "INITIAL_SEAM",
    "KNOWN_SEAMS",
    "LONGEST_ESCAPE",
    "LONGEST_QUOTE",
    "NO_SEAM",
    "QUOTE_SEAMS",
    "SEAM_STARTS",
    "WORD",
    "escapes",
    "seam_of",
    "spellings",
    "split_words",
    "strip_marks",
]

WORD: Final = lazily(r"[^\W_][^\W_\u0300-\u036f]*(?:[\u0300-\u036f]+[^\W_]*)*")
_UNDECOMPOSED = str.maketrans(
    {"ß": "ss", "æ": "ae", "Æ": "Ae", "ø": "o", "Ø": "O", "œ": "oe", "Œ": "Oe", "ł": "l", "Ł": "L", "đ": "d"}
    | {"Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "\u0131": "i", "ẞ": "SS"}
)
_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "å": "aa", "Å": "Aa"})


def strip_marks(text: str) -> str:
    """``text`` without diacritics: ``Núñez`` as ``Nunez``, ``Løvås`` as ``Lovas``."""
    return without_marks(text.translate(_UNDECOMPOSED))


def split_words(text: str) -> tuple[list[str], list[str]]:
    """The words of a text, and what stands between them (one less)."""
    found = list(WORD.finditer(text))
    seams = [text[a.end() : b.start()] for a, b in pairwise(found)]
    return [word[0] for word in found], seams


def title(text: str) -> str:
    """Each word with a capital and small letters after it."""
    return WORD.sub(lambda word: word[0][:1].upper() + word[0][1:].lower(), text)


_CASES: Final[tuple[tuple[str, Callable[[str], str]], ...]] = (
    ("exact", str),
    ("title", lambda text: text[:1].upper() + text[1:]),
    ("title", title),
    ("upper", str.upper),
    ("lower", str.lower),
)
_ESCAPED: Final[tuple[tuple[str, Callable[[str], str]], ...]] = (
    ("escaped", lambda char: "".join(f"\\u{unit:04x}" for unit in _utf16(char))),
    ("escaped", lambda char: "".join(f"\\u{unit:04X}" for unit in _utf16(char))),
    ("escaped", lambda char: f"&{html.entities.codepoint2name.get(ord(char), f'#{ord(char)}')};"),
    ("escaped", lambda char: f"&#{ord(char)};"),
    ("escaped", lambda char: f"&#x{ord(char):x};"),
    ("escaped", lambda char: f"&#x{ord(char):X};"),
    ("escaped", lambda char: "".join(f"%{byte:02X}" for byte in _utf8(char))),
    ("escaped", lambda char: "".join(f"%{byte:02x}" for byte in _utf8(char))),
)


def _utf16(char: str) -> list[int]:
    units = char.encode("utf-16-be", "surrogatepass")
    return [int.from_bytes(units[at : at + 2]) for at in range(0, len(units), 2)]


def _utf8(char: str) -> bytes:
    return char.encode("utf-8", "surrogatepass")


def _escape(text: str, write: Callable[[str], str]) -> str:
    return "".join(char if char.isascii() else write(char) for char in text)


def escapes(text: str, special: str) -> Iterator[tuple[str, Callable[[str], str]]]:
    """Each way to escape ``text``'s characters that are not ASCII or stand in ``special``, with its writer."""
    if text.isascii() and not any(char in special for char in text):
        return

    def writer(write: Callable[[str], str]) -> Callable[[str], str]:
        return lambda value: "".join(char if char.isascii() and char not in special else write(char) for char in value)

    seen = {text}
    for _, write in _ESCAPED:
        escaped = writer(write)(text)
        if escaped not in seen:
            seen.add(escaped)
            yield escaped, writer(write)


def spellings(surrogate: str, original: str) -> Iterator[tuple[str, str, str]]:
    """Spellings of a surrogate made of words: (kind, as spelled, the original in that spelling).

    Each spelling is yielded once, the plainest kind first. If the answer drops diacritics, the original
    keeps its own.
    """
    seen: set[str] = set()
    for kind, case in _CASES:
        cased, written = case(surrogate), original if case(surrogate) == surrogate else case(original)
        for spelled, fold in _folds(cased):
            if spelled not in seen:
                seen.add(spelled)
                yield (kind if fold == "same" else fold), spelled, written
        for _, write in _ESCAPED if not cased.isascii() else ():
            spelled = _escape(cased, write)
            if spelled not in seen:
                seen.add(spelled)
                yield "escaped", spelled, _escape(written, write)


def _folds(text: str) -> Iterator[tuple[str, str]]:
    yield text, "same"
    if "'" in text or "\u2019" in text:
        yield text.replace("'", "").replace("\u2019", ""), "without apostrophe"
    if not text.isascii():
        for form in ("NFC", "NFD"):
            yield unicodedata.normalize(form, text), "normalized"
        yield strip_marks(text), "transliterated"
        yield strip_marks(unicodedata.normalize("NFC", text).translate(_GERMAN)), "transliterated"


_SPACE = rf"(?:[{SPACES}*_\u00ad\u200b]|\r?\n|\\[nrt]|&nbsp;|&#160;|&thinsp;|%20|%C2%A0|\+|\\u00a0){{1,4}}"
_APOSTROPHE = (
    r"(?:''|\\?['\u2019\u02bc\u2018`\u00b4\u2032]"
    r"|&\#0?39;|&\#[xX]27;|&(?:apos|rsquo|lsquo);|&\#8217;|%27|%E2%80%99|\\u0027|\\u2019)"
)
_DASH = rf"(?:[{DASHES}\u00ad ]\n?|%2D|&\#45;|&ndash;|\\u2011|\\u2010)"
COMMA_SEAM: Final = lazily(rf"(?:,(?:{_SPACE})?|{_SPACE})")
NO_SEAM: Final = lazily(rf"(?:{_SPACE})?")
INITIAL_SEAM: Final = lazily(rf"(?:\.(?:{_SPACE})?|{_SPACE})")
SEAM_STARTS: Final = frozenset(
    " \t\r\n\u00ad\u200b\\&%+*_.'\u2019\u02bc\u2018`\u00b4\u2032-\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
    + SPACES[1:]
)
LONGEST_ESCAPE: Final = 10

_SEAMS: Final = {
    " ": lazily(_SPACE),
    "-": lazily(_DASH),
    "'": lazily(_APOSTROPHE),
    "\u2019": lazily(_APOSTROPHE),
    ".": lazily(rf"\.?(?:{_SPACE})?"),
}

_QUOTES: Final = ('"', "\u201c", "\u201d", "\u201e")
_QUOTE: Final = (
    r"(?:\\{0,7}[\"\u201c\u201d\u201e]|&(?:quot|ldquo|rdquo|bdquo|\#0?34|\#[xX]22);|%22|\\{1,4}u(?:0022|201[cdCDeE]))"
)
QUOTE_SEAMS: Final = {
    (before, behind): lazily((_SPACE if before else "") + _QUOTE + (_SPACE if behind else ""))
    for before in (True, False)
    for behind in (True, False)
}
"""A quote around a nickname, escaped for up to three literals, one in the other."""
LONGEST_QUOTE: Final = 48

KNOWN_SEAMS: Final = (*_SEAMS.values(), COMMA_SEAM, NO_SEAM, INITIAL_SEAM)
DOTTED_SEAMS: Final = (_SEAMS["."], INITIAL_SEAM)
"""Seams whose first characters are known, and seams that may start with a dot."""


def seam_of(between: str) -> re.Pattern[str]:
    """What may stand where ``between`` stood."""
    if between.isspace():
        return _SEAMS[" "]
    plain = between.strip()
    if plain in _QUOTES and plain:
        return QUOTE_SEAMS[between[:1].isspace(), between[-1:].isspace()]
    if plain in _SEAMS:
        return _SEAMS[plain]
    return re.compile(r"\s{0,3}".join(map(re.escape, between.split())) + r"\s{0,3}" if plain else re.escape(between))
