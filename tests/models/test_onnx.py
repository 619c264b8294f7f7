from __future__ import annotations

import json
import pickle
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from model_support.graphs import write_encoder
from model_support.tokenizing import word_pieces
from numpy.typing import NDArray

from privacy_chains.detect.network.graph import FOLDER
from privacy_chains.errors import ModelError
from privacy_chains.models import LocalModel

WINDOW = 12
TOKENIZER = word_pieces()
VOCABULARY = TOKENIZER.get_vocab_size()
_DRAWS = np.random.default_rng(5)
TABLE = _DRAWS.standard_normal((VOCABULARY, 6)).astype(np.float32)
HEADS = _DRAWS.standard_normal((6, VOCABULARY)).astype(np.float32)


def saved(folder: Path, outputs: tuple[str, ...] = ("last_hidden_state", "logits"), *, ids: str = "input_ids") -> Path:
    write_encoder(folder / "model.onnx", TABLE, HEADS, outputs, ids=ids)
    TOKENIZER.save(str(folder / "tokenizer.json"))
    settings = {"mask_token": "[MASK]", "pad_token": {"content": "[PAD]"}, "model_max_length": 512}
    (folder / "tokenizer_config.json").write_text(json.dumps(settings), "utf-8")
    return folder


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> LocalModel:
    return LocalModel.onnx(saved(tmp_path_factory.mktemp("encoder")), window=WINDOW)


def embedding(text: str) -> NDArray[np.floating]:
    """Of a text of one window, by hand."""
    row = TABLE[TOKENIZER.encode(text).ids].mean(axis=0)
    return row / np.linalg.norm(row)


def test_it_has_the_parts_that_the_graph_gives(model: LocalModel, tmp_path: Path) -> None:
    assert model.parts == ("fill", "embed")
    assert LocalModel.onnx(saved(tmp_path, ("logits",))).parts == ("fill",)
    assert LocalModel.onnx(saved(tmp_path, ("last_hidden_state",))).parts == ("embed",)
    (tmp_path / "tokenizer_config.json").unlink()
    assert LocalModel.onnx(tmp_path).parts == ("embed",)


def test_embeddings_are_the_means_of_states(model: LocalModel) -> None:
    texts = ["Alice lives in Oslo", "", "Bob", "the name of the town"]
    assert model.embed is not None
    rows = model.embed(texts)
    assert (rows.dtype, rows.shape) == (np.float32, (4, 6))
    assert rows == pytest.approx(np.array([embedding(text) for text in texts]), abs=1e-6)
    assert np.linalg.norm(rows, axis=1) == pytest.approx(np.ones(4), abs=1e-6)
    assert model.embed([]).shape == (0, 0)


@given(count=st.integers(1, 40))
def test_each_token_of_a_long_text_counts_once(model: LocalModel, count: int) -> None:
    text = " ".join(("alice", "oslo", "paris", "name", "town")[index % 5] for index in range(count))
    ids = TOKENIZER.encode(text, add_special_tokens=False).ids
    frames = 1 + max(0, -(-(len(ids) - 10) // 5))  # windows of 10 tokens that share 5
    first, last = TABLE[2], TABLE[3]  # the special tokens: the first counts at the start, the last in each window
    row = TABLE[ids].sum(axis=0) + first + last * frames
    assert model.embed is not None
    assert model.embed([text])[0] == pytest.approx(row / np.linalg.norm(row), abs=1e-5)


def test_gaps_are_filled_by_softmax(model: LocalModel) -> None:
    text = "My name is Alice Barr, and I live in Oslo."
    assert model.fill is not None
    (found,) = model.fill(text, [(11, 21)], VOCABULARY)
    logits = (TABLE[TOKENIZER.token_to_id("[MASK]")] @ HEADS).astype(np.float64)
    chances = np.exp(logits) / np.exp(logits).sum()
    vocabulary = TOKENIZER.get_vocab()
    wanted = {
        word: chances[number]
        for word, number in vocabulary.items()
        if not word.startswith("##") and word not in {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"}
    }
    assert {one.text: one.probability for one in found} == pytest.approx(wanted)
    assert [one.probability for one in found] == pytest.approx(sorted(wanted.values(), reverse=True))
    assert model.fill(text, [(11, 21)], 3) == [found[:3]]


@settings(max_examples=20)
@given(data=st.data(), text=st.text(st.characters(codec=None), max_size=80))
def test_any_gaps_of_any_text_are_filled(model: LocalModel, data: st.DataObject, text: str) -> None:
    borders = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=8)))
    spans = list(zip(borders[::2], borders[1::2], strict=False))
    assert model.fill is not None
    found = model.fill(text, spans, 2)
    assert [len(one) for one in found] == [2] * len(spans)


@pytest.mark.parametrize("spans", [[(0, 9)], [(2, 1)], [(0, 3), (2, 4)], [(-1, 2)]])
def test_spans_that_do_not_fit_are_refused(model: LocalModel, spans: list[tuple[int, int]]) -> None:
    assert model.fill is not None
    with pytest.raises(ModelError, match="within the text"):
        model.fill("12345678", spans, 1)


def test_no_replacements_cannot_be_asked_for(model: LocalModel) -> None:
    assert model.fill is not None
    with pytest.raises(ModelError, match="not 0"):
        model.fill("12345678", [(0, 1)], 0)


def test_a_pickled_copy_reads_the_files_again(model: LocalModel) -> None:
    copy = pickle.loads(pickle.dumps(model))  # noqa: S301  (our own bytes)
    assert (copy.embed(["Oslo"]) == model.embed(["Oslo"])).all()  # type: ignore[misc]


def test_the_detectors_network_gives_no_part() -> None:
    with pytest.raises(ModelError, match="pieces, looks, settled"):
        LocalModel.onnx(FOLDER, file="first.onnx")


def test_a_graph_without_an_encoders_outputs_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="no output of an encoder"):
        LocalModel.onnx(saved(tmp_path, ("rows",)))


def test_a_graph_of_other_inputs_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="reads tokens, attention_mask"):
        LocalModel.onnx(saved(tmp_path, ids="tokens"))


@pytest.mark.parametrize("file", ["model.onnx", "tokenizer.json", "tokenizer_config.json"])
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, file: str) -> None:
    saved(tmp_path)
    (tmp_path / file).write_bytes(b"no such thing")
    with pytest.raises(ModelError, match=file):
        LocalModel.onnx(tmp_path)


def test_a_folder_without_files_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"model\.onnx cannot be read"):
        LocalModel.onnx(tmp_path)
