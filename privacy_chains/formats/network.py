"""Addresses of machines: IPv4, IPv6, MAC."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cached_property
from ipaddress import AddressValueError, IPv4Address, IPv6Address, ip_network

from privacy_chains.errors import FormatError
from privacy_chains.formats.alphanumeric import HEXADECIMAL, AlphanumericFormat, mixed_radix_rank, mixed_radix_unrank
from privacy_chains.formats.base import FirstOf, Format, Part, Reading

__all__ = ["Ipv4Format", "Ipv6Format", "MacFormat", "ip_address", "mac_address"]

_IPV4_RANGES = (
    "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.0.0/29 "
    "192.0.0.9/32 192.0.0.10/32 192.0.0.170/31 192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 "
    "192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/24 224.0.0.0/4 "
    "233.252.0.0/24 240.0.0.0/4 255.255.255.255/32 0.0.0.0/32"
)
"""Special ranges (IANA IPv4 Special-Purpose Address Registry; multicast, RFC 5771), frozen."""

_IPV6_RANGES = (
    "::/128 ::1/128 ::/8 64:ff9b::/96 64:ff9b:1::/48 100::/64 2000::/3 2001::/16 2001::/23 2001::/32 2001:1::1/128 "
    "2001:1::2/128 2001:2::/48 2001:3::/32 2001:4:112::/48 2001:10::/28 2001:20::/28 2001:30::/28 2001:db8::/32 "
    "2002::/16 2400::/12 2600::/12 2620:4f:8000::/48 2800::/12 2a00::/12 2c00::/12 3fff::/20 5f00::/16 fc00::/8 "
    "fd00::/8 fe80::/64 fe80::/10 fec0::/10 ff00::/8 "
) + " ".join(f"ff{flags:x}{scope:x}::/16" for flags in (0, 1, 3, 7) for scope in range(16))
"""Special ranges (IANA IPv6 Special-Purpose Address Registry), multicast scopes, and what registries hand out."""


class _Ranges:
    """Disjoint classes of addresses: every network without the more specific networks inside it."""

    def __init__(self, networks: str, bits: int) -> None:
        self.bits = bits
        self._networks = networks

    @cached_property
    def _classes(self) -> list[tuple[int, int, str]]:
        """First and last address and name of each network, the most specific first."""
        parsed = {ip_network(network) for network in self._networks.split()}
        ordered = sorted(parsed, key=lambda network: (-network.prefixlen, int(network.network_address)))
        return [(int(network.network_address), int(network.broadcast_address), str(network)) for network in ordered] + [
            (0, (1 << self.bits) - 1, "global")
        ]

    def part(self, number: int, family: str) -> Part:
        """The class of an address, and its place in it."""
        for first, last, name in self._classes:
            if first <= number <= last:
                holes = self._holes(first, last, name)
                size = last - first + 1 - sum(end - start + 1 for start, end in holes)
                rank = number - first - sum(end - start + 1 for start, end in holes if end < number)
                return Part(f"{family}/{name}", size, rank)
        msg = "an address lies outside its family"  # unreachable: the last class holds every address
        raise FormatError(msg)

    def address(self, like: int, rank: int) -> int:
        """The address at place ``rank`` of the class of ``like``."""
        first, last, name = next(row for row in self._classes if row[0] <= like <= row[1])
        number = first + rank
        for start, end in self._holes(first, last, name):
            if start > number:
                break
            number += end - start + 1
        return number

    def _holes(self, first: int, last: int, name: str) -> list[tuple[int, int]]:
        """The outermost more specific networks inside a class, in order."""
        holes: list[tuple[int, int]] = []
        for start, end, other in sorted(self._classes, key=lambda row: (row[0], -row[1])):
            inside = first <= start and end <= last and other not in (name, "global")
            if inside and end - start < last - first and not (holes and start <= holes[-1][1]):
                holes.append((start, end))
        return holes


_V4 = _Ranges(_IPV4_RANGES, 32)
_V6 = _Ranges(_IPV6_RANGES, 128)
_SUFFIX = re.compile(r"(?P<address>[^%/]+)(?P<suffix>(?:%[0-9A-Za-z._-]+)?(?:/[0-9]{1,3})?)")


def _take_apart(text: str) -> tuple[str, str]:
    """The address, and the zone and prefix length behind it."""
    found = _SUFFIX.fullmatch(text)
    if not found or not text.isascii():
        msg = "the value is not an IP address"
        raise FormatError(msg)
    return found["address"], found["suffix"]


class Ipv4Format(Format):
    """IPv4 addresses in dotted decimal, with or without a prefix length, which is kept."""

    keeps = "version, special range (private, loopback, multicast, ...), prefix length"

    def split(self, text: str) -> tuple[Part, ...]:
        return (_V4.part(self._number(text), "ipv4"),)

    def join(self, text: str, ranks: Sequence[int]) -> str:
        _, suffix = _take_apart(text)
        return f"{IPv4Address(_V4.address(self._number(text), ranks[0]))}{suffix}"

    def _number(self, text: str) -> int:
        address, suffix = _take_apart(text)
        try:
            number = int(IPv4Address(address))
        except AddressValueError:
            number = -1
        if number < 0 or "%" in suffix:
            msg = "the value is not an IPv4 address in dotted decimal"
            raise FormatError(msg)
        return number


_MAPPED = 0xFFFF << 32


def _canonical(number: int) -> str:
    if number >> 32 == 0xFFFF:
        return f"::ffff:{IPv4Address(number & 0xFFFFFFFF)}"
    return IPv6Address(number).compressed


def _groups(number: int) -> list[int]:
    return [number >> shift & 0xFFFF for shift in range(112, -1, -16)]


def _plain(number: int) -> str:
    return ":".join(f"{group:x}" for group in _groups(number))


_FORMS: dict[str, Callable[[int], str]] = {
    "canonical": _canonical,
    "full": lambda number: IPv6Address(number).exploded,
}
"""Ways to write an IPv6 address, the first that fits: RFC 5952, all 32 digits."""


class Ipv6Format(Format):
    """IPv6 addresses; an IPv4-mapped one has the surrogate of its IPv4 address.

    Canonical text (RFC 5952) has canonical surrogates. The form with all 32 digits is kept too; where such a
    surrogate would read as canonical it is walked over, so it can differ from that of the canonical text.
    """

    keeps = "version, special range (unique local, link-local, multicast scope, ...), form, case, zone, prefix length"

    def split(self, text: str) -> tuple[Part, ...]:
        number, _, _ = self._read(text)
        if number >> 32 == 0xFFFF:
            return (_V4.part(number & 0xFFFFFFFF, "ipv4"),)
        return (_V6.part(number, "ipv6"),)

    def join(self, text: str, ranks: Sequence[int]) -> str:
        number, form, upper = self._read(text)
        if number >> 32 == 0xFFFF:
            number = _MAPPED | _V4.address(number & 0xFFFFFFFF, ranks[0])
        else:
            number = _V6.address(number, ranks[0])
        written = _FORMS[form](number)
        return (written.upper() if upper else written) + _take_apart(text)[1]

    def _read(self, text: str) -> tuple[int, str, bool]:
        """The number, the form it is written in, and whether its letters are upper-case."""
        address, _ = _take_apart(text)
        upper = address != address.lower()
        number = _ipv6(address)
        for form, write in _FORMS.items() if number >= 0 else ():
            if (write(number).upper() if upper else write(number)) == address:
                return number, form, upper
        msg = "the value is not an IPv6 address in one of the usual forms"
        raise FormatError(msg)


class Ipv6PlainFormat(Format):
    """IPv6 addresses whose zero groups are written out (``2001:db8:0:0:0:0:0:1``): those groups are kept.

    So are the groups that say which range it is; the others become groups that are not zero.
    """

    keeps = "version, special range, zero groups, the leading groups that name the range, case"

    def split(self, text: str) -> tuple[Part, ...]:
        number, free = self._read(text)
        groups = _groups(number)
        rank, size = mixed_radix_rank([(groups[place] - 1, 0xFFFF) for place in free])
        name = _V6.part(number, "ipv6").domain
        return (Part(f"{name}/plain/{','.join(map(str, free))}", size, rank),)

    def join(self, text: str, ranks: Sequence[int]) -> str:
        number, free = self._read(text)
        groups = _groups(number)
        for place, value in zip(free, mixed_radix_unrank(ranks[0], [0xFFFF] * len(free)), strict=True):
            groups[place] = value + 1
        written = ":".join(f"{group:x}" for group in groups)
        return written.upper() if text != text.lower() else written

    @staticmethod
    def _read(text: str) -> tuple[int, list[int]]:
        """The number, and the places of the groups that are enciphered."""
        number = _ipv6(text)
        if number < 0 or text not in (_plain(number), _plain(number).upper()):
            msg = "the value is not an IPv6 address with its zero groups written out"
            raise FormatError(msg)
        prefix = int(_V6.part(number, "").domain.partition("/")[2].partition("/")[2] or 0)
        free = [place for place, group in enumerate(_groups(number)) if group and 16 * place >= prefix]
        if not free:
            msg = "the value holds no group that could be enciphered"
            raise FormatError(msg)
        return number, free


def _ipv6(address: str) -> int:
    """The number of an address; -1 where it is none."""
    try:
        return int(IPv6Address(address))
    except AddressValueError:
        return -1


def ip_address() -> FirstOf:
    """IPv4 and IPv6 addresses; IPv6 addresses in an unusual form are enciphered digit by digit."""
    return FirstOf(Ipv4Format(), Ipv6Format(), Ipv6PlainFormat(), _HexFormat("ipv6/unusual", _COLONS, "exact"))


_COLONS = re.compile(r"[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,7}")


class _HexFormat(AlphanumericFormat):
    """Hexadecimal digits one by one, in texts of one form."""

    def __init__(self, name: str, form: re.Pattern[str], reading: Reading) -> None:
        super().__init__(name, alphabets=HEXADECIMAL, strict=True, reading=reading)
        self._form = form

    def split(self, text: str) -> tuple[Part, ...]:
        if not self._form.fullmatch(text):
            msg = f"the value does not have the form of {self.name}"
            raise FormatError(msg)
        return super().split(text)


_MAC = re.compile(r"[0-9A-Fa-f]{2}([:-]?)(?:[0-9A-Fa-f]{2}\1){4}[0-9A-Fa-f]{2}|(?:[0-9A-Fa-f]{4}\.){2}[0-9A-Fa-f]{4}")


class MacFormat(Format):
    """MAC addresses (EUI-48): the bits for group and local administration are kept, the other 46 enciphered."""

    reading: Reading = "code"
    keeps = "whether it is a group address, whether it is locally administered, separators, case"

    def split(self, text: str) -> tuple[Part, ...]:
        number = self._number(text)
        kept = number >> 40 & 0b11
        return (Part(f"mac/{kept}", 1 << 46, (number >> 42) << 40 | number & (1 << 40) - 1),)

    def join(self, text: str, ranks: Sequence[int]) -> str:
        high, low = divmod(ranks[0], 1 << 40)
        kept = self._number(text) >> 40 & 0b11
        digits = f"{high << 42 | kept << 40 | low:012x}"
        chars = iter(digits.upper() if text != text.lower() else digits)
        return "".join(next(chars) if char.isalnum() else char for char in text)

    def _number(self, text: str) -> int:
        if not _MAC.fullmatch(text) or text not in (text.lower(), text.upper()):
            msg = "the value is not a MAC address in one case"
            raise FormatError(msg)
        return int("".join(filter(str.isalnum, text)), 16)


def mac_address() -> FirstOf:
    """MAC addresses; in mixed case digit by digit."""
    return FirstOf(MacFormat(), _HexFormat("mac/mixed", _MAC, "code"))
