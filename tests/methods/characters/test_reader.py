import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.errors import DesanitizeError
from privacy_chains.methods.characters.reader import ChannelReader, Sent

PROMPT = [
    Sent("Jlease", "Please"),
    Sent("ask", "ask"),
    Sent("Ssaerhageg,", "Osterhagen,"),
    Sent("Mcrtin", "Martin"),
    Sent("Kx.", "Dr."),
    Sent("house", "horse"),
    Sent("Mxxxin", "Maxxin"),
    Sent("Kvo", "Ann"),
    Sent("Kvo", "Eve"),
]
READER = ChannelReader([PROMPT])


def sent(words: list[Sent]) -> str:
    return " ".join(word.sent for word in words)


def original(words: list[Sent]) -> str:
    return " ".join(word.original for word in words)


def test_a_repetition_is_read_word_by_word() -> None:
    assert READER.text(sent(PROMPT)) == original(PROMPT)
    assert READER.text(f"You wrote: {sent(PROMPT[2:6])} and so on") == f"You wrote: {original(PROMPT[2:6])} and so on"


@pytest.mark.parametrize(
    ("answer", "read"),
    [
        ("Hello Ssaerhageg!", "Hello Osterhagen!"),
        ("(Ssaerhageg)", "(Osterhagen)"),
        ("Hello Osaerhagen.", "Hello Osterhagen."),  # half restored
        ("Hello Osterhagen.", "Hello Osterhagen."),
        ("Hello Xyzzyplugh.", "Hello Xyzzyplugh."),
        ("a house is big", "a house is big"),  # an ordinary word that the model may mean
        ("Tell Kvo.", "Tell Kvo."),  # two originals
    ],
)
def test_words_alone_are_read_where_one_original_explains_them(answer: str, read: str) -> None:
    assert READER.text(answer) == read


def test_what_is_ambiguous_is_counted() -> None:
    stream = READER.stream()
    stream.feed("Tell Kvo about a house and Ssaerhageg today")
    stream.flush()
    assert (stream.restored, stream.ambiguous) == (1, 2)


@given(st.lists(st.sampled_from([*sorted({word.sent for word in PROMPT}), "and", "x", "\n", " "])), st.data())
def test_however_it_is_cut_it_reads_the_same(words: list[str], data: st.DataObject) -> None:
    answer = data.draw(st.sampled_from([" ", "  ", "\n"])).join(words)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(answer)))))
    stream, last, read = READER.stream(), 0, ""
    for cut in [*cuts, len(answer)]:
        read += stream.feed(answer[last:cut])
        last = cut
    assert read + stream.flush() == READER.text(answer)


@given(st.text())
def test_text_that_repeats_nothing_stays(text: str) -> None:
    assert ChannelReader([[Sent("Qqqqqqq", "Martin")]]).text(text.replace("Q", "")) == text.replace("Q", "")


def test_values_keep_their_types() -> None:
    value = {"Ssaerhageg": [1, 2.5, True, None, ("Ssaerhageg",)]}
    assert READER.value(value) == {"Osterhagen": [1, 2.5, True, None, ("Osterhagen",)]}


@pytest.mark.parametrize("size", [1, 2, 5, 100])
def test_strings_of_json_are_read(size: int) -> None:
    text = '{"a": "Ssaerhageg \\"Kvo\\"", "n": 12, "Mcrtin": "ö \\u00e9"}'
    stream = READER.stream(json=True)
    read = "".join(stream.feed(text[start : start + size]) for start in range(0, len(text), size)) + stream.flush()
    assert read == '{"a": "Osterhagen \\"Kvo\\"", "n": 12, "Martin": "ö \\u00e9"}'


def test_json_without_an_end_is_passed_on() -> None:
    stream = READER.stream(json=True)
    assert stream.feed('{"a": "Ssaer') + stream.flush() == '{"a": "Ssaer'


def test_it_shows_nothing_and_is_not_pickled() -> None:
    assert "Osterhagen" not in repr(READER)
    assert READER.surrogates["Ssaerhageg"] == "Osterhagen"
    assert "Kvo" not in READER.surrogates
    with pytest.raises(DesanitizeError):
        pickle.dumps(READER)
