from __future__ import annotations

import pickle
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from model_support.tokenizing import byte_level, roberta, unigram, word_pieces
from tokenizers import Tokenizer

from privacy_chains.errors import ModelError
from privacy_chains.models.tokens import TokenReader, windows

TOKENIZERS: dict[str, Tokenizer] = {
    "byte_level": byte_level(),
    "roberta": roberta(),
    "unigram": unigram(),
    "word_pieces": word_pieces(),
}
READERS = {name: TokenReader(tokenizer) for name, tokenizer in TOKENIZERS.items()}
texts = st.text(st.characters(codec=None), max_size=60) | st.text("aé ß\u0301😀\u200d漢<s>/[MASK]", max_size=30)


@pytest.mark.parametrize("name", READERS)
@given(text=texts)
def test_places_lie_within_any_text_and_in_reading_order(name: str, text: str) -> None:
    ids, offsets = READERS[name].read(text)
    assert len(ids) == len(offsets)
    assert all(0 <= start <= end <= len(text) for start, end in offsets)
    assert all(one[0] <= other[0] and one[1] <= other[1] for one, other in pairwise(offsets))


@pytest.mark.parametrize("name", ["byte_level", "roberta"])
@given(text=texts)
def test_the_tokens_of_bytes_cover_every_character(name: str, text: str) -> None:
    reader = READERS[name]
    ids, offsets = reader.read(text)
    covered = {index for start, end in offsets for index in range(start, end)}
    assert covered >= {index for index, sign in enumerate(text) if not sign.isspace()}
    assert reader.write(ids) == "".join("\ufffd" if "\ud800" <= sign <= "\udfff" else sign for sign in text)


@pytest.mark.parametrize(
    ("name", "special"), [("byte_level", "</s>"), ("roberta", "<mask>"), ("word_pieces", "[MASK]")]
)
def test_a_special_token_in_a_text_is_text(name: str, special: str) -> None:
    copy: TokenReader = pickle.loads(pickle.dumps(READERS[name]))  # noqa: S301  (our own bytes)
    for reader in (READERS[name], copy):
        assert reader.number(special) not in reader.read(f"a {special} b").ids


def test_what_a_model_wants_around_a_text_is_told() -> None:
    frames = {name: (reader.before, reader.after) for name, reader in READERS.items()}
    assert frames == {
        "byte_level": ((), ()),
        "roberta": ((0,), (2,)),
        "unigram": ((), (1,)),
        "word_pieces": ((2,), (3,)),
    }


def test_the_tokenizer_stays_as_it_was() -> None:
    tokenizer = byte_level()
    tokenizer.enable_truncation(2)
    assert len(TokenReader(tokenizer).read("one two three four").ids) > 2
    assert tokenizer.truncation is not None
    assert tokenizer.encode("</s>").ids == [2]


def test_an_unknown_special_token_is_refused() -> None:
    with pytest.raises(ModelError, match="special token"):
        READERS["unigram"].number("<mask>")


@pytest.mark.parametrize("name", ["byte_level", "roberta", "word_pieces"])
def test_words_are_what_single_tokens_write(name: str) -> None:
    words = READERS[name].words()
    vocabulary = TOKENIZERS[name].get_vocab()
    assert len(words) == len(vocabulary)
    assert "name" in words
    for token, number in vocabulary.items():
        if token.startswith("##") or token in {"<s>", "</s>", "<mask>", "[CLS]"}:
            assert words[number] == ""


def test_only_a_mask_that_says_so_takes_the_space_before_it() -> None:
    assert READERS["roberta"].takes_space(READERS["roberta"].number("<mask>"))
    assert not READERS["word_pieces"].takes_space(READERS["word_pieces"].number("[MASK]"))


@given(count=st.integers(0, 200), size=st.integers(2, 50))
def test_windows_cover_all_and_leave_half_before_each_new_token(count: int, size: int) -> None:
    found = list(windows(count, size))
    known = 0
    for start, end in found:
        assert end - start <= size
        assert start <= known < end
        assert start == 0 or known - start >= size // 2
        known = end
    assert known == count
