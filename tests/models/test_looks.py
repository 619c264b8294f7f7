"""What the network is told about letter case, digits and spaces."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.models.looks import LOOKS, looks


def pieces(text: str, *values: str) -> list[tuple[int, int]]:
    return [(text.index(value), text.index(value) + len(value)) for value in values]


def test_letter_case_digits_and_signs_look_different() -> None:
    text = "alice Alice ALICE A aLice 王 1 12 123 1234 12345 a1 $ . ,"
    found = looks(text, pieces(text, *text.split()))
    assert len(set(found[1:])) == len(found) - 1


def test_what_stands_before_counts() -> None:
    text = "ab ab\nab"
    glued, spaced, first = looks(text, [(0, 1), (1, 2), (3, 4), (6, 7)])[1:]
    assert len({glued, spaced, first}) == 3


def test_special_pieces_have_no_look() -> None:
    assert looks("a", [(0, 0), (0, 1), (0, 0)])[::2] == [0, 0]


@given(text=st.text(min_size=1, max_size=40), cuts=st.sets(st.integers(0, 40)))
def test_every_look_is_in_the_table(text: str, cuts: set[int]) -> None:
    borders = sorted({0, len(text), *(cut for cut in cuts if cut < len(text))})
    assert all(0 < look < LOOKS for look in looks(text, list(pairwise(borders))))
