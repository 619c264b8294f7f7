from __future__ import annotations

import pytest
from detect_support import finds

from privacy_chains.detect import PatternDetector
from privacy_chains.detect.patterns.plain_numbers import find_plain_numbers


@pytest.mark.parametrize(
    "text",
    [
        "sold «1,234» of «5000», up «12.5» or «-3» points, a loss of «(27)»",
        "«1.2 million» people and «12k» more, «.5» each",
        "| «1,071» | «(21)» | «-4» |",
        "(see «12» below)",
        "between «40» and «50», «3.142».",
        "account,2023,change\ncash,«1200»,«200»\nreceivables,«3400.50»,«-300»\nnone,,«450»",
        "2024-01-15,row1,«1200»,A-12,«200»\n2024-01-16,row2,«120»,B-13,«300»",
        "«1200»,«345678»,«12»\n«1»,«2»,«3»",
        "| Revenue | $ «12,345» | $ «11,200» |\n| Costs | «(7,345)» | «(6,900)» |",
        "Revenue «12,345» «11,200»\nCosts «7,345» «6,900»",
        "«12,345,678»\n«23,456,789»",
        "«12,5» «13,2» «14,7»\n«1,5» «2,5» «3,5»",
        "«1,5» kg of x, and «2,5» kg of y, too\n«1,5» kg of x, and «2,5» kg of y, too",
    ],
)
def test_a_plain_number_is_found_with_its_sign(text: str) -> None:
    assert finds(find_plain_numbers, text, "NUMBER") == text


@pytest.mark.parametrize(
    "text",
    [
        "in 2019 and 1987",
        "1. first\n2) second\n(3) third",
        "as shown [12]",
        "the 3rd of them",
        "COVID-19, A12, v1.2.3, 10.0.0.1, 123-45-6789, 3:45, 1/2/2024",
        "12kg",
        "forty-seven",
    ],
)
def test_years_list_markers_citations_and_codes_are_left_alone(text: str) -> None:
    assert finds(find_plain_numbers, text, "NUMBER") == text


@pytest.mark.parametrize(
    "text",
    ["Where was it higher: 1) A or 2) B?", "Choose 1) yes, 2) no or 3) both (not 2) ..."],
)
def test_marks_of_options_are_no_numbers(text: str) -> None:
    spans = PatternDetector({"NUMBER"}).detect(text)
    assert [text[span.start : span.end] for span in spans] in ([], ["2"])


def test_a_number_before_a_bracket_that_was_opened_is_one() -> None:
    text = "It rose (from 7 to 12) and fell (by 3) again"
    assert len(PatternDetector({"NUMBER"}).detect(text)) == 3
