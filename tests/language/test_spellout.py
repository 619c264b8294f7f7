"""Numbers in words: what the rules of CLDR spell, they read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.language.number_rules import LARGEST, rule_sets, spell
from privacy_chains.language.spellout import find_spoken, is_ordinal, readings

SPELLED = [
    ("en", 47, "forty-seven"),
    ("de", 47, "siebenundvierzig"),
    ("fr", 80, "quatre-vingts"),
    ("fr-CH", 97, "nonante-sept"),
    ("es", 22, "veintidós"),
    ("it", 28, "ventotto"),
    ("nl", 22, "tweeëntwintig"),
    ("pt", 47, "quarenta e sete"),
    ("pt-PT", 16, "dezasseis"),
    ("fr", 2_000_000, "deux millions"),
    ("pt", 1_000_000, "um milhão"),
    ("en-IN", 200_000, "two lakh"),
]
"""From grammars and dictionaries of the languages, not from the rules."""

ORDINALS = ["forty-seventh", "siebenundvierzigsten", "quarante-septième", "zevenenveertigste", "quarantasettesimo"]


@pytest.mark.parametrize(("locale", "number", "words"), SPELLED)
def test_a_number_is_spelled_and_read(locale: str, number: int, words: str) -> None:
    assert words in {spell(locale, rules, number) for name, rules in rule_sets() if name == locale}
    assert number in {said.number for said in readings(words)}


@pytest.mark.parametrize("words", ORDINALS)
def test_an_ordinal_is_told_from_a_number(words: str) -> None:
    assert next((said.number, is_ordinal(said)) for said in readings(words)) == (47, True)


@given(st.sampled_from(rule_sets()), st.one_of(st.integers(0, 120), st.integers(0, 10**6), st.integers(0, LARGEST - 1)))
def test_what_is_spelled_is_read(rules: tuple[str, str], number: int) -> None:
    try:
        words = spell(*rules, number)
    except ValueError:
        return  # no rule goes so far
    assert number in {said.number for said in readings(words)}
    assert number in {said.number for said in readings(words.upper().replace("-", " "))}


def test_only_numbers_are_read() -> None:
    for text in ("", "hello", "und", "og", "forty forty", "seven forty", "twenty eleven", "hundredth one"):
        assert not readings(text)


def test_a_number_is_found_as_long_as_it_goes() -> None:
    text = "Der Siebenundvierzigjährige zahlt fünf-und-zwanzig, elle a vingt et un ans; one hundred and five."
    assert [text[one.start : one.end] for one in find_spoken(text, 0, len(text))][-2:] == [
        "vingt et un",
        "one hundred and five",
    ]
    assert text[find_spoken(text, 0, len(text)).__next__().start :].startswith("Siebenundvierzigj")
