from __future__ import annotations

import ipaddress

import pytest
from format_support import chosen, kept
from hypothesis import example, given
from hypothesis import strategies as st

from privacy_chains.errors import FormatError
from privacy_chains.formats.network import _V4, _V6, Ipv4Format, Ipv6Format, MacFormat, _Ranges, ip_address, mac_address
from privacy_chains.testing import check_laws, surrogate

FMT = ip_address()
PROPERTIES = (
    "is_private",
    "is_loopback",
    "is_link_local",
    "is_multicast",
    "is_reserved",
    "is_unspecified",
    "is_global",
)
V4 = st.ip_addresses(v=4) | st.ip_addresses(v=4, network="10.0.0.0/8") | st.ip_addresses(v=4, network="172.16.0.0/12")
V6 = (
    st.ip_addresses(v=6)
    | st.ip_addresses(v=6, network="2000::/3")
    | st.ip_addresses(v=6, network="fd00::/8")
    | st.ip_addresses(v=6, network="fe80::/64")
    | st.ip_addresses(v=6, network="2001::/23")
    | st.ip_addresses(v=6, network="ff00::/12")
)
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def properties(text: str) -> list[bool]:
    address = ipaddress.ip_address(text)
    return [bool(getattr(address, name)) for name in PROPERTIES]


@given(V4 | V6, st.integers(0, 99))
@example(ipaddress.ip_address("::ffff:efff:ffe8"), 0)
def test_addresses_keep_version_and_special_range(address: Address, seed: int) -> None:
    result = surrogate(FMT, str(address), seed=seed)
    assert ipaddress.ip_address(result).version == address.version
    assert properties(result) == properties(str(address))


@pytest.mark.parametrize(
    "network",
    [
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "203.0.113.0/24",
        "224.0.0.0/24",
        "fe80::/64",
        "fd00::/8",
        "2001:db8::/32",
        "ff02::/16",
        "2002::/16",
        "64:ff9b::/96",
    ],
)
def test_each_special_range_maps_onto_itself(network: str) -> None:
    parsed = ipaddress.ip_network(network)
    for seed in range(20):
        text = str(parsed[seed % parsed.num_addresses])
        assert ipaddress.ip_address(surrogate(FMT, text, seed=seed)) in parsed


@pytest.mark.parametrize("ranges", [_V4, _V6], ids=["ipv4", "ipv6"])
def test_the_classes_part_all_addresses(ranges: _Ranges) -> None:
    classes = {part.domain: part.size for part in (ranges.part(start, "x") for start in edges(ranges))}
    assert sum(classes.values()) == 1 << ranges.bits


@pytest.mark.parametrize("ranges", [_V4, _V6], ids=["ipv4", "ipv6"])
def test_an_address_belongs_to_the_smallest_network_around_it(ranges: _Ranges) -> None:
    networks = [ipaddress.ip_network(network) for network in ranges._networks.split()]
    make = ipaddress.IPv4Address if ranges.bits == 32 else ipaddress.IPv6Address
    for number in edges(ranges):
        around = [network for network in networks if make(number) in network]
        expected = str(max(around, key=lambda network: network.prefixlen)) if around else "global"
        part = ranges.part(number, "x")
        assert part.domain == f"x/{expected}"
        assert ranges.address(number, part.rank) == number


def edges(ranges: _Ranges) -> list[int]:
    """The first and last addresses of every network, and their neighbours outside."""
    found = {0, (1 << ranges.bits) - 1}
    for network in map(ipaddress.ip_network, ranges._networks.split()):
        first, last = int(network.network_address), int(network.broadcast_address)
        found |= {first - 1, first, last, last + 1}
    return sorted(number for number in found if 0 <= number < 1 << ranges.bits)


def test_a_small_range_is_bijective() -> None:
    texts = [f"192.0.2.{host}" for host in range(256)]
    assert sorted(surrogate(FMT, text) for text in texts) == sorted(texts)


@given(st.integers(0, 2**32 - 1))
def test_ranks_of_ipv4_addresses_are_exact(number: int) -> None:
    part = _V4.part(number, "x")
    assert 0 <= part.rank < part.size
    assert _V4.address(number, part.rank) == number


@given(V6, st.integers(0, 99), st.sampled_from(["compressed", "exploded"]), st.booleans())
def test_ipv6_text_keeps_its_form(address: ipaddress.IPv6Address, seed: int, form: str, upper: bool) -> None:
    text = getattr(address, form)
    text = text.upper() if upper else text
    result = surrogate(FMT, text, seed=seed)
    parsed = ipaddress.IPv6Address(result)
    if isinstance(chosen(FMT, text), Ipv6Format) and parsed.ipv4_mapped is None:
        # Where nothing has to be shortened, the full form is the canonical one.
        assert result.lower() == (parsed.compressed if text.lower() == address.compressed else getattr(parsed, form))
    assert (text == text.lower()) == (result == result.lower())


def test_a_canonical_address_and_its_full_form_usually_agree() -> None:
    same = 0
    for seed in range(50):
        short, full = (surrogate(FMT, text, seed=seed) for text in ("2001:db8::1", "2001:0db8:" + "0000:" * 5 + "0001"))
        same += ipaddress.ip_address(short) == ipaddress.ip_address(full)
    assert same > 25


@pytest.mark.parametrize(
    "text",
    [
        "8.8.8.8/24",
        "fe80::1%eth0",
        "2001:db8::/48",
        "::ffff:10.1.2.3",
        "2001:DB8::AB",
        "2001:db8:0:0:0:0:0:1",
        "2001:DB8::aB",
        "::",
    ],
)
def test_suffixes_zones_and_odd_forms_survive(text: str) -> None:
    for seed in range(10):
        result = surrogate(FMT, text, seed=seed)
        for mark in "/%":
            assert result.partition(mark)[1:] == text.partition(mark)[1:]


def test_a_mapped_address_has_the_surrogate_of_its_ipv4_address() -> None:
    assert surrogate(FMT, "::ffff:10.1.2.3") == "::ffff:" + surrogate(FMT, "10.1.2.3")


@pytest.mark.parametrize(
    "text", ["", "10.0.0", "256.1.1.1", "010.0.0.1", "1.2.3.4.5", "\u0661.2.3.4", "10.0.0.1%eth0", "cafe"]
)
def test_what_is_no_ipv4_address_is_refused(text: str) -> None:
    with pytest.raises(FormatError) as caught:
        Ipv4Format().split(text)
    assert caught.value.__context__ is None


@given(st.binary(min_size=6, max_size=6), st.sampled_from([":", "-", "", "."]), st.booleans(), st.integers(0, 99))
def test_mac_addresses_keep_their_flags_and_writing(raw: bytes, separator: str, upper: bool, seed: int) -> None:
    step = 4 if separator == "." else 2
    text = separator.join(raw.hex()[start : start + step] for start in range(0, 12, step))
    text = text.upper() if upper else text
    result = surrogate(mac_address(), text, seed=seed)
    assert [char if not char.isalnum() else "x" for char in result] == [
        char if not char.isalnum() else "x" for char in text
    ]
    assert bytes.fromhex("".join(filter(str.isalnum, result)))[0] & 3 == raw[0] & 3
    assert result in (result.upper(), result.lower())


def test_a_mac_address_has_one_surrogate_however_it_is_written() -> None:
    fmt = MacFormat()
    assert fmt.split("00:1A:2B:3C:4D:5E") == fmt.split("00-1a-2b-3c-4d-5e") == fmt.split("001a.2b3c.4d5e")
    check_laws(fmt, "00:1a:2b:3c:4d:5e")


def test_mixed_case_is_enciphered_digit_by_digit() -> None:
    text = "00:1a:2B:3c:4d:5e"
    assert kept(surrogate(mac_address(), text)) == kept(text)


@pytest.mark.parametrize("text", ["", "00:1a:2b:3c:4d", "00:1a-2b:3c:4d:5e", "zz:1a:2b:3c:4d:5e", "\uff10" * 12])
def test_what_is_no_mac_address_is_refused(text: str) -> None:
    with pytest.raises(FormatError):
        mac_address().split(text)


def test_a_mapped_address_is_the_same_with_and_without_dots() -> None:
    for seed in range(20):
        dotted, plain = (surrogate(FMT, text, seed=seed) for text in ("::ffff:8.8.4.4", "::ffff:808:404"))
        assert plain.count(":") == 4
        assert ipaddress.ip_address(dotted) == ipaddress.ip_address(plain)
