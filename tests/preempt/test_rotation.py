"""A surrogate is read under the key that made it, or not at all."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains import DesanitizeError, Key, KeyMaterialError, PrivacyError, Sanitizer, default_detector
from privacy_chains.keys import KeyRing
from privacy_chains.preempt.engine import SCHEME

OLD, NEW, OTHER = (Key.from_bytes(bytes([number, 7]) * 16) for number in range(3))
DETECTOR = default_detector(neural=False)
TEXT = "Dr. Alice Johnson, SSN 536-22-8154, called Mr. Peter Miller."
ROTATED = Sanitizer(KeyRing(OLD).rotate(NEW), detector=DETECTOR)


def test_a_prompt_knows_its_key_scheme_and_session() -> None:
    prompt = ROTATED.session("letters").sanitize(TEXT)
    assert (prompt.key_id, prompt.scheme, prompt.session) == (NEW.id, SCHEME, "letters")


@pytest.mark.parametrize("key", [OLD, NEW])
def test_with_its_id_the_right_key_of_a_ring_reads(key: Key) -> None:
    prompt = Sanitizer(key, detector=DETECTOR).sanitize(TEXT)
    assert ROTATED.desanitize(prompt.text, key_id=prompt.key_id) == TEXT
    assert ROTATED.desanitize(prompt.text, prompt) == TEXT
    assert ROTATED.session("").desanitize(prompt.text, key_id=key.id) == TEXT


@given(keys=st.lists(st.sampled_from([OLD, NEW, OTHER]), min_size=2, max_size=3, unique=True), made=st.integers(0, 2))
def test_a_ring_of_several_keys_guesses_never(keys: list[Key], made: int) -> None:
    sent = Sanitizer(keys[made % len(keys)], detector=DETECTOR).sanitize(TEXT).text
    reader = Sanitizer(KeyRing(*keys), detector=DETECTOR)
    for ask in (reader.desanitize, reader.session("").desanitize, lambda _: reader.index()):
        with pytest.raises(KeyMaterialError, match="key_id") as refused:
            ask(sent)
        assert not [word for word in (*sent.split(), *TEXT.split()) if len(word) > 6 and word in str(refused.value)]


def test_a_key_that_is_not_there_is_named() -> None:
    prompt = Sanitizer(OTHER, detector=DETECTOR).sanitize(TEXT)
    for read in (
        lambda: ROTATED.desanitize(prompt.text, prompt),
        lambda: ROTATED.desanitize_value({"text": prompt.text}, prompt),
        lambda: ROTATED.reader(prompt),
        lambda: ROTATED.session("").desanitize(prompt.text, prompt),
    ):
        with pytest.raises(KeyMaterialError, match=OTHER.id):
            read()
    for single in (ROTATED, Sanitizer(OLD, detector=DETECTOR)):
        with pytest.raises(KeyMaterialError, match="no key of that id"):
            single.desanitize(prompt.text, key_id=OTHER.id)


def test_an_index_goes_on_under_the_key_that_filled_it() -> None:
    stored = Sanitizer(OLD, detector=DETECTOR).index("letters").sanitize(TEXT).text
    index = ROTATED.index("letters", key_id=OLD.id)
    assert index.sanitize(TEXT).text == stored
    assert index.desanitize(stored) == TEXT
    assert index.key_id == OLD.id


def test_a_ring_of_one_key_is_that_key() -> None:
    alone = Sanitizer(KeyRing(OLD), detector=DETECTOR)
    assert alone.desanitize(alone.sanitize(TEXT).text) == TEXT


@pytest.mark.parametrize("byte", [0, 1, 255])
def test_a_key_of_one_byte_again_and_again_is_refused(byte: int) -> None:
    with pytest.raises(KeyMaterialError, match="all the same"):
        Key.from_bytes(bytes([byte]) * 32)


def test_a_sanitizer_without_a_key_says_how_to_get_one() -> None:
    with pytest.raises(KeyMaterialError, match=r"Key\.generate\(\)"):
        Sanitizer()


def test_an_answer_that_was_read_is_not_pickled() -> None:
    prompt = ROTATED.sanitize(TEXT)
    with pytest.raises(DesanitizeError):
        pickle.dumps(prompt.reader.restore(prompt.text))
    with pytest.raises(PrivacyError):
        pickle.dumps(prompt)
