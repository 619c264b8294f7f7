"""The lexicon's files and its loader."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from privacy_chains.language import lexicon
from privacy_chains.language.kinds import KINDS
from privacy_chains.language.patterns import spelled_out, worded
from privacy_chains.language.tables import read_rows

FILES = sorted((Path(lexicon.__file__).parent / "data" / "words").glob("*.tsv"))
LINES = [
    pytest.param(line, id=f"{path.stem}:{at}")
    for path in FILES
    for at, line in enumerate(path.read_text("utf-8").splitlines(), 1)
    if not line.startswith("#")
]


def test_every_kind_has_a_meaning_in_one_sentence() -> None:
    rows = read_rows("kinds.tsv")
    assert [row[0] for row in rows] == sorted(KINDS)
    assert all(len(row) == 2 and row[1] for row in rows)


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_a_file_says_what_it_is_from_and_its_license(path: Path) -> None:
    assert "Apache-2.0" in path.read_text("utf-8").split("\n", 1)[0]


@pytest.mark.parametrize("line", LINES)
def test_a_line_is_a_known_kind_and_entries(line: str) -> None:
    kind, *entries = line.split("\t")
    assert kind in KINDS
    forms = [form for entry in entries for form in entry.rpartition("=")[2].split("|")]
    assert forms
    assert all(form and form == form.strip() for form in forms)


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_a_kind_has_no_word_twice_in_a_language(path: Path) -> None:
    for kind in sorted(KINDS):
        forms = [form for entry in lexicon.entries(kind, path.stem) for form in entry.forms]
        assert len(forms) == len(set(forms)), kind


def test_english_comes_first() -> None:
    assert lexicon.languages()[0] == "en"
    assert set(lexicon.languages()) == {path.stem for path in FILES}


def test_a_kind_that_is_none_is_refused() -> None:
    with pytest.raises(KeyError):
        lexicon.words("greting")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="greting"):
        worded("{greting}")


def test_the_longest_word_is_tried_first() -> None:
    found = re.match(spelled_out("{greeting}"), "thanks a lot", re.IGNORECASE)
    assert found is not None
    assert found[0] == "thanks"
    lengths = [len(branch) for branch in lexicon.alternation_of(["a", "ccc", "bb", "a"]).split("|")]
    assert lengths == [3, 2, 1]


def test_words_are_escaped_and_the_gap_is_the_callers() -> None:
    assert lexicon.alternation_of(["y/o.", "a la"], gap=r"\s") == r"y/o\.|a\sla"


def test_no_words_match_nothing() -> None:
    assert re.search(lexicon.alternation_of([]), "") is None


def test_a_pattern_begun_matches_every_start_of_a_word() -> None:
    pattern = worded(r"{begun:greeting}\Z")
    assert all(pattern.match("dear"[:end]) for end in range(1, 5))
    assert pattern.match("dearx") is None


def test_a_number_of_braces_is_no_kind() -> None:
    assert worded(r"a{2,3}").fullmatch("aaa") is not None
