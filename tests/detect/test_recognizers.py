"""What is looked for everywhere and in the US is found without Presidio, as Presidio would find it."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from presidio_analyzer import EntityRecognizer, predefined_recognizers

from privacy_chains.detect.presidio import _RECOGNIZERS
from privacy_chains.detect.recognizers import RECOGNIZERS

KNOWN = (
    *("021000021", "0210-0002-1", "4111111111111111", "4111 1111 1111 1111", "378282246310005", "1234567893"),
    *("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "DE89370400440532013000", "GB82 WEST 1234 5698 7654 32", "10.0.0.12"),
    *(
        "0012.3456.789A",
        "BB1388568",
        "912803456",
        "X12345678",
        "900-70-1234",
        "900701234",
        "1EG4-TE5-MK73",
        "1EG4TE5MK73",
    ),
    *("1234-567-893", "536-22-8745", "53622-8745", "536228745", "078051120", "666-12-3456", "123456789012"),
)
SHAPES = st.one_of(
    st.sampled_from(KNOWN),
    *map(st.from_regex, (r"\A[0-9]{8,17}\Z", r"\A9[0-9]{2}-?[5-9][0-9]-?[0-9]{4}\Z", r"\A[A-Z]{1,2}[0-9]{7,8}\Z")),
    st.from_regex(r"\A[0-9]{3}[-. ]?[0-9]{2}[-. ]?[0-9]{4}\Z"),
)


@cache
def _theirs(name: str) -> Any:
    recognizer: EntityRecognizer = getattr(predefined_recognizers, _RECOGNIZERS[name])()
    return recognizer


@pytest.mark.parametrize("name", RECOGNIZERS)
@settings(max_examples=60)
@given(text=SHAPES)
def test_nothing_that_presidio_finds_is_lost(name: str, text: str) -> None:
    theirs = _theirs(name).analyze(text, [name], None)
    ours = {(found.start, found.end): found.score for found in RECOGNIZERS[name].analyze(text)}
    for found in theirs:
        if text[found.start : found.end].isascii():
            assert ours[found.start, found.end] >= found.score


def test_nothing_heavy_is_imported_to_read_ordinary_texts() -> None:
    script = (
        "import sys; from privacy_chains import Key, Sanitizer; s = Sanitizer(Key.from_bytes(bytes(range(32))));"
        "[s.sanitize(t) for t in sys.argv[1:]];"
        "print(*({'presidio_analyzer', 'spacy', 'torch'} & sys.modules.keys()))"
    )
    texts = ["id 12345678 and X1234567", *(f"number {code} and passport {code}" for code in KNOWN)]
    done = subprocess.run([sys.executable, "-c", script, *texts], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
