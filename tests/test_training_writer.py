"""What the writer is taught: prompts, labels word by word, and texts in which words are masked."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from privacy_chains.models.embedded.graph import PIECES
from privacy_chains.models.onnx import tokenizer_of
from training.texts import texts_in
from training.writer import labels
from training.writer.corpus import english
from training.writer.labels import TokenScores, labelled
from training.writer.prompts import held_out, prompts
from training.writer.words import TAGS, vocabulary, words_of

TOKENIZER = tokenizer_of(PIECES.parent)
INSTRUCTIONS = (Path(labels.__file__).parent / "instructions.txt").read_text("utf-8").splitlines()


def test_prompts_are_the_same_each_time_and_those_held_out_are_of_other_texts_and_instructions() -> None:
    learned, measured = list(islice(prompts(0), 300)), list(islice(held_out(1), 300))
    assert learned == list(islice(prompts(0), 300))
    for one, other in ((learned, INSTRUCTIONS[1::2]), (measured, INSTRUCTIONS[::2])):
        assert not any(text.startswith(f"{instruction}\n") for text in one for instruction in other)
    known = "\n".join(text for _, text in texts_in())
    lines = [line for text in measured for line in text.splitlines() if len(line) > 60]
    assert len(lines) > 200
    assert sum(line in known for line in lines) < 3


def test_texts_are_english() -> None:
    assert [name for name in ("plain-de", "languages-daily", "tongues", "plain-en", "visits") if english(name)] == [
        "plain-en",
        "visits",
    ]


def test_labels_are_spread_over_words() -> None:
    text = "Marfan syndrome, he"
    spans = [(0, 6), (7, 15), (15, 16), (17, 19)]
    assert words_of(text, TOKENIZER)[1] == spans
    # the causal model's tokens: "Mar", "fan", " syndrome,", " he"
    line = labels._line(
        text,
        TokenScores([(0, 3), (3, 6), (6, 16), (16, 19)], [4.0, 1.0, 9.0, 2.0], [0.5, 0.1, 0.2, 0.4]),
        [(0, "PROPN"), (7, "NOUN"), (15, "PUNCT"), (17, "PRON")],
        TOKENIZER,
    )
    one = labels._read(line)
    assert one.text == text
    assert one.bits == pytest.approx([5.0, 8.0, 1.0, 2.0], abs=1 / 16)
    assert np.exp(one.norms) == pytest.approx([0.3, 0.2, 0.2, 0.4], rel=0.03)
    assert [TAGS[tag] for tag in one.tags] == ["PROPN", "NOUN", "OTHER", "OTHER"]


def test_where_only_surprisal_was_asked_for_there_are_no_norms() -> None:
    line = labels._line(
        "so what", TokenScores([(0, 2), (2, 7)], [1.0, 300.0], []), [(0, "ADV"), (3, "PRON")], TOKENIZER
    )
    one = labels._read(line)
    assert np.isnan(one.norms).all()
    assert one.bits == pytest.approx([1.0, 255 / 8])  # as large as is kept


@pytest.mark.parametrize("name", ["train", "held-out"])
def test_packed_labels_fit_their_texts(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(labels, "BUILD", tmp_path)
    found = labelled(name)
    assert len(found) >= 64
    for one in found:
        count = len(words_of(one.text, TOKENIZER)[1])
        assert [len(part) for part in one[1:]] == [count] * 3
        assert set(one.tags.tolist()) <= set(range(len(TAGS)))


def test_a_round_that_was_cut_off_is_made_again(tmp_path: Path) -> None:
    path = tmp_path / "train.jsonl"
    path.write_text("".join(f"{json.dumps([str(number)])}\n" for number in range(100)), "utf-8")
    assert labels._whole_rounds(path) == 64
    assert len(path.read_text("utf-8").splitlines()) == 64
    assert labels._whole_rounds(tmp_path / "none.jsonl") == 0


def test_masks_hide_words_and_say_which() -> None:
    pytest.importorskip("torch")
    from training.writer.masks import FIRST, LAST, MASK, Masks  # noqa: PLC0415  # where there is torch

    texts = ["The unmistakable Quillfeather wrote a letter about the harbour, again and again.", "Nobody answered it."]
    parts = [words_of(text, TOKENIZER)[0] for text in texts]
    words = vocabulary(TOKENIZER)
    shelf = (parts[0], np.array([0, len(parts[0].wholes)]))
    batch = next(iter(Masks({"written": shelf}, words, 2_048, 3)))
    assert batch.pieces.shape == batch.looks.shape
    assert len(batch.places) == len(batch.words) > 0
    flat = batch.pieces.flatten().numpy()
    assert (flat[batch.places.numpy()] == MASK).all()
    assert set(words[batch.words.numpy()]) <= set(parts[0].pieces.tolist())
    for row in batch.pieces.numpy():
        assert row[0] == FIRST
        read = [piece for piece in row[1:] if piece not in {LAST, MASK}]
        rest = iter(parts[0].pieces.tolist())
        assert all(piece in rest for piece in read)  # in order
