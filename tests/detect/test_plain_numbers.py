from __future__ import annotations

import pytest
from detect_support import finds

from privacy_chains.detect.plain_numbers import find_plain_numbers


@pytest.mark.parametrize(
    "text",
    [
        "sold «1,234» of «5000», up «12.5» or «-3» points, a loss of «(27)»",
        "«1.2 million» people and «12k» more, «.5» each",
        "| «1,071» | «(21)» | «-4» |",
        "(see «12» below)",
        "between «40» and «50», «3.142».",
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
