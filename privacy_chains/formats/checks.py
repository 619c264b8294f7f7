"""Check characters: functions from a payload to its check characters, or None if there are none."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["LETTER_VALUES", "iso7064_mod11_10", "luhn", "mod97", "verhoeff", "weighted"]

LETTER_VALUES = {char: value for value, char in enumerate("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")}
"""The values of digits and letters in base 36, as in IBANs."""

_LUHN_PLAIN = bytes.maketrans(b"0123456789", bytes(range(10)))
_LUHN_DOUBLED = bytes.maketrans(b"0123456789", bytes((0, 2, 4, 6, 8, 1, 3, 5, 7, 9)))
_DIHEDRAL = (
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    (1, 2, 3, 4, 0, 6, 7, 8, 9, 5),
    (2, 3, 4, 0, 1, 7, 8, 9, 5, 6),
    (3, 4, 0, 1, 2, 8, 9, 5, 6, 7),
    (4, 0, 1, 2, 3, 9, 5, 6, 7, 8),
    (5, 9, 8, 7, 6, 0, 4, 3, 2, 1),
    (6, 5, 9, 8, 7, 1, 0, 4, 3, 2),
    (7, 6, 5, 9, 8, 2, 1, 0, 4, 3),
    (8, 7, 6, 5, 9, 3, 2, 1, 0, 4),
    (9, 8, 7, 6, 5, 4, 3, 2, 1, 0),
)
_INVERSE = (0, 4, 3, 2, 1, 5, 6, 7, 8, 9)
_TURN = (1, 5, 7, 6, 2, 8, 3, 0, 9, 4)


def luhn(payload: str) -> str:
    """The Luhn digit (ISO/IEC 7812-1): cards, IMEI, SIREN, Canadian SIN."""
    backwards = payload.encode()[::-1]
    return str(-(sum(backwards[::2].translate(_LUHN_DOUBLED)) + sum(backwards[1::2].translate(_LUHN_PLAIN))) % 10)


def weighted(payload: str, weights: Sequence[int], symbols: str) -> str | None:
    """The symbol selected by a weighted sum of the characters. A space in ``symbols`` means that there is none.

    The sum is taken modulo the number of symbols.
    """
    total = sum(weight * LETTER_VALUES[char] for weight, char in zip(weights, payload, strict=True))
    symbol = symbols[total % len(symbols)]
    return None if symbol == " " else symbol


def mod97(payload: str) -> str:
    """The two ISO 7064 mod 97-10 digits: ``payload`` with them appended leaves 1 modulo 97."""
    number = int("".join(str(LETTER_VALUES[char]) for char in payload))
    return f"{98 - number * 100 % 97:02}"


def iso7064_mod11_10(payload: str) -> str:
    """The ISO 7064 mod 11,10 digit: German tax ids, Croatian OIB."""
    check = 10
    for char in payload:
        check = ((check + int(char)) % 10 or 10) * 2 % 11
    return str((11 - check) % 10)


def verhoeff(payload: str) -> str:
    """The Verhoeff digit (dihedral group of order 10): Aadhaar."""
    check = 0
    for place, char in enumerate(reversed(payload), start=1):
        value = int(char)
        for _ in range(place % 8):
            value = _TURN[value]
        check = _DIHEDRAL[check][value]
    return str(_INVERSE[check])
