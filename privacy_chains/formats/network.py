"""Network addresses: IPv4, IPv6, MAC."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import cached_property
from ipaddress import AddressValueError, IPv4Address, IPv6Address, ip_network
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

from privacy_chains.errors import FormatError
from privacy_chains.formats.alphanumeric import HEXADECIMAL, AlphanumericFormat, mixed_radix_rank, mixed_radix_unrank
from privacy_chains.formats.base import FirstOf, OneLook, Part, Reading, Write
from privacy_chains.lazy import lazily

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
"""Special ranges (IANA IPv6 Special-Purpose Address Registry), multicast scopes, and the ranges of the registries."""


class _Stretch(NamedTuple):
    """A run of addresses of one class, and how many addresses of that class come before it."""

    first: int
    name: str
    before: int


class _Ranges:
    """Disjoint classes of addresses: each network without the more specific networks inside it."""

    def __init__(self, networks: str, bits: int) -> None:
        self.bits = bits
        self._networks = networks

    def part(self, number: int, family: str) -> Part:
        """The class of an address, and its rank in it."""
        first, name, before = self._stretches[bisect_right(self._firsts, number) - 1]
        return Part(f"{family}/{name}", self._sizes[name], before + number - first)

    def address(self, like: int, rank: int) -> int:
        """The address with ``rank`` in the class of ``like``."""
        _, name, _ = self._stretches[bisect_right(self._firsts, like) - 1]
        stretches = self._by_class[name]
        first, _, before = stretches[bisect_right(stretches, rank, key=_before) - 1]
        return first + rank - before

    @cached_property
    def _stretches(self) -> list[_Stretch]:
        """All addresses, in order."""
        parsed = {ip_network(network) for network in self._networks.split()}
        ordered = sorted(parsed, key=lambda network: -network.prefixlen)  # the most specific first
        spans = [(int(network.network_address), int(network.broadcast_address), str(network)) for network in ordered]
        spans.append((0, (1 << self.bits) - 1, "global"))
        edges = sorted({edge for first, last, _ in spans for edge in (first, last + 1)})
        stretches: list[_Stretch] = []
        counted: dict[str, int] = {}
        for first, end in pairwise(edges):
            name = next(name for start, last, name in spans if start <= first <= last)
            stretches.append(_Stretch(first, name, counted.get(name, 0)))
            counted[name] = counted.get(name, 0) + end - first
        return stretches

    @cached_property
    def _sizes(self) -> dict[str, int]:
        """How many addresses each class holds."""
        ends = [*self._firsts[1:], 1 << self.bits]
        return {name: before + end - first for (first, name, before), end in zip(self._stretches, ends, strict=True)}

    @cached_property
    def _firsts(self) -> list[int]:
        return [stretch.first for stretch in self._stretches]

    @cached_property
    def _by_class(self) -> dict[str, list[_Stretch]]:
        found: dict[str, list[_Stretch]] = {}
        for stretch in self._stretches:
            found.setdefault(stretch.name, []).append(stretch)
        return found


_before = attrgetter("before")
_V4 = _Ranges(_IPV4_RANGES, 32)
_V6 = _Ranges(_IPV6_RANGES, 128)
_SUFFIX = lazily(r"(?P<address>[^%/]+)(?P<suffix>(?:%[0-9A-Za-z._-]+)?(?:/[0-9]{1,3})?)")
_PREFIX_LENGTH = lazily("[0-9]{1,3}")


def _take_apart(text: str) -> tuple[str, str]:
    """The address, and the zone and prefix length after it."""
    found = _SUFFIX.fullmatch(text)
    if not found or not text.isascii():
        msg = "the value is not an IP address"
        raise FormatError(msg)
    return found["address"], found["suffix"]


_OCTETS = {str(number): number for number in range(256)}


class Ipv4Format(OneLook):
    """IPv4 addresses in dotted decimal, with or without a prefix length, which is kept."""

    keeps = "version, special range (private, loopback, multicast, ...), prefix length"

    def read(self, text: str) -> tuple[tuple[Part, ...], Write]:
        address, slash, prefix = text.partition("/")
        octets = [_OCTETS.get(octet, -1) for octet in address.split(".")]
        if len(octets) != 4 or min(octets) < 0 or (slash and not _PREFIX_LENGTH.fullmatch(prefix)):
            msg = "the value is not an IPv4 address in dotted decimal"
            raise FormatError(msg)
        number = int.from_bytes(octets)

        def write(ranks: Sequence[int]) -> str:
            new = _V4.address(number, ranks[0]).to_bytes(4)
            return f"{new[0]}.{new[1]}.{new[2]}.{new[3]}{slash}{prefix}"

        return (_V4.part(number, "ipv4"),), write


_MAPPED = 0xFFFF << 32


def _canonical(number: int) -> str:
    if number >> 32 == 0xFFFF:
        return f"::ffff:{IPv4Address(number & 0xFFFFFFFF)}"
    return IPv6Address(number).compressed


def _mapped_in_hex(number: int) -> str:
    """An IPv4-mapped address without dots, as older software writes it; empty for others."""
    return f"::ffff:{number >> 16 & 0xFFFF:x}:{number & 0xFFFF:x}" if number >> 32 == 0xFFFF else ""


def _groups(number: int) -> list[int]:
    return [number >> shift & 0xFFFF for shift in range(112, -1, -16)]


def _plain(number: int) -> str:
    return ":".join(f"{group:x}" for group in _groups(number))


_FORMS: dict[str, Callable[[int], str]] = {
    "canonical": _canonical,
    "mapped": _mapped_in_hex,
    "full": lambda number: IPv6Address(number).exploded,
}
"""Ways to write an IPv6 address, the first that fits: RFC 5952, IPv4-mapped without dots, all 32 digits."""


class Ipv6Format(OneLook):
    """IPv6 addresses; an IPv4-mapped one has the surrogate of its IPv4 address.

    Canonical text (RFC 5952) has canonical surrogates. The form with all 32 digits is kept too. If such a surrogate
    would read as canonical, cycle-walking passes over it, so it can differ from the surrogate of the canonical text.
    """

    keeps = "version, special range (unique local, link-local, multicast scope, ...), form, case, zone, prefix length"

    def read(self, text: str) -> tuple[tuple[Part, ...], Write]:
        address, suffix = _take_apart(text)
        number, form, upper = self._read(address)
        mapped = number >> 32 == 0xFFFF
        ranges, family, like = (_V4, "ipv4", number & 0xFFFFFFFF) if mapped else (_V6, "ipv6", number)

        def write(ranks: Sequence[int]) -> str:
            new = ranges.address(like, ranks[0])
            written = _FORMS[form](_MAPPED | new if mapped else new)
            return (written.upper() if upper else written) + suffix

        return (ranges.part(like, family),), write

    @staticmethod
    def _read(address: str) -> tuple[int, str, bool]:
        """The number, its written form, and whether its letters are upper-case."""
        number = _ipv6(address)
        upper = address != address.lower()
        for form, write in _FORMS.items() if number >= 0 else ():
            if (write(number).upper() if upper else write(number)) == address:
                return number, form, upper
        msg = "the value is not an IPv6 address in one of the usual forms"
        raise FormatError(msg)


class Ipv6PlainFormat(OneLook):
    """IPv6 addresses whose zero groups are written out (``2001:db8:0:0:0:0:0:1``): those groups are kept.

    The groups that identify the range are kept too. The others become groups that are not zero.
    """

    keeps = "version, special range, zero groups, the leading groups that name the range, case"

    def read(self, text: str) -> tuple[tuple[Part, ...], Write]:
        number, free = self._read(text)
        groups = _groups(number)
        rank, size = mixed_radix_rank([(groups[place] - 1, 0xFFFF) for place in free])
        name = _V6.part(number, "ipv6").domain

        def write(ranks: Sequence[int]) -> str:
            new = list(groups)
            for place, value in zip(free, mixed_radix_unrank(ranks[0], [0xFFFF] * len(free)), strict=True):
                new[place] = value + 1
            written = ":".join(f"{group:x}" for group in new)
            return written.upper() if text != text.lower() else written

        return (Part(f"{name}/plain/{','.join(map(str, free))}", size, rank),), write

    @staticmethod
    def _read(text: str) -> tuple[int, list[int]]:
        """The number, and the positions of the groups that are enciphered."""
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
    """The number of an address; -1 if it is not one."""
    try:
        return int(IPv6Address(address))
    except AddressValueError:
        return -1


def ip_address() -> FirstOf:
    """IPv4 and IPv6 addresses. IPv6 addresses in an unusual form are enciphered digit by digit."""
    return FirstOf(Ipv4Format(), Ipv6Format(), Ipv6PlainFormat(), _HexFormat("ipv6/unusual", _COLONS, "exact"))


_COLONS = lazily(r"[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,7}")


class _HexFormat(AlphanumericFormat):
    """Hexadecimal digits one by one, in texts of one form."""

    def __init__(self, name: str, form: re.Pattern[str], reading: Reading) -> None:
        super().__init__(name, alphabets=HEXADECIMAL, strict=True, reading=reading)
        self._form = form

    def read(self, text: str) -> tuple[tuple[Part, ...], Write]:
        if not self._form.fullmatch(text):
            msg = f"the value does not have the form of {self.name}"
            raise FormatError(msg)
        return super().read(text)


_MAC = lazily(r"[0-9A-Fa-f]{2}([:-]?)(?:[0-9A-Fa-f]{2}\1){4}[0-9A-Fa-f]{2}|(?:[0-9A-Fa-f]{4}\.){2}[0-9A-Fa-f]{4}")


class MacFormat(OneLook):
    """MAC addresses (EUI-48): the bits for group and local administration are kept, the other 46 enciphered."""

    reading: Reading = "code"
    keeps = "whether it is a group address, whether it is locally administered, separators, case"

    def read(self, text: str) -> tuple[tuple[Part, ...], Write]:
        if not _MAC.fullmatch(text) or text not in (text.lower(), text.upper()):
            msg = "the value is not a MAC address in one case"
            raise FormatError(msg)
        number = int("".join(filter(str.isalnum, text)), 16)
        kept = number >> 40 & 0b11

        def write(ranks: Sequence[int]) -> str:
            high, low = divmod(ranks[0], 1 << 40)
            digits = f"{high << 42 | kept << 40 | low:012x}"
            chars = iter(digits.upper() if text != text.lower() else digits)
            return "".join([next(chars) if char.isalnum() else char for char in text])

        return (Part(f"mac/{kept}", 1 << 46, (number >> 42) << 40 | number & (1 << 40) - 1),), write


def mac_address() -> FirstOf:
    """MAC addresses. Those in mixed case are enciphered digit by digit."""
    return FirstOf(MacFormat(), _HexFormat("mac/mixed", _MAC, "code"))
