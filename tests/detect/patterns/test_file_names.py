"""What names of files say of people: their names, and the numbers behind words."""

from __future__ import annotations

import pytest
from detect_support import found
from hypothesis import given
from hypothesis import strategies as st
from steps import grows_linearly

from privacy_chains.detect import PATTERN_TYPES, PatternDetector
from privacy_chains.detect.patterns.file_names import fields_of_file_names
from privacy_chains.detect.rules.tables import listed
from privacy_chains.language.lexicon import languages, words

DETECT = PatternDetector(PATTERN_TYPES - {"NUMBER"}).detect
LABELS = [word for language in languages() for word in words("sum_word", language) if word.isalpha()]
ENDS = sorted(listed("documents"))


@given(
    st.sampled_from(LABELS),
    st.sampled_from("_-"),
    st.sampled_from(ENDS),
    st.sampled_from(["", "C:\\akten\\", "/srv/a/"]),
)
def test_a_number_behind_a_label_is_its_value(label: str, sign: str, end: str, folder: str) -> None:
    text = f"see {folder}2024-05{sign}{label.capitalize()}{sign}4310{sign}2024.{end} there"
    assert ("4310", "MONEY") in [(text[span.start : span.end], span.entity_type) for span in DETECT(text)]


@pytest.mark.parametrize(
    "text",
    [
        "C:\\a\\Bewerbung_\u00abHenrike_Moos\u00bb_final2.pdf",
        "Offer_letter_\u00abMarguerite_Sowande\u00bb_signed.pdf",
        "D:\\Akten\\\u00abNothnagel_Eberhard\u00bb\\Scan.jpg",
        "CV_\u00abMaria_Fernandez\u00bb.docx",
    ],
)
def test_a_name_in_full_is_one_though_an_underscore_ties_it(text: str) -> None:
    assert found(DETECT, text, "PERSON") == text


@pytest.mark.parametrize(
    "text",
    [
        "salary_2024.xlsx",
        "rent_20240131.pdf",
        "pay_test_41.py",
        "load_user_12.go",
        "Chart_42.png",
        "see https://a.example/x.pdf",
    ],
)
def test_years_and_code_say_nothing(text: str) -> None:
    assert [span for span in DETECT(text) if span.entity_type != "URL"] == []


@pytest.mark.parametrize("piece", ["a_1.pdf ", "a_", "1-", "a.b", "/a\\"])
def test_it_is_linear(piece: str) -> None:
    assert grows_linearly(lambda count: lambda: list(fields_of_file_names(piece * count)), 50)
