"""Plurals and genitives of names: the surrogate's ending is the name's, and its stem that of the stem's surrogate."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from privacy_chains import Key, Sanitizer
from privacy_chains.errors import FormatError
from privacy_chains.formats._plurals import plural_of, stem_of
from privacy_chains.formats._unlisted import rank_plain, size_of_plain, unrank_plain
from privacy_chains.formats.cycle_walking import decipher, encipher
from privacy_chains.formats.name_lists import lexicon
from privacy_chains.formats.names import PersonFormat
from privacy_chains.hazmat.ciphers import DomainCipher
from privacy_chains.testing import AffineCipher, check_laws

FORMAT = PersonFormat()
SURNAMES = [
    word
    for name, words in lexicon().classes.items()
    if name.startswith("surname")
    for word in words
    if word.isascii() and stem_of(plural_of(word)) == word and not lexicon().find(plural_of(word))
]
INVENTED = st.from_regex(r"[bdfgklmnprst][aeiou][bdfgklmnprst]{1,2}[aeiou][bdfglmnrt]", fullmatch=True)
ENDING = st.text("aeiounrstkxzyß", min_size=1, max_size=8).map(lambda text: f"{text}s")


def _pair(word: str, cipher: DomainCipher) -> tuple[str, str]:
    one, many = encipher(FORMAT, word, cipher), encipher(FORMAT, plural_of(word), cipher)
    assert (decipher(FORMAT, one, cipher), decipher(FORMAT, many, cipher)) == (word, plural_of(word))
    return plural_of(one), many


def test_plurals_of_unlisted_names_agree_with_them() -> None:
    random, cipher = Random(4), DomainCipher(bytes(range(32)))
    words = [unrank_plain(random.randrange(size_of_plain())) for _ in range(1_000)]
    pairs = [_pair(word, cipher) for word in words if stem_of(plural_of(word)) == word]
    agreeing = sum(one == other for one, other in pairs)
    assert agreeing >= 0.99 * len(pairs) > 900


def test_plurals_of_listed_names_agree_but_for_those_that_are_names() -> None:
    cipher = DomainCipher(bytes(range(32)))
    pairs = [_pair(word, cipher) for word in Random(4).sample(SURNAMES, 1_000)]
    assert sum(one == other for one, other in pairs) >= 0.95 * len(pairs)


@settings(max_examples=300, deadline=None)
@given(ENDING, st.integers(0, 1 << 32))
def test_any_word_in_s_keeps_the_laws(word: str, seed: int) -> None:
    try:
        FORMAT.split(word)
    except FormatError:
        assume(False)
    check_laws(FORMAT, word, seed=seed)
    cipher = AffineCipher(seed)
    assert decipher(FORMAT, encipher(FORMAT, word, cipher), cipher) == word


@settings(max_examples=300, deadline=None)
@given(st.integers(0, size_of_plain() - 1) | st.integers(size_of_plain() - 5_000, size_of_plain() - 1))
def test_every_plain_word_has_a_rank_and_no_ending(rank: int) -> None:
    word = unrank_plain(rank)
    assert rank_plain(word) == rank
    assert stem_of(word) is None
    assert not lexicon().find(word)


LONG = st.from_regex(r"[bdfgklmnprst]{1,2}([aeiou][bdgklmnprst]{1,2}){2,3}[aeiou]?s?", fullmatch=True)


@settings(max_examples=300, deadline=None)
@given(LONG, st.integers(0, 1 << 32))
def test_long_words_become_long_words_that_are_read_alike(word: str, seed: int) -> None:
    assume(not lexicon().find(word) and word not in lexicon().kept)
    (part,), cipher = FORMAT.split(word), AffineCipher(seed)
    surrogate = encipher(FORMAT, word, cipher)
    (other,) = FORMAT.split(surrogate)
    assert (other.domain, other.size) == (part.domain, part.size)
    assert decipher(FORMAT, surrogate, cipher) == word


@pytest.mark.parametrize("word", ["Soze", "Nakamoto", "Schrott", "Nabruka", "Ebanuki"])
def test_short_and_long_words_are_one_set(word: str) -> None:
    assert rank_plain(word.lower()) is not None
    assert FORMAT.split(word)[0].size == size_of_plain()


@settings(max_examples=30, deadline=None)
@given(INVENTED.map(str.title))
def test_a_family_is_read_back_by_prompt_and_by_key(surname: str) -> None:
    assume(stem_of(f"{surname.lower()}s") == surname.lower())
    sanitizer = Sanitizer(Key.from_bytes(bytes(range(32))), remember=0)
    text = f"Dear Mr. {surname}, Mrs. {surname}s wrote to Mr. {surname}."
    prompt = sanitizer.sanitize(text)
    assert prompt.reader.text(prompt.text) == sanitizer.desanitize(prompt.text) == text


@pytest.mark.parametrize("word", ["Roberts", "Jones", "Mrs", "Ders", "As", "Vosss", "Murphys", "Schulzs"])
def test_what_is_no_plural_comes_back(word: str) -> None:
    for seed in range(20):
        cipher = AffineCipher(seed)
        assert decipher(FORMAT, encipher(FORMAT, f"Ann {word}", cipher), cipher) == f"Ann {word}"
