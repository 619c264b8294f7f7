"""Encoded words of e-mails (RFC 2047): ``=?utf-8?Q?Rosalind_Pemberton?=``, in both codings and any character set.

Adjacent words are one text, which is read by itself and in its place. If it holds anything private, the content of each
of its words is private. In headers that name people it always is, and so is what cannot be decoded.
"""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Iterable, Iterator

from privacy_chains.contract.spans import Span
from privacy_chains.detect.encoded import ENCODED_TEXT, Finds
from privacy_chains.language.patterns import worded
from privacy_chains.lazy import lazily

__all__ = ["encoded_words", "without_words"]

_SAID = r"[^?\r\n]{1,512}"
_ANY = rf"=\?[A-Za-z0-9_.:*\-]{{2,50}}\?[BbQq]\?{_SAID}\?="
_WORD = lazily(
    rf"=\?(?P<charset>[A-Za-z0-9_.:\-]{{2,30}})(?:\*[A-Za-z\-]{{1,20}})?\?(?P<coding>[BbQq])\?(?P<said>{_SAID})\?="
)
_ROW = lazily(rf"{_ANY}(?:[ \t\r\n]{{1,8}}{_ANY}){{0,63}}")
_OF_PEOPLE = worded(r"(?:\A|\n)(?i:(?:[a-z]{1,8}-){0,2}{mail_header})[ \t]{0,2}:[^\n]*(?:\n[ \t][^\n]*){0,64}\Z")
"""A header that names people, up to its content."""
_ESCAPES = lazily(r"(?:=[0-9A-Fa-f]{2})+")
_HEADER, _AROUND = 2048, 200


def encoded_words(text: str, finds: Finds) -> Iterator[Span]:
    """The contents of the encoded words of ``text`` that hold anything private."""
    for row in _ROW.finditer(text) if "=?" in text else ():
        words = list(_WORD.finditer(text, *row.span()))
        if _is_private(text, *row.span(), _said(words), finds):
            yield from (Span(*word.span("said"), ENCODED_TEXT, 1.0, "encoded") for word in words)


def without_words(text: str) -> str:
    """``text`` with blanks in place of its encoded words, which were read separately."""
    return _WORD.sub(lambda word: " " * len(word[0]), text) if "=?" in text else text


def _is_private(text: str, start: int, end: int, plain: str, finds: Finds) -> bool:
    if not plain or _OF_PEOPLE.search(text, max(0, start - _HEADER), start):
        return True
    first = max(start - _AROUND, text.rfind("\n", 0, start) + 1)
    before = text[first:start]
    stop = len(before) + len(plain)
    line = before + plain + text[end : end + _AROUND].partition("\n")[0]
    return any(True for _ in finds(plain)) or any(span.start < stop and len(before) < span.end for span in finds(line))


def _said(words: Iterable[re.Match[str]]) -> str:
    """The joint content of adjacent encoded words; None if one of them cannot be decoded.

    The bytes of one character may stand in two words.
    """
    text, raw, charset = "", b"", "ascii"
    try:
        for word in words:
            if word["charset"] != charset:
                text, raw, charset = text + raw.decode(charset), b"", word["charset"]
            raw += _from_base64(word["said"]) if word["coding"] in "Bb" else _from_quoted(word["said"], charset)
        return text + raw.decode(charset)
    except (ValueError, LookupError):
        return ""


def _from_base64(said: str) -> bytes:
    return b64decode(said + "=" * (-len(said) % 4), validate=True)


def _from_quoted(said: str, charset: str) -> bytes:
    plain = [piece.replace("_", " ").encode(charset) for piece in _ESCAPES.split(said)]
    escaped = [bytes.fromhex(found.replace("=", "")) for found in _ESCAPES.findall(said)]
    return b"".join(part for pair in zip(plain, [*escaped, b""], strict=True) for part in pair)
