"""The order of day and month: a date stays one in the language of its text, whatever its separators."""

from __future__ import annotations

import re
from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains import Key, Sanitizer, default_detector
from privacy_chains.contract.entities import DEFAULT_TYPES
from privacy_chains.formats.dates import DateFormat
from privacy_chains.preempt.prompt import SanitizedPrompt

BORN = {
    "de": "Die Patientin ist am {} geboren und wohnt in der Stadt.",
    "en": "She was born on {} and lives in the city.",
    "es": "La paciente nació el {} y vive en la ciudad.",
    "fr": "La patiente est née le {} et habite dans la ville.",
    "it": "La paziente è nata il {} e vive in centro.",
    "nl": "De vrouw is geboren op {} en woont in het huis.",
    "pt": "A paciente foi nascida em {} e mora no centro.",
}
SEPARATORS = ["/", "-", ".", " / "]
PARTS = re.compile(r"([0-9]{1,2})\s?[-/. ]\s?([0-9]{1,2})\s?[-/. ]\s?([0-9]{4}|[0-9]{2})")
ENGINE = Sanitizer(
    Key.from_bytes(bytes(range(32))), detector=default_detector(entity_types=DEFAULT_TYPES, neural=False), remember=0
)
DAYS = st.dates(date(1930, 1, 1), date(2009, 12, 31))


def released(prompt: SanitizedPrompt) -> str:
    (value,) = (prompt.text[one.start : one.end] for one in prompt.spans[0] if one.entity_type == "DATE_OF_BIRTH")
    return value


@given(day=DAYS, tongue=st.sampled_from(sorted(BORN)), mark=st.sampled_from(SEPARATORS))
def test_a_birth_is_released_as_a_real_date_in_the_order_of_its_language_and_read_back(
    day: date, tongue: str, mark: str
) -> None:
    day_first = tongue != "en" or mark == "."
    pattern = f"%d{mark}%m{mark}%Y" if day_first else f"%m{mark}%d{mark}%Y"
    text = BORN[tongue].format(day.strftime(pattern))
    prompt = ENGINE.sanitize(text)
    parts = PARTS.fullmatch(released(prompt))
    assert parts is not None
    first, second = int(parts[1]), int(parts[2])
    assert date(int(parts[3]), *((second, first) if day_first else (first, second)))
    assert ENGINE.desanitize(prompt.text, prompt) == text


@pytest.mark.parametrize(
    ("around", "day_first"),
    [
        ("DOB {}, admitted 25/12/2020", True),
        ("DOB {}, admitted 12/25/2020", False),
        ("DOB {}", False),
        ("Geb.: {}", True),
        ("Date de naissance : {}", True),
    ],
)
def test_other_dates_and_words_show_the_order(around: str, day_first: bool) -> None:
    text = around.format("03/04/1971")
    start = text.index("03/04")
    said = DateFormat().within([text], start, start + 10).read("03/04/1971").number
    assert said == (date(1971, 4, 3) if day_first else date(1971, 3, 4)).toordinal()


def test_one_value_has_one_surrogate_in_a_session_whatever_is_around() -> None:
    session = ENGINE.session("orders")
    first = session.sanitize("Elle est née le 03/04/1971 à Lille")
    second = session.sanitize("She was born on 03/04/1971 and has to be told of it")
    assert released(first) == released(second)
    assert session.desanitize(released(first), second) == "03/04/1971"


@given(day=DAYS, day_first=st.booleans())
def test_a_date_is_read_again_as_what_it_was_read_as(day: date, day_first: bool) -> None:
    value = day.strftime("%d/%m/%Y" if day_first else "%m/%d/%Y")
    number = Fraction(day.toordinal())
    assert DateFormat().meaning(value, number).read(value).number == number
