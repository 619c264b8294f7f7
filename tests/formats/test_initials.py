"""Given names follow their initials: what stands for a name in short stands for its surrogate."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_chains.attacks.people import population
from privacy_chains.formats._classes import sets_of
from privacy_chains.formats._initials import GROUPS, ByInitial, initial_of
from privacy_chains.formats.cycle_walking import decipher, encipher
from privacy_chains.formats.name_lists import lexicon
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
    images = [classes.permute(cipher.encrypt, rank, "PERSON/names", inverse=False) for rank in range(sum(sizes))]
    assert sorted(images) == list(range(sum(sizes)))
    assert [classes.permute(cipher.decrypt, image, "PERSON/names", inverse=True) for image in images] == list(
        range(sum(sizes))
    )


def test_common_names_follow_their_initials() -> None:
    classes, cipher = ByInitial(0, [5, 9, 2]), AffineCipher(3)
    starts = [0, 5, 14, 16]
    for letter, (start, size) in enumerate(zip(starts, classes.sizes, strict=False)):
        turned = cipher.encrypt(letter, 3, "PERSON/initial.0")
        for inner in range(size):
            image = classes.permute(cipher.encrypt, start + inner, "PERSON/names", inverse=False)
            follows = starts[turned] <= image < starts[turned + 1]
            assert follows == (inner < classes.sizes[turned])


@pytest.mark.parametrize("name", dict(SETS))
def test_the_names_of_every_set_stand_by_their_initials(name: str) -> None:
    words = dict(SETS)[name].words
    found = dict(SETS)[name].by_initial
    assert found is not None
    letters = [letter for letter, size in zip(GROUPS[found.group], found.sizes, strict=True) for _ in range(size)]
    assert [initial_of(word) for word in words] == letters


@pytest.mark.parametrize(
    ("names", "share"),
    [(Random(5).sample(GIVEN, 1_500), 0.7), ([name.split()[0].lower() for name in population(1_500)], 0.95)],
    ids=["as listed", "as borne"],
)
def test_most_names_in_short_agree_with_the_names(names: list[str], share: float) -> None:
    agreeing = 0
    ciphers = [DomainCipher(bytes([place, *range(31)])) for place in range(5)]
    for place, word in enumerate(names):
        cipher = ciphers[place % 5]
        name, short = f"{word.title()} Koch", f"{initial_of(word).upper()}. Koch"
        full, brief = encipher(FORMAT, name, cipher), encipher(FORMAT, short, cipher)
        assert (decipher(FORMAT, full, cipher), decipher(FORMAT, brief, cipher)) == (name, short)
        assert full.split()[-1] == brief.split()[-1]
        agreeing += brief[0] == initial_of(full[0].lower()).upper()
    assert agreeing >= share * len(names)


@pytest.mark.parametrize("letters", GROUPS)
def test_an_initial_becomes_each_of_its_group(letters: str) -> None:
    ciphers = [DomainCipher(bytes([number, *range(31)])) for number in range(200)]
    seen = {encipher(FORMAT, f"{letters[0].upper()}. Koch", cipher)[0] for cipher in ciphers}
    assert seen == set(letters.upper())
