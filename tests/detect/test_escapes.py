r"""Escaped characters, such as ``\u00fc``: read, written in the same way, and never in the way of a detector."""

from __future__ import annotations

import json

import pytest
from detect_support import marked
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains import Key, Sanitizer
from privacy_chains.detect import default_detector
from privacy_chains.detect.escapes import escaped_like, unescaped
from privacy_chains.errors import FormatError

SANITIZER = Sanitizer(Key.from_bytes(bytes(range(1, 33))))
DETECTOR = default_detector()
TEXTS = (
    r'{"name": "«J\u00fcrgen Klinsmann»", "age": «43»}',
    r'{"text": "{\"name\": \"«J\\u00fcrgen Klinsmann»\"}"}',
    r"«\u0041lice Turner» and «Alice Turner» are one",
    r'{"mail": "«j\u00f6rg@example.com»", "pay": "«\u20ac1.234,50»", "zip": 7}',
    r"SSN «\u0031\u0032\u0033-45-6789», «Zo\u00EB Turner», \ud83d\ude00 and half a pair \ud83d",
    r"SSN «123\u200b-45-6789»",
    r"«Ana Mar\u00eda L\u00f3pez»\nnext",
)


@pytest.mark.parametrize("text", TEXTS)
def test_what_stands_escaped_is_found_with_its_escapes(text: str) -> None:
    plain = text.replace("«", "").replace("»", "")
    assert marked(plain, DETECTOR.detect(plain)) == text


@pytest.mark.parametrize("text", TEXTS)
def test_it_goes_back_byte_for_byte_and_stays_valid(text: str) -> None:
    plain = text.replace("«", "").replace("»", "")
    prompt = SANITIZER.sanitize(plain)
    for spans, originals in zip(prompt.spans, prompt.originals, strict=True):
        for span, original in zip(spans, originals, strict=True):
            assert prompt.text[span.start : span.end] != original
    assert SANITIZER.desanitize(prompt.text, prompt) == plain
    assert SANITIZER.desanitize(f"He said: {prompt.text}", prompt) == f"He said: {plain}"
    assert [span.entity_type for span in DETECTOR.detect(prompt.text)] == [s.entity_type for s in prompt.spans[0]]
    if plain.startswith("{"):
        json.loads(prompt.text)


def test_an_escaped_name_and_a_plain_one_are_one_person() -> None:
    prompt = SANITIZER.sanitize(r"J\u00fcrgen Klinsmann, Jürgen Klinsmann")
    escaped, plain = prompt.text.split(", ")
    assert unescaped(escaped) == plain
    assert SANITIZER.desanitize(f"Dear {plain}", prompt) == "Dear Jürgen Klinsmann"


def test_what_was_found_in_one_form_is_swept_for_in_the_other() -> None:
    prompt = SANITIZER.sanitize(
        [r"Patient: J\u00fcrgen Wexolum", "wexolum, JÜRGEN WEXOLUM", r'{"a": "J\u00dcRGEN WEXOLUM"}']
    )
    assert "WEXOLUM" not in str(prompt.texts)
    assert [SANITIZER.desanitize(text, prompt) for text in prompt.texts][2] == r'{"a": "J\u00dcRGEN WEXOLUM"}'


def test_an_escaped_value_deciphers_with_the_key_alone() -> None:
    text = r'{"name": "J\u00fcrgen Klinsmann"}'
    assert SANITIZER.desanitize(SANITIZER.sanitize(text).text) == text


@given(st.text())
def test_json_is_read(text: str) -> None:
    written = json.dumps(text)[1:-1]
    if "\\u" in written and "\\\\" not in written:
        assert "".join(c for c in unescaped(written) if ord(c) > 127) == "".join(c for c in text if ord(c) > 127)


@given(
    st.text(st.characters(exclude_characters="\\", exclude_categories=["Cs"]), min_size=1),
    st.booleans(),
    st.integers(1, 4),
)
def test_what_is_written_like_escapes_is_read_again(value: str, upper: bool, slashes: int) -> None:
    like = "x" + "\\" * slashes + ("u00FC" if upper else "u00fc")
    written = escaped_like(value, like)
    assert written.isascii()
    assert unescaped(written) == value
    assert escaped_like(value, "plain") == value


def test_what_would_be_read_otherwise_is_refused() -> None:
    with pytest.raises(FormatError):
        escaped_like("ü\\u0041", r"\u00fc")
