"""Organizations: legal forms and everyday words stay, the rest is enciphered."""

from __future__ import annotations

import hashlib
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_chains.errors import FormatError
from privacy_chains.formats.name_lists import lexicon
from privacy_chains.formats.organizations import _FURTHER_FORMS, _GENERAL, OrganizationFormat
from privacy_chains.formats.word_classes import word_class
from privacy_chains.testing import check_laws, surrogate

FORMAT = OrganizationFormat()
WORDS = sorted(lexicon().words)


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.one_of(
            st.sampled_from(WORDS).map(str.title),
            st.sampled_from(["Inc.", "GmbH", "Bank", "of", "the", "&", "Group", "St.", "van"]),
            st.text("abdeghiklmnorstuz", min_size=1, max_size=9).map(str.capitalize),
            st.text("ABDEGIMORTXZ39", min_size=1, max_size=5).filter(lambda text: len(text) != 2),
        ),
        min_size=1,
        max_size=4,
    ).map(" ".join),
    st.integers(0, 9),
)
def test_laws_hold(text: str, seed: int) -> None:
    try:
        FORMAT.split(text)
    except FormatError:
        return
    check_laws(FORMAT, text, seed=seed)
    surrogate(FORMAT, text, seed=seed)


def test_legal_form_and_everyday_words_stay() -> None:
    result = surrogate(FORMAT, "Zorbin Trust Bank, Inc.", seed=1)
    assert result.endswith(" Trust Bank, Inc.")
    assert not result.startswith("Zorbin")


def test_the_same_word_is_the_same_in_every_name() -> None:
    long, short = surrogate(FORMAT, "Zorbin Holdings LLC", seed=4), surrogate(FORMAT, "ZORBIN", seed=4)
    assert long.split(" ")[0].upper() == short


def test_a_name_of_everyday_words_is_enciphered_too() -> None:
    assert {surrogate(FORMAT, "Blue Water", seed=seed) for seed in range(20)} != {"Blue Water"}


@pytest.mark.parametrize(
    ("text", "aliases"),
    [("Zorbin Holdings LLC", ("Zorbin",)), ("Zorbin, Inc.", ("Zorbin",)), ("Zorbin", ()), ("National Bank", ())],
)
def test_the_name_without_its_legal_form_is_an_alias(text: str, aliases: tuple[str, ...]) -> None:
    assert FORMAT.aliases(text) == aliases


@pytest.mark.parametrize("text", ["", "&", "..."])
def test_what_names_nothing_is_refused(text: str) -> None:
    with pytest.raises(FormatError):
        FORMAT.split(text)


@pytest.mark.parametrize(
    ("text", "kind", "kept"),
    [
        ("Bank of Boston", "word-place", "Bank of "),
        ("British Airways", "word-people", " Airways"),
        ("Google", "word-brand", ""),
    ],
)
def test_what_is_well_known_becomes_another_of_its_kind(text: str, kind: str, kept: str) -> None:
    for seed in range(30):
        result = surrogate(FORMAT, text, seed=seed)
        assert kept in result
        assert result.replace(kept, "").lower() in lexicon().classes[kind]


COMPOUNDS = ["PayPal", "GitHub", "DeepMind", "YouTube", "JPMorgan", "eBay", "iRobot", "xAI", "CommerzBank", "SoftBank"]


@given(st.sampled_from(COMPOUNDS), st.sampled_from(["", " Inc.", " Group", " 24"]), st.integers(0, 40))
def test_laws_hold_for_words_made_of_several(name: str, rest: str, seed: int) -> None:
    surrogate(FORMAT, name + rest, seed=seed)
    assert surrogate(FORMAT, name, seed=seed) != name


@pytest.mark.parametrize("seed", range(20))
def test_no_half_of_a_word_made_of_several_stays_or_becomes_a_listed_name(seed: int) -> None:
    first, second = re.findall("[A-Z][a-z]+", surrogate(FORMAT, "PayPal", seed=seed))
    assert (first, second) != ("Pay", "Pal")
    assert word_class(second.lower()) == "" or len(second) < 5


def test_everyday_words_in_one_become_others_and_its_kind_stays() -> None:
    for seed in range(10):
        first, second = re.findall("[A-Z][a-z]+", surrogate(FORMAT, "DeepMind", seed=seed))
        assert word_class(first.lower()) == word_class(second.lower()) == "word"
        assert surrogate(FORMAT, "SoftBank", seed=seed).endswith("Bank")


@pytest.mark.parametrize(
    "form", ["GmbH", "GmbH & Co. KG", "S.p.A.", "e.V.", "Pty Ltd", "S.A. de C.V.", "Sp. z o.o.", "B.V."]
)
@pytest.mark.parametrize("name", ["Zorbin", "J.P. Zorbin", "PayPal"])
def test_legal_forms_of_other_countries_stay(name: str, form: str) -> None:
    for seed in range(5):
        result = surrogate(FORMAT, f"{name} {form}", seed=seed)
        assert result.endswith(f" {form}")
        assert not result.startswith(name)
    assert FORMAT.aliases("Zorbin GmbH") == ("Zorbin",)


@pytest.mark.parametrize("form", ["GmbH", "S.A.", "of GmbH", "24 GmbH", "the S.p.A."])
def test_a_legal_form_by_itself_is_no_form(form: str) -> None:
    assert {surrogate(FORMAT, form, seed=seed) for seed in range(9)} != {form}


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("Autohaus Zorbin GmbH", ("Autohaus ", " GmbH")),
        ("Zorbin Medical Centre", (" Medical Centre",)),
        ("Klinikum Zorbin", ("Klinikum ",)),
        ("Blue Roofing LLC", (" Roofing LLC",)),
    ],
)
def test_words_for_institutions_and_trades_stay(name: str, kept: tuple[str, ...]) -> None:
    for seed in range(5):
        result = surrogate(FORMAT, name, seed=seed)
        assert all(piece in result for piece in kept)
    assert {surrogate(FORMAT, name, seed=seed) for seed in range(9)} != {name}
    assert {surrogate(FORMAT, "Klinik Gruppe", seed=seed) for seed in range(9)} != {"Klinik Gruppe"}


def test_what_decides_what_keys_read_is_frozen() -> None:
    words = "|".join((*sorted(_GENERAL), *_FURTHER_FORMS))
    digest = hashlib.sha256(words.encode()).hexdigest()
    assert digest == "29d75b8cc6e8cbf2cf590f8987bd46b4817c2cf1aefceed34d8393591910780d"
