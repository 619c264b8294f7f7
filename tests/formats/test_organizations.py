"""Organizations: legal forms and everyday words stay, the rest is enciphered."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_chains.errors import FormatError
from privacy_chains.formats._lexicon import lexicon
from privacy_chains.formats.organizations import OrganizationFormat
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
            st.text("ABDEGIMORTXZ39", min_size=1, max_size=5),
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
