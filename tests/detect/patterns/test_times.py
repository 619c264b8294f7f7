from __future__ import annotations

import pytest
from detect_support import finds

from privacy_chains.detect import default_detector
from privacy_chains.detect.patterns.times import find_times


@pytest.mark.parametrize(
    "text",
    [
        "at «3:45 pm», «15:45», «3pm», «07:05:30», «10 a.m.» and «11.30 AM»",
        "2024-01-15T«10:30:00»Z, [2024-01-15 «23:59:59»] and 2024-01-15T«10:30»:",
        "um «18.30» Uhr, \u00e0 «15h45», from «9:00»-«17:00»",
        "2024-01-15T«10:30:00.123»+02:00, 2024-01-15T«10:30»-05:00, «8:15»+01:00, «10:30»\u201312 o'clock",
    ],
)
def test_times_of_day_are_found(text: str) -> None:
    assert finds(find_times, text, "TIME") == text


@pytest.mark.parametrize(
    "text", ["24:00x", "12:34:56:78:9a:bc", "1:2", "25:10", "am 5. Mai", "0 pm", "3.5", "10.30 CHF", "I am 5", "7 amps"]
)
def test_other_numbers_are_no_time(text: str) -> None:
    assert finds(find_times, text, "TIME") == text


def test_times_are_reported_only_when_asked_for() -> None:
    text = "The call at 15:45 lasted."
    assert not default_detector(neural=False).detect(text)
    (span,) = default_detector(neural=False, entity_types={"TIME"}).detect(text)
    assert (span.entity_type, text[span.start : span.end]) == ("TIME", "15:45")
