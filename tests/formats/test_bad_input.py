"""Values that people and detectors really hand over: other scripts, combining marks, next to nothing, far too much."""

from __future__ import annotations

import unicodedata

import pytest

from privacy_chains.errors import FormatError
from privacy_chains.formats import AlphabetFormat, Format, RankFormat, RegexFormat, built_in_formats, decipher, encipher
from privacy_chains.hazmat.ciphers import DomainCipher
from privacy_chains.testing import AffineCipher, surrogate

FORMATS = built_in_formats()
NAMES = ("PERSON", "LOCATION", "ORGANIZATION", "STREET_ADDRESS")
STRICT: dict[str, tuple[Format, str]] = {
    "regex": (RegexFormat(r"[A-Z]{2}\d{6}[A-D]"), "QX204417B"),
    "alphabet": (AlphabetFormat("GENOME", "ACGT"), "GATTACA"),
    "rank": (RankFormat("ROOM", lambda text: int(text[1:]), lambda rank: f"R{rank:03}", 1000), "R007"),
}
"""Formats that have no other to fall back on, and a member of each."""

SCRIPTS = {
    "HEBREW": "\u05e9\u05e8\u05d4 \u05db\u05d4\u05df",
    "ARABIC": "\u0645\u062d\u0645\u062f \u0639\u0644\u064a",
    "CJK": "\u5c71\u7530\u592a\u90ce",
    "HANGUL": "\uae40\ubbfc\uc218",
    "KATAKANA": "\u30de\u30ea\u30a2",
    "DEVANAGARI": "\u0930\u093e\u092e \u0936\u0930\u094d\u092e\u093e",
    "CYRILLIC": "\u0418\u0432\u0430\u043d \u041f\u0435\u0442\u0440\u043e\u0432",
    "GREEK": "\u0391\u03bd\u03bd\u03b1 \u03a0\u03b1\u03c0\u03c0\u03ac",
}
MIXED = (
    "\u0418\u0432\u0430\u043d Smith",
    "Anna-\u5c71\u7530",
    "\u05d3\u05d5\u05d3 (David)",
    "Maria \u0644\u0648\u0628\u064a\u0632 42",
    "A\u0430\u0391",  # Latin, Cyrillic and Greek letters of one look
)


def script(char: str) -> str:
    return unicodedata.name(char, "?").partition(" ")[0]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("of", SCRIPTS)
def test_a_name_in_another_script_stays_in_it(name: str, of: str) -> None:
    text = SCRIPTS[of]
    result = surrogate(FORMATS[name], text, seed=1)
    assert result != text
    assert {script(char) for char in result if char.isalpha()} == {of}
    assert len(result.split()) == len(text.split())


@pytest.mark.parametrize("of", ["HEBREW", "ARABIC"])
def test_a_name_that_is_read_from_right_to_left_still_is(of: str) -> None:
    for seed in range(20):
        result = surrogate(FORMATS["PERSON"], f"\u200f{SCRIPTS[of]}\u200f", seed=seed)
        assert result[0] == result[-1] == "\u200f"
        assert {unicodedata.bidirectional(char) for char in result if char.isalpha()} <= {"R", "AL"}


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("text", MIXED)
def test_each_letter_of_a_mixed_value_stays_in_its_script(name: str, text: str) -> None:
    result = surrogate(FORMATS[name], text, seed=2)
    assert sorted({script(c) for c in result if c.isalpha()}) == sorted({script(c) for c in text if c.isalpha()})


@pytest.mark.parametrize("form", ["NFC", "NFD"])
@pytest.mark.parametrize("name", FORMATS)
def test_composed_and_decomposed_letters_come_back_byte_for_byte(name: str, form: str) -> None:
    for text in ("Jos\u00e9 N\u00fa\u00f1ez", "\u00c5ngstr\u00f6m 7", "Vi\u1ec7t 12", "\uae40\ubbfc\uc218 3"):
        written = unicodedata.normalize(form, text)
        surrogate(FORMATS[name], written, seed=3)


@pytest.mark.parametrize("text", ["Jos\u00e9 N\u00fa\u00f1ez", "Zo\u00eb M\u00fcller", "Fran\u00e7ois Lef\u00e8vre"])
@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_a_listed_name_has_one_surrogate_in_the_form_it_was_written_in(text: str, form: str) -> None:
    result = surrogate(FORMATS["PERSON"], unicodedata.normalize(form, text), seed=4)
    assert unicodedata.is_normalized(form, result)
    assert unicodedata.normalize("NFC", result) == surrogate(FORMATS["PERSON"], text, seed=4)


@pytest.mark.parametrize("name", FORMATS)
def test_one_character_is_a_value(name: str) -> None:
    for text in ("x", "7", "\u00e9", "\u0645", "\u6f22", "\u042f", "\uac00"):
        surrogate(FORMATS[name], text, seed=5)


@pytest.mark.parametrize("kind", STRICT)
def test_a_strict_format_refuses_what_is_outside_its_alphabet_without_quoting_it(kind: str) -> None:
    fmt, member = STRICT[kind]
    surrogate(fmt, member)
    foreign = [member[:-1] + char for char in "\u0411\uff22\u0392\u0661\u05d1\u5c71\U0001d401\u00b2 "]
    for text in ("", member + member[-1] + "?", member.lower(), member + "\u0301", *foreign):
        with pytest.raises(FormatError) as caught:
            encipher(fmt, text, AffineCipher())
        assert not text or text not in str(caught.value)


@pytest.mark.parametrize(
    "name",
    [*NAMES, "API_KEY", "CRYPTO", "EMAIL_ADDRESS", "IP_ADDRESS", "ORDER_ID", "PASSWORD", "PHONE_NUMBER", "URL", "UUID"],
)
@pytest.mark.parametrize("unit", ["ab12-", "Anna ", "1.2.3"])
def test_a_value_of_ten_thousand_characters_comes_back(name: str, unit: str) -> None:
    text = unit * (10_000 // len(unit))
    cipher = DomainCipher(bytes(32))
    result = encipher(FORMATS[name], text, cipher)
    assert decipher(FORMATS[name], result, cipher) == text


def test_a_pattern_of_ten_thousand_characters_comes_back() -> None:
    fmt, text, cipher = RegexFormat("[1-9][0-9]*"), "7" * 10_000, DomainCipher(bytes(32))
    result = encipher(fmt, text, cipher)
    assert len(result) == len(text)
    assert decipher(fmt, result, cipher) == text
