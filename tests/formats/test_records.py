from __future__ import annotations

import pytest
from format_support import kept
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.errors import FormatError
from privacy_chains.formats.alphanumeric import AlphanumericFormat
from privacy_chains.formats.names import PersonFormat
from privacy_chains.formats.places import place, us_state_codes
from privacy_chains.formats.records import RecordFormat, StreetAddressFormat
from privacy_chains.testing import check_laws, surrogate

ORDER = RecordFormat("ORDER_ID")
STREET = StreetAddressFormat(AlphanumericFormat("words", fold_case=True))


@given(
    st.sampled_from(["ORD-", "INV ", "mrn", "#", "PO_", ""]),
    st.from_regex(r"[A-Z0-9]{3,8}(-[0-9]{1,6})?", fullmatch=True),
    st.integers(0, 99),
)
def test_marks_are_kept_and_the_rest_enciphered_in_place(mark: str, number: str, seed: int) -> None:
    text = mark + number
    result = surrogate(ORDER, text, seed=seed)
    assert kept(result) == kept(text)
    if not mark or not mark[-1].isalpha() or number[0].isdigit():
        assert result.startswith(mark)


def test_a_record_is_one_value_with_other_separators() -> None:
    assert ORDER.split("ORD-2024-0001") == ORDER.split("ORD 2024 0001") == ORDER.split("ord-20240001")


@pytest.mark.parametrize("text", ["INV", "PO-", "REF"])
def test_a_mark_alone_is_a_value(text: str) -> None:
    assert kept(surrogate(ORDER, text)) == kept(text)


@pytest.mark.parametrize("text", ["", "---", "#"])
def test_nothing_to_encipher_is_refused(text: str) -> None:
    with pytest.raises(FormatError):
        ORDER.split(text)


@pytest.mark.parametrize(
    ("text", "stays"),
    [
        ("221B Baker Street", ("Street",)),
        ("1600 Pennsylvania Ave. NW, Apt 4", ("Ave. NW, Apt",)),
        ("Hauptstra\u00dfe 12", ("stra\u00dfe",)),
        ("12 rue de la Paix", ("rue de la",)),
        ("350 West 42nd Street", ("West", "nd Street")),
        ("the corner of 12 Main Street and 5th Avenue", ("the corner of ", " Street and ", "th Avenue")),
        ("P.O. Box 1234", ("P.O. Box",)),
        ("Flat 3, 007 Elm Rd", ("Flat", "Rd")),
        ("Prinsengracht 263-267", ("gracht",)),
    ],
)
def test_street_addresses_keep_what_says_the_kind(text: str, stays: tuple[str, ...]) -> None:
    for seed in range(10):
        result = surrogate(STREET, text, seed=seed)
        assert all(piece in result for piece in stays)
        assert kept(result) == kept(text)
        assert not any(
            part[0] == "0" and old[0] != "0" for part, old in zip(_numbers(result), _numbers(text), strict=True)
        )


def _numbers(text: str) -> list[str]:
    return [word for word in text.replace("-", " ").split() if word[0].isdigit()]


@pytest.mark.parametrize("seed", range(5))
def test_names_of_streets_become_names(seed: int) -> None:
    fmt = StreetAddressFormat(PersonFormat())
    result = surrogate(fmt, "742 Evergreen Terrace, Springfield", seed=seed)
    assert "Terrace, " in result
    assert "Evergreen" not in result
    assert "Springfield" not in result


@given(st.integers(1, 99_999), st.sampled_from(["", "a", "B"]), st.integers(0, 99))
def test_house_numbers_keep_their_length(number: int, letter: str, seed: int) -> None:
    text = f"{number}{letter} Oak Lane"
    check_laws(STREET, text, seed=seed)
    assert kept(surrogate(STREET, text, seed=seed)) == kept(text)


@pytest.mark.parametrize("text", ["", "Main", "Street", "the road"])
def test_an_address_needs_a_name_or_number(text: str) -> None:
    if text == "Main":
        assert surrogate(STREET, text) != text
    else:
        with pytest.raises(FormatError):
            STREET.split(text)


@given(st.integers(0, 99), st.sampled_from(["IL", "CT", "DE", "AL", "KO", "DR", "FR", "WI"]))
def test_a_state_code_before_a_zip_code_becomes_another_and_no_other_word_does(seed: int, code: str) -> None:
    fmt, text = StreetAddressFormat(PersonFormat()), f"12 Elm St, {code} 62701"
    written = surrogate(fmt, text, seed=seed).split(",")[1].split()[0]
    assert (written in us_state_codes()) == (code in us_state_codes())


@pytest.mark.parametrize("seed", range(4))
def test_a_state_is_the_same_state_in_an_address_and_alone(seed: int) -> None:
    address = surrogate(StreetAddressFormat(PersonFormat()), "12 Elm St, IL 62701", seed=seed)
    assert surrogate(place(), "IL", seed=seed) in address
