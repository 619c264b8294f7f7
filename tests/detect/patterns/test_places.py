"""Places that words announce."""

from __future__ import annotations

import pytest

from privacy_chains.detect import PatternDetector

DETECT = PatternDetector({"LOCATION"}).detect


def places(text: str) -> list[str]:
    return [text[span.start : span.end] for span in DETECT(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I was born in Cologne.", ["Cologne"]),
        ("Born Jane A. Roe on 3 May 1958 in St. Louis, MO, USA.", ["St. Louis", "MO"]),
        ("born in May 1958 in Reading, England", ["Reading"]),
        ("Born in the summer of 1958 near Great Falls, Montana", ["Great Falls", "Montana"]),
        ("geb. am 3.7.1958 in Frankfurt am Main", ["Frankfurt am Main"]),
        ("geboren in Alphen aan den Rijn op 3 mei", ["Alphen aan den Rijn"]),
        ("nata a Roma il 3 maggio 1958, née le 3 mai 1958 à Évreux", ["Roma", "Évreux"]),
        (
            "nacida en Buenos Aires, Argentina; nascida em Rio de Janeiro",
            ["Buenos Aires", "Rio de Janeiro"],
        ),
        ("Place of birth: Cork, Ireland", ["Cork"]),
        ('{"birthPlace": "Lima", "birth_city": "Quito"}', ["Lima", "Quito"]),
        ("Lieu de naissance : Nice\nGeburtsort: Köln\nLuogo di nascita: L'Aquila", ["Nice", "Köln", "L'Aquila"]),
        ("BORN IN NEW YORK", ["NEW YORK"]),
        ('{"city": "Alexandria", "country":"Jordan"}', ["Alexandria"]),
        ("Location: Garland, TX; home town = Eugene; the location is Boston", ["Garland", "TX", "Eugene", "Boston"]),
        ("| Wohnort | Augsburg |\nville : Nice\nciudad: Quito", ["Augsburg", "Nice", "Quito"]),
    ],
)
def test_places_behind_words_of_birth(text: str, found: list[str]) -> None:
    assert places(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "Born in August 1958, in spring or in Spring 1959",
        "She was born. Works in Boston",
        "an idea born of need, in 1958",
        "born in America, in Europe; place of birth: USA; birthplace: Germany",
        "Nate was in Boston, and né is a word",
        "born in captivity; place of birth unknown",
        "Location: Room 5; city: Unknown; the town Boston; residence: None",
    ],
)
def test_what_is_announced_as_no_place(text: str) -> None:
    assert places(text) == []
