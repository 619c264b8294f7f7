"""What a splitter takes from a stored text is read back as it was, and refused where that cannot be told."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from privacy_chains import MarkError
from privacy_chains.adapting.quoting import Quotations
from privacy_chains.contract.records import Marked, Place

TEXT = Marked(
    "",
    "# On Bob Ray\n\nBob Ray pays 17 to\nEve.",
    (Place(5, 12, "Al Fox"), Place(14, 21, "Al Fox"), Place(33, 36, "Ann")),
)
READ = "# On Al Fox\n\nAl Fox pays 17 to\nAnn."


def test_the_text_of_these_tests_reads_as_it_should() -> None:
    assert TEXT.original == READ


@pytest.mark.parametrize(
    ("leaf", "read"),
    [
        ("Bob Ray pays 17 to\nEve.", "Al Fox pays 17 to\nAnn."),
        ("Bob  Ray   pays 17\n\nto Eve.", "Al Fox   pays 17\n\nto Ann."),  # a quotation with other white space
        ("/On Bob Ray/", "/On Al Fox/"),  # none, but whole surrogates
        ("Bob Ray & Eve", "Al Fox & Ann"),
        ("Ray pays 17", "Al Fox pays 17"),  # cut through, as chunks may be
        ("ob Ra", "ob Ra"),  # no part of a surrogate is read as all of it
        ("Bobby", "Bobby"),
        ("", ""),
        (" \n", " \n"),
        (17, 17),
        (float("inf"), float("inf")),
    ],
)
def test_what_is_quoted_is_read_back(leaf: str | float, read: str | float) -> None:
    assert Quotations(TEXT).read("window", leaf).original == read


@pytest.mark.parametrize("quoted", ["Released: 47", "Ann is 47. Bob"])
def test_a_surrogate_that_stands_for_two_values_is_refused_unless_its_place_is_known(quoted: str) -> None:
    text = Marked("", "Ann is 47. Bob is 47.", (Place(7, 9, "46"), Place(18, 20, "48")))
    if quoted.startswith("Ann"):
        assert Quotations(text).read("window", quoted).original == "Ann is 46. Bob"
    else:
        with pytest.raises(MarkError, match="several values"):
            Quotations(text).read("window", quoted)


def test_a_number_that_stands_in_the_text_in_clear_as_well_is_refused() -> None:
    text = Marked("", "Room 47. He is 47.", (Place(15, 17, "46"),))
    with pytest.raises(MarkError, match="several values"):
        Quotations(text).read("header", "/47/")


@given(st.text("ab ", min_size=1, max_size=12), st.data())
def test_chunks_of_several_sizes_are_found(stored: str, data: st.DataObject) -> None:
    text = Marked("", stored)
    sizes = data.draw(st.lists(st.integers(1, 5), min_size=1, max_size=3))
    chunks = [stored[start : start + size] for size in sizes for start in range(0, len(stored), size)]
    places = list(Quotations(text).chunks(chunks))
    assert [stored[start:end] for start, end in places] == chunks


@given(st.integers(1, 20), st.integers(0, 19))
def test_a_chunk_reads_as_the_part_that_it_is(size: int, overlap: int) -> None:
    assume(overlap < size)
    stored = str(TEXT.stored)
    stretches = [(start, min(start + size, len(stored))) for start in range(0, len(stored), size - overlap)]
    found = Quotations(TEXT).chunks([stored[start:end] for start, end in stretches])
    assert [TEXT.cut(*one).original for one in found] == [TEXT.cut(*one).original for one in stretches]


@given(st.text("a. ", min_size=1, max_size=30), st.integers(1, 9))
def test_parts_of_one_size_are_found_where_they_stand(stored: str, size: int) -> None:
    stretches = [(start, min(start + size, len(stored))) for start in range(0, len(stored), size)]
    assert list(Quotations(Marked("", stored)).chunks([stored[start:end] for start, end in stretches])) == stretches


def test_a_chunk_that_is_no_part_is_refused() -> None:
    with pytest.raises(MarkError, match="split before sanitizing"):
        list(Quotations(TEXT).chunks(["BOB RAY"]))
