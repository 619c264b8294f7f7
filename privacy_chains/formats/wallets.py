"""Addresses of cryptocurrency wallets: base58check, bech32, Ethereum."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from privacy_chains.errors import FormatError
from privacy_chains.formats._keccak import keccak256
from privacy_chains.formats.alphanumeric import HEXADECIMAL, AlphanumericFormat
from privacy_chains.formats.base import FirstOf, Format, Part
from privacy_chains.formats.composite import Composite, Segment
from privacy_chains.lazy import lazily

__all__ = ["Base58CheckFormat", "Bech32Format", "EthereumFormat", "WalletTextFormat", "is_base58check", "wallet"]

_BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
_BECH32_DIGITS, _BECH32_LETTERS = "023456789", "acdefghjklmnpqrstuvwxyz"
_CONSTANTS = {1: "bech32", 0x2BC830A3: "bech32m"}
_GENERATORS = (0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)


def _refuse(kind: str) -> FormatError:
    return FormatError(f"the value is not a valid {kind} address")


class Base58CheckFormat(Format):
    """Base58check addresses (Bitcoin's ``1...`` and ``3...``, Litecoin, Dogecoin): the checksum stays correct."""

    keeps = "network and kind (the version byte), number of bytes, validity"

    def split(self, text: str) -> tuple[Part, ...]:
        version, body = self._read(text)
        return (Part(f"base58check/{version}/{len(body)}", 256 ** len(body), int.from_bytes(body)),)

    def join(self, text: str, ranks: Sequence[int]) -> str:
        version, body = self._read(text)
        payload = bytes((version,)) + ranks[0].to_bytes(len(body))
        data = payload + _double_sha(payload)
        number, written = int.from_bytes(data), ""
        while number:
            number, digit = divmod(number, 58)
            written = _BASE58[digit] + written
        return "1" * (len(data) - len(data.lstrip(b"\0"))) + written

    def _read(self, text: str) -> tuple[int, bytes]:
        """The version byte and the payload."""
        number = 0
        for char in text if len(text) <= 120 else "0":
            digit = _BASE58.find(char)
            if digit < 0:
                msg = "base58check"
                raise _refuse(msg)
            number = number * 58 + digit
        zeros = len(text) - len(text.lstrip("1"))
        data = bytes(zeros) + number.to_bytes((number.bit_length() + 7) // 8)
        if len(data) < 6 or _double_sha(data[:-4]) != data[-4:]:
            msg = "base58check"
            raise _refuse(msg)
        return data[0], data[1:-4]


def is_base58check(text: str) -> bool:
    """Whether a text is base58check with a correct checksum."""
    try:
        Base58CheckFormat().split(text)
    except FormatError:
        return False
    return True


def _double_sha(data: bytes) -> bytes:
    return sha256(sha256(data).digest()).digest()[:4]


class _Segwit(NamedTuple):
    prefix: str
    version: int
    program: int
    symbols: int
    padding: int
    constant: int


class Bech32Format(Format):
    """Bech32 and bech32m addresses (BIP 173, BIP 350): the checksum stays correct."""

    keeps = "network, witness version, length, case, kind of checksum, validity"

    def split(self, text: str) -> tuple[Part, ...]:
        read = self._read(text)
        size = 1 << 5 * read.symbols - read.padding
        domain = f"{_CONSTANTS[read.constant]}/{read.prefix}/{read.version}/{read.symbols}"
        return (Part(domain, size, read.program >> read.padding),)

    def join(self, text: str, ranks: Sequence[int]) -> str:
        read = self._read(text)
        number = ranks[0] << read.padding
        data = [read.version, *(number >> 5 * place & 31 for place in range(read.symbols - 1, -1, -1))]
        check = _polymod([*_expand(read.prefix), *data, *(0,) * 6]) ^ read.constant
        data += [check >> 5 * place & 31 for place in range(5, -1, -1)]
        written = f"{read.prefix}1{''.join(_BECH32[value] for value in data)}"
        return written.upper() if text != text.lower() else written

    def _read(self, text: str) -> _Segwit:
        """The parts of an address.

        The padding bits of its last byte are zero and stay zero.
        """
        prefix, one, body = text.lower().rpartition("1")
        data = [_BECH32.find(char) for char in body]
        if not one or not prefix or len(data) < 8 or min(data) < 0 or text not in (text.lower(), text.upper()):
            msg = "bech32"
            raise _refuse(msg)
        constant = _polymod([*_expand(prefix), *data])
        symbols = data[1:-6]
        padding = 5 * len(symbols) % 8
        number = sum(value << 5 * place for place, value in enumerate(reversed(symbols)))
        if constant not in _CONSTANTS or number & (1 << padding) - 1 or padding > 4 or not symbols:
            msg = "bech32"
            raise _refuse(msg)
        return _Segwit(prefix, data[0], number, len(symbols), padding, constant)


def _expand(prefix: str) -> list[int]:
    return [ord(char) >> 5 for char in prefix] + [0] + [ord(char) & 31 for char in prefix]


def _polymod(values: Sequence[int]) -> int:
    check = 1
    for value in values:
        top = check >> 25
        check = (check & 0x1FFFFFF) << 5 ^ value
        for bit, generator in enumerate(_GENERATORS):
            check ^= generator if top >> bit & 1 else 0
    return check


_ETHEREUM = lazily(r"0x[0-9a-fA-F]{40}")


class EthereumFormat(Format):
    """Ethereum addresses, either in one case or with the EIP-55 checksum in the case of their letters."""

    keeps = "whether the case of the letters is the checksum, upper or lower"

    def split(self, text: str) -> tuple[Part, ...]:
        self._style(text)
        return (Part("ethereum", 1 << 160, int(text, 16)),)

    def join(self, text: str, ranks: Sequence[int]) -> str:
        return "0x" + self._write(f"{ranks[0]:040x}", self._style(text))

    def _style(self, text: str) -> str:
        """The first style of writing that gives ``text``."""
        if _ETHEREUM.fullmatch(text):
            for style in ("lower", "upper", "checksum"):
                if self._write(text[2:].lower(), style) == text[2:]:
                    return style
        msg = "Ethereum"
        raise _refuse(msg)

    @staticmethod
    def _write(digits: str, style: str) -> str:
        return {"lower": digits, "upper": digits.upper()}.get(style) or _checksummed(digits)


def _checksummed(digits: str) -> str:
    """EIP-55: a letter is upper-case if the hash of the address has a high nibble at its position."""
    nibbles = keccak256(digits.encode()).hex()
    return "".join(char.upper() if nibble > "7" else char for char, nibble in zip(digits, nibbles, strict=False))


class WalletTextFormat(Composite):
    """Strings that look like an address but have a wrong checksum: enciphered character by character.

    The prefix that identifies the kind of address is kept, and so is the kind's alphabet.
    """

    keeps = "prefix, length, places of digits, case"

    def __init__(self) -> None:
        self._kinds = tuple(
            (lazily(prefix), AlphanumericFormat(f"wallet/{name}", alphabets=kinds, strict=True, reading="exact"))
            for name, prefix, kinds in (
                ("hex", r"0x(?=[0-9a-fA-F]{40}$)", HEXADECIMAL),
                ("bech32", r"(?:bc|tb|ltc)1(?=[02-9ac-hj-np-z]{8,87}$)", (_BECH32_DIGITS, _BECH32_LETTERS)),
                ("base58", r"[13LMDmn2](?=[1-9A-HJ-NP-Za-km-z]{24,59}$)", (_BASE58[:9], _BASE58[9:33], _BASE58[33:])),
            )
        )

    def segments(self, text: str) -> list[Segment]:
        for prefix, inner in self._kinds:
            found = prefix.match(text)
            if found:
                return [Segment(found.end(), len(text), inner)]
        msg = "wallet"
        raise _refuse(msg)


def wallet() -> FirstOf:
    """Wallet addresses: those with a correct checksum, and strings that only look like one."""
    return FirstOf(Base58CheckFormat(), Bech32Format(), EthereumFormat(), WalletTextFormat())
