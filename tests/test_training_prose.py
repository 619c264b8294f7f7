"""What is read out of dictionaries and speeches for a teacher to mark."""

import gzip
import random
from pathlib import Path

import pytest

from training.prose import excerpts, prose

WORDNET = """\
Ada Lovelace
    n 1: an English mathematician who wrote
         for an engine (1815-1852) [syn: {Lovelace}, {Ada
         Lovelace}]
paint
    n 1: a coat of colour; "the Smiths want fresh paint
         in the hall"
    2: a cosmetic [syn: {lipstick}]
"""
FOLDOC = """\
Ada

   <language> (After {Ada Lovelace}) A language.  Its first
   compiler came from New York.

   (2020-05-17)
"""


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    (tmp_path / "dictd").mkdir()
    for name, text in {"wn": WORDNET, "foldoc": FOLDOC, "jargon": "", "devil": ""}.items():
        (tmp_path / "dictd" / f"{name}.dict.dz").write_bytes(gzip.compress(text.encode()))
    (tmp_path / "speech.txt").write_text("My Fellow citizens:\n\nI thank you.\nWe begin in Ohio. It is late.\n")
    return tmp_path


def test_a_text_of_each_kind_is_read(shelf: Path) -> None:
    assert set(prose(shelf, shelf)) >= {
        ("Ada Lovelace, an English mathematician who wrote for an engine (1815-1852).",),
        ("the Smiths want fresh paint in the hall",),
        ("(After Ada Lovelace) A language.", "Its first compiler came from New York."),
        ("We begin in Ohio.", "It is late."),
    }


def test_excerpts_are_sentences_in_order_without_marks(shelf: Path) -> None:
    paragraphs = prose(shelf, shelf)
    whole = [" ".join(paragraph) for paragraph in paragraphs]
    for one in excerpts(paragraphs, 50, random.Random(1)):
        assert any(one.text in text for text in whole)
        assert not one.marks
        assert not one.annotated


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"wn\.dict\.dz"):
        prose(tmp_path, tmp_path)
