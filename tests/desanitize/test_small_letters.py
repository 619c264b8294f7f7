"""A surname alone in small letters: read where its sentence is written so, or as a tag; an everyday word never."""

from __future__ import annotations

import pytest
from desanitize.requests import person, streamed

from privacy_chains.desanitize import Reader
from privacy_chains.desanitize.spellings.listed_names import is_everyday

SURNAMES = ["Whitfield", "Castellano", "Delgado", "Abernathy", "Lindqvist", "Kelmarov"]
SAID = [
    "ask {} about it",
    "{} said so, ok?",
    "i told {}, and {}'s boss, and then left.",
    "well. no idea! try {} again",
    "thanks, #{} and @{}",
    "The tag is #{} here.",
]
LEFT = [
    "He paid the {} in full.",
    "They are the {} of today.",
    "We see {} rise.",
    "the {} is high",
    "x = {}(3)",
    "for {} in range(3):\n    pass\n{} = 4",
    "see {}.save()",
]


def reader_of(surname: str) -> Reader:
    return Reader(person("Rosalind Pemberton", f"Maeva {surname}"))


@pytest.mark.parametrize("surname", SURNAMES)
@pytest.mark.parametrize("template", SAID)
def test_a_surname_is_read_where_all_is_in_small_letters(surname: str, template: str) -> None:
    answer, reader = template.replace("{}", surname.lower()), reader_of(surname)
    expected = template.replace("{}", "pemberton")
    assert reader.restore(answer).text == expected
    assert streamed(reader, answer, range(1, len(answer))) == expected


@pytest.mark.parametrize("surname", ["Burden", "Wages", "Chambers", "Whitfield"])
@pytest.mark.parametrize("template", LEFT)
def test_a_word_in_a_sentence_with_capitals_is_left(surname: str, template: str) -> None:
    answer, reader = template.replace("{}", surname.lower()), reader_of(surname)
    if "range" in answer:
        answer = answer.replace("for ", "For ")
    assert reader.restore(answer).text == answer
    assert streamed(reader, answer, range(1, len(answer))) == answer


@pytest.mark.parametrize("template", SAID)
@pytest.mark.parametrize("surname", ["King", "Brown", "Young", "Price", "Banks"])
def test_a_word_of_the_language_is_never_read(surname: str, template: str) -> None:
    answer = template.replace("{}", surname.lower())
    assert is_everyday(surname)
    assert reader_of(surname).restore(answer).text == answer
