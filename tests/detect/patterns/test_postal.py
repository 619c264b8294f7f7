"""Addresses and towns in the United States."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.detect import PatternDetector, default_detector
from privacy_chains.detect.names import is_listed_name

DETECTOR = PatternDetector(["LOCATION", "STREET_ADDRESS", "US_ZIP_CODE"])


def found(text: str) -> list[tuple[str, str]]:
    return [(text[span.start : span.end], span.entity_type) for span in DETECTOR.detect(text)]


@pytest.mark.parametrize(
    "address",
    [
        "742 Evergreen Terrace, Springfield, IL 62704",
        "350 5th Ave, New York, NY 10118-0110",
        "1600 N. Pennsylvania Avenue NW, Suite 5B\nWashington, DC 20500",
        "9 O'Neil St., Apt 4, St. Louis, MO 63101",
        "12 HARBOR LANE, PORTLAND, OR 97201",
        "5 Old Mill Rd Apt 3, Coeur d'Alene ID 83814",
        "12B Steven Green Street\r\nQuillmouth, ME 04101",
    ],
)
@pytest.mark.parametrize(("before", "after"), [("", ""), ("Order 5 goes to ", " today."), ("Ann Lee\n", "\n")])
def test_an_address_is_one_value_from_its_house_to_its_code(address: str, before: str, after: str) -> None:
    assert found(before + address + after) == [(address, "STREET_ADDRESS")]


@pytest.mark.parametrize(
    ("text", "town", "state"),
    [
        ("Madison, WI 53703", "Madison", "WI"),
        ("We moved from New York, NY 10001 in May.", "New York", "NY"),
        ("From New York, NY 10001 it is far.", "New York", "NY"),
        ("in BOSTON, MA 02110, zip", "BOSTON", "MA"),
    ],
)
def test_without_a_street_the_listed_town_and_the_state_are_places(text: str, town: str, state: str) -> None:
    assert found(text)[:2] == [(town, "LOCATION"), (state, "LOCATION")]
    assert found(text)[2][1] == "US_ZIP_CODE"


@pytest.mark.parametrize(
    "text",
    [
        "Alice Turner, MA 02110",
        "We have 12 on Main Street, and 97201 of them are new.",
        "12 Harbor Lane, Portland, XX 97201",
        "12 Harbor Lane, Portland, OR",
        "at 12 harbor lane, portland, or 97201",
        "$12 Harbor Lane",
    ],
)
def test_what_does_not_end_as_the_post_writes_it_is_left(text: str) -> None:
    assert not [kind for _, kind in found(text) if kind != "US_ZIP_CODE"]


@pytest.mark.parametrize(
    "verb", ["ship", "shipped", "deliver", "delivered", "send", "mail", "mailed", "forwarded", "returned"]
)
def test_five_digits_behind_a_verb_of_sending_are_a_zip_code_unless_they_count(verb: str) -> None:
    detect = PatternDetector({"US_ZIP_CODE"}).detect
    for text in (f"{verb} to 60614", f"to be {verb} to 60614 by Friday", f"{verb} to 60614-1234, please"):
        assert [text[span.start : span.end][:5] for span in detect(text)] == ["60614"]
    assert detect(f"{verb} to 60614 customers") == []


PLAIN_TOWN, SURNAME_TOWN = "Springfield", "Trenton"
BESIDE = st.sampled_from(["", "A. ", "J. B. ", "Alice ", "Dr ", "Turner, ", "Foo ", "van ", "Mr. A. ", "the ", "and "])


@given(first=BESIDE, second=BESIDE, behind=BESIDE)
def test_a_town_before_its_code_is_a_town_though_it_is_a_surname_too(first: str, second: str, behind: str) -> None:
    """What stands beside it is found as beside any other town."""
    texts = (f"62701 {first}{second}{town}, IL 62701 {behind}" for town in (SURNAME_TOWN, PLAIN_TOWN))
    detector = default_detector(neural=False)
    one, other = ([(text[s.start : s.end], s.entity_type) for s in detector.detect(text)] for text in texts)
    assert is_listed_name(SURNAME_TOWN)
    assert not is_listed_name(PLAIN_TOWN)
    assert [(value.replace(SURNAME_TOWN, PLAIN_TOWN), kind) for value, kind in one] == other
