"""Input built to hurt: it costs linear time and bounded memory, and comes back as it was.

Quadratic time would run into the limits of these tests; how time grows is measured in ``benchmarks/bench_growth.py``.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from desanitize.test_corpus import NAMED, PEOPLE

from privacy_chains.desanitize import Desanitizer, JsonDesanitizer, Reader
from privacy_chains.errors import DesanitizeError

LENGTH = 100_000
A_MILLION = 1_000_000


@pytest.fixture(scope="module")
def read() -> Reader:
    return Reader([*NAMED.values(), *(alias for people in PEOPLE.values() for alias in people[1:])])


def _whole(stream: Desanitizer | JsonDesanitizer, text: str, size: int) -> str:
    return "".join(stream.feed(text[at : at + size]) for at in range(0, len(text), size)) + stream.flush()


ENDLESS = {
    "one token": "a",
    "one number": "7",
    "the start of a code, again and again": "123-45-678 ",
    "the digits of a code": "123456789",
    "alternating prefixes": "Toren Kelma ",
    "a name that never ends": "Toren ",
    "an initial that never ends": "T. ",
    "grouped digits": "1,111,",
    "cells": "1,",
    "groups of three": "111 ",
    "backslashes": "\\",
    "escapes": "\\\\u00",
    "entities": "&nbsp",
    "percent signs": "%",
    "spaces": " ",
    "underscores": "_",
    "combining marks": "e\u0301\u0302",
    "lone surrogates": "\ud83d",
    "small numbers": "47 ",
    "quotes": '"',
    "brackets": "[{",
    "minus signs": "-",
    "ages with a sex": "47F, ",
    "escaped groups": "111{,}",
    "dates with markup": "05**********August**********x ",
}


@pytest.mark.parametrize("piece", ENDLESS.values(), ids=ENDLESS)
@pytest.mark.parametrize("json", [False, True], ids=["text", "json"])
@pytest.mark.timeout(120)
def test_endless_input_costs_linear_time(read: Reader, piece: str, json: bool) -> None:
    text = (piece * (LENGTH // len(piece) + 1))[:LENGTH]
    whole = _whole(read.stream(json=json), text, LENGTH)
    assert _whole(read.stream(json=json), text[:15_000], 3) == _whole(read.stream(json=json), text[:15_000], 15_000)
    assert whole.count("Soze") == 0


TOKENS = {
    "small letters": "a",
    "capitals": "K",
    "figures": "7",
    "a name": "Kelmar",
    "a code": "123456789",
    "marks": "e\u0301",
}


@pytest.mark.parametrize("piece", TOKENS.values(), ids=TOKENS)
@pytest.mark.parametrize("size", [A_MILLION, 4_096], ids=["whole", "chunks"])
@pytest.mark.timeout(120)
def test_a_token_of_a_million_characters_costs_linear_time(read: Reader, piece: str, size: int) -> None:
    text = (piece * A_MILLION)[:A_MILLION]
    assert _whole(read.stream(), f"{text} and Toren Kelmar", size) == f"{text} and Kaiser Soze"


@pytest.mark.parametrize("piece", ENDLESS.values(), ids=ENDLESS)
def test_little_is_held_back(read: Reader, piece: str) -> None:
    text = (piece * (5_000 // len(piece) + 1))[:5_000]
    stream, out, most = read.stream(), 0, 0
    for index, char in enumerate(text, 1):
        out += len(stream.feed(char))
        most = max(most, index - out)
    assert most < 600


@pytest.mark.parametrize(
    "document",
    [
        '{"a": "Tore',
        '{"a": "x\\',
        '{"a": "x\\u12',
        '{"a": "\\ud83d',
        '"\\q\\x"',
        '{"a": 1e',
        "]]]}}}",
        '{"a": -}',
        "tru",
        '"\\ud83d\\ude00 \\ude00 \\ud83d"',
        "[" * 5_000 + "]" * 5_000,
        '{"a":' * 3_000,
    ],
    ids=lambda document: document[:12],
)
def test_json_that_is_not_json_passes_through(read: Reader, document: str) -> None:
    for size in (1, 2, 7, len(document)):
        assert _whole(read.stream(json=True), document, size) == document


@pytest.mark.parametrize(
    "make", [lambda read: read.stream(), lambda read: read.stream(json=True)], ids=["text", "json"]
)
def test_a_flushed_stream_takes_no_more(read: Reader, make: Callable[[Reader], Desanitizer]) -> None:
    stream = make(read)
    stream.feed("x")
    assert stream.flush() == ("" if isinstance(stream, JsonDesanitizer) else "x") or stream.flush() == ""
    assert stream.flush() == ""
    with pytest.raises(DesanitizeError):
        stream.feed("x")


def test_nested_json_in_a_string_is_read(read: Reader) -> None:
    document = '{"arguments": "{\\"name\\": \\"Toren Kelmar\\", \\"age\\": 47}"}'
    expected = '{"arguments": "{\\"name\\": \\"Kaiser Soze\\", \\"age\\": 52}"}'
    for size in (1, 5, len(document)):
        assert _whole(read.stream(json=True), document, size) == expected
