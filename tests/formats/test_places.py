"""Places: listed ones stay in their lists, others are spelled, and neither becomes the other."""

from __future__ import annotations

import hashlib
from importlib.resources import files

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_chains.errors import FormatError
from privacy_chains.formats._language import SHARED_BY_PLACES
from privacy_chains.formats.places import ListedPlaces, SpelledPlaces, _places, place
from privacy_chains.formats.word_classes import word_class
from privacy_chains.testing import check_laws, surrogate

# One entry of the frozen lists ends in a space: no text is read as it, and the cipher walks past it.
LISTED = sorted(name for names in _places()[0].values() for name in names if name == name.strip())
PLACE = place()


def test_the_lists_are_frozen() -> None:
    data = (files("privacy_chains.formats") / "data" / "places_v1.txt").read_bytes()
    assert hashlib.sha256(data).hexdigest() == "f5a3eeff19d0817e3aaababc348233968c3c5cc1858100ca05e39637b0e220ec"


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(LISTED), min_size=1, max_size=3), st.sampled_from([", ", "/", " ("]), st.integers(0, 9))
def test_listed_places_keep_the_laws(names: list[str], separator: str, seed: int) -> None:
    text = separator.join(names)
    check_laws(ListedPlaces(), text, seed=seed)
    surrogate(PLACE, text, seed=seed)


@settings(max_examples=300, deadline=None)
@given(st.text("abceinorstuvwyz ABCNZ'-,0123456789éü", min_size=1, max_size=24), st.integers(0, 9))
def test_any_place_keeps_the_laws(text: str, seed: int) -> None:
    try:
        PLACE.split(text)
    except FormatError:
        return
    check_laws(PLACE, text, seed=seed)
    surrogate(PLACE, text, seed=seed)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(LISTED), st.sampled_from([str.upper, str.lower, str.title]), st.integers(0, 9))
def test_listed_places_in_any_case_decipher(name: str, case: type, seed: int) -> None:
    surrogate(PLACE, case(name), seed=seed)


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [*SHARED_BY_PLACES, "Turner", "Hood", "Mercer", "Tampa", "Lake", "zorbin", "Video", "Ford", "Wood"]
        ),
        min_size=1,
        max_size=4,
    ),
    st.integers(0, 9),
)
def test_names_with_general_words_keep_the_laws(words: list[str], seed: int) -> None:
    text = " ".join(map(str.capitalize, words))
    check_laws(SpelledPlaces(), text, seed=seed)
    surrogate(PLACE, text, seed=seed)


@pytest.mark.parametrize("text", ["Tampa Bay", "West Zorbin Creek", "South Mercer Hills", "The Turner Islands"])
def test_words_that_many_places_share_stay(text: str) -> None:
    for seed in range(20):
        words = surrogate(PLACE, text, seed=seed).split()
        kept = [word for word in text.split() if word.lower() in (*SHARED_BY_PLACES, "the")]
        assert [word for word in words if word.lower() in (*SHARED_BY_PLACES, "the")] == kept


def test_general_words_alone_become_others_and_are_bijective() -> None:
    assert {surrogate(PLACE, f"{word} Bay", seed=3).split()[0] for word in SHARED_BY_PLACES} == set(SHARED_BY_PLACES)


def test_general_words_are_listed() -> None:
    assert all(map(word_class, SHARED_BY_PLACES))
    assert len(set(SHARED_BY_PLACES)) == len(SHARED_BY_PLACES)


@pytest.mark.parametrize(
    ("text", "kind"),
    [("Paris", "city.fr"), ("Austin, TX", "city.us"), ("Germany", "country.en"), ("BERLIN", "city.de")],
)
def test_a_place_stays_within_its_kind_and_country(text: str, kind: str) -> None:
    classes, ranks = _places()
    first = surrogate(PLACE, text, seed=5).split(",")[0]
    assert ranks[first.lower()].kind == kind
    assert first.isupper() == text.split(",", maxsplit=1)[0].isupper()
    assert len(classes[kind]) > 30


def test_general_words_and_the_shape_of_numbers_stay() -> None:
    result = surrogate(PLACE, "1205 Lake Zorbin Street", seed=2)
    number, lake, name, street = result.split(" ")
    assert (lake, street) == ("Lake", "Street")
    assert (len(number), number.isdigit(), name == "Zorbin", name.istitle()) == (4, True, False, True)


@pytest.mark.parametrize("text", ["", " ", ",", "--"])
def test_what_names_no_place_is_refused(text: str) -> None:
    with pytest.raises(FormatError):
        PLACE.split(text)


def test_a_spelled_place_never_becomes_a_listed_one() -> None:
    results = {surrogate(PLACE, "Vork", seed=seed) for seed in range(60)}
    assert not {result.lower() for result in results} & set(_places()[1])
    assert isinstance(PLACE.choose("Vork"), SpelledPlaces)
