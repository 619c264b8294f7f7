"""Encoded texts stay in their coding."""

from __future__ import annotations

from email.header import Header, decode_header

from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.formats.encoded import QuotedFormat, encoded_text
from privacy_chains.testing import check_format, surrogate


def test_the_q_coding_has_the_laws_of_a_format() -> None:
    members = ["Rosalind_Pemberton", "Dr=2E_Anna_Weber", "J=FCrgen", "Jürgen_Müller", "=E9=D7=C1=CE", "山田", "a.b"]
    check_format(QuotedFormat(), members, refuses=["a b", "a?b", "=", "a=", "=zz", "...", "x" * 300])


def test_no_blank_tells_where_a_name_ends() -> None:
    written = {surrogate(encoded_text(), "Rosalind.Pemberton_Weber", seed=seed) for seed in range(50)}
    assert len({text.find("_") for text in written}) > 5


@given(st.from_regex(r"[A-Za-z0-9_.\-]{2,40}", fullmatch=True), st.integers(0, 99))
def test_what_the_q_coding_says_stays_so_long(text: str, seed: int) -> None:
    if any(map(str.isalpha, text)):
        assert len(surrogate(encoded_text(), text, seed=seed)) == len(text)


@given(st.text(st.characters(min_codepoint=0xC0, max_codepoint=0xFF, categories=["L"]), min_size=1), st.integers(0, 9))
def test_an_old_charset_stays_readable(text: str, seed: int) -> None:
    said = Header(text[:20], "iso-8859-1", maxlinelen=200).encode()
    payload = said.removeprefix("=?iso-8859-1?q?").removesuffix("?=")
    result = surrogate(encoded_text(), payload, seed=seed)
    ((raw, charset),) = decode_header(f"=?iso-8859-1?q?{result}?=")
    assert charset == "iso-8859-1"
    assert len(raw.decode("iso-8859-1")) == len(text[:20])
