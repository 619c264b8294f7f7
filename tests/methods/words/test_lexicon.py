"""The lexicon that the package carries."""

from __future__ import annotations

from importlib.resources import files

import pytest

from privacy_chains.errors import MechanismError
from privacy_chains.methods.words import Lexicon, WordClass, default_lexicon

UNSAID = 101


def test_no_draw_writes_an_obscene_word() -> None:
    lexicon = default_lexicon()
    written = {word for kind in lexicon.classes for word in kind.leaves}
    assert not written & {"fuck", "shit", "porn", "whore", "nigger"}
    assert "fuck" in lexicon.places  # a prompt may hold it: its leaf hides it


def test_size_and_place_of_every_word() -> None:
    lexicon = default_lexicon()
    assert len(lexicon.places) >= 65_536
    other = [word for word, leaf in lexicon.places.items() if lexicon.classes[leaf.kind].leaves[leaf.place] != word]
    assert len(other) == UNSAID
    assert all(all(kind.leaves) for kind in lexicon.classes)
    assert all(len(kind.leaves) == 1 << kind.height for kind in lexicon.classes)


def test_data_is_small_and_says_its_sources() -> None:
    data = files("privacy_chains.methods.words") / "data" / "words.txt"
    text = data.read_text(encoding="utf-8")
    assert len(text.encode()) <= 1_000_000
    assert all(source in text[:1500] for source in ("GloVe", "Public", "WordNet 3.0", "Princeton", "census"))


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        *(("doctor", "noun"), ("doctors", "nouns"), ("walked", "past"), ("walking", "gerund"), ("walks", "verbs")),
        *(("quickly", "adverb"), ("larger", "comparative"), ("largest", "superlative"), ("seven", "number")),
        *(("april", "time"), ("berlin", "place"), ("james", "man"), ("mary", "woman"), ("red", "adjective")),
        *(("the", "function"), ("was", "function"), ("i", "function"), ("a", "function"), ("with", "function")),
    ],
)
def test_classes(word: str, kind: str) -> None:
    lexicon = default_lexicon()
    assert lexicon.classes[lexicon.places[word].kind].name == kind


def test_empty_leaves_have_a_nearest_word() -> None:
    kind = WordClass.of("noun", 3, ["a", "", "", "", "", "", "b", "c"])
    assert kind.leaves == ("a", "a", "a", "a", "b", "c", "b", "c")


@pytest.mark.parametrize("leaves", [["a"], ["", "", "", ""]])
def test_a_tree_is_full_and_has_words(leaves: list[str]) -> None:
    with pytest.raises(MechanismError):
        WordClass.of("noun", 2, leaves)


def test_version_tells_trees_apart() -> None:
    one, two = (Lexicon.parse(iter(["# header", "= noun 1", *rows])) for rows in (["a a", "b b"], ["b b", "a a"]))
    assert one.version != two.version
    assert one.places["b"].frequency == 1
