"""Keccak-256 as Ethereum uses it: the sponge of SHA-3 with the padding of the original submission."""

from __future__ import annotations

__all__ = ["keccak256"]

_MASK = (1 << 64) - 1
_RATE = 136


def _constants() -> list[int]:
    """The round constants, from the linear feedback shift register of FIPS 202, section 3.2.5."""
    constants, register = [], 1
    for _ in range(24):
        constant = 0
        for power in range(7):
            constant |= (register & 1) << ((1 << power) - 1)
            register = register << 1 ^ (0x171 if register >> 7 else 0)
        constants.append(constant)
    return constants


_CONSTANTS = _constants()


def _rotate(lane: int, by: int) -> int:
    by %= 64
    return (lane << by | lane >> 64 - by) & _MASK


def _permute(lanes: list[int]) -> list[int]:
    """Keccak-f[1600] (FIPS 202, section 3.3); lane (x, y) stands at ``x + 5 * y``."""
    for constant in _CONSTANTS:
        columns = [lanes[x] ^ lanes[x + 5] ^ lanes[x + 10] ^ lanes[x + 15] ^ lanes[x + 20] for x in range(5)]
        mixed = [columns[x - 1] ^ _rotate(columns[(x + 1) % 5], 1) for x in range(5)]
        lanes = [lane ^ mixed[place % 5] for place, lane in enumerate(lanes)]
        x, y, moved = 1, 0, lanes[1]
        for step in range(24):
            x, y = y, (2 * x + 3 * y) % 5
            moved, lanes[x + 5 * y] = lanes[x + 5 * y], _rotate(moved, (step + 1) * (step + 2) // 2)
        lanes = [
            lanes[row + x] ^ (~lanes[row + (x + 1) % 5] & lanes[row + (x + 2) % 5])
            for row in range(0, 25, 5)
            for x in range(5)
        ]
        lanes[0] ^= constant
    return lanes


def keccak256(message: bytes) -> bytes:
    """The 32-byte Keccak-256 digest of ``message``."""
    padded = bytearray(message + b"\x01" + bytes(-(len(message) + 1) % _RATE))
    padded[-1] |= 0x80
    lanes = [0] * 25
    for start in range(0, len(padded), _RATE):
        for lane in range(_RATE // 8):
            lanes[lane] ^= int.from_bytes(padded[start + 8 * lane : start + 8 * lane + 8], "little")
        lanes = _permute(lanes)
    return b"".join(lane.to_bytes(8, "little") for lane in lanes[:4])
