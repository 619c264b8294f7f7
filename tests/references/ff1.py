"""FF1 step by step as SP 800-38G writes it, numeral by numeral. Shares no code with the product."""

from __future__ import annotations

from typing import NamedTuple

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes


def _block(key: bytes, data: bytes) -> bytes:
    return Cipher(algorithms.AES(key), modes.ECB()).encryptor().update(data)  # noqa: S305


def _prf(key: bytes, data: bytes) -> bytes:
    y = bytes(16)
    for start in range(0, len(data), 16):
        y = _block(key, bytes(a ^ b for a, b in zip(y, data[start : start + 16], strict=True)))
    return y


def _num(numerals: list[int], radix: int) -> int:
    x = 0
    for numeral in numerals:
        x = x * radix + numeral
    return x


def _str(x: int, radix: int, length: int) -> list[int]:
    numerals = [0] * length
    for i in range(length):
        numerals[length - 1 - i] = x % radix
        x //= radix
    return numerals


class _Setting(NamedTuple):
    key: bytes
    radix: int
    n: int
    tweak: bytes


def _round_number(setting: _Setting, i: int, half: list[int]) -> int:
    key, radix, n, tweak = setting
    u, t = n // 2, len(tweak)
    v = n - u
    b = 1  # the bytes that hold the largest half: ceil(ceil(v * log2(radix)) / 8), in integers
    while 256**b < radix**v:
        b += 1
    d = 4 * -(-b // 4) + 4
    p = bytes([1, 2, 1]) + radix.to_bytes(3, "big") + bytes([10, u % 256]) + n.to_bytes(4, "big") + t.to_bytes(4, "big")
    q = tweak + bytes((-t - b - 1) % 16) + bytes([i]) + _num(half, radix).to_bytes(b, "big")
    r = _prf(key, p + q)
    s = r
    for j in range(1, -(-d // 16)):
        s += _block(key, bytes(a ^ b for a, b in zip(r, j.to_bytes(16, "big"), strict=True)))
    return int.from_bytes(s[:d], "big")


def encrypt(key: bytes, radix: int, tweak: bytes, x: list[int]) -> list[int]:
    """Algorithm 7."""
    n = len(x)
    u = n // 2
    setting = _Setting(key, radix, n, tweak)
    a, b = x[:u], x[u:]
    for i in range(10):
        m = u if i % 2 == 0 else n - u
        c = (_num(a, radix) + _round_number(setting, i, b)) % radix**m
        a, b = b, _str(c, radix, m)
    return a + b


def decrypt(key: bytes, radix: int, tweak: bytes, x: list[int]) -> list[int]:
    """Algorithm 8."""
    n = len(x)
    u = n // 2
    setting = _Setting(key, radix, n, tweak)
    a, b = x[:u], x[u:]
    for i in range(9, -1, -1):
        m = u if i % 2 == 0 else n - u
        c = (_num(b, radix) - _round_number(setting, i, a)) % radix**m
        a, b = _str(c, radix, m), a
    return a + b
