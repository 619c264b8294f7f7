from __future__ import annotations

import pytest
from format_support import chosen, kept
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.errors import FormatError
from privacy_chains.formats.postal import postal_codes, us_zip_code
from privacy_chains.testing import check_laws, surrogate

ZIP = us_zip_code()


def test_every_zip_code_has_a_surrogate_of_its_class_and_no_two_the_same() -> None:
    for index, fmt in enumerate(ZIP.formats):
        members = [
            code for code in (f"{number:05}" for number in range(100_000)) if ZIP.choose(code) is ZIP.formats[index]
        ]
        if index == 0:
            assert fmt.split(members[0])[0].size == len(members)
            assert [fmt.join("02139", [rank]) for rank in range(len(members))] == members
        images = {surrogate(ZIP, code, seed=5) for code in members[:: max(1, len(members) // 1000)]}
        assert len(images) == len(members[:: max(1, len(members) // 1000)])
        assert all(ZIP.choose(image) is fmt for image in images)


@given(st.integers(0, 99_999), st.integers(0, 9999), st.sampled_from(["-", " ", "", "\u2013"]), st.integers(0, 50))
def test_the_five_digits_have_one_surrogate_with_and_without_the_four(
    number: int, four: int, dash: str, seed: int
) -> None:
    short, long = f"{number:05}", f"{number:05}{dash}{four:04}"
    result = surrogate(ZIP, long, seed=seed)
    assert kept(result) == kept(long)
    assert result.startswith(surrogate(ZIP, short, seed=seed))


@pytest.mark.parametrize("code", ["02139", "94110", "00501", "10001", "99950", "96910"])
def test_codes_in_use_are_recognised(code: str) -> None:
    assert chosen(ZIP, code) is ZIP.formats[0]


@pytest.mark.parametrize("code", ["00000", "00401", "21300", "34500", "98700"])
def test_prefixes_without_a_post_office_are_told_apart(code: str) -> None:
    assert chosen(ZIP, code) is ZIP.formats[1]


@pytest.mark.parametrize("text", ["1234", "123456", "1234A", "\uff10\uff12139", "", "12345-678"])
def test_what_is_no_zip_code_is_refused(text: str) -> None:
    with pytest.raises(FormatError):
        ZIP.split(text)


SAMPLES = {
    "AU_POSTCODE": "2000 0800",
    "BR_CEP": "01310-100 20040002",
    "CA_POSTAL_CODE": "K1A0B1 m5v-3l9",
    "DE_PLZ": "10115 01067",
    "FR_POSTAL_CODE": "75008 97400",
    "IN_PINCODE": "110001 560034",
    "NL_POSTCODE": "1012AB 3011gz",
    "UK_POSTCODE": "SW1A1AA m11ae EC1A1BB W1A0AX CR26XH DN551PT",
}


@pytest.mark.parametrize("name", SAMPLES)
def test_postal_codes_of_other_countries(name: str) -> None:
    fmt = postal_codes()[name]
    for text in SAMPLES[name].split():
        for seed in range(10):
            assert kept(surrogate(fmt, text, seed=seed)) == kept(text)


def test_british_postcodes_stay_in_areas_that_exist() -> None:
    fmt = postal_codes()["UK_POSTCODE"]
    for seed in range(30):
        check_laws(fmt, "M1 1AE", seed=seed)
        assert surrogate(fmt, "M1 1AE", seed=seed)[0] in "BEGLMNSW"


def test_every_type_of_postal_code_is_tested() -> None:
    assert set(SAMPLES) == set(postal_codes())
