from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_chains.contract.entities import ENTITY_TYPES, Category
from privacy_chains.errors import FormatError
from privacy_chains.formats import built_in_formats, built_in_quantities, decipher, encipher
from privacy_chains.formats.base import FirstOf
from privacy_chains.testing import AffineCipher, surrogate

FORMATS = built_in_formats()
NASTY = [
    "4111 1111 1111 1111",
    "078-05-1120",
    "\uff11\uff12\uff13\uff14",
    "\u0661\u0662\u0663-45-6789",
    "1\u00b23",
    "caf\u00e9 7",
    "cafe\u0301 7",
    "\u05e9\u05dc\u05d5\u05dd 12",
    "\u6771\u4eac\u90fd1-2-3",
    "x",
    "7",
    "A-1",
    "\u0410\u0411123",
    "ab\u200bcd12",
    "\U0001f600 9",
    "\n12\t34",
    "I\u0307stanbul 5",
    "\u00df\u1e9e 3",
]


def test_every_enciphered_type_has_a_format_and_the_other_way_round() -> None:
    assert set(FORMATS) == {name for name, kind in ENTITY_TYPES.items() if kind.category is Category.FORMAT}
    assert set(built_in_quantities()) <= {
        name for name, kind in ENTITY_TYPES.items() if kind.category is Category.VALUE
    }


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_declares_what_it_keeps(name: str) -> None:
    fmt = FORMATS[name]
    assert fmt.keeps
    assert fmt.reading in ("words", "code", "exact", "day", "address")
    assert isinstance(fmt, FirstOf)
    assert all(inner.keeps for inner in fmt.formats)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("text", NASTY)
def test_no_detected_value_is_left_clear_or_crashes(name: str, text: str) -> None:
    result = surrogate(FORMATS[name], text, seed=1)
    assert len(result) > 0


@pytest.mark.parametrize("name", sorted(set(FORMATS) - {"PERSON", "LOCATION", "ORGANIZATION", "STREET_ADDRESS"}))
def test_any_text_with_an_ascii_digit_comes_back(name: str) -> None:
    cipher = AffineCipher(7)

    @settings(max_examples=25)  # for each of eighty types
    @given(st.text(max_size=12), st.integers(0, 10**12), st.text(max_size=3))
    def holds(before: str, number: int, after: str) -> None:
        text = f"{before}{number}{after}"
        assert decipher(FORMATS[name], encipher(FORMATS[name], text, cipher), cipher) == text

    holds()


@pytest.mark.parametrize("name", sorted(set(FORMATS) - {"PASSWORD"}))  # a password may be signs alone
@pytest.mark.parametrize("text", ["", " ", "---", "\u0301"])
def test_a_value_without_letters_and_digits_is_refused(name: str, text: str) -> None:
    with pytest.raises(FormatError):
        encipher(FORMATS[name], text, AffineCipher())


@pytest.mark.parametrize("name", ["US_SSN", "EMAIL_ADDRESS", "ORDER_ID", "API_KEY", "CREDIT_CARD", "IBAN_CODE"])
def test_ten_thousand_characters_come_back(name: str) -> None:
    text = "ab12-" * 2000
    cipher = AffineCipher(3)
    assert decipher(FORMATS[name], encipher(FORMATS[name], text, cipher), cipher) == text


def test_loading_the_formats_loads_nothing_heavy() -> None:
    code = (
        "import sys, privacy_chains.formats as f; f.built_in_formats();"
        "print([m for m in ('numpy', 'phonenumbers', 'stdnum', 'presidio_analyzer', 'spacy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_documentation_names_every_type() -> None:
    page = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
    assert [name for name in FORMATS if f"`{name}`" not in page] == []
