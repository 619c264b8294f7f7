"""Codes as people, firms and machines make them up, for slots of the judge of numbers."""

from __future__ import annotations

import random
from string import ascii_lowercase, ascii_uppercase, digits

__all__ = ["code"]

_SIGNS = {
    "9": digits,
    "A": ascii_uppercase,
    "a": ascii_lowercase,
    "x": digits + ascii_lowercase,
    "X": digits + ascii_uppercase,
}
_SHAPES = (
    *("AA 9999 9999 9", "AA 999 9999", "A 999 999 999", "AA 9999999", "AAA 999999", "AA 99 999-9", "AAAA 99 999 999"),
    *("99999", "999999", "9999999", "99999999", "999999999", "9999999999", "999999999999", "0099999"),
    *("AA-99999", "A-9999", "AAA-9999", "AAA-99999", "AA-9999-99", "AAA-99-9999", "A99-9999", "AA9999999"),
    *("A9999999", "AA/9999/9999", "99/9999/A", "9999/99", "AA-99999-99", "9999-9999", "99-99999", "999-99-999"),
    *("AAA/2024/9999", "9999.999.9", "99.999.999", "999.999.999", "9999 9999 9999", "99 999 999 999"),
    *("AA 999 9999 99", "A 999 999", "9A 9999 9999 9 99", "AAAA9999", "XXXXXX", "XXXXXXXX", "XXXXX-XXXXX"),
    *("A9X9X9", "a9999999", "aa-9999", "aaa99999", "xxxxxxxx", "AA99 9999 9999", "99-9999/A", "A/99/99999"),
    *("9999999-A", "99999A", "999A999", "AAA9999999999", "A99.999", "AA-A9999", "9-999-99999", "99999/99"),
    *("AAA.99999.9", "999 999 999", "AA99999AA", "9A9999", "99AA9999"),
)


def code(chance: random.Random) -> str:
    """A code of a common shape; it has a digit."""
    made = "".join(chance.choice(_SIGNS.get(sign, sign)) for sign in chance.choice(_SHAPES))
    return made if any(map(str.isdigit, made)) else code(chance)
