"""FF3-1 step by step as SP 800-38G revision 1 (first draft, 2019) writes it. Shares no code with the product."""

from __future__ import annotations

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes


def expand(tweak: bytes) -> bytes:
    """Split 56 bits as the draft says: T[0..27] || 0000, then T[32..55] || T[28..31] || 0000."""
    bits = "".join(f"{byte:08b}" for byte in tweak)
    halves = bits[0:28] + "0000" + bits[32:56] + bits[28:32] + "0000"
    return bytes(int(halves[i : i + 8], 2) for i in range(0, 64, 8))


def _num(numerals: list[int], radix: int) -> int:
    x = 0
    for numeral in numerals:
        x = x * radix + numeral
    return x


def _reversed_str(x: int, radix: int, length: int) -> list[int]:
    numerals = []
    for _ in range(length):
        numerals.append(x % radix)
        x //= radix
    return numerals


def encrypt(key: bytes, radix: int, tweak64: bytes, x: list[int]) -> list[int]:
    """FF3 under a 64-bit tweak; FF3-1 under an expanded one."""
    cipher = Cipher(algorithms.AES(key[::-1]), modes.ECB()).encryptor()  # noqa: S305
    n = len(x)
    u = -(-n // 2)
    v = n - u
    a, b = x[:u], x[u:]
    left, right = tweak64[:4], tweak64[4:]
    for i in range(8):
        m, w = (u, right) if i % 2 == 0 else (v, left)
        head = bytes(p ^ q for p, q in zip(w, i.to_bytes(4, "big"), strict=True))
        p = head + _num(b[::-1], radix).to_bytes(12, "big")
        y = int.from_bytes(cipher.update(p[::-1])[::-1], "big")
        c = (_num(a[::-1], radix) + y) % radix**m
        a, b = b, _reversed_str(c, radix, m)
    return a + b
