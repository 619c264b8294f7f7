from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains import Key, Sanitizer, default_detector
from privacy_chains.detect.patterns.coordinates import find_coordinates
from privacy_chains.detect.patterns.reading import ValueReading

DETECTOR = default_detector(neural=False)


def marked(text: str) -> str:
    """The text with what is found in marks."""
    for found in sorted(find_coordinates(ValueReading(text)), reverse=True):
        text = f"{text[: found.start]}\u00ab{text[found.start : found.end]}\u00bb{text[found.end :]}"
    return text


@pytest.mark.parametrize(
    "text",
    [
        "coords: («40.7128, -74.0060»)",
        "last seen at «40.712,-74.006»",
        "«51.5074\u00b0 N, 0.1278\u00b0 W» is where she lives",
        "near «33.86 S, 151.21 E» today",
        '{"lat": «40.7128», "lng": «-74.0060»}',
        "latitude=«48.8566»&longitude=«2.3522»",
        "(«-33.8688, 151.2093»)",
        "«51\u00b030'12\"N 0\u00b07'10\"W» is my garden",
        "at «51\u00b0 30\u2032 12.5\u2033 N, 0\u00b0 07\u2032 10.0\u2033 W»",
        "hut: N «51\u00b0 30.2' W 0\u00b0 7.1'»",
    ],
)
def test_places_are_found_by_their_degrees(text: str) -> None:
    assert marked(text.replace("\u00ab", "").replace("\u00bb", "")) == text


@pytest.mark.parametrize(
    "text",
    [
        "[0.1234, -0.5678, 0.9012]",
        "the ratios are 0.1234, 0.5678",
        "at 10.30, 11.45 and 12.15",
        "prices at 12.99, 15.99",
        "coords: 95.123, 181.456",
        "version 40.7128.1, 74.0060.2",
        "platitude 3.14159, belong 2.71828",
        "angles of 45\u00b030' and 60\u00b015'",
        "20\u00b0 N and 30\u00b0 S",
    ],
)
def test_other_pairs_of_numbers_are_no_places(text: str) -> None:
    assert marked(text) == text


FORMS = ("coords: ({}, {})", "GPS {},{} now", '"lat": {}, "lng": {}')
SIGNS = st.sampled_from(["", "-"])


@st.composite
def degrees(draw: st.DrawFn, most: float) -> str:
    return f"{draw(SIGNS)}{draw(st.floats(0, most)):.{draw(st.integers(3, 8))}f}"


@given(st.sampled_from(FORMS), degrees(89.9), degrees(179.9))
def test_the_surrogate_of_a_place_is_a_place(form: str, latitude: str, longitude: str) -> None:
    text = form.format(latitude, longitude)
    sanitizer = Sanitizer(Key.generate(), detector=DETECTOR)
    prompt = sanitizer.sanitize(text)
    assert [span.entity_type for span in DETECTOR.detect(prompt.text)] == [s.entity_type for s in DETECTOR.detect(text)]
    assert {span.entity_type for span in prompt.spans[0]} == {"COORDINATES"}
    assert sanitizer.desanitize(prompt.text, prompt) == sanitizer.desanitize(prompt.text) == text


def test_a_pair_and_its_numbers_are_one_place() -> None:
    sanitizer = Sanitizer(Key.generate(), detector=DETECTOR)
    text = sanitizer.sanitize('GPS 40.7128, -74.0060 as in {"lat": 40.7128, "lng": -74.0060}').text
    pair, numbers = text.removeprefix("GPS ").split(" as in ")
    latitude, longitude = pair.split(", ")
    assert numbers == f'{{"lat": {latitude}, "lng": {longitude}}}'
