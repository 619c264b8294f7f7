# ruff: noqa: RUF001 - look-alike characters are the subject

from __future__ import annotations

import unicodedata

import pytest
from detect_support import marked
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.detect import PATTERN_TYPES, CompositeDetector, PatternDetector
from privacy_chains.detect.normalize import needs_view, view
from privacy_chains.spans import Span

DETECTOR = CompositeDetector(PatternDetector(PATTERN_TYPES - {"NUMBER"}))


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
    plain = text.replace("«", "").replace("»", "")
    assert marked(plain, DETECTOR.detect(plain)) == text


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
    assert not needs_view(text)
    assert view(text).text == text


@given(st.characters(categories=["Nd"]))
def test_a_digit_of_any_script_becomes_that_digit(character: str) -> None:
    assert view(character).text == str(unicodedata.decimal(character))
