from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from privacy_chains.errors import FormatError
from privacy_chains.formats import WeekdayFormat, built_in_formats, decipher, encipher
from privacy_chains.formats.weekdays import DAYS, RINGS, is_weekday, weekday
from privacy_chains.hazmat.ciphers import DomainCipher
from privacy_chains.testing import AffineCipher, check_format, check_laws

FORMAT = WeekdayFormat()
EXAMPLES = (
    *("Tuesday", "tuesdays", "FRIDAYS", "Sun", "SAT", "Weds", "Dienstagabend", "mittwochs", "Do", "SO"),
    *("jeudi", "lundis", "mi\u00e9rcoles", "S\u00c1BADOS", "sabado", "mercoled\u00ec", "venerdi", "Zondagochtend"),
    *("ter\u00e7a-feira", "Quarta-Feira", "SEXTAS-FEIRAS"),
)
NAMES = [(ring, name) for ring in RINGS for name in ring.names]
CASES = (str.lower, str.capitalize, str.title, str.upper)
members = st.sampled_from(NAMES).flatmap(
    lambda pair: st.builds(
        lambda case, tail: case(pair[1]) + tail, st.sampled_from(CASES), st.sampled_from(("", *pair[0].tails))
    )
)
keys = st.binary(min_size=32, max_size=32)


def test_it_keeps_the_contract_of_formats() -> None:
    check_format(FORMAT, EXAMPLES, refuses=["", "x", "Frid", "tuesDAY", "Tuesdayish", "Sonnabend", "May", "luness"])


@given(members, st.integers(0, 10**6))
def test_the_laws_hold_for_every_spelling(text: str, seed: int) -> None:
    other = check_laws(FORMAT, text, seed=seed)
    assert weekday(other).tail == weekday(text).tail
    assert other.isupper() == text.isupper()
    assert other[0].isupper() == text[0].isupper()


@given(keys)
def test_it_is_bijective_and_deciphered_with_the_key_alone(key: bytes) -> None:
    cipher = DomainCipher(key)
    for ring in RINGS:
        images = [encipher(FORMAT, name, cipher) for name in ring.names]
        assert sorted(images) == sorted(ring.names)
        assert [decipher(FORMAT, image, cipher) for image in images] == list(ring.names)


@given(keys, members, members)
def test_the_days_between_two_days_stay_in_every_language(key: bytes, one: str, other: str) -> None:
    cipher = DomainCipher(key)
    day, later = weekday(one), weekday(other)
    assume(day.ring.domain == later.ring.domain)
    new, newer = (weekday(encipher(FORMAT, text, cipher)) for text in (one, other))
    assert (newer.rank - new.rank) % len(day.ring.names) == (later.rank - day.rank) % len(day.ring.names)


def test_no_name_is_in_two_rings() -> None:
    names = [(name + tail).lower() for ring in RINGS for name in ring.names for tail in ("", *ring.tails)]
    assert len(names) == len(set(names))
    assert all(is_weekday(name) for days in DAYS for name in days)


def test_what_is_no_day_is_hidden_letter_by_letter() -> None:
    fmt, cipher = built_in_formats()["WEEKDAY"], AffineCipher(3)
    image = encipher(fmt, "Tuesday evening", cipher)
    assert image != "Tuesday evening"
    assert decipher(fmt, image, cipher) == "Tuesday evening"


@pytest.mark.parametrize("text", ["yesterday", "Tuesdayish", "Frid\u0130ay", "\u017funday"])
def test_a_refusal_quotes_nothing(text: str) -> None:
    with pytest.raises(FormatError) as caught:
        weekday(text)
    assert text not in str(caught.value)
    assert "Tue" not in repr(weekday("Tuesday"))
