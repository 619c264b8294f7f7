"""The table of ordinary words: what it holds, and what people are called by and it does not hold."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.formats.name_lists import lexicon, read_table
from privacy_chains.language import ordinary
from privacy_chains.language.ordinary import ORDINARY_LANGUAGES, languages_of

FILE = Path(ordinary.__file__).parent / "data" / "ordinary_words.tsv"
LINES = [line.split("\t") for line in FILE.read_text("utf-8").splitlines() if not line.startswith("#")]
TABLE = {word: frozenset(languages.split(" ")) for word, languages in LINES}
GIVEN = [word for kind, words in lexicon().classes.items() if kind.startswith("given") for word in words]
CITIES = [name for values in read_table("places_v1.txt").values() for name in values.split("|") if name.isalpha()]


def test_lines_are_in_order_of_their_bytes_and_none_is_there_twice() -> None:
    words = [word.encode() for word, _ in LINES]
    assert words == sorted(set(words))
    assert len(words) > 200_000


def test_each_word_is_one_of_the_twelve_languages_and_each_language_has_many() -> None:
    assert frozenset().union(*TABLE.values()) == ORDINARY_LANGUAGES
    assert all(sum(code in codes for codes in TABLE.values()) > 15_000 for code in ORDINARY_LANGUAGES)


@given(st.sampled_from(sorted(TABLE)))
def test_each_word_is_found(word: str) -> None:
    assert languages_of(word) == TABLE[word]


@given(st.text() | st.sampled_from(sorted(TABLE)).map(lambda word: word[:-1]))
def test_no_other_word_is_found(word: str) -> None:
    assert languages_of(word) == TABLE.get(word, frozenset())


def test_only_german_nouns_have_a_capital() -> None:
    assert {languages for word, languages in TABLE.items() if not word.islower()} == {frozenset({"de"})}
    assert TABLE["Kinder"] == {"de"}
    assert "kinder" not in TABLE


def test_what_people_and_towns_are_called_by_is_no_ordinary_word() -> None:
    """Both hold few: English *will* and *made*, which have a capital too seldom for names."""
    names = {"rose", "wolf", "grace", "klein", "sommer", "hope", "mark", "koch", "berlin", "essen", "marie", "kinder"}
    assert not names & TABLE.keys()
    both = [word for word in GIVEN if word in TABLE or word.capitalize() in TABLE]
    assert len(both) <= 0.002 * len(GIVEN)
    assert not [name for name in CITIES if name in TABLE]
