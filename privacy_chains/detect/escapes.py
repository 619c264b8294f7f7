r"""Characters that stand escaped, as ``\u00fc`` does for ``ü`` in JSON and in source code (RFC 8259, section 7).

A text may be JSON inside a string, so any number of backslashes begins an escape.
"""

from __future__ import annotations

import re

from privacy_chains.errors import FormatError

__all__ = ["ESCAPE", "escaped_like", "unescaped"]

ESCAPE = re.compile(
    r"(?<!\\)\\++u(?:[dD][89abAB][0-9a-fA-F]{2}\\++u[dD][c-fC-F][0-9a-fA-F]{2}|(?![dD][89a-fA-F])[0-9a-fA-F]{4})"
)
"""An escaped character; those beyond U+FFFF are a pair of escapes. Half a pair is none.

It begins at the first backslash of a row: tried from each, a row of them would take quadratic time.
"""

_UNIT = re.compile(r"u([0-9a-fA-F]{4})")


def unescaped(text: str) -> str:
    """``text`` with its escaped characters as themselves."""
    return ESCAPE.sub(lambda found: _character(found[0]), text) if "\\" in text else text


def escaped_like(value: str, like: str) -> str:
    """``value`` escaped as ``like`` is: what is not ASCII, or else its first character; as it is if ``like`` is plain.

    Raises:
        FormatError: It would not be read as ``value`` again.
    """
    found = ESCAPE.search(like) if "\\" in like else None
    if found is None:
        return value
    slashes = found[0].partition("u")[0]
    spelled = "{:04X}" if any(unit != unit.lower() for unit in _UNIT.findall(like)) else "{:04x}"
    first = 0 if value.isascii() else -1
    written = "".join(
        "".join(f"{slashes}u{spelled.format(unit)}" for unit in _units(char))
        if place == first or not char.isascii()
        else char
        for place, char in enumerate(value)
    )
    if unescaped(written) != value:
        msg = "the value cannot be written with the escapes of the text it stands in"
        raise FormatError(msg)
    return written


def _character(escape: str) -> str:
    units = b"".join(bytes.fromhex(unit) for unit in _UNIT.findall(escape))
    return units.decode("utf-16-be")


def _units(char: str) -> list[int]:
    encoded = char.encode("utf-16-be", "surrogatepass")
    return [int.from_bytes(encoded[at : at + 2]) for at in range(0, len(encoded), 2)]
