from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.contract.spans import Span
from privacy_chains.methods.characters.words import canonical, left_alone, parts, words


@given(st.text())
def test_words_stand_where_they_say_and_nothing_is_lost(text: str) -> None:
    found = list(words(text))
    assert all(text[word.start : word.end] == word.text for word in found)
    assert [word.text for word in found] == text.split()


def test_closed_spans_are_no_words() -> None:
    assert [word.text for word in words("ask (Ann), now", [Span(5, 8, "PERSON")])] == ["ask", "(", "),", "now"]


def test_code_addresses_and_calls_are_left_alone() -> None:
    text = "See `x = 1` at https://a.org/b?c and ```\ncode here\n``` of call_Ab12Cd34Ef now"
    assert [text[span.start : span.end] for span in left_alone(text)] == [
        "`x = 1`",
        "https://a.org/b?c",
        "```\ncode here\n```",
        "call_Ab12Cd34Ef",
    ]


@given(st.text())
def test_parts_join_to_the_word(text: str) -> None:
    assert "".join(part for part, _ in parts(text)) == text


@given(st.text())
def test_what_is_canonical_keeps_the_length(text: str) -> None:
    assert len(canonical(text)) == len(text)


def test_a_word_shows_no_text() -> None:
    (word,) = words("Osterhagen")
    assert "Osterhagen" not in repr(word)
