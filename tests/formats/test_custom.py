from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.errors import FormatError
from privacy_chains.formats.custom import AlphabetFormat, RankFormat
from privacy_chains.testing import check_laws, surrogate


@given(st.text("ACGT", min_size=1, max_size=40), st.integers(0, 99))
def test_an_alphabet_makes_a_format(text: str, seed: int) -> None:
    fmt = AlphabetFormat("GENOME", "ACGT")
    assert set(check_laws(fmt, text, seed=seed)) <= set("ACGT")
    surrogate(fmt, text, seed=seed)


def test_separators_of_an_alphabet_are_kept() -> None:
    fmt = AlphabetFormat("TAG", "01", separators="- ")
    assert fmt.split("01-10") == fmt.split("0110")
    assert check_laws(fmt, "01-1 0")[2] == "-"


@pytest.mark.parametrize(("alphabet", "separators"), [("a", ""), ("aba", ""), ("ab-", "-"), ("", "")])
def test_an_alphabet_that_cannot_work_is_refused(alphabet: str, separators: str) -> None:
    with pytest.raises(FormatError):
        AlphabetFormat("X", alphabet, separators=separators)


@pytest.mark.parametrize("text", ["", "ACGU", "acgt", "-"])
def test_characters_outside_the_alphabet_are_refused(text: str) -> None:
    with pytest.raises(FormatError):
        AlphabetFormat("GENOME", "ACGT", separators="-").split(text)


ROOM = RankFormat("ROOM", lambda text: int(text[1:]), lambda rank: f"R{rank:03}", 1000)


def test_two_functions_make_a_format() -> None:
    images = {ROOM.join("R007", [rank]) for rank in range(1000)}
    assert len(images) == 1000
    check_laws(ROOM, "R007")
    surrogate(ROOM, "R007")


@pytest.mark.parametrize("text", ["R7", "Q007", "R1000", "secret", "R-01", ""])
def test_what_the_functions_do_not_agree_on_is_refused_and_never_quoted(text: str) -> None:
    with pytest.raises(FormatError) as caught:
        ROOM.split(text)
    assert "secret" not in str(caught.value)
    assert caught.value.__context__ is None
