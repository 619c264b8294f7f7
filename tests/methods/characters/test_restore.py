from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_chains.methods.characters.alphabet import AlphabetName
from privacy_chains.methods.characters.channel import Channel
from privacy_chains.methods.characters.counts import word_counts
from privacy_chains.methods.characters.forms import forms_of_length, forms_of_shape, shape
from privacy_chains.methods.characters.lattice import Lattice, posteriors
from privacy_chains.methods.characters.restore import ChannelRestorer
from privacy_chains.methods.characters.tokens import START

SENTENCES = (
    "The doctor told her that the pain in her back would get better if she took the medicine twice a day, and that "
    "she should come back in two weeks. She asked whether she could go to work. He said that there was no reason to "
    "stay at home, but that she should not lift anything heavy until the end of the month."
)
TEXT = SENTENCES.split()


@pytest.mark.parametrize("alphabet", ["class", "printable"])
def test_most_words_of_plain_text_come_back(alphabet: AlphabetName) -> None:
    epsilon = Fraction(11, 2)
    noised = Channel(bytes(range(32)), epsilon, alphabet, "fresh").noised(TEXT, "text")
    before = np.mean([a == b for a, b in zip(noised, TEXT, strict=True)])
    restored = ChannelRestorer(epsilon, alphabet).restore(noised, [True] * len(noised), [0])
    after = np.mean([a == b for a, b in zip(restored, TEXT, strict=True)])
    assert after > 0.75
    assert after > before + 0.2


def test_a_word_that_no_list_explains_stays() -> None:
    restorer = ChannelRestorer(Fraction(5), "class")
    assert restorer.restore(["Zqxvkrwtj", "8841-2203"], [True, True]) == ["Zqxvkrwtj", "8841-2203"]


def test_words_without_noise_stay_and_give_context() -> None:
    restorer = ChannelRestorer(Fraction(3), "class")
    words = ["she", "went", "to", "thm", "hospital"]
    assert restorer.restore(words, [False, False, False, True, False]) == ["she", "went", "to", "the", "hospital"]


def test_equal_words_are_read_together() -> None:
    epsilon = Fraction(3)
    words = TEXT + TEXT[:40]
    noised = Channel(bytes([7] * 31 + [1]), epsilon, "class", "same").noised(words)
    restored = ChannelRestorer(epsilon, "class").restore(noised, [True] * len(words), [0], pooled=True)
    assert len({(was, now) for was, now in zip(noised, restored, strict=True)}) == len(set(noised))


@settings(max_examples=30)
@given(st.lists(st.text(st.characters(exclude_categories=["Z", "Cc", "Cs"]), min_size=1), max_size=12), st.data())
def test_any_words_keep_their_number_and_lengths(words: list[str], data: st.DataObject) -> None:
    flags = data.draw(st.lists(st.booleans(), min_size=len(words), max_size=len(words)))
    for alphabet in ("class", "printable"):
        restored = ChannelRestorer(Fraction(4), alphabet).restore(words, flags)
        assert [len(word) for word in restored] == [len(word) for word in words]
        assert all(now == was for now, was, noised in zip(restored, words, flags, strict=True) if not noised)


def test_forms_have_their_shape_and_are_likeliest_first() -> None:
    forms = forms_of_shape(shape(np.frombuffer(b"Word.", np.uint8)).tobytes())
    written = ["".join(map(chr, column)) for column in forms.letters.T[:50]]
    assert "That." in written or "This." in written
    assert all(word[0].isupper() and word[1:4].islower() and not word[4].isalnum() for word in written)
    assert np.all(np.diff(forms_of_length(5).base) <= 0)


def test_the_list_is_small_and_knows_pairs() -> None:
    counts = word_counts()
    of, the, oft = (np.array([counts.number[word]], np.int32) for word in ("of", "the", "often"))
    assert float(counts.following(of, the)[0]) > 8 * float(counts.following(oft, the)[0])
    assert counts.is_ordinary("house", capital=False)
    assert not counts.is_ordinary("osterhagen", capital=True)


def test_posteriors_are_those_of_all_paths() -> None:
    """Forward and backward against the sum over every path of a small lattice."""
    counts = word_counts()
    random = np.random.default_rng(5)
    core = np.array([[counts.number[word] for word in row] for row in (("the", "of"), ("end", "house"), ("of", "is"))])
    evidence = random.random((3, 2)).astype(np.float32)
    ones = np.ones((3, 2), np.float32)
    lattice = Lattice(core.astype(np.int32), core.astype(np.int32), ones, ones, evidence, np.zeros(3, np.bool_))
    begin = counts.number[START]
    expected = np.zeros((3, 2))
    for path in product(range(2), repeat=3):
        before, weight = begin, 1.0
        for place, choice in enumerate(path):
            here = core[place, choice]
            pair = counts.following(np.array([before], np.int32), np.array([here], np.int32))
            weight *= float(pair[0]) * evidence[place, choice]
            before = here
        for place, choice in enumerate(path):
            expected[place, choice] += weight
    found = posteriors(counts, lattice, begin)
    assert found == pytest.approx(expected / expected.sum(1, keepdims=True), abs=1e-4)
