from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_chains.errors import MissingPart
from privacy_chains.keys import Key
from privacy_chains.methods.characters import CharacterNoise, ModelRestorer
from privacy_chains.methods.characters.rewrite import REWRITE, aligned
from privacy_chains.models import LocalModel
from privacy_chains.testing import check_method

KEY = Key.from_bytes(bytes(range(32)))
CLEAR = "Please tell the nurse that the patient has taken her tablets twice today, and ask about Osterhagen."
EPSILON = Fraction(4)


class Writer:
    """Writes what it is told to, and remembers what it was asked."""

    def __init__(self, answer: str | None = None) -> None:
        self.answer, self.asked = answer, list[str]()

    def __call__(self, prompt: str, /, max_tokens: int = 256, **_: Any) -> str:
        self.asked.append(prompt)
        return prompt.removeprefix(REWRITE).strip() if self.answer is None else self.answer

    def model(self) -> LocalModel:
        return LocalModel(name="writer", generate=self)


def noise(writer: Writer, **how: Any) -> CharacterNoise:
    return CharacterNoise(KEY, **{"epsilon": EPSILON, **how}, restore=writer.model())


def test_a_model_that_knows_the_text_restores_it() -> None:
    writer = Writer(f"Sure! Here it is: {CLEAR}")
    plain = CharacterNoise(KEY, epsilon=EPSILON).sanitize(CLEAR).text.split()
    sent = noise(writer).sanitize(CLEAR).text.split()
    right = [sum(a == b for a, b in zip(text, CLEAR.split(), strict=True)) for text in (plain, sent)]
    assert right[0] < 9
    assert right[1] > 15


def test_a_model_never_sees_the_clear_text() -> None:
    writer = Writer()
    noise(writer, epsilon=1).sanitize(CLEAR)
    assert writer.asked
    assert not [word for word in CLEAR.split() if len(word) > 4 and word in " ".join(writer.asked)]


def test_an_echo_changes_nothing() -> None:
    assert noise(Writer()).sanitize(CLEAR).text == CharacterNoise(KEY, epsilon=EPSILON).sanitize(CLEAR).text


def test_what_the_channel_does_not_explain_does_not_count() -> None:
    restorer = ModelRestorer(Writer("cat dog bird").model(), EPSILON, "class")
    assert restorer.restore(["cxt", "zqw", "bird"], [True, True, True]) == ["cat", "zqw", "bird"]
    assert restorer.restore(["Cxt", "dogs", "b1rd"], [True, True, True]) == ["Cxt", "dogs", "b1rd"]


def test_words_without_noise_stay_whatever_the_model_writes() -> None:
    restorer = ModelRestorer(Writer("sha went").model(), EPSILON, "class")
    assert restorer.restore(["she", "wxnt"], [False, True]) == ["she", "went"]


def test_equal_words_become_what_was_written_most_often() -> None:
    restorer = ModelRestorer(Writer("them then them").model(), EPSILON, "class")
    assert restorer.restore(["thwx"] * 3, [True] * 3, pooled=True) == ["them"] * 3
    assert restorer.restore(["thwx"] * 3, [True] * 3) == ["them", "then", "them"]


def test_a_text_that_is_sent_again_is_not_written_again() -> None:
    writer = Writer()
    method = noise(writer)
    first, second = (method.sanitize([CLEAR, "And more."]).texts for _ in range(2))
    assert first == second
    assert len(writer.asked) == 2


def test_a_long_text_is_asked_for_in_pieces() -> None:
    writer = Writer()
    noise(writer).sanitize("\n".join(f"{CLEAR} {line}" for line in range(40)))
    assert len(writer.asked) >= 8
    assert max(map(len, writer.asked)) < 1000


@pytest.mark.parametrize("answer", [None, "", CLEAR, "no\nidea 🙂 whatever"])
def test_it_keeps_the_contract_of_sanitizers(answer: str | None) -> None:
    check_method(noise(Writer(answer), epsilon=1), {"Ask Quentin Varga-Lindt, QX204417B!": ["Lindt", "QX204417B"]})


@settings(max_examples=40)
@given(text=st.text(), answer=st.text())
def test_any_text_and_any_answer_keep_lengths_and_come_back(text: str, answer: str) -> None:
    method = noise(Writer(answer))
    prompt = method.sanitize(text)
    assert [char.isspace() for char in prompt.text] == [char.isspace() for char in text]
    assert method.reader(prompt).text(prompt.text) == text


def test_words_are_aligned_where_most_characters_agree() -> None:
    words = ["uhe", "doktor", "kame", "hume"]
    assert aligned(words, ["Here:", "the", "good", "doctor", "came", "home"]) == ["the", "doctor", "came", "home"]
    assert aligned(words, ["the", "physician", "home"]) == ["the", "", "", "home"]
    assert aligned(words, []) == [""] * 4


def test_a_model_that_does_not_write_is_refused() -> None:
    with pytest.raises(MissingPart, match=r"CharacterNoise\(restore=LocalModel\) needs 'generate'"):
        CharacterNoise(KEY, epsilon=4, restore=LocalModel(name="points"))


def test_sessions_restore_the_same_way() -> None:
    assert "the nurse that the patient" in noise(Writer(CLEAR)).session("a").sanitize(CLEAR).text


def test_it_shows_no_text() -> None:
    restorer = ModelRestorer(Writer().model(), EPSILON, "class")
    restorer.restore(["secret"], [True])
    assert repr(restorer) == "ModelRestorer(LocalModel('writer': generate), epsilon=4, alphabet='class')"
