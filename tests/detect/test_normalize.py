# ruff: noqa: RUF001 - look-alike characters are the subject

from __future__ import annotations

import unicodedata

import pytest
from detect_support import marked
from hypothesis import assume, given
from hypothesis import strategies as st

from privacy_chains.contract.spans import Span
from privacy_chains.detect import PATTERN_TYPES, CompositeDetector, PatternDetector
from privacy_chains.detect.escapes import escapes
from privacy_chains.detect.normalize import needs_view, view, without_emphasis

DETECTOR = CompositeDetector(PatternDetector(PATTERN_TYPES - {"NUMBER"}))


def found_in(text: str) -> str:
    """The text with marks around what is found in it, whatever marks it had."""
    plain = text.replace("«", "").replace("»", "")
    return marked(plain, DETECTOR.detect(plain))


@pytest.mark.parametrize(
    "text",
    [
        "SSN «123\u200b-45-6789».",
        "SSN «１２３-４５-６７８９».",
        "SSN «123\u201145\u20116789», «123\u201345\u20136789»",
        "write to «jоhn@ехаmple.com»",
        "write to «john\u00ad.doe@exam\u2060ple.com»",
        "phone «+49\u00a030\u00a01234567»",
        "aged\u00a0«４３»",
        "card «4111\u202f1111\u202f1111\u202f1111»",
        "pay «＄500» or «€\u2009500»",
        "card «٤١١١ ١١١١ ١١١١ ١١١١»",
        "𝟭 SSN «𝟭𝟮𝟯-𝟰𝟱-𝟲𝟳𝟴𝟵»",
        "Привет, Мария: «john@example.com»; Ελλάδα «43»-year-old",
    ],
)
def test_encoding_tricks_hide_nothing(text: str) -> None:
    assert found_in(text) == text


@pytest.mark.parametrize("text", ["plain", "Grüße aus Köln, naïve café", "日本語のテキスト", "한국어", "“quotes” …"])
def test_ordinary_text_needs_no_view(text: str) -> None:
    assert not needs_view(text)


def test_words_of_one_script_are_left_alone() -> None:
    assert view("Москва и Αθήνα, paypal, pаypal").text == "Москва и Αθήνα, paypal, paypal"


@given(st.text(alphabet=st.one_of(st.characters(), st.sampled_from("\u200b\u00ad１２aа-–ﬁ½\u0301"))))
def test_every_place_of_a_view_leads_back(text: str) -> None:
    seen = view(text)
    assert len(seen.origins) == len(seen.text)
    assert list(seen.origins) == sorted(seen.origins)
    for place in range(len(seen.text)):
        original = seen.original(Span(place, place + 1, "X"))
        assert 0 <= original.start < original.end <= len(text)


@given(st.text(alphabet=st.characters(max_codepoint=127)))
def test_ascii_is_its_own_view(text: str) -> None:
    assume(not list(escapes(text)))
    assert not needs_view(text)
    assert view(text).text == text


@given(st.characters(categories=["Nd"]))
def test_a_digit_of_any_script_becomes_that_digit(character: str) -> None:
    assert view(character).text == str(unicodedata.decimal(character))


@pytest.mark.parametrize(
    "text",
    [
        "_«123-45-6789»_, __«alice@example.com»__ and ___«(202) 555-0143»___",
        "aged _«43»_, earns __«85,000»__; IBAN: _«DE89370400440532013000»_",
        "scan_«123-45-6789»_final.pdf, card_«4111111111111111».png, «2025550143»_call.mp3",
        "«550e8400-e29b-41d4-a716-446655440000»_log of «10.0.0.1»_eth0 and mac_«00:1A:2B:3C:4D:5E»_x",
        "password: «_hunter2x_» and api_key=«__sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD__»",
    ],
)
def test_underscores_around_a_value_hide_it_as_little(text: str) -> None:
    assert found_in(text) == text


@pytest.mark.parametrize("text", ["self._name = _x; y = 1", "snake_case_ and _private", "a __ b __ c", "_\n_x_y", "__"])
def test_underscores_of_names_stay(text: str) -> None:
    assert without_emphasis(text) == text


@given(st.text(alphabet="_a \n1"))
def test_without_emphasis_every_other_character_stays_where_it_is(text: str) -> None:
    plain = without_emphasis(text)
    assert len(plain) == len(text)
    assert all(one == other or (one, other) == ("_", " ") for one, other in zip(text, plain, strict=True))
