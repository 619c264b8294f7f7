"""Encoded texts: runs of base64 or of hexadecimal digits."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from string import ascii_lowercase, ascii_uppercase, digits

from privacy_chains.errors import FormatError
from privacy_chains.formats.alphanumeric import mixed_radix_rank, mixed_radix_unrank
from privacy_chains.formats.base import OneLook, Part, Reading, Write

__all__ = ["EncodedFormat"]

_STANDARD = ascii_uppercase + ascii_lowercase + digits + "+/"
_ALPHABETS = {
    "hex": digits + "abcdef",
    "HEX": digits + "ABCDEF",
    "Hex": digits + "ABCDEF" + "abcdef",
    "base62": _STANDARD[:-2],
    "base64": _STANDARD,
    "base64url": _STANDARD[:-2] + "-_",
}
_HEX = re.compile(r"(?:0[xX])?(?:[0-9A-Fa-f]{2})+|(?:[0-9A-Fa-f]{2}[ :\-])+[0-9A-Fa-f]{2}")
_BASE64 = re.compile(r"[A-Za-z0-9+/_\-]+(?:\r?\n[A-Za-z0-9+/_\-]+)*={0,2}")
_KEPT = frozenset(" :\r\n=")
_STEPS = {2: 16, 3: 4}
"""Of the last character of base64, by how many are over: only multiples of this leave no bits over (RFC 4648)."""
_LONGEST_PART = 256


class EncodedFormat(OneLook):
    """Base64 (RFC 4648, either alphabet) and hexadecimal digits, enciphered over the whole alphabet.

    The surrogate is valid in the same coding, but decodes to no text.
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
    """The coding of a text, and where what it enciphers stands.

    Raises:
        FormatError: It is in none, a number with zeros before it, or nothing but signs.
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
