r"""Escaped characters: a table of codings, each with its pattern, its decoder and its encoder.

``\u00fc`` in JSON and source code (RFC 8259, section 7), ``&uuml;`` and ``&#252;`` in HTML, ``=C3=BC`` in e-mails
(quoted-printable, RFC 2045), ``%C3%BC`` in addresses (RFC 3986); and spaced-out digits and letters
(:mod:`privacy_chains.detect.spelled`). A value is enciphered without escapes, and its surrogate is written in the
coding of the value.

A text may be JSON inside a string, so any number of backslashes begins an escape.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html.entities import codepoint2name, html5

from privacy_chains.detect.spelled import decoded, spelled_like
from privacy_chains.errors import FormatError
from privacy_chains.lazy import lazily

__all__ = ["ESCAPE", "escaped_like", "escapes", "has_escapes", "percent_escapes", "unescaped"]

ESCAPE = lazily(
    r"(?<!\\)\\++u(?:[dD][89abAB][0-9a-fA-F]{2}\\++u[dD][c-fC-F][0-9a-fA-F]{2}|(?![dD][89a-fA-F])[0-9a-fA-F]{4})"
)
"""A character escaped as in JSON; those beyond U+FFFF are a pair of escapes. Half a pair is not one.

It begins at the first backslash of a row: tried from each, a row of them would take quadratic time.
"""

Escaped = tuple[int, int, str]
"""The start and end of an escape, and its character."""

_UNIT = lazily(r"u([0-9a-fA-F]{4})")
_ENTITY = lazily(r"&(?:#(?:[0-9]{1,7}|[xX][0-9a-fA-F]{1,6})|[A-Za-z][A-Za-z0-9]{1,30});")
_HEX = "[0-9a-fA-F]"
_NEXT = "[89abAB][0-9a-fA-F]"


def _bytewise(sign: str) -> str:
    """A pattern for a UTF-8 character of several bytes, each after a sign."""
    tails = [f"{sign}{_NEXT}" * count for count in (1, 2, 3)]
    of_two = f"{sign}[cC][2-9a-fA-F]{tails[0]}|{sign}[dD]{_HEX}{tails[0]}"
    return f"{of_two}|{sign}[eE]{_HEX}{tails[1]}|{sign}[fF][0-4]{tails[2]}"


_PERCENT = lazily(rf"%(?:0[9aAdD]|[2-6]{_HEX}|7[0-9a-eA-E])|{_bytewise('%')}")
_QUOTED = lazily(rf"=(?:[2-6][0-9A-F]|7[0-9A-E])(?:(?==[0-9A-F]{{2}})|(?<=(?:=[0-9A-F]{{2}}){{2}}))|{_bytewise('=')}")
"""An ASCII character counts only beside another escape: ``x=20`` is an assignment."""
_SIGNS = lazily(r"[\\&=%]")


def _from_units(escape: str) -> str:
    units = b"".join(bytes.fromhex(unit) for unit in _UNIT.findall(escape))
    return units.decode("utf-16-be")


def _from_entity(escape: str) -> str:
    if escape[1] != "#":
        return html5.get(escape[1:], "")
    code = int(escape[3:-1], 16) if escape[2] in "xX" else int(escape[2:-1])
    return chr(code) if code <= _LAST and not _LOW <= code <= _HIGH else ""


def _from_bytes(escape: str) -> str:
    return bytes.fromhex(escape.replace(escape[0], "")).decode("utf-8", "ignore")


def _as_units(char: str, like: str) -> str:
    slashes = like.partition("u")[0]
    spelled = "{:04X}" if any(unit != unit.lower() for unit in _UNIT.findall(like)) else "{:04x}"
    encoded = char.encode("utf-16-be", "surrogatepass")
    units = [int.from_bytes(encoded[at : at + 2]) for at in range(0, len(encoded), 2)]
    return "".join(f"{slashes}u{spelled.format(unit)}" for unit in units)


def _as_entity(char: str, like: str) -> str:
    if like[1] == "#":
        return f"&#{like[2]}{ord(char):x};" if like[2] in "xX" else f"&#{ord(char)};"
    name = codepoint2name.get(ord(char))
    return f"&{name};" if name else f"&#{ord(char)};"


def _as_bytes(char: str, like: str) -> str:
    spelled = "{:02x}" if like != like.upper() else "{:02X}"
    return "".join(like[0] + spelled.format(byte) for byte in char.encode("utf-8", "surrogatepass"))


_LAST, _LOW, _HIGH = 0x10FFFF, 0xD800, 0xDFFF


@dataclass(frozen=True, slots=True)
class _Coding:
    """One way of escaping.

    Attributes:
        sign: A sign that every escape of this coding holds.
        pattern: An escape of one character.
        decode: Returns the character of an escape; empty if there is no such character.
        encode: Writes a character like the escapes in a text.
    """

    sign: str
    pattern: re.Pattern[str]
    decode: Callable[[str], str]
    encode: Callable[[str, str], str]


_PERCENTS = _Coding("%", _PERCENT, _from_bytes, _as_bytes)
_CODINGS = (
    _Coding("\\", ESCAPE, _from_units, _as_units),
    _Coding("&", _ENTITY, _from_entity, _as_entity),
    _Coding("=", _QUOTED, _from_bytes, _as_bytes),
    _PERCENTS,
)
_OF_ADDRESSES = lazily("[/?]")
"""Values with parts, such as addresses, keep percent escapes: these distinguish signs of a part from signs between
parts."""


def escapes(text: str, *, percent: bool = False) -> list[Escaped]:
    """The escapes in ``text``, in reading order; percent escapes only if asked for."""
    found = [
        (escape.start(), escape.end(), char)
        for coding in _CODINGS
        if coding.sign in text and (percent or coding is not _PERCENTS)
        for escape in coding.pattern.finditer(text)
        if len(char := coding.decode(escape[0])) == 1
    ]
    return sorted(found)


def has_escapes(text: str) -> bool:
    """Whether :func:`escapes` finds any."""
    return _SIGNS.search(text) is not None and bool(escapes(text))


def percent_escapes(text: str) -> bool:
    """Whether ``text`` holds percent escapes."""
    return "%" in text and _PERCENT.search(text) is not None


def unescaped(text: str) -> str:
    """A value with its escaped characters decoded, and spaced-out digits or letters joined."""
    if _SIGNS.search(text) is None:
        return "".join(char for _, _, char in decoded(text)) or text
    pieces: list[str] = []
    position = 0
    for start, end, char in escapes(text, percent=not _OF_ADDRESSES.search(text)):
        pieces += (text[position:start], char)
        position = end
    return "".join((*pieces, text[position:]))


def escaped_like(value: str, like: str) -> str:
    """``value`` escaped like ``like``; unchanged if ``like`` is plain.

    In JSON, characters outside ASCII are escaped, or if there are none, the first character. In other codings, the same
    places are escaped if the lengths are equal; otherwise characters outside ASCII, and the signs that were escaped.

    Raises:
        FormatError: The result would not be read back as ``value``.
    """
    if _SIGNS.search(like) is None:
        return spelled_like(value, like)
    found = _first_coding(like)
    if found is None:
        return value
    for places in _places(value, like, found):
        written = "".join(
            found.encode(char, _first(found, like)) if at in places else char for at, char in enumerate(value)
        )
        if unescaped(written) == value:
            return written
    if found.sign != "\\" and unescaped(value) == value:
        return value  # a single quoted-printable escape would not be recognised
    msg = "the value cannot be written with the escapes of the text it stands in"
    raise FormatError(msg)


def _first(coding: _Coding, like: str) -> str:
    """The first run of a coding's escapes, which shows how they are spelled."""
    found = [escape[0] for escape in coding.pattern.finditer(like) if len(coding.decode(escape[0])) == 1]
    return "".join(found) if coding is not _CODINGS[1] else found[0]


def _first_coding(like: str) -> _Coding | None:
    """The coding of the first escape in a value."""
    percent = not _OF_ADDRESSES.search(like)
    found = [
        (escape.start(), at)
        for at, coding in enumerate(_CODINGS)
        if coding.sign in like and (percent or coding is not _PERCENTS)
        for escape in coding.pattern.finditer(like)
        if len(coding.decode(escape[0])) == 1
    ]
    return _CODINGS[min(found)[1]] if found else None


def _places(value: str, like: str, coding: _Coding) -> Iterator[frozenset[int]]:
    """The places that may be escaped, the best first."""
    foreign = frozenset(at for at, char in enumerate(value) if not char.isascii())
    if coding.sign == "\\":
        yield foreign or frozenset([0])
        return
    place, coded, chars, position = 0, set[int](), set[str](), 0
    found = [escape for escape in coding.pattern.finditer(like) if len(coding.decode(escape[0])) == 1]
    for escape in found:
        place += escape.start() - position
        coded.add(place)
        chars.add(coding.decode(escape[0]))
        place, position = place + 1, escape.end()
    length = place + len(like) - position
    every = frozenset(range(len(value)))
    if len(coded) < length:
        if len(value) == length:
            yield foreign | coded
        signs = frozenset(at for at, char in enumerate(value) if char in chars and not char.isalnum())
        yield foreign | signs or frozenset([0])
    yield every
