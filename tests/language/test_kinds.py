"""Every word of every file does what its kind is for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import pytest

from privacy_chains.dependencies.words import stems
from privacy_chains.desanitize.spellings.evidence import is_introduced, is_placed
from privacy_chains.desanitize.spellings.field_names import is_label, is_reckoned, names_no_value, stands_as_year
from privacy_chains.desanitize.spellings.number_context import around
from privacy_chains.formats.clocks import clock_after
from privacy_chains.language.kinds import Kind
from privacy_chains.language.lexicon import entries, languages_with, words
from privacy_chains.language.tongues import most_spoken


def _is_numbered(word: str) -> bool:
    text = f"{word} 47"
    return is_label(around(text, len(text) - 2, len(text)))


def _is_age(word: str) -> bool:
    text = f"Anna, 47 {word} old"
    return around(text, 6, 8).speaks_of("AGE")


def _is_no_age(word: str) -> bool:
    text = f"Anna, 47 {word} gone"
    return not around(text, 6, 8).speaks_of("AGE")


def _is_before_year(word: str) -> bool:
    text = f"It was {word} 2024"
    return stands_as_year(text, len(text) - 4, len(text), spoken=True)


def _is_behind_year(word: str) -> bool:
    return stands_as_year(f"2024 {word} ", 0, 4, spoken=True)


def _is_period(word: str) -> bool:
    return is_reckoned(f"2024 / {word} ", 0, 4)


def _has_time(word: str) -> bool:
    return clock_after(f"x {word} 14:30", 1) is not None


CHECKS: Final[Mapping[Kind, Callable[[str], bool]]] = {
    "age_unit": _is_age,
    "before_time": _has_time,
    "before_year": _is_before_year,
    "behind_year": _is_behind_year,
    "greeting": lambda word: is_introduced(f"{word} "),
    "honorific": lambda word: is_introduced(f"{word} "),
    "in_place": lambda word: is_placed(f"she lives {word} "),
    "name_label": lambda word: is_introduced(f"{word}: "),
    "not_age": _is_no_age,
    "numbered_thing": _is_numbered,
    "part_of_year": _is_before_year,
    "period": _is_period,
    "title": lambda word: is_introduced(f"{word} "),
    "year_noun": lambda word: names_no_value(frozenset({word})),
}


@pytest.mark.parametrize(
    ("kind", "language"),
    [pytest.param(kind, language, id=f"{kind}-{language}") for kind in CHECKS for language in languages_with(kind)],
)
def test_each_word_does_what_its_kind_is_for(kind: Kind, language: str) -> None:
    assert [word for word in words(kind, language) if not CHECKS[kind](word)] == []


@pytest.mark.parametrize("language", languages_with("stem"))
def test_a_word_has_the_stem_that_it_stands_for(language: str) -> None:
    for entry in entries("stem", language):
        assert all(entry.meaning in stems(form) for form in entry.forms), entry


@pytest.mark.parametrize("language", languages_with("small_word"))
def test_small_words_tell_their_language(language: str) -> None:
    assert language in most_spoken(words("small_word", language))
