"""Given names follow their initials: what stands for a name in short stands for its surrogate."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_chains.formats._classes import sets_of
from privacy_chains.formats._initials import GROUPS, ByInitial, initial_of
from privacy_chains.formats._lexicon import lexicon
from privacy_chains.formats.base import decipher, encipher
from privacy_chains.formats.names import PersonFormat
from privacy_chains.hazmat.ciphers import DomainCipher
from privacy_chains.testing import AffineCipher

FORMAT = PersonFormat()
GIVEN = [
    word
    for name, words in lexicon().classes.items()
    if name.startswith("given") and name.split(".")[1] not in ("bg", "ru", "uk", "cyrillic", "el", "greek")
    for word in words
]
SETS = sorted(
    {lot.name: lot for lot in sets_of(frozenset({"gender"})).values() if lot.by_initial}.items(),
)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.integers(0, 12), min_size=1, max_size=8).filter(any), st.integers(0, 10_000))
def test_any_sizes_are_permuted_and_back(sizes: list[int], seed: int) -> None:
    classes, cipher = ByInitial(0, sizes), AffineCipher(seed)
    images = [classes.permute(cipher.encrypt, rank, "PERSON/names") for rank in range(sum(sizes))]
    assert sorted(images) == list(range(sum(sizes)))
    assert [classes.permute(cipher.decrypt, image, "PERSON/names") for image in images] == list(range(sum(sizes)))


def test_as_many_follow_as_their_initials_have_names() -> None:
    classes, cipher = ByInitial(0, [5, 9, 2]), AffineCipher(3)
    letters = [letter for letter, size in enumerate(classes.sizes) for _ in range(size)]
    images = [letters[classes.permute(cipher.encrypt, rank, "PERSON/names")] for rank in range(16)]
    turned = [cipher.encrypt(letter, 3, "PERSON/initial.0") for letter in range(3)]
    following = sum(image == turned[letter] for image, letter in zip(images, letters, strict=True))
    assert following == sum(min(size, classes.sizes[turned[letter]]) for letter, size in enumerate(classes.sizes))


@pytest.mark.parametrize("name", dict(SETS))
def test_the_names_of_every_set_stand_by_their_initials(name: str) -> None:
    words = dict(SETS)[name].words
    found = dict(SETS)[name].by_initial
    assert found is not None
    letters = [letter for letter, size in zip(GROUPS[found.group], found.sizes, strict=True) for _ in range(size)]
    assert [initial_of(word) for word in words] == letters


def test_most_names_in_short_agree_with_the_names() -> None:
    drawn, agreeing = Random(5).sample(GIVEN, 1_500), 0
    for place, word in enumerate(drawn):
        cipher = DomainCipher(bytes([place % 5, *range(31)]))
        name, short = f"{word.title()} Koch", f"{initial_of(word).upper()}. Koch"
        full, brief = encipher(FORMAT, name, cipher), encipher(FORMAT, short, cipher)
        assert (decipher(FORMAT, full, cipher), decipher(FORMAT, brief, cipher)) == (name, short)
        agreeing += brief == f"{initial_of(full[0].lower()).upper()}. {full.split()[-1]}"
    assert agreeing > 0.66 * len(drawn)


@pytest.mark.parametrize("letters", GROUPS)
def test_an_initial_becomes_each_of_its_group(letters: str) -> None:
    ciphers = [DomainCipher(bytes([number, *range(31)])) for number in range(200)]
    seen = {encipher(FORMAT, f"{letters[0].upper()}. Koch", cipher)[0] for cipher in ciphers}
    assert seen == set(letters.upper())
