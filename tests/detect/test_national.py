"""What Presidio's recognizers of nine countries find is found without Presidio."""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import date
from functools import cache
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from presidio_analyzer import PatternRecognizer, predefined_recognizers
from stdnum.sg import uen

from privacy_chains import default_detector
from privacy_chains.detect.national import national_numbers
from privacy_chains.detect.presidio import _BY_REGION, _RECOGNIZERS

ABROAD = {region: names for region, names in _BY_REGION.items() if region != "US"}
SAID = (
    ("AU", "my abn is 51 824 753 556 of course", "AU_ABN"),
    ("AU", "acn 004 085 616 of course", "AU_ACN"),
    ("AU", "medicare 2123 45670 1 of course", "AU_MEDICARE"),
    ("AU", "tfn 876 543 210 of course", "AU_TFN"),
    ("CA", "sin 130-692-544 of course", "CA_SIN"),
    ("DE", "die KVNR A123456780", "DE_HEALTH_INSURANCE"),
    ("DE", "steuer-id 86095742719", "DE_TAX_ID"),
    ("DE", "der Reisepass C01X00T41", "DE_PASSPORT"),
    ("ES", "DNI 12345678Z", "ES_NIF"),
    ("ES", "NIE X1234567L", "ES_NIE"),
    ("IN", "aadhaar 3675 9834 6012", "IN_AADHAAR"),
    ("IN", "pan ABCPD1234F", "IN_PAN"),
    ("IT", "partita iva 00743110157", "IT_VAT_CODE"),
    ("PL", "pesel 44051401359", "PL_PESEL"),
    ("SG", "nric S1234567D", "SG_NRIC_FIN"),
    ("UK", "nhs 943 476 5919", "UK_NHS"),
    ("UK", "nino QQ123456C or AB123456C", "UK_NINO"),
)


@cache
def theirs(name: str) -> PatternRecognizer:
    recognizer: PatternRecognizer = getattr(predefined_recognizers, _RECOGNIZERS[name])()
    return recognizer


def written_like(name: str) -> st.SearchStrategy[str]:
    """Texts that a recognizer of Presidio's may match by their shape; digits are ASCII."""
    ahead = re.compile(r"\(\?=[^)]*\)|\(\?i\)")
    shapes = (ahead.sub("", pattern["regex"]) for pattern in theirs(name).to_dict()["patterns"])
    return st.one_of(*(st.from_regex(re.compile(shape, re.ASCII), fullmatch=True) for shape in shapes))


def is_told_otherwise(name: str, value: str) -> bool:
    """Where ours are stricter: days that no calendar has, a number of zeros; a blank behind a number is none of it."""
    digits = re.sub(r"\D", "", value)
    if name == "PL_PESEL":
        years = {0: 1900, 2: 2000, 4: 2100, 6: 2200, 8: 1800}
        try:
            date(years[int(digits[2]) // 2 * 2] + int(digits[:2]), int(digits[2:4]) % 20, int(digits[4:6]))
        except ValueError:
            return True
    return (name == "AU_ABN" and int(digits[2:]) == 0) or (name == "IT_VAT_CODE" and not value[-1].isdigit())


def test_every_type_of_every_region_has_a_rule() -> None:
    assert set(national_numbers()) == {name for names in ABROAD.values() for name in names}


@pytest.mark.parametrize("name", sorted(national_numbers()))
@settings(max_examples=40)
@given(data=st.data())
def test_nothing_that_presidio_finds_is_lost(name: str, data: Any) -> None:
    text = data.draw(written_like(name))
    assume(text.isascii() and not is_told_otherwise(name, text))
    ours = {(found.start, found.end) for found in national_numbers()[name].analyze(text)}
    assert {(found.start, found.end) for found in theirs(name).analyze(text, [name], None)} <= ours


@pytest.mark.parametrize(("region", "text", "entity_type"), SAID)
def test_an_identifier_is_found_where_its_name_is_said(region: str, text: str, entity_type: str) -> None:
    found = default_detector(region, [entity_type], neural=False).detect(text)
    assert {span.entity_type for span in found} == {entity_type}


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("AU_TFN", "876 543 211"),
        ("CA_SIN", "130-692-545"),
        ("DE_HEALTH_INSURANCE", "A123456781"),
        ("DE_TAX_ID", "86095742710"),
        ("DE_TAX_ID", "11111111112"),
        ("ES_NIF", "12345678A"),
        ("IN_AADHAAR", "3675 9834 6013"),
        ("IT_VAT_CODE", "00 000 000 000"),
        ("UK_NHS", "943 476 5918"),
        ("UK_VEHICLE_REGISTRATION", "AB40 ABC"),
    ],
)
def test_a_wrong_check_digit_is_no_identifier(name: str, wrong: str) -> None:
    assert national_numbers()[name].analyze(wrong) == []


@given(st.from_regex(r"[RST][0-9]{2}(?:LL|LP|PF|RF)[0-9]{4}", fullmatch=True))
def test_entities_of_singapore_have_the_check_letter_of_the_register(payload: str) -> None:
    found = [
        f"{payload}{sign}"
        for sign in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        if national_numbers()["SG_UEN"].analyze(f"{payload}{sign}")
    ]
    assert found == [f"{payload}{sign}" for sign in [uen.calc_other_check_digit(payload)] if sign.isalpha()]


def test_no_region_imports_presidio() -> None:
    script = (
        "import sys; from privacy_chains import default_detector\n"
        f"for region, text, _ in {SAID!r}: default_detector(region, neural=False).detect(text)\n"
        "print(*({'presidio_analyzer', 'spacy', 'torch'} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
