"""Dates that are somebody's: what a learned judge takes for private, and what it leaves."""

from __future__ import annotations

import pytest

from privacy_chains import default_detector
from privacy_chains.contract.entities import DEFAULT_TYPES
from privacy_chains.contract.spans import Span
from privacy_chains.detect.days.detector import PrivateDates

TYPES = DEFAULT_TYPES | {"PRIVATE_DATE"}
DETECTOR = default_detector(entity_types=TYPES)
WITHOUT_NETWORK = default_detector(entity_types=TYPES, neural=False)


def dates(text: str, detector: object = DETECTOR) -> list[str]:
    spans = detector.detect(text)  # type: ignore[attr-defined]
    assert "DATE_TIME" not in {span.entity_type for span in spans}
    return [text[span.start : span.end] for span in spans if span.entity_type == "PRIVATE_DATE"]


@pytest.mark.parametrize(
    ("text", "private"),
    [
        ("Dear Ms Okafor, your appointment is on 14 March 2025 at 10:40.", ["14 March 2025 at 10:40"]),
        ("Admitted 03/14/2024, discharged on March 19th, 2024.", ["03/14/2024", "March 19th, 2024"]),
        ("The invoice of 2 May 2024 is still open; we had agreed on 30 days.", ["2 May 2024"]),
        ("Between 3 July and 17 July the house is empty.", ["3 July", "17 July"]),
        ("Meine Mutter wird am 12. Juni operiert.", ["12. Juni"]),
        ("Mon rendez-vous a été reporté au 4 mars.", ["4 mars"]),
        ("Mi padre ingresó el 9 de octubre.", ["9 de octubre"]),
        ("We got married on 22 August 2009.", ["22 August 2009"]),
    ],
)
def test_dates_of_letters_records_and_appointments_are_private(text: str, private: list[str]) -> None:
    assert dates(text) == private


@pytest.mark.parametrize(
    "text",
    [
        "What happened on 6 June 1944, when the Allies landed in Normandy?",
        "The GDPR of 25 May 2018 applies to all companies.",
        "Python 3.12 was released on 2 October 2023.",
        "How many days are there between 1 March 2024 and 5 May 2024?",
        "Am 9. November 1989 fiel die Berliner Mauer.",
        "Que s'est-il passé le 14 juillet 1789 ?",
        "The crisis of 2008 and Q3 2023 differ, as today does from tomorrow.",
        "Free for 30 days, then 12 months from the 1990s on.",
        "2024-05-01T12:33:21Z INFO server started on port 8080",
    ],
)
def test_dates_of_the_world_stay(text: str) -> None:
    assert dates(text) == []


def test_without_the_network_company_decides() -> None:
    assert dates("Call Margaret Whitfield on 3 May 2024.", WITHOUT_NETWORK) == ["3 May 2024"]
    assert dates("The treaty was signed on 3 May 2024.", WITHOUT_NETWORK) == []


def test_where_all_dates_are_looked_for_none_is_judged() -> None:
    detector = default_detector(entity_types=TYPES | {"DATE_TIME"})
    text = "What happened on 6 June 1944?"
    assert [span.entity_type for span in detector.detect(text)] == ["DATE_TIME"]


def test_what_is_no_date_that_can_be_moved_is_none() -> None:
    class Finds:
        def detect(self, text: str) -> list[Span]:
            return [Span(0, len(text), "DATE_TIME")]

    assert list(PrivateDates(Finds(), judge=False).detect("9 years")) == []


def test_a_date_is_judged_by_its_words_and_not_by_its_day() -> None:
    frames = "My hearing is on {} in room 4.", "The treaty of {} ended the war."
    for frame in frames:
        kinds = {len(dates(frame.format(day))) for day in ("3 May 2019", "2021-11-30", "7 January 2004")}
        assert len(kinds) == 1
