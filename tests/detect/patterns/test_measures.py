from __future__ import annotations

import pytest
from detect_support import finds

from privacy_chains.detect.patterns.measures import find_measures, find_percentages


def test_percentages_are_found_with_their_sign() -> None:
    text = "«5%», «5.5 percent», «1,5 %», «12 percentage points», 5 people"
    assert finds(find_percentages, text, "PERCENTAGE") == text


@pytest.mark.parametrize(
    "text",
    [
        "«70 kg», «180cm», «5'11\"», «5 ft 11 in», «120»/«80 mmHg», «98.6 °F», «150 pounds», «10 mg/dL», «6.5 kg»",
        "«5-foot» fence, «2,000 square feet», «10 km/h»",
    ],
)
def test_measurements_are_found_with_their_unit(text: str) -> None:
    assert finds(find_measures, text, "MEASUREMENT") == text


@pytest.mark.parametrize("text", ["5 people", "12 minutes", "7 of 9", "5 kgs-ish x5kg", "in 2019 foot"])
def test_other_numbers_are_no_measurement(text: str) -> None:
    expected = text.replace("2019 foot", "«2019 foot»")
    assert finds(find_measures, text, "MEASUREMENT") == expected
