from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.detect.network.stretches import WINDOW, blocks, stretches, windows


def pieces_of(text: str) -> list[str]:
    """The stretches that a text is read in, one piece for each word."""
    offsets = [found.span() for found in re.finditer(r"\w+|[^\w\s]", text)]
    return [text[offsets[first][0] : offsets[last - 1][1]] for first, last in stretches(text, offsets)]


SENTENCE = "It was late and nobody knew why it took so long. "  # of 12 pieces


def test_long_paragraphs_are_read_in_equal_parts_that_end_with_a_sentence() -> None:
    assert pieces_of(SENTENCE * 10) == [(SENTENCE * 10).strip()]
    assert pieces_of(SENTENCE * 12) == [(SENTENCE * 6).strip()] * 2
    assert pieces_of("and so on " * 100 + SENTENCE)[0].endswith("took so long.")


def test_a_full_stop_after_a_short_word_ends_no_sentence() -> None:
    text = "we asked Mr. Turner of St. Ives Rd. Nine " * 12
    assert pieces_of(text) == [text.strip()]


def test_lines_are_kept_whole_where_sentences_end_near_by() -> None:
    line = f"{SENTENCE * 2}and then some\n"
    assert all(part.endswith("some") for part in pieces_of(line * 20))


@given(st.lists(st.sampled_from([SENTENCE, "\n", "\n\n", "Inc. ", "word ", "wo, ", "x.Y! "]), max_size=120))
def test_a_stretch_is_read_as_it_is_by_itself(parts: list[str]) -> None:
    found = pieces_of("".join(parts))
    assert "".join("".join(found).split()) == "".join("".join(parts).split())
    assert all(pieces_of(stretch) == [stretch] for stretch in found)


@given(st.integers(0, 2_000))
def test_every_piece_is_in_a_window_and_none_reads_past_the_end(count: int) -> None:
    places = list(windows(count))
    read = [at for start, edge in places for at in range(start + edge, min(start + WINDOW, count))]
    assert set(read) == set(range(count))
    assert all(start + WINDOW <= count for start, _ in places if start)


@given(st.text(alphabet="a .\n", max_size=30), st.integers(0, 4_000))
def test_blocks_are_the_text_in_order(text: str, times: int) -> None:
    whole = text * times
    assert "".join(whole[start:end] for start, end in blocks(whole)) == whole
