from __future__ import annotations

from typing import Any

import pytest
from adapter_support.codebook import Codebook
from adapter_support.local_chat import LocalChat
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage

from langchain_privacy_chains import protect
from langchain_privacy_chains._offsets import moved

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


@pytest.mark.parametrize("size", [1, 3, 1000])
@pytest.mark.parametrize("streamed", [False, True])
def test_citations_point_at_the_clear_words(size: int, streamed: bool, codebook: Codebook) -> None:
    wrote = "Xqzan Wurptel owes 83912 to Doblenka Mish. See there."
    start = wrote.index("Doblenka")
    cited = {"start_index": start, "end_index": wrote.index(". See"), "cited_text": "Doblenka Mish"}
    annotation = {"type": "citation", "url": "https://example.org", **cited}
    block: dict[str, Any] = {"type": "text", "text": wrote, "annotations": [annotation]}
    inner = LocalChat(size=size, respond=lambda *_: AIMessage([block]))
    model = protect(inner, codebook)
    chunks = list(model.stream("x")) if streamed else [model.invoke("x")]
    answer = chunks[0]
    for chunk in chunks[1:]:
        answer += chunk  # type: ignore[assignment]
    (read,) = answer.content
    assert isinstance(read, dict)
    (shown,) = read["annotations"]
    assert read["text"][shown["start_index"] : shown["end_index"]] == shown["cited_text"] == "Renée O'Hara"
