"""Encoded texts: runs of base64 or hexadecimal digits, and the encoded words of e-mails."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from string import ascii_lowercase, ascii_uppercase, digits

from privacy_chains.errors import FormatError
from privacy_chains.formats.alphanumeric import mixed_radix_rank, mixed_radix_unrank
from privacy_chains.formats.base import FirstOf, OneLook, Part, Reading, Write
from privacy_chains.lazy import lazily

__all__ = ["EncodedFormat", "QuotedFormat", "encoded_text"]

_STANDARD = ascii_uppercase + ascii_lowercase + digits + "+/"
_ALPHABETS = {
    "hex": digits + "abcdef",
    "HEX": digits + "ABCDEF",
    "Hex": digits + "ABCDEF" + "abcdef",
    "base62": _STANDARD[:-2],
    "base64": _STANDARD,
    "base64url": _STANDARD[:-2] + "-_",
}
_HEX = lazily(r"(?:0[xX])?(?:[0-9A-Fa-f]{2})+|(?:[0-9A-Fa-f]{2}[ :\-])+[0-9A-Fa-f]{2}")
_BASE64 = lazily(r"[A-Za-z0-9+/_\-]+(?:\r?\n[A-Za-z0-9+/_\-]+)*={0,2}")
_KEPT = frozenset(" :\r\n=")
_STEPS = {2: 16, 3: 4}
"""By the length of the last base64 group: its last character is a multiple of this, so no bits are left (RFC 4648)."""
_LONGEST_PART = 256


class EncodedFormat(OneLook):
    """Base64 (RFC 4648, either alphabet) and hexadecimal digits, enciphered over the whole alphabet.

    The surrogate is valid in the same encoding, but does not decode to text.
    """

    reading: Reading = "exact"
    keeps = (
        "the coding, length, padding, line breaks and separators, whether there are signs, and of values of more than "
        "256 characters whether the same 256 stand at the same place"
    )

    def read(self, text: str) -> tuple[tuple[Part, ...], Write]:
        kind, places = _read(text)
        alphabet = _ALPHABETS[kind]
        choices = [alphabet] * len(places)
        step = _STEPS.get(len(places) % 4, 1)
        if kind.startswith("base6") and alphabet.index(text[places[-1]]) % step == 0:
            choices[-1] = alphabet[::step]
        bounds = [*range(0, len(places), _LONGEST_PART), len(places)]
        parts = []
        for number, (start, end) in enumerate(pairwise(bounds)):
            ranks = [(choices[at].index(text[places[at]]), len(choices[at])) for at in range(start, end)]
            rank, size = mixed_radix_rank(ranks)
            parts.append(Part(f"encoded/{kind}/{len(places)}/{number}", size, rank))

        def write(new: Sequence[int]) -> str:
            written = list(text)
            for rank, (start, end) in zip(new, pairwise(bounds), strict=True):
                unranked = mixed_radix_unrank(rank, [len(choices[at]) for at in range(start, end)])
                for at, place in zip(range(start, end), unranked, strict=True):
                    written[places[at]] = choices[at][place]
            return "".join(written)

        return tuple(parts), write


def _read(text: str) -> tuple[str, list[int]]:
    """The encoding of a text, and the positions of the characters to encipher.

    Raises:
        FormatError: It has no known encoding, is a number with leading zeros, or only has signs.
    """
    if not any(map(str.isalpha, text)) and (text[:1] == "0" or not any(map(str.isdigit, text))):
        msg = "the value is a number, or signs"
        raise FormatError(msg)
    if _HEX.fullmatch(text):
        begin = 2 if text[1:2] in ("x", "X") else 0
        body = text[begin:]
        kind = "hex" if body == body.lower() else "HEX" if body == body.upper() else "Hex"
        return kind, [at for at in range(begin, len(text)) if text[at] not in " :-"]
    places = [at for at, char in enumerate(text) if char not in _KEPT]
    if _BASE64.fullmatch(text) is None or len(places) % 4 == 1:
        msg = "the value is neither base64 nor hexadecimal digits"
        raise FormatError(msg)
    chars = {text[at] for at in places}
    if chars & {"-", "_"} and chars & {"+", "/"}:
        msg = "the value mixes the two alphabets of base64"
        raise FormatError(msg)
    signs = chars & {"+", "/", "-", "_"}
    return ("base64url" if signs & {"-", "_"} else "base64" if signs else "base62"), places


_TOKEN = lazily(r"=(?P<byte>[0-9A-F]{2})|(?P<letter>[^\W_]|[_\-])|(?P<kept>[!-<>@-~])")
_PAGE = 256


class QuotedFormat(OneLook):
    """The Q encoding of encoded words (RFC 2047, section 4.2): all letters, digits and spaces are enciphered.

    Each escaped byte stays in its class: a byte that is a character alone, one that begins a character, or one that
    continues a character. So no new multi-byte characters arise.
    """

    reading: Reading = "exact"
    keeps = "length, signs but for spaces and hyphens, which letters are not ASCII or stand escaped, and their script"

    def read(self, text: str) -> tuple[tuple[Part, ...], Write]:
        tokens = _tokens(text)
        alphabets = [_alphabet(token) for token in tokens]
        ranks = [(among.index(token), len(among)) for token, among in zip(tokens, alphabets, strict=True)]
        rank, size = mixed_radix_rank(ranks)
        shape = "/".join(f"{len(among)}{among[0]}" for among in alphabets)

        def write(new: Sequence[int]) -> str:
            places = mixed_radix_unrank(new[0], [len(among) for among in alphabets])
            return "".join(among[place] for among, place in zip(alphabets, places, strict=True))

        return (Part(f"encoded/quoted/{shape}", size, rank),), write


def _tokens(text: str) -> list[str]:
    """The escaped bytes and the characters of a text.

    Raises:
        FormatError: It is not in the Q encoding, has no content, or is a code with a leading zero.
    """
    found = list(_TOKEN.finditer(text))
    whole = sum(len(token[0]) for token in found) == len(text) <= _LONGEST_PART
    if not whole or not any(map(_speaks, found)) or _is_code(text):
        msg = "the value is not in the Q coding"
        raise FormatError(msg)
    return [token[0] for token in found]


def _speaks(token: re.Match[str]) -> bool:
    """Whether it is a letter or a digit, or an escaped byte of one."""
    return token[0].isalnum() or bool(token["byte"])


def _is_code(text: str) -> bool:
    """Whether it consists of digits with a leading zero, which formats of codes keep."""
    return text.lstrip("-")[:1] == "0" and not any(map(str.isalpha, text))


def _alphabet(token: str) -> Sequence[str]:
    """The tokens that may replace a token: all of the same kind."""
    if token[0] == "=" and len(token) > 1:
        return _bytes_like(int(token[1:], 16)) or (token,)
    if token in _WORDS:
        return _WORDS
    if token.isascii() or not token.isalpha():
        return (token,)
    page = ord(token) // _PAGE * _PAGE
    return [char for char in map(chr, range(page, page + _PAGE)) if char.isalpha() and not char.isascii()]


_WORDS = _ALPHABETS["base64url"]
_LAST_ASCII, _FIRST_START = 0x80, 0xC0


def _bytes_like(byte: int) -> list[str]:
    if byte < _LAST_ASCII:
        return [f"={ord(char):02X}" for char in _WORDS] if chr(byte) in _WORDS else []
    first, end = (_FIRST_START, 256) if byte >= _FIRST_START else (_LAST_ASCII, _FIRST_START)
    return [f"={one:02X}" for one in range(first, end)]


def encoded_text() -> FirstOf:
    """The format of encoded texts in every encoding."""
    return FirstOf(EncodedFormat(), QuotedFormat())
