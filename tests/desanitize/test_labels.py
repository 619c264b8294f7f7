"""A year, a page, a port: numbers that are no values keep their figures, whatever was released."""

from __future__ import annotations

from fractions import Fraction

import pytest
from desanitize.requests import reader, streamed

from privacy_chains.desanitize import Issued, Reader

YEARS = [
    "As of {}, the limit is 7 percent.",
    "This holds for the {} tax year.",
    "It has been so since {}.",
    "The rules changed in {}.",
    "So it was shown (Smith, {}).",
    "So it was shown (Smith et al., {}; Jones, 1999).",
    "Copyright {} by the publisher",
    "\u00a9 {} by the publisher",
    "the 12 March {} decision",
    "On March 12, {}, the court held",
    "the class of {}",
    "The {} season was short.",
    "In the summer of {} it rained.",
    "The act came into force before {}.",
    "The {} act is strict.",
    "Rents rose in {}, and the rent in {} was high.",
    "Seit {} gilt das Gesetz.",
    "Im Jahr {} wurde es ge\u00e4ndert.",
    "Das Urteil vom 12. M\u00e4rz {} ist bekannt.",
    "Ende {} lief es aus.",
    "Depuis {}, la loi est claire.",
    "En {}, la loi a chang\u00e9.",
    "le 12 mars {}",
    "Desde {} la ley es otra.",
    "el 12 de marzo de {}",
    "Nel {} la legge \u00e8 cambiata.",
    "il 12 marzo {}",
    "Sinds {} geldt de wet.",
    "op 12 maart {}",
    "Em {} a lei mudou.",
    "em 12 de mar\u00e7o de {}",
    "No final de {} acabou.",
]
AMOUNTS = [
    "You pay $2,024.",
    "You pay $2024 in March.",
    "It is 2,024 dollars.",
    "It is 2024 dollars.",
    "a rent of 2024",
    "2024 a month",
    "rent: 2024",
    'It is {"rent": 2024}.',
    "2024 * 12 is the rent of a year.",
    "| Item | Rent |\n|---|---|\n| flat | 2024 |",
    "The rent rose from 2024 to 2,100.",
    "In 2023 the rent was 2024.",
]
NAMES = [
    "Error {}",
    "error code {}",
    "port {}",
    "RFC {} says",
    "See page {}.",
    "room {}",
    "Flight {} is late",
    "chapter {}",
    "line {} of the file",
    "Seite {}",
    "p\u00e1gina {}",
    "Fehler {} trat auf",
]


def rent(released: int, true: int) -> Reader:
    """A reader of a request that tells a rent."""
    item = Issued("MONEY", f"${true:,}", f"${released:,}", "number", Fraction(true), Fraction(released))
    return reader({"rent": item}, "Somebody pays a rent of <<rent>> a month. Is that too much under the law?")


@pytest.mark.parametrize("released", [1689, 1897, 1984, 2024, 2031])
@pytest.mark.parametrize("answer", YEARS)
def test_a_year_is_no_amount(answer: str, released: int) -> None:
    text, read = answer.replace("{}", str(released)), rent(released, released - 4)
    assert read.restore(text).text == text
    assert streamed(read, text, range(1, len(text))) == text


@pytest.mark.parametrize("answer", AMOUNTS)
def test_an_amount_is_none(answer: str) -> None:
    read = rent(2024, 2020)
    expected = answer.replace("2024", "2020").replace("2,024", "2,020")
    assert read.restore(answer).text == expected
    assert streamed(read, answer, range(1, len(answer))) == expected


@pytest.mark.parametrize("answer", NAMES)
def test_a_number_that_names_something_is_no_amount(answer: str) -> None:
    text, read = answer.format(3837), rent(3837, 3840)
    assert read.restore(text).text == text
    assert streamed(read, text, range(1, len(text))) == text
    assert read.restore(f"You pay 3837, that is {answer.format('$3,837')}").text.count("3837") == 0


@pytest.mark.parametrize("key", ["year", "taxYear", "page", "port", "error_code"])
def test_a_field_of_a_record_that_is_no_value_is_left(key: str) -> None:
    assert rent(2024, 2020).value({key: 2024, "rent": 2024}) == {key: 2024, "rent": 2020}


def test_the_request_itself_may_say_that_a_number_names_something() -> None:
    item = Issued("NUMBER", "3840", "3837", "number", Fraction(3840), Fraction(3837))
    read = reader({"number": item}, "I stay in room <<number>> now.")
    assert read.restore("Is room 3837 quiet?").text == "Is room 3840 quiet?"


@pytest.mark.parametrize("text", ["The rules changed in 2021.", "See page 2021.", "It is 2021."])
def test_the_other_way_an_amount_is_hidden_wherever_it_may_stand(text: str) -> None:
    assert rent(2024, 2021).map(text) == text.replace("2021", "2024")
    assert rent(2024, 2021).map_value({"year": 2021}) == {"year": 2024}
