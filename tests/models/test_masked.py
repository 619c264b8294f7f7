from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from model_support import tiny
from model_support.tiny import Made, torch

from privacy_chains.models import LocalModel, Replacement, require_part

TEXT = "My name is Alice Barr, and I live in Oslo."
MASK = 3


@cache
def made() -> tuple[LocalModel, Made]:
    model, tokenizer = tiny.roberta()
    return LocalModel.transformers(model, tokenizer), (model, tokenizer)


def by_hand(parts: Made, ids: list[int], place: int, count: int) -> list[Replacement]:
    """Replacements by softmax over one window; special tokens and parts of characters are none."""
    with torch.no_grad():
        chances = torch.softmax(parts[0](torch.tensor([ids])).logits[0, place].double(), -1)
    found: dict[str, float] = {}
    for chance, number in sorted(zip(chances.tolist(), range(len(chances)), strict=True), key=lambda one: -one[0]):
        word = parts[1].decode([number]).strip()
        if number > MASK and word and "\ufffd" not in word:
            found.setdefault(word, chance)
    return [Replacement(word, chance) for word, chance in list(found.items())[:count]]


def is_close(found: list[Replacement], wanted: list[Replacement]) -> None:
    assert [one.text for one in found] == [one.text for one in wanted]
    assert [one.probability for one in found] == pytest.approx([one.probability for one in wanted], rel=1e-4)


def test_it_has_the_parts_of_a_masked_model() -> None:
    assert made()[0].parts == ("fill", "embed")


def test_two_gaps_are_filled_by_softmax_over_the_text_with_both_masked() -> None:
    model, parts = made()
    spans = [(11, 21), (37, 41)]
    assert [TEXT[start:end] for start, end in spans] == ["Alice Barr", "Oslo"]
    found = require_part(model, "fill", needed_by="test")(TEXT, spans, 7)
    ids = parts[1]("My name is <mask>, and I live in <mask>.")["input_ids"]
    places = [index for index, token in enumerate(ids) if token == MASK]
    for one, place in zip(found, places, strict=True):
        is_close(list(one), by_hand(parts, ids, place, 7))


def test_a_gap_of_a_long_text_is_read_where_most_stands_around_it() -> None:
    model, parts = made()
    fill = require_part(model, "fill", needed_by="test")
    text = " name" * 100
    (found,) = fill(text, [(250, 255)], 5)  # the 50th token of 100, in windows of 30 that share 15
    ids = parts[1](text, add_special_tokens=False)["input_ids"]
    assert len(ids) == 100
    masked = [*ids[:50], MASK, *ids[51:]]
    is_close(list(found), by_hand(parts, [0, *masked[30:60], 2], 21, 5))


def test_a_mask_in_a_text_is_text() -> None:
    model, _ = made()
    assert len(require_part(model, "fill", needed_by="test")("a <mask> b", [(9, 10)], 1)) == 1


@settings(max_examples=25)
@given(data=st.data(), text=st.text(st.characters(codec=None), max_size=60))
def test_any_gaps_of_any_text_are_filled(data: st.DataObject, text: str) -> None:
    borders = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=8)))
    spans = list(zip(borders[::2], borders[1::2], strict=False))
    found = require_part(made()[0], "fill", needed_by="test")(text, spans, 3)
    assert [len(one) for one in found] == [3] * len(spans)


def test_embeddings_are_the_means_of_states_with_the_special_ones() -> None:
    model, (weights, tokenizer) = made()
    texts = ["Bob", TEXT, ""]
    rows = []
    for text in texts:
        with torch.no_grad():
            mean = weights.roberta(**tokenizer(text, return_tensors="pt")).last_hidden_state[0].mean(0)
        rows.append((mean / mean.norm()).numpy())
    found = require_part(model, "embed", needed_by="test")(texts)
    assert found == pytest.approx(np.array(rows), abs=1e-5)


def test_texts_longer_than_the_positions_are_read() -> None:
    found = require_part(made()[0], "embed", needed_by="test")([TEXT * 20])
    assert found.shape == (1, 16)


def test_an_encoder_alone_embeds() -> None:
    model, (weights, tokenizer) = made()
    encoder = LocalModel.transformers(weights.roberta, tokenizer)
    assert encoder.parts == ("embed",)
    found = require_part(encoder, "embed", needed_by="test")([TEXT])
    assert found == pytest.approx(require_part(model, "embed", needed_by="test")([TEXT]), abs=1e-6)
