"""The writer: what it says has exact places, is the same each time, and never fails for what a text holds."""

from __future__ import annotations

import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from math import isfinite
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_chains.errors import ModelError
from privacy_chains.models import Replacement, Tag, require_part, writer
from privacy_chains.models.embedded.graph import FILE, WINDOW
from privacy_chains.models.embedded.writer import WriterParts, _windows

TEXT = "Doctor: Any allergies?\nPatient: Penicillin, I think; Dr. O'Neil told me in 2019.  \ud800 Größe 東京 [MASK]"
LONG = " ".join(f"The clerk of room {number} wrote a long letter to Mr. Abernathy." for number in range(80))
TEXTS = st.text(st.characters(), max_size=60)


@pytest.fixture(scope="module")
def parts() -> WriterParts:
    return WriterParts()


def test_it_has_the_parts_that_it_says() -> None:
    assert writer().parts == ("surprisal", "importance", "tags", "fill")
    assert writer() is writer()
    assert require_part(writer(), "tags", needed_by="a test")("Oslo")[0].tag in get_args(Tag)


def test_nothing_is_loaded_before_it_is_asked() -> None:
    code = (
        "import sys, privacy_chains.models; model = privacy_chains.models.writer();"
        "print(*{'numpy', 'onnxruntime', 'tokenizers'} & sys.modules.keys())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


@pytest.mark.parametrize("text", [TEXT, LONG, "", " \n", "a", "\ud800", "x" * 3_000])
def test_scores_are_of_the_same_words_in_order(parts: WriterParts, text: str) -> None:
    surprisals, importances, tags = parts.surprisal(text), parts.importance(text), parts.tags(text)
    spans = [one[:2] for one in surprisals]
    assert spans == [one[:2] for one in importances] == [one[:2] for one in tags]
    borders = [border for span in spans for border in span]
    assert all(before <= after for before, after in pairwise([0, *borders, len(text)]))
    assert all(isfinite(one.bits) and one.bits >= 0 for one in surprisals)
    assert all(isfinite(one.log_norm) for one in importances)
    assert {one.tag for one in tags} <= set(get_args(Tag))


def test_words_are_runs_of_letters_and_digits_and_signs_alone(parts: WriterParts) -> None:
    words = [TEXT[one.start : one.end] for one in parts.tags(TEXT)]
    assert words[:4] == ["Doctor", ":", "Any", "allergies"]
    assert {"Penicillin", "2019", "O", "Neil", "Größe", "MASK"} <= set(words)
    assert "".join(words) == "".join(TEXT.split()).replace("\ud800", "")


@settings(max_examples=60, deadline=None)
@given(text=TEXTS, cuts=st.lists(st.integers(0, 60), max_size=6))
def test_a_text_of_any_kind_raises_nothing(parts: WriterParts, text: str, cuts: list[int]) -> None:
    borders = sorted(min(cut, len(text)) for cut in cuts[: len(cuts) // 2 * 2])
    spans = list(zip(borders[::2], borders[1::2], strict=True))
    for found in (parts.surprisal(text), parts.importance(text), parts.tags(text)):
        assert all(0 <= one.start <= one.end <= len(text) for one in found)
    filled = parts.fill(text, spans, 3)
    assert [len(words) for words in filled] == [3] * len(spans)


def test_it_says_the_same_each_time_and_in_every_thread() -> None:
    texts = [TEXT, LONG, "Call Ann.", LONG[40:]] * 3
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(WriterParts().surprisal, texts))
    assert together == [WriterParts().surprisal(text) for text in texts[:4]] * 3
    spans = [(0, 3), (4, 9), (3_000, 3_004)]
    assert WriterParts().fill(LONG, spans, 9) == WriterParts().fill(LONG, spans, 9)


def test_gaps_get_words_with_falling_probabilities(parts: WriterParts) -> None:
    filled = parts.fill(LONG, [(0, 3), (10, 10), (3_000, 3_004)], 500)
    assert [len(words) for words in filled] == [500] * 3
    for words in filled:
        chances = [word.probability for word in words]
        assert chances == sorted(chances, reverse=True)
        assert 0 <= sum(chances) <= 1 + 1e-4
        assert len({word.text for word in words}) == 500
        assert all(word.text.isalpha() and word.text.islower() for word in words)


def test_no_gap_is_told_by_what_stood_there(parts: WriterParts) -> None:
    before, after = "The patient was given ", " every morning for his heart."
    one, other = (
        parts.fill(before + word + after, [(len(before), len(before) + len(word))], 50)
        for word in ("aspirin", "immunoglobulins")
    )
    assert one == other


def test_there_are_no_more_words_than_it_knows(parts: WriterParts) -> None:
    (words,) = parts.fill("I live in Oslo.", [(10, 14)], 10**9)
    assert 20_000 < len(words) < 30_000
    assert sum(word.probability for word in words) == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize("spans", [[(3, 2)], [(0, 4), (3, 5)], [(0, 99)], [(-1, 2)]])
def test_spans_that_do_not_fit_are_refused(parts: WriterParts, spans: list[tuple[int, int]]) -> None:
    with pytest.raises(ModelError, match="spans"):
        parts.fill("some text", spans, 1)
    with pytest.raises(ModelError, match="one replacement"):
        parts.fill("some text", [], 0)


@given(count=st.integers(0, 5_000))
def test_windows_hold_all_pieces(count: int) -> None:
    found = list(_windows(count))
    assert all(0 < end - start <= WINDOW for start, end in found)
    assert {piece for start, end in found for piece in range(start, end)} == set(range(count))
    assert all(end - start >= 48 for (_, end), (start, _) in pairwise(found))


def test_a_copy_that_was_pickled_says_the_same(parts: WriterParts) -> None:
    copy: WriterParts = pickle.loads(pickle.dumps(parts))  # noqa: S301  # our own bytes
    assert copy.tags(TEXT) == parts.tags(TEXT)
    assert b"Penicillin" not in pickle.dumps(parts)


def test_what_is_remembered_holds_no_text(parts: WriterParts) -> None:
    parts.surprisal("the unmistakable Quillfeather")
    assert "Quillfeather" not in repr(vars(parts._recent))


def test_it_is_small() -> None:
    assert FILE.stat().st_size < 12 * 2**20


def test_a_replacement_is_a_word(parts: WriterParts) -> None:
    assert isinstance(parts.fill("a b c", [(2, 3)], 1)[0][0], Replacement)
