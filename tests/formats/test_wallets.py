from __future__ import annotations

import hashlib

import pytest
from format_support import chosen, kept
from hypothesis import given
from hypothesis import strategies as st
from stdnum import bitcoin

from privacy_chains.errors import FormatError
from privacy_chains.formats._keccak import keccak256
from privacy_chains.formats.wallets import Base58CheckFormat, Bech32Format, EthereumFormat, WalletTextFormat, wallet
from privacy_chains.testing import check_laws, surrogate

FMT = wallet()
# The address of the genesis block; examples of BIP 173, BIP 350 and EIP-55.
BASE58 = ["1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy", "1111111111111111111114oLvT2"]
BECH32 = [
    "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4",
    "tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7",
    "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
]
ETHEREUM = [
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
    "0xde709f2102306220921060314715629080e2fb77",
    "0x52908400098527886E0F7030069857D2E4169EE7",
]


@pytest.mark.parametrize("text", [*BASE58, *BECH32[:2]])
def test_bitcoin_addresses_stay_valid(text: str) -> None:
    for seed in range(10):
        check_laws(FMT, text, seed=seed)
        assert bitcoin.is_valid(
            surrogate(FMT, text, seed=seed).lower() if text.isupper() else surrogate(FMT, text, seed=seed)
        )


@pytest.mark.parametrize("text", BECH32)
def test_bech32_keeps_network_version_length_and_case(text: str) -> None:
    for seed in range(10):
        result = surrogate(FMT, text, seed=seed)
        assert isinstance(chosen(FMT, result), Bech32Format)
        assert result[:4] == text[:4]
        assert len(result) == len(text)
        assert result.isupper() == text.isupper()


@given(st.binary(min_size=20, max_size=20), st.sampled_from([0, 5, 30, 48]), st.integers(0, 99))
def test_base58_addresses_of_any_network(payload: bytes, version: int, seed: int) -> None:
    fmt = Base58CheckFormat()
    like = surrogate(fmt, "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa")
    assert fmt.split(like)[0].domain == "base58check/0/20"
    body = bytes((version,)) + payload
    text = _base58(body + hashlib.sha256(hashlib.sha256(body).digest()).digest()[:4])
    check_laws(fmt, text, seed=seed)
    surrogate(fmt, text, seed=seed)


def _base58(data: bytes) -> str:
    alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
    number, written = int.from_bytes(data, "big"), ""
    while number:
        number, digit = divmod(number, 58)
        written = alphabet[digit] + written
    return "1" * (len(data) - len(data.lstrip(b"\0"))) + written


@pytest.mark.parametrize("text", ETHEREUM)
def test_ethereum_addresses_keep_their_checksum(text: str) -> None:
    fmt = EthereumFormat()
    for seed in range(5):
        result = surrogate(FMT, text, seed=seed)
        assert isinstance(chosen(FMT, result), EthereumFormat)
        if text[2:] not in (text[2:].lower(), text[2:].upper()):
            assert fmt._write(result[2:].lower(), "checksum") == result[2:]


def test_an_ethereum_address_is_one_value_in_any_case() -> None:
    fmt = EthereumFormat()
    assert fmt.split(ETHEREUM[0]) == fmt.split(ETHEREUM[0].lower())


@pytest.mark.parametrize(
    "text",
    [
        "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb",
        "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5",
        "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD",
    ],
)
def test_wrong_checksums_stay_wrong_in_the_alphabet_of_the_kind(text: str) -> None:
    for seed in range(10):
        result = surrogate(FMT, text, seed=seed)
        assert isinstance(chosen(FMT, result), WalletTextFormat)
        assert kept(result) == kept(text)
        assert result[0] == text[0]


@pytest.mark.parametrize(
    ("message", "digest"),
    [
        (b"", "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"),
        (b"abc", "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45"),
    ],
)
def test_keccak_gives_the_digests_of_the_submission(message: bytes, digest: str) -> None:
    assert keccak256(message).hex() == digest


@given(st.binary(max_size=400))
def test_keccak_agrees_with_another_implementation(message: bytes) -> None:
    keccak = pytest.importorskip("Crypto.Hash.keccak")
    assert keccak256(message) == keccak.new(digest_bits=256, data=message).digest()


@pytest.mark.parametrize("text", ["", "1", "0x12", "wallet", "1" * 200, "bc1", "0O" * 20])
def test_what_is_no_wallet_is_refused(text: str) -> None:
    with pytest.raises(FormatError):
        FMT.split(text)
