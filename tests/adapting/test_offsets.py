from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.adapting import moved

WORDS = st.lists(st.sampled_from(["Ann", "Bob", " ", ", ", "owes", "é", "7"]), max_size=20)
LONGER = {"Ann": "Annabella", "Bob": "B"}


@given(WORDS)
def test_positions_between_words_follow_their_words(words: list[str]) -> None:
    spaced = [f"{word} " for word in words]
    replaced = [LONGER.get(word, word) + " " for word in words]
    move = moved("".join(spaced), "".join(replaced))
    for place in range(len(words) + 1):
        assert move(len("".join(spaced[:place]))) == len("".join(replaced[:place]))


@given(st.text(max_size=40))
def test_nothing_moves_in_a_text_that_stays(text: str) -> None:
    move = moved(text, text)
    assert [move(place) for place in range(len(text) + 1)] == list(range(len(text) + 1))
