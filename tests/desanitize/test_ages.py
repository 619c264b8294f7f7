"""Whose age it is: an age in the words of an age is read, unless they say that it is somebody else's."""

from __future__ import annotations

from fractions import Fraction

import pytest
from desanitize.requests import person, reader, streamed

from privacy_chains.desanitize import Issued, Reader
from privacy_chains.desanitize.spellings.ages import FAR

AGE = Issued("AGE", "52", "47", "number", Fraction(52), Fraction(47))
SOZE = person("Kaiser Soze", "Toren Kelmar")
NAMED = {"person": SOZE[0], "age": AGE}

THEIRS = [
    "He is 47 years old.",
    "He is 47 years.",
    "Patient (male, 47 years)",
    "the 47-year-old patient",
    "Kelmar's age is 47 years",
    "Mr. Kelmar is 47 years old",
    "KELMAR is 47 years old",
    "In May, he turned 47",
    "At age 47, he moved to Paris",
    "Han är 47 år gammal",
    "彼は47歳です",
    "他47岁的时候",
    "In Smith's view, Toren Kelmar is 47 years old.",
    "As a father aged 47 he worries",
    "Ist er 47 Jahre alt?",
]
OTHERS = [
    "every 47-year-old must vote",
    "The average 47-year-old will change jobs",
    "people aged 47 pay more",
    "47-year-olds pay more",
    "those aged 47 and over",
    "aged 47 or older",
    "between the ages of 47 and 65",
    "between the ages of 30 and 47",
    "anyone over the age of 47",
    "life expectancy at age 47",
    "for a pensioner retiring at age 47",
    "jeder 47-Jährige",
    "chaque homme de 47 ans d'expérience",
    "47 años de experiencia",
    "47 Jahre später",
    "47 anni fa",
    "47 lat temu",
    "My brother just turned 47",
    "My father retired at the age of 47",
    "Gloria is 47 years old",
    "Martin Schulz, aged 47",
    "Mr. Baader is a 47 year old man",
    "by 47 years.",
]


@pytest.fixture(scope="module")
def read() -> Reader:
    return reader(NAMED, "<<person>> is <<age>>.", aliases=SOZE[1:])


@pytest.mark.parametrize("answer", THEIRS)
def test_the_age_of_the_person_of_the_request_is_read(read: Reader, answer: str) -> None:
    expected = answer.replace("47", "52").replace("Toren", "Kaiser").replace("Kelmar", "Soze").replace("KELMAR", "SOZE")
    assert read.restore(answer).text == expected
    assert streamed(read, answer, range(1, len(answer))) == expected


@pytest.mark.parametrize("answer", OTHERS)
def test_an_age_of_others_is_left_and_reported(read: Reader, answer: str) -> None:
    report = read.restore(answer)
    assert report.text == answer
    assert [sighting.entity_type for sighting in report.left] == ["AGE"]
    assert streamed(read, answer, range(1, len(answer))) == answer


def test_a_relative_or_a_name_that_the_request_speaks_of_has_an_age() -> None:
    read = reader(NAMED, "<<person>> asks about his dad and about Gloria; <<age>> is one of their ages.")
    for answer in ("His father is 47 years old.", "Gloria is 47 years old."):
        assert read.restore(answer).text == answer.replace("47", "52")
    assert read.restore("Olga is 47 years old.").text == "Olga is 47 years old."


def test_an_age_far_from_everything_issued_is_left(read: Reader) -> None:
    far, sentence = "x " * (FAR // 2), "He is 47 years old. "
    answer = f"{far[:FAR]}{sentence}{far}{sentence}Kelmar. {sentence}{far}{sentence}"
    near = answer[: FAR + 100] + answer[FAR + 100 :].replace("Kelmar. He is 47", "Soze. He is 52")
    report = read.restore(answer)
    assert report.text == near
    assert {sighting.reason for sighting in report.left} == {"an age far from everything that was issued"}
    assert streamed(read, answer, range(1, len(answer), 7)) == near
    assert read.restore(f"{far[60:]}{sentence}").text.endswith("He is 52 years old. ")
