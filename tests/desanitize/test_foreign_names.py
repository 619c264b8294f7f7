"""One word of a surrogate beside a name that was not issued is somebody else."""

from __future__ import annotations

import pytest
from desanitize.requests import person, streamed

from privacy_chains.desanitize import Reader

READER = Reader(person("Alice Johnson", "Norma Wilson"))


@pytest.mark.parametrize("answer", ["Norma Attenborough came.", "See Norma Harrison", "for Harold Wilson, who"])
def test_it_is_left(answer: str) -> None:
    assert READER.restore(answer).text == answer
    assert streamed(READER, answer, range(1, len(answer))) == answer


@pytest.mark.parametrize(
    ("answer", "read"),
    [
        ("Norma Wilson came.", "Alice Johnson came."),
        ("Norma came. Mr. Wilson left", "Alice came. Mr. Johnson left"),
        ("Dear Norma\nDear Wilson", "Dear Alice\nDear Johnson"),
        ("On Monday Norma met Harold. Wilson left", "On Monday Alice met Harold. Johnson left"),
    ],
)
def test_others_are_read(answer: str, read: str) -> None:
    assert READER.restore(answer).text == read
    assert streamed(READER, answer, range(1, len(answer))) == read


@pytest.mark.parametrize(
    "answer",
    ["Norma Luther King said so.", "Norma J. Harrison came.", "for Harold B. Wilson, who", "Norma Luther came."],
)
def test_a_longer_name_of_somebody_else_is_left_whole(answer: str) -> None:
    assert READER.restore(answer).text == answer
    assert streamed(READER, answer, range(1, len(answer))) == answer


JADE = Reader([*person("Ruth Etxeberria", "Jade Ojqemurkie"), *person("Kurt Ober", "Jason Jobber")])


@pytest.mark.parametrize("middle", ["J.", "J", "K.", "O."])
@pytest.mark.parametrize(
    ("answer", "read"),
    [
        ("Signed, Jade {} Ojqemurkie", "Signed, Ruth {} Etxeberria"),
        ("JADE {} OJQEMURKIE", "RUTH {} ETXEBERRIA"),
        ("Jason {} Jobber came.", "Kurt {} Ober came."),
        ("Dear Jason {} Jobber, and Jade {} Ojqemurkie", "Dear Kurt {} Ober, and Ruth {} Etxeberria"),
    ],
)
def test_a_middle_initial_beside_the_given_name_is_not_that_names(answer: str, read: str, middle: str) -> None:
    text = answer.replace("{}", middle)
    assert JADE.restore(text).text == read.replace("{}", middle)
    assert streamed(JADE, text, range(1, len(text))) == read.replace("{}", middle)


@pytest.mark.parametrize(
    ("answer", "read"),
    [
        ("J. Ojqemurkie came.", "R. Etxeberria came."),
        ("Dear J. Ojqemurkie", "Dear R. Etxeberria"),
        ("Jade, J. Jobber", "Ruth, K. Ober"),
        ("Jade O. came, and Jason J. as well", "Ruth E. came, and Kurt O. as well"),
    ],
)
def test_an_initial_for_a_given_name_is_read(answer: str, read: str) -> None:
    assert JADE.restore(answer).text == read
    assert streamed(JADE, answer, range(1, len(answer))) == read
